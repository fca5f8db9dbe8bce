import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import type { Reader, Tx } from '../database.ts';
import { compileOnce } from './compile-once.ts';

interface Schema {
  counted_downloads: { nonce: string; expires_at: number };
}

let opened: TestDatabase<Schema>;
beforeAll(async () => {
  opened = await openTestDatabase(
    'create table counted_downloads (nonce text primary key, expires_at bigint not null)',
  );
});
afterAll(() => opened.close());

const insertEvent = compileOnce((tx: Tx<Schema>, values: { nonce: string; expiresAt: number }) =>
  tx
    .insertInto('counted_downloads')
    .values({ nonce: values.nonce, expires_at: values.expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce'),
);

test('a compiled query runs with the values of each run, inside and outside a transaction', async () => {
  let builds = 0;
  const find = compileOnce((db: Reader<Schema>, values: { nonce: string; from: number; limit: number }) => {
    builds += 1;
    return db
      .selectFrom('counted_downloads')
      .select(['nonce', sql<number>`expires_at - ${values.from}`.as('left')])
      .where('nonce', '>=', values.nonce)
      .where('expires_at', '>', 0)
      .orderBy('nonce')
      .limit(values.limit);
  });
  const { database } = opened;
  await database.write(async (tx) => {
    expect(await insertEvent(tx, { nonce: 'a', expiresAt: 10 })).toEqual([{ nonce: 'a' }]);
    expect(await insertEvent(tx, { nonce: 'b', expiresAt: 20 })).toEqual([{ nonce: 'b' }]);
    expect(await insertEvent(tx, { nonce: 'b', expiresAt: 30 })).toEqual([]);
    expect(await find(tx, { nonce: 'b', from: 1, limit: 5 })).toEqual([{ nonce: 'b', left: 19 }]);
  });
  expect(await find(database.reader, { nonce: 'a', from: 3, limit: 1 })).toEqual([{ nonce: 'a', left: 7 }]);
  // In any order of names.
  expect(await find(database.reader, { limit: 2, from: 0, nonce: '' })).toHaveLength(2);
  expect(builds).toBe(1);
});

test('a query that computes with a value while it is compiled is refused', async () => {
  const wrong = compileOnce((db: Reader<Schema>, values: { from: number }) =>
    db
      .selectFrom('counted_downloads')
      .select('nonce')
      .where('expires_at', '>', values.from + 1),
  );
  await expect(wrong(opened.database.reader, { from: 1 })).rejects.toThrow('computed with from');
});
