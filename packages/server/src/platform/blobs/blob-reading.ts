import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { fileNames, findInfo, openBlob, storage } from './blob-files.ts';

/** The functions that read the bytes of files: safe while a server runs. */
export type BlobReading = Pick<BlobStore, 'find' | 'open' | 'list'>;

export function readDiskBlobs(directory: string): BlobReading {
  const blobsDirectory = join(directory, 'blobs');
  return {
    find: (key) => storage('A blob cannot be found', findInfo(join(blobsDirectory, key))),
    open: (key) => storage('A blob cannot be opened', openBlob(join(blobsDirectory, key))),
    async *list() {
      for await (const name of fileNames(blobsDirectory))
        for await (const blob of fileNames(join(blobsDirectory, name))) yield `${name}/${blob}`;
    },
  };
}

/** Moves a blob to the quarantine directory, which only operators read; returns its path. */
export async function setBlobAside(directory: string, key: string): Promise<string> {
  const aside = join(directory, 'lost+found');
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const path = join(aside, key.replace('/', '-'));
  await storage('A blob cannot be set aside', rename(join(directory, 'blobs', key), path));
  return path;
}
