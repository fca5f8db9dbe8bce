import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Clock, Random } from '@drive/base';
import {
  StorageError,
  type BlobInfo,
  type BlobStore,
  type Digest,
  type StagedWriter,
  type StagePosition,
  type ListOptions,
  type BlobReader,
} from './blob-store.ts';

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
export class MemoryBlobs implements BlobStore {
  readonly #deps: MemoryBlobsOptions;
  readonly #staged = new Map<string, Bytes>();
  readonly #blobs = new Map<string, Bytes>();
  readonly isRemote: boolean = false;
  readonly rangeStarts: readonly string[] = [''];

  constructor(deps: MemoryBlobsOptions) {
    this.#deps = deps;
  }

  newKey(): string {
    return `memory/${this.#deps.random.uuid().replaceAll('-', '')}`;
  }

  async stage(id: string, { offset, totalBytes }: StagePosition): Promise<StagedWriter> {
    if (this.#free() < totalBytes - offset) throw new StorageError('Too little room');
    const before = this.#staged.get(id)?.content ?? Buffer.alloc(0);
    if (offset > 0 && before.length !== offset)
      throw new StorageError(`${before.length} bytes are staged, not ${offset}`);
    const pieces = [before.subarray(0, offset)];
    const keep = (): Buffer => {
      const content = Buffer.concat(pieces.splice(0));
      pieces.push(content);
      this.#staged.set(id, { content, modifiedAt: this.#deps.clock.now() });
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
  }

  async stagedBytes(id: string): Promise<number> {
    return this.#staged.get(id)?.content.length ?? 0;
  }

  async adopt(id: string, key: string, bytes: number): Promise<Digest | undefined> {
    const upload = this.#staged.get(id);
    if (upload?.content.length === bytes) {
      this.#blobs.set(key, upload);
      this.#staged.delete(id);
    }
    const blob = this.#blobs.get(key);
    return blob?.content.length === bytes ? digestOf(blob.content) : undefined;
  }

  async discard(id: string): Promise<void> {
    return void this.#staged.delete(id);
  }

  async *listStaged(): AsyncIterable<string> {
    yield* this.#staged.keys();
  }

  async findStaged(id: string): Promise<BlobInfo | undefined> {
    return infoOf(this.#staged.get(id));
  }

  async put(key: string, source: AsyncIterable<Uint8Array>, check?: (digest: Digest) => void): Promise<Digest> {
    const pieces: Uint8Array[] = [];
    for await (const chunk of source) pieces.push(Buffer.from(chunk));
    const content = Buffer.concat(pieces);
    const digest = digestOf(content);
    check?.(digest);
    this.#blobs.set(key, { content, modifiedAt: this.#deps.clock.now() });
    return digest;
  }

  async putBytes(key: string, pieces: readonly Uint8Array[]): Promise<Digest> {
    const content = Buffer.concat(pieces);
    if (this.#free() < content.length) throw new StorageError('Too little room');
    this.#blobs.set(key, { content, modifiedAt: this.#deps.clock.now() });
    return digestOf(content);
  }

  async find(key: string): Promise<BlobInfo | undefined> {
    return infoOf(this.#blobs.get(key));
  }

  async open(key: string): Promise<BlobReader | undefined> {
    const blob = this.#blobs.get(key);
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
  }

  async delete(key: string): Promise<void> {
    return void this.#blobs.delete(key);
  }

  async *list({ prefix = '', after = '' }: ListOptions = {}): AsyncIterable<string> {
    yield* [...this.#blobs.keys()].filter((key) => key > after && key.startsWith(prefix)).sort();
  }

  async setAside(key: string): Promise<string> {
    const aside = `lost+found/${key}`;
    const blob = this.#blobs.get(key);
    if (blob === undefined) throw new StorageError('A blob cannot be set aside');
    this.#blobs.delete(key);
    return aside;
  }

  async freeBytes(): Promise<number> {
    return this.#free();
  }

  async usableBytes(): Promise<number> {
    return Math.max(0, this.#free());
  }

  async ping(): Promise<void> {
    return undefined;
  }

  async close(): Promise<void> {
    return undefined;
  }

  #free(): number {
    return this.#deps.freeBytes?.() ?? Number.MAX_SAFE_INTEGER;
  }
}
