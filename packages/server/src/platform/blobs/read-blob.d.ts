import type { BlobReader } from './blob-store.ts';
/** Each chunk has memory of its own, so that it may be kept. */
export declare function readBlob(blob: BlobReader): AsyncGenerator<Uint8Array>;
