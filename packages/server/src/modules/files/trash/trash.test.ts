import type { Item } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { treeApi } from '../../../../test/api/tree-api.ts';
import { reserveUpload, putBytes } from '../../../../test/api/uploads.ts';
import { driveForAllTests, drive, user, mine } from '../../../../test/use-drive.ts';

driveForAllTests();

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
const notFound = { status: 404, body: { code: 'file_not_found' } };

describe('deleting', () => {
  test('moves a file to the trash, where it counts in the quota but appears nowhere else', async () => {
    const folder = await mine.folder('f');
    const id = await mine.file('a.txt', { in: folder, bytes: 30 });
    await mine.trash(id);
    expect(await mine.names(folder)).toEqual([]);
    expect(await mine.found('a.txt')).toEqual([]);
    expect((await mine.get(folder)).size).toBe(0);
    expect(await mine.usage()).toEqual({ usedBytes: 30, trashBytes: 30 });
    for (const path of ['', '/path', '/download-url'])
      expect(await mine.call('GET', `/api/files/${id}${path}`)).toMatchObject(notFound);
    expect(await mine.call('GET', '/api/files/by-path?path=/f/a.txt')).toMatchObject(notFound);
  });

  test('includes everything in a folder', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const deep = await mine.file('deep.txt', { in: inner, bytes: 5 });
    await mine.file('near.txt', { in: outer, bytes: 7 });
    await mine.trash(outer);
    expect(await mine.names()).toEqual([]);
    expect(await mine.found('txt')).toEqual([]);
    for (const id of [outer, inner, deep]) expect(await mine.call('GET', `/api/files/${id}`)).toMatchObject(notFound);
    expect(await mine.call('GET', `/api/files?parentId=${inner}`)).toMatchObject({ status: 404 });
    expect(await mine.call('GET', '/api/files/by-path?path=/outer/inner')).toMatchObject(notFound);
    expect(await mine.usage()).toEqual({ usedBytes: 12, trashBytes: 12 });
  });

  test('succeeds without a change for an item that is trashed, itself or with its folder', async () => {
    const folder = await mine.folder('f');
    const file = await mine.file('a', { in: folder });
    await mine.trash(folder);
    const before = (await mine.call('GET', '/api/files/trash?includeFolders=true')).body;
    drive.clock.advance(1_000);
    await mine.trash(folder, file);
    expect((await mine.call('GET', '/api/files/trash?includeFolders=true')).body).toEqual(before);
    await mine.restore(folder);
    expect(await mine.names(folder)).toEqual(['a']);
  });

  test('answers 404 for unknown, foreign and purged items', async () => {
    const theirs = await treeApi(drive, await drive.createUser()).file('y');
    const purged = await mine.file('x');
    await mine.trash(purged);
    await mine.purge(purged);
    for (const id of ['x', unknownId, theirs, purged])
      expect(await mine.call('DELETE', `/api/files/${id}`)).toMatchObject(notFound);
  });

  test('[P-35] closes the share of a file, also in a folder, until it is restored', async () => {
    const folder = await mine.folder('f');
    const file = await mine.file('a', { in: folder });
    const { body: share } = await mine.call('POST', `/api/files/${file}/share`, {});
    const opened = () => drive.fetch(`/api/public/share/${share.shareToken}`);
    const { body: address } = await mine.call('GET', `/api/files/${file}/download-url`);
    await mine.trash(folder);
    expect((await opened()).status).toBe(404);
    expect((await drive.fetch(address.downloadUrl)).status).toBe(404);
    await mine.restore(folder);
    expect((await opened()).status).toBe(200);
    expect((await drive.fetch(address.downloadUrl)).status).toBe(200);
  });

  test('makes a folder refuse new items, and stores uploads in progress in the root', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const reservation = await reserveUpload(drive, user, { name: 'late.bin', bytes: 10, parentFolderId: inner });
    await mine.trash(outer);
    expect(await mine.call('POST', '/api/files/folders', { name: 'x', parentId: inner })).toMatchObject({
      status: 404,
      body: { code: 'folder_not_found' },
    });
    const late = { fileName: 'x', contentType: 'a/b', fileSizeBytes: 1, parentFolderId: inner };
    expect((await mine.call('POST', '/api/uploads', late)).status).toBe(404);
    await putBytes(reservation, Buffer.alloc(10));
    expect(await mine.get(reservation.fileId)).toMatchObject({ parentId: null, size: 10 });
    await mine.restore(outer);
    expect((await mine.get(outer)).size).toBe(0);
  });
});

describe('the trash', () => {
  test('lists every file, last trashed first, and trashed folders only on request', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const early = await mine.file('early.txt', { in: inner });
    await mine.file('deep.txt', { in: inner });
    await mine.file('near.txt', { in: outer });
    await mine.trash(early);
    drive.clock.advance(1_000);
    await mine.trash(outer);
    drive.clock.advance(1_000);
    await mine.trash(await mine.file('late.txt'));

    expect(await mine.trashed()).toEqual(['late.txt', 'near.txt', 'deep.txt', 'early.txt']);
    expect(await mine.trashed(true)).toEqual(['late.txt', 'outer', 'near.txt', 'deep.txt', 'early.txt']);
  });

  test('lists each trashed folder before its content, also one trashed earlier inside another', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    await mine.folder('deepest', inner);
    await mine.file('deep.txt', { in: inner });
    await mine.file('near.txt', { in: outer });
    await mine.trash(inner);
    drive.clock.advance(1_000);
    await mine.trash(outer);

    expect(await mine.trashed(true)).toEqual(['outer', 'near.txt', 'inner', 'deep.txt']);
    await mine.restore(outer);
    expect(await mine.names(outer)).toEqual(['near.txt']);
    expect(await mine.trashed(true)).toEqual(['inner', 'deep.txt']);
    expect((await mine.restore(inner)).body).toMatchObject({ parentId: outer, size: 10 });
    expect(await mine.names(inner)).toEqual(['deepest', 'deep.txt']);
  });

  test('states when and where from each item was trashed', async () => {
    const folder = await mine.folder('f');
    const file = await mine.file('a', { in: folder, bytes: 4 });
    const before = { folder: await mine.get(folder), file: await mine.get(file) };
    await mine.trash(folder);
    const deletedAt = new Date(drive.clock.now()).toISOString();
    expect((await mine.call('GET', '/api/files/trash?includeFolders=true')).body).toEqual([
      { ...before.folder, size: null, deletedAt },
      { ...before.file, deletedAt },
    ]);
  });

  test('is empty for a user who deleted nothing, and contains no item of another user', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    await theirs.trash(await theirs.file('theirs'));
    expect(await mine.call('GET', '/api/files/trash')).toEqual({ status: 200, body: [] });
  });

  test('lists hundreds of files in hundreds of folders, and in one', async () => {
    const tree = await mine.folder('tree');
    const wide = await mine.folder('wide', tree);
    const expected = new Set<string>();
    for (let n = 0; n < 260; n += 1) {
      const folder = await mine.folder(`folder ${n}`, tree);
      if (n % 40 === 0) expected.add(await mine.file(`in ${n}`, { in: folder, bytes: 1 }));
    }
    for (let n = 0; n < 260; n += 1) expected.add(await mine.file(`wide ${n}`, { in: wide, bytes: 1 }));
    await mine.trash(tree);
    const { body } = await mine.call('GET', '/api/files/trash');
    expect(new Set(body.map(({ id }: Item) => id))).toEqual(expected);
    expect(body).toHaveLength(expected.size);
  }, 60_000);

  test.each(['yes', '1', 'TRUE', ''])('accepts only true and false: %s', async (word) => {
    expect((await mine.call('GET', `/api/files/trash?includeFolders=${word}`)).status).toBe(400);
  });

  test('answers HEAD without a body', async () => {
    const response = await drive.fetch('/api/files/trash', { method: 'HEAD', key: user.key });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('the list of what was trashed', () => {
  interface Listed {
    readonly items: readonly (Item & { readonly path: string | null })[];
    readonly pagination: { readonly nextCursor: string | null };
  }
  const list = async (query = '', key = user.key): Promise<Listed> =>
    (await (await drive.fetch(`/api/trash${query}`, { key })).json()) as Listed;
  const shown = ({ items }: Listed): string[] => items.map(({ type, path, size }) => `${type} ${path} ${size}`);

  test('has each folder once, with its size and former path, also after the folder above it was trashed', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const early = await mine.file('early.txt', { in: inner, bytes: 3 });
    await mine.file('deep.txt', { in: inner, bytes: 5 });
    await mine.folder('empty', outer);
    await mine.trash(early);
    drive.clock.advance(1_000);
    await mine.trash(outer);
    const listed = await list();
    expect(shown(listed)).toEqual(['folder /outer 5', 'file /outer/inner/early.txt 3']);
    expect(listed.pagination).toEqual({ nextCursor: null });
    await mine.purge(outer);
    await drive.drain();
    expect(shown(await list())).toEqual(['file null 3']);
  });

  test('comes in pages that skip and repeat nothing, also while an item on the border is restored or purged', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) ids.push(await mine.file(name));
    // Some at once.
    await mine.trash(...ids.slice(0, 4));
    drive.clock.advance(1_000);
    await mine.trash(...ids.slice(4));
    const whole = (await list()).items.map(({ id }) => id);
    const first = await list('?limit=2');
    await mine.restore(first.items[1]?.id ?? '');
    const second = await list(`?limit=3&cursor=${first.pagination.nextCursor}`);
    await mine.purge(second.items[2]?.id ?? '');
    await drive.drain();
    const third = await list(`?limit=3&cursor=${second.pagination.nextCursor}`);
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole);
    expect(third.pagination.nextCursor).toBeNull();
    for (const cursor of ['x', first.pagination.nextCursor?.slice(4), 'AAAAAAAAAA'])
      expect(await mine.call('GET', `/api/trash?cursor=${cursor}`)).toMatchObject({ status: 400 });
  });

  test('says when and by whom each item was moved there', async () => {
    const at = drive.clock.now();
    await mine.trash(await mine.file('a'));
    const { items } = await list();
    expect(items).toMatchObject([
      { trashedAt: new Date(at).toISOString(), trashedBy: { id: expect.any(String), name: null } },
    ]);
    await drive.database.write((tx) => tx.updateTable('items').set({ trashed_by: null }).execute());
    expect((await list()).items).toMatchObject([{ trashedBy: null }]);
  });

  test.each([
    ['', ['Ä', 'b', 'C']],
    ['sort=-trashedAt', ['Ä', 'b', 'C']],
    ['sort=trashedAt', ['C', 'b', 'Ä']],
    ['sort=name', ['b', 'C', 'Ä']],
    ['sort=-name', ['Ä', 'C', 'b']],
    ['sort=size', ['b', 'Ä', 'C']],
    ['sort=-size', ['C', 'Ä', 'b']],
  ])('comes in the order %s, page by page', async (sort, expected) => {
    for (const [name, bytes] of [
      ['C', 9],
      ['b', 1],
      ['Ä', 5],
    ] as const) {
      await mine.trash(await mine.file(name, { bytes }));
      drive.clock.advance(1_000);
    }
    const names: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?limit=1&${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.pagination.nextCursor;
    }
    expect(names).toEqual(expected);
    const { nextCursor } = (await list(`?limit=1&${sort}`)).pagination;
    const other = sort.endsWith('name') ? 'size' : 'name';
    expect(await mine.call('GET', `/api/trash?sort=${other}&cursor=${nextCursor}`)).toMatchObject({ status: 400 });
  });

  test('has only what was below a given folder, with paths from the root', async () => {
    const folder = await mine.folder('mine');
    const sub = await mine.folder('sub', folder);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      ids.push(await mine.file(name, name === 'b' || name === 'd' ? { in: sub } : {}));
    await mine.trash(...ids);
    const paths = async (query: string): Promise<unknown[]> => (await list(query)).items.map(({ path }) => path);
    expect(await paths(`?folderId=${folder}`)).toEqual(['/mine/sub/d', '/mine/sub/b']);
    expect(await paths(`?folderId=${folder}&limit=1`)).toEqual(['/mine/sub/d']);
    expect(await paths(`?folderId=${sub}`)).toEqual(['/mine/sub/d', '/mine/sub/b']);
    expect(await mine.call('GET', `/api/trash?folderId=${ids[0]}`)).toMatchObject({ status: 404 });
  });

  test('shows a key for a folder what was in that folder, with paths from there', async () => {
    const folder = await mine.folder('mine');
    const sub = await mine.folder('sub', folder);
    const inside = await mine.file('x.txt', { in: sub });
    await mine.trash(inside, await mine.file('elsewhere.txt'));
    const { body } = await mine.call('POST', '/api/me/api-keys', { folderId: folder });
    expect(body).toMatchObject({ folderId: folder });
    for (const query of ['', '?limit=1', `?folderId=${sub}`])
      expect((await list(query, body.rawKey)).items.map(({ path }) => path)).toEqual(['/sub/x.txt']);
  });
});

describe('restoring', () => {
  test('returns a file to its folder', async () => {
    const folder = await mine.folder('f');
    const id = await mine.file('a.txt', { in: folder, bytes: 30 });
    const before = await mine.get(id);
    await mine.trash(id);
    expect(await mine.restore(id)).toEqual({ status: 200, body: before });
    expect(await mine.names(folder)).toEqual(['a.txt']);
    expect((await mine.get(folder)).size).toBe(30);
    expect(await mine.found('a.txt')).toEqual(['a.txt']);
    expect(await mine.usage()).toEqual({ usedBytes: 30, trashBytes: 0 });
    expect(await mine.trashed(true)).toEqual([]);
  });

  test('of a folder includes what was trashed with it, not what was trashed earlier', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const early = await mine.file('early', { in: inner, bytes: 3 });
    await mine.file('with', { in: inner, bytes: 5 });
    await mine.trash(early);
    await mine.trash(outer);
    expect((await mine.restore(outer)).body).toMatchObject({ size: 5, deletedAt: null });
    expect(await mine.names(inner)).toEqual(['with']);
    expect(await mine.trashed()).toEqual(['early']);
    expect(await mine.usage()).toEqual({ usedBytes: 8, trashBytes: 3 });
    expect((await mine.restore(early)).body).toMatchObject({ parentId: inner });
    expect((await mine.get(outer)).size).toBe(8);
  });

  test('of an item whose folder is trashed puts it into the root', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const early = await mine.file('early', { in: inner });
    await mine.trash(early);
    await mine.trash(outer);
    expect((await mine.restore(early)).body).toMatchObject({ parentId: null });
    expect(await mine.names()).toEqual(['early']);
  });

  test('of one item of a trashed folder puts it into the root; the folder is restored without it', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const file = await mine.file('x', { in: inner, bytes: 3 });
    await mine.file('y', { in: outer, bytes: 5 });
    await mine.trash(outer);
    expect((await mine.restore(inner)).body).toMatchObject({ parentId: null, size: 3 });
    expect(await mine.names(inner)).toEqual(['x']);
    expect(await mine.usage()).toEqual({ usedBytes: 8, trashBytes: 5 });
    expect((await mine.restore(outer)).body).toMatchObject({ size: 5 });
    expect(await mine.names(outer)).toEqual(['y']);
    expect((await mine.get(file)).parentId).toBe(inner);
  });

  test('of an item whose folder was purged puts it into the root', async () => {
    const outer = await mine.folder('outer');
    const early = await mine.file('early', { in: outer });
    await mine.trash(early);
    await mine.trash(outer);
    await mine.purge(outer);
    await drive.drain();
    expect((await mine.restore(early)).body).toMatchObject({ parentId: null });
  });

  test('to a taken name is refused and changes nothing', async () => {
    const folder = await mine.folder('f');
    const file = await mine.file('a', { in: folder, bytes: 3 });
    await mine.trash(file);
    await mine.folder('a', folder);
    expect(await mine.restore(file)).toMatchObject({ status: 409, body: { code: 'name_conflict' } });
    expect(await mine.trashed()).toEqual(['a']);
    expect(await mine.usage()).toEqual({ usedBytes: 3, trashBytes: 3 });
    expect(await mine.names(folder)).toEqual(['a']);
  });

  test('to a taken name in the root, from a trashed folder, is refused and changes nothing', async () => {
    const folder = await mine.folder('f');
    const file = await mine.file('a', { in: folder, bytes: 3 });
    await mine.trash(folder);
    await mine.file('a', { bytes: 1 });
    expect((await mine.restore(file)).status).toBe(409);
    expect((await mine.restore(folder)).body).toMatchObject({ size: 3 });
    expect(await mine.names(folder)).toEqual(['a']);
  });

  test('of two equal names restores the first and refuses the second', async () => {
    const first = await mine.file('a');
    await mine.trash(first);
    const second = await mine.file('a');
    await mine.trash(second);
    expect((await mine.restore(second)).status).toBe(200);
    expect((await mine.restore(first)).status).toBe(409);
  });

  test('answers 404 for items that are unknown, foreign, not trashed or purged', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    const foreign = await theirs.file('y');
    await theirs.trash(foreign);
    const purged = await mine.file('x');
    await mine.trash(purged);
    await mine.purge(purged);
    for (const id of ['x', unknownId, foreign, await mine.file('alive'), purged])
      expect(await mine.restore(id)).toMatchObject(notFound);
  });

  test('[P-36] keeps the share and its counts', async () => {
    const file = await mine.file('a');
    const { body: share } = await mine.call('POST', `/api/files/${file}/share`, {});
    await mine.trash(file);
    expect((await mine.restore(file)).body).toMatchObject({ shareMode: 'SHARED', shareToken: share.shareToken });
  });
});
