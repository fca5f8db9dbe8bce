import { createHash, type Hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { link, lstat, open, readdir, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from '../error-from.ts';
import { DriveError } from '../error.ts';

/** Small chunks are collected up to this size before a write. */
const writeBytes = 1024 * 1024;

/** Names beside a file that its partial download may have, if files of the user have the first ones. */
const mostParts = 4;
/** Longest name that leaves room for the endings, in bytes: file systems allow 255, and eCryptfs 143. */
const longestBase = 128;
const noteEnding = '-etag';

/**
 * The content of `path.part-etag`. Only the file that it identifies was made by a download: any other file named `path.part`
 * belongs to the user.
 */
interface Note {
  /** The name that the file gets when it is complete. */
  readonly name: string;
  /** Identity of the partial file. */
  readonly file: string;
  /** ETag of its bytes; missing until a response had one. */
  readonly etag?: string | undefined;
}

/** The bytes received so far with their running hash, and beside them a note with their ETag. */
export class PartialFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #note: Note;
  #hash: Hash = createHash('sha256');
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** The pending write. Further bytes are received meanwhile. */
  #writing: Promise<void> = Promise.resolve();
  #bytes = 0;

  private constructor(path: string, file: FileHandle, note: Note) {
    this.#path = path;
    this.#file = file;
    this.#note = note;
  }

  /** Opens the partial file that an earlier run made for `target`, or creates one. Discards bytes whose ETag is unknown. */
  static async open(target: string, { resume }: { resume: boolean }): Promise<PartialFile> {
    const name = basename(target);
    const paths = partNamesOf(name).map((part) => join(dirname(target), part));
    for (const path of paths) {
      const note = await readNote(path);
      if (note === 'foreign') continue;
      const isOwn = note !== undefined && (await isMadeBy(note, path)) && !(await isNamedTwice(path));
      const file = await open(path, isOwn ? 'a+' : 'ax+').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return undefined;
        return unwritable(path, error);
      });
      if (file === undefined) continue;
      try {
        const partial = new PartialFile(path, file, isOwn ? note : { name, file: identityOf(await file.stat()) });
        if (!isOwn) await partial.#writeNote(note === undefined ? 'wx' : 'w');
        if (resume && partial.etag !== undefined) await partial.#readBack();
        else await partial.restart();
        return partial;
      } catch (error) {
        await file.close();
        throw error;
      }
    }
    throw new DriveError(
      'local_file_error',
      `${target} can't be written: ${paths.join(', ')} exist. Rename one of them.`,
    );
  }

  /** Includes bytes that are not written yet. */
  get bytes(): number {
    return this.#bytes;
  }

  get etag(): string | undefined {
    return this.#note.etag;
  }

  /** Discards the bytes. */
  async restart(): Promise<void> {
    await this.#writing;
    await this.#file.truncate(0).catch((error: unknown) => unwritable(this.#path, error));
    this.#hash = createHash('sha256');
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#bytes = 0;
  }

  /** Stores the ETag of the bytes that follow. */
  async remember(etag: string | undefined): Promise<void> {
    if (etag === this.etag) return;
    this.#note = { ...this.#note, etag };
    await this.#writeNote('w');
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#bytes += chunk.byteLength;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#waitingBytes >= writeBytes) await this.#startWriting();
  }

  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Sets the time of the file, syncs and renames it. */
  async moveTo(
    path: string,
    { overwrite, modifiedAt }: { overwrite: boolean; modifiedAt?: Date | undefined },
  ): Promise<void> {
    try {
      await this.#flush();
      // A file system that cannot store times keeps the content nevertheless.
      if (modifiedAt !== undefined) await this.#file.utimes(modifiedAt, modifiedAt).catch(() => undefined);
      await this.#file.sync();
      if (!overwrite && (await this.#link(path))) {
        // The note last: after a crash it identifies the partial file as a second name of the complete one.
        await rm(this.#path, { force: true });
        await rm(noteOf(this.#path), { force: true });
      } else {
        // The note first: after a crash it would identify the complete file as a partial one.
        await rm(noteOf(this.#path), { force: true });
        await rename(this.#path, path).catch(async (error: unknown) => {
          // For a later run, which resumes.
          await this.#writeNote('wx').catch(() => undefined);
          throw error;
        });
      }
    } catch (error) {
      unwritable(path, error);
    }
    await syncDirectory(dirname(path));
  }

  async discard(): Promise<void> {
    await remove(this.#path);
  }

  /** Closes the file and keeps it for a later run if it has bytes. */
  async close(): Promise<void> {
    await this.#flush().catch(() => undefined);
    await this.#file.close();
    if (this.#bytes === 0) await this.discard();
  }

  /** A partial file without a complete note would count as the user's and keep its name for good. */
  async #writeNote(flag: 'w' | 'wx'): Promise<void> {
    try {
      await writeFile(noteOf(this.#path), JSON.stringify(this.#note), { flag });
    } catch (error) {
      const isNoteOfOthers = (error as NodeJS.ErrnoException).code === 'EEXIST';
      await (isNoteOfOthers ? rm(this.#path, { force: true }) : this.discard()).catch(() => undefined);
      unwritable(this.#path, error);
    }
  }

  async #flush(): Promise<void> {
    await this.#startWriting();
    await this.#writing;
  }

  /** Resolves when the previous write has ended. */
  async #startWriting(): Promise<void> {
    await this.#writing;
    const chunks = this.#waiting;
    const expected = this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (expected === 0) return;
    this.#writing = this.#writeAll(chunks, expected);
    // The next wait for it reports a failure.
    this.#writing.catch(() => {});
  }

  async #writeAll(chunks: readonly Uint8Array[], expected: number): Promise<void> {
    try {
      const { bytesWritten } = await this.#file.writev(chunks);
      if (bytesWritten < expected) await this.#file.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
    } catch (error) {
      unwritable(this.#path, error);
    }
  }

  async #readBack(): Promise<void> {
    const buffer = Buffer.allocUnsafe(writeBytes);
    for (;;) {
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, this.#bytes);
      if (bytesRead === 0) return;
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#bytes += bytesRead;
    }
  }

  /** Gives the file a second name, unless another file has it. Returns false if the file system has no hard links. */
  async #link(path: string): Promise<boolean> {
    try {
      await link(this.#path, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(path);
      return false;
    }
  }
}

/** Names of the partial files of a file, in the order in which they are tried. */
function partNamesOf(name: string): string[] {
  let base = name;
  if (Buffer.byteLength(name) > longestBase) {
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
    base = `${[...name].slice(0, 25).join('')}~${hash}`;
  }
  return Array.from({ length: mostParts }, (_, index) => `${base}.part${index === 0 ? '' : index + 1}`);
}

const noteOf = (part: string): string => part + noteEnding;

const identityOf = ({ dev, ino, birthtimeMs }: Stats): string => `${dev} ${ino} ${birthtimeMs}`;

/** Returns `foreign` if a file of the user has the name of the note. */
async function readNote(part: string): Promise<Note | 'foreign' | undefined> {
  try {
    const note = JSON.parse(await readFile(noteOf(part), 'utf8')) as Partial<Note> | null;
    return typeof note?.name === 'string' && typeof note.file === 'string' ? (note as Note) : 'foreign';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'foreign';
  }
}

async function isMadeBy(note: Note, part: string): Promise<boolean> {
  const found = await lstat(part).catch(() => undefined);
  return found?.isFile() === true && identityOf(found) === note.file;
}

/** Whether a run ended between the two names of a complete file, or the user made a link: no byte of it may change. */
async function isNamedTwice(part: string): Promise<boolean> {
  if ((await lstat(part)).nlink === 1) return false;
  await rm(part);
  return true;
}

/** Removes the note first: a partial file without a note is never touched again, but a note could outlive its file. */
async function remove(part: string): Promise<void> {
  await rm(noteOf(part), { force: true });
  await rm(part, { force: true });
}

/**
 * Removes what interrupted downloads have left in a directory: `path.part` and `path.part-etag`. Files of the same names that no
 * download made stay.
 *
 * @example
 * ```ts
 * import { removePartialDownloads } from '@drive/sdk/node';
 *
 * const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
 * await removePartialDownloads('photos', { before: yesterday });
 * ```
 */
export async function removePartialDownloads(
  directory: string,
  {
    name,
    before,
  }: {
    /** Only those of the file with this name. Default: all. */
    readonly name?: string | undefined;
    /** Only those to which no bytes were written since. Default: all. */
    readonly before?: Date | undefined;
  } = {},
): Promise<void> {
  const parts =
    name === undefined
      ? (await readdir(directory).catch(() => []))
          .filter((one) => one.endsWith(noteEnding))
          .map((one) => one.slice(0, -noteEnding.length))
      : partNamesOf(name);
  for (const part of parts) {
    const path = join(directory, part);
    const note = await readNote(path);
    if (note === undefined || note === 'foreign' || !partNamesOf(note.name).includes(part)) continue;
    const isOwn = await isMadeBy(note, path);
    const { mtime } = await lstat(isOwn ? path : noteOf(path)).catch(() => ({ mtime: new Date(0) }));
    if (before !== undefined && mtime >= before) continue;
    await (isOwn ? remove(path) : rm(noteOf(path), { force: true }));
  }
}

export const fileExists = (path: string): DriveError =>
  new DriveError('file_exists', `${path} is already there. Choose another path, or set overwrite.`);

function unwritable(path: string, cause: unknown): never {
  if (cause instanceof DriveError) throw cause;
  throw new DriveError('local_file_error', `${path} can't be written: ${reasonOf(cause)}`, { cause });
}

/** Syncs a directory. Ignores failures, because Windows and some file systems do not support it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch {
    // The file itself is already synced.
  }
}
