import { createHash, type Hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, link, lstat, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from '../error-from.ts';
import { DriveError } from '../error.ts';
import {
  changeNote,
  createNote,
  identityOf,
  isMadeBy,
  newOwner,
  noteOf,
  partNamesOf,
  readNote,
  removePart,
  type StoredNote,
  takeOver,
} from './partial-note.ts';
import { keepRenewing } from './running-process.ts';

/** Small chunks are collected up to this size before a write. */
const writeBytes = 1024 * 1024;

/** The bytes received so far with their running hash, and beside them a note with their ETag. */
export class PartialFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #stored: StoredNote;
  #hash: Hash = createHash('sha256');
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** The pending write. Further bytes are received meanwhile. */
  #writing: Promise<void> = Promise.resolve();
  #bytes = 0;
  /** Some file systems of networks give a file another inode number whenever they are asked. */
  #hasInode = true;
  /** Whether the file has another name or another owner, or was removed. */
  #isGone = false;
  readonly #stopRenewing: () => void;

  private constructor(path: string, file: FileHandle, stored: StoredNote) {
    this.#path = path;
    this.#file = file;
    this.#stored = stored;
    this.#stopRenewing = keepRenewing(noteOf(path));
  }

  /**
   * Opens the partial file that an earlier run made for `target`, or creates one. Discards bytes whose ETag is unknown. Until it is
   * closed, no other download uses it. `replaced` is the file that it will replace: nobody else may read the bytes.
   */
  static async open(
    target: string,
    { resume, replaced }: { resume: boolean; replaced?: Stats | undefined },
  ): Promise<PartialFile> {
    const name = basename(target);
    const mode = replaced === undefined ? undefined : (replaced.mode & 0o777) | 0o600;
    const paths = partNamesOf(name).map((part) => join(dirname(target), part));
    for (const path of paths) {
      const partial = await PartialFile.#openAt(path, name, mode).catch((error: unknown) => unwritable(path, error));
      if (partial === undefined) continue;
      try {
        partial.#hasInode = await partial.#isNamed();
        if (resume && partial.etag !== undefined) await partial.#readBack();
        else await partial.restart();
        return partial;
      } catch (error) {
        await partial.close();
        throw error;
      }
    }
    throw new DriveError(
      'local_file_error',
      `${target} can't be written: ${paths.join(', ')} exist. Rename one of them, or wait until other downloads to this path have ended.`,
    );
  }

  /** Returns `undefined` if the name is that of a file of the user or of another download. */
  static async #openAt(path: string, name: string, mode: number | undefined): Promise<PartialFile | undefined> {
    const found = await readNote(path);
    if (found === 'foreign') return undefined;
    if (found !== undefined) {
      const stored = await takeOver(path, found);
      if (stored === undefined) return undefined;
      const isOwn = await isMadeBy(stored.note, path);
      const kept = isOwn ? await lstat(path) : undefined;
      if (kept?.nlink === 1) {
        // A run that was killed before it renamed the file has left the permissions of the one to replace, maybe read-only.
        await chmod(path, mode ?? (kept.mode & 0o777) | 0o600).catch(() => undefined);
        return new PartialFile(path, await open(path, 'r+'), stored);
      }
      // A run ended between the two names of a complete file, or the user made a link: no byte of it may change.
      await (isOwn ? removePart(path) : rm(noteOf(path), { force: true }));
    }
    const file = await open(path, 'wx+', mode).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    try {
      const note = { name, file: identityOf(await file.stat()), owner: newOwner() };
      return new PartialFile(path, file, await createNote(path, note));
    } catch (error) {
      // A partial file without a complete note would count as the user's and keep its name for good.
      await file.close();
      const isNoteOfOthers = (error as NodeJS.ErrnoException).code === 'EEXIST';
      await (isNoteOfOthers ? rm(path, { force: true }) : removePart(path)).catch(() => undefined);
      throw error;
    }
  }

  /** Includes bytes that are not written yet. */
  get bytes(): number {
    return this.#bytes;
  }

  get etag(): string | undefined {
    return this.#stored.note.etag;
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
    if (etag === this.etag) {
      // This machine may have slept while another one took the file.
      if (!(await this.#isOwner())) await this.#fail();
      return;
    }
    const { note } = this.#stored;
    const changed = await changeNote(this.#path, this.#stored, { ...note, etag }).catch((error: unknown) =>
      unwritable(this.#path, error),
    );
    this.#stored = changed ?? (await this.#fail());
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

  /** Sets the time of the file, syncs and renames it. It gets the permissions of the file that it replaces. */
  async moveTo(
    path: string,
    { overwrite, modifiedAt }: { overwrite: boolean; modifiedAt?: Date | undefined },
  ): Promise<void> {
    try {
      await this.#flush();
      if (overwrite) await this.#copyMode(path);
      // A file system that cannot store times keeps the content nevertheless.
      if (modifiedAt !== undefined) await this.#file.utimes(modifiedAt, modifiedAt).catch(() => undefined);
      await this.#file.sync();
      await this.#requireUnchanged();
      if (!overwrite && (await this.#link(path))) {
        // The note last: after a crash it identifies the partial file as a second name of the complete one.
        await rm(this.#path, { force: true });
        await rm(noteOf(this.#path), { force: true });
        this.#isGone = true;
      } else {
        this.#isGone = true;
        // The note first: after a crash it would identify the complete file as a partial one.
        await rm(noteOf(this.#path), { force: true });
        await rename(this.#path, path).catch(async (error: unknown) => {
          // For a later run, which resumes.
          await createNote(this.#path, this.#stored.note).then(
            () => (this.#isGone = false),
            () => undefined,
          );
          throw error;
        });
      }
    } catch (error) {
      unwritable(path, error);
    }
    await syncDirectory(dirname(path));
  }

  async discard(): Promise<void> {
    if (this.#isGone) return;
    this.#isGone = true;
    if (!(await this.#isOwner())) return;
    await ((await this.#isNamed()) ? removePart(this.#path) : rm(noteOf(this.#path), { force: true }));
  }

  /** Closes the file and keeps it for a later run if it has bytes. */
  async close(): Promise<void> {
    this.#stopRenewing();
    await this.#flush().catch(() => undefined);
    try {
      if (this.#bytes === 0) await this.discard();
    } finally {
      await this.#file.close();
    }
    if (this.#isGone) return;
    this.#isGone = true;
    const { note } = this.#stored;
    // On a full disk it stays that of this process, until that has ended.
    await changeNote(this.#path, this.#stored, { ...note, owner: undefined }).catch(() => undefined);
  }

  /** Whether the note still names this download. */
  async #isOwner(): Promise<boolean> {
    const found = await readNote(this.#path);
    return typeof found === 'object' && found.text === this.#stored.text;
  }

  /** Whether the file still has its name. */
  async #isNamed(): Promise<boolean> {
    if (!this.#hasInode) return true;
    const named = await lstat(this.#path).catch(() => undefined);
    return named?.isFile() === true && named.ino === (await this.#file.stat()).ino;
  }

  /** Checks that the name is that of the file with the bytes that were hashed, and nothing else. */
  async #requireUnchanged(): Promise<void> {
    const { size } = await this.#file.stat();
    if (size !== this.#bytes || !(await this.#isNamed()) || !(await this.#isOwner())) await this.#fail();
  }

  async #fail(): Promise<never> {
    await this.discard();
    throw new DriveError('local_file_error', `${this.#path} was changed by another program. Run the download again.`);
  }

  /** A file system that cannot store permissions keeps the content nevertheless. */
  async #copyMode(path: string): Promise<void> {
    const replaced = await stat(path).catch(() => undefined);
    if (replaced?.isFile() === true) await this.#file.chmod(replaced.mode & 0o777).catch(() => undefined);
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
    this.#writing = this.#writeAll(chunks, expected, this.#bytes - expected);
    // The next wait for it reports a failure.
    this.#writing.catch(() => {});
  }

  async #writeAll(chunks: readonly Uint8Array[], expected: number, start: number): Promise<void> {
    try {
      let written = (await this.#file.writev(chunks, start)).bytesWritten;
      if (written === expected) return;
      const all = Buffer.concat(chunks);
      while (written < expected)
        written += (await this.#file.write(all, written, expected - written, start + written)).bytesWritten;
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
