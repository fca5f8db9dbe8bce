import type { BlobReader } from './blob-store.ts';

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
