import { readBlob, type BlobReading, type BlobStore } from '@drive/blobs';
import { listFilesToCheck } from '../../modules/files/index.ts';
import type { Reader } from '../../platform/db/index.ts';

/** Enough for an object storage, whose answers take longer than the bytes of most files. Each holds up to two parts. */
const copiesAtOnce = 4;

export interface BlobCopy {
  readonly reader: Reader;
  /** A server may be using it. */
  readonly source: BlobReading;
  /** No server uses it. */
  readonly target: BlobStore;
  /** Keys of the blobs in the target; `copyBlobs` adds to them. */
  readonly present: Set<string>;
}

export interface CopyOutcome {
  readonly copied: number;
  /** One line for each content that is missing in the source or not what was uploaded. While a server runs, it may have been purged. */
  readonly damage: readonly string[];
}

interface NamedBlob {
  readonly key: string;
  /** null for thumbnails, like the sum: no row has them. */
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly what: string;
}

/** Contents and thumbnails of files and their versions, except of files that are being purged. Those of copies once. */
async function* listNamed(reader: Reader): AsyncGenerator<NamedBlob> {
  const shared = new Set<string>();
  for await (const { id, name, version, blobKey, isShared, size, sha256, thumbnailKey } of listFilesToCheck(reader)) {
    const what = `${version === null ? '' : `version ${version} of `}file ${id} "${name}"`;
    if (isShared && shared.has(blobKey)) continue;
    if (isShared) shared.add(blobKey);
    yield { key: blobKey, bytes: size, sha256, what };
    if (thumbnailKey !== null) yield { key: thumbnailKey, bytes: null, sha256: null, what };
  }
}

async function* listAbsent({ reader, present }: Pick<BlobCopy, 'reader' | 'present'>): AsyncGenerator<NamedBlob> {
  for await (const blob of listNamed(reader)) if (!present.has(blob.key)) yield blob;
}

/** Contents that the target lacks. Thumbnails count without their bytes. */
export async function measureAbsent(
  copy: Pick<BlobCopy, 'reader' | 'present'>,
): Promise<{ readonly blobs: number; readonly bytes: number }> {
  let [blobs, bytes] = [0, 0];
  for await (const blob of listAbsent(copy)) {
    blobs += 1;
    bytes += blob.bytes ?? 0;
  }
  return { blobs, bytes };
}

/**
 * Copies every blob that the target lacks. A blob appears there only after its SHA-256 has been compared with that of the upload.
 * Rejects with a StorageError if a storage fails; what was copied until then counts.
 */
export async function copyBlobs(
  copy: BlobCopy,
  onProgress: (blobs: number, bytes: number) => void = () => {},
): Promise<CopyOutcome> {
  const absent = listAbsent(copy);
  const damage: string[] = [];
  let copied = 0;
  let isStopped = false;
  const copyInTurn = async (): Promise<void> => {
    for await (const blob of absent) {
      // Each worker gets other blobs from the one list. After a failure none goes on.
      if (isStopped) return;
      try {
        const found = await copyBlob(copy, blob, (bytes) => onProgress(0, bytes));
        if (found === undefined) {
          copied += 1;
          copy.present.add(blob.key);
          onProgress(1, 0);
        } else if (blob.bytes !== null) damage.push(found);
      } catch (error) {
        isStopped = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: copiesAtOnce }, copyInTurn));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return { copied, damage };
}

class OtherBytes extends Error {}

/** The damage of a blob that was not copied. */
async function copyBlob(
  { source, target }: BlobCopy,
  { key, bytes, sha256, what }: NamedBlob,
  count: (bytes: number) => void,
): Promise<string | undefined> {
  const blob = await source.open(key, { start: 0 });
  if (blob === undefined) return `${what} has lost its bytes (${key})`;
  try {
    if (blob.bytes !== (bytes ?? blob.bytes)) return `${what} has ${blob.bytes} bytes instead of ${bytes} (${key})`;
    await target.put(key, counted(readBlob(blob), bytes === null ? () => undefined : count), (digest) => {
      if (digest.bytes !== blob.bytes || digest.sha256 !== (sha256 ?? digest.sha256)) throw new OtherBytes();
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof OtherBytes)) throw error;
    return `${what} is not what was uploaded (${key})`;
  } finally {
    await blob.close();
  }
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    count(chunk.length);
    yield chunk;
  }
}

/** Removes blobs of the target whose files were purged after they were copied. No server may run. */
export async function removeUnnamed({ reader, target, present }: Omit<BlobCopy, 'source'>): Promise<void> {
  const unnamed = new Set(present);
  for await (const { key } of listNamed(reader)) unnamed.delete(key);
  for (const key of unnamed) {
    await target.delete(key);
    present.delete(key);
  }
}
