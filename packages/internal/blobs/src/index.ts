/**
 * Storage of file contents, behind the port in blob-store.ts: on disk (`disk-blobs.ts`, with `staged-file.ts` for
 * uploads in progress, `directory-sync.ts` for grouped fsyncs and `file-hasher.ts` for SHA-256 in worker threads) and
 * in memory. No code outside this folder accesses files of users.
 */
export {
  directStagingId,
  isDirectStagingId,
  StorageError,
  type BlobInfo,
  type BlobReader,
  type BlobStore,
  type Digest,
  type DirectTransfers,
  type ListOptions,
  type ReadRange,
  type StagedWriter,
  type StagePosition,
} from './blob-store.ts';
export { blobKeyPattern, blobPrefix } from './blob-names.ts';
export {
  damageFields,
  DamagedBlobError,
  openFileBlob,
  openVerifiedBlob,
  requireFileBlob,
  type FileBlob,
} from './file-blob.ts';
export { readBlob, readDiskBlobs, type BlobReading, type StagedBytes } from './blob-reading.ts';
export { openDiskBlobs, type DiskBlobsOptions } from './disk-blobs.ts';
export { createBallast, removeBallast, type Ballast } from './ballast.ts';
export { createFreeSpace, type AskFreeBytes, type FreeSpace } from './free-space.ts';
export { createOpenBlobs, type OpenBlobs } from './open-blobs.ts';
export { S3Blobs, describeStaged, isLostMultipart, type S3BlobsOptions } from './s3-blobs.ts';
export { RunningSums } from './running-sums.ts';
export { createMemoryStagedRows, superseded, type StagedRow, type StagedRows } from './staged-rows.ts';
export { MemoryBlobs, type MemoryBlobsOptions } from './memory-blobs.ts';
