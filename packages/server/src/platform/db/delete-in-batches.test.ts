import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Tx } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';

let handle: TestDatabase;
beforeEach(async () => {
  handle = await createTestDatabase();
  await handle.database.write(async (tx) => {
    await sql`create table notes (id bigint primary key)`.execute(tx);
    const ids = Array.from({ length: 300 }, (_, id) => sql`(${id})`);
    await sql`insert into notes (id) values ${sql.join(ids)}`.execute(tx);
  });
});
afterEach(() => handle.close());

async function deleteSome(tx: Tx, limit: number): Promise<number> {
  const result = await sql`delete from notes where id in (select id from notes where id < 250 limit ${limit})`.execute(
    tx,
  );
  return Number(result.numAffectedRows);
}
const count = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from notes`.execute(handle.database.reader)).rows[0]!.count;

test('deletes everything it finds and nothing else, a batch a transaction', async () => {
  const deleted: number[] = [];
  await deleteInBatches(handle.database, new AbortController().signal, async (tx, limit) => {
    const some = await deleteSome(tx, limit);
    deleted.push(some);
    return some;
  });
  expect(deleted).toEqual([100, 100, 50]);
  expect(await count()).toBe(50);
});

// On Postgres each has a connection of its own.
test.skipIf(inject('databaseKind') === 'postgres')('lets others write between two batches', async () => {
  const order: string[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const other = begun.then(() => handle.database.write(async () => void order.push('other')));
  await deleteInBatches(handle.database, new AbortController().signal, async (tx, limit) => {
    order.push('batch');
    begin();
    return deleteSome(tx, limit);
  });
  await other;
  expect(order.indexOf('other')).toBeGreaterThan(0);
  expect(order.indexOf('other')).toBeLessThan(order.lastIndexOf('batch'));
});

test('stops between two batches when it is told to', async () => {
  const stopping = new AbortController();
  await deleteInBatches(handle.database, stopping.signal, (tx, limit) => {
    stopping.abort();
    return deleteSome(tx, limit);
  });
  expect(await count()).toBe(200);
});
