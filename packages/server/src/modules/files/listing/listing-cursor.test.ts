import { listSorts, type Item, type ItemPage, type ListSort } from '@drive/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';

let drive: Drive;
let user: TestUser;
let mine: TreeApi;
/** Changes the user's tree without HTTP. */
let tree: Tree;

beforeAll(async () => {
  drive = await startDrive();
  tree = treeOn(drive);
  user = await drive.createUser();
  mine = treeApi(drive, user);
});
afterAll(() => drive.close());

type Query = Readonly<Record<string, string | number>>;
const list = async (query: Query): Promise<{ status: number; body: ItemPage & { code?: string; errors?: unknown } }> =>
  mine.call(
    'GET',
    `/api/files?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])).toString()}`,
  );
const get = async (query: Query): Promise<ItemPage> => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body;
};
/** Lists every item by cursors; `between` runs after each page. */
async function walk(query: Query, between: (page: number) => Promise<void> = async () => {}): Promise<Item[]> {
  const items: Item[] = [];
  let page = await get(query);
  for (let number = 1; ; number += 1) {
    expect(page.pagination.currentPage).toBe(number);
    items.push(...page.files);
    if (page.pagination.nextCursor === null) return items;
    await between(number);
    page = await get({ ...query, cursor: page.pagination.nextCursor });
  }
}
const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

const names = ['a', 'A', 'ä', 'b', 'B.txt', 'c'.repeat(200), '\u{1F600}', '한', 'ﷺ', "'", '"', '%', '_', 'z'];

describe('pages by cursor', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await tree.makeFolder(user.userId, 'walked');
    for (const [index, name] of names.entries()) {
      // Creates equal sizes and equal times, too.
      if (index % 3 === 1) drive.clock.advance(1);
      if (index % 4 === 0) await tree.makeFolder(user.userId, name, folder);
      else await tree.upload(user.userId, name, { folderId: folder, sizeBytes: 1 + (index % 3) });
    }
  });

  test.each(listSorts)('in order %s equal the pages by number', async (sort) => {
    const all = await get({ parentId: folder, sort, limit: 200 });
    expect(all.pagination.nextCursor).toBe(null);
    expect(all.files).toHaveLength(names.length);
    for (const limit of [1, 2, 3, names.length - 1, names.length]) {
      expect(ids(await walk({ parentId: folder, sort, limit }))).toEqual(ids(all.files));
      // A cursor also continues after any page by number.
      const second = await get({ parentId: folder, sort, limit, page: 2 });
      const { nextCursor } = second.pagination;
      const third = nextCursor === null ? [] : (await get({ parentId: folder, sort, limit, cursor: nextCursor })).files;
      expect(ids(third)).toEqual(ids(all.files.slice(2 * limit, 3 * limit)));
    }
  });

  test.each(listSorts)('of a search in order %s equal the pages by number', async (sort) => {
    const all = await get({ q: 'a', sort, limit: 200 });
    for (const limit of [1, 2]) expect(ids(await walk({ q: 'a', sort, limit }))).toEqual(ids(all.files));
  });

  test('may change their size between requests, and count all items', async () => {
    const first = await get({ parentId: folder, limit: 3 });
    const second = await get({ parentId: folder, limit: 200, cursor: first.pagination.nextCursor! });
    expect([first.pagination.totalItems, second.pagination.totalItems]).toEqual([names.length, names.length]);
    expect(second.files).toHaveLength(names.length - 3);
    expect(second.pagination.nextCursor).toBe(null);
  });

  test('continue after the last item of a page if that item is gone', async () => {
    const place = await tree.makeFolder(user.userId, 'gone');
    const made = [];
    for (const name of ['1', '2', '3']) made.push(await tree.upload(user.userId, name, { folderId: place }));
    for (const sort of ['name', 'createdAt', 'size'] as const) {
      const first = await get({ parentId: place, sort, limit: 1 });
      await tree.trash(user.userId, made[0]!.id);
      const rest = await get({ parentId: place, sort, cursor: first.pagination.nextCursor! });
      expect(rest.files.map(({ name }) => name)).toEqual(['2', '3']);
      await tree.restore(user.userId, made[0]!.id);
    }
  });

  test('reach all of 60 files while each listed one is trashed', async () => {
    const place = await tree.makeFolder(user.userId, 'emptied');
    for (let n = 0; n < 60; n += 1) await tree.upload(user.userId, `${n}.txt`, { folderId: place });
    let page = await get({ parentId: place });
    let trashed = 0;
    for (;;) {
      for (const { id } of page.files) await tree.trash(user.userId, id);
      trashed += page.files.length;
      if (page.pagination.nextCursor === null) break;
      page = await get({ parentId: place, cursor: page.pagination.nextCursor });
    }
    expect(trashed).toBe(60);
    expect(await mine.names(place)).toEqual([]);
  });
});

describe('in order of downloads', () => {
  const setCount = (id: string, count: number): Promise<unknown> =>
    drive.database.write((tx) => tx.updateTable('items').set({ download_count: count }).where('id', '=', id).execute());

  test('the most downloaded files come first or last, and the order of equal ones is stable', async () => {
    const place = await tree.makeFolder(user.userId, 'downloaded');
    const counts = [2, 0, 7, 2, 0, 10, 2];
    for (const [index, count] of counts.entries())
      await setCount((await tree.upload(user.userId, `${index}`, { folderId: place })).id, count);
    const read = async (sort: ListSort) => (await walk({ parentId: place, sort, limit: 2 })).map(({ name }) => name);
    expect(await read('downloadCount')).toEqual(['1', '4', '0', '3', '6', '2', '5']);
    expect(await read('-downloadCount')).toEqual(['5', '2', '6', '3', '0', '4', '1']);
  });

  test.each(['downloadCount', '-downloadCount'] satisfies ListSort[])(
    'pages repeat a file at most once for each download: %s',
    async (sort) => {
      const place = await tree.makeFolder(user.userId, `downloading ${sort}`);
      const files: string[] = [];
      for (let n = 0; n < 12; n += 1) files.push((await tree.upload(user.userId, `${n}`, { folderId: place })).id);
      const seen = await walk({ parentId: place, sort, limit: 3 }, async (page) => {
        if (page <= 4) for (const id of files) await setCount(id, page);
      });
      expect(seen.length).toBeLessThanOrEqual(files.length * 5);
      if (sort === 'downloadCount') expect(new Set(ids(seen)).size).toBe(files.length);
      // Counts only grow: from the most downloaded one on, no file comes twice.
      if (sort === '-downloadCount') expect(new Set(ids(seen)).size).toBe(seen.length);
    },
  );
});

describe('a cursor', () => {
  let cursor: string;
  let folder: string;
  beforeAll(async () => {
    folder = await tree.makeFolder(user.userId, 'refusing');
    for (const name of ['1', '2', '3']) await tree.upload(user.userId, name, { folderId: folder });
    cursor = (await get({ parentId: folder, limit: 1 })).pagination.nextCursor!;
  });

  test('beside a page number is refused', async () => {
    expect(await list({ parentId: folder, cursor, page: 2 })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'cursor' }] },
    });
  });

  test.each([
    ['another order', () => ({ parentId: folder, sort: 'name' })],
    ['another folder', () => ({})],
    ['a search', () => ({ parentId: folder, q: '1' })],
    ['a folder that is unknown', () => ({ parentId: '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1' })],
  ])('with %s is refused', async (_what, query) => {
    expect(await list({ ...query(), cursor })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('of another user, or of another list, is refused', async () => {
    const other = treeApi(drive, await drive.createUser());
    expect((await other.call('GET', `/api/files?parentId=${folder}&cursor=${cursor}`)).status).toBe(400);
    for (const path of ['/api/shares', '/api/collections', '/api/pastes', '/api/public/search'])
      expect((await mine.call('GET', `${path}?cursor=${cursor}`)).status).toBe(400);
  });

  test('that was changed or invented is refused', async () => {
    const half = Math.floor(cursor.length / 2);
    const changed = `${cursor.slice(0, half)}${cursor[half] === 'A' ? 'B' : 'A'}${cursor.slice(half + 1)}`;
    for (const bad of [
      '',
      'x',
      changed,
      cursor.slice(0, -1),
      `${cursor}${cursor}`,
      btoa('[1,"[0]"]'),
      '[1]',
      '0',
      'null',
      '../../etc/passwd',
      '\u0000',
      'A'.repeat(10_000),
    ])
      expect(await list({ parentId: folder, cursor: bad })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ field: 'cursor' }] },
      });
    expect((await mine.call('GET', `/api/files?cursor=${cursor}&cursor=${cursor}`)).status).toBe(400);
  });

  test('of a folder that was trashed meanwhile answers 404', async () => {
    await tree.trash(user.userId, folder);
    expect(await list({ parentId: folder, cursor })).toMatchObject({
      status: 404,
      body: { code: 'folder_not_found' },
    });
  });
});

type Change =
  | { readonly do: 'add'; readonly name: string; readonly isFolder: boolean; readonly size: number }
  | { readonly do: 'trash' | 'rename' | 'restore'; readonly at: number; readonly name: string };

const name = fc.constantFrom(...names, 'ab', 'ba', 'aa', '0', '~');
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), name, isFolder: fc.boolean(), size: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constantFrom('trash' as const, 'rename' as const, 'restore' as const), at: fc.nat(40), name }),
);

test('random additions, removals and renames between pages: a remaining item is listed once, in folders and in searches', async () => {
  const ignoringTaken = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(() => undefined);
  };
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<ListSort[]>(...listSorts),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      fc.array(change, { minLength: 3, maxLength: 12 }),
      fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
      async (sort, limit, searches, before, between) => {
        run += 1;
        const owner = await drive.createUser();
        const own = treeApi(drive, owner);
        const place = await tree.makeFolder(owner.userId, `place ${run}`);
        const everything: string[] = [];
        const touched = new Set<string>();
        const apply = async (each: Change): Promise<void> => {
          drive.clock.advance(run % 2);
          if (each.do === 'add') {
            const made = each.isFolder
              ? tree.makeFolder(owner.userId, each.name, place)
              : tree
                  .upload(owner.userId, each.name, { folderId: place, sizeBytes: each.size })
                  .then((uploaded) => uploaded.id);
            return ignoringTaken(made.then((id) => everything.push(id)));
          }
          const id = everything[each.at % Math.max(1, everything.length)];
          if (id === undefined) return;
          touched.add(id);
          if (each.do === 'rename') return ignoringTaken(tree.update(owner.userId, id, { name: each.name }));
          return ignoringTaken(each.do === 'trash' ? tree.trash(owner.userId, id) : tree.restore(owner.userId, id));
        };
        for (const each of before) await apply(each);
        touched.clear();
        const query = searches ? `q=a&sort=${sort}&limit=${limit}` : `parentId=${place}&sort=${sort}&limit=${limit}`;
        const read = async (more: string): Promise<ItemPage> =>
          (await own.call('GET', `/api/files?${query}${more}`)).body as ItemPage;
        const atFirst = (await own.call('GET', `/api/files?${query.replace(/limit=\d+/, 'limit=200')}`))
          .body as ItemPage;
        const listed: string[] = [];
        let page = await read('');
        for (let number = 0; ; number += 1) {
          listed.push(...ids(page.files));
          if (page.pagination.nextCursor === null) break;
          for (const each of between[number] ?? []) await apply(each);
          page = await read(`&cursor=${encodeURIComponent(page.pagination.nextCursor)}`);
        }
        const stays = ids(atFirst.files).filter((id) => !touched.has(id));
        expect(listed.filter((id) => stays.includes(id))).toEqual(stays);
        const untouched = listed.filter((id) => !touched.has(id));
        expect(new Set(untouched).size).toBe(untouched.length);
      },
    ),
    { numRuns: inject('databaseKind') === 'postgres' ? 20 : 60 },
  );
});
