import { crc32 } from 'node:zlib';
import { DamagedBlobError, openFileBlob, StorageError, type BlobReader, type FileBlob } from '@drive/blobs';
import type { ListZipFiles, ZipFile } from '@drive/zip';
import type { Ports } from '../../platform/ports/ports.ts';
import type { FileRow, Files } from '../files/index.ts';
import { findPart, isPlannedFolder, type ArchiveRow, type PlannedEntry } from './archive-store.ts';

/** A file or folder of an archive and its row with the planned content, undefined if the item or that content is gone. */
export interface ArchiveEntry {
  readonly planned: PlannedEntry;
  readonly current: FileRow | undefined;
}

export const fileBlobOf = ({ planned, current }: ArchiveEntry): FileBlob => ({
  id: planned.fileId,
  blobKey: current?.blobKey ?? null,
  sizeBytes: planned.sizeBytes,
});

export type ArchiveSourceDeps = Pick<Ports, 'database' | 'blobs'> & { readonly files: Files };

/** Part by part, so that memory does not grow with the archive. Caches the last part, because most have only one. */
export function createEntryList(
  { database, files }: Pick<ArchiveSourceDeps, 'database' | 'files'>,
  archive: Pick<ArchiveRow, 'rowId' | 'ownerId' | 'shareRowId'>,
): () => AsyncGenerator<readonly ArchiveEntry[]> {
  let last: { readonly position: number; readonly entries: readonly ArchiveEntry[] } | undefined;

  return async function* parts() {
    for (let position = 0; ; position += 1) {
      if (last?.position !== position) {
        const plan = await findPart(database.reader, archive.rowId, position);
        if (plan === undefined) return;
        // A user needs what they were given; a link, what its owner has.
        const userId = archive.shareRowId === null ? archive.ownerId : undefined;
        const rows = await files.listContents(database.reader, plan, userId);
        last = { position, entries: plan.map((planned, index) => ({ planned, current: rows[index] })) };
      }
      yield last.entries;
    }
  };
}

const chunkBytes = 1024 * 1024;

/** The files of an archive for the ZIP writer. Each blob is open only while it is read. */
export interface ArchiveSource {
  readonly list: ListZipFiles;
  close(): Promise<void>;
}

export function createArchiveSource(
  deps: ArchiveSourceDeps,
  parts: () => AsyncGenerator<readonly ArchiveEntry[]>,
): ArchiveSource {
  const open = new Set<ArchivedBlob>();
  return {
    list: async function* list() {
      for await (const part of parts()) yield part.map((entry) => zipFileOf(deps, entry, open));
    },
    close: async () => {
      await Promise.all([...open].map((blob) => blob.close()));
    },
  };
}

function zipFileOf(deps: ArchiveSourceDeps, entry: ArchiveEntry, open: Set<ArchivedBlob>): ZipFile {
  const { planned, current } = entry;
  const { path, sizeBytes, modifiedAt, text } = planned;
  if (isPlannedFolder(planned)) return { path, sizeBytes, modifiedAt, crc32: () => 0, read: async () => undefined };
  if (text !== undefined) {
    const bytes = Buffer.from(text);
    const read = async (into: Uint8Array, position: number): Promise<void> => {
      into.set(bytes.subarray(position, position + into.length));
    };
    return { path, sizeBytes, modifiedAt, crc32: () => crc32(bytes), read };
  }
  const blob = new ArchivedBlob(deps, entry, open);
  return {
    path,
    sizeBytes,
    modifiedAt,
    crc32: () => current?.crc32 ?? storeCrc32(deps, current?.blobKey ?? null, blob),
    read: (into, position) => blob.read(into, position),
  };
}

/** Reads a file whose checksum is not computed yet, and stores it. */
async function storeCrc32(
  { database, files }: ArchiveSourceDeps,
  blobKey: string | null,
  blob: ArchivedBlob,
): Promise<number> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, blob.bytes));
  let sum = 0;
  for (let position = 0; position < blob.bytes; position += buffer.length) {
    const piece = buffer.subarray(0, Math.min(buffer.length, blob.bytes - position));
    await blob.peek(piece, position);
    sum = crc32(piece, sum);
  }
  if (blobKey !== null) await database.write((tx) => files.keepSums(tx, blobKey, { crc32: sum }));
  return sum;
}

/** A blob that is opened for its first byte and closed after its last. */
class ArchivedBlob {
  readonly bytes: number;
  readonly #deps;
  readonly #entry;
  readonly #open: Set<ArchivedBlob>;
  #reader: Promise<BlobReader> | undefined;
  #left: number;
  /** Length and CRC-32 of the bytes that were read in order from the first one. */
  readonly #summed = { bytes: 0, crc32: 0 };

  constructor(deps: ArchiveSourceDeps, entry: ArchiveEntry, open: Set<ArchivedBlob>) {
    this.#deps = deps;
    this.#entry = entry;
    this.#open = open;
    this.bytes = this.#left = entry.planned.sizeBytes;
  }

  async read(into: Uint8Array, position: number): Promise<void> {
    await this.peek(into, position);
    this.#compare(into, position);
    this.#left -= into.length;
    if (this.#left === 0) await this.close();
  }

  /** Another machine may send other bytes than it got. Throws before the last byte of such a file is sent. */
  #compare(piece: Uint8Array, position: number): void {
    const expected = this.#entry.current?.crc32 ?? null;
    const summed = this.#summed;
    if (expected === null || position !== summed.bytes || !this.#deps.blobs.isRemote) return;
    summed.crc32 = crc32(piece, summed.crc32);
    summed.bytes += piece.length;
    if (summed.bytes === this.bytes && summed.crc32 !== expected)
      throw new DamagedBlobError('its bytes are not those that were stored', fileBlobOf(this.#entry));
  }

  /** Reads bytes that will be read again. */
  async peek(into: Uint8Array, position: number): Promise<void> {
    this.#reader ??= this.#openBlob();
    const reader = await this.#reader;
    await reader.read(into, position);
  }

  async #openBlob(): Promise<BlobReader> {
    this.#open.add(this);
    const { blobs, files, database } = this.#deps;
    const file = fileBlobOf(this.#entry);
    try {
      return await openFileBlob(blobs, file, { start: 0 });
    } catch (error) {
      const [current] = await files.listContents(database.reader, [{ fileId: file.id, blobKey: file.blobKey }]);
      if (current?.state === 'alive' || current?.state === 'trashed') throw error;
      throw new StorageError('A file was purged, or its content deleted, while its archive was being sent', {
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    this.#open.delete(this);
    const reader = await this.#reader?.catch(() => undefined);
    await reader?.close();
  }
}
