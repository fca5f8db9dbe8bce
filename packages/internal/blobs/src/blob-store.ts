/** The sums of a blob or a finished upload. */
export interface Digest {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** As computed by zlib; a ZIP has it before the bytes. */
  readonly crc32: number;
}

export interface BlobInfo {
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** The bytes of an upload in progress: they survive a crash, but are not readable as a file yet. */
export interface StagedWriter {
  /** Position of the next byte. */
  readonly offset: number;
  /**
   * Takes ownership of the chunk: the caller must not use it again. A returned promise asks the caller to wait with the
   * next chunk; it does not mean that the bytes are durable. Rejects with the first error of any earlier write.
   */
  write(chunk: Buffer): void | Promise<void>;
  /**
   * Waits until all bytes are written, so that a later chunk can continue there; does not make them durable. Rejects
   * with the first error of any write; the file is closed in any case.
   */
  close(): Promise<void>;
  /**
   * Makes everything staged durable, earlier chunks included, and returns its sums. If it rejects, nothing was made
   * durable; `stagedBytes` then says how many bytes remain, possibly none. `check` may throw before the blob can be seen.
   */
  finish(check?: (digest: Digest) => void): Promise<Digest>;
  /** Instead of `close`: drops the bytes of this writer, so that the staged bytes end at `offset` again. */
  abandon(): Promise<void>;
}

export interface StagePosition {
  /** Key of the blob that the upload becomes; a storage that cannot rename writes there. */
  readonly key: string;
  /** The staged size, to append; 0 restarts the upload. */
  readonly offset: number;
  /** Total size of the upload, or its limit; 0 if there is none. */
  readonly totalBytes: number;
  /**
   * Number of the writer, if writers on several servers follow one another: a storage that they share then refuses those of a
   * lower number. Default: one server writes.
   */
  readonly lease?: number;
}

/** Bytes that a reader is opened for, read in order; a hint that saves requests to a remote storage. */
export interface ReadRange {
  readonly start: number;
  /** Included; undefined: all bytes up to the last. */
  readonly end?: number;
}

export interface ListOptions {
  /** Only keys that begin with it. Default: all. */
  readonly prefix?: string;
  /** Only keys behind it, in key order. */
  readonly after?: string;
}

export interface BlobReader {
  readonly bytes: number;
  /** Fills `into` from `position` on; answers how many bytes it got, fewer than fit only at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** `isDamaged`: the next reader gets what is in the storage by then, as operators may put a whole blob back. */
  close(options?: { readonly isDamaged: boolean }): Promise<void>;
}

/** Transfers between clients and the storage itself, by URLs that are credentials. */
export interface DirectTransfers {
  /** Origin of the URLs. */
  readonly origin: string;
  /** A file of more bytes has no `uploadUrl`. */
  readonly maxBytes: number;
  /** URL that accepts PUTs of exactly these bytes for some time. They change no blob. */
  uploadUrl(id: string, options: { readonly bytes: number; readonly lifeMs: number }): string;
  /** Makes the bytes that were last put for the id the blob of the key. False if there are not exactly `bytes`. Can be repeated. */
  adopt(id: string, key: string, bytes: number): Promise<boolean>;
  /** URL of a blob, whose answers have these headers. */
  downloadUrl(
    key: string,
    options: {
      readonly headers: Readonly<Record<'content-type' | 'content-disposition' | 'cache-control', string>>;
      readonly lifeMs: number;
    },
  ): string;
}

/** The staged bytes that were put to the `uploadUrl` of an id, for `listStaged`, `findStaged` and `discard`. */
export const directStagingId = (id: string): string => `${id}-direct`;
export const isDirectStagingId = (id: string): boolean => id.endsWith('-direct');

/**
 * Storage of file contents. Keys are opaque and never a name; every implementation passes `blob-store.contract.ts`.
 * Failures of the storage itself are StorageErrors.
 *
 * An upload's bytes are *staged* under the id of its session, appended in any number of chunks, and then *adopted*
 * under a key. Both are in the same place, so adopting moves no bytes. The caller ensures that an upload has one writer
 * at a time, or numbers them, and that nobody else uses its key: the blob may be there from `finish` on.
 */
export interface BlobStore {
  /** undefined: clients cannot reach the storage. */
  readonly direct?: DirectTransfers;
  /** Whether each look-up is a request to another machine, which may also send other bytes than it got. */
  readonly isRemote: boolean;

  /** A fresh key for `adopt` or `put`. Keys given out together end up near each other. */
  newKey(): string;

  /** Opens staged bytes for appending. Refuses new bytes while the place is nearly full. */
  stage(id: string, position: StagePosition): Promise<StagedWriter>;
  /** Staged bytes under the id; 0 if there are none. */
  stagedBytes(id: string): Promise<number>;
  /**
   * Turns staged bytes into the blob of the key that they were staged for: durable, with its directory entry, before it
   * resolves. Can be repeated, also after a crash in its middle. undefined, without a change, if neither the upload nor the blob has exactly `bytes`.
   * `lease` as in the position of the writer.
   */
  adopt(id: string, key: string, bytes: number, lease?: number): Promise<Digest | undefined>;
  /** Forgets staged bytes; fine when there are none. */
  discard(id: string): Promise<void>;
  /** Ids of staged uploads, in any order. */
  listStaged(): AsyncIterable<string>;
  findStaged(id: string): Promise<BlobInfo | undefined>;

  /**
   * Stores a complete blob, all or nothing and durable, counting and hashing while it streams. `check` may throw before the
   * blob can be seen.
   */
  put(key: string, source: AsyncIterable<Uint8Array>, check?: (digest: Digest) => void): Promise<Digest>;
  /**
   * Stores bytes that are in memory, all or nothing and durable. Costs half of what staging does; a crash may leave a part of them
   * under the key, so no row may name the key before this resolves. For small blobs: the event loop copies the bytes.
   */
  putBytes(key: string, pieces: readonly Uint8Array[]): Promise<Digest>;
  find(key: string): Promise<BlobInfo | undefined>;
  /** undefined when there is no such blob. */
  open(key: string, range?: ReadRange): Promise<BlobReader | undefined>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /**
   * Keys that divide all keys into ranges of about the same size, in order, the first of them ''. Only '' if listing all keys
   * costs little.
   */
  readonly rangeStarts: readonly string[];
  /** The keys in order of their characters. */
  list(options?: ListOptions): AsyncIterable<string>;
  /** Moves a blob to a place that only operators read; returns its path. */
  setAside(key: string): Promise<string>;
  /** Bytes that may still be written before the place is full, as of about a second ago; MAX_SAFE_INTEGER: unlimited. */
  freeBytes(): Promise<number>;
  /** Bytes that staging still accepts: the free bytes without the low-water mark and reservations. At least 0. */
  usableBytes(): Promise<number>;
  /** Resolves when the place answers and takes writes; whether a remote one does is tried every few seconds at most. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The place for bytes refused or lost them: a full or broken disk. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
