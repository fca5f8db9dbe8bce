import { StorageError, type BlobStore, type Digest } from './blob-store.ts';

export interface StreamedBlob {
  readonly key: string;
  /** Chunks are copied: the writer may change the buffers that it is given. */
  readonly source: AsyncIterable<Uint8Array>;
  readonly check: ((digest: Digest) => void) | undefined;
}

/** `BlobStore.put` for a storage that stages bytes: stages them under the id, then adopts them. */
export async function putByStaging(
  blobs: Pick<BlobStore, 'stage' | 'adopt' | 'discard'>,
  id: string,
  { key, source, check }: StreamedBlob,
): Promise<Digest> {
  const writer = await blobs.stage(id, { key, offset: 0, totalBytes: 0 });
  try {
    for await (const chunk of source) await writer.write(Buffer.from(chunk));
    const { bytes } = await writer.finish(check);
    const digest = await blobs.adopt(id, key, bytes);
    if (digest === undefined) throw new StorageError('The bytes just written are not there');
    return digest;
  } catch (error) {
    await writer.abandon().catch(() => undefined);
    await blobs.discard(id).catch(() => undefined);
    throw error;
  }
}
