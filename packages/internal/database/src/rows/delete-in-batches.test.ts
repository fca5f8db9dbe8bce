import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import type { Tx } from '../database.ts';
import { anyDeleteRows, deleteInBatches, type DeleteRows } from './delete-in-batches.ts';

interface Schema {
  captchas: { id: string; expires_at: number };
}
const deleteRows: DeleteRows<Schema> = anyDeleteRows;

let handle: TestDatabase<Schema>;
beforeEach(async () => {
  handle = await openTestDatabase('create table captchas (id text primary key, expires_at bigint not null)');
  await handle.database.write(async (tx) => {
    await sql`create table notes (id bigint primary key)`.execute(tx);
    const ids = Array.from({ length: 300 }, (_, id) => sql`(${id})`);
    await sql`insert into notes (id) values ${sql.join(ids)}`.execute(tx);
  });
});
afterEach(() => handle.close());

async function deleteSome(tx: Tx<Schema>, limit: number): Promise<number> {
  const result = await sql`delete from notes where id in (select id from notes where id < 250 limit ${limit})`.execute(
    tx,
  );
  return Number(result.numAffectedRows);
}
const count = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from notes`.execute(handle.database.reader)).rows[0]!.count;

test('deletes all rows of the batches, each batch in its own transaction', async () => {
  const deleted: number[] = [];
  await deleteInBatches(handle.database, new AbortController().signal, async (tx, limit) => {
    const some = await deleteSome(tx, limit);
    deleted.push(some);
    return some;
  });
  expect(deleted).toEqual([100, 100, 50]);
  expect(await count()).toBe(50);
});

test('deletes the rows of a table that are selected by their key', async () => {
  await handle.database.write((tx) =>
    tx
      .insertInto('captchas')
      .values(Array.from({ length: 250 }, (_, index) => ({ id: String(index), expires_at: index })))
      .execute(),
  );
  const expired = deleteRows('captchas', 'id', (rows) => rows.where('expires_at', '<', 240).orderBy('expires_at'));
  const last = await handle.database.write(async (tx) => {
    await expired(tx, 1);
    return tx.selectFrom('captchas').select('id').orderBy('expires_at').executeTakeFirst();
  });
  expect(last).toEqual({ id: '1' });
  await deleteInBatches(handle.database, new AbortController().signal, expired);
  const left = await handle.database.reader.selectFrom('captchas').select('expires_at').execute();
  expect(left.map(({ expires_at }) => expires_at).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 10 }, (_, index) => 240 + index),
  );
});

// On Postgres each writer has its own connection.
test.skipIf(inject('databaseKind') === 'postgres')('lets other writers in between two batches', async () => {
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

test('stops between two batches when the signal aborts', async () => {
  const stopping = new AbortController();
  await deleteInBatches(handle.database, stopping.signal, (tx, limit) => {
    stopping.abort();
    return deleteSome(tx, limit);
  });
  expect(await count()).toBe(200);
});
