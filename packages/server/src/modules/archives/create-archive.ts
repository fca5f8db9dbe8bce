import { type BaseUrl, isoTime, minuteMs } from '@drive/base';
import { limits, type ArchiveUrl } from '@drive/contract';
import { ZipLength } from '@drive/zip';
import { mayDo } from '../../platform/access/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { EmptyFolder, FileBelow, Files } from '../files/index.ts';
import type { OpenShare } from '../shares/index.ts';
import {
  entriesPerPart,
  insertArchive,
  insertPart,
  setArchiveMade,
  hashedTokenOf,
  type PlannedEntry,
} from './archive-store.ts';
import { EntryPaths } from './entry-paths.ts';

/** Keeps one request from filling the database; not a limit of the API. */
const maxEntries = 100_000;
const tokenCharacters = 32;

export type CreateDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets'> & {
  /** Largest total size of the files of an archive. */
  readonly config: { readonly maxBytes: number };
  readonly files: Pick<Files, 'requireReleased'>;
};

/** Distinguishes folders of the same name that were chosen from several places. Default: 0. */
export type ArchivedItem = (FileBelow | EmptyFolder | ArchivedText) & { readonly tree?: number };

/** A text that the server writes into the ZIP. */
export interface ArchivedText {
  readonly text: string;
  readonly name: string;
  readonly folderNames: readonly string[];
}

export interface NewArchive {
  /** owners.row_id of the owner of every item. */
  readonly ownerId: number;
  /** The open share that it is requested through; null if the owner requests it. */
  readonly share: OpenShare | null;
  /** share_recipients.row_id if requested through a personal link. */
  readonly recipientRowId?: number | null;
  /** File name without `.zip`. Default: the name of its only file, otherwise `files`. */
  readonly name?: string;
  /** Alive files and empty folders of the owner, and of the share if there is one, each once, in the order of the ZIP. */
  readonly entries: Iterable<readonly ArchivedItem[]> | AsyncIterable<readonly ArchivedItem[]>;
  /** Default: limits of archives. `token` is secret, and unique. */
  readonly lasting?: { readonly token: string; readonly minutes: number };
  /** Total size of the files if known; above the limit the archive is refused before `entries` is read. */
  readonly knownBytes?: number;
}

/** Plans the ZIP, which gives its length, and stores the plan. */
export async function createArchive(deps: CreateDeps, wanted: NewArchive): Promise<ArchiveUrl> {
  const { maxBytes } = deps.config;
  if ((wanted.knownBytes ?? 0) > maxBytes) throw tooLarge(wanted.knownBytes ?? 0, maxBytes);
  const planned = new NewPlan(deps, wanted);
  for await (const piece of wanted.entries) for (const item of piece) await planned.add(item);
  return planned.finish();
}

class NewPlan {
  readonly #deps: CreateDeps;
  readonly #wanted: NewArchive;
  readonly #token: string;
  readonly #expiresAt: number;
  readonly #limits: { readonly bytes: number; readonly entries: number };
  readonly #paths = new EntryPaths();
  readonly #length = new ZipLength();
  #part: PlannedEntry[] = [];
  #parts = 0;
  #rowId: number | undefined;
  #entryCount = 0;
  #fileCount = 0;
  #totalBytes = 0;
  #onlyName: string | undefined;

  constructor(deps: CreateDeps, wanted: NewArchive) {
    this.#deps = deps;
    this.#wanted = wanted;
    const { lasting } = wanted;
    this.#token = lasting?.token ?? deps.random.token(tokenCharacters);
    this.#expiresAt = deps.clock.now() + (lasting?.minutes ?? limits.archiveMinutes) * minuteMs;
    this.#limits =
      lasting === undefined
        ? { bytes: deps.config.maxBytes, entries: maxEntries }
        : { bytes: Infinity, entries: Infinity };
  }

  async add(item: ArchivedItem): Promise<void> {
    const entry =
      'file' in item ? this.#fileEntry(item) : 'text' in item ? this.#textEntry(item) : this.#folderEntry(item);
    if (entry === undefined) return;
    this.#length.add(entry);
    this.#part.push(entry);
    if (this.#totalBytes > this.#limits.bytes) return;
    // A text may be large.
    if (this.#part.length < entriesPerPart && !('text' in item)) return;
    this.#rowId = await this.#deps.database.write((tx) => this.#storePart(tx));
    this.#part = [];
    this.#parts += 1;
  }

  #fileEntry({ file, folderNames, tree }: FileBelow & ArchivedItem): PlannedEntry {
    // An owner downloads what is in quarantine, and nobody else.
    const isOwn: boolean =
      this.#wanted.share === null && mayDo(this.#wanted.ownerId, { ownerId: file.ownerId }, 'read');
    if (!isOwn) this.#deps.files.requireReleased(file, file.name);
    this.#fileCount += 1;
    this.#totalBytes += file.sizeBytes;
    this.#onlyName = this.#fileCount === 1 ? file.name : undefined;
    const maxBytes = this.#limits.bytes;
    // A selection of files is small, so its total is added up for the message; a folder may be large.
    if (this.#fileCount > limits.archiveFiles && this.#totalBytes > maxBytes)
      throw tooLarge(this.#totalBytes, maxBytes);
    this.#countEntry();
    return {
      fileId: file.id,
      blobKey: file.blobKey,
      path: this.#paths.pathOf(folderNames, file.name, tree),
      sizeBytes: file.sizeBytes,
      modifiedAt: file.modifiedAt ?? file.createdAt,
    };
  }

  #textEntry({ text, name, folderNames, tree }: ArchivedText & ArchivedItem): PlannedEntry {
    const modifiedAt = this.#deps.clock.now();
    const path = this.#paths.pathOf(folderNames, name, tree);
    return { fileId: '', blobKey: null, path, sizeBytes: Buffer.byteLength(text), modifiedAt, text };
  }

  #folderEntry({ emptyFolder, folderNames, tree }: EmptyFolder & ArchivedItem): PlannedEntry | undefined {
    this.#countEntry();
    const path = this.#paths.folderPathOf(folderNames, tree);
    if (path === undefined || path === '') return undefined;
    return { fileId: emptyFolder.id, blobKey: null, path, sizeBytes: 0, modifiedAt: emptyFolder.createdAt };
  }

  #countEntry(): void {
    this.#entryCount += 1;
    if (this.#entryCount > this.#limits.entries) throw tooMany(this.#totalBytes, this.#deps.config.maxBytes);
  }

  /** The token is returned after the last part is stored, so the parts of a refused archive just expire. */
  async #storePart(tx: Tx): Promise<number> {
    const { ownerId, share, recipientRowId } = this.#wanted;
    const rowId =
      this.#rowId ??
      (await insertArchive(tx, {
        tokenHash: this.#deps.secrets.sign(...hashedTokenOf(this.#token)),
        ownerId,
        shareRowId: share?.rowId ?? null,
        passwordVersion: share?.passwordVersion ?? null,
        recipientRowId: recipientRowId ?? null,
        name: '',
        expiresAt: this.#expiresAt,
      }));
    if (this.#part.length > 0) await insertPart(tx, rowId, this.#parts, this.#part);
    return rowId;
  }

  async finish(): Promise<ArchiveUrl> {
    const { baseUrl, database } = this.#deps;
    const totalBytes = this.#totalBytes;
    if (totalBytes > this.#limits.bytes) throw tooLarge(totalBytes, this.#limits.bytes);
    const name = `${this.#wanted.name ?? this.#onlyName ?? 'files'}.zip`;
    const zipBytes = this.#length.bytes;
    await database.write(async (tx) => setArchiveMade(tx, await this.#storePart(tx), { name, zipBytes }));
    return {
      downloadUrl: archiveUrl(baseUrl, this.#token, name),
      fileCount: this.#fileCount,
      totalBytes,
      expiresAt: isoTime(this.#expiresAt),
    };
  }
}

export const archiveUrl = (baseUrl: BaseUrl, token: string, name: string): string =>
  baseUrl.link(`/files/archives/${token}/${encodeURIComponent(name)}`);

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
    `An archive can contain at most ${maxEntries} files and empty folders. Select fewer, or one folder at a time.`,
    actualBytes,
    capBytes,
  );
