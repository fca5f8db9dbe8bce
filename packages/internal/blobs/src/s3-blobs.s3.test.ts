import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { systemClock, systemRandom } from '@drive/base';
import type { S3Client } from '@drive/s3';
import { clearTestBucket, createTestS3Client, startFaultyProxy, type Fault, type FaultyProxy } from '@drive/s3/test';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { blobStoreContract } from './blob-store.contract.ts';
import { StorageError, type BlobStore, type Digest } from './blob-store.ts';
import { S3Blobs } from './s3-blobs.ts';
import { createMemoryStagedRows, type StagedRows } from './staged-rows.ts';

const service = inject('s3');
const mib = 1024 * 1024;

const digestOf = (bytes: Buffer): Digest => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
});

describe.skipIf(service === undefined)('blobs in an object storage', () => {
  let rows: StagedRows;
  let proxy: FaultyProxy;
  let prefix: string;
  const clients: S3Client[] = [];
  const clientOf = (copyBytes?: number): S3Client => {
    const options = { endpoint: proxy.url, prefix, sleep: async () => undefined };
    const client = createTestS3Client(copyBytes === undefined ? options : { ...options, copyBytes });
    clients.push(client);
    return client;
  };
  /** A process that begins: nothing is in its memory. */
  const open = (): BlobStore => new S3Blobs({ client: clientOf(), rows, clock: systemClock, random: systemRandom });

  beforeEach(async () => {
    rows = createMemoryStagedRows();
    proxy = await startFaultyProxy(service?.endpoint ?? '');
    prefix = `${randomUUID()}/`;
  });
  afterEach(async () => {
    proxy.fault = () => undefined;
    await clearTestBucket(prefix);
    for (const each of clients.splice(0)) await each.close();
    await proxy.close();
  });

  blobStoreContract(async () => open());

  const key = '0a/upload';
  const content = randomBytes(20 * mib + 12_345);
  /** Appends bytes in chunks of a socket's size. */
  const append = async (blobs: BlobStore, from: number, to: number, total = content.length) => {
    const writer = await blobs.stage('a', { key, offset: from, totalBytes: total });
    for (let at = from; at < to; at += 65_536)
      await writer.write(Buffer.from(content.subarray(at, Math.min(to, at + 65_536))));
    return writer;
  };
  const readAll = async (blobs: BlobStore): Promise<Buffer> => {
    const reader = await blobs.open(key, { start: 0 });
    if (reader === undefined) throw new Error('there is no blob');
    const into = Buffer.alloc(reader.bytes);
    await reader.read(into, 0);
    await reader.close();
    return into;
  };
  const failOnce = (fault: Fault, of: RegExp): void => {
    let isDone = false;
    proxy.fault = ({ method, url }) => {
      if (isDone || !of.test(`${method} ${url}`)) return undefined;
      isDone = true;
      return fault;
    };
  };
  const uploadAll = async (): Promise<BlobStore> => {
    const blobs = open();
    const writer = await append(blobs, 0, content.length);
    expect(await writer.finish()).toEqual(digestOf(content));
    expect(await blobs.adopt('a', key, content.length)).toEqual(digestOf(content));
    expect((await readAll(blobs)).equals(content)).toBe(true);
    return blobs;
  };
  const lost = async (blobs: BlobStore): Promise<string[]> => {
    const ids: string[] = [];
    for await (const id of blobs.listStaged()) ids.push(id);
    return ids;
  };

  it('are written in parts, and leave nothing else', async () => {
    const blobs = await uploadAll();
    expect(proxy.requests.filter((line) => line.includes('partNumber'))).toHaveLength(3);
    expect(await lost(blobs)).toEqual([]);
  });

  it('are set aside in parts if one request does not copy them', async () => {
    await uploadAll();
    const client = clientOf(8 * mib);
    const aside = await new S3Blobs({ client, rows, clock: systemClock, random: systemRandom }).setAside(key);
    expect(proxy.requests.filter((line) => /lost-and-found.*partNumber/.test(line))).toHaveLength(3);
    const { stream } = (await client.get(aside))!;
    expect((await buffer(stream)).equals(content)).toBe(true);
    expect(await client.head(`blobs/${key}`)).toBeUndefined();
  });

  it('leave parts if a process ends while it sets them aside, which are listed and discarded', async () => {
    const client = clientOf();
    await client.createMultipart(`lost-and-found/${key.replace('/', '-')}`);
    const blobs = open();
    const [part, ...others] = await lost(blobs);
    expect([part, others]).toEqual([expect.stringMatching(/^lost-multipart:lost-and-found\//), []]);
    expect(await blobs.findStaged(part!)).toMatchObject({ bytes: 0 });
    await blobs.discard(part!);
    expect(await lost(blobs)).toEqual([]);
  });

  it('take one request if they are small, and one to be read', async () => {
    const blobs = open();
    const writer = await append(blobs, 0, 10_000, 10_000);
    await writer.finish();
    await blobs.adopt('a', key, 10_000);
    expect(proxy.requests.splice(0)).toEqual([`PUT /drive/${prefix}blobs/${key}`]);
    const reader = await blobs.open(key, { start: 100, end: 8_000 });
    const into = Buffer.alloc(1000);
    for (let at = 100; at < 7_000; at += 1000) await reader?.read(into, at);
    await reader?.close();
    expect(proxy.requests).toEqual([`GET /drive/${prefix}blobs/${key}`]);
  });

  it('are stored from a stream of unknown length', async () => {
    const blobs = open();
    const chunks = (async function* () {
      for (let at = 0; at < content.length; at += mib) yield content.subarray(at, at + mib);
    })();
    expect(await blobs.put(key, chunks)).toEqual(digestOf(content));
    expect((await readAll(blobs)).equals(content)).toBe(true);
  });

  it('continue in another process after a kill in the middle of a part, with the digest of all bytes', async () => {
    await append(open(), 0, 19 * mib);
    await expect.poll(() => open().stagedBytes('a')).toBe(16 * mib);
    const blobs = open();
    const writer = await append(blobs, 16 * mib, content.length);
    expect(await writer.finish()).toEqual(digestOf(content));
    expect(await blobs.adopt('a', key, content.length)).toEqual(digestOf(content));
  });

  it('continue in another process after a client was cut off, whose last bytes are kept', async () => {
    await (await append(open(), 0, 9 * mib)).close();
    await (await append(open(), 9 * mib, 9 * mib + 10)).close();
    await (await append(open(), 9 * mib + 10, 16 * mib)).close();
    const blobs = open();
    expect(await blobs.stagedBytes('a')).toBe(16 * mib);
    expect(await (await append(blobs, 16 * mib, content.length)).finish()).toEqual(digestOf(content));
    await blobs.adopt('a', key, content.length);
    expect((await readAll(blobs)).equals(content)).toBe(true);
    expect(await lost(blobs)).toEqual([]);
  });

  it('are adopted after a kill behind the last part, and behind the completion', async () => {
    await (await append(open(), 0, content.length)).close();
    expect(await open().adopt('a', key, content.length)).toEqual(digestOf(content));
    // The row of the first adoption may be gone, or not.
    expect(await open().adopt('a', key, content.length)).toEqual(digestOf(content));
    await open().delete(key);

    await (await append(open(), 0, content.length)).finish();
    expect(await open().adopt('a', key, content.length)).toEqual(digestOf(content));
    expect((await readAll(open())).equals(content)).toBe(true);
    expect(await rows.find('a')).toBeUndefined();
  });

  it('return to the last bytes that count if parts are abandoned', async () => {
    await (await append(open(), 0, 9 * mib)).close();
    const abandoned = await open().stage('a', { key, offset: 9 * mib, totalBytes: content.length });
    for (let i = 0; i < 20; i += 1) await abandoned.write(randomBytes(mib / 2));
    await abandoned.abandon();
    const blobs = open();
    expect(await blobs.stagedBytes('a')).toBe(9 * mib);
    expect(await (await append(blobs, 9 * mib, content.length)).finish()).toEqual(digestOf(content));
  });

  it('refuse the bytes of a writer that another one has superseded', async () => {
    await (await append(open(), 0, 9 * mib)).close();
    const late = await append(open(), 9 * mib, 10 * mib);
    await (await append(open(), 9 * mib, 11 * mib)).close();
    await expect(late.close()).rejects.toBeInstanceOf(StorageError);
    expect(await open().stagedBytes('a')).toBe(11 * mib);
  });

  it('list parts and tails that no row names, and remove them', async () => {
    await (await append(open(), 0, 9 * mib)).close();
    await rows.remove('a');
    const blobs = open();
    const found = await lost(blobs);
    expect(found).toHaveLength(2);
    for (const id of found) {
      expect((await blobs.findStaged(id))?.modifiedAt).toBeGreaterThan(Date.now() - 60_000);
      await blobs.discard(id);
      expect(await blobs.findStaged(id)).toBeUndefined();
    }
    expect(await lost(blobs)).toEqual([]);
  });

  it('restart if the storage has dropped their parts', async () => {
    await (await append(open(), 0, 9 * mib)).close();
    const client = clientOf();
    for await (const upload of client.listMultiparts({ prefix: '' })) await client.abortMultipart(upload);
    const blobs = open();
    const writer = await append(blobs, 9 * mib, content.length).catch(() => undefined);
    await writer?.finish().catch(() => undefined);
    expect(await blobs.stagedBytes('a')).toBe(0);
    await uploadAll();
  });

  it('are stored and encrypted as the settings say', async () => {
    const storageClass = 'COLD';
    const client = createTestS3Client({ prefix, encryption: 'aws:kms', kmsKeyId: 'test-key', storageClass });
    clients.push(client);
    const blobs = new S3Blobs({ client, rows, clock: systemClock, random: systemRandom });
    const writer = await append(blobs, 0, content.length);
    await writer.finish();
    await blobs.adopt('a', key, content.length);
    expect((await readAll(blobs)).equals(content)).toBe(true);
    const small = content.subarray(0, 1000);
    await blobs.putBytes('0a/small', [small]);
    const { direct } = blobs;
    if (direct === undefined) throw new Error('the store has no URLs for clients');
    const put = { method: 'PUT', body: new Blob([small]) };
    await fetch(direct.uploadUrl('b', { bytes: small.length, lifeMs: 60_000 }), put);
    expect(await direct.adopt('b', '0a/copied', small.length)).toBe(true);
    for (const each of [key, '0a/small', '0a/copied']) {
      const headers = { 'content-type': 'x/y', 'content-disposition': 'inline', 'cache-control': 'no-store' };
      const answer = await fetch(direct.downloadUrl(each, { headers, lifeMs: 60_000 }), {
        headers: { range: 'bytes=0-9' },
      });
      expect([each, answer.headers.get('x-amz-storage-class')]).toEqual([each, storageClass]);
      // Ceph does not encrypt copies, for which the settings refuse direct uploads.
      const encryption = each === '0a/copied' ? null : 'aws:kms';
      expect([each, answer.headers.get('x-amz-server-side-encryption')]).toEqual([each, encryption]);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(content.subarray(0, 10));
    }
  });

  describe('by URLs for clients', () => {
    const lifeMs = 60_000;
    const directOf = (blobs: BlobStore) => {
      if (blobs.direct === undefined) throw new Error('the store has no URLs for clients');
      return blobs.direct;
    };
    const put = (url: string, bytes: Buffer) => fetch(url, { method: 'PUT', body: new Blob([bytes]) });
    const small = content.subarray(0, 100_000);

    it('become a blob that later PUTs do not change, again after a crash', async () => {
      const blobs = open();
      const direct = directOf(blobs);
      const url = direct.uploadUrl('a', { bytes: small.length, lifeMs });
      expect(new URL(url).origin).toBe(direct.origin);
      expect(await direct.adopt('a', key, small.length)).toBe(false);
      expect((await put(url, small)).status).toBe(200);
      expect(await direct.adopt('a', key, small.length - 1)).toBe(false);
      expect(await direct.adopt('a', key, small.length)).toBe(true);
      expect(await directOf(open()).adopt('a', key, small.length)).toBe(true);
      await put(url, randomBytes(small.length));
      expect((await readAll(blobs)).equals(small)).toBe(true);
      const [staged = ''] = await lost(blobs);
      expect(staged).toBe('a-direct');
      expect((await blobs.findStaged(staged))?.bytes).toBe(small.length);
      await blobs.discard(staged);
      expect(await lost(blobs)).toEqual([]);
    });

    it('are read with the headers that the URL names, in ranges, until it expires', async () => {
      const blobs = open();
      await blobs.putBytes(key, [small]);
      const headers = {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="a b+c_(1)'*.png"; filename*=UTF-8''%C3%A4%28%27+c.png`,
        'cache-control': 'private, no-cache',
      };
      const url = directOf(blobs).downloadUrl(key, { headers, lifeMs });
      const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, small.subarray(10, 20)]);
      for (const [name, value] of Object.entries(headers)) expect(part.headers.get(name)).toBe(value);
      const expired = directOf(
        new S3Blobs({
          client: createTestS3Client({ prefix, clock: { now: () => Date.now() - 2 * lifeMs } }),
          rows,
          clock: systemClock,
          random: systemRandom,
        }),
      ).downloadUrl(key, { headers, lifeMs });
      expect((await fetch(expired)).status).toBe(403);
      expect((await fetch(url.replace('image%2Fpng', 'text%2Fhtml'))).status).toBe(403);
    });
  });

  describe('on a bad network', () => {
    it.each<[Fault, RegExp]>([
      ['slow down', /partNumber=2/],
      ['cut', /partNumber=2/],
      ['lost answer', /partNumber=2/],
      ['slow down', /POST .*uploadId/],
      ['lost answer', /POST .*uploadId/],
      ['cut answer', /^GET .*blobs/],
    ])('are complete after one “%s” of %s', async (fault, of) => {
      failOnce(fault, of);
      await uploadAll();
      expect(proxy.requests.filter((line) => of.test(line)).length).toBeGreaterThan(1);
    });

    it('are refused after some tries, and resumed later where the parts end', async () => {
      const blobs = open();
      proxy.fault = ({ url }) => (/partNumber=2/.test(url ?? '') ? 'slow down' : undefined);
      await expect((async () => (await append(blobs, 0, content.length)).finish())()).rejects.toBeInstanceOf(
        StorageError,
      );
      expect(proxy.requests.filter((line) => line.includes('partNumber=2')).length).toBeGreaterThan(3);
      proxy.fault = () => undefined;
      expect(await blobs.stagedBytes('a')).toBe(8 * mib);
      expect(await (await append(blobs, 8 * mib, content.length)).finish()).toEqual(digestOf(content));
    });
  });
});
