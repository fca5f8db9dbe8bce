import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobReader, BlobStore } from './blob-store.ts';
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

const chunkBytes = 1024 * 1024;

/** Each chunk has its own memory, so callers may keep it. */
export async function* readBlob(blob: BlobReader): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.bytes;) {
    const chunk = new Uint8Array(Math.min(chunkBytes, blob.bytes - at));
    const got = await blob.read(chunk, at);
    if (got === 0) return;
    at += got;
    yield got === chunk.length ? chunk : chunk.subarray(0, got);
  }
}
