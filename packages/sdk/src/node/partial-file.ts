import { createHash, type Hash } from 'node:crypto';
import { link, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '../error-from.ts';
import { DriveError } from '../error.ts';

/** Small chunks are collected up to this size before a write. */
const writeBytes = 1024 * 1024;

/** The bytes received so far with their running hash, and beside them a file with their ETag. */
export class PartialFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #hash: Hash = createHash('sha256');
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** The pending write. Further bytes are received meanwhile. */
  #writing: Promise<void> = Promise.resolve();
  #bytes = 0;
  #etag: string | undefined;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Opens the partial file of an earlier run. Discards its bytes if their ETag is unknown. */
  static async open(path: string, { resume }: { resume: boolean }): Promise<PartialFile> {
    const file = await open(path, 'a+').catch((error: unknown) => unwritable(path, error));
    const partial = new PartialFile(path, file);
    try {
      partial.#etag = resume ? await readFile(partial.#etagPath, 'utf8').catch(() => undefined) : undefined;
      if (partial.#etag === undefined) await partial.restart();
      else await partial.#readBack();
      return partial;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Includes bytes that are not written yet. */
  get bytes(): number {
    return this.#bytes;
  }

  get etag(): string | undefined {
    return this.#etag;
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
    if (etag === undefined || etag === this.#etag) return;
    this.#etag = etag;
    await writeFile(this.#etagPath, etag).catch((error: unknown) => unwritable(this.#path, error));
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

  /** Syncs and renames the file. */
  async moveTo(path: string, { overwrite }: { overwrite: boolean }): Promise<void> {
    try {
      await this.#flush();
      await this.#file.sync();
      if (overwrite || !(await this.#linkTo(path))) await rename(this.#path, path);
      await this.discard();
    } catch (error) {
      unwritable(path, error);
    }
    await syncDirectory(dirname(path));
  }

  async discard(): Promise<void> {
    await rm(this.#path, { force: true });
    await rm(this.#etagPath, { force: true });
  }

  /** Closes the file and keeps it for a later run if it has bytes. */
  async close(): Promise<void> {
    await this.#flush().catch(() => undefined);
    await this.#file.close();
    if (this.#bytes === 0) await this.discard();
  }

  get #etagPath(): string {
    return `${this.#path}-etag`;
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

  /**
   * Creates a hard link, which fails where a rename would replace a new file. `false` if the file system has no hard
   * links.
   */
  async #linkTo(path: string): Promise<boolean> {
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
