import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  BackupError,
  blobPrefix,
  describedBy,
  isRestoreUnfinished,
  makeWorkDirectory,
  type Manifest,
  manifestName,
  markRestore,
  parseManifest,
  parseStoredBlob,
  readBackup,
  removeUnfinished,
  secretName,
  settingsName,
  unfinished,
  unmarkRestore,
} from '@drive/backup-format';
import { syncDirectory } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import { blobDirectoryOf, usesObjectStorage, type Config } from '../../config.ts';
import { lockDataDirectory } from '../../platform/db/index.ts';
import { adoptSnapshot, loadSnapshot } from '../copies/snapshot.ts';
import { clearUnclaimed, isObjectStorageUnused } from '../object-storage.ts';
import { openUnusedBlobs } from '../open-blobs.ts';
import { prepareDataDirectory } from '../open-ports.ts';
import { printStatus } from '../print-status.ts';
import { fingerprintOf } from './secret.ts';

/** Reads a complete backup, compares every byte with the manifest, and writes it to an empty data directory. */
export async function restore(config: Config, file: string, { check }: { readonly check: boolean }): Promise<void> {
  const sizeOf = ({ blobs }: Manifest): string => `${blobs.count} blobs, ${blobs.bytes} bytes`;
  if (check) {
    const manifest = await withDirectory(
      await makeWorkDirectory(config.dataDir),
      async (directory) => (await receive(file, directory)).manifest,
    );
    printStatus(`the backup of ${manifest.createdAt} is complete: ${sizeOf(manifest)}`);
    return;
  }
  // Fails before a directory is made for a backup that does not exist.
  if (file !== '-')
    await access(file, constants.R_OK).catch((cause: unknown) => {
      throw new BackupError(`There is no backup at ${file} that this user may read.`, { cause });
    });
  await prepareDataDirectory(config, { evenUnfinished: true });
  const lock = lockDataDirectory(config.dataDir);
  try {
    await requireEmpty(config);
    const { manifest } = await withDirectory(await mkdtemp(join(config.dataDir, unfinished)), (directory) =>
      restoreInto(config, file, directory),
    );
    printStatus(`restored the backup of ${manifest.createdAt}: ${sizeOf(manifest)}`);
  } finally {
    lock.release();
  }
}

/** Removes the directory at the end. */
async function withDirectory<T>(directory: string, use: (directory: string) => Promise<T>): Promise<T> {
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The remains of an interrupted restore are allowed. */
async function requireEmpty(config: Config): Promise<void> {
  if (await isRestoreUnfinished(config.dataDir)) return removeWhatCame(config);
  const isRemote = usesObjectStorage(config);
  if (isRemote && !(await isObjectStorageUnused(config)))
    throw new BackupError(`${config.storageUrl} has files: a backup is restored into an empty storage only.`);
  const taken = [
    join(config.dataDir, 'drive.db'),
    join(config.dataDir, secretName),
    ...(isRemote ? [] : [join(blobDirectoryOf(config), 'blobs')]),
  ];
  for (const path of taken)
    if ((await stat(path).catch(() => undefined)) !== undefined)
      throw new BackupError(`${path} exists: a backup is restored into an empty data directory only (--data-dir).`);
}

async function removeWhatCame(config: Config): Promise<void> {
  await removeUnfinished(config.dataDir);
  for (const name of ['drive.db', 'drive.db-wal', 'drive.db-shm', secretName, settingsName])
    await rm(join(config.dataDir, name), { force: true });
  if (usesObjectStorage(config)) return clearUnclaimed(config);
  for (const name of ['blobs', 'staging', 'boot-id', 'storage.id'])
    await rm(join(blobDirectoryOf(config), name), { recursive: true, force: true });
  return undefined;
}

async function restoreInto(config: Config, file: string, workDirectory: string): Promise<Received> {
  await markRestore(config.dataDir);
  try {
    const blobs = await openUnusedBlobs(config);
    let received: Received;
    try {
      received = await receive(file, workDirectory, blobs);
      for await (const key of blobs.list()) if (!received.keys.has(key)) await blobs.delete(key);
    } finally {
      await blobs.close();
    }
    await placeSecret(config, received, workDirectory);
    await placeDatabase(config, join(workDirectory, describedBy(received.manifest.createdAt).database));
    await unmarkRestore(config.dataDir);
    return received;
  } catch (error) {
    await removeWhatCame(config);
    await unmarkRestore(config.dataDir);
    throw error;
  }
}

interface Received {
  readonly manifest: Manifest;
  readonly keys: ReadonlySet<string>;
}

/** Throws unless all files are complete and unchanged. */
async function receive(file: string, workDirectory: string, blobs?: BlobStore): Promise<Received> {
  const sums = new Map<string, { bytes: number; sha256: string }>();
  for await (const { name, content } of readBackup(file)) {
    if (name.startsWith(blobPrefix)) {
      const key = name.slice(blobPrefix.length);
      sums.set(name, blobs === undefined ? await sumOf(content) : await blobs.put(key, content));
    } else if (blobs === undefined && name.endsWith('.sqlite')) {
      sums.set(name, await sumOf(content));
    } else if (/^[\w.-]+$/.test(name)) {
      await writeFile(join(workDirectory, name), content);
      sums.set(name, await sumOf(createReadStream(join(workDirectory, name))));
    }
  }

  const text = await readFile(join(workDirectory, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${file} is not a complete backup: it has no ${manifestName}.`);
  const manifest = parseManifest(text);
  const names = describedBy(manifest.createdAt);
  const wrong: string[] = [];
  const expect = (name: string, { bytes, sha256 }: { readonly bytes: number; readonly sha256: string }): void => {
    const found = sums.get(name);
    if (found === undefined) wrong.push(`${name} is missing`);
    else if (found.bytes !== bytes || found.sha256 !== sha256) wrong.push(`${name} has been changed`);
  };
  expect(names.database, manifest.database);
  expect(names.blobList, manifest.blobList);
  if (manifest.hasSecret && !sums.has(secretName)) wrong.push(`${secretName} is missing`);
  const keys = new Set<string>();
  if (wrong.length === 0)
    for await (const line of createInterface({ input: createReadStream(join(workDirectory, names.blobList)) })) {
      const blob = parseStoredBlob(line);
      expect(blobPrefix + blob.key, blob);
      keys.add(blob.key);
    }
  if (wrong.length > 0) {
    const more = wrong.length > mostNamed ? [`and ${wrong.length - mostNamed} more`] : [];
    throw new BackupError(`The backup is damaged: ${[...wrong.slice(0, mostNamed), ...more].join('; ')}.`);
  }
  return { manifest, keys };
}

const mostNamed = 10;

async function sumOf(content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function placeSecret(config: Config, { manifest }: Received, workDirectory: string): Promise<void> {
  const stored = manifest.hasSecret ? (await readFile(join(workDirectory, secretName), 'utf8')).trim() : undefined;
  const secret = config.secret ?? stored;
  if (secret === undefined)
    throw new BackupError('The server that was backed up has its secret in DRIVE_SECRET: set the same one.');
  const accepted = [secret, ...(config.secretPrevious === undefined ? [] : [config.secretPrevious])];
  if (!accepted.some((each) => fingerprintOf(each) === manifest.secretFingerprint))
    throw new BackupError(
      'DRIVE_SECRET differs from that of the server that was backed up: set the same one, or none. If it was replaced since, set DRIVE_SECRET_PREVIOUS to that one.',
    );
  if (config.secret === undefined) await placeFile(join(workDirectory, secretName), join(config.dataDir, secretName));
  const settings = join(workDirectory, settingsName);
  const target = join(config.dataDir, settingsName);
  const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;
  if ((await isThere(settings)) && !(await isThere(target))) await placeFile(settings, target);
}

async function placeDatabase(config: Config, snapshot: string): Promise<void> {
  if (config.databaseUrl !== undefined) return loadSnapshot(snapshot, config.databaseUrl);
  adoptSnapshot(snapshot);
  await placeFile(snapshot, join(config.dataDir, 'drive.db'));
}

/** Moves a file, which is complete and durable before it has its name. */
export async function placeFile(from: string, to: string): Promise<void> {
  const handle = await open(from, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(from, to);
  syncDirectory(dirname(to));
}
