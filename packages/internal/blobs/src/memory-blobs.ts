import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Clock, Random } from '@drive/base';
import { StorageError, type BlobInfo, type BlobStore, type Digest } from './blob-store.ts';

interface Bytes {
  content: Buffer;
  modifiedAt: number;
}

export interface MemoryBlobsOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Reported free bytes; unlimited by default. */
  readonly freeBytes?: () => number;
}

const digestOf = (content: Buffer): Digest => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  crc32: crc32(content),
});
const infoOf = (bytes: Bytes | undefined): BlobInfo | undefined =>
  bytes === undefined ? undefined : { bytes: bytes.content.length, modifiedAt: bytes.modifiedAt };

/** Blobs in memory, for tests and experiments. */
export function createMemoryBlobs({ clock, random, freeBytes }: MemoryBlobsOptions): BlobStore {
  const staged = new Map<string, Bytes>();
  const blobs = new Map<string, Bytes>();
  const free = (): number => freeBytes?.() ?? Number.MAX_SAFE_INTEGER;

  const store: BlobStore = {
    rangeStarts: [''],
    newKey: () => `memory/${random.uuid().replaceAll('-', '')}`,

    async stage(id, { offset, totalBytes }) {
      if (free() < totalBytes - offset) throw new StorageError('Too little room');
      const before = staged.get(id)?.content ?? Buffer.alloc(0);
      if (offset > 0 && before.length !== offset)
        throw new StorageError(`${before.length} bytes are staged, not ${offset}`);
      const pieces = [before.subarray(0, offset)];
      const keep = (): Buffer => {
        const content = Buffer.concat(pieces.splice(0));
        pieces.push(content);
        staged.set(id, { content, modifiedAt: clock.now() });
        return content;
      };
      keep();
      return {
        offset,
        write: (chunk) => void pieces.push(chunk),
        close: async () => void keep(),
        finish: async (check) => {
          const digest = digestOf(keep());
          check?.(digest);
          return digest;
        },
        abandon: async () => {
          pieces.splice(0, pieces.length, before.subarray(0, offset));
          keep();
        },
      };
    },

    stagedBytes: async (id) => staged.get(id)?.content.length ?? 0,
    async adopt(id, key, bytes) {
      const upload = staged.get(id);
      if (upload?.content.length === bytes) {
        blobs.set(key, upload);
        staged.delete(id);
      }
      const blob = blobs.get(key);
      return blob?.content.length === bytes ? digestOf(blob.content) : undefined;
    },
    discard: async (id) => void staged.delete(id),
    async *listStaged() {
      yield* staged.keys();
    },
    findStaged: async (id) => infoOf(staged.get(id)),

    async put(key, source, check) {
      const pieces: Uint8Array[] = [];
      for await (const chunk of source) pieces.push(Buffer.from(chunk));
      const content = Buffer.concat(pieces);
      const digest = digestOf(content);
      check?.(digest);
      blobs.set(key, { content, modifiedAt: clock.now() });
      return digest;
    },
    async putBytes(key, pieces) {
      const content = Buffer.concat(pieces);
      if (free() < content.length) throw new StorageError('Too little room');
      blobs.set(key, { content, modifiedAt: clock.now() });
      return digestOf(content);
    },
    find: async (key) => infoOf(blobs.get(key)),
    async open(key) {
      const blob = blobs.get(key);
      if (blob === undefined) return undefined;
      return {
        bytes: blob.content.length,
        read: async (into, position) => {
          const piece = blob.content.subarray(position, position + into.length);
          into.set(piece);
          return piece.length;
        },
        close: async () => undefined,
      };
    },
    delete: async (key) => void blobs.delete(key),
    async *list({ prefix = '', after = '' } = {}) {
      yield* [...blobs.keys()].filter((key) => key > after && key.startsWith(prefix)).sort();
    },
    async setAside(key) {
      const aside = `lost+found/${key}`;
      const blob = blobs.get(key);
      if (blob === undefined) throw new StorageError('A blob cannot be set aside');
      blobs.delete(key);
      return aside;
    },
    freeBytes: async () => free(),
    usableBytes: async () => Math.max(0, free()),
    ping: async () => undefined,
    close: async () => undefined,
  };
  return store;
}
