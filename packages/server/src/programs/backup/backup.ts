import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import {
  BackupError,
  type BackupTarget,
  describedBy,
  type Manifest,
  manifestName,
  openFileTarget,
  openFolderTarget,
  secretName,
  settingsName,
  type StoredBlob,
} from '@drive/backup-format';
import { systemClock } from '@drive/base';
import { readBlob, type BlobReading } from '@drive/blobs';
import { readVersion } from '../../app/version.ts';
import type { Config } from '../../config.ts';
import type { BackupProgress } from '../../platform/backup-program.ts';
import { DataDirectoryInUseError, lockDataDirectory, type ReaderSource } from '../../platform/db/index.ts';
import { writeSnapshot } from '../copies/snapshot.ts';
import { openBlobReading } from '../open-blobs.ts';
import { openSnapshot, type NamedBlob, type OpenSnapshot } from './open-snapshot.ts';
import { secretOf } from './secret.ts';

const mostRounds = 10;
const chunkBytes = 1024 * 1024;

/** Blobs are copied before the database that names them; if one was purged meanwhile, a newer database is read. */
export async function writeBackup(
  config: Config,
  file: string,
  { onProgress, minFreeBytes }: BackupReport & { readonly minFreeBytes?: number } = {},
): Promise<FinishedBackup> {
  const source = sourceOf(config);
  const { blobs, close } = openBlobReading(config);
  const target = await openTarget(file, config.dataDir);
  const requireSpace = async (bytes: number): Promise<void> => {
    if (minFreeBytes !== undefined) await requireFree(dirname(resolve(file)), bytes, minFreeBytes);
  };
  try {
    return await new BackupRun({ config, source, blobs, target, onProgress, requireSpace }).write();
  } catch (error) {
    await target.abandon();
    throw error;
  } finally {
    await close();
  }
}

export interface BackupReport {
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

export interface FinishedBackup {
  /** Time of the database state, ISO 8601. */
  readonly createdAt: string;
  readonly files: number;
  readonly newFiles: number;
  readonly bytes: number;
  readonly damage: readonly string[];
}

/** Throws if `bytes` more in the directory would leave less than `minFreeBytes` free. */
export async function requireFree(directory: string, bytes: number, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free - bytes < minFreeBytes)
    throw new BackupError(
      `${directory} has too little free space: the backup needs ${bytes} bytes, ${free} bytes are free, and DRIVE_MIN_FREE_BYTES (${minFreeBytes}) stay free.`,
    );
}

/** Makes this process the only one that writes a backup into the directory. */
export function lockBackups(directory: string): { release(): void } {
  try {
    return lockDataDirectory(directory);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    throw new BackupError(`Another backup is being written into ${directory}. Try again when it has ended.`);
  }
}

async function openTarget(file: string, dataDirectory: string): Promise<BackupTarget> {
  const isFolder = file.endsWith('/') || ((await stat(file).catch(() => undefined))?.isDirectory() ?? false);
  return isFolder ? openFolderTarget(file, lockBackups) : openFileTarget(file, dataDirectory);
}

const sourceOf = ({ databaseUrl, dataDir }: Config): ReaderSource =>
  databaseUrl === undefined
    ? { dialect: 'sqlite', file: join(dataDir, 'drive.db') }
    : { dialect: 'postgres', url: databaseUrl };

/** undefined if there is no such blob. */
async function copyBlob(
  { blobs, target }: { readonly blobs: BlobReading; readonly target: BackupTarget },
  key: string,
  count: (bytes: number) => void,
): Promise<StoredBlob | undefined> {
  const blob = await blobs.open(key, { start: 0 });
  if (blob === undefined) return undefined;
  const hash = createHash('sha256');
  try {
    await target.addBlob(key, blob.bytes, hashed(readBlob(blob), hash, count));
  } finally {
    await blob.close();
  }
  return { key, bytes: blob.bytes, sha256: hash.digest('hex') };
}

async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: Hash,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    count(chunk.length);
    yield chunk;
  }
}

async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const addBytes = (target: BackupTarget, name: string, bytes: Buffer): Promise<void> =>
  target.addFile(name, bytes.length, Readable.from([bytes]));

interface BackupRunDeps {
  readonly config: Config;
  readonly source: ReaderSource;
  readonly blobs: BlobReading;
  readonly target: BackupTarget;
  readonly onProgress: BackupReport['onProgress'];
  /** Throws unless the target has room for this many bytes. */
  readonly requireSpace: (bytes: number) => Promise<void>;
}

class BackupRun {
  readonly #deps: BackupRunDeps;
  readonly #databaseFile: string;
  readonly #stored = new Map<string, StoredBlob>();
  /** By key of the blob. */
  readonly #damage = new Map<string, string>();
  #newBlobs = 0;

  constructor(deps: BackupRunDeps) {
    this.#deps = deps;
    this.#databaseFile = join(deps.target.workDirectory, 'snapshot.sqlite');
  }

  async write(): Promise<FinishedBackup> {
    const createdAt = await this.#copyUntilComplete();
    const named = openSnapshot(this.#databaseFile);
    const keys = new Set(Array.from(named.listBlobs(), ({ key }) => key));
    named.close();
    const manifest = await this.#describe(
      createdAt,
      [...this.#stored.values()].filter(({ key }) => keys.has(key)),
    );
    await this.#deps.target.finish(keys);
    return {
      createdAt,
      files: manifest.blobs.count,
      newFiles: this.#newBlobs,
      bytes: manifest.blobs.bytes + manifest.database.bytes,
      damage: [...this.#damage.values()],
    };
  }

  /** Returns the time of the last snapshot, whose blobs are all copied, except for damaged ones. */
  async #copyUntilComplete(): Promise<string> {
    for (let round = 1; ; round += 1) {
      await rm(this.#databaseFile, { force: true });
      const createdAt = new Date(systemClock.now()).toISOString();
      await writeSnapshot(this.#deps.source, this.#databaseFile);
      const snapshot = openSnapshot(this.#databaseFile);
      try {
        const missing = await this.#copyNamed(snapshot);
        if (missing === 0 || round === mostRounds) return createdAt;
      } finally {
        snapshot.close();
      }
    }
  }

  /** Copies the blobs of a snapshot. Returns how many had no bytes. */
  async #copyNamed(snapshot: OpenSnapshot): Promise<number> {
    const { target, onProgress, requireSpace } = this.#deps;
    const missing: NamedBlob[] = [];
    this.#damage.clear();
    let copiedBytes = 0;
    const { totalBytes, newBytes } = sumOf(snapshot.listBlobs(), ({ key }) => this.#find(key) !== undefined);
    await requireSpace(newBytes + (await stat(this.#databaseFile)).size);
    const count = (bytes: number): void => {
      copiedBytes += bytes;
      onProgress?.({ copiedBytes, totalBytes });
    };
    for (const blob of snapshot.listBlobs()) {
      const had = this.#find(blob.key);
      if (had !== undefined) count(blob.bytes ?? 0);
      const countCopied = blob.bytes === null ? () => undefined : count;
      const copied = had ?? (await copyBlob({ blobs: this.#deps.blobs, target }, blob.key, countCopied));
      if (copied === undefined) {
        if (!snapshot.isPurging(blob)) missing.push(blob);
        continue;
      }
      if (had === undefined) this.#newBlobs += 1;
      this.#stored.set(blob.key, copied);
      if (differs(blob, copied)) this.#damage.set(blob.key, `${snapshot.describe(blob)} is not what was uploaded`);
    }
    for (const blob of missing) this.#damage.set(blob.key, `${snapshot.describe(blob)} has lost its bytes`);
    return missing.length;
  }

  #find(key: string): StoredBlob | undefined {
    return this.#stored.get(key) ?? this.#deps.target.find(key);
  }

  /** Adds the database, the list of blobs, secret and settings, and last the manifest, which describes them. */
  async #describe(createdAt: string, list: readonly StoredBlob[]): Promise<Manifest> {
    const { config, target } = this.#deps;
    const names = describedBy(createdAt);
    const lines = Buffer.from(list.map((blob) => `${JSON.stringify(blob)}\n`).join(''));
    const secret = await secretOf(config);
    await addBytes(target, names.blobList, lines);
    const { size: databaseBytes } = await stat(this.#databaseFile);
    const database = createReadStream(this.#databaseFile, { highWaterMark: chunkBytes });
    await target.addFile(names.database, databaseBytes, database);
    if (secret.isInDataDirectory) await addBytes(target, secretName, Buffer.from(`${secret.value}\n`));
    const settings = await readFile(join(config.dataDir, settingsName)).catch(() => undefined);
    if (settings !== undefined) await addBytes(target, settingsName, settings);
    const manifest: Manifest = {
      format: 1,
      createdAt,
      version: readVersion(),
      database: { bytes: databaseBytes, sha256: await fileSha256(this.#databaseFile) },
      blobList: { bytes: lines.length, sha256: createHash('sha256').update(lines).digest('hex') },
      blobs: { count: list.length, bytes: list.reduce((sum, { bytes }) => sum + bytes, 0) },
      hasSecret: secret.isInDataDirectory,
      secretFingerprint: secret.fingerprint,
    };
    await addBytes(target, manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    return manifest;
  }
}

/** Whether a stored blob has not the size or the SHA-256 that the database knows. */
const differs = (named: NamedBlob, stored: StoredBlob): boolean =>
  stored.bytes !== (named.bytes ?? stored.bytes) || stored.sha256 !== (named.sha256 ?? stored.sha256);

function sumOf(
  blobs: Iterable<NamedBlob>,
  isCopied: (blob: NamedBlob) => boolean,
): { readonly totalBytes: number; readonly newBytes: number } {
  let [totalBytes, newBytes] = [0, 0];
  for (const blob of blobs) {
    totalBytes += blob.bytes ?? 0;
    if (!isCopied(blob)) newBytes += blob.bytes ?? 0;
  }
  return { totalBytes, newBytes };
}
