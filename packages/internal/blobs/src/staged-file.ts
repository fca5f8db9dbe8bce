import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { afterBytes } from './blob-files.ts';
import { StorageError, type Digest, type StagedWriter, type StagePosition } from './blob-store.ts';
import type { FileHasher, FileSums } from './file-hasher.ts';
import type { FreeSpace } from './free-space.ts';
import { letGo } from './let-go.ts';

/**
 * Chunks of a request are gathered for one write. Fewer and larger writes spare a tenth of the processor time of a PUT, so a few
 * uploads gather more than many, which together hold as much.
 */
const gatherBytes = { least: 256 * 1024, most: 1024 * 1024, ofAll: 4 * 1024 * 1024 };
/** A write is due with so many pieces, too, because a slow sender's may hold a byte each. */
const gatherPieces = 256;
/** The sender waits for the disk when so many writes are gathered beside the one that is running. */
const maxQueuedWrites = 2;
/** Smaller files are hashed in this thread: a message to another one costs more. */
const inlineHashBytes = 1024 * 1024;
/** After this many bytes the system starts to write them back, so that the last fsync is short. */
const writebackBytes = 64 * 1024 * 1024;

export interface StagedFileDeps {
  readonly hasher: FileHasher;
  readonly freeSpace: FreeSpace;
  /** False only in benchmarks of the cost of durability. */
  readonly fsync: boolean;
  /** Mode of the file. */
  readonly mode: number;
  /** The files that are open and not small. */
  readonly writers: Set<StagedFile>;
}

/** Appends to one staged file. The file is opened with the first write, so that a small body costs no more than it must. */
export class StagedFile implements Pick<StagedWriter, 'offset' | 'write' | 'close'> {
  readonly offset: number;
  readonly #id: string;
  readonly #path: string;
  readonly #deps: StagedFileDeps;
  /** undefined: the hasher follows the file instead. */
  readonly #inlineHash;
  #inlineCrc32 = 0;
  #handle: FileHandle | undefined;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #written: number;
  #syncedFrom: number;
  #isEnding = false;
  #pump: Promise<void> | undefined;
  #writeback: Promise<void> | undefined;
  #failure: StorageError | undefined;
  /** An fsync failed, so nothing of the file can be trusted any more. */
  #isLost = false;
  #waiter: PromiseWithResolvers<void> | undefined;

  private constructor(id: string, path: string, position: StagePosition, deps: StagedFileDeps) {
    this.#id = id;
    this.#path = path;
    this.#deps = deps;
    this.offset = this.#written = this.#syncedFrom = position.offset;
    this.#inlineHash =
      position.offset === 0 && position.totalBytes <= inlineHashBytes ? createHash('sha256') : undefined;
    if (position.offset === 0) deps.hasher.forget(id);
  }

  static async open(id: string, path: string, position: StagePosition, deps: StagedFileDeps): Promise<StagedFile> {
    await deps.freeSpace.require(position.totalBytes - position.offset);
    const file = new StagedFile(id, path, position, deps);
    if (position.offset > 0) await file.#openAt(position.offset);
    if (file.#inlineHash === undefined) deps.writers.add(file);
    return file;
  }

  async #openAt(offset: number): Promise<void> {
    try {
      this.#handle = await open(this.#path, 'r+');
      const { size } = await this.#handle.stat();
      if (size !== offset) throw new RangeError(`${size} bytes are staged, not ${offset}`);
    } catch (error) {
      await this.#handle?.close();
      throw new StorageError('Staged bytes cannot be continued', { cause: error });
    }
  }

  write(chunk: Buffer): void | Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#inlineHash !== undefined) {
      this.#inlineHash.update(chunk);
      this.#inlineCrc32 = crc32(chunk, this.#inlineCrc32);
    }
    this.#queue.push(chunk);
    this.#queuedBytes += chunk.length;
    this.#pump ??= this.#isDue() ? this.#run() : undefined;
    if (!this.#isBusy()) return undefined;
    this.#waiter ??= Promise.withResolvers<void>();
    return this.#waiter.promise;
  }

  get #gatherBytes(): number {
    if (this.#inlineHash !== undefined) return gatherBytes.least;
    return Math.max(gatherBytes.least, Math.min(gatherBytes.most, gatherBytes.ofAll / this.#deps.writers.size));
  }

  #isDue(): boolean {
    return (
      this.#queuedBytes >= this.#gatherBytes ||
      this.#queue.length >= gatherPieces ||
      (this.#isEnding && this.#queuedBytes > 0)
    );
  }

  /** Whether the caller waits for the disk. */
  #isBusy(): boolean {
    return !this.#isEnding && this.#queuedBytes >= maxQueuedWrites * this.#gatherBytes;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isDue()) {
        const chunks = this.#queue;
        const bytes = this.#queuedBytes;
        this.#queue = [];
        this.#queuedBytes = 0;
        await this.#deps.freeSpace.requireOwed(bytes);
        this.#handle ??= await open(this.#path, 'w', this.#deps.mode);
        await writeAll(this.#handle, chunks, this.#written);
        this.#written += bytes;
        chunks.forEach(letGo);
        this.#deps.freeSpace.take(bytes);
        if (this.#inlineHash === undefined) {
          this.#deps.hasher.follow(this.#id, this.#path, this.#written);
          const near = this.#deps.hasher.whenNear(this.#id);
          if (near !== undefined) await near;
        }
        if (this.#written - this.#syncedFrom >= writebackBytes && this.#writeback === undefined) {
          this.#beginWriteback(this.#handle);
          await this.#deps.freeSpace.require(0);
        }
        this.#wake();
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#pump = undefined;
  }

  #beginWriteback(handle: FileHandle): void {
    this.#syncedFrom = this.#written;
    this.#writeback = this.#sync(handle)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#writeback = undefined));
  }

  #fail(error: unknown): void {
    this.#failure ??=
      error instanceof StorageError ? error : new StorageError('Writing staged bytes failed', { cause: error });
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#wake();
  }

  #wake(): void {
    if (this.#failure === undefined && this.#isBusy()) return;
    const waiter = this.#waiter;
    this.#waiter = undefined;
    if (this.#failure === undefined) waiter?.resolve();
    else waiter?.reject(this.#failure);
  }

  /** Everything handed over is written, or failed to be. */
  async #drain(): Promise<void> {
    this.#isEnding = true;
    if (this.#failure === undefined) this.#pump ??= this.#run();
    await this.#pump;
    await this.#writeback;
  }

  async close(): Promise<void> {
    await this.#drain();
    // Restarted without bytes: those of an earlier attempt are not part of it.
    if (this.offset === 0 && this.#handle === undefined && this.#failure === undefined)
      await rm(this.#path, { force: true }).catch((error: unknown) => this.#fail(error));
    await this.#release();
    if (this.#failure !== undefined) throw this.#failure;
  }

  async finish(): Promise<Digest> {
    await this.#drain();
    let sums: FileSums = { sha256: '', crc32: 0 };
    if (this.#failure === undefined) {
      try {
        this.#handle ??= await open(this.#path, this.offset === 0 ? 'w' : 'r+', this.#deps.mode);
        [sums] = await Promise.all([this.#digest(), this.#sync(this.#handle)]);
      } catch (error) {
        this.#fail(error);
      }
    }
    await this.#release();
    if (this.#failure !== undefined) throw this.#failure;
    return { bytes: this.#written, ...sums };
  }

  async #digest(): Promise<FileSums> {
    if (this.#inlineHash !== undefined) return { sha256: this.#inlineHash.digest('hex'), crc32: this.#inlineCrc32 };
    return this.#deps.hasher.digest(this.#id, this.#path, this.#written);
  }

  async #sync(handle: FileHandle): Promise<void> {
    if (!this.#deps.fsync) return;
    try {
      await handle.datasync();
    } catch (error) {
      this.#isLost = true;
      throw error;
    }
  }

  async #release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#deps.writers.delete(this);
    try {
      await handle?.close();
      if (!this.#isLost) this.#deps.hasher.rest(this.#id);
      else {
        this.#deps.hasher.forget(this.#id);
        await rm(this.#path, { force: true });
      }
    } catch (error) {
      this.#fail(error);
    }
  }
}

/** One call may write only a part. */
async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<void> {
  let rest = pieces;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, at);
    if (bytesWritten === 0) throw new Error('nothing could be written');
    at += bytesWritten;
    rest = afterBytes(rest, bytesWritten);
  }
}
