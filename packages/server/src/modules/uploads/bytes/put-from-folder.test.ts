import type { Item } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callByPath, codeOf, putByPath, type ByPathAnswer } from '../../../../test/api/by-path-requests.ts';
import { listBlobs, readUsage, sha256, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../../../test/drive.ts';
import { openRequest, type RawRequest } from '../../../../test/network/raw-request.ts';

let drive: Drive;
let user: TestUser;
beforeAll(async () => {
  drive = await startDrive({ settings: { FREE_QUOTA_BYTES: '6000000', FREE_USER_MAX_BYTES: '4000000' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
});

const makeFolder = async (name: string, parentId?: string, by = user): Promise<Item> => {
  const response = await drive.fetch('/api/files/folders', { method: 'POST', key: by.key, json: { name, parentId } });
  return (await response.json()) as Item;
};
const put = (rawPath: string, body: Buffer | string = 'hello', headers?: Record<string, string>) =>
  putByPath(drive, user, rawPath, body, headers);
const headersOf = (session: TestSession, xsrf = session.xsrf) => ({ cookie: session.cookie, 'x-xsrf-token': xsrf });
const putInSession = (rawPath: string, headers: Record<string, string>, body = 'hello'): Promise<ByPathAnswer> =>
  callByPath(drive, undefined, rawPath, { method: 'PUT', body, headers });
const readStoredSizes = async (): Promise<number[]> => {
  const response = await drive.fetch('/api/files?sort=size', { key: user.key });
  return ((await response.json()) as { files: { size: number }[] }).files.map(({ size }) => size);
};
const pathOf = async (rawPath: string): Promise<number> => (await callByPath(drive, user, rawPath)).status;

describe('an empty file', () => {
  it('is stored by path, and can be read, replaced and replace another', async () => {
    const made = await put('a/__init__.py', '');
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: '__init__.py', size: 0, sha256: sha256(Buffer.alloc(0)) });
    expect((await callByPath(drive, user, 'a/__init__.py')).headers).toMatchObject({ 'content-length': '0' });
    expect((await put('a/__init__.py?onConflict=replace', 'x')).status).toBe(200);
    expect((await put('a/__init__.py?onConflict=replace', '')).json).toMatchObject({ id: made.json['id'], size: 0 });
  });

  it('is stored from a request without a body, and from an empty chunked one', async () => {
    const without = await callByPath(drive, user, '.gitkeep', { method: 'PUT' });
    const chunked = await callByPath(drive, user, 'chunked', {
      method: 'PUT',
      headers: { 'transfer-encoding': 'chunked' },
    });
    expect([without.status, without.json['size'], chunked.status, chunked.json['size']]).toEqual([201, 0, 201, 0]);
  });

  it('cannot be reserved', async () => {
    const json = { fileName: 'a', contentType: 'text/plain', fileSizeBytes: 0 };
    expect((await drive.fetch('/api/uploads', { method: 'POST', key: user.key, json })).status).toBe(400);
  });
});

describe('a body of unknown size', () => {
  const open = (name = 'x.tar'): Promise<RawRequest> =>
    openRequest(`${drive.url}/files/by-path/${name}`, 'PUT', {
      authorization: `Bearer ${user.key}`,
      'transfer-encoding': 'chunked',
    });
  const chunk = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

  it.each([5, 100_000, 2_000_000])('of %i bytes is stored', async (size) => {
    const bytes = someBytes(size);
    const request = await open();
    for (let at = 0; at < size; at += 50_000) await request.send(chunk(bytes.subarray(at, at + 50_000)));
    await request.send('0\r\n\r\n');
    const answer = await request.answer;
    request.cut();
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toMatchObject([201, { size, sha256: sha256(bytes) }]);
    expect(await readUsage(drive)).toMatchObject({ reserved: 0 });
  });

  it('reserves little more than what has arrived, so that two fit beside each other', async () => {
    const reservedAfter = async (request: RawRequest, bytes: number): Promise<number> => {
      const before = (await readUsage(drive)).reserved;
      for (let at = 0; at < bytes; at += 100_000) await request.send(chunk(someBytes(100_000)));
      if (bytes > 1024 * 1024) await expect.poll(async () => (await readUsage(drive)).reserved).toBeGreaterThan(before);
      return (await readUsage(drive)).reserved - before;
    };
    // The quota is 6 MB: each upload takes what is left, and returns the rest.
    const small = await open('small');
    expect(await reservedAfter(small, 900_000)).toBe(0);
    const large = await open('large');
    const reserved = await reservedAfter(large, 2_000_000);
    expect(reserved).toBeLessThanOrEqual(4_000_000);
    for (const request of [small, large]) await request.send('0\r\n\r\n');
    expect([(await small.answer)?.status, (await large.answer)?.status]).toEqual([201, 201]);
    for (const request of [small, large]) request.cut();
    expect(await readUsage(drive)).toMatchObject({ reserved: 0 });
    expect(await readStoredSizes()).toEqual([900_000, 2_000_000]);
  });

  it('grows its reservation with the bytes', async () => {
    const roomy = await startDrive({ settings: { FREE_QUOTA_BYTES: '100000000', FREE_USER_MAX_BYTES: '50000000' } });
    try {
      const { key } = await roomy.createUser();
      const request = await openRequest(`${roomy.url}/files/by-path/x`, 'PUT', {
        authorization: `Bearer ${key}`,
        'transfer-encoding': 'chunked',
      });
      const MiB = 1024 * 1024;
      const send = async (count: number): Promise<void> => {
        for (let n = 0; n < count; n += 1) await request.send(chunk(Buffer.alloc(MiB)));
      };
      await send(2);
      await expect.poll(async () => (await readUsage(roomy)).reserved).toBe(8 * MiB);
      await send(8);
      await expect.poll(async () => (await readUsage(roomy)).reserved).toBe(16 * MiB);
      await request.send('0\r\n\r\n');
      expect((await request.answer)?.status).toBe(201);
      request.cut();
      expect(await readUsage(roomy)).toEqual({ stored: 10 * MiB, reserved: 0 });
    } finally {
      await roomy.close();
    }
  });

  it('is refused as soon as it exceeds the file size or the quota, and leaves nothing', async () => {
    const before = await listBlobs(drive);
    const send = async (bytes: number): Promise<unknown> => {
      const request = await open();
      for (let at = 0; at < bytes && !request.socket.destroyed; at += 500_000)
        await Promise.race([request.send(chunk(someBytes(500_000))), request.closed]);
      const answer = await request.answer;
      request.cut();
      await request.closed;
      return (JSON.parse(answer?.body ?? '{}') as { code?: string }).code;
    };
    expect(await send(5_000_000)).toBe('payload_too_large');
    await put('first', someBytes(3_500_000));
    expect(await send(3_000_000)).toBe('storage_quota_exceeded');
    await expect.poll(async () => (await listBlobs(drive)).staged).toEqual(before.staged);
    await expect.poll(() => readUsage(drive)).toMatchObject({ reserved: 0 });
    expect(await pathOf('x.tar')).toBe(404);
  });
});

describe('a session', () => {
  it('stores a file by path with its XSRF token', async () => {
    const session = await drive.signIn(user);
    const answer = await putInSession('a/b.txt?share=true', headersOf(session));
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ name: 'b.txt', size: 5, shareMode: 'SHARED' });
    expect(await pathOf('a/b.txt')).toBe(200);
  });

  it('stores nothing without its XSRF token, with a wrong one, or after it has ended', async () => {
    const session = await drive.signIn(user);
    for (const headers of [{ cookie: session.cookie }, headersOf(session, 'wrong'), headersOf(session, '')])
      expect(codeOf(await putInSession('a.txt', headers))).toEqual([403, 'access_denied']);
    expect(codeOf(await putInSession('a.txt', { 'x-xsrf-token': session.xsrf }))).toEqual([
      401,
      'authentication_required',
    ]);
    await drive.fetch('/api/auth/logout', { method: 'POST', session });
    expect(codeOf(await putInSession('a.txt', headersOf(session)))).toEqual([401, 'authentication_required']);
    expect(await pathOf('a.txt')).toBe(404);
  });

  it('does not help an unknown key, and does not read by path', async () => {
    const session = await drive.signIn(user);
    const authorization = `Bearer svc_${'0'.repeat(40)}`;
    expect(codeOf(await putInSession('a.txt', { ...headersOf(session), authorization }))[0]).toBe(401);
    expect((await drive.fetch('/files/by-path/a.txt', { session })).status).toBe(401);
  });

  it('counts in the limit on transfers of its user', async () => {
    const limited = await startDrive({ settings: { RATE_FILES: '1', RATE_TRANSFERS: '3' } });
    try {
      const session = await limited.signIn(await limited.createUser());
      const statuses: number[] = [];
      for (let call = 0; call < 4; call += 1)
        statuses.push(
          (await callByPath(limited, undefined, 'a.txt', { method: 'PUT', body: 'x', headers: headersOf(session) }))
            .status,
        );
      expect(statuses).toEqual([201, 201, 201, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('a path that begins in a folder', () => {
  it.each([5, 2_000_000])('stores %i bytes there, and says where', async (size) => {
    const inner = await makeFolder('in ner', (await makeFolder('outer')).id);
    const bytes = someBytes(size);
    const answer = await put(`new/a.bin?folderId=${inner.id}`, bytes);
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(`${drive.url}/files/by-path/outer/in%20ner/new/a.bin`);
    expect((await callByPath(drive, user, 'outer/in%20ner/new/a.bin')).body.equals(bytes)).toBe(true);
    const query = `path=${encodeURIComponent('/new/a.bin')}&folderId=${inner.id}`;
    const found = await drive.fetch(`/api/files/by-path?${query}`, { key: user.key });
    expect(await found.json()).toEqual(answer.json);
  });

  it.each([5, 2_000_000])('is refused for a folder that is none of the caller, with %i bytes', async (size) => {
    const other = await drive.createUser();
    const trashed = await makeFolder('trashed');
    await drive.fetch(`/api/files/${trashed.id}`, { method: 'DELETE', key: user.key });
    const ids = {
      unknown: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      foreign: (await makeFolder('theirs', undefined, other)).id,
      trashed: trashed.id,
      file: String((await put('file.txt')).json['id']),
    };
    const before = await listBlobs(drive);
    for (const [kind, id] of Object.entries(ids)) {
      expect([kind, ...codeOf(await put(`a.txt?folderId=${id}`, someBytes(size)))]).toEqual([
        kind,
        404,
        'folder_not_found',
      ]);
      const read = await drive.fetch(`/api/files/by-path?path=/a.txt&folderId=${id}`, { key: user.key });
      expect([kind, read.status]).toEqual([kind, 404]);
    }
    expect(codeOf(await put('a.txt?folderId=1', 'x'))).toEqual([400, 'validation_failed']);
    expect(await listBlobs(drive)).toEqual(before);
  });

  it('is within the folder of a key that has one', async () => {
    const folder = await makeFolder('Public');
    const inner = await makeFolder('inner', folder.id);
    const outside = await makeFolder('Private');
    const created = await drive.fetch('/api/me/api-keys', {
      method: 'POST',
      key: user.key,
      json: { folderId: folder.id },
    });
    const { rawKey: key } = (await created.json()) as { rawKey: string };
    const by = (rawPath: string): Promise<ByPathAnswer> => putByPath(drive, { key }, rawPath);
    const stored = await by(`b/c.txt?folderId=${inner.id}`);
    expect(stored.status).toBe(201);
    // Paths of the key begin in its folder.
    expect(stored.headers['location']).toBe(`${drive.url}/files/by-path/inner/b/c.txt`);
    expect((await by(`d.txt?folderId=${folder.id}`)).json).toMatchObject({ parentId: null });
    expect((await by('e.txt')).headers['location']).toBe(`${drive.url}/files/by-path/e.txt`);
    expect(codeOf(await by(`f.txt?folderId=${outside.id}`))).toEqual([404, 'folder_not_found']);
    for (const rawPath of ['Public/inner/b/c.txt', 'Public/d.txt', 'Public/e.txt'])
      expect(await pathOf(rawPath)).toBe(200);
  });
});
