import { createTestClock } from '@drive/base/test';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createEmptyPostgres } from '../../../../test/database.ts';
import { addUser, createTestTree, treeOn, type TestTree } from '../../../../test/tree/tree.ts';
import { migrate, openPostgres } from '../../../platform/db/index.ts';
import { hasPairsOf } from './name-pairs-store.ts';
import { createNameSearch, type NameSearch } from './name-search.ts';
import { findTrigrams, missingSearchIndexes, trigramSteps } from './trigram-search-store.ts';

describe.runIf(inject('databaseKind') === 'postgres')('the indexes of names on Postgres', () => {
  let tree: TestTree;
  let owner: number;
  let search: NameSearch;

  beforeEach(async () => {
    tree = await createTestTree();
    owner = await tree.addUser();
    search = createNameSearch({ database: tree.database, maxItemsHere: -1, trigramSteps });
  });
  afterEach(async () => {
    await search.stop();
    await tree.close();
  });

  const drop = (index: string): Promise<unknown> =>
    tree.database.write((tx) => sql`drop index ${sql.ref(index)}`.execute(tx));
  const find = async (...words: string[]): Promise<string[]> => {
    const { rowIds } = await search.find({
      ownerId: owner,
      words,
      order: 'relevance',
      descending: false,
      offset: 0,
      limit: 50,
      isCounted: false,
    });
    const rows = await tree.database.reader
      .selectFrom('items')
      .select(['row_id', 'name'])
      .where('owner_id', '=', owner)
      .execute();
    const names = new Map(rows.map((row) => [row.row_id, row.name]));
    return rowIds.map((rowId) => names.get(rowId)!);
  };

  const names = ['a zq', 'zqa', 'x', 'ж', 'жz', `it's`, 'b\\c', 'one two', '東京'];
  const addAll = async (): Promise<void> => {
    for (const name of names) await tree.upload(owner, name);
  };
  const finds = async (): Promise<void> => {
    expect(await find('zq')).toEqual(['zqa', 'a zq']);
    expect(await find('ж')).toEqual(['ж', 'жz']);
    expect(await find(`t's`)).toEqual([`it's`]);
    expect(await find('\\')).toEqual(['b\\c']);
    expect(await find('e t')).toEqual(['one two']);
    expect(await find('京')).toEqual(['東京']);
    expect(await find('two', 'e')).toEqual(['one two']);
    expect(await find('qz')).toEqual([]);
  };

  test('find words of one and two characters without reading every name', async () => {
    await addAll();
    await finds();
    await tree.database.write(async (tx) => {
      await sql`insert into items (id, owner_id, parent_id, is_folder, name, name_key, size, state, created_at)
        select 'i' || n, ${owner}, root.row_id, 0, 'n ' || n, 'n ' || n, 1, 'alive', n
        from generate_series(1, 5000) as n, items as root
        where root.owner_id = ${owner} and root.parent_id is null`.execute(tx);
      // Postgres counts what is not yet in the index itself as costs.
      await sql`select gin_clean_pending_list('items_pairs')`.execute(tx);
      await sql`analyze items`.execute(tx);
    });
    const planOf = (words: readonly string[]): Promise<string> =>
      tree.database.write(async (tx) => {
        const { rows } = await sql<Record<string, string>>`explain select row_id from items
          where owner_id = ${owner} and state = 'alive' and ${hasPairsOf(words)}`.execute(tx);
        return rows.map((row) => Object.values(row).join('')).join('\n');
      });
    for (const words of [['zq'], ['ж'], [`'`, '\\c'], ['e t', 'zq']])
      expect(await planOf(words)).toMatch(/Index Scan on items_pairs/);
  });

  test('may be missing: searches find the same without them', async () => {
    await addAll();
    await drop('items_pairs');
    expect(await findTrigrams(tree.database.reader)).toMatchObject({ hasPairs: false });
    await finds();
    await drop('items_trigrams');
    await search.stop();
    search = createNameSearch({ database: tree.database, maxItemsHere: -1, trigramSteps });
    expect(await findTrigrams(tree.database.reader)).toBeUndefined();
    await finds();
  });

  test('are left out by an upgrade that may not create extensions', async () => {
    const { url, drop: dropDatabase } = await createEmptyPostgres();
    const role = `limited_${crypto.randomUUID().replaceAll('-', '')}`;
    const owned = await openPostgres({ url });
    await owned.write(async (tx) => {
      await sql`create role ${sql.ref(role)} login`.execute(tx);
      await sql`grant all on schema public to ${sql.ref(role)}`.execute(tx);
    });
    await owned.close();
    const database = await openPostgres({ url: Object.assign(new URL(url), { username: role }).href });
    try {
      const clock = createTestClock();
      await migrate(database, clock);
      expect(await missingSearchIndexes(database.reader)).toEqual(['items_trigrams', 'items_pairs']);
      const limited = treeOn({ database, clock });
      const userId = await addUser(database);
      const { rowId } = await limited.upload(userId, 'a zq');
      const without = createNameSearch({ database, trigramSteps });
      const query = { ownerId: userId, words: ['zq'], order: 'relevance', descending: false, offset: 0 } as const;
      expect((await without.find({ ...query, limit: 5 })).rowIds).toEqual([rowId]);
      await without.stop();
    } finally {
      await database.close();
      await dropDatabase();
      await tree.database.write((tx) => sql`drop role ${sql.ref(role)}`.execute(tx));
    }
  });
});
