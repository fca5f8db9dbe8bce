import { ZipLength } from '@drive/zip';
import { limits, type ArchiveUrl } from '@drive/contract';
import { isoTime, minuteMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { FileBelow } from '../files/index.ts';
import type { OpenShare } from '../shares/index.ts';
import {
  filesPerPart,
  insertArchive,
  insertPart,
  setArchiveMade,
  tokenHashOf,
  type PlannedFile,
} from './archive-store.ts';
import { EntryPaths } from './entry-paths.ts';

/** Keeps one request from filling the database; not a limit of the API. */
const maxFiles = 100_000;
const tokenCharacters = 32;

export type CreateDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets'> & {
  /** Largest total size of the files of an archive. */
  readonly config: { readonly maxBytes: number };
};

export interface NewArchive {
  /** users.row_id of the owner of every file. */
  readonly ownerId: number;
  /** The open share that it is requested through; null if the owner requests it. */
  readonly share: OpenShare | null;
  /** share_recipients.row_id if requested through a personal link. */
  readonly recipientRowId?: number | null;
  /** File name without `.zip`. Default: the name of its only file, otherwise `files`. */
  readonly name?: string;
  /** Alive files of the owner, and of the share if there is one, each once, in the order of the ZIP. */
  readonly entries: Iterable<readonly FileBelow[]> | AsyncIterable<readonly FileBelow[]>;
  /** Total size of the files if known; above the limit the archive is refused before `entries` is read. */
  readonly knownBytes?: number;
}

/** Plans the ZIP, which gives its length, and stores the plan. */
export async function createArchive(
  { baseUrl, database, clock, random, secrets, config }: CreateDeps,
  wanted: NewArchive,
): Promise<ArchiveUrl> {
  if ((wanted.knownBytes ?? 0) > config.maxBytes) throw tooLarge(wanted.knownBytes ?? 0, config.maxBytes);

  const token = random.token(tokenCharacters);
  const expiresAt = clock.now() + limits.archiveMinutes * minuteMs;
  const paths = new EntryPaths();
  const length = new ZipLength();
  let totalBytes = 0;
  let fileCount = 0;
  let onlyName: string | undefined;

  let rowId: number | undefined;
  let part: PlannedFile[] = [];
  let parts = 0;
  /** The token is returned after the last part is stored, so the parts of a refused archive just expire. */
  const storePart = async (tx: Tx): Promise<number> => {
    const archiveRowId =
      rowId ??
      (await insertArchive(tx, {
        tokenHash: tokenHashOf(secrets, token),
        ownerId: wanted.ownerId,
        shareRowId: wanted.share?.rowId ?? null,
        passwordVersion: wanted.share?.passwordVersion ?? null,
        recipientRowId: wanted.recipientRowId ?? null,
        name: '',
        expiresAt,
      }));
    if (part.length > 0) await insertPart(tx, archiveRowId, parts, part);
    return archiveRowId;
  };

  for await (const piece of wanted.entries)
    for (const { file, folderNames } of piece) {
      if (wanted.share !== null && file.quarantined)
        throw new DomainError('file_quarantined', `${file.name} is quarantined by the administrator.`);
      fileCount += 1;
      totalBytes += file.sizeBytes;
      onlyName = fileCount === 1 ? file.name : undefined;
      // A selection of files is small, so its total is added up for the message; a folder may be large.
      if (fileCount > limits.archiveFiles && totalBytes > config.maxBytes) throw tooLarge(totalBytes, config.maxBytes);
      if (fileCount > maxFiles) throw tooMany(totalBytes, config.maxBytes);
      const entry = {
        path: paths.pathOf(folderNames, file.name),
        sizeBytes: file.sizeBytes,
        modifiedAt: file.createdAt,
      };
      length.add(entry);
      part.push({ fileId: file.id, blobKey: file.blobKey, ...entry });
      if (part.length < filesPerPart || totalBytes > config.maxBytes) continue;
      rowId = await database.write(storePart);
      part = [];
      parts += 1;
    }
  if (totalBytes > config.maxBytes) throw tooLarge(totalBytes, config.maxBytes);

  const name = `${wanted.name ?? onlyName ?? 'files'}.zip`;
  await database.write(async (tx) => setArchiveMade(tx, await storePart(tx), { name, zipBytes: length.bytes }));
  return {
    downloadUrl: baseUrl.link(`/files/archives/${token}/${encodeURIComponent(name)}`),
    fileCount,
    totalBytes,
    expiresAt: isoTime(expiresAt),
  };
}

const refusal = (message: string, actualBytes: number, capBytes: number): DomainError =>
  new DomainError('archive_size_exceeded', message, { details: { actual_bytes: actualBytes, cap_bytes: capBytes } });

const tooLarge = (actualBytes: number, capBytes: number): DomainError =>
  refusal(
    `These files have ${actualBytes} bytes; an archive can contain at most ${capBytes}. Select fewer files.`,
    actualBytes,
    capBytes,
  );

const tooMany = (actualBytes: number, capBytes: number): DomainError =>
  refusal(
    `An archive can contain at most ${maxFiles} files. Select fewer, or one folder at a time.`,
    actualBytes,
    capBytes,
  );
