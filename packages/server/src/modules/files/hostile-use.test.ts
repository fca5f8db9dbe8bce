import { request as httpRequest } from 'node:http';
import type { Item, ItemPage } from '@drive/contract';
import { afterAll, assert, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { putBytes, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { readTallies } from '../../../test/tree/tree-tallies.ts';
import { treeOn } from '../../../test/tree/tree.ts';

let drive: Drive;
let user: TestUser;
let mine: TreeApi;

beforeAll(async () => {
  drive = await startDrive();
});
afterAll(async () => {
  const { kept, counted } = await readTallies(drive.database);
  assert.deepEqual(kept, counted);
  await drive.close();
});
beforeEach(async () => {
  user = await drive.createUser();
  mine = treeApi(drive, user);
});

const list = async (query: string): Promise<ItemPage> => (await mine.call('GET', `/api/files?${query}`)).body;
const hiddenRoot = async (): Promise<string> =>
  (
    await drive.database.reader
      .selectFrom('items')
      .select('id')
      .where('owner_id', '=', user.userId)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow()
  ).id;

test('the id of the hidden root identifies no item', async () => {
  const file = await mine.file('a');
  const root = await hiddenRoot();
  for (const [method, path, json] of [
    ['GET', ''],
    ['GET', '/path'],
    ['PATCH', '', { name: 'mine' }],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['DELETE', '/permanent'],
    ['GET', '/download-url'],
  ] as const)
    expect([method, path, (await mine.call(method, `/api/files/${root}${path}`, json)).status]).toEqual([
      method,
      path,
      404,
    ]);
  expect((await mine.call('GET', `/api/files?parentId=${root}`)).status).toBe(404);
  expect((await mine.patch(file, { parentId: root })).status).toBe(404);
  expect((await mine.call('POST', '/api/files/folders', { name: 'x', parentId: root })).status).toBe(404);
});

test('a restored file returns to its folder, also if the folder was moved meanwhile', async () => {
  const [a, b] = [await mine.folder('a'), await mine.folder('b')];
  const file = await mine.file('x', { in: a });
  await mine.trash(file);
  await mine.patch(a, { parentId: b, name: 'renamed' });
  expect((await mine.restore(file)).body).toMatchObject({ parentId: a });
  expect((await mine.get(b)).size).toBe(10);
});

test('names in different Unicode normal forms are equal', async () => {
  await mine.folder('Cafe\u0301');
  expect((await mine.call('POST', '/api/files/folders', { name: 'Caf\u00e9' })).status).toBe(409);
  const id = await mine.folder('other');
  expect((await mine.patch(id, { name: 'Cafe\u0301' })).status).toBe(409);
  expect((await mine.call('GET', `/api/files/by-path?path=${encodeURIComponent('/Cafe\u0301')}`)).status).toBe(200);
});

test('a name that normalizes to a taken name is refused', async () => {
  await mine.folder('a');
  for (const name of [' a ', 'a\u0000', '\u0007a', '\u0085a'])
    expect([name, (await mine.call('POST', '/api/files/folders', { name })).status]).toEqual([name, 409]);
});

test('moving a folder together with an item in it moves the item out of the folder', async () => {
  const [a, into] = [await mine.folder('a'), await mine.folder('into')];
  const inner = await mine.file('x', { in: a });
  const { body } = await mine.call('PATCH', '/api/files/move', { ids: [a, inner], parentId: into });
  expect(body.failed).toEqual([]);
  expect(await mine.names(into)).toEqual(['a', 'x']);
  expect((await mine.get(a)).size).toBe(0);
});

test('a chain of folders can be reversed one by one, but never form a cycle', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await mine.folder(`${n}`, ids.at(-1)));
  for (const [n, id] of ids.entries())
    for (const below of ids.slice(n)) expect((await mine.patch(id, { parentId: below })).status).toBe(409);
  for (let n = ids.length - 1; n > 0; n -= 1) await mine.patch(ids[n] ?? '', { moveToRoot: true });
  for (let n = ids.length - 1; n > 0; n -= 1)
    expect((await mine.patch(ids[n - 1] ?? '', { parentId: ids[n] })).status).toBe(200);
  expect((await mine.call('GET', `/api/files/${ids[0]}/path`)).body.map(({ name }: Item) => name).join('')).toBe(
    '543210',
  );
});

/** Creating each folder writes every ancestor, which is slow on Postgres. */
const levels = inject('databaseKind') === 'postgres' ? 200 : 1_000;

test(`${levels} nested folders can be created, listed, moved, trashed, restored and purged`, async () => {
  const tree = treeOn(drive);
  let folderId: string | null = null;
  for (let level = 0; level < levels; level += 1) folderId = await tree.makeFolder(user.userId, `${level}`, folderId);
  const { id } = await tree.upload(user.userId, 'bottom.bin', { folderId, sizeBytes: 7 });
  const path = (await mine.call('GET', `/api/files/${id}/path`)).body as Item[];
  expect(path).toHaveLength(levels + 1);
  const [top, second] = path as [Item, Item];
  expect(top.size).toBe(7);
  const way = path.map(({ name }) => `/${name}`).join('');
  expect((await mine.call('GET', `/api/files/by-path?path=${encodeURIComponent(way)}`)).body.id).toBe(id);
  expect((await mine.patch(second.id, { moveToRoot: true })).status).toBe(200);
  expect((await mine.get(top.id)).size).toBe(0);
  await mine.trash(second.id);
  expect(await mine.trashed()).toEqual(['bottom.bin']);
  expect((await mine.restore(id)).body.parentId).toBeNull();
  expect((await mine.restore(second.id)).body.size).toBe(0);
  await mine.trash(second.id);
  expect((await mine.purge(second.id)).status).toBe(204);
  await drive.drain();
  expect(await mine.names()).toEqual(['0', 'bottom.bin']);
}, 120_000);

test('a page far beyond the last one is empty and returns the total', async () => {
  await mine.file('a');
  for (const query of ['page=999999999', 'page=999999999&q=a', 'page=999999999&sort=-size'])
    expect(await list(query)).toMatchObject({ files: [], pagination: { currentPage: 999_999_999, totalItems: 1 } });
  for (const query of ['page=0', 'page=-1', 'page=1e3', 'limit=0', 'page=1.5', 'page=', 'limit=99999999999999999999'])
    expect([query, (await mine.call('GET', `/api/files?${query}`)).status]).toEqual([query, 400]);
});

test('a search matches every character literally', async () => {
  for (const name of [
    '100%.txt',
    'a_b.txt',
    "it's.txt",
    'semi;colon.txt',
    '-- x.txt',
    '[x].txt',
    'emoji 😀.txt',
    'ẞ.txt',
  ])
    await mine.file(name, { bytes: 1 });
  const hits = async (q: string) => (await mine.found(q)).length;
  expect([await hits('%'), await hits('_'), await hits("'"), await hits(';'), await hits('--')]).toEqual([
    1, 1, 1, 1, 1,
  ]);
  expect([await hits('['), await hits('😀'), await hits('ss'), await hits('*'), await hits('.TXT')]).toEqual([
    1, 1, 1, 0, 8,
  ]);
  expect([await hits("' or 1=1 --"), await hits('\\'), await hits('x'.repeat(5_000))]).toEqual([0, 0, 0]);
  expect((await mine.call('GET', '/api/files?q=%00')).status).toBe(400);
});

test('an id in upper case finds its item', async () => {
  const folder = await mine.folder('f');
  const file = await mine.file('a', { in: folder });
  expect((await mine.call('GET', `/api/files/${file.toUpperCase()}`)).body.id).toBe(file);
  expect((await list(`parentId=${folder.toUpperCase()}`)).files).toHaveLength(1);
});

test('[P-401] no path leads out of the tree', async () => {
  await mine.folder('a', await mine.folder('b'));
  for (const path of ['/b/..', '/b/../b', '/./b', '//b', '/b//a', 'b', '/b\\a', '/%62', '/'])
    expect([path, (await mine.call('GET', `/api/files/by-path?path=${encodeURIComponent(path)}`)).status]).toEqual([
      path,
      path === 'b' ? 400 : 404,
    ]);
});

test('hundreds of concurrent uploads of one name each get a different name', async () => {
  const tree = treeOn(drive);
  const added = [];
  for (let n = 0; n < 300; n += 1) added.push(await tree.upload(user.userId, 'a.txt'));
  expect(new Set(added.map(({ name }) => name)).size).toBe(300);
  expect(added.at(-1)?.name).toBe('a (299).txt');
}, 30_000);

test('an upload into a folder that is purged meanwhile is stored in the root', async () => {
  const folder = await mine.folder('f');
  const reservation = await reserveUpload(drive, user, { name: 'late', bytes: 10, parentFolderId: folder });
  await mine.trash(folder);
  await mine.purge(folder);
  await drive.drain();
  await putBytes(reservation, Buffer.alloc(10));
  expect(await mine.get(reservation.fileId)).toMatchObject({ parentId: null, name: 'late' });
});

test('an open upload stays valid when its folder is trashed, and does not appear in the trash', async () => {
  const folder = await mine.folder('f');
  await reserveUpload(drive, user, { name: 'open', bytes: 100, parentFolderId: folder });
  await mine.trash(folder);
  expect(await mine.usage()).toEqual({ usedBytes: 100, trashBytes: 0 });
  await mine.purge(folder);
  expect(await mine.usage()).toEqual({ usedBytes: 100, trashBytes: 0 });
});

test('a trashed folder cannot be restored while a new folder has its name', async () => {
  const first = await mine.folder('Photos');
  await mine.file('old', { in: first });
  await mine.trash(first);
  const second = await mine.folder('Photos');
  expect((await mine.restore(first)).status).toBe(409);
  await mine.patch(second, { name: 'Photos 2' });
  expect((await mine.restore(first)).status).toBe(200);
  expect(await mine.names(first)).toEqual(['old']);
});

test('an item that is restored and trashed repeatedly is counted once', async () => {
  const folder = await mine.folder('f');
  const file = await mine.file('x', { in: folder, bytes: 5 });
  for (let round = 0; round < 5; round += 1) {
    await mine.trash(file);
    await mine.trash(folder);
    await mine.restore(file);
    await mine.restore(folder);
    await mine.patch(file, { parentId: folder });
  }
  expect(await mine.usage()).toEqual({ usedBytes: 5, trashBytes: 0 });
  expect((await mine.get(folder)).size).toBe(5);
});

test('[P-400] items of other users are answered like unknown ones, and stay unchanged', async () => {
  const theirs = treeApi(drive, await drive.createUser());
  const folder = await theirs.folder('f');
  const file = await theirs.file('x', { in: folder });
  const trashed = await theirs.file('y');
  await theirs.trash(trashed);
  const codes = async (id: string) =>
    Promise.all(
      (
        [
          ['GET', ''],
          ['GET', '/path'],
          ['PATCH', '', { name: 'z' }],
          ['DELETE', ''],
          ['POST', '/restore'],
          ['DELETE', '/permanent'],
        ] as const
      ).map(async ([method, path, json]) => {
        const { status, body } = await mine.call(method, `/api/files/${id}${path}`, json);
        return [status, body.code, body.message];
      }),
    );
  const unknown = await codes(crypto.randomUUID());
  for (const id of [folder, file, trashed]) expect(await codes(id)).toEqual(unknown);
  expect(await theirs.names(folder)).toEqual(['x']);
  expect(await theirs.trashed()).toEqual(['y']);
});

test('emptying the trash twice at once succeeds, also while items are trashed', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 30; n += 1) ids.push(await mine.folder(`${n}`));
  await mine.trash(...ids.slice(0, 15));
  const empty = () => mine.call('DELETE', '/api/files/trash');
  const emptied = Promise.all([empty(), empty()]);
  await mine.trash(...ids.slice(15));
  for (const { status } of await emptied) expect(status).toBe(204);
  await drive.drain();
  for (const id of ids.slice(0, 15)) expect((await mine.restore(id)).status).toBe(404);
});

test('a client that disconnects while a long trash is emptied does no harm', async () => {
  const tree = treeOn(drive);
  const folder = await mine.folder('f');
  for (let n = 0; n < 1_500; n += 1) await tree.upload(user.userId, `${n}`, { folderId: folder });
  await mine.trash(folder);
  await new Promise<void>((resolve, reject) => {
    const request = httpRequest(
      `${drive.url}/api/files/trash`,
      { headers: { authorization: `Bearer ${user.key}` } },
      (response) => {
        response.once('data', () => {
          request.destroy();
          resolve();
        });
      },
    );
    request.once('error', reject);
    request.end();
  });
  expect(await mine.trashed()).toHaveLength(1_500);
}, 60_000);

test.each([
  ['[]', 400],
  ['{"ids":["x"],"moveToRoot":true}', 400],
  ['{"ids":[null],"moveToRoot":true}', 400],
  ['{"ids":{"0":"x"},"moveToRoot":true}', 400],
  ['{"ids":[],"moveToRoot":true}', 400],
  ['{"__proto__":{"ids":["x"]},"moveToRoot":true}', 400],
  ['{"ids":["7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1"],"moveToRoot":"true"}', 400],
  ['not json', 400],
  ['', 400],
])('a body of %s is refused with a client error', async (body, status) => {
  const response = await drive.fetch('/api/files/move', {
    method: 'PATCH',
    key: user.key,
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(status);
});

test('a purged file reveals nothing about itself at any endpoint', async () => {
  const folder = await mine.folder('f');
  const id = await mine.file('very-secret-name.txt', { in: folder });
  const { body: share } = await mine.call('POST', `/api/files/${id}/share`, {});
  const { body: address } = await mine.call('GET', `/api/files/${id}/download-url`);
  await mine.trash(id);
  await mine.purge(id);
  await drive.drain();
  const row = await drive.database.reader
    .selectFrom('items')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('secret');
  expect((await drive.fetch(`/api/public/share/${share.shareToken}`)).status).toBe(404);
  const bytes = await drive.fetch(address.downloadUrl);
  expect([bytes.status, (await bytes.text()).includes('secret')]).toEqual([410, false]);
  expect(await mine.found('secret')).toEqual([]);
});
