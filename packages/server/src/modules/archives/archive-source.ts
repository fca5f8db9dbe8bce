import { crc32 } from 'node:zlib';
import { openFileBlob, StorageError, type BlobReader } from '../../platform/blobs/index.ts';
import { fileBlobOf, type HeldFile, type HeldFilesDeps } from './held-files.ts';
import type { ListZipFiles, ZipFile } from '@drive/zip';

const pieceBytes = 1024 * 1024;

/** The files of an archive as the ZIP wants them, each blob open only while it is read. */
export interface ArchiveSource {
  readonly list: ListZipFiles;
  /** Closes what a transfer that broke off has left open. */
  close(): Promise<void>;
}

export function createArchiveSource(
  deps: HeldFilesDeps,
  parts: () => AsyncGenerator<readonly HeldFile[]>,
): ArchiveSource {
  const open = new Set<ArchivedBlob>();
  return {
    list: async function* list() {
      for await (const part of parts()) yield part.map((held) => zipFileOf(deps, held, open));
    },
    close: async () => {
      await Promise.all([...open].map((blob) => blob.close()));
    },
  };
}

function zipFileOf(deps: HeldFilesDeps, held: HeldFile, open: Set<ArchivedBlob>): ZipFile {
  const { archived, now } = held;
  const { path, sizeBytes, modifiedAt } = archived;
  const blob = new ArchivedBlob(deps, held, open);
  return {
    path,
    sizeBytes,
    modifiedAt,
    crc32: () => now?.crc32 ?? keepCrc32(deps, archived.fileId, blob),
    read: (into, position) => blob.read(into, position),
  };
}

/** Of a file that came before the checksum was kept: it is read once more, the first time it is wanted. */
async function keepCrc32({ database, files }: HeldFilesDeps, fileId: string, blob: ArchivedBlob): Promise<number> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, blob.bytes));
  let sum = 0;
  for (let position = 0; position < blob.bytes; position += buffer.length) {
    const piece = buffer.subarray(0, Math.min(buffer.length, blob.bytes - position));
    await blob.peek(piece, position);
    sum = crc32(piece, sum);
  }
  await database.write((tx) => files.keepCrc32(tx, fileId, sum));
  return sum;
}

/** Opened when the first of its bytes is wanted, closed with the last. */
class ArchivedBlob {
  readonly bytes: number;
  readonly #deps;
  readonly #held;
  readonly #open: Set<ArchivedBlob>;
  #reader: Promise<BlobReader> | undefined;
  #left: number;

  constructor(deps: HeldFilesDeps, held: HeldFile, open: Set<ArchivedBlob>) {
    this.#deps = deps;
    this.#held = held;
    this.#open = open;
    this.bytes = this.#left = held.archived.sizeBytes;
  }

  async read(into: Uint8Array, position: number): Promise<void> {
    await this.peek(into, position);
    this.#left -= into.length;
    if (this.#left === 0) await this.close();
  }

  /** Bytes that will be asked for again. */
  async peek(into: Uint8Array, position: number): Promise<void> {
    this.#reader ??= this.#begin();
    const reader = await this.#reader;
    await reader.read(into, position);
  }

  async #begin(): Promise<BlobReader> {
    this.#open.add(this);
    const { blobs, files, database } = this.#deps;
    const file = fileBlobOf(this.#held);
    try {
      return await openFileBlob(blobs, file);
    } catch (error) {
      const [now] = await files.listFiles(database.reader, [file.id]);
      if (now?.state === 'alive' || now?.state === 'trashed') throw error;
      throw new StorageError('A file was purged while its archive was sent', { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#open.delete(this);
    const reader = await this.#reader?.catch(() => undefined);
    await reader?.close();
  }
}
