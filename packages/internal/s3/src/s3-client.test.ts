import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { hourMs, minuteMs, systemRandom } from '@drive/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeS3, type StorageFault } from '../test/fake-s3.ts';
import { S3Client, type S3ClientOptions } from './s3-client.ts';

const content = randomBytes(300_000);
let storage: FakeS3;
let client: S3Client;
/** Times that the client has waited before another try. */
let pauses: number[];

const open = (options: Partial<S3ClientOptions> = {}): S3Client =>
  new S3Client({
    ...storage.location,
    prefix: 'base/',
    clock: storage.clock,
    random: systemRandom,
    sleep: async (ms) => {
      pauses.push(ms);
      storage.clock.advance(ms);
    },
    ...options,
  });
const put = (key: string, bytes = content): Promise<void> =>
  client.put(key, { pieces: [bytes.subarray(0, 1000), bytes.subarray(1000)] });
const get = async (key: string): Promise<Buffer | undefined> => {
  const body = await client.get(key);
  return body && buffer(body.stream);
};
const stored = (key: string): Buffer | undefined => storage.objects.get(`base/${key}`)?.bytes;
async function listAll<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

beforeEach(async () => {
  pauses = [];
  storage = await FakeS3.start();
  client = open();
});
afterEach(async () => {
  await client.close();
  await storage.close();
});

describe('a client of an object storage', () => {
  it('stores, finds, reads, copies and deletes objects below its prefix', async () => {
    await put('a/b');
    expect([...storage.objects.keys()]).toEqual(['base/a/b']);
    expect(await client.head('a/b')).toEqual({ key: 'a/b', bytes: 300_000, modifiedAt: storage.clock.now() });
    expect((await get('a/b'))?.equals(content)).toBe(true);
    await client.copy('a/b', 'c', content.length);
    await client.delete('a/b');
    await client.delete('a/b');
    expect([await get('a/b'), await client.head('a/b')]).toEqual([undefined, undefined]);
    expect((await get('c'))?.equals(content)).toBe(true);
    expect(pauses).toEqual([]);
  });

  it('copies in parts what is too large for one request, and leaves none of a copy that fails', async () => {
    await put('a');
    storage.mostCopied = 100_000;
    await expect(client.copy('a', 'b', content.length)).rejects.toMatchObject({ status: 400 });
    await client.close();
    client = open({ copyBytes: 70_000 });
    await client.createMultipart('b');
    storage.failOnce({ kind: 'refuse', status: 403, code: 'AccessDenied' }, /partNumber=3/);
    await expect(client.copy('a', 'b', content.length)).rejects.toMatchObject({ code: 'AccessDenied' });
    expect([storage.uploads.size, stored('b')]).toEqual([0, undefined]);
    storage.failOnce({ kind: 'lose answer' }, /^POST .*uploadId/);
    await client.copy('a', 'b', content.length);
    expect(stored('b')?.equals(content)).toBe(true);
    expect(storage.uploads.size).toBe(0);
  });

  it('reads a range with the size of the object, and refuses another range than it asked for', async () => {
    await put('a');
    const part = await client.get('a', { start: 10, end: 19 });
    expect(part?.bytes).toBe(300_000);
    expect((await buffer(part!.stream)).equals(content.subarray(10, 20))).toBe(true);
    await expect(client.get('a', { start: 300_000 })).rejects.toMatchObject({ status: 416 });
    storage.failOnce({ kind: 'ignore range' }, /^GET/);
    await expect(client.get('a', { start: 10, end: 19 })).rejects.toThrow('does not send the range');
  });

  it('lists keys and uploads page after page', async () => {
    storage.pageEntries = 2;
    for (const key of ['a', 'b/1', 'b/2', 'b/3', 'b/4', 'b/5', 'c']) await put(key, Buffer.alloc(10));
    const keys = async (options: Parameters<S3Client['list']>[0]) =>
      (await listAll(client.list(options))).map(({ key }) => key);
    expect(await keys({ prefix: 'b/' })).toEqual(['b/1', 'b/2', 'b/3', 'b/4', 'b/5']);
    expect(await keys({ prefix: '', after: 'b/3' })).toEqual(['b/4', 'b/5', 'c']);
    const begun = [
      await client.createMultipart('x'),
      await client.createMultipart('y'),
      await client.createMultipart('z'),
    ];
    const uploads = await listAll(client.listMultiparts({ prefix: '' }));
    expect(uploads.map(({ key, uploadId }) => [key, uploadId])).toEqual(
      ['x', 'y', 'z'].map((key, at) => [key, begun[at]]),
    );
  });
});

const transient: [what: string, fault: StorageFault][] = [
  ['an internal error', { kind: 'refuse', status: 500, code: 'InternalError' }],
  ['a request to slow down', { kind: 'refuse', status: 503, code: 'SlowDown' }],
  ['too many requests', { kind: 'refuse', status: 429, code: 'TooManyRequests' }],
  ['a time-out of the storage', { kind: 'refuse', status: 400, code: 'RequestTimeout' }],
  ['a connection that was reset in the middle of the body', { kind: 'reset request' }],
  ['a lost answer', { kind: 'lose answer' }],
  ['an error after status 200', { kind: 'answer', text: '<Error><Code>InternalError</Code></Error>' }],
];

describe('after a fault of the storage, a client', () => {
  it.each(transient)('sends the same bytes again: %s', async (_, fault) => {
    storage.failOnce(fault, /^PUT/, 2);
    await put('a');
    expect(stored('a')?.equals(content)).toBe(true);
    expect(storage.requests).toHaveLength(3);
    expect(pauses).toHaveLength(2);
  });

  it('rejects at once if the storage is full', async () => {
    storage.fault = () => ({ kind: 'refuse', status: 507, code: 'InsufficientCapacity' });
    await expect(put('a')).rejects.toMatchObject({ status: 507, code: 'InsufficientCapacity' });
    expect(storage.requests).toHaveLength(1);
  });

  it('waits longer before each try, never for more than five seconds, and gives up after six', async () => {
    storage.fault = () => ({ kind: 'refuse', status: 500, code: 'InternalError' });
    await expect(put('a')).rejects.toMatchObject({ name: 'S3Error', status: 500, code: 'InternalError' });
    expect(storage.requests).toHaveLength(6);
    for (const [index, most] of [200, 400, 800, 1600, 3200].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(most / 2);
      expect(pauses[index]).toBeLessThanOrEqual(most);
    }
  });

  it('begins no try after a minute', async () => {
    await client.close();
    client = open({ sleep: async () => storage.clock.advance(minuteMs + 1) });
    storage.fault = () => ({ kind: 'refuse', status: 503, code: 'SlowDown' });
    await expect(put('a')).rejects.toMatchObject({ status: 503, code: 'SlowDown' });
    expect(storage.requests).toHaveLength(2);
  });

  it('rejects with the code of the connection if nobody answers', async () => {
    await storage.close();
    await expect(put('a')).rejects.toMatchObject({ name: 'S3Error', status: 0, code: 'ECONNREFUSED' });
  });

  it.each([
    ['a refusal', { kind: 'refuse', status: 403, code: 'AccessDenied' }, 403, 'AccessDenied'],
    ['bytes that changed on their way', { kind: 'damage body' }, 400, 'XAmzContentSHA256Mismatch'],
  ] as const)('does not repeat what the storage refuses: %s', async (_, fault, status, code) => {
    storage.failOnce(fault, /^PUT/);
    await expect(put('a')).rejects.toMatchObject({ status, code });
    expect(storage.requests).toHaveLength(1);
    expect(storage.objects.size).toBe(0);
  });

  it('does not sign with a secret that the storage does not know', async () => {
    await client.close();
    client = open({ credentials: { accessKeyId: 'key', secretAccessKey: 'another' } });
    await expect(put('a')).rejects.toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it.each(['reset answer', 'cut answer'] as const)(
    'rejects the reader of a body that ended early: %s',
    async (kind) => {
      await put('a');
      storage.failOnce({ kind }, /^GET/);
      await expect(get('a')).rejects.toThrow();
      expect((await get('a'))?.equals(content)).toBe(true);
    },
  );

  it.each(['reset answer', 'cut answer'] as const)('asks again for a page of a list: %s', async (kind) => {
    await put('a', Buffer.alloc(10));
    storage.failOnce({ kind }, /^GET .*list-type/);
    expect((await listAll(client.list({ prefix: '' }))).map(({ key }) => key)).toEqual(['a']);
  });
});

describe('an answer that is not of an object storage', () => {
  it.each(['<html><body>Sign in</body></html>', '<html><br></html>', 'Sign in', ''])(
    'is no empty list: %j',
    async (text) => {
      await put('a', Buffer.alloc(10));
      storage.fault = () => ({ kind: 'answer', text });
      const refused = { name: 'S3Error', code: 'InvalidAnswer' };
      await expect(listAll(client.list({ prefix: '' }))).rejects.toMatchObject(refused);
      await expect(listAll(client.listMultiparts({ prefix: '' }))).rejects.toMatchObject(refused);
      await expect(client.createMultipart('b')).rejects.toMatchObject(refused);
    },
  );
});

describe('a client whose clock is wrong', () => {
  it.each([hourMs, -hourMs])('learns the time of the storage once', async (aheadMs) => {
    storage.aheadMs = aheadMs;
    await put('a');
    expect(storage.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'HEAD', 'PUT']);
    storage.requests.length = 0;
    await put('b');
    expect(storage.requests).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  it('gives up if the storage refuses its time again', async () => {
    storage.fault = (line) =>
      line.startsWith('PUT') ? { kind: 'refuse', status: 403, code: 'RequestTimeTooSkewed' } : undefined;
    await expect(put('a')).rejects.toMatchObject({ code: 'RequestTimeTooSkewed' });
    expect(storage.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'HEAD', 'PUT']);
  });
});

describe('an upload in parts', () => {
  const begin = async () => {
    const uploadId = await client.createMultipart('a');
    const parts = [content.subarray(0, 200_000), content.subarray(200_000)];
    const etags: string[] = [];
    for (const [index, bytes] of parts.entries())
      etags.push(await client.putPart({ key: 'a', uploadId }, index + 1, { pieces: [bytes] }));
    return { upload: { key: 'a', uploadId }, etags };
  };

  it('becomes an object when it is completed', async () => {
    const { upload, etags } = await begin();
    expect(stored('a')).toBeUndefined();
    expect(await client.completeMultipart(upload, etags)).toBe(true);
    expect(stored('a')?.equals(content)).toBe(true);
    expect(storage.uploads.size).toBe(0);
  });

  it('is refused with the ETag of other bytes', async () => {
    storage.failOnce({ kind: 'wrong etag' }, /^PUT .*partNumber=2/);
    const { upload, etags } = await begin();
    await expect(client.completeMultipart(upload, etags)).rejects.toMatchObject({ status: 400, code: 'InvalidPart' });
    expect(stored('a')).toBeUndefined();
  });

  it('is reported as gone if the answer to its completion was lost', async () => {
    const { upload, etags } = await begin();
    storage.failOnce({ kind: 'lose answer' }, /^POST .*uploadId/);
    expect(await client.completeMultipart(upload, etags)).toBe(false);
    expect(stored('a')?.equals(content)).toBe(true);
  });

  it('keeps one part of each number if an answer was lost', async () => {
    storage.failOnce({ kind: 'lose answer' }, /^PUT .*partNumber=1/);
    const { upload, etags } = await begin();
    expect(await client.completeMultipart(upload, etags)).toBe(true);
    expect(stored('a')?.equals(content)).toBe(true);
  });

  it('leaves nothing when it is aborted, also twice', async () => {
    const { upload } = await begin();
    await client.abortMultipart(upload);
    await client.abortMultipart(upload);
    expect(storage.uploads.size).toBe(0);
  });
});
