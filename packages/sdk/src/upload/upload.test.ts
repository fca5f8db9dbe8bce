import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MiB, sha256, someBytes, startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { putPath, uploadPath } from '../node/index.ts';
import { pathSource } from '../node/path-source.ts';
import { transportOf } from '../transport.ts';
import { blobSource } from './byte-source.ts';
import { sendByPut } from './put.ts';
import { sendByTus } from './tus.ts';
import { uploadSource } from './upload.ts';

const bothWays = [
  ['one PUT', false],
  ['tus', true],
] as const;

const bytes = someBytes(3 * MiB + 7);
const blob = new Blob([bytes], { type: 'video/mp4' });

const used = async ({ client }: Scene): Promise<number> => (await client.account.me()).usedBytes;

describe('an upload', () => {
  it.each(bothWays)('stores the bytes of a Blob by %s', async (_, resumable) => {
    const scene = await startScene();
    const { client, bytesOf } = scene;
    const progress: number[] = [];
    const result = await client.uploads.upload(blob, {
      name: 'sea.mp4',
      resumable,
      onProgress: (now) => void progress.push(now.bytes),
    });
    expect(result).toMatchObject({ fileName: 'sea.mp4', shareToken: null, shortUrl: null, resumed: false });
    expect(sha256(await bytesOf(result.fileId))).toBe(sha256(bytes));
    expect(await client.files.get(result.fileId)).toMatchObject({ mimeType: 'video/mp4', size: bytes.length });
    expect(progress.at(-1)).toBe(bytes.length);
    expect(await used(scene)).toBe(bytes.length);
  });

  it('uses name and type of a File, and accepts any kind of bytes', async () => {
    const { client } = await startScene();
    const file = new File(['hello'], 'hello.txt', { type: 'text/plain' });
    const { fileId, fileName } = await client.uploads.upload(file);
    expect(fileName).toBe('hello.txt');
    expect((await client.files.get(fileId)).mimeType).toBe('text/plain');
    const raw = await client.uploads.upload(new TextEncoder().encode('hello'), { name: 'a' });
    expect(await client.files.get(raw.fileId)).toMatchObject({ mimeType: 'application/octet-stream', size: 5 });
    expect((await client.uploads.upload(new ArrayBuffer(3), { name: 'b' })).fileName).toBe('b');
  });

  it('sends the modification time of the source, if known', async () => {
    const { client } = await startScene();
    const time = Date.UTC(2001, 1, 3, 4, 5, 6, 789);
    const upload = async (source: Blob, modifiedAt?: Date): Promise<string | null> => {
      const { fileId } = await client.uploads.upload(source, { name: 'a.txt', modifiedAt });
      return (await client.files.get(fileId)).modifiedAt;
    };
    const file = new File(['hello'], 'hello.txt', { lastModified: time });
    expect(await upload(file)).toBe('2001-02-03T04:05:06.789Z');
    expect(await upload(file, new Date(0))).toBe('1970-01-01T00:00:00.000Z');
    expect(await upload(new Blob(['hello']))).toBeNull();
    expect(await upload(new Blob(['hello']), new Date(Date.UTC(20_000, 0)))).toBeNull();
  });

  it.each([{}, { resumable: true }])('replaces the content of a file if requested: %j', async (how) => {
    const { client } = await startScene();
    const first = await client.uploads.upload(new Blob(['old']), { name: 'a.txt' });
    const renamed = await client.uploads.upload(new Blob(['other']), { name: 'a.txt', ...how });
    expect(renamed.fileName).toBe('a (1).txt');
    const again = await client.uploads.upload(new Blob(['newer']), { name: 'a.txt', onConflict: 'replace', ...how });
    expect(again).toMatchObject({ fileId: first.fileId, fileName: 'a.txt' });
    expect(await (await client.files.downloadBlob(first.fileId)).text()).toBe('newer');
    const refused = client.uploads.upload(new Blob(['x']), { name: 'a.txt', onConflict: 'fail', ...how });
    expect(await failure(refused)).toMatchObject({ code: 'name_conflict' });
  });

  it.each([
    ['renamed', '10'],
    ['renamed, and the server keeps no versions', '0'],
    ['renamed, and another file gets the name', '10'],
    ['renamed, another file gets the name, and the server keeps no versions', '0'],
  ])('removes nothing for good when it replaces a file that is %s meanwhile', async (how, VERSIONS_KEEP) => {
    const scene = await startScene({ settings: { VERSIONS_KEEP } });
    const { fileId } = await scene.client.uploads.upload(new Blob(['old']), { name: 'a.txt' });
    const others = how.includes('another');
    let isRenamed = false;
    const client = scene.newClient({
      async fetch(url, init) {
        if (new Request(url).url.endsWith('/api/uploads') && !isRenamed) {
          isRenamed = true;
          await scene.client.files.update(fileId, { name: 'b.txt' });
          if (others) await scene.client.uploads.upload(new Blob(['other']), { name: 'a.txt' });
        }
        return await fetch(url, init);
      },
    });
    const contentOf = async (path: string): Promise<string> =>
      await (await client.files.downloadBlob((await client.files.getByPath(path)).id)).text();
    const replaced = client.uploads.replace(fileId, new Blob(['new']), { withItem: true });
    if (others) {
      expect(await failure(replaced)).toMatchObject({
        code: 'name_conflict',
        message: expect.stringContaining(
          VERSIONS_KEEP === '0' ? 'keeps no version of its previous content' : 'its content was restored',
        ) as string,
      });
      const overwritten = VERSIONS_KEEP === '0' ? 'new' : 'other';
      expect([await contentOf('/a.txt'), await contentOf('/b.txt')]).toEqual([overwritten, 'old']);
      expect(await client.trash.list()).toEqual([]);
    } else {
      expect(await replaced).toMatchObject({ fileId, item: { id: fileId, name: 'b.txt', size: 3, type: 'file' } });
      expect((await client.files.list()).items.map(({ name }) => name)).toEqual(['b.txt']);
      expect(await contentOf('/b.txt')).toBe('new');
      const [left] = await client.trash.list();
      expect(left?.name).toBe('a.txt');
      await client.trash.restore(left?.id ?? '');
      expect(await contentOf('/a.txt')).toBe('new');
    }
  });

  it('returns the item if requested', async () => {
    const { client } = await startScene();
    for (const resumable of [true, false]) {
      const options = { name: 'a.txt', resumable, withItem: true };
      const { item, fileId, fileName } = await client.uploads.upload(blob, options);
      expect(item).toEqual(await client.files.get(fileId));
      expect(item?.name).toBe(fileName);
    }
    expect(await client.uploads.upload(blob, { name: 'b.txt' })).not.toHaveProperty('item');
  });

  it('goes to the given folder and returns its link', async () => {
    const { client } = await startScene();
    const folder = await client.files.createFolder({ name: 'Films' });
    const options = { name: 'a.mp4', parentId: folder.id, autoShare: true, publicListing: true };
    const { shareToken, shortUrl, fileId } = await client.uploads.upload(blob, options);
    expect((await client.files.getByPath('/Films/a.mp4')).id).toBe(fileId);
    expect(shortUrl).toMatch(/\/s\/\w+$/);
    const { info } = await client.public.open(shareToken ?? '');
    expect(info).toMatchObject({ shareMode: 'PUBLIC', name: 'a.mp4' });
  });

  it('is refused before anything is sent if it cannot succeed', async () => {
    const { client, proxy } = await startScene();
    for (const name of ['', ' ', '.', '..', 'a/b', 'a\\b'])
      expect(await failure(client.uploads.upload(new Blob([]), { name }))).toMatchObject({ code: 'invalid_argument' });
    const others = client.uploads.upload(new Blob([]), { name: 'a', sha256: sha256(bytes) });
    expect(await failure(others)).toMatchObject({ code: 'digest_mismatch' });
    expect(await failure(client.uploads.upload(blob))).toMatchObject({ code: 'invalid_argument' });
    expect(await failure(client.uploads.upload(blob, { name: 'a', sha256: 'XY' }))).toMatchObject({
      code: 'invalid_argument',
    });
    expect(proxy.seen).toEqual([]);
  });

  it.each(bothWays)('by %s fails if the bytes differ from the given SHA-256', async (_, resumable) => {
    const { client } = await startScene();
    const options = { name: 'a', resumable };
    const wrong = await failure(client.uploads.upload(blob, { ...options, sha256: sha256(Buffer.from('other')) }));
    expect(wrong.code).toBe(resumable ? 'checksum_mismatch' : 'digest_mismatch');
    expect(await client.uploads.upload(blob, { ...options, sha256: sha256(bytes) })).toHaveProperty('fileId');
  });
});

describe('an upload without bytes', () => {
  const nothing = (type = ''): Blob => new Blob([], { type });

  it('is stored with its settings, without a reservation', async () => {
    const { client, proxy } = await startScene();
    const folder = await client.files.createFolder({ name: 'src' });
    const modifiedAt = new Date('1965-01-02T03:04:05.678Z');
    const progress: unknown[] = [];
    const result = await client.uploads.upload(nothing('text/x-python'), {
      name: '__init__.py',
      parentId: folder.id,
      modifiedAt,
      autoShare: true,
      publicListing: true,
      withItem: true,
      resumable: true,
      sha256: sha256(Buffer.alloc(0)),
      onProgress: ({ bytes: sent, total }) => void progress.push([sent, total]),
    });
    const item = await client.files.getByPath('/src/__init__.py');
    expect(result).toEqual({
      sessionId: '',
      fileId: item.id,
      fileName: '__init__.py',
      shareToken: item.shareToken,
      shortUrl: expect.stringMatching(/\/s\/\w+$/) as string,
      resumed: false,
      item: expect.objectContaining({ id: item.id, size: 0 }) as object,
    });
    expect(item).toMatchObject({
      size: 0,
      mimeType: 'text/x-python',
      modifiedAt: modifiedAt.toISOString(),
      shareMode: 'PUBLIC',
    });
    expect(progress).toEqual([[0, 0]]);
    expect(proxy.count('POST', /uploads/)).toBe(0);
  });

  it('comes from a stream, a path, and with uploadTo and replace', async () => {
    const { client, path, bytesOf } = await startScene();
    async function* stream(): AsyncGenerator<Uint8Array> {}
    writeFileSync(path('.gitkeep'), '');
    await client.uploads.upload(stream(), { name: 'stream' });
    await client.uploads.upload(new Response('').body ?? nothing(), { name: 'response' });
    await uploadPath(client, path('.gitkeep'));
    const { fileId } = await client.uploads.uploadTo('/deep/er/a.txt', nothing());
    expect((await client.files.list()).items.map(({ name, size }) => `${name} ${size}`)).toEqual(
      expect.arrayContaining(['stream 0', 'response 0', '.gitkeep 0']),
    );
    for (const [source, text] of [
      [new Blob(['text']), 'text'],
      [nothing(), ''],
    ] as const) {
      expect((await client.uploads.replace(fileId, source)).fileId).toBe(fileId);
      expect((await bytesOf(fileId)).toString()).toBe(text);
    }
    expect((await client.files.versions.list(fileId)).items.map(({ size }) => size)).toEqual([4, 0]);
  });

  it('follows the policy if the name is taken, also by a folder', async () => {
    const { client } = await startScene();
    const put = (name: string, onConflict?: 'rename' | 'replace' | 'fail') =>
      client.uploads.upload(nothing(), { name, onConflict });
    const { fileId } = await put('a.tar.gz');
    expect((await put('a.tar.gz')).fileName).toBe('a (1).tar.gz');
    expect(await put('a.tar.gz', 'replace')).toMatchObject({ fileId, fileName: 'a.tar.gz' });
    expect(await failure(put('a.tar.gz', 'fail'))).toMatchObject({ code: 'name_conflict' });
    await client.files.createFolder({ name: 'b.txt' });
    expect([(await put('b.txt')).fileName, (await put('b.txt')).fileName]).toEqual(['b (1).txt', 'b (2).txt']);
    for (const policy of ['replace', 'fail'] as const)
      expect(await failure(put('b.txt', policy))).toMatchObject({ code: 'name_conflict' });
    const long = `${'日'.repeat(251)}.txt`;
    await client.files.createFolder({ name: long });
    expect((await put(long)).fileName).toBe(`${'日'.repeat(247)} (1).txt`);
  });

  it('is stored once if the response is lost', async () => {
    const { client, proxy } = await startScene();
    const lost = times(2, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'PUT' ? lost() : undefined);
    const { fileId } = await client.uploads.upload(nothing(), { name: 'a' });
    expect((await client.files.list()).items.map(({ id }) => id)).toEqual([fileId]);
  });

  it('fails if the file on disk has got bytes', async () => {
    const { client, path } = await startScene();
    writeFileSync(path('a'), '');
    const source = await pathSource(path('a'), transportOf(client).settings.network);
    writeFileSync(path('a'), 'later');
    const sending = uploadSource(transportOf(client), source, 'a', {});
    expect(await failure(sending)).toMatchObject({ code: 'source_changed' });
    expect((await client.files.list()).items).toEqual([]);
  });
});

describe('on a bad network an upload by PUT', () => {
  it('is sent again after an interrupted connection', async () => {
    const { client, proxy, bytesOf } = await startScene();
    const cut = times(1, { cutSendingAfter: MiB });
    proxy.fault = ({ method }) => (method === 'PUT' ? cut() : undefined);
    const { fileId, fileName } = await client.uploads.upload(blob, { name: 'a' });
    expect(fileName).toBe('a');
    expect(sha256(await bytesOf(fileId))).toBe(sha256(bytes));
    expect(proxy.count('PUT', /uploads/)).toBeGreaterThan(1);
  });

  it('stores one file if only the response was lost', async () => {
    const { client, proxy } = await startScene();
    const lost = times(1, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'PUT' ? lost() : undefined);
    expect(await client.uploads.upload(blob, { name: 'a' })).toMatchObject({ fileName: 'a' });
    expect((await client.files.list()).pagination.totalItems).toBe(1);
  });

  it('stores one file if the response to the reservation was lost', async () => {
    const scene = await startScene();
    const { client, proxy } = scene;
    const lost = times(1, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'POST' ? lost() : undefined);
    await client.uploads.upload(blob, { name: 'a' });
    expect(proxy.count('POST', /uploads/)).toBe(2);
    expect(await used(scene)).toBe(bytes.length);
  });

  it('cancels its reservation when it fails', async () => {
    const scene = await startScene();
    const { client, proxy } = scene;
    proxy.fault = ({ method }) => (method === 'PUT' ? { cutSendingAfter: MiB } : undefined);
    expect(await failure(client.uploads.upload(blob, { name: 'a', maxRetries: 0 }))).toMatchObject({
      code: 'network_error',
    });
    expect(await used(scene)).toBe(0);
  });

  it('detects a stalled connection', async () => {
    const { client, proxy, path } = await startScene();
    const file = path('a');
    writeFileSync(file, bytes);
    const session = await client.uploads.create({ fileName: 'a', contentType: 'a/b', fileSizeBytes: bytes.length });
    const stall = times(1, { stallSendingAfter: MiB });
    proxy.fault = ({ method }) => (method === 'PUT' ? stall() : undefined);
    const sending = { onSent: () => {}, signal: undefined, stallMs: 200, maxRetries: 8 };
    const status = await sendByPut(
      transportOf(client),
      await pathSource(file, transportOf(client).settings.network),
      session,
      sending,
    );
    expect(status).toMatchObject({ status: 'COMPLETE' });
  });
});

describe('on a bad network an upload by tus', () => {
  it('resumes as long as each attempt makes progress', async () => {
    const { client, proxy, bytesOf } = await startScene();
    const cut = times(12, { cutSendingAfter: 200_000 });
    proxy.fault = ({ method }) => (method === 'PATCH' ? cut() : undefined);
    const { fileId } = await client.uploads.upload(blob, { name: 'a', resumable: true, maxRetries: 3 });
    expect(sha256(await bytesOf(fileId))).toBe(sha256(bytes));
    expect(proxy.count('PATCH', /tus/)).toBe(13);
    const offsets = proxy.seen
      .filter(({ method }) => method === 'PATCH')
      .map(({ headers }) => headers['upload-offset']);
    expect(Number(offsets.at(-1))).toBeGreaterThan(12 * 100_000);
  });

  it('stores one file if only the last response was lost', async () => {
    const { client, proxy } = await startScene();
    const lost = times(1, { cutAnswerAfter: 0 });
    proxy.fault = ({ method }) => (method === 'PATCH' ? lost() : undefined);
    expect(await client.uploads.upload(blob, { name: 'a', resumable: true })).toMatchObject({ fileName: 'a' });
    expect(proxy.count('PATCH', /tus/)).toBe(1);
  });

  it('does not start a second upload because a status query failed', async () => {
    const { client, proxy } = await startScene();
    const down = times(2, {
      answer: (response: ServerResponse) => void response.writeHead(500).end(),
    });
    proxy.fault = ({ method }) => (method === 'HEAD' ? down() : undefined);
    await client.uploads.upload(blob, { name: 'a', resumable: true });
    expect(proxy.count('POST', /./)).toBe(1);
    expect(proxy.count('HEAD', /./)).toBe(3);
  });

  it('waits for Retry-After', async () => {
    const { client, proxy } = await startScene();
    const busy = times(1, {
      answer: (response: ServerResponse) => void response.writeHead(503, { 'retry-after': '1' }).end(),
    });
    proxy.fault = ({ method }) => (method === 'HEAD' ? busy() : undefined);
    const began = performance.now();
    await client.uploads.upload(blob, { name: 'a', resumable: true });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  it('detects a stalled connection', async () => {
    const { client, proxy, newClient } = await startScene();
    const session = await client.uploads.create({ fileName: 'a', contentType: 'a/b', fileSizeBytes: bytes.length });
    const stall = times(1, { stallSendingAfter: MiB });
    proxy.fault = ({ method }) => (method === 'PATCH' ? stall() : undefined);
    const url = `${proxy.url}/files/tus/${session.sessionId}`;
    await sendByTus(transportOf(client), url, blobSource(blob, transportOf(client).settings.network), {
      onSent: () => {},
      signal: undefined,
      stallMs: 200,
    });
    expect(await newClient().uploads.status(session.sessionId)).toMatchObject({ status: 'COMPLETE' });
  });

  it('throws the cause when it fails', async () => {
    const { client, proxy } = await startScene();
    proxy.fault = ({ method }) =>
      method === 'HEAD' ? { answer: (response) => void response.writeHead(503).end() } : undefined;
    expect(await failure(client.uploads.upload(blob, { name: 'a', resumable: true, maxRetries: 0 }))).toMatchObject({
      code: 'unavailable',
      status: 503,
    });
  });
});

describe('aborting an upload', () => {
  it.each(bothWays)('by %s cancels its reservation', async (_, resumable) => {
    const scene = await startScene();
    const { client, proxy } = scene;
    const stop = new AbortController();
    const [method] = resumable ? ['PATCH'] : ['PUT'];
    proxy.fault = (request) => {
      if (request.method !== method) return undefined;
      return { stallSendingAfter: MiB, onStall: () => stop.abort() };
    };
    expect(await failure(client.uploads.upload(blob, { name: 'a', resumable, signal: stop.signal }))).toMatchObject({
      code: 'aborted',
    });
    expect(await used(scene)).toBe(0);
  });

  it.each(bothWays)('by %s works before it starts', async (_, resumable) => {
    const { client, proxy } = await startScene();
    const signal = AbortSignal.abort();
    expect(await failure(client.uploads.upload(blob, { name: 'a', resumable, signal }))).toMatchObject({
      code: 'aborted',
    });
    expect(proxy.count('PUT', /./) + proxy.count('PATCH', /./)).toBe(0);
  });

  it('by tus sends nothing more, also before the first request', async () => {
    const { client, proxy } = await startScene();
    const session = await client.uploads.create({ fileName: 'a', contentType: 'a/b', fileSizeBytes: bytes.length });
    const stop = new AbortController();
    const url = `${proxy.url}/files/tus/${session.sessionId}`;
    const sending = sendByTus(transportOf(client), url, blobSource(blob, transportOf(client).settings.network), {
      onSent: () => {},
      signal: stop.signal,
    });
    stop.abort();
    expect(await failure(sending)).toMatchObject({ code: 'aborted' });
    await client.uploads.upload(blob, { name: 'b', resumable: true });
    expect(await client.uploads.status(session.sessionId)).toMatchObject({ status: 'PENDING' });
    expect(proxy.count('PATCH', /./)).toBe(1);
  });
});

describe('an upload that was reserved before', () => {
  it('reports that it has expired, for any size', async () => {
    const { client, path, drive, proxy } = await startScene();
    const file = path('large');
    writeFileSync(file, someBytes(24 * MiB));
    const reserved = await client.uploads.create({ fileName: 'a', contentType: 'a/b', fileSizeBytes: 24 * MiB });
    const session = { ...reserved, uploadUrl: reserved.uploadUrl.replace(proxy.url, drive.url) };
    await client.uploads.cancel(session);
    expect(await failure(putPath(client, session, file))).toMatchObject({ code: 'upload_session_expired' });
    expect(await failure(client.uploads.put(session, new Blob([bytes])))).toMatchObject({ status: 410 });
    expect(await failure(client.uploads.cancel(session))).toMatchObject({ status: 410 });
  });

  it('of a batch is sent file by file', async () => {
    const { client, bytesOf } = await startScene();
    const names = ['a.txt', 'b.txt'];
    const { files } = await client.uploads.createBatch({
      files: names.map((fileName) => ({ fileName, contentType: 'text/plain', fileSizeBytes: 5 })),
    });
    for (const session of files) await client.uploads.put(session, new Blob(['hello']));
    expect((await bytesOf(files[1]?.fileId ?? '')).toString()).toBe('hello');
    expect((await client.uploads.status(files[0]?.sessionId ?? '')).fileName).toBe('a.txt');
  });
});

it('throws the server’s error', async () => {
  const { client, path } = await startScene({
    settings: { FREE_QUOTA_BYTES: `${MiB}`, FREE_USER_MAX_BYTES: `${2 * MiB}` },
  });
  const file = path('a');
  writeFileSync(file, bytes);
  expect(await failure(uploadPath(client, file))).toMatchObject({ code: 'payload_too_large' });
  expect(await failure(client.uploads.upload(new Blob([someBytes(2 * MiB)]), { name: 'a' }))).toMatchObject({
    code: 'storage_quota_exceeded',
  });
});
