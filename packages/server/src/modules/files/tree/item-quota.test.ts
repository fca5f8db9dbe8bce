import assert from 'node:assert/strict';
import { hourMs } from '@drive/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callByPath } from '../../../../test/api/by-path-requests.ts';
import { davApi, type DavApi } from '../../../../test/api/dav-api.ts';
import { fileWish } from '../../../../test/api/sender-api.ts';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { createTusCalls } from '../../../../test/api/tus-requests.ts';
import { putBytes, reserveUpload, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';

/** The limit, which the user of a test reaches. */
const most = 8;
/** More than a request may store without a reservation of its own. */
const large = someBytes(1_100_000);

let drive: Drive;
let user: TestUser;
let tree: TreeApi;
let dav: DavApi;
const tus = createTusCalls(() => drive);

beforeEach(async () => {
  drive = await startDrive({
    settings: { USER_MAX_ITEMS: String(most), ANONYMOUS_UPLOADS: 'on', FEATURE_LIMITS: 'off', VERSIONS_KEEP: '5' },
  });
  user = await drive.createUser();
  tree = treeApi(drive, user);
  dav = davApi(drive, user);
});
afterEach(async () => {
  const { kept, counted } = await readTallies(drive.database);
  assert.deepEqual(kept, counted);
  await drive.close();
});

const account = async (): Promise<{ itemCount: number; maxItems: number }> =>
  (await tree.call('GET', '/api/me')).body as { itemCount: number; maxItems: number };
const count = async (): Promise<number> => (await account()).itemCount;

let fillers = 0;
/** Adds folders until only `left` more items are allowed. */
async function fill(left = 0): Promise<void> {
  for (let number = await count(); number < most - left; number += 1) await tree.folder(`filler ${(fillers += 1)}`);
  expect(await count()).toBe(most - left);
}

const reserve = (json: Record<string, unknown> = {}): ReturnType<TreeApi['call']> =>
  tree.call('POST', '/api/uploads', { fileName: 'new', contentType: 'a/b', fileSizeBytes: 5, ...json });
const byPath = async (path: string, body: Buffer | string): Promise<[number, unknown]> => {
  const { status, json } = await callByPath(drive, user, path, { method: 'PUT', body });
  return [status, json['code']];
};
const refused = [409, 'item_quota_exceeded'];
const answerOf = ({ status, body }: Awaited<ReturnType<TreeApi['call']>>): unknown[] => [status, body?.code];

describe('a user with as many items as allowed', () => {
  test('[P-498] is refused every further one at every door of the API', async () => {
    const request = (await tree.call('POST', '/api/collections', { name: 'Holiday' })).body as { token: string };
    await tree.file('source');
    await fill();
    expect(answerOf(await tree.call('POST', '/api/files/folders', { name: 'new' }))).toEqual(refused);
    expect(answerOf(await reserve())).toEqual(refused);
    expect(answerOf(await reserve({ onConflict: 'replace' }))).toEqual(refused);
    const files = [{ fileName: 'new', contentType: 'a/b', fileSizeBytes: 5 }];
    expect(answerOf(await tree.call('POST', '/api/uploads/batch', { files }))).toEqual(refused);
    const created = await tus.call('POST', '', {
      authorization: `Bearer ${user.key}`,
      'upload-length': '5',
      'upload-metadata': `filename ${btoa('new')}`,
    });
    expect([created.status, ((await created.json()) as { code: string }).code]).toEqual(refused);
    for (const body of ['', 'small', someBytes(70_000), large]) expect(await byPath('new', body)).toEqual(refused);
    expect(await byPath('folder/new', 'small')).toEqual(refused);
    const sent = await drive.fetch(`/api/public/collect/${request.token}/uploads`, { method: 'POST', json: fileWish });
    expect([sent.status, ((await sent.json()) as { code: string }).code]).toEqual(refused);
    expect(answerOf(await tree.call('POST', '/api/collections', { name: 'Another' }))).toEqual(refused);
    const form = new FormData();
    form.append('files', new Blob(['text'], { type: 'text/plain' }), 'sent.txt');
    const posted = await drive.fetch(`/files/collect-form/${request.token}`, {
      method: 'POST',
      body: form,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(posted.status).toBe(409);
    expect(await count()).toBe(most);
  });

  test('[P-499] is refused every further one by WebDAV with 507', async () => {
    await dav.put('/source', 'text');
    await dav.call('MKCOL', '/folder');
    await dav.put('/folder/inner', 'text');
    await fill();
    for (const body of ['', 'small', large]) expect(await dav.put('/new', body)).toBe(507);
    expect((await dav.call('MKCOL', '/new')).status).toBe(507);
    expect((await dav.tryLock('/new')).status).toBe(507);
    expect((await dav.call('MKCOL', '/new')).body).toContain('quota-not-exceeded');
    expect(await dav.transfer('COPY', '/source', '/new')).toBe(507);
    expect(await dav.transfer('COPY', '/folder', '/new')).toBe(507);
    expect(await dav.transfer('COPY', '/folder', '/new', { depth: '0' })).toBe(507);
    expect(await count()).toBe(most);
  });

  test('replaces contents, renames, moves, shares and restores as before', async () => {
    const id = await tree.file('a');
    await dav.put('/b', 'text');
    await fill();
    const replace = { fileName: 'a', onConflict: 'replace' };
    const { body } = await reserve(replace);
    expect(await putBytes(body as { uploadUrl: string }, someBytes(5))).toMatchObject({ status: 'COMPLETE' });
    for (const bytes of ['small', large]) {
      expect(await byPath('a?onConflict=replace', bytes)).toEqual([200, undefined]);
      expect(await dav.put('/a', bytes)).toBe(204);
    }
    expect(await dav.transfer('COPY', '/b', '/a')).toBe(204);
    expect(await dav.transfer('MOVE', '/b', '/a')).toBe(204);
    expect(await count()).toBe(most - 1);
    await fill();
    expect(await tree.patch(id, { name: 'renamed' })).toMatchObject({ status: 200 });
    await tree.trash(id);
    expect(answerOf(await tree.call('POST', '/api/files/folders', { name: 'new' }))).toEqual(refused);
    expect(await tree.restore(id)).toMatchObject({ status: 200 });
    await drive.drain();
  });

  test('has room again after a purge, of a folder with everything in it', async () => {
    const folder = await tree.folder('folder');
    const inner = await tree.folder('inner', folder);
    await tree.file('file', { in: inner });
    await fill();
    await tree.trash(folder);
    expect(await count()).toBe(most);
    await tree.purge(folder);
    await drive.drain();
    expect(await count()).toBe(most - 3);
    expect(await byPath('x/y/z', 'small')).toEqual([201, undefined]);
    expect(await byPath('x/y/w', 'small')).toEqual(refused);
  });

  test('sees the limit in the account', async () => {
    await fill();
    expect(await account()).toMatchObject({ itemCount: most, maxItems: most });
    const admin = await drive.createUser({ isAdmin: true });
    const shown = (await treeApi(drive, admin).call('GET', `/api/admin/users?q=${user.email}`)).body;
    expect(shown.users[0]).toMatchObject({ itemCount: most, maxItems: most });
  });
});

describe('an open upload', () => {
  test('counts as one item until it is complete, cancelled or expired', async () => {
    await fill(3);
    const [complete, cancelled] = [await reserveUpload(drive, user), await reserveUpload(drive, user)];
    await reserveUpload(drive, user);
    expect(answerOf(await reserve())).toEqual(refused);
    await putBytes(complete, someBytes(10));
    expect(answerOf(await reserve())).toEqual(refused);
    await drive.fetch(new URL(cancelled.uploadUrl).pathname, { method: 'DELETE' });
    expect(await count()).toBe(most - 1);
    drive.clock.advance(25 * hourMs);
    await drive.drain();
    expect(await count()).toBe(most - 2);
  });

  test('counts as none if it is to replace a file, which it adds only if there is room', async () => {
    const id = await tree.file('a');
    await fill(1);
    const { body } = await reserve({ fileName: 'a', onConflict: 'replace' });
    const twin = (await reserve({ fileName: 'a', onConflict: 'replace' })).body as { sessionId: string };
    expect(await count()).toBe(most - 1);
    await tree.trash(id);
    expect(await putBytes(body as { uploadUrl: string }, someBytes(5))).toMatchObject({ status: 'COMPLETE' });
    expect(await count()).toBe(most);
    // The new file is replaced by the second upload; without it, there is no room.
    await tree.trash((await tree.call('GET', '/api/files?sort=-createdAt')).body.files[0].id as string);
    const put = await drive.fetch(`/files/uploads/${twin.sessionId}`, { method: 'PUT', body: new Uint8Array(5) });
    expect([put.status, ((await put.json()) as { code: string }).code]).toEqual(refused);
    expect((await tree.call('GET', `/api/uploads/${twin.sessionId}/status`)).body.status).toBe('FAILED');
  });

  test('of a batch is refused with all others', async () => {
    await fill(2);
    const wanted = (fileName: string) => ({ fileName, contentType: 'a/b', fileSizeBytes: 5 });
    const batch = (...names: string[]) => tree.call('POST', '/api/uploads/batch', { files: names.map(wanted) });
    expect(answerOf(await batch('a', 'b', 'c'))).toEqual(refused);
    expect(await count()).toBe(most - 2);
    expect((await batch('a', 'b')).status).toBe(201);
  });
});

test('[P-500] requests at the same time never exceed the limit together', async () => {
  await fill(5);
  const attempts = Array.from({ length: 24 }, (_, index): Promise<number> => {
    const name = `race ${index}`;
    if (index % 4 === 0) return tree.call('POST', '/api/files/folders', { name }).then(({ status }) => status);
    if (index % 4 === 1) return reserve({ fileName: name }).then(({ status }) => status);
    if (index % 4 === 2) return byPath(encodeURIComponent(name), 'small').then(([status]) => status);
    return dav.put(`/${encodeURIComponent(name)}`, 'text');
  });
  const statuses = await Promise.all(attempts);
  expect(statuses.filter((status) => status === 201)).toHaveLength(5);
  expect(statuses.filter((status) => status === 409 || status === 507)).toHaveLength(19);
  expect(await count()).toBe(most);
});

test('versions count no items', async () => {
  await fill(1);
  for (let content = 0; content < 4; content += 1) expect(await dav.put('/a', `text ${content}`)).toBeLessThan(300);
  expect(await count()).toBe(most);
});

test('a copy of a folder that would exceed the limit copies nothing, and one that does so on its way says what is missing', async () => {
  await dav.call('MKCOL', '/f');
  for (const name of ['a', 'b', 'c']) await dav.put(`/f/${name}`, name);
  await fill(3);
  expect(await dav.transfer('COPY', '/f', '/g')).toBe(507);
  expect(await count()).toBe(most - 3);
  const one = await tree.call('GET', '/api/files?sort=name');
  const filler = one.body.files.find(({ name }: { name: string }) => name.startsWith('filler')).id as string;
  await tree.trash(filler);
  await tree.purge(filler);
  await drive.drain();
  expect(await dav.transfer('COPY', '/f', '/g')).toBe(201);
  expect(await count()).toBe(most);
});

test('an owner above the limit keeps everything and adds nothing', async () => {
  const id = await tree.file('a');
  await drive.database.write((tx) =>
    tx.updateTable('storage_usage').set({ item_count: 1000 }).where('owner_id', '=', user.userId).execute(),
  );
  expect(answerOf(await tree.call('POST', '/api/files/folders', { name: 'new' }))).toEqual(refused);
  expect(await byPath('a?onConflict=replace', large)).toEqual([200, undefined]);
  await tree.trash(id);
  expect(await tree.purge(id)).toMatchObject({ status: 204 });
  await drive.drain();
  await drive.database.write((tx) =>
    tx.updateTable('storage_usage').set({ item_count: 0 }).where('owner_id', '=', user.userId).execute(),
  );
});

test('uploads without an account have no limit of items', async () => {
  for (let number = 0; number < most; number += 1) {
    const json = { fileName: `${number}`, contentType: 'a/b', sizeBytes: 5, captchaToken: '' };
    expect((await drive.fetch('/api/public/uploads', { method: 'POST', json })).status).toBe(201);
  }
});
