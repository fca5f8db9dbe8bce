import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { readBlob, readDiskBlobs, type BlobReading } from '../../platform/blobs/index.ts';
import { readVersion } from '../../app/version.ts';
import { systemClock } from '../../platform/clock.ts';
import { writeSnapshot, type ReaderSource } from '../../platform/db/index.ts';
import { openFileTarget } from './file-target.ts';
import { openFolderTarget } from './folder-target.ts';
import { describedBy, manifestName, secretName, settingsName, type Manifest, type StoredBlob } from './manifest.ts';
import { openSnapshot, type NamedBlob } from './open-snapshot.ts';

import { secretOf } from './secret.ts';
import type { BackupTarget } from './backup-target.ts';

/** Maximum number of new database states before a missing blob counts as lost. */
const mostRounds = 10;
const chunkBytes = 1024 * 1024;

/**
 * Copies the drive while it is in use. Blobs never change and are copied before the database that names them; a blob
 * that was purged in between is missing, and then a newer state of the database is read, until all its blobs are
 * copied.
 */
export async function backup(config: Config, file: string): Promise<void> {
  const source = sourceOf(config);
  const blobs = readDiskBlobs(blobDirectoryOf(config));
  const target = await openTarget(file);
  const tell = (line: string): void => void process.stderr.write(`drive-server: ${line}\n`);
  let damage: string[];
  try {
    damage = await copyAll({ config, source, blobs, target, tell });
  } catch (error) {
    await target.abandon();
    throw error;
  }
  for (const line of damage) tell(line);
  if (damage.length === 0) return;
  tell(`${damage.length} files are damaged on the server itself: the backup contains everything else`);
  process.exitCode = 1;
}

async function openTarget(file: string): Promise<BackupTarget> {
  const isFolder = file.endsWith('/') || ((await stat(file).catch(() => undefined))?.isDirectory() ?? false);
  return isFolder ? openFolderTarget(file) : openFileTarget(file);
}

export const blobDirectoryOf = ({ storageUrl, dataDir }: Config): string =>
  storageUrl === undefined ? dataDir : fileURLToPath(storageUrl);

const sourceOf = ({ databaseUrl, dataDir }: Config): ReaderSource =>
  databaseUrl === undefined
    ? { dialect: 'sqlite', file: join(dataDir, 'drive.db') }
    : { dialect: 'postgres', url: databaseUrl };

/** undefined if there is no such blob. */
async function copyBlob(blobs: BlobReading, target: BackupTarget, key: string): Promise<StoredBlob | undefined> {
  const blob = await blobs.open(key);
  if (blob === undefined) return undefined;
  const hash = createHash('sha256');
  try {
    await target.addBlob(key, blob.bytes, hashed(readBlob(blob), hash));
  } finally {
    await blob.close();
  }
  return { key, bytes: blob.bytes, sha256: hash.digest('hex') };
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
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

async function copyAll({
  config,
  source,
  blobs,
  target,
  tell,
}: {
  readonly config: Config;
  readonly source: ReaderSource;
  readonly blobs: BlobReading;
  readonly target: BackupTarget;
  readonly tell: (line: string) => void;
}): Promise<string[]> {
  const stored = new Map<string, StoredBlob>();
  const damage = new Map<string, string>();
  let newBlobs = 0;
  const databaseFile = join(target.workDirectory, 'snapshot.sqlite');
  let createdAt: string;
  for (let round = 1; ; round += 1) {
    await rm(databaseFile, { force: true });
    createdAt = new Date(systemClock.now()).toISOString();
    await writeSnapshot(source, databaseFile);
    const missing: NamedBlob[] = [];
    const snapshot = openSnapshot(databaseFile);
    try {
      damage.clear();
      for (const blob of snapshot.listBlobs()) {
        const had = stored.get(blob.key) ?? target.find(blob.key);
        const copied = had ?? (await copyBlob(blobs, target, blob.key));
        if (copied === undefined) {
          if (!snapshot.isPurging(blob)) missing.push(blob);
          continue;
        }
        if (had === undefined) newBlobs += 1;
        stored.set(blob.key, copied);
        const differs =
          copied.bytes !== (blob.bytes ?? copied.bytes) || copied.sha256 !== (blob.sha256 ?? copied.sha256);
        if (differs) damage.set(blob.key, `${snapshot.describe(blob)} is not what was uploaded`);
      }
      for (const blob of missing) damage.set(blob.key, `${snapshot.describe(blob)} has lost its bytes`);
    } finally {
      snapshot.close();
    }
    if (missing.length === 0 || round === mostRounds) break;
  }

  const named = openSnapshot(databaseFile);
  const keys = new Set(Array.from(named.listBlobs(), ({ key }) => key));
  named.close();
  const names = describedBy(createdAt);
  const list = [...stored.values()].filter(({ key }) => keys.has(key));
  const lines = Buffer.from(list.map((blob) => `${JSON.stringify(blob)}\n`).join(''));
  const secret = await secretOf(config);
  await addBytes(target, names.blobList, lines);
  const { size: databaseBytes } = await stat(databaseFile);
  await target.addFile(names.database, databaseBytes, createReadStream(databaseFile, { highWaterMark: chunkBytes }));
  if (secret.isInDataDirectory) await addBytes(target, secretName, Buffer.from(`${secret.value}\n`));
  const settings = await readFile(join(config.dataDir, settingsName)).catch(() => undefined);
  if (settings !== undefined) await addBytes(target, settingsName, settings);
  const manifest: Manifest = {
    format: 1,
    createdAt,
    version: readVersion(),
    database: { bytes: databaseBytes, sha256: await fileSha256(databaseFile) },
    blobList: { bytes: lines.length, sha256: createHash('sha256').update(lines).digest('hex') },
    blobs: { count: list.length, bytes: list.reduce((sum, { bytes }) => sum + bytes, 0) },
    hasSecret: secret.isInDataDirectory,
    secretFingerprint: secret.fingerprint,
  };
  await addBytes(target, manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await target.finish(keys);
  tell(
    `backed up ${manifest.blobs.count} blobs (${newBlobs} new) and ${manifest.blobs.bytes + databaseBytes} bytes, as of ${createdAt}`,
  );
  return [...damage.values()];
}
