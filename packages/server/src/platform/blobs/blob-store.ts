/** What a blob or a finished upload holds. */
export interface Digest {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Of zlib: what a ZIP names before the bytes. */
  readonly crc32: number;
}

export interface BlobInfo {
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** The bytes of an upload under way: they survive a crash, but nobody can read them as a file yet. */
export interface StagedWriter {
  /** Where the next byte goes. */
  readonly offset: number;
  /**
   * Takes the chunk over: the caller must not touch it again. A promise says to hold back the next chunk until it
   * resolves, which is not yet when the bytes are safe. Rejects with the first error of any write before it.
   */
  write(chunk: Buffer): void | Promise<void>;
  /**
   * Waits until every byte handed over is written, so that a later piece can go on from there; does not make them
   * durable. Rejects with the first error of any write; nothing stays open in any case.
   */
  close(): Promise<void>;
  /**
   * Makes everything staged durable, earlier pieces included, and tells what it is. Where it rejects, nothing was made
   * durable; what is left to go on from is what `stagedBytes` says, which may be nothing.
   */
  finish(): Promise<Digest>;
}

export interface StagePosition {
  /** Where to begin, at most what is there; what lies behind it is cut off. */
  readonly offset: number;
  /** What the upload comes to in the end. */
  readonly totalBytes: number;
}

export interface BlobReader {
  readonly bytes: number;
  /** Fills `into` from `position` on; answers how many bytes it got, fewer than fit only at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Where the bytes of files live. Keys are opaque and never a name; every implementation passes
 * `blob-store.contract.ts`. Whatever goes wrong with the place itself is a StorageError.
 *
 * An upload's bytes are *staged* under the id of its session, appended in as many pieces as it takes, and then
 * *adopted* under a key of their own. Both live in the same place, so adopting moves no bytes. One upload has one
 * writer at a time: who calls sees to that.
 */
export interface BlobStore {
  /** A fresh key for `adopt` or `put`. Keys given out together end up near each other. */
  newKey(): string;

  /** Opens staged bytes for appending. Refuses new bytes while the place is nearly full. */
  stage(id: string, position: StagePosition): Promise<StagedWriter>;
  /** Bytes staged under the id that are really there; 0 where there are none. */
  stagedBytes(id: string): Promise<number>;
  /** Truncates staged bytes to `bytes`; does nothing if none are staged. */
  cutStaged(id: string, bytes: number): Promise<void>;
  /**
   * Turns staged bytes into a blob: durable, with its directory entry, before it resolves. Safe to repeat, also after a
   * crash in its middle. undefined, and nothing is changed, where neither the upload nor the blob has exactly `bytes`.
   */
  adopt(id: string, key: string, bytes: number): Promise<Digest | undefined>;
  /** Forgets staged bytes; fine when there are none. */
  discard(id: string): Promise<void>;
  /** Ids of what is staged, in no certain order. */
  listStaged(): AsyncIterable<string>;
  findStaged(id: string): Promise<BlobInfo | undefined>;

  /** Stores a whole blob at once, all or nothing and durable, counting and hashing while it streams. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<Digest>;
  find(key: string): Promise<BlobInfo | undefined>;
  /** undefined when there is no such blob. */
  open(key: string): Promise<BlobReader | undefined>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /** Every key, in no certain order. */
  list(): AsyncIterable<string>;
  /** Bytes that may still be written before the place is full, as of about a second ago. */
  freeBytes(): Promise<number>;
  /** Bytes that staging still takes: what is free but for what the place keeps back and has promised. At least 0. */
  usableBytes(): Promise<number>;
  /** Resolves when the place answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The place for bytes refused or lost them: a full or broken disk. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
