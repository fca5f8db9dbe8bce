import { createHash } from 'node:crypto';
import { StorageError, type BlobReader, type BlobStore, type ReadRange } from './blob-store.ts';

/** A file as its row describes it. */
export interface FileBlob {
  /** items.id */
  readonly id: string;
  readonly blobKey: string | null;
  /** undefined for a thumbnail, whose size no row holds. */
  readonly sizeBytes?: number;
}

/** The blob of a file is missing, has another size than its row, or cannot be read. */
export class DamagedBlobError extends StorageError {
  /** items.id */
  readonly fileId: string;
  readonly blobKey: string;

  constructor(problem: string, { id, blobKey }: FileBlob, options?: ErrorOptions) {
    super(`A blob is damaged: ${problem}`, options);
    this.fileId = id;
    this.blobKey = blobKey ?? 'none';
  }
}

/** Fields of a log line about the error. */
export const damageFields = (error: unknown): { readonly fileId?: string; readonly blobKey?: string } =>
  error instanceof DamagedBlobError ? { fileId: error.fileId, blobKey: error.blobKey } : {};

/**
 * Opens the blob of a file. Rejects with a DamagedBlobError if the blob is missing or has another size than the row; so
 * does `read` if it cannot fill its buffer.
 */
export async function openFileBlob(
  blobs: Pick<BlobStore, 'open'>,
  file: FileBlob,
  range?: ReadRange,
): Promise<BlobReader> {
  const blob = file.blobKey === null ? undefined : await blobs.open(file.blobKey, range);
  try {
    requireSize(file, blob);
  } catch (error) {
    await blob?.close({ isDamaged: true });
    throw error;
  }
  const { bytes } = blob;
  let isDamaged = false;
  return {
    bytes,
    read: async (into, position) => {
      let got: number;
      try {
        got = await blob.read(into, position);
      } catch (error) {
        isDamaged = true;
        throw new DamagedBlobError('it can’t be read', file, { cause: error });
      }
      if (got >= Math.min(into.length, bytes - position)) return got;
      isDamaged = true;
      throw new DamagedBlobError(`it ends after ${position + got} of ${bytes} bytes`, file);
    },
    close: () => blob.close({ isDamaged }),
  };
}

/**
 * Opens the blob of a file to read all of it in order. The read of its last byte rejects with a DamagedBlobError if the bytes are not
 * those with the SHA-256, so that who passes them on never has a complete wrong file.
 */
export async function openVerifiedBlob(
  blobs: Pick<BlobStore, 'open'>,
  file: FileBlob & { readonly sizeBytes: number },
  sha256: string,
): Promise<BlobReader> {
  const blob = await openFileBlob(blobs, file, { start: 0, end: file.sizeBytes - 1 });
  const hash = createHash('sha256');
  let hashedBytes = 0;
  return {
    bytes: blob.bytes,
    read: async (into, position) => {
      const got = await blob.read(into, position);
      // Behind the last byte, where readers learn that there are no more.
      if (got === 0) return got;
      if (position !== hashedBytes) throw new Error('a verified blob is read in order');
      hash.update(into.subarray(0, got));
      hashedBytes += got;
      if (hashedBytes === blob.bytes && hash.digest('hex') !== sha256)
        throw new DamagedBlobError('its bytes are not those that were stored', file);
      return got;
    },
    close: (options) => blob.close(options),
  };
}

/** Rejects with a DamagedBlobError unless the blob is there with the size that the row says. Reads no byte of it. */
export async function requireFileBlob(blobs: Pick<BlobStore, 'find'>, file: FileBlob): Promise<void> {
  requireSize(file, file.blobKey === null ? undefined : await blobs.find(file.blobKey));
}

function requireSize<T extends { readonly bytes: number }>(file: FileBlob, found: T | undefined): asserts found is T {
  if (found === undefined) throw new DamagedBlobError('it is missing', file);
  if (file.sizeBytes !== undefined && found.bytes !== file.sizeBytes)
    throw new DamagedBlobError(`it has ${found.bytes} bytes, its row says ${file.sizeBytes}`, file);
}
