import { webhookEvents } from '@drive/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { davApi, type DavApi } from '../../../../test/api/dav-api.ts';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import type { DriveEvent } from '../../../platform/events/index.ts';

const drive: Drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
let user: TestUser;
let tree: TreeApi;
let dav: DavApi;

beforeEach(async () => {
  user = await drive.createUser();
  tree = treeApi(drive, user);
  dav = davApi(drive, user);
});
afterAll(() => drive.close());

/** The events of the user since the call before, all of which meet their schemas. */
let seen = 0;
async function newEvents(): Promise<DriveEvent[]> {
  const rows = await drive.database.reader
    .selectFrom('events')
    .select(['row_id', 'id', 'created_at as createdAt'])
    .where('user_id', '=', user.userId)
    .where('row_id', '>', seen)
    .orderBy('row_id')
    .execute();
  seen = rows.at(-1)?.row_id ?? seen;
  if (rows.length === 0) return [];
  const found = await drive.events.find(drive.database.reader, rows);
  return rows.map(({ id }) => {
    const event = found.get(id) as DriveEvent;
    const { type, data } = event;
    const envelope = { id, type, created: 0, data };
    expect(webhookEvents[type].strict().parse(envelope)).toEqual(envelope);
    return event;
  });
}
const told = async (): Promise<unknown[]> =>
  (await newEvents()).map(({ type, data }) => [type, (data as { path?: string }).path]);

test('every change of a file and a folder is one event, with where the item is and was', async () => {
  const outer = await tree.folder('outer');
  const inner = await tree.folder('inner "x"', outer);
  const file = await tree.file('a.txt', { in: inner, bytes: 5 });
  expect(await newEvents()).toMatchObject([
    {
      type: 'folder.created',
      data: { folder_id: outer, parent_id: null, path: '/outer' },
      place: { itemId: outer, folderIds: [], formerFolderIds: null },
    },
    {
      type: 'folder.created',
      data: { folder_id: inner, parent_id: outer, path: '/outer/inner "x"' },
      place: { folderIds: [outer] },
    },
    {
      type: 'file.created',
      data: {
        file_id: file,
        file_name: 'a.txt',
        folder_id: inner,
        path: '/outer/inner "x"/a.txt',
        file_size: 5,
        version: 1,
        metadata: {},
        tags: [],
        origin: { kind: 'api_key', id: expect.any(String) },
      },
      place: { itemId: file, folderIds: [outer, inner], formerFolderIds: null },
    },
  ]);

  await tree.patch(file, { name: 'b.txt' });
  await tree.patch(file, { moveToRoot: true, name: 'c.txt' });
  await tree.patch(inner, { moveToRoot: true });
  expect(await newEvents()).toMatchObject([
    {
      type: 'file.updated',
      data: {
        changed: ['name'],
        previous: { name: 'a.txt', path: '/outer/inner "x"/a.txt' },
        path: '/outer/inner "x"/b.txt',
      },
      place: { folderIds: [outer, inner], formerFolderIds: null },
    },
    {
      type: 'file.updated',
      data: {
        changed: ['name', 'parent'],
        previous: { name: 'b.txt', parent_id: inner, path: '/outer/inner "x"/b.txt' },
        folder_id: null,
        path: '/c.txt',
      },
      place: { folderIds: [], formerFolderIds: [outer, inner] },
    },
    {
      type: 'folder.updated',
      data: {
        changed: ['parent'],
        previous: { parent_id: outer, path: '/outer/inner "x"' },
        parent_id: null,
        path: '/inner "x"',
      },
      place: { folderIds: [], formerFolderIds: [outer] },
    },
  ]);

  await tree.trash(file, inner);
  await tree.restore(file);
  await tree.purge(inner);
  expect(await told()).toEqual([
    ['file.trashed', '/c.txt'],
    ['folder.trashed', '/inner "x"'],
    ['file.restored', '/c.txt'],
    ['folder.deleted', '/inner "x"'],
  ]);
});

test('a batch of n ids makes n events, and what is below a folder makes none', async () => {
  const folder = await tree.folder('f');
  const ids = [];
  for (const name of ['a', 'b', 'c']) ids.push(await tree.file(name, { in: folder }));
  await newEvents();
  const target = await tree.folder('target');
  await tree.call('PATCH', '/api/files/move', { ids: [...ids, folder], parentId: target });
  expect(await told()).toEqual([
    ['folder.created', '/target'],
    ...['a', 'b', 'c'].map((name) => ['file.updated', `/target/${name}`]),
    ['folder.updated', '/target/f'],
  ]);
  await tree.trash(target);
  await tree.call('DELETE', '/api/files/trash');
  expect(await told()).toEqual([
    ['folder.trashed', '/target'],
    ['folder.deleted', '/target'],
  ]);
});

test('a change that is refused, or that changes nothing, makes no event', async () => {
  const a = await tree.file('a');
  await tree.file('b');
  await newEvents();
  expect((await tree.patch(a, { name: 'b' })).status).toBe(409);
  await tree.patch(a, { name: 'a' });
  await tree.trash(a);
  await tree.trash(a);
  expect(await told()).toEqual([['file.trashed', '/a']]);
});

test('changes by WebDAV are events of the key of its client', async () => {
  await dav.call('MKCOL', '/f');
  await dav.put('/f/a', 'one');
  await dav.put('/f/a', 'two');
  await dav.transfer('COPY', '/f', '/g');
  await dav.transfer('MOVE', '/g', '/f/g');
  await dav.call('DELETE', '/f');
  const events = await newEvents();
  expect(events.map(({ type, data }) => [type, (data as { path?: string }).path])).toEqual([
    ['folder.created', '/f'],
    ['file.created', '/f/a'],
    ['file.replaced', '/f/a'],
    ['folder.created', '/g'],
    ['folder.updated', '/f/g'],
    ['folder.trashed', '/f'],
  ]);
  for (const { data } of events)
    expect(data).toMatchObject({ origin: { kind: 'webdav', id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  expect(events[2]).toMatchObject({ data: { version: 2, file_size: 3 } });
});

test('a folder that WebDAV copies is one event, once it is complete, and so is a file', async () => {
  const folder = await tree.folder('f');
  const inner = await tree.folder('inner', folder);
  await tree.file('a', { in: inner });
  await tree.file('b', { in: folder });
  await tree.patch(folder, { metadata: { order: '42' } });
  await newEvents();
  expect(await dav.transfer('COPY', '/f', '/g')).toBe(201);
  expect(await dav.members('/g/inner')).toEqual(['/dav/g/inner/a']);
  expect(await told()).toEqual([['folder.created', '/g']]);
  const { body } = await tree.call('GET', '/api/files/by-path?path=/g');
  expect(body).toMatchObject({ metadata: { order: '42' } });

  expect(await dav.transfer('COPY', '/f', '/alone', { depth: '0' })).toBe(201);
  expect(await dav.transfer('COPY', '/f/b', '/g/inner/b')).toBe(201);
  expect(await dav.transfer('COPY', '/f/b', '/g/inner/a')).toBe(204);
  expect(await told()).toEqual([
    ['folder.created', '/alone'],
    ['file.created', '/g/inner/b'],
    ['file.replaced', '/g/inner/a'],
  ]);
});

test('the path of an item leaves out a folder above it that is deleted', async () => {
  const folder = await tree.folder('f');
  const file = await tree.file('a', { in: folder });
  await tree.trash(file, folder);
  await tree.purge(folder);
  await drive.drain();
  await newEvents();
  await tree.purge(file);
  expect(await told()).toEqual([['file.deleted', '/a']]);
});
