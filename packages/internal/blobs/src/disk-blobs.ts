import { createHash } from 'node:crypto';
import { closeSync, fdatasync, openSync, writevSync } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Clock, dayMs, makeDurableDirectory, type Random } from '@drive/base';
import { StorageError, type BlobStore, type Digest } from './blob-store.ts';
import {
  afterBytes,
  fileNames,
  findInfo,
  removeEmptyFolders,
  removeFile,
  storage,
  truncateFile,
} from './blob-files.ts';
import { readDiskBlobs } from './blob-reading.ts';
import { createDirectorySync } from './directory-sync.ts';
import { FileHasher } from './file-hasher.ts';
import { createFreeSpace, type AskFreeBytes } from './free-space.ts';
import { discardStagedBeforeBoot } from './last-boot.ts';
import { createOpenBlobs } from './open-blobs.ts';
import { StagedFile } from './staged-file.ts';

export interface DiskBlobsOptions {
  /** Created if missing; one process uses it at a time. */
  readonly directory: string;
  /** Below so much free room new bytes are refused. */
  readonly minFreeBytes: number;
  readonly clock: Clock;
  readonly random: Random;
  /** False only in benchmarks of the cost of durability: a power loss then loses acknowledged files. */
  readonly fsync?: boolean;
  /** Bytes to leave free now in addition to `minFreeBytes`. Default: none. */
  readonly owedBytes?: () => number;
  readonly askFreeBytes?: AskFreeBytes;
  /** Whether the group of this process may read new blobs, such as a proxy that sends them. Default: false. */
  readonly isGroupReading?: boolean;
}

const datasync = promisify(fdatasync);

/** Keys of a bucket: few enough for any tool, enough that files which arrive together share a directory's fsync. */
const bucketKeys = 4096;
const bucketMs = dayMs;

/**
 * Blobs as files: `staging/<id>` for uploads in progress, `blobs/<bucket>/<name>` for complete ones. Buckets follow
 * time, not a hash, so that concurrent uploads share a directory and the fsync of its entries.
 *
 * Acknowledged blobs survive a power loss because of this order: write, fsync the file, rename to a name that never
 * existed before, fsync the directory.
 */
export async function openDiskBlobs(options: DiskBlobsOptions): Promise<BlobStore> {
  const { clock, random } = options;
  const fsync = options.fsync ?? true;
  const [folderMode, fileMode] = options.isGroupReading === true ? [0o750, 0o640] : [0o700, 0o600];
  const stagingDirectory = join(options.directory, 'staging');
  const blobsDirectory = join(options.directory, 'blobs');
  makeDurableDirectory(options.directory, 0o700);
  await mkdir(stagingDirectory, { recursive: true, mode: 0o700 });
  await mkdir(blobsDirectory, { recursive: true, mode: folderMode });
  discardStagedBeforeBoot(options.directory);

  const directories = createDirectorySync();
  const reading = readDiskBlobs(options.directory);
  const hasher = new FileHasher();
  const openBlobs = createOpenBlobs();
  const freeSpace = createFreeSpace({ ...options, ask: options.askFreeBytes });
  const stagedFileDeps = { hasher, freeSpace, fsync, mode: fileMode, writers: new Set<StagedFile>() };
  const syncDirectory = (path: string): Promise<void> => (fsync ? directories.sync(path) : Promise.resolve());
  await syncDirectory(options.directory);
  // Runs now, while nothing is moved into one of them; new blobs wait in `ensureBucket`.
  const tidied = removeEmptyFolders(blobsDirectory);

  /** Uploads that `finish` made durable in this process, which `adopt` need not do again. */
  const finished = new Map<string, Digest>();
  /** Buckets whose own entry is durable. */
  const buckets = new Map<string, Promise<void>>();
  let bucket = { name: '', keys: bucketKeys, since: 0 };

  const stagedPath = (id: string): string => {
    if (!/^[\w-]{1,100}$/.test(id)) throw new TypeError('not an id of an upload');
    return join(stagingDirectory, id);
  };
  const blobPath = (key: string): string => {
    if (!/^[a-z0-9]{1,20}\/[a-z0-9]{1,64}$/.test(key)) throw new TypeError('not a key of a blob');
    return join(blobsDirectory, key);
  };

  async function makeBucket(path: string): Promise<void> {
    await tidied;
    await mkdir(path, { recursive: true, mode: folderMode });
    await syncDirectory(blobsDirectory);
  }

  function ensureBucket(path: string): Promise<void> {
    let made = buckets.get(path);
    if (made === undefined) {
      made = makeBucket(path);
      made.catch(() => buckets.delete(path));
      const [oldest] = buckets.keys();
      if (buckets.size >= 64 && oldest !== undefined) buckets.delete(oldest);
      buckets.set(path, made);
    }
    return made;
  }

  async function discard(id: string): Promise<void> {
    finished.delete(id);
    hasher.forget(id);
    await storage('Staged bytes cannot be removed', removeFile(stagedPath(id)));
  }

  /** For staged bytes that no `finish` of this process has made durable. */
  async function finishStaged(id: string, bytes: number): Promise<Digest> {
    const path = stagedPath(id);
    const handle = await open(path, 'r+');
    try {
      const [sums] = await Promise.all([hasher.digest(id, path, bytes), fsync ? handle.datasync() : undefined]);
      return { bytes, ...sums };
    } catch (error) {
      // A failed fsync may have thrown the bytes away and succeed the next time.
      await discard(id);
      throw error;
    } finally {
      await handle.close();
    }
  }

  async function adopt(id: string, key: string, bytes: number): Promise<Digest | undefined> {
    const path = blobPath(key);
    const known = finished.get(id);
    const isFinished = known?.bytes === bytes;
    if (isFinished || (await findInfo(stagedPath(id)))?.bytes === bytes) {
      const digest = isFinished ? known : await finishStaged(id, bytes);
      await ensureBucket(dirname(path));
      await rename(stagedPath(id), path);
      finished.delete(id);
      try {
        await syncDirectory(dirname(path));
      } catch (error) {
        // The state of the directory on the disk is unknown: the upload must restart.
        await removeFile(path);
        throw error;
      }
      return digest;
    }
    // Never removed on failure, because it may be a file by now.
    const adopted = await findInfo(path);
    if (adopted?.bytes !== bytes) return undefined;
    await ensureBucket(dirname(path));
    await syncDirectory(dirname(path));
    return { bytes, ...(await hasher.digest(`${id}-adopted`, path, bytes)) };
  }

  async function putBytes(path: string, pieces: readonly Uint8Array[]): Promise<Digest> {
    const hash = createHash('sha256');
    const digest = { bytes: 0, crc32: 0 };
    for (const piece of pieces) {
      hash.update(piece);
      digest.bytes += piece.length;
      digest.crc32 = crc32(piece, digest.crc32);
    }
    await freeSpace.require(digest.bytes);
    await ensureBucket(dirname(path));
    // Opened and written here: both change the system's memory only, and handing them to another thread takes longer.
    const descriptor = openSync(path, 'wx', fileMode);
    try {
      await closing(descriptor, async () => {
        writeAll(descriptor, pieces);
        if (fsync) await settled([datasync(descriptor), directories.sync(dirname(path))]);
      });
    } catch (error) {
      // A failed fsync may have thrown the bytes away.
      await removeFile(path);
      throw error;
    }
    freeSpace.take(digest.bytes);
    return { ...digest, sha256: hash.digest('hex') };
  }

  const store: BlobStore = {
    rangeStarts: [''],
    newKey() {
      const now = clock.now();
      if (bucket.keys >= bucketKeys || now - bucket.since >= bucketMs)
        bucket = { name: now.toString(36).padStart(9, '0'), keys: 0, since: now };
      bucket.keys += 1;
      return `${bucket.name}/${random.uuid().replaceAll('-', '')}`;
    },

    async stage(id, position) {
      finished.delete(id);
      const file = await StagedFile.open(id, stagedPath(id), position, stagedFileDeps);
      return {
        offset: file.offset,
        write: (chunk) => file.write(chunk),
        close: () => file.close(),
        finish: async (check) => {
          const digest = await file.finish();
          check?.(digest);
          finished.set(id, digest);
          return digest;
        },
        abandon: async () => {
          await file.close().catch(() => undefined);
          finished.delete(id);
          hasher.forget(id);
          await storage('Staged bytes cannot be cut', truncateFile(stagedPath(id), file.offset));
        },
      };
    },

    async stagedBytes(id) {
      return (await store.findStaged(id))?.bytes ?? 0;
    },

    adopt: (id, key, bytes) => storage('An upload cannot be made a file', adopt(id, key, bytes)),
    discard,
    listStaged: () => fileNames(stagingDirectory),
    findStaged: (id) => storage('Staged bytes cannot be found', findInfo(stagedPath(id))),

    async put(key, source, check) {
      const id = `put-${random.uuid()}`;
      const file = await store.stage(id, { key, offset: 0, totalBytes: 0 });
      try {
        for await (const chunk of source) await file.write(Buffer.from(chunk));
        const { bytes } = await file.finish(check);
        const digest = await store.adopt(id, key, bytes);
        if (digest === undefined) throw new StorageError('The bytes just written are not there');
        return digest;
      } catch (error) {
        await file.close().catch(() => undefined);
        await discard(id);
        throw error;
      }
    },

    putBytes: (key, pieces) => storage('The bytes cannot be stored', putBytes(blobPath(key), pieces)),
    find: async (key) => {
      blobPath(key);
      return reading.find(key);
    },
    open: (key) => storage('A blob cannot be opened', openBlobs.open(blobPath(key))),
    async delete(key) {
      openBlobs.forget(blobPath(key));
      await storage('A blob cannot be removed', removeFile(blobPath(key)));
    },

    list: reading.list,
    setAside: async (key) => {
      openBlobs.forget(blobPath(key));
      return reading.setAside(key);
    },

    freeBytes: () => storage('The disk does not answer', freeSpace.bytes()),
    usableBytes: () => storage('The disk does not answer', freeSpace.usableBytes()),
    async ping() {
      await storage('The disk does not answer', Promise.all([stat(stagingDirectory), freeSpace.bytes()]));
    },
    async close() {
      await tidied;
      await openBlobs.close();
      await hasher.close();
      await directories.close();
    },
  };
  return store;
}

async function closing(descriptor: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    closeSync(descriptor);
  }
}

/** Rejects as `Promise.all` does, but once all have ended. */
async function settled(all: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(all);
  await Promise.all(all);
}

/** One call may write only a part. */
function writeAll(descriptor: number, pieces: readonly Uint8Array[]): void {
  let rest = pieces;
  while (rest.length > 0) {
    const written = writevSync(descriptor, rest);
    if (written === 0) throw new Error('nothing could be written');
    rest = afterBytes(rest, written);
  }
}
