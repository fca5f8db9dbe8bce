import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { readTallies } from '../../../test/tree/tree-tallies.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';

const quota = 40_000;
let dav: DavApi;
let tree: TreeApi;
driveForEachTest(() => startDrive({ settings: { FREE_QUOTA_BYTES: String(quota) } }));
beforeEach(() => {
  dav = davApi(drive, user);
  tree = treeApi(drive, user);
});
afterEach(async () => {
  const { kept, counted } = await readTallies(drive.database);
  assert.deepEqual(kept, counted);
});

const used = async (): Promise<number> => (await tree.usage()).usedBytes;
const patch = async (path: string, content: string): Promise<number> => {
  const body = `<D:propertyupdate xmlns:D="DAV:">${content}</D:propertyupdate>`;
  return (await dav.call('PROPPATCH', path, { body })).status;
};
const set = (path: string, name: string, value: string): Promise<number> =>
  patch(path, `<D:set><D:prop><${name} xmlns="urn:x">${value}</${name}></D:prop></D:set>`);
const remove = (path: string, name: string): Promise<number> =>
  patch(path, `<D:remove><D:prop><${name} xmlns="urn:x"/></D:prop></D:remove>`);

describe('the properties of clients', () => {
  test('count in the quota by their bytes, as they are set, replaced and removed', async () => {
    await dav.put('/a', 'text');
    expect(await used()).toBe(4);
    await set('/a', 'p', 'ü'.repeat(1000));
    const first = await used();
    expect(first).toBeGreaterThan(2004);
    expect(first).toBeLessThan(2100);
    await set('/a', 'p', 'ü'.repeat(10));
    expect(await used()).toBe(first - 1980);
    await set('/a', 'q', 'x');
    await remove('/a', 'p');
    expect(await remove('/a', 'never-set')).toBe(207);
    expect(await used()).toBeLessThan(100);
    await remove('/a', 'q');
    expect(await used()).toBe(4);
    await set('/', 'of-the-root', 'x'.repeat(100));
    expect(await used()).toBeGreaterThan(104);
  });

  test('go with a file that is moved over another, which keeps its own if the moved file has none', async () => {
    const propertiesOf = async (path: string): Promise<string> =>
      (await dav.call('PROPFIND', path, { headers: { depth: '0' } })).body.match(/own-\w+/g)?.join(' ') ?? '';
    for (const path of ['/saved', '/a', '/plain']) await dav.put(path, 'text');
    await set('/saved', 'p', 'own-saved');
    await set('/a', 'q', 'own-target');
    expect(await dav.transfer('MOVE', '/plain', '/a')).toBe(204);
    expect(await propertiesOf('/a')).toBe('own-target');
    expect(await dav.transfer('MOVE', '/saved', '/a')).toBe(204);
    expect(await propertiesOf('/a')).toBe('own-saved');
  });

  test('count for each copy, until it is purged', async () => {
    await dav.call('MKCOL', '/f');
    await dav.put('/f/a', 'text');
    await set('/f', 'p', 'x'.repeat(1000));
    await set('/f/a', 'p', 'y'.repeat(1000));
    const once = await used();
    expect(await dav.transfer('COPY', '/f', '/g')).toBe(201);
    expect(await used()).toBe(2 * once);
    await dav.put('/b', 'text');
    await set('/b', 'other', 'z'.repeat(5000));
    // The copy has the properties of its source.
    expect(await dav.transfer('COPY', '/f/a', '/b')).toBe(204);
    const withCopy = await used();
    expect(withCopy).toBeLessThan(3 * once);
    expect(await dav.transfer('MOVE', '/g', '/moved')).toBe(201);
    expect(await used()).toBe(withCopy);
    const moved = (await tree.call('GET', '/api/files')).body.files.find(
      ({ name }: { name: string }) => name === 'moved',
    ) as { id: string };
    await tree.trash(moved.id);
    expect(await used()).toBe(withCopy);
    await tree.purge(moved.id);
    await drive.drain();
    expect(await used()).toBe(withCopy - once);
  });

  test('[P-503] are refused above the quota, and so is a copy that would have them', async () => {
    await dav.put('/a', Buffer.alloc(100));
    for (const name of ['p', 'q']) expect(await set('/a', name, 'x'.repeat(15_000))).toBe(207);
    const before = await used();
    expect(await set('/a', 'r', 'x'.repeat(15_000))).toBe(507);
    expect(await used()).toBe(before);
    expect(await dav.transfer('COPY', '/a', '/b')).toBe(507);
    expect(await tree.names()).toEqual(['a']);
    expect(await used()).toBe(before);
    await remove('/a', 'p');
    expect(await set('/a', 'r', 'x'.repeat(15_000))).toBe(207);
  });

  test('leave nothing counted of a deleted account', async () => {
    await dav.put('/a', 'text');
    for (const path of ['/', '/a']) await set(path, 'p', 'x'.repeat(100));
    const admin = await drive.createUser({ isAdmin: true });
    const found = (await treeApi(drive, admin).call('GET', `/api/admin/users?q=${user.email}`)).body.users[0];
    expect(await treeApi(drive, admin).call('DELETE', `/api/admin/users/${found.id}`)).toMatchObject({ status: 204 });
    await drive.drain();
    const usage = await drive.database.reader
      .selectFrom('storage_usage')
      .select(['stored_bytes', 'item_count'])
      .where('owner_id', '=', user.userId)
      .executeTakeFirst();
    expect(usage).toEqual({ stored_bytes: 0, item_count: 0 });
    expect(await drive.database.reader.selectFrom('dav_properties').selectAll().execute()).toEqual([]);
  });
});
