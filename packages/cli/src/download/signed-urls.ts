import type { DriveClient } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';

/** The most that one call signs. */
const BATCH_FILES = 200;
/** A URL signed earlier may expire during the download of a large file, which then gets a new one. */
const FRESH_MS = 120_000;
/** Time that a download needs to start. */
const START_MS = 30_000;

/** Signed URLs of many files, 200 per call. Add the files first, and request their URLs roughly in that order. */
export interface SignedUrls {
  add(fileId: string): void;
  /** Returns a new URL if the file had one before. Throws if the file can't be downloaded. */
  urlOf(fileId: string): Promise<string>;
}

interface Signed {
  readonly url: string;
  /** Epoch milliseconds on this computer. */
  readonly signedAt: number;
  /** Epoch milliseconds on the server. */
  readonly expiresAt: number;
}

export function createSignedUrls(
  client: DriveClient,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal },
): SignedUrls {
  const files: string[] = [];
  const indexes = new Map<string, number>();
  const batches = new Map<number, Promise<Map<string, Signed>>>();

  /** Never rejects: missing URLs are requested one by one, and then have their own errors. */
  async function sign(fileIds: readonly string[]): Promise<Map<string, Signed>> {
    if (fileIds.length < 2) return new Map();
    const signedAt = now();
    try {
      const { urls } = await client.files.downloadUrls(fileIds, {}, { signal, maxRetries: retriesOf(client) });
      return new Map(
        urls.map(({ id, downloadUrl: url, expiresAt }) => [id, { url, signedAt, expiresAt: Date.parse(expiresAt) }]),
      );
    } catch {
      return new Map();
    }
  }

  async function takeFromBatch(fileId: string): Promise<Signed | undefined> {
    const index = indexes.get(fileId);
    if (index === undefined) return undefined;
    const number = Math.floor(index / BATCH_FILES);
    const batch = batches.get(number) ?? sign(files.slice(number * BATCH_FILES, (number + 1) * BATCH_FILES));
    batches.set(number, batch);
    const urls = await batch;
    const signed = urls.get(fileId);
    urls.delete(fileId);
    return signed;
  }

  return {
    add(fileId) {
      indexes.set(fileId, files.length);
      files.push(fileId);
    },
    async urlOf(fileId) {
      const signed = await takeFromBatch(fileId);
      const time = now();
      if (signed !== undefined && time < Math.min(signed.signedAt + FRESH_MS, signed.expiresAt - START_MS))
        return signed.url;
      return (await client.files.downloadUrl(fileId, {}, { signal, maxRetries: retriesOf(client) })).downloadUrl;
    },
  };
}
