import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openPostgres } from './postgres.ts';

let handle: TestDatabase;

describe.runIf(inject('databaseKind') === 'postgres')('on Postgres', () => {
  beforeEach(async () => {
    handle = await createTestDatabase();
    await handle.database.write(async (tx) => {
      await sql`create table notes (id bigint primary key, n bigint not null)`.execute(tx);
      await sql`insert into notes values (1, 0), (2, 0)`.execute(tx);
    });
  });
  afterEach(() => handle.close());

  test('retries a write that Postgres ended because of a deadlock', async () => {
    let attempts = 0;
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const both = Promise.all(arrived.map((gate) => gate.promise));
    const hooks: number[] = [];
    const crossing = (me: 0 | 1): Promise<void> =>
      handle.database.write(async (tx) => {
        attempts += 1;
        const ids = me === 0 ? [1, 2] : [2, 1];
        tx.afterCommit(() => hooks.push(me));
        await sql`update notes set n = n + 1 where id = ${ids[0]}`.execute(tx);
        arrived[me]!.resolve();
        await both;
        await sql`update notes set n = n + 1 where id = ${ids[1]}`.execute(tx);
      });
    await Promise.all([crossing(0), crossing(1)]);
    const { rows } = await sql`select n from notes`.execute(handle.database.reader);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
    expect(attempts).toBe(3);
    expect(hooks).toHaveLength(2);
  });

  test('survives closed connections, and reports unavailable without a server', async () => {
    await handle.database.ping();
    const other = await handle.connect();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      other.reader,
    );
    await expect.poll(() => handle.database.ping().then(() => 'up')).toBe('up');
    await other.close();

    const nowhere = await openPostgres({ url: 'postgres://drive@127.0.0.1:1/drive' });
    await expect(nowhere.ping()).rejects.toMatchObject({ name: 'DomainError', code: 'unavailable' });
    await nowhere.close();
  });
});
