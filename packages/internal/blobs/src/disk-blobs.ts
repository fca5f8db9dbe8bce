import { createHash, hash } from 'node:crypto';
import { closeSync, fdatasync, openSync, writevSync } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Clock, dayMs, makeDurableDirectory, type Random } from '@drive/base';
import {
  afterBytes,
  fileNames,
  findInfo,
  removeEmptyFolders,
  removeFile,
  storage,
  truncateFile,
} from './blob-files.ts';
import { requireBlobKey, requireStagingId } from './blob-names.ts';
import { readDiskBlobs } from './blob-reading.ts';
import {
  type BlobStore,
  type Digest,
  type BlobInfo,
  type StagedWriter,
  type StagePosition,
  type ListOptions,
  type BlobReader,
} from './blob-store.ts';
import { createDirectorySync } from './directory-sync.ts';
import { FileHasher } from './file-hasher.ts';
import { createFreeSpace, type AskFreeBytes } from './free-space.ts';
import { discardStagedBeforeBoot } from './last-boot.ts';
import { createOpenBlobs } from './open-blobs.ts';
import { putByStaging } from './put-by-staging.ts';
import { StagedFile, type StagedFileDeps } from './staged-file.ts';

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
class DiskBlobs implements BlobStore {
  readonly #options: DiskBlobsOptions;
  readonly #opened: OpenedDirectory;
  readonly #reading: ReturnType<typeof readDiskBlobs>;
  readonly #hasher = new FileHasher();
  readonly #openBlobs = createOpenBlobs();
  readonly #freeSpace: ReturnType<typeof createFreeSpace>;
  readonly #stagedFileDeps: StagedFileDeps;
  /** Uploads that `finish` made durable in this process, which `adopt` need not do again. */
  readonly #finished = new Map<string, Digest>();
  /** Buckets whose own entry is durable. */
  readonly #buckets = new Map<string, Promise<void>>();
  #bucket = { name: '', keys: bucketKeys, since: 0 };
  readonly isRemote: boolean = false;
  readonly rangeStarts: readonly string[] = [''];

  constructor(options: DiskBlobsOptions, opened: OpenedDirectory) {
    this.#options = options;
    this.#opened = opened;
    this.#reading = readDiskBlobs(options.directory);
    this.#freeSpace = createFreeSpace({ ...options, ask: options.askFreeBytes });
    this.#stagedFileDeps = {
      hasher: this.#hasher,
      freeSpace: this.#freeSpace,
      fsync: opened.fsync,
      mode: opened.fileMode,
      writers: new Set<StagedFile>(),
    };
  }

  list(options?: ListOptions): AsyncIterable<string> {
    return this.#reading.list(options);
  }

  newKey(): string {
    const { clock, random } = this.#options;
    const now = clock.now();
    if (this.#bucket.keys >= bucketKeys || now - this.#bucket.since >= bucketMs)
      this.#bucket = { name: now.toString(36).padStart(9, '0'), keys: 0, since: now };
    this.#bucket.keys += 1;
    return `${this.#bucket.name}/${random.uuid().replaceAll('-', '')}`;
  }

  async stage(id: string, position: StagePosition): Promise<StagedWriter> {
    this.#finished.delete(id);
    const file = await StagedFile.open(id, this.#stagedPath(id), position, this.#stagedFileDeps);
    return {
      offset: file.offset,
      write: (chunk) => file.write(chunk),
      close: () => file.close(),
      finish: async (check) => {
        const digest = await file.finish();
        check?.(digest);
        this.#finished.set(id, digest);
        return digest;
      },
      abandon: async () => {
        await file.close().catch(() => undefined);
        this.#finished.delete(id);
        this.#hasher.forget(id);
        await storage('Staged bytes cannot be cut', truncateFile(this.#stagedPath(id), file.offset));
      },
    };
  }

  async stagedBytes(id: string): Promise<number> {
    return (await this.findStaged(id))?.bytes ?? 0;
  }

  adopt(id: string, key: string, bytes: number): Promise<Digest | undefined> {
    return storage('An upload cannot be made a file', this.#adopt(id, key, bytes));
  }

  async discard(id: string): Promise<void> {
    this.#finished.delete(id);
    this.#hasher.forget(id);
    await storage('Staged bytes cannot be removed', removeFile(this.#stagedPath(id)));
  }

  listStaged(): AsyncIterable<string> {
    return fileNames(this.#opened.stagingDirectory);
  }

  findStaged(id: string): Promise<BlobInfo | undefined> {
    return storage('Staged bytes cannot be found', findInfo(this.#stagedPath(id)));
  }

  put(key: string, source: AsyncIterable<Uint8Array>, check?: (digest: Digest) => void): Promise<Digest> {
    return putByStaging(this, `put-${this.#options.random.uuid()}`, { key, source, check });
  }

  putBytes(key: string, pieces: readonly Uint8Array[]): Promise<Digest> {
    return storage('The bytes cannot be stored', this.#putBytes(this.#blobPath(key), pieces));
  }

  async find(key: string): Promise<BlobInfo | undefined> {
    this.#blobPath(key);
    return this.#reading.find(key);
  }

  open(key: string): Promise<BlobReader | undefined> {
    return storage('A blob cannot be opened', this.#openBlobs.open(this.#blobPath(key)));
  }

  async delete(key: string): Promise<void> {
    this.#openBlobs.forget(this.#blobPath(key));
    await storage('A blob cannot be removed', removeFile(this.#blobPath(key)));
  }

  async setAside(key: string): Promise<string> {
    this.#openBlobs.forget(this.#blobPath(key));
    return this.#reading.setAside(key);
  }

  freeBytes(): Promise<number> {
    return storage('The disk does not answer', this.#freeSpace.bytes());
  }

  usableBytes(): Promise<number> {
    return storage('The disk does not answer', this.#freeSpace.usableBytes());
  }

  async ping(): Promise<void> {
    await storage(
      'The disk does not answer',
      Promise.all([stat(this.#opened.stagingDirectory), this.#freeSpace.bytes()]),
    );
  }

  async close(): Promise<void> {
    const { tidied, directories } = this.#opened;
    await tidied;
    await this.#openBlobs.close();
    await this.#hasher.close();
    await directories.close();
  }

  #stagedPath(id: string): string {
    return join(this.#opened.stagingDirectory, requireStagingId(id));
  }

  #blobPath(key: string): string {
    return join(this.#opened.blobsDirectory, requireBlobKey(key));
  }

  #syncDirectory(path: string): Promise<void> {
    const { fsync, directories } = this.#opened;
    return fsync ? directories.sync(path) : Promise.resolve();
  }

  async #makeBucket(path: string): Promise<void> {
    const { tidied, folderMode, blobsDirectory } = this.#opened;
    await tidied;
    // Not recursive: that answers ENOENT on a file system that takes no writes.
    await mkdir(path, { mode: folderMode }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    await this.#syncDirectory(blobsDirectory);
  }

  #ensureBucket(path: string): Promise<void> {
    let made = this.#buckets.get(path);
    if (made === undefined) {
      made = this.#makeBucket(path);
      made.catch(() => this.#buckets.delete(path));
      const [oldest] = this.#buckets.keys();
      if (this.#buckets.size >= 64 && oldest !== undefined) this.#buckets.delete(oldest);
      this.#buckets.set(path, made);
    }
    return made;
  }

  /** For staged bytes that no `finish` of this process has made durable. */
  async #finishStaged(id: string, bytes: number): Promise<Digest> {
    const path = this.#stagedPath(id);
    const handle = await open(path, 'r+');
    try {
      const [sums] = await Promise.all([
        this.#hasher.digest(id, path, bytes),
        this.#opened.fsync ? handle.datasync() : undefined,
      ]);
      return { bytes, ...sums };
    } catch (error) {
      // A failed fsync may have thrown the bytes away and succeed the next time.
      await this.discard(id);
      throw error;
    } finally {
      await handle.close();
    }
  }

  async #adopt(id: string, key: string, bytes: number): Promise<Digest | undefined> {
    const path = this.#blobPath(key);
    const known = this.#finished.get(id);
    const isFinished = known?.bytes === bytes;
    if (isFinished || (await findInfo(this.#stagedPath(id)))?.bytes === bytes) {
      const digest = isFinished ? known : await this.#finishStaged(id, bytes);
      await this.#ensureBucket(dirname(path));
      await rename(this.#stagedPath(id), path);
      this.#finished.delete(id);
      try {
        await this.#syncDirectory(dirname(path));
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
    await this.#ensureBucket(dirname(path));
    await this.#syncDirectory(dirname(path));
    return { bytes, ...(await this.#hasher.digest(`${id}-adopted`, path, bytes)) };
  }

  async #putBytes(path: string, pieces: readonly Uint8Array[]): Promise<Digest> {
    const { fileMode, fsync, directories } = this.#opened;
    const sha256 = sha256Of(pieces);
    const digest = { bytes: 0, crc32: 0, sha256 };
    for (const piece of pieces) {
      digest.bytes += piece.length;
      digest.crc32 = crc32(piece, digest.crc32);
    }
    await this.#freeSpace.require(digest.bytes);
    await this.#ensureBucket(dirname(path));
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
    this.#freeSpace.take(digest.bytes);
    return digest;
  }
}

function sha256Of(pieces: readonly Uint8Array[]): string {
  // Without a stream of Node's, which takes a third of the time for a small file.
  if (pieces.length === 1 && pieces[0] !== undefined) return hash('sha256', pieces[0]);
  const whole = createHash('sha256');
  for (const piece of pieces) whole.update(piece);
  return whole.digest('hex');
}

type OpenedDirectory = Awaited<ReturnType<typeof openDirectory>>;

/** Creates the directories if they are missing, and tidies them. */
async function openDirectory(options: DiskBlobsOptions) {
  const fsync = options.fsync ?? true;
  const [folderMode, fileMode] =
    options.isGroupReading === true ? ([0o750, 0o640] as const) : ([0o700, 0o600] as const);
  const stagingDirectory = join(options.directory, 'staging');
  const blobsDirectory = join(options.directory, 'blobs');
  makeDurableDirectory(options.directory, 0o700);
  await mkdir(stagingDirectory, { recursive: true, mode: 0o700 });
  await mkdir(blobsDirectory, { recursive: true, mode: folderMode });
  discardStagedBeforeBoot(options.directory);
  const directories = createDirectorySync();
  if (fsync) await directories.sync(options.directory);
  // Runs now, while nothing is moved into one of them; new blobs wait in `ensureBucket`.
  const tidied = removeEmptyFolders(blobsDirectory);
  return { stagingDirectory, blobsDirectory, folderMode, fileMode, fsync, directories, tidied };
}

export async function openDiskBlobs(options: DiskBlobsOptions): Promise<BlobStore> {
  return new DiskBlobs(options, await openDirectory(options));
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
