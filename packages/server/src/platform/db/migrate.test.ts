import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate, migrations, type Migration } from './migrate.ts';

let db: TestDatabase;
beforeEach(async () => void (db = await createTestDatabase()));
afterEach(() => db.close());

const clock = { now: () => 1_000 };
const addTable = (name: string, isAdditive = false): Migration => ({
  name,
  isAdditive,
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

test('refuses a database of a newer program with a step that is not additive, and names that step', async () => {
  const steps = [...migrations, addTable('9997_first', true), addTable('9998_breaking'), addTable('9999_last', true)];
  await migrate(db.database, clock, steps);
  await expect(migrate(db.database, clock)).rejects.toThrow(/newer version of drive-server \(it has 9998_breaking\)/);
});

test('tolerates a database to which a newer program only added, and still applies its own steps', async () => {
  await migrate(db.database, clock, [...migrations, addTable('9998', true), addTable('9999', true)]);
  expect(await migrate(db.database, clock)).toEqual({ applied: [], tolerated: ['9998', '9999'] });
  expect(await migrate(db.database, clock, [...migrations, addTable('9000')])).toMatchObject({ applied: ['9000'] });
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

test.runIf(inject('databaseKind') === 'postgres')(
  'no index of Postgres names what an upload changes in the folders above it',
  async () => {
    const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
      where tablename = 'items' and indexdef ~ '\\m(size|child_files|child_folders)\\M'`.execute(db.database.reader);
    expect(rows).toEqual([]);
  },
);
