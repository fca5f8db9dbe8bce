import type { ChangePage } from '@drive/contract';
import { describe, expect, inject, test } from 'vitest';
import { serverCount, type Drive, type DriveInit } from '../../../test/drive.ts';
import { drive, driveForEachTest, mine, user } from '../../../test/use-drive.ts';

driveForEachTest();

const path = (cursor: string, wait = 50): string => `/api/changes?wait=${wait}&cursor=${encodeURIComponent(cursor)}`;

async function latest(init: DriveInit = { key: user.key }): Promise<string> {
  return ((await (await drive.fetch('/api/changes/latest', init)).json()) as { cursor: string }).cursor;
}

const hold = (cursor: string, init: DriveInit = { key: user.key }, server: Drive = drive): Promise<Response> =>
  server.fetch(path(cursor), init);
const pageOf = async (held: Promise<Response>): Promise<ChangePage> => (await (await held).json()) as ChangePage;
const refusalOf = async (held: Promise<Response>): Promise<[number, string]> => {
  const response = await held;
  return [response.status, ((await response.json()) as { code: string }).code];
};

test('a held request is answered when something changes', async () => {
  const cursor = await latest();
  const held = hold(cursor);
  const id = await mine.folder('Photos');
  const page = await pageOf(held);
  expect(page.changes.map(({ type, itemId }) => [type, itemId])).toEqual([['created', id]]);
  const next = hold(page.cursor);
  await mine.trash(id);
  expect((await pageOf(next)).changes.map(({ type }) => type)).toEqual(['trashed']);
});

test('a change that was there before is answered at once, and HEAD is not held', async () => {
  const cursor = await latest();
  const id = await mine.folder('Photos');
  expect((await pageOf(hold(cursor))).changes.map(({ itemId }) => itemId)).toEqual([id]);
  const response = await drive.fetch(path(await latest()), { method: 'HEAD', key: user.key });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('a request that waited in vain has the same cursor', async () => {
  const cursor = await latest();
  expect(await pageOf(drive.fetch(path(cursor, 1), { key: user.key }))).toEqual({
    changes: [],
    cursor,
    hasMore: false,
  });
});

test('a change outside the folder of a key does not answer its held request', async () => {
  const folder = await mine.folder('Here');
  const key = (await mine.call('POST', '/api/me/api-keys', { folderId: folder })).body.rawKey as string;
  const held = hold(await latest({ key }), { key });
  await mine.folder('Outside');
  const inside = await mine.folder('Inside', folder);
  expect((await pageOf(held)).changes.map(({ itemId }) => itemId)).toEqual([inside]);
});

test('the changes of another user do not answer a held request', async () => {
  const held = hold(await latest());
  const other = await drive.createUser();
  await drive.fetch('/api/files/folders', { method: 'POST', key: other.key, json: { name: 'Foreign' } });
  const id = await mine.folder('Own');
  expect((await pageOf(held)).changes.map(({ itemId }) => itemId)).toEqual([id]);
});

test.runIf(serverCount === 1)(
  'a server holds at most 20 requests of a user, and one that left makes room',
  async () => {
    const cursor = await latest();
    const stop = new AbortController();
    const held = Array.from({ length: 21 }, () => hold(cursor, { key: user.key, signal: stop.signal }));
    const refused = await Promise.race(held);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
    const other = await drive.createUser();
    const elsewhere = hold(await latest({ key: other.key }), { key: other.key });
    await drive.fetch('/api/files/folders', { method: 'POST', key: other.key, json: { name: 'Photos' } });
    expect((await elsewhere).status).toBe(200);
    stop.abort();
    await Promise.allSettled(held);
    await expect
      .poll(async () => {
        const response = await drive.fetch(path(cursor, 1), { key: user.key });
        await response.text();
        return response.status;
      })
      .toBe(200);
  },
);

describe('a held request ends with its credential, without the clock advancing:', () => {
  test('[P-650] a key that is revoked', async () => {
    const { id, rawKey: key } = (await mine.call('POST', '/api/me/api-keys', {})).body as {
      id: string;
      rawKey: string;
    };
    const held = hold(await latest({ key }), { key });
    expect((await mine.call('DELETE', `/api/me/api-keys/${id}`)).status).toBe(204);
    expect(await refusalOf(held)).toEqual([401, 'authentication_required']);
  });

  test('a key that expires', async () => {
    const { rawKey: key } = (await mine.call('POST', '/api/me/api-keys', { expiresInDays: 1 })).body as {
      rawKey: string;
    };
    const held = hold(await latest({ key }), { key });
    drive.clock.advance(86_400_001);
    expect(await refusalOf(held)).toEqual([401, 'authentication_required']);
  });

  test('a session that is signed out', async () => {
    const session = await drive.signIn(user);
    const held = hold(await latest({ session }), { session });
    expect((await drive.fetch('/api/auth/logout', { method: 'POST', session })).status).toBe(204);
    expect(await refusalOf(held)).toEqual([401, 'authentication_required']);
  });

  test('[P-651] an account that is disabled', async () => {
    const admin = await drive.createUser({ isAdmin: true });
    const { id } = (await mine.call('GET', '/api/me')).body as { id: string };
    const held = hold(await latest());
    const json = { disabled: true };
    expect((await drive.fetch(`/api/admin/users/${id}`, { method: 'PATCH', key: admin.key, json })).status).toBe(200);
    expect(await refusalOf(held)).toEqual([401, 'authentication_required']);
  });
});

test.runIf(serverCount === 1)('a stopping server answers held requests, and holds no more', async () => {
  const cursor = await latest();
  const held = hold(cursor);
  drive.app.endStreams();
  for (const each of [held, hold(cursor)]) expect(await pageOf(each)).toEqual({ changes: [], cursor, hasMore: false });
});

test.runIf(inject('databaseKind') === 'postgres')(
  'a change on another server answers a held request, and cursors are good on every server',
  async () => {
    const other = await drive.startAnother();
    let cursor = await latest();
    for (const _ of [1, 2]) {
      const held = hold(cursor, { key: user.key }, other);
      const id = await mine.folder(`Folder ${_}`);
      const page = await pageOf(held);
      expect(page.changes.map(({ itemId }) => itemId)).toEqual([id]);
      ({ cursor } = page);
    }
  },
);
