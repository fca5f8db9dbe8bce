import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { overriding } from '../../../../test/overriding.ts';
import { listMatches } from '../../../../test/tree/name-reference.ts';
import { createTestTree, treeOn, type TestTree, type Tree } from '../../../../test/tree/tree.ts';
import { createNameSearch, type NameSearch, type NameSearchOptions } from './name-search.ts';
import type { OwnerQuery } from './search-store.ts';

let tree: TestTree;
let owner: number;
let threads: Worker[];
const open: NameSearch[] = [];
const note = (thread: Worker): void => void (thread.threadId > 0 && threads.push(thread));

beforeAll(async () => {
  tree = await createTestTree();
  process.on('worker', note);
});
afterAll(async () => {
  process.off('worker', note);
  await tree.close();
});
beforeEach(async () => {
  threads = [];
  owner = await tree.addUser();
});
afterEach(async () => {
  for (const search of open.splice(0)) await search.stop();
});

/** Creates a search that is notified of every change of the tree. Searches use the thread by default. */
function createSearch(options: Partial<NameSearchOptions> = {}): { search: NameSearch; changing: Tree } {
  const search = createNameSearch({
    database: tree.database,
    maxItemsHere: -1,
    loadPatienceMs: 60_000,
    // On a busy machine a search of thousands of new rows has taken more than the half minute of a server.
    patienceMs: 120_000,
    trigramSteps: undefined,
    ...options,
  });
  open.push(search);
  return { search, changing: treeOn({ ...tree, search }) };
}

const queryFor = (text: string, more: Partial<OwnerQuery> = {}): OwnerQuery => ({
  ownerId: owner,
  words: [text],
  kind: 'file',
  order: 'name',
  descending: false,
  offset: 0,
  limit: 1000,
  ...more,
});

async function addFiles(names: readonly string[], ownerId = owner): Promise<number[]> {
  const rowIds: number[] = [];
  for (const name of names) rowIds.push((await tree.upload(ownerId, name)).rowId);
  return rowIds;
}

/** Adds files without notifying the search. */
async function addMany(count: number, nameOf: (index: number) => string): Promise<number[]> {
  return tree.database.write(async (tx) => {
    const rootRowId = await tree.files.ensureRoot(tx, owner);
    const rowIds: number[] = [];
    for (let from = 0; from < count; from += 500) {
      const values = Array.from({ length: Math.min(500, count - from) }, (_, at) => ({
        id: crypto.randomUUID(),
        owner_id: owner,
        parent_id: rootRowId,
        is_folder: 0 as const,
        name: nameOf(from + at),
        name_key: nameOf(from + at),
        size: from + at,
        mime_type: null,
        sha256: null,
        blob_key: null,
        state: 'alive' as const,
        created_at: 0,
        deleted_at: null,
      }));
      const rows = await tx.insertInto('items').values(values).returning('row_id').execute();
      rowIds.push(...rows.map((row) => row.row_id));
    }
    return rowIds;
  });
}

describe('a small number of files', () => {
  test('is searched without a thread', async () => {
    const { search } = createSearch({ maxItemsHere: 2 });
    const rowIds = await addFiles(['a', 'b']);
    expect(await search.find(queryFor('a'))).toEqual({ total: 1, rowIds: [rowIds[0]] });
    expect(threads).toHaveLength(0);
    await addFiles(['c']);
    expect(await search.find(queryFor('a'))).toEqual({ total: 1, rowIds: [rowIds[0]] });
    expect(threads).toHaveLength(1);
  });

  test('is searched in the thread if the trash contains many folders', async () => {
    const { search } = createSearch({ maxItemsHere: 100, maxHiddenFoldersHere: 2 });
    const { rowId } = await tree.upload(owner, 'a');
    const outer = await tree.makeFolder(owner, 'outer');
    const inner = await tree.makeFolder(owner, 'inner', outer);
    await tree.upload(owner, 'a', { folderId: inner });
    await tree.makeFolder(owner, 'innermost', inner);
    await tree.trash(owner, outer);
    expect(await search.find(queryFor('a'))).toEqual({ total: 1, rowIds: [rowId] });
    expect(threads).toHaveLength(1);
  });
});

describe('a search in the thread', () => {
  test.each(['\0', 'a\u0007', '\n', '\u007f', '\u0085'])('for %j finds nothing', async (text) => {
    const { search } = createSearch();
    await addFiles(['a', 'b']);
    expect(await search.find(queryFor(text))).toEqual({ total: 0, rowIds: [] });
  });

  test('finds earlier writes while many others are written', async () => {
    const { search, changing } = createSearch({ fewChanges: 5 });
    await addFiles(['first']);
    await search.find(queryFor('first'));
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; turn < 12; turn += 1) {
        const name = `w${writer}-${turn}`;
        const { rowId, id } = await changing.upload(owner, name);
        expect(await search.find(queryFor(name))).toEqual({ total: 1, rowIds: [rowId] });
        await changing.update(owner, id, { name: `renamed ${name}.` });
        expect(await search.find(queryFor(`renamed ${name}.`))).toEqual({ total: 1, rowIds: [rowId] });
        if (turn % 3 > 0) continue;
        await changing.trash(owner, id);
        expect(await search.find(queryFor(`${name}.`))).toEqual({ total: 0, rowIds: [] });
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)));
    expect((await search.find(queryFor('renamed'))).total).toBe(6 * 8);
    expect(threads).toHaveLength(1);
  });

  test('follows folders that are trashed, restored and moved', async () => {
    const { search, changing } = createSearch();
    const [left, right] = [await changing.makeFolder(owner, 'left'), await changing.makeFolder(owner, 'right')];
    const inner = await changing.makeFolder(owner, 'inner', left);
    await changing.upload(owner, 'deep', { folderId: inner });
    const count = async (): Promise<number> => (await search.find(queryFor('deep'))).total;
    expect(await count()).toBe(1);
    await changing.update(owner, inner, { parentId: right });
    await changing.trash(owner, left);
    expect(await count()).toBe(1);
    await changing.trash(owner, right);
    expect(await count()).toBe(0);
    await changing.upload(owner, 'deep');
    await changing.restore(owner, right);
    expect(await count()).toBe(2);
    await changing.trash(owner, inner);
    expect(await count()).toBe(1);
    await changing.restore(owner, inner);
    await changing.trash(owner, right);
    expect(await count()).toBe(1);
    await changing.files.purge.purgeItem(owner, right);
    expect(await count()).toBe(1);
    await changing.jobs.drain();
    expect(await count()).toBe(1);
  });

  test('finds each file once while names are loaded and changed', async () => {
    const { search, changing } = createSearch();
    const count = 5000;
    await addMany(count, (index) => `n${String(index).padStart(5, '0')}`);
    const files = await tree.database.reader
      .selectFrom('items')
      .select(['id', 'name'])
      .where('owner_id', '=', owner)
      .where('is_folder', '=', 0)
      .limit(60)
      .execute();
    const rename = async (): Promise<void> => {
      for (const { id, name } of files) await changing.update(owner, id, { name: `z${name}` });
    };
    const [found] = await Promise.all([search.find(queryFor('n')), rename()]);
    expect(found.total).toBe(count);
    expect(new Set(found.rowIds).size).toBe(1000);
    expect((await search.find(queryFor('zn'))).total).toBe(files.length);
  });

  test('filters by tags that few items have and by one that many have', async () => {
    const { search } = createSearch();
    const rowIds = await addMany(5001, (index) => `n${String(index).padStart(5, '0')}`);
    await tree.database.write(async (tx) => {
      for (const [tag, every] of [
        ['many', 1],
        ['some', 10],
        ['few', 1000],
      ] as const)
        await sql`insert into item_terms (item_id, term, owner_id, folder_id, bytes)
          select row_id, ${`t:${tag}`}, owner_id, parent_id, 0 from items
          where owner_id = ${owner} and is_folder = 0 and size % ${every} = 0`.execute(tx);
    });
    const find = (tag: string[], more: Partial<OwnerQuery> = {}) =>
      search.find(queryFor('n', { words: [], filter: { tag }, limit: 3, ...more }));
    expect(await find(['many'])).toEqual({ total: 5001, rowIds: rowIds.slice(0, 3) });
    expect(await find(['some', 'many'])).toEqual({ total: 501, rowIds: [0, 10, 20].map((at) => rowIds[at]) });
    expect(await find(['many', 'few'], { offset: 2 })).toEqual({
      total: 6,
      rowIds: [2000, 3000, 4000].map((at) => rowIds[at]),
    });
    expect(await find(['few'], { words: ['n04', '0'] })).toEqual({ total: 1, rowIds: [rowIds[4000]] });
    expect(await find(['none', 'many'])).toEqual({ total: 0, rowIds: [] });
    const best = { order: 'relevance', isCounted: false, words: ['0'] } as const;
    expect((await find(['some', 'few'], best)).rowIds).toEqual([5000, 4000, 3000].map((at) => rowIds[at]));
  });

  test('queries the database while names are being loaded', async () => {
    const { search, changing } = createSearch({ loadPatienceMs: 0 });
    await addMany(5000, (index) => `n${index}`);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await search.find(queryFor('n'))).total).toBe(5000 + turn);
      await changing.upload(owner, `n more ${turn}`);
    }
  });

  test('finds everything in order after many concurrent changes', async () => {
    const { search } = createSearch({ fewChanges: 64 });
    const rowIds = await addMany(3000, (index) => `file ${(index * 7919) % 3000}`);
    await search.find(queryFor('file'));
    for (let turn = 0; turn < 3; turn += 1) {
      const some = rowIds.slice(turn * 1000, turn * 1000 + 100);
      await tree.database.write(async (tx) => {
        const change = (from: number, to: number) =>
          tx.updateTable('items').where('row_id', 'in', some.slice(from, to));
        await change(0, 40).set({ size: 0, created_at: turn }).execute();
        await change(40, 60).set({ state: 'trashed' }).execute();
        for (const [at, rowId] of some.slice(60).entries()) {
          const name = `a file ${turn} ${at}`;
          await tx.updateTable('items').set({ name, name_key: name }).where('row_id', '=', rowId).execute();
        }
        search.changed(tx, owner, some);
      });
      for (const order of ['name', 'size', 'createdAt'] as const) {
        const query = queryFor('file', { order, limit: 3000 });
        const matches = await listMatches(tree.database, query);
        expect(await search.find(query)).toEqual({ total: matches.length, rowIds: matches });
        expect(await search.find({ ...query, offset: 1490, limit: 20 })).toMatchObject({
          rowIds: matches.slice(1490, 1510),
        });
      }
    }
  });
});

describe('memory', () => {
  test('holds the names of the users who searched last', async () => {
    const { search, changing } = createSearch({ maxIndexes: 1 });
    const other = await tree.addUser();
    await addFiles(['a1', 'a2']);
    await addFiles(['a3'], other);
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await search.find(queryFor('a'))).total).toBe(2 + turn);
      expect((await search.find(queryFor('a', { ownerId: other }))).total).toBe(1 + turn);
      // Notifies a thread that has evicted the only owner.
      await changing.upload(owner, `a more ${turn}`);
      await changing.upload(other, `a more ${turn}`);
    }
  });

  test('is released after a while without searches, also for changes until the next search', async () => {
    const { search, changing } = createSearch({ idleMs: 1 });
    await addFiles(['a1']);
    expect((await search.find(queryFor('a'))).total).toBe(1);
    await once(threads[0]!, 'exit');
    await changing.upload(owner, 'a2');
    expect((await search.find(queryFor('a'))).total).toBe(2);
    expect(threads).toHaveLength(2);
  });

  test('is not used for names that do not fit; the database answers instead', async () => {
    const { search, changing } = createSearch({ maxBytes: 100 });
    await addFiles(['a1', 'a2', 'b']);
    expect((await search.find(queryFor('a'))).total).toBe(2);
    await changing.upload(owner, 'a3');
    expect((await search.find(queryFor('a'))).total).toBe(3);
  });
});

/** `tree` stands for another server: the search is not notified of its changes. */
describe.runIf(inject('databaseKind') === 'postgres')('among several servers, a search', () => {
  const count = async (search: NameSearch, text: string): Promise<number> => (await search.find(queryFor(text))).total;

  test.each([
    ['at once', {}],
    ['also after a time for which changes are not kept', { keptMs: 0 }],
  ])('finds what another server added, renamed, moved, trashed, restored and replaced, %s', async (_, options) => {
    const { search } = createSearch(options);
    const folder = await tree.makeFolder(owner, 'folder');
    expect(await count(search, 'a')).toBe(0);
    const { id } = await tree.upload(owner, 'a1');
    expect(await count(search, 'a1')).toBe(1);
    await tree.update(owner, id, { name: 'b1' });
    expect([await count(search, 'a1'), await count(search, 'b1')]).toEqual([0, 1]);
    await tree.update(owner, id, { parentId: folder });
    await tree.trash(owner, folder);
    expect(await count(search, 'b1')).toBe(0);
    await tree.restore(owner, folder);
    expect(await count(search, 'b1')).toBe(1);
    await tree.trash(owner, id);
    await tree.files.purge.purgeItem(owner, id);
    expect(await count(search, 'b1')).toBe(0);
    const { rowId: small } = await tree.upload(owner, 'b2', { sizeBytes: 1 });
    const { rowId: large } = await tree.upload(owner, 'b3', { sizeBytes: 2 });
    expect((await search.find(queryFor('b', { order: 'size' }))).rowIds).toEqual([small, large]);
    await tree.database.write((tx) => tx.updateTable('items').set({ size: 3 }).where('row_id', '=', small).execute());
    expect((await search.find(queryFor('b', { order: 'size' }))).rowIds).toEqual([large, small]);
  });

  test('finds a change that was written before others and committed after them', async () => {
    const { search } = createSearch();
    const [rowId] = await addFiles(['a1', 'a2']);
    expect(await count(search, 'z')).toBe(0);
    const renamed = Promise.withResolvers<void>();
    const isSearched = Promise.withResolvers<void>();
    const slow = tree.database.write(async (tx) => {
      await tx.updateTable('items').set({ name: 'z1', name_key: 'z1' }).where('row_id', '=', rowId!).execute();
      renamed.resolve();
      await isSearched.promise;
    });
    await renamed.promise;
    await tree.database.write((tx) =>
      tx.updateTable('items').set({ name: 'z2', name_key: 'z2' }).where('name', '=', 'a2').execute(),
    );
    expect(await count(search, 'z')).toBe(1);
    isSearched.resolve();
    await slow;
    expect(await count(search, 'z')).toBe(2);
  });

  test('reads no row for the sums of folders, and a sweep deletes those of more than an hour ago', async () => {
    await addFiles(['a1', 'a2']);
    const changesOf = () => tree.database.reader.selectFrom('name_changes').selectAll().where('owner_id', '=', owner);
    const rows = await changesOf().execute();
    // The root and the two files.
    expect(new Set(rows.map((row) => row.item_row_id)).size).toBe(3);
    expect(rows.length).toBe(3);
    const [old] = rows;
    await tree.database.write((tx) =>
      tx
        .updateTable('name_changes')
        .set({ changed_at: sql<number>`changed_at - 3601000` })
        .where('version', '=', old!.version)
        .execute(),
    );
    await tree.jobs.runNow('files.name-changes');
    expect((await changesOf().execute()).length).toBe(1);
  });
});

describe('a thread that ends', () => {
  test('in the middle of a search is replaced, and the new one answers', async () => {
    const { search } = createSearch();
    await addFiles(['a1']);
    const found = search.find(queryFor('a'));
    await expect.poll(() => threads.length).toBe(1);
    await threads[0]!.terminate();
    expect((await found).total).toBe(1);
    expect(threads).toHaveLength(2);
  });

  test('between two searches loses nothing', async () => {
    const { search, changing } = createSearch();
    await addFiles(['a1']);
    await search.find(queryFor('a'));
    await threads[0]!.terminate();
    await changing.upload(owner, 'a2');
    expect((await search.find(queryFor('a'))).total).toBe(2);
  });

  test('on every start makes the search fail with 503 unavailable', async () => {
    const source = { dialect: 'sqlite', file: '/nowhere/drive.db' } as const;
    const { search } = createSearch({ database: overriding(tree.database, { source }) });
    await expect(search.find(queryFor('a'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(threads).toHaveLength(2);
  });

  test('because the server stops refuses waiting and new searches', async () => {
    const { search } = createSearch();
    const waiting = Promise.allSettled([search.find(queryFor('a'))]);
    await expect.poll(() => threads.length).toBe(1);
    await search.stop();
    expect(await waiting).toMatchObject([{ status: 'rejected', reason: { code: 'unavailable' } }]);
    await expect(search.find(queryFor('a'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(threads).toHaveLength(1);
  });
});

describe('a search', () => {
  test('that takes too long is refused, and a thread that does not respond is ended', async () => {
    const { search } = createSearch({ patienceMs: 1 });
    await expect(search.find(queryFor('a'))).rejects.toMatchObject({ code: 'unavailable' });
    // On Postgres the time may be over before the thread is asked.
    const [thread] = threads;
    if (thread !== undefined && thread.threadId > 0) await once(thread, 'exit');
  });

  test('is refused if too many are waiting', async () => {
    const { search } = createSearch({ maxPending: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => search.find(queryFor('a'))));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'unavailable' });
  });
});
