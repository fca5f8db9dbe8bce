import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate, migrations, type Migration } from './migrate.ts';

let db: TestDatabase;
beforeEach(async () => void (db = await createTestDatabase()));
afterEach(() => db.close());

const clock = { now: () => 1_000 };
const addTable = (name: string): Migration => ({
  name,
  up: (tx) => tx.schema.createTable(`t_${name}`).addColumn('a', 'integer').execute(),
});
const hasTable = async (name: string): Promise<boolean> =>
  sql`select 1 from ${sql.table(name)}`.execute(db.database.reader).then(
    () => true,
    () => false,
  );

test('runs every step once, in order', async () => {
  expect((await migrate(db.database, clock)).applied).toEqual([]);
  const steps = [...migrations, addTable('x'), addTable('y')];
  expect((await migrate(db.database, clock, steps)).applied).toEqual(['x', 'y']);
  expect((await migrate(db.database, clock, steps)).applied).toEqual([]);
  expect(await hasTable('t_y')).toBe(true);
});

test('leaves the database unchanged if a step fails', async () => {
  const broken: Migration = {
    name: 'broken',
    up: async (tx) => {
      await tx.schema.createTable('half').addColumn('a', 'integer').execute();
      await sql`alter table users add column half bigint`.execute(tx);
      throw new Error('step failed');
    },
  };
  const steps = [...migrations, addTable('x'), broken];
  await expect(migrate(db.database, clock, steps)).rejects.toThrow('step failed');
  expect(await hasTable('t_x')).toBe(false);
  expect(await hasTable('half')).toBe(false);
  await expect(sql`select half from users`.execute(db.database.reader)).rejects.toThrow(/column.*half/);
  expect((await migrate(db.database, clock)).applied).toEqual([]);
});

test('refuses a database of a newer program, and names the step', async () => {
  await migrate(db.database, clock, [...migrations, addTable('9999_later')]);
  await expect(migrate(db.database, clock)).rejects.toThrow(/newer version of drive-server .*9999_later/);
});

test('can run in several processes at once', async () => {
  const other = await db.connect();
  const steps = [...migrations, addTable('x')];
  const results = await Promise.all([
    migrate(db.database, clock, steps),
    migrate(other, clock, steps),
    migrate(db.database, clock, steps),
  ]);
  expect(results.flatMap((result) => result.applied)).toEqual(['x']);
  await other.close();
});
