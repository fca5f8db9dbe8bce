import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { adviseSearch } from './advise-search.ts';

test('the doctor says which indexes of names a Postgres lacks, and nothing of a SQLite', async () => {
  const { database, close } = await createTestDatabase();
  try {
    expect(await adviseSearch(database)).toBeUndefined();
    if (inject('databaseKind') === 'sqlite') return;
    await database.write((tx) => sql`drop index items_pairs`.execute(tx));
    expect(await adviseSearch(database)).toBe(
      'searches in large drives are slow: the index items_pairs is missing; see “Searches” in docs/operating.md',
    );
    await database.write((tx) => sql`drop extension pg_trgm, btree_gin cascade`.execute(tx));
    expect(await adviseSearch(database)).toContain('the indexes items_trigrams and items_pairs are missing');
  } finally {
    await close();
  }
});
