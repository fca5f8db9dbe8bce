import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestTree, type TestTree } from '../../../../test/tree/tree.ts';
import { hasPairsOf } from './name-pairs-store.ts';
import { createNameSearch, type NameSearch } from './name-search.ts';
import { findTrigrams, trigramSteps } from './trigram-search-store.ts';

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

  test('[P-820] find words of one and two characters without reading every name', async () => {
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

  test('[P-821] may be missing: searches find the same without them', async () => {
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
});
