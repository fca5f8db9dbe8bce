/** A stretch of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobInfo {
  readonly key: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** The bytes of an upload under way: they survive a crash, but nobody can read them as a file yet. */
export interface StagedWriter {
  /** Where the next byte goes. */
  readonly offset: number;
  /**
   * Takes the chunk over: the caller must not touch it again. Resolves when more may come, which is not yet when the
   * bytes are safe. Rejects with the first error of any write before it.
   */
  write(chunk: Buffer): void | Promise<void>;
  /** Waits until every byte handed over is written. Does not make them durable: `adopt` does. */
  close(): Promise<void>;
}

export interface BlobReader {
  readonly bytes: number;
  /** Fills `into` from `position` on; answers how many bytes it got, 0 at the end. */
  read(into: Buffer, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Where the bytes of files live. Keys are opaque and never a name; every implementation passes
 * `blob-store.contract.ts`.
 *
 * An upload's bytes are *staged* under the id of its session, appended in as many pieces as it takes, and then
 * *adopted* under a key of their own. Both live in the same place, so adopting moves no bytes.
 */
export interface BlobStore {
  /** A fresh key for `adopt` or `put`. */
  newKey(): string;

  /** Opens staged bytes for appending at `offset` (at most what is there; what lies behind it is cut off). */
  stage(id: string, offset: number): Promise<StagedWriter>;
  /** Bytes staged under the id; 0 where there are none. */
  stagedBytes(id: string): Promise<number>;
  /** SHA-256 (lower-case hex) of what is staged: from memory where this process wrote it all, else read again. */
  stagedSha256(id: string): Promise<string>;
  /**
   * Turns staged bytes into a blob: durable, with its directory entry, before it resolves. Safe to repeat after a crash
   * in its middle: when the key is already there it only makes sure that it is durable.
   */
  adopt(id: string, key: string): Promise<void>;
  /** Forgets staged bytes; fine when there are none. */
  discard(id: string): Promise<void>;
  listStaged(): AsyncIterable<{ readonly id: string; readonly bytes: number; readonly modifiedAt: number }>;

  /** Stores a whole blob at once, all or nothing and durable, counting and hashing while it streams. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** undefined when there is no such blob. */
  open(key: string): Promise<BlobReader | undefined>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  list(): AsyncIterable<BlobInfo>;
  /** Bytes that may still be written before the place is full. */
  freeBytes(): Promise<number>;
  close(): Promise<void>;
}

/** The place for bytes refused or lost them: a full or broken disk. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
