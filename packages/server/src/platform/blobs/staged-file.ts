import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { StorageError, type Digest, type StagedWriter, type StagePosition } from './blob-store.ts';
import { afterBytes } from './blob-files.ts';
import { slotBytes, type FileHasher, type FileSums } from './file-hasher.ts';
import type { FreeSpace } from './free-space.ts';

/** Slots of one writer: one is filled while others are written and hashed. */
const slotsPerFile = 4;
/** A slot with less room is full, so that a chunk, as Node reads them from a socket, is in one slot. */
const chunkBytes = 64 * 1024;
/** Without a slot, chunks of a request are gathered to so many bytes for one write … */
const gatherBytes = 256 * 1024;
/** … or to so many pieces, because a slow sender's may hold a byte each. */
const gatherPieces = 256;
/** Bytes that may wait in memory for the disk. */
const maxQueuedBytes = 512 * 1024;
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
  #queue: Piece[] = [];
  #queuedBytes = 0;
  /** The slot being filled; undefined if there is none. */
  #slot: Buffer | undefined;
  #slotFill = 0;
  #slots = 0;
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
    const rest = this.#fillSlots(chunk);
    if (rest !== undefined) this.#enqueue({ bytes: rest, slot: undefined });
    this.#pump ??= this.#isDue() ? this.#run() : undefined;
    if (!this.#isBusy()) return undefined;
    this.#waiter ??= Promise.withResolvers<void>();
    return this.#waiter.promise;
  }

  /** Copies the chunk to slots and releases it; returns the bytes for which there is none. */
  #fillSlots(chunk: Buffer): Buffer | undefined {
    let at = 0;
    while (at < chunk.length && this.#openSlot()) {
      const slot = this.#slot as Buffer;
      const length = Math.min(chunk.length - at, slotBytes - this.#slotFill);
      slot.set(length === chunk.length ? chunk : chunk.subarray(at, at + length), this.#slotFill);
      this.#slotFill += length;
      at += length;
      if (slotBytes - this.#slotFill < chunkBytes) this.#sealSlot();
    }
    if (at < chunk.length) return at === 0 ? chunk : chunk.subarray(at);
    letGo(chunk);
    return undefined;
  }

  /** Whether there is a slot to fill. */
  #openSlot(): boolean {
    if (this.#slot !== undefined) return true;
    // Bytes that are hashed in this thread are few.
    if (this.#inlineHash !== undefined || this.#slots === slotsPerFile || this.#isEnding) return false;
    this.#slot = this.#deps.hasher.takeSlot();
    if (this.#slot === undefined) return false;
    this.#slots += 1;
    return true;
  }

  #sealSlot(): void {
    const slot = this.#slot;
    if (slot === undefined) return;
    if (this.#slotFill === 0 || this.#failure !== undefined) this.#giveBack(slot);
    else this.#enqueue({ bytes: slot.subarray(0, this.#slotFill), slot });
    this.#slot = undefined;
    this.#slotFill = 0;
  }

  #enqueue(piece: Piece): void {
    this.#queue.push(piece);
    this.#queuedBytes += piece.bytes.length;
  }

  #giveBack(slot: Buffer): void {
    this.#slots -= 1;
    this.#deps.hasher.giveSlot(slot);
  }

  #dropPieces(pieces: readonly Piece[]): void {
    for (const { slot } of pieces) if (slot !== undefined) this.#giveBack(slot);
  }

  #isDue(): boolean {
    return (
      this.#queuedBytes >= gatherBytes ||
      this.#queue.length >= gatherPieces ||
      (this.#isEnding && this.#queuedBytes > 0)
    );
  }

  /** Whether the caller waits: for a slot of this file, or for the disk. */
  #isBusy(): boolean {
    if (this.#isEnding) return false;
    return this.#slots > 0 ? !this.#openSlot() : this.#queuedBytes >= maxQueuedBytes;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isDue()) {
        const pieces = this.#queue;
        const bytes = this.#queuedBytes;
        this.#queue = [];
        this.#queuedBytes = 0;
        try {
          this.#handle ??= await open(this.#path, 'w', this.#deps.mode);
          const buffers = pieces.map((piece) => piece.bytes);
          await writeAll(this.#handle, buffers, this.#written);
        } catch (error) {
          this.#dropPieces(pieces);
          throw error;
        }
        this.#deps.freeSpace.take(bytes);
        this.#hash(pieces);
        if (this.#inlineHash === undefined) {
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

  /** Hands written pieces to the hasher, and releases their memory. */
  #hash(pieces: readonly Piece[]): void {
    for (const { bytes, slot } of pieces) {
      const at = this.#written;
      this.#written += bytes.length;
      if (slot !== undefined) {
        void this.#deps.hasher.feed(this.#id, this.#path, slot, at, bytes.length).then(() => {
          this.#slots -= 1;
          this.#wake();
        });
        continue;
      }
      letGo(bytes);
      if (this.#inlineHash === undefined) this.#deps.hasher.follow(this.#id, this.#path, this.#written);
    }
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
    this.#dropPieces(this.#queue);
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
    this.#sealSlot();
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

/** Bytes to write. `slot` holds them, or they are a chunk. */
interface Piece {
  readonly bytes: Buffer;
  readonly slot: Buffer | undefined;
}

/**
 * Releases the memory now instead of by the garbage collector, which at a gigabyte a second lags by a hundred
 * megabytes. Only for a chunk that does not share its memory: two may be in one slab.
 */
function letGo({ buffer, byteOffset, byteLength }: Buffer): void {
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
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
