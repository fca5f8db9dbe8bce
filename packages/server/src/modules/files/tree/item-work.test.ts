import { minuteMs } from '@drive/base';
import { afterEach, describe, expect, test } from 'vitest';
import { davApi } from '../../../../test/api/dav-api.ts';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { fillFolder } from '../../../../test/tree/fill-folder.ts';

let drive: Drive;
let user: TestUser;
let tree: TreeApi;
afterEach(() => drive.close());

/** A server that allows work on so many items a minute, and folders with a folder and so many files in each. */
async function start(itemsPerMinute: number, ...files: readonly number[]): Promise<string[]> {
  drive = await startDrive({ settings: { ITEMS_PER_MINUTE: String(itemsPerMinute) } });
  user = await drive.createUser();
  tree = treeApi(drive, user);
  const ids: string[] = [];
  for (const [index, count] of files.entries()) {
    const id = await tree.folder(`folder ${index}`);
    const inner = await tree.folder('inner', id);
    for (let number = 0; number < count; number += 1)
      await tree.file(`${number}`, { in: number % 2 === 0 ? id : inner, bytes: 1 });
    ids.push(id);
  }
  return ids;
}

const refusal = { status: 429, body: { code: 'too_many_requests' } };

describe('a budget of items', () => {
  test('[P-501] is drawn by all items in a folder, not by calls', async () => {
    const [one = '', two = '', three = ''] = await start(12, 4, 4, 4);
    await tree.trash(one, two, three);
    expect(await tree.restore(one)).toMatchObject({ status: 200 });
    expect(await tree.purge(two)).toMatchObject({ status: 204 });
    expect(await tree.restore(three)).toMatchObject(refusal);
    expect(await tree.purge(three)).toMatchObject(refusal);
    drive.clock.advance(minuteMs);
    expect(await tree.purge(three)).toMatchObject({ status: 204 });
  });

  test('is drawn by batches and by emptying the trash before anything is changed', async () => {
    const [one = '', two = '', three = ''] = await start(13, 4, 4, 4);
    await tree.trash(one, two, three);
    const batch = (action: string, ids: string[]) => tree.call('POST', `/api/files/${action}`, { ids });
    expect(await batch('restore', [one, two])).toMatchObject({ status: 200 });
    await tree.trash(one, two);
    expect(await batch('delete', [one, two])).toMatchObject(refusal);
    expect(await tree.call('DELETE', '/api/files/trash')).toMatchObject(refusal);
    expect((await tree.trashed(true)).filter((name) => name.startsWith('folder'))).toHaveLength(3);
    drive.clock.advance(minuteMs);
    expect(await batch('delete', [one, two])).toMatchObject({ status: 200 });
    drive.clock.advance(minuteMs);
    expect(await tree.call('DELETE', '/api/files/trash')).toMatchObject({ status: 204 });
  });

  test('admits work that exceeds it if nothing was drawn, and counts it in the hour', async () => {
    const [large = ''] = await start(1, 29);
    await tree.trash(large);
    expect(await tree.restore(large)).toMatchObject({ status: 200 });
    await tree.trash(large);
    expect(await tree.restore(large)).toMatchObject(refusal);
    drive.clock.advance(minuteMs);
    // 31 of 60 are drawn.
    const later = await drive.fetch(`/api/files/${large}/restore`, { method: 'POST', key: user.key });
    expect([later.status, Number(later.headers.get('retry-after')) > 60]).toEqual([429, true]);
    const single = await tree.file('single');
    await tree.trash(single);
    expect(await tree.purge(single)).toMatchObject({ status: 204 });
    drive.clock.advance(60 * minuteMs);
    expect(await tree.restore(large)).toMatchObject({ status: 200 });
  });

  test('of another user is another', async () => {
    const [one = ''] = await start(6, 4);
    await tree.trash(one);
    await tree.restore(one);
    const other = treeApi(drive, await drive.createUser());
    const id = await other.folder('folder');
    await other.trash(id);
    expect(await other.restore(id)).toMatchObject({ status: 200 });
    // Items of another user cost nothing.
    expect(await other.restore(one)).toMatchObject({ status: 404 });
  });

  test('can be switched off', async () => {
    const [one = ''] = await start(0, 4);
    for (let count = 0; count < 3; count += 1) {
      await tree.trash(one);
      expect(await tree.restore(one)).toMatchObject({ status: 200 });
    }
  });
});

test('[P-502] copies of copies are refused when the budget is used up', async () => {
  drive = await startDrive({ settings: { ITEMS_PER_MINUTE: '50' } });
  const dav = davApi(drive, await drive.createUser());
  await dav.call('MKCOL', '/x');
  await dav.call('MKCOL', '/y');
  const copied: number[] = [];
  for (let count = 0; count < 9; count += 1)
    copied.push(
      count % 2 === 0
        ? await dav.transfer('COPY', '/x', `/y/c${count}`)
        : await dav.transfer('COPY', '/y', `/x/c${count}`),
    );
  // The requests copy 1, 2, 3, 5, 8 and 13 items; 21 are more than what is left, 13 once more are not.
  expect(copied).toEqual([201, 201, 201, 201, 201, 201, 429, 201, 429]);
});

describe('a move', () => {
  interface Moved {
    readonly id: string;
    readonly folderId: string;
    /** Paths in `/dav-all`. */
    readonly from: string;
    readonly to: string;
  }

  /** Moves an item to a folder. Returns the status. */
  const doors: Record<string, (move: Moved) => Promise<number>> = {
    'PATCH /api/files/:id': async ({ id, folderId: parentId }) =>
      (await tree.call('PATCH', `/api/files/${id}`, { parentId })).status,
    'PATCH /api/files/move': async ({ id, folderId: parentId }) =>
      (await tree.call('PATCH', '/api/files/move', { ids: [id], parentId })).status,
    'POST /api/operations/move': async ({ id, folderId: parentId }) => {
      const { status } = await tree.call('POST', '/api/operations/move', { ids: [id], parentId });
      await drive.drain();
      return status;
    },
    'MOVE of WebDAV': async ({ from, to }) => davApi(drive, user, '/dav-all').transfer('MOVE', from, to),
  };

  /** A folder with a folder and four files. */
  async function addFolder(name: string, parentId: string): Promise<string> {
    const id = await tree.folder(name, parentId);
    const inner = await tree.folder('inner', id);
    for (let number = 0; number < 4; number += 1) await tree.file(`${number}`, { in: inner, bytes: 1 });
    return id;
  }

  /** A server that allows work on six items a minute, and an administrator with two team drives. */
  async function startWithDrives() {
    drive = await startDrive({ settings: { ITEMS_PER_MINUTE: '6', WEBDAV: 'on' } });
    user = await drive.createUser({ isAdmin: true });
    tree = treeApi(drive, user);
    const add = async (name: string): Promise<string> => (await tree.call('POST', '/api/drives', { name })).body.rootId;
    return { from: await add('From'), to: await add('To') };
  }

  test.for(Object.entries(doors))(
    '[P-1960] to another owner draws all items by %s, one within a tree none',
    async ([, move]) => {
      const { from, to } = await startWithDrives();
      const shelf = await tree.folder('Shelf', from);
      const ids = new Map<string, string>();
      for (const name of ['one', 'two']) ids.set(name, await addFolder(name, from));
      const toOther = (name: string): Promise<number> =>
        move({ id: ids.get(name) ?? '', folderId: to, from: `/Drives/From/${name}`, to: `/Drives/To/${name}` });
      expect(await toOther('one')).toBeLessThan(300);
      expect(await toOther('two')).toBe(429);
      const third = await addFolder('three', from);
      const within = { id: third, folderId: shelf, from: '/Drives/From/three', to: '/Drives/From/Shelf/three' };
      expect(await move(within)).toBeLessThan(300);
      const [moved, left] = [
        await tree.call('GET', `/api/files?parentId=${to}`),
        await tree.call('GET', `/api/files/${ids.get('two')}`),
      ];
      expect([moved.body.files, left.body.parentId]).toMatchObject([[{ name: 'one' }], from]);
      drive.clock.advance(minuteMs);
      expect(await toOther('two')).toBeLessThan(300);
    },
  );

  test('to another owner of more items than a request moves draws nothing unless it is an operation', async () => {
    const { from, to } = await startWithDrives();
    const id = await addFolder('one', from);
    await drive.database.write((tx) => fillFolder(tx, id, 1));
    const move = { id, folderId: to, from: '/Drives/From/one', to: '/Drives/To/one' };
    const statuses: number[] = [];
    for (const door of Object.values(doors)) statuses.push(await door(move));
    expect(statuses).toEqual([409, 200, 202, 404]);
    expect(await tree.call('GET', `/api/files/${id}`)).toMatchObject({ body: { parentId: to } });
    expect(await doors['PATCH /api/files/:id']?.({ ...move, folderId: from })).toBe(429);
  });

  test('to another owner that is refused because of the folder draws nothing', async () => {
    const { from } = await startWithDrives();
    const id = await addFolder('one', from);
    const folderId = await treeApi(drive, await drive.createUser()).folder('folder');
    const move = (parentId: string) => tree.call('PATCH', `/api/files/${id}`, { parentId });
    expect([await move(folderId), await move(folderId)]).toMatchObject([{ status: 404 }, { status: 404 }]);
    expect(await tree.call('PATCH', `/api/files/${id}`, { moveToRoot: true })).toMatchObject({ status: 200 });
    expect(await tree.call('PATCH', `/api/files/${id}`, { parentId: from })).toMatchObject(refusal);
  });
});
