import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNames, findInfo, openBlob, storage } from './blob-files.ts';
import type { BlobReader, BlobStore } from './blob-store.ts';

/** The functions that are safe while another program serves the bytes. */
export type BlobReading = Pick<BlobStore, 'find' | 'open' | 'list' | 'setAside'>;

/** The functions that find and remove what ended uploads have left. */
export type StagedBytes = Pick<BlobStore, 'listStaged' | 'findStaged' | 'discard'>;

export function readDiskBlobs(directory: string): BlobReading {
  const blobsDirectory = join(directory, 'blobs');
  return {
    find: (key) => storage('A blob cannot be found', findInfo(join(blobsDirectory, key))),
    open: (key) => storage('A blob cannot be opened', openBlob(join(blobsDirectory, key))),
    async *list({ prefix = '', after = '' } = {}) {
      for (const bucket of await sortedNames(blobsDirectory)) {
        // `0` is the character after `/`: every key of the bucket precedes it.
        if (`${bucket}0` <= after || !(`${bucket}/`.startsWith(prefix) || prefix.startsWith(`${bucket}/`))) continue;
        for (const name of await sortedNames(join(blobsDirectory, bucket))) {
          const key = `${bucket}/${name}`;
          if (key > after && key.startsWith(prefix)) yield key;
        }
      }
    },
    async setAside(key) {
      const aside = join(directory, 'lost+found');
      await mkdir(aside, { recursive: true, mode: 0o700 });
      const path = join(aside, key.replace('/', '-'));
      await storage('A blob cannot be set aside', rename(join(blobsDirectory, key), path));
      return path;
    },
  };
}

async function sortedNames(directory: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of fileNames(directory)) names.push(name);
  return names.sort();
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
