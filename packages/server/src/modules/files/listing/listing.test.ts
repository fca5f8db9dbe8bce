import { foldName, listSorts, type Item, type ItemPage, type ListSort } from '@drive/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startDrive } from '../../../../test/drive.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';
import { openPostgres } from '../../../platform/db/index.ts';
import { listFirst } from './listing-store.ts';

let tree: Tree;

driveForAllTests(() => startDrive({ settings: { LIST_MAX: '50' } }));
beforeAll(() => {
  tree = treeOn(drive);
});

const get = (query: Record<string, string | number>, as = user) =>
  drive.fetch(`/api/files?${new URLSearchParams(query as Record<string, string>).toString()}`, { key: as.key });
const list = async (query: Record<string, string | number> = {}, as = user): Promise<ItemPage> => {
  const response = await get(query, as);
  expect(response.status).toBe(200);
  return (await response.json()) as ItemPage;
};
const names = async (query: Record<string, string | number> = {}): Promise<string[]> =>
  (await list(query)).files.map((item) => item.name);
const upload = (name: string, options: Parameters<Tree['upload']>[2] = {}) => tree.upload(user.userId, name, options);
const makeFolder = (name: string, parentId: string | null = null) => tree.makeFolder(user.userId, name, parentId);

const bytewise = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
const byName = (one: Item, other: Item): number =>
  bytewise(foldName(one.name), foldName(other.name)) || bytewise(one.name, other.name);
const foldersFirst = (one: Item, other: Item): number =>
  Number(other.type === 'folder') - Number(one.type === 'folder');

describe('the root of a user without items', () => {
  test('is an empty page', async () => {
    expect(await list()).toEqual({
      files: [],
      pagination: { currentPage: 1, totalItems: 0, totalPages: 0, nextCursor: null },
    });
  });
  test('is an empty page for a search, too', async () => {
    expect(await list({ q: 'a' })).toEqual({
      files: [],
      pagination: { currentPage: 1, totalItems: 0, totalPages: 0, nextCursor: null },
    });
  });
});

describe('a listing', () => {
  test.runIf(inject('databaseKind') === 'postgres')(
    'is planned once by Postgres, however large its folder is',
    async () => {
      await upload('file');
      const root = drive.database.reader.selectFrom('items').select('row_id').where('owner_id', '=', user.userId);
      await drive.database.write(async (tx) => {
        await sql`insert into items (id, owner_id, parent_id, is_folder, name, name_key, size, state, created_at)
        select 'i' || n, ${user.userId}, (${root.where('parent_id', 'is', null)}), 0, 'n' || n, 'n' || n, 1, 'alive', n
        from generate_series(1, 3000) as n`.execute(tx);
        await sql`analyze items`.execute(tx);
      });
      const source = drive.database.source as { readonly url: string };
      const database = await openPostgres({ url: source.url, maxConnections: 1 });
      const { reader } = database;
      const place = { ownerId: user.userId, folderId: null };
      for (let uses = 0; uses < 10; uses += 1)
        await listFirst(reader, 'postgres', place, { order: 'typeThenName', backward: false, limit: 20 });
      const { rows } = await sql`select custom_plans as custom, generic_plans as generic from pg_prepared_statements
      where statement like '%limit 20'`.execute(reader);
      // Postgres tries five plans for values before it compares.
      expect(rows).toEqual([{ custom: 5, generic: 4 }]);
      await database.close();
    },
  );

  test('contains the items of the requested folder only', async () => {
    const photos = await makeFolder('Photos');
    const inner = await makeFolder('Inner', photos);
    await upload('sea.jpg', { folderId: photos });
    await upload('deep.jpg', { folderId: inner });
    await upload('top.jpg');
    expect(await names({ parentId: photos })).toEqual(['Inner', 'sea.jpg']);
    expect(await names()).toEqual(['Photos', 'top.jpg']);
  });

  test('contains no item of another folder if a count is too high', async () => {
    const photos = await makeFolder('Photos');
    await makeFolder('Inner', photos);
    await upload('sea.jpg', { folderId: photos });
    for (const folderId of [await makeFolder('Before'), await makeFolder('After')]) await upload('x', { folderId });
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ child_files: 3, child_folders: 3 }).where('id', '=', photos).execute(),
    );
    for (const sort of listSorts)
      for (const page of [1, 2, 3]) {
        const { files } = await list({ parentId: photos, sort, page, limit: 2 });
        for (const { name } of files) expect(['Inner', 'sea.jpg']).toContain(name);
      }
  });

  test('contains every documented field of each item', async () => {
    const photos = await makeFolder('Photos');
    const { id } = await upload('sea.jpg', { folderId: photos, sizeBytes: 12, mimeType: 'image/jpeg' });
    const now = new Date(drive.clock.now()).toISOString();
    const file = {
      id,
      name: 'sea.jpg',
      type: 'file',
      contentKind: 'image',
      parentId: photos,
      size: 12,
      mimeType: 'image/jpeg',
      previewUrl: null,
      publicUrl: null,
      shareMode: 'PRIVATE',
      shareToken: null,
      uploadedAt: now,
      modifiedAt: null,
      deletedAt: null,
      downloadCount: 0,
      likesCount: 0,
      commentsCount: 0,
      sha256: '0'.repeat(64),
      quarantined: false,
      scan: null,
      virus: null,
      changeTag: 'c1',
      metadata: {},
      tags: [],
      starred: false,
      role: 'owner',
      ownerId: expect.any(String),
      ownerName: null,
      driveId: null,
      createdBy: null,
      modifiedBy: null,
    };
    expect((await list({ parentId: photos })).files).toEqual([file]);
    expect((await list({ q: 'SEA' })).files).toEqual([file]);
    const folder = { ...file, id: photos, name: 'Photos', type: 'folder', contentKind: 'folder' };
    expect((await list()).files).toEqual([{ ...folder, parentId: null, mimeType: null, sha256: null }]);
  });

  test('gives a folder the total size of everything below it', async () => {
    const outer = await makeFolder('outer');
    const inner = await makeFolder('inner', outer);
    await upload('a', { folderId: inner, sizeBytes: 7 });
    await upload('b', { folderId: outer, sizeBytes: 5 });
    expect((await list()).files[0]?.size).toBe(12);
  });

  test('[P-11] contains the share of an item, also while it is PRIVATE', async () => {
    const { id } = await upload('a.txt');
    const share = async (init: object) =>
      (await drive.fetch(`/api/files/${id}/share`, { key: user.key, ...init })).json() as Promise<{
        shareToken: string;
      }>;
    const { shareToken } = await share({ method: 'POST', json: { shareMode: 'PUBLIC' } });
    expect((await list()).files[0]).toMatchObject({ shareMode: 'PUBLIC', shareToken });
    await share({ method: 'PATCH', json: { shareMode: 'PRIVATE' } });
    expect((await list()).files[0]).toMatchObject({ shareMode: 'PRIVATE', shareToken });
    await drive.fetch(`/api/files/${id}/share`, { key: user.key, method: 'DELETE' });
    expect((await list()).files[0]).toMatchObject({ shareMode: 'PRIVATE', shareToken: null });
  });

  test('contains no item of another user', async () => {
    await upload('mine.txt');
    const other = await drive.createUser();
    expect((await list({}, other)).files).toEqual([]);
    expect((await list({ q: 'mine' }, other)).files).toEqual([]);
  });

  test('answers 404 for a folder that is unknown, foreign or a file', async () => {
    const { id: fileId } = await upload('a.txt');
    const other = await drive.createUser();
    const theirs = await tree.makeFolder(other.userId, 'Photos');
    for (const parentId of ['00000000-0000-4000-8000-000000000000', theirs, fileId]) {
      const response = await get({ parentId });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'folder_not_found' });
    }
  });

  test('answers 404 for the id of the hidden root', async () => {
    await upload('a.txt');
    const root = await drive.database.reader
      .selectFrom('items')
      .select('id')
      .where('owner_id', '=', user.userId)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow();
    expect((await get({ parentId: root.id })).status).toBe(404);
  });

  test('accepts an id in upper case', async () => {
    const photos = await makeFolder('Photos');
    await upload('sea.jpg', { folderId: photos });
    expect(await names({ parentId: photos.toUpperCase() })).toEqual(['sea.jpg']);
  });

  test.each(['', 'root', '\0', 'x'.repeat(5000), '00000000-0000-4000-8000-000000000000'])(
    'ignores the folder %j in a search',
    async (parentId) => {
      await upload('sea.jpg');
      expect(await names({ q: 'sea', parentId })).toContain('sea.jpg');
    },
  );

  test.each([
    { sort: 'date' },
    { sort: '' },
    { sort: '-type,name' },
    { limit: '0' },
    { limit: '-1' },
    { limit: '1e1' },
    { limit: '' },
    { page: '0' },
    { page: '1.5' },
    { parentId: 'root' },
    { parentId: 'root', q: ' ' },
    { q: '\0' },
  ])('refuses %j', async (query) => {
    const response = await get(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: Object.keys(query)[0] }],
    });
  });
});

describe('the order', () => {
  // Case, accents, combining marks, emoji beyond the BMP, digits, and special characters of LIKE and SQL.
  const nasty = [
    ['a', 'A', 'b', 'B', 'ä', 'Ä', 'a\u0308b'.normalize('NFC'), 'z', 'Z', 'é', 'E', 'e', 'ß', 'SS', 'ﬀ', 'İ', 'ı'],
    ['Ω', 'ω', 'Σ', 'ς', 'σ', 'Ж', 'ж', '写真', 'ﾊ', '😀', '👩‍👩‍👧', '\uFFFD', '\u{10FFFF}', '0', '9', '10', '2'],
    ['%', '_', '\\'.replace('\\', '^'), "'", "''", '"', '--', ';', '`', '$1', '?', '.hidden', '-', '~', 'a b', 'a%'],
    ['a_', 'x\u200by', 'q\u0323\u0307', 'x'.repeat(255), '\u200bleading'],
  ].flat();
  const sizes = [5, 1, 5, 3, 2 ** 40, 5, 1];

  beforeEach(async () => {
    let index = 0;
    for (const name of nasty) {
      // Some items have equal times, so that the order needs a tie-breaker.
      if (index % 3 === 0) drive.clock.advance(1000);
      if (index % 4 === 3) {
        const folderId = await makeFolder(name);
        await upload('inside', { folderId, sizeBytes: sizes[(index * 3) % sizes.length]! });
      } else {
        await upload(name, { sizeBytes: sizes[index % sizes.length]! });
      }
      index += 1;
    }
  });

  const walk = async (sort: ListSort, limit: number): Promise<Item[]> => {
    const items: Item[] = [];
    for (let page = 1; ; page += 1) {
      const { files, pagination } = await list({ sort, limit, page });
      expect(pagination).toEqual({
        currentPage: page,
        totalItems: nasty.length,
        totalPages: Math.ceil(nasty.length / limit),
        nextCursor: page * limit < nasty.length ? (expect.any(String) as string) : null,
      });
      if (files.length === 0) return items;
      items.push(...files);
    }
  };
  const size = (item: Item): number => item.size ?? 0;

  test.each([
    ['type,name', (a: Item, b: Item) => foldersFirst(a, b) || byName(a, b)],
    ['name', byName],
    ['-name', (a: Item, b: Item) => byName(b, a)],
    ['size', (a: Item, b: Item) => foldersFirst(a, b) || (a.type === 'file' && size(a) - size(b)) || byName(a, b)],
    [
      '-size',
      (a: Item, b: Item) =>
        foldersFirst(a, b) || (a.type === 'file' ? size(b) - size(a) || byName(b, a) : byName(a, b)),
    ],
  ] as const)('by %s does not depend on the page size, and matches a plain comparison', async (sort, compare) => {
    const whole = await walk(sort, 50);
    expect(whole.map((item) => item.name)).toEqual(whole.toSorted(compare).map((item) => item.name));
    expect(new Set(whole.map((item) => item.id)).size).toBe(nasty.length);
    for (const limit of [1, 7, 20]) expect(await walk(sort, limit)).toEqual(whole);
  });

  test('by createdAt is the order of arrival, by -createdAt its reverse', async () => {
    const upward = await walk('createdAt', 50);
    expect(upward.map((item) => item.name)).toEqual(nasty);
    for (const limit of [1, 7, 20]) expect(await walk('createdAt', limit)).toEqual(upward);
    for (const limit of [1, 7, 20]) expect(await walk('-createdAt', limit)).toEqual(upward.toReversed());
  });

  test('is type,name by default', async () => {
    const { files } = await list({ limit: 50 });
    expect(files).toEqual((await list({ limit: 50, sort: 'type,name' })).files);
  });
});

describe('a page', () => {
  test('has 20 rows by default, and at most the maximum of the server', async () => {
    for (let count = 0; count < 53; count += 1) await upload(`file ${count}`);
    expect(await list()).toMatchObject({
      pagination: { currentPage: 1, totalItems: 53, totalPages: 3, nextCursor: expect.any(String) as string },
    });
    expect((await list()).files).toHaveLength(20);
    const clamped = await list({ limit: 999_999_999 });
    expect(clamped.files).toHaveLength(50);
    expect(clamped.pagination).toEqual({
      currentPage: 1,
      totalItems: 53,
      totalPages: 2,
      nextCursor: expect.any(String) as string,
    });
    expect((await list({ limit: 50, page: 2 })).files).toHaveLength(3);
  });

  test('beyond the last is empty and states its number', async () => {
    await upload('a.txt');
    for (const sort of ['name', 'size'])
      for (const page of [2, 999_999_999])
        expect(await list({ page, sort, limit: 50 })).toEqual({
          files: [],
          pagination: { currentPage: page, totalItems: 1, totalPages: 1, nextCursor: null },
        });
  });

  test('of a listing by size may hold the last folders and the first files', async () => {
    for (const name of ['x', 'y', 'z']) await makeFolder(name);
    for (const [index, name] of ['a', 'b', 'c'].entries()) await upload(name, { sizeBytes: 3 - index });
    expect(await names({ sort: 'size', limit: 4 })).toEqual(['x', 'y', 'z', 'c']);
    expect(await names({ sort: 'size', limit: 4, page: 2 })).toEqual(['b', 'a']);
    expect(await names({ sort: '-size', limit: 2, page: 2 })).toEqual(['z', 'a']);
  });
});

describe('a page in the middle of a large folder', () => {
  const many = 24_000;
  const nameOf = (index: number): string => `f ${String(index).padStart(6, '0')}`;
  const before = (page: number): number => (page - 1) * 50;

  test('is exact in every order, and includes recent changes', { timeout: 60_000 }, async () => {
    const folder = await makeFolder('Many');
    const first = await upload(nameOf(0), { folderId: folder, sizeBytes: 1 });
    await drive.database.write(async (tx) => {
      const {
        row_id: _,
        file_size: __,
        ...row
      } = await tx.selectFrom('items').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
      for (let from = 1; from < many; from += 1000) {
        const rows = Array.from({ length: Math.min(1000, many - from) }, (___, offset) => {
          const [index, name] = [from + offset, nameOf(from + offset)];
          const times = { created_at: row.created_at + index, size: index + 1 };
          return { ...row, ...times, id: crypto.randomUUID(), name, name_key: foldName(name), blob_key: null };
        });
        await tx.insertInto('items').values(rows).execute();
      }
      await tx.updateTable('items').set({ child_files: many }).where('id', '=', folder).execute();
    });

    const page = 220;
    const upward = Array.from({ length: 50 }, (_, at) => nameOf(before(page) + at));
    const downward = Array.from({ length: 50 }, (_, at) => nameOf(many - 1 - before(page) - at));
    for (const sort of listSorts)
      expect(await names({ parentId: folder, sort, page, limit: 50 })).toEqual(
        sort.startsWith('-') ? downward : upward,
      );

    await tree.trash(user.userId, first.id);
    expect(await names({ parentId: folder, sort: 'name', page, limit: 50 })).toEqual([
      ...upward.slice(1),
      nameOf(before(page) + 50),
    ]);
  });
});

describe('a search', () => {
  test('finds files of all folders by a part of the name, ignoring case', async () => {
    const photos = await makeFolder('Photos of the sea');
    await upload('At the SEA.jpg', { folderId: photos });
    await upload('seaside.txt');
    await upload('lake.txt');
    expect(await names({ q: 'Sea' })).toEqual(['At the SEA.jpg', 'seaside.txt']);
  });

  test('ignores a given folder', async () => {
    const photos = await makeFolder('Photos');
    await upload('sea.jpg', { folderId: photos });
    await upload('sea.txt');
    expect(await names({ q: 'sea', parentId: photos })).toEqual(['sea.jpg', 'sea.txt']);
    expect(await names({ q: 'sea', parentId: '00000000-0000-4000-8000-000000000000' })).toHaveLength(2);
  });

  test.each([
    ['ÄRGER', 'Großer Ärger.txt'],
    ['großer', 'Großer Ärger.txt'],
    ['GROSSER', 'Großer Ärger.txt'],
    ['FIN', 'ﬁn.txt'],
    ['a\u0308rger', 'Großer Ärger.txt'],
    ['istanbul', 'İstanbul.txt'],
    ['İSTANBUL', 'istanbul.txt'],
    ['ISPARTA', 'ısparta.txt'],
    ['ΟΔΟΣ', 'οδοσα'],
    ['ς', 'ΟΔΟΣ'],
    ['жук', 'ЖУК.png'],
    ['100%', '100%.txt'],
    ['a_b', 'a_b.txt'],
    ["'; --", "x'; --.txt"],
    ['😀', 'so 😀.txt'],
    ['.tar.', 'b.tar.gz'],
    ['a b', 'a b.txt'],
  ])('for %s finds %s', async (q, name) => {
    await upload(name);
    await upload('zzz');
    expect(await names({ q })).toEqual([name]);
  });

  test.each(['%', '_', '*', '?', '\\', '.', 'a%b'])('matches %s literally', async (q) => {
    await upload('axb');
    expect(await names({ q })).toEqual([]);
  });

  test('keeps blanks next to other characters', async () => {
    await upload('ab.txt');
    await upload('a b.txt');
    expect(await names({ q: 'a ' })).toEqual(['a b.txt']);
  });

  test.each(['', ' ', '\t'])('for blanks only (%j) is a listing', async (q) => {
    const photos = await makeFolder('Photos');
    await upload('sea.jpg', { folderId: photos });
    await upload('top.jpg');
    expect(await names({ q })).toEqual(['Photos', 'top.jpg']);
    expect(await names({ q, parentId: photos })).toEqual(['sea.jpg']);
  });

  test('for a text longer than a name finds nothing', async () => {
    await upload('a'.repeat(255));
    expect(await names({ q: 'a'.repeat(5000) })).toEqual([]);
  });

  test('is paged and sorted like a listing', async () => {
    const photos = await makeFolder('Photos');
    for (let index = 0; index < 7; index += 1) {
      drive.clock.advance(10);
      await upload(`n${index}`, { folderId: index % 2 === 0 ? photos : null, sizeBytes: ((index * 3) % 7) + 1 });
    }
    const orders: Record<ListSort, string> = {
      'type,name': '0123456',
      name: '0123456',
      '-name': '6543210',
      createdAt: '0123456',
      '-createdAt': '6543210',
      size: '0531642',
      '-size': '2461350',
      downloadCount: '0123456',
      '-downloadCount': '6543210',
    };
    for (const [sort, order] of Object.entries(orders)) {
      for (const limit of [2, 3, 50]) {
        const found: string[] = [];
        for (let page = 1; page <= Math.ceil(7 / limit); page += 1) {
          const { files, pagination } = await list({ q: 'N', sort, limit, page });
          expect(pagination).toEqual({
            currentPage: page,
            totalItems: 7,
            totalPages: Math.ceil(7 / limit),
            nextCursor: page * limit < 7 ? expect.any(String) : null,
          });
          found.push(...files.map((item) => item.name));
        }
        expect(found.join('')).toBe([...order].map((digit) => `n${digit}`).join(''));
      }
    }
  });

  test('orders files of one name the same way on every page', async () => {
    const folders = [];
    for (let index = 0; index < 12; index += 1) folders.push(await makeFolder(`f${index}`));
    const ids: string[] = [];
    for (const folderId of folders) ids.push((await upload('same.txt', { folderId })).id);
    for (const sort of ['name', '-name', 'size', '-size'] satisfies ListSort[]) {
      const whole = (await list({ q: 'same', sort, limit: 50 })).files.map((item) => item.id);
      expect(whole).toEqual(sort.startsWith('-') ? ids.toReversed() : ids);
      const paged = [];
      for (let page = 1; page <= 3; page += 1)
        paged.push(...(await list({ q: 'same', sort, limit: 5, page })).files.map((item) => item.id));
      expect(paged).toEqual(whole);
    }
  });
});
