import { limits, type ArchiveUrl } from '@drive/contract';
import { isoTime, minuteMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { ZipLength } from '@drive/zip';
import type { FileBelow } from '../files/index.ts';
import type { OpenShare } from '../shares/index.ts';
import { EntryPaths } from './entry-paths.ts';
import { filesAPart, type ArchivedFile } from './part.ts';
import { insertArchive, insertPart, setArchiveMade } from './store.ts';
import { tokenHashOf } from './token-hash.ts';

/** No limit of the API: what keeps one request from filling the database. */
const maxFiles = 100_000;
const tokenCharacters = 32;

export interface CreateDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    /** What the files of an archive may come to together. */
    readonly maxBytes: number;
  };
}

export interface ArchiveToMake {
  /** users.row_id of whom every file belongs to. */
  readonly ownerId: number;
  /** The open share that it is asked for through; null: by the owner. */
  readonly share: OpenShare | null;
  /** share_recipients.row_id, where it came through a personal link. */
  readonly recipientRowId?: number | null;
  /** What it is saved as, without `.zip`. Default: what it holds. */
  readonly name?: string;
  /**
   * Alive files of the owner, each once, in pieces and in the order in which they are to lie in the ZIP; through a share
   * only what it reaches. `folderNames` become the folders they lie in.
   */
  readonly entries: Iterable<readonly FileBelow[]> | AsyncIterable<readonly FileBelow[]>;
  /** What the files come to, where it is known: too much is then refused before `entries` is looked at. */
  readonly foreseenBytes?: number;
}

/** Plans the whole ZIP, so that its length is known and fetching it only reads, and keeps the plan. */
export async function createArchive(
  { database, clock, random, secrets, config }: CreateDeps,
  wanted: ArchiveToMake,
): Promise<ArchiveUrl> {
  if ((wanted.foreseenBytes ?? 0) > config.maxBytes) throw tooLarge(wanted.foreseenBytes ?? 0, config.maxBytes);

  const token = random.token(tokenCharacters);
  const expiresAt = clock.now() + limits.archiveMinutes * minuteMs;
  const paths = new EntryPaths();
  const length = new ZipLength();
  let totalBytes = 0;
  let fileCount = 0;
  let onlyName: string | undefined;

  let rowId: number | undefined;
  let part: ArchivedFile[] = [];
  let parts = 0;
  /** Nobody knows the token before the last part is written, so what a refusal leaves behind just expires. */
  const keepPart = async (tx: Tx): Promise<number> => {
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
        throw new DomainError('file_quarantined', `${file.name} is held back by the administrator.`);
      fileCount += 1;
      totalBytes += file.sizeBytes;
      onlyName = fileCount === 1 ? file.name : undefined;
      // A selection is small, so what it comes to is told whole; what was not foreseen of a folder may go on for long.
      if (fileCount > limits.archiveFiles && totalBytes > config.maxBytes) throw tooLarge(totalBytes, config.maxBytes);
      if (fileCount > maxFiles) throw tooMany(totalBytes, config.maxBytes);
      const entry = {
        path: paths.pathOf(folderNames, file.name),
        sizeBytes: file.sizeBytes,
        modifiedAt: file.createdAt,
      };
      length.add(entry);
      part.push({ fileId: file.id, ...entry });
      if (part.length < filesAPart || totalBytes > config.maxBytes) continue;
      rowId = await database.write(keepPart);
      part = [];
      parts += 1;
    }
  if (totalBytes > config.maxBytes) throw tooLarge(totalBytes, config.maxBytes);

  const name = `${wanted.name ?? onlyName ?? 'files'}.zip`;
  await database.write(async (tx) => setArchiveMade(tx, await keepPart(tx), { name, zipBytes: length.bytes }));
  return {
    downloadUrl: `${config.baseUrl}/files/archives/${token}/${encodeURIComponent(name)}`,
    fileCount,
    totalBytes,
    expiresAt: isoTime(expiresAt),
  };
}

const refusal = (message: string, actualBytes: number, capBytes: number): DomainError =>
  new DomainError('archive_size_exceeded', message, { details: { actual_bytes: actualBytes, cap_bytes: capBytes } });

const tooLarge = (actualBytes: number, capBytes: number): DomainError =>
  refusal(
    `These files come to ${actualBytes} bytes; an archive may hold ${capBytes}. Take fewer.`,
    actualBytes,
    capBytes,
  );

const tooMany = (actualBytes: number, capBytes: number): DomainError =>
  refusal(`An archive may hold ${maxFiles} files. Take fewer, or a folder at a time.`, actualBytes, capBytes);
