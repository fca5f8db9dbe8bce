import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { systemRandom } from '@drive/base';
import { S3Client } from '@drive/s3';
import { FakeS3, type StorageFault } from '@drive/s3/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobStoreContract } from './blob-store.contract.ts';
import { StorageError, type BlobStore, type Digest } from './blob-store.ts';
import { openVerifiedBlob } from './file-blob.ts';
import { S3Blobs } from './s3-blobs.ts';
import { createMemoryStagedRows, type StagedRows } from './staged-rows.ts';

const mib = 1024 * 1024;
const key = '0a/upload';
/** Two parts and a rest. */
const content = randomBytes(17 * mib);
const digest: Digest = {
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  crc32: crc32(content),
};

let storage: FakeS3;
let rows: StagedRows;
const clients: S3Client[] = [];

/** A process that begins: nothing is in its memory. */
function open(): BlobStore {
  const client = new S3Client({
    ...storage.location,
    prefix: '',
    clock: storage.clock,
    random: systemRandom,
    sleep: async () => undefined,
  });
  clients.push(client);
  return new S3Blobs({ client, rows, clock: storage.clock, random: systemRandom });
}

async function upload(blobs: BlobStore, from = 0): Promise<Digest | undefined> {
  const writer = await blobs.stage('a', { key, offset: from, totalBytes: content.length });
  for (let at = from; at < content.length; at += mib) await writer.write(content.subarray(at, at + mib));
  await writer.finish();
  return blobs.adopt('a', key, content.length);
}

async function readAll(blobs: BlobStore): Promise<Buffer> {
  const reader = await blobs.open(key, { start: 0 });
  const into = Buffer.alloc(content.length);
  const bytes = await reader!.read(into, 0);
  await reader!.close();
  return into.subarray(0, bytes);
}

beforeEach(async () => {
  storage = await FakeS3.start();
  rows = createMemoryStagedRows();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await storage.close();
});

describe('blobs in a storage that speaks S3', () => {
  blobStoreContract(async () => open());
});

describe('an upload to an object storage', () => {
  it.each<[string, StorageFault, RegExp]>([
    ['an internal error for a part', { kind: 'refuse', status: 500, code: 'InternalError' }, /partNumber=2/],
    ['a part that was reset in its middle', { kind: 'reset request' }, /partNumber=1/],
    ['a part whose answer was lost', { kind: 'lose answer' }, /partNumber=2/],
    ['a start whose answer was lost', { kind: 'lose answer' }, /^POST .*uploads/],
    ['a completion whose answer was lost', { kind: 'lose answer' }, /^POST .*uploadId/],
    [
      'a completion that failed after status 200',
      { kind: 'answer', text: '<Error><Code>InternalError</Code></Error>' },
      /^POST .*uploadId/,
    ],
  ])('is complete after %s', async (_, fault, of) => {
    storage.failOnce(fault, of);
    const blobs = open();
    expect(await upload(blobs)).toEqual(digest);
    expect((await readAll(blobs)).equals(content)).toBe(true);
  });

  it.each<[string, StorageFault]>([
    ['bytes that changed on their way', { kind: 'damage body' }],
    ['the ETag of other bytes', { kind: 'wrong etag' }],
  ])('stores no blob for %s, and can be sent again', async (_, fault) => {
    storage.failOnce(fault, /partNumber=1/);
    await expect(upload(open())).rejects.toThrow(StorageError);
    expect(storage.objects.size).toBe(0);
    const blobs = open();
    await blobs.discard('a');
    expect(await upload(blobs)).toEqual(digest);
    expect((await readAll(blobs)).equals(content)).toBe(true);
  });
});

describe('a reader of an object', () => {
  it.each(['reset answer', 'cut answer'] as const)('goes on where an answer ended early: %s', async (kind) => {
    const blobs = open();
    await upload(blobs);
    storage.failOnce({ kind }, /^GET/);
    expect((await readAll(blobs)).equals(content)).toBe(true);
  });

  it('refuses after several broken answers', async () => {
    const blobs = open();
    await upload(blobs);
    storage.fault = (line) => (line.startsWith('GET') ? { kind: 'reset answer' } : undefined);
    await expect(readAll(blobs)).rejects.toThrow(StorageError);
  });
});

describe('a storage', () => {
  it('that only refuses writes does not answer a ping, and a write within 15 s is the proof of another', async () => {
    const blobs = open();
    await blobs.ping();
    storage.requests.length = 0;
    storage.fault = (line) =>
      line.startsWith('PUT') ? { kind: 'refuse', status: 403, code: 'QuotaExceeded' } : undefined;
    await blobs.ping();
    expect(storage.requests).toEqual([expect.stringContaining('HEAD')]);
    storage.clock.advance(15_000);
    await expect(blobs.ping()).rejects.toThrow('The storage takes no writes');
    storage.fault = () => undefined;
    await blobs.ping();
    storage.clock.advance(14_000);
    await blobs.putBytes(key, [Buffer.from('a')]);
    storage.clock.advance(14_000);
    storage.requests.length = 0;
    await blobs.ping();
    expect(storage.requests).toEqual([expect.stringContaining('HEAD')]);
  });

  it('keeps no multipart upload that a killed writer began and did not note, once the next one goes on', async () => {
    storage.failOnce({ kind: 'lose answer' }, /POST .*uploads/, 10);
    const writer = await open().stage('a', { key, offset: 0, totalBytes: content.length, lease: 1 });
    await Promise.resolve(writer.write(Buffer.from(content))).catch(() => undefined);
    await writer.close().catch(() => undefined);
    expect(storage.uploads.size).toBeGreaterThan(0);
    storage.fault = () => undefined;
    const blobs = open();
    const next = await blobs.stage('a', { key, offset: 0, totalBytes: content.length, lease: 2 });
    await next.write(Buffer.from(content));
    await next.finish();
    expect(await blobs.adopt('a', key, content.length, 2)).toEqual(digest);
    expect(storage.uploads.size).toBe(0);
  });
});

describe('a file that is read as a whole', () => {
  const file = { id: 'file', blobKey: key, sizeBytes: content.length };
  const readInOrder = async (blobs: BlobStore): Promise<number> => {
    const reader = await openVerifiedBlob(blobs, file, digest.sha256);
    const piece = Buffer.alloc(mib);
    let bytes = 0;
    while (bytes < content.length) bytes += await reader.read(piece.subarray(0, content.length - bytes), bytes);
    expect(await reader.read(piece.subarray(0, 0), bytes)).toBe(0);
    await reader.close();
    return bytes;
  };

  it('needs one request, and fails before its last byte if the storage sends other bytes', async () => {
    const blobs = open();
    await upload(blobs);
    storage.requests.length = 0;
    expect(await readInOrder(blobs)).toBe(content.length);
    expect(storage.requests).toHaveLength(1);
    const [name, stored] = [...storage.objects].find(([each]) => each.endsWith(key))!;
    const altered = Buffer.from(stored.bytes);
    altered[7] = (altered[7] ?? 0) ^ 1;
    storage.objects.set(name, { ...stored, bytes: altered });
    await expect(readInOrder(blobs)).rejects.toThrow('its bytes are not those that were stored');
  });
});
