import { openBlob } from './blob-files.ts';
import type { BlobReader } from './blob-store.ts';

/** Files that stay open after their last reader, for the next one. */
const maxIdle = 64;
/** Up to this size the bytes of an open blob stay in memory, too. */
const maxContentBytes = 32 * 1024;

interface OpenBlob {
  readonly reader: Promise<BlobReader | undefined>;
  /** All bytes of a small blob, once they are read: reading them again needs no other thread. */
  content: Uint8Array | undefined;
  users: number;
  /** Closed after its last use instead of being cached. */
  isGone: boolean;
}

/**
 * Blobs that are being read, each opened once for all its readers and cached open for a while: many ranges or many
 * readers cost one opening. A blob never changes, so an open one equals the file, unless it is damaged: such a reader is not cached.
 */
export interface OpenBlobs {
  /** undefined when there is no such file. */
  open(path: string): Promise<BlobReader | undefined>;
  /** The file is being removed: later calls do not get it from the cache. */
  forget(path: string): void;
  close(): Promise<void>;
}

export function createOpenBlobs(): OpenBlobs {
  /** In the order of last use. */
  const known = new Map<string, OpenBlob>();

  const end = async (blob: OpenBlob): Promise<void> => {
    const reader = await blob.reader.catch(() => undefined);
    await reader?.close();
  };

  async function read(blob: OpenBlob, reader: BlobReader, into: Uint8Array, position: number): Promise<number> {
    if (blob.content === undefined) {
      const bytes = await reader.read(into, position);
      if (position === 0 && bytes === reader.bytes && bytes <= maxContentBytes)
        blob.content = new Uint8Array(into.subarray(0, bytes));
      return bytes;
    }
    const bytes = blob.content.subarray(position, position + into.length);
    into.set(bytes);
    return bytes.length;
  }

  /** Later calls do not get it from the cache. */
  function drop(path: string, blob: OpenBlob): void {
    if (known.get(path) === blob) known.delete(path);
    blob.isGone = true;
  }

  async function release(path: string, blob: OpenBlob): Promise<void> {
    blob.users -= 1;
    if (blob.users > 0) return;
    if (blob.isGone) return end(blob);
    known.delete(path);
    known.set(path, blob);
    for (const [oldest, each] of known) {
      if (known.size <= maxIdle) return;
      if (each.users > 0) continue;
      known.delete(oldest);
      await end(each);
    }
  }

  return {
    async open(path) {
      let blob = known.get(path);
      if (blob === undefined) {
        blob = { reader: openBlob(path), content: undefined, users: 0, isGone: false };
        known.set(path, blob);
      }
      const taken = blob;
      taken.users += 1;
      let reader: BlobReader | undefined;
      try {
        reader = await taken.reader;
      } finally {
        if (reader === undefined) {
          taken.users -= 1;
          if (known.get(path) === taken) known.delete(path);
        }
      }
      if (reader === undefined) return undefined;
      let isClosed = false;
      return {
        bytes: reader.bytes,
        read: (into, position) => read(taken, reader, into, position),
        close: async ({ isDamaged } = { isDamaged: false }) => {
          if (isClosed) return;
          isClosed = true;
          if (isDamaged) drop(path, taken);
          await release(path, taken);
        },
      };
    },

    forget(path) {
      const blob = known.get(path);
      if (blob === undefined) return;
      drop(path, blob);
      if (blob.users === 0) void end(blob);
    },

    async close() {
      const idle = [...known.values()].filter(({ users }) => users === 0);
      for (const blob of known.values()) blob.isGone = true;
      known.clear();
      await Promise.all(idle.map(end));
    },
  };
}
