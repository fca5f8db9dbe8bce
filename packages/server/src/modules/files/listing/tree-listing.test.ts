import type { TreeItem, TreePage } from '@drive/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { cursorFolders } from './tree-cursor.ts';

let drive: Drive;
let tree: Tree;
let user: TestUser;

beforeAll(async () => {
  drive = await startDrive({ settings: { LIST_MAX: '200' } });
  tree = treeOn(drive);
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
});

type Query = Record<string, string | number>;
const get = (query: Query, as = user) =>
  drive.fetch(`/api/files/tree?${new URLSearchParams(query as Record<string, string>).toString()}`, { key: as.key });
const page = async (query: Query = {}): Promise<TreePage> => {
  const response = await get(query);
  expect(response.status).toBe(200);
  return (await response.json()) as TreePage;
};
async function listAll(query: Query = {}, between: () => Promise<unknown> = async () => {}): Promise<TreeItem[]> {
  const items: TreeItem[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const one = await page(cursor === undefined ? query : { ...query, cursor });
    items.push(...one.items);
    cursor = one.pagination.nextCursor;
    if (cursor !== null) await between();
  }
  return items;
}
const paths = async (query: Query = {}): Promise<string[]> => (await listAll(query)).map(({ path }) => path);
const upload = async (name: string, folderId: string | null = null) =>
  (await tree.upload(user.userId, name, { folderId })).id;
const makeFolder = (name: string, parentId: string | null = null) => tree.makeFolder(user.userId, name, parentId);

describe('a recursive listing', () => {
  test('is an empty page for a user who has nothing', async () => {
    expect(await page()).toEqual({ items: [], pagination: { nextCursor: null } });
  });

  test('returns items as other endpoints do, each with its path, folders before their content', async () => {
    const photos = await makeFolder('Photos');
    const year = await makeFolder('2026', photos);
    await upload('sea.jpg', year);
    await upload('top.txt');
    const { items, pagination } = await page({ limit: 100 });
    expect(items.map(({ path }) => path)).toEqual(['Photos', 'Photos/2026', 'Photos/2026/sea.jpg', 'top.txt']);
    expect(pagination).toEqual({ nextCursor: null });
    for (const { path, ...item } of items) {
      expect(path.endsWith(item.name)).toBe(true);
      expect(await (await drive.fetch(`/api/files/${item.id}`, { key: user.key })).json()).toEqual(item);
    }
  });

  test('of a folder has paths relative to it and the same parent ids as elsewhere', async () => {
    const photos = await makeFolder('Photos');
    await upload('sea.jpg', photos);
    await upload('deep.jpg', await makeFolder('2026', photos));
    await upload('top.txt');
    const items = await listAll({ folderId: photos, limit: 1 });
    expect(items.map(({ path }) => path)).toEqual(['sea.jpg', '2026', '2026/deep.jpg']);
    expect(items.map(({ parentId }) => parentId)).toEqual([photos, photos, items[1]?.id]);
  });

  test('leaves out items that are trashed, themselves or with a folder', async () => {
    const folder = await makeFolder('gone');
    await upload('with-it.txt', await makeFolder('inner', folder));
    await upload('kept.txt');
    await tree.trash(user.userId, await upload('alone.txt'));
    await tree.trash(user.userId, folder);
    expect(await paths()).toEqual(['kept.txt']);
    expect((await get({ folderId: folder })).status).toBe(404);
  });

  test('ends with its last full page', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await upload(name);
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, cursor: first.pagination.nextCursor ?? '' });
    expect(second).toMatchObject({ items: [{ path: 'c' }, { path: 'd' }], pagination: { nextCursor: null } });
  });

  test('refuses folders of others and cursors that the server did not issue', async () => {
    const other = await drive.createUser();
    const theirs = await tree.makeFolder(other.userId, 'theirs');
    await upload('in-theirs', await makeFolder('mine'));
    expect((await get({ folderId: theirs })).status).toBe(404);
    expect((await get({ folderId: crypto.randomUUID() })).status).toBe(404);
    const { pagination } = await page({ limit: 1 });
    const foreign = Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 0, 0]), Buffer.from(theirs.replaceAll('-', ''), 'hex')]);
    for (const cursor of ['x', 'AAAA', `${pagination.nextCursor}A`, foreign.toString('base64url')]) {
      const response = await get({ cursor });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: [{ field: 'cursor' }] });
    }
    expect((await get({ cursor: pagination.nextCursor ?? '' }, other)).status).toBe(400);
  });

  test('continues after a folder that was trashed or moved since', async () => {
    const trashed = await makeFolder('a');
    const moved = await makeFolder('b');
    for (const folder of [trashed, moved]) for (const name of ['1', '2', '3']) await upload(name, folder);
    await upload('last');
    const seen: string[] = [];
    const items = await listAll({ limit: 2 }, async () => {
      if (seen.length === 0) await tree.trash(user.userId, trashed);
      if (seen.length === 1) await tree.move(user.userId, [moved], await makeFolder('elsewhere'));
      seen.push('page');
    });
    expect(items.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['a', 'a/1', 'b', 'b/1', 'last', 'elsewhere', 'elsewhere/b', 'elsewhere/b/3']),
    );
    expect(items.map(({ path }) => path)).not.toContain('a/2');
  });

  test('reaches folders that are deeper than a cursor can describe', async () => {
    let folder: string | null = null;
    for (let depth = 0; depth < cursorFolders + 5; depth++) folder = await makeFolder('d', folder);
    for (const name of ['1', '2', '3']) await upload(name, folder);
    await upload('last');
    const items = await listAll({ limit: 200 });
    expect(items.length).toBe(cursorFolders + 5 + 4);
    expect(items.at(-1)?.path).toBe('last');
    expect(items.at(-2)?.path).toBe(`${'d/'.repeat(cursorFolders + 5)}3`);
    const short = await listAll({ limit: 199 });
    expect(short).toEqual(items);
  });
});

/** A change between two pages; numbers select among the items that may change. */
const change = fc.record({
  kind: fc.constantFrom('upload', 'folder', 'rename', 'trash', 'move', 'later'),
  which: fc.nat(1000),
  into: fc.nat(1000),
});

test('returns each remaining item exactly once during concurrent additions, renames, trashing and moves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1000), { minLength: 1, maxLength: 25 }),
      fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 7 }),
      async (shape, changes, limit) => {
        user = await drive.createUser();
        // A random tree whose folders are never trashed or moved.
        const folders: (string | null)[] = [null];
        const stays: string[] = [];
        const others: { id: string; isFolder: boolean }[] = [];
        for (const [index, number] of shape.entries()) {
          const parent = folders[number % folders.length] ?? null;
          if (number % 3 === 0) {
            const id = await makeFolder(`f${index}`, parent);
            folders.push(id);
            stays.push(id);
          } else if (number % 3 === 1) stays.push(await upload(`n${index}`, parent));
          else others.push({ id: await upload(`n${index}`, parent), isFolder: false });
          if (number % 5 === 0) drive.clock.advance(1);
        }
        let made = 0;
        const apply = async ({ kind, which, into }: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
          const parent = folders[into % folders.length] ?? null;
          const other = others[which % Math.max(others.length, 1)];
          if (kind === 'later') drive.clock.advance(1);
          else if (kind === 'upload') others.push({ id: await upload(`x${made++}`, parent), isFolder: false });
          else if (kind === 'folder') {
            const id = await makeFolder(`x${made++}`, parent);
            others.push({ id, isFolder: true });
            await upload('inner', id);
          } else if (kind === 'rename') {
            const id = stays[which % Math.max(stays.length, 1)] ?? other?.id;
            if (id !== undefined) await tree.update(user.userId, id, { name: `r${made++}` });
          } else if (other !== undefined) {
            if (kind === 'move') await tree.update(user.userId, other.id, { parentId: parent, name: `m${made++}` });
            else {
              others.splice(others.indexOf(other), 1);
              await tree.trash(user.userId, other.id);
            }
          }
        };
        const steps = changes.values();
        const items = await listAll({ limit }, async () => {
          for (const one of steps.next().value ?? []) await apply(one);
        });
        const listed = items.map(({ id }) => id).filter((id) => stays.includes(id));
        expect(listed.toSorted()).toEqual(stays.toSorted());
      },
    ),
    { numRuns: 40 },
  );
});
