import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { syncDirectory } from '@drive/base';
import { readDiskBlobs } from '@drive/blobs';
import type { BackupTarget } from './backup-target.ts';
import {
  BackupError,
  blobPrefix,
  describedBy,
  manifestName,
  parseManifest,
  parseStoredBlob,
  type StoredBlob,
} from './manifest.ts';
import { removeUnfinished, unfinished } from './unfinished.ts';

/**
 * Copies only new blobs. Replaces the manifest at the very end, so that an interrupted backup leaves the previous one.
 * `lockBackups` makes this process the only one that writes into the directory.
 */
export async function openFolderTarget(
  directory: string,
  lockBackups: (directory: string) => { release(): void },
): Promise<BackupTarget> {
  await mkdir(join(directory, 'blobs'), { recursive: true, mode: 0o700 });
  const lock = lockBackups(directory);
  await removeUnfinished(directory);
  const workDirectory = await mkdtemp(join(directory, unfinished));
  const before = await readBefore(directory);
  const stored = readDiskBlobs(directory);
  const added: string[] = [];
  const directories = new Set([directory, join(directory, 'blobs')]);

  const close = async (): Promise<void> => {
    await rm(workDirectory, { recursive: true, force: true });
    lock.release();
  };
  return {
    workDirectory,
    find: (key) => before.blobs.get(key),
    async addBlob(key, bytes, content) {
      const path = join(directory, blobPrefix, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      directories.add(dirname(path));
      const copy = join(workDirectory, 'blob');
      await writeDurably(copy, bytes, content);
      await rename(copy, path);
    },
    async addFile(name, bytes, content) {
      await writeDurably(join(workDirectory, name), bytes, content);
      added.push(name);
    },
    async finish(keys) {
      for (const path of directories) syncDirectory(path);
      for (const name of added.filter((each) => each !== manifestName))
        await rename(join(workDirectory, name), join(directory, name));
      syncDirectory(directory);
      // From here on the new backup is valid.
      await rename(join(workDirectory, manifestName), join(directory, manifestName));
      syncDirectory(directory);
      for (const name of before.names) await rm(join(directory, name), { force: true });
      for await (const key of stored.list()) if (!keys.has(key)) await rm(join(directory, blobPrefix, key));
      await close();
    },
    abandon: close,
  };
}

async function readBefore(directory: string): Promise<{ names: string[]; blobs: Map<string, StoredBlob> }> {
  const blobs = new Map<string, StoredBlob>();
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) return { names: [], blobs };
  const { database, blobList } = describedBy(parseManifest(text).createdAt);
  for await (const line of createInterface({ input: createReadStream(join(directory, blobList)) })) {
    const blob = parseStoredBlob(line);
    blobs.set(blob.key, blob);
  }
  return { names: [database, blobList], blobs };
}

async function writeDurably(path: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    let written = 0;
    for await (const chunk of content) {
      await file.writeFile(chunk);
      written += chunk.length;
    }
    if (written !== bytes) throw new BackupError(`${path} came to ${written} bytes, not ${bytes}.`);
    await file.datasync();
  } finally {
    await file.close();
  }
}
