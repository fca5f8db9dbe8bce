import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createEmptyPostgres, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { fillTables, listTables } from '../../../test/fill-tables.ts';
import { type Database, openPostgres, openSqlite } from '../../platform/db/index.ts';
import { compareDatabases } from './compare-databases.ts';
import { adoptSnapshot, loadSnapshot, writeSnapshot } from './snapshot.ts';

const settings = [
  { name: 'storage', value: 'a bucket' },
  { name: 'copied_from', value: 'a move' },
];
const ofServers = ['drive_settings', 'nodes', 'name_changes', 'call_windows', 'download_places'];
const settingsOf = async (database: Database): Promise<unknown> =>
  (await sql`select name, value from drive_settings order by name desc`.execute(database.reader)).rows;

describe.runIf(inject('databaseKind') === 'postgres')('a database and its copy of the other kind', () => {
  let original: TestDatabase;
  let empty: Awaited<ReturnType<typeof createEmptyPostgres>>;
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'drive-test-'));
    file = join(directory, 'drive.db');
    original = await createTestDatabase({ mayBeUsed: true });
    await fillTables(original.database);
    // More than are copied at once.
    await original.database.write((tx) =>
      sql`insert into audit_log (id, action, actor_kind, created_at)
        select 'row ' || n, 'test', 'server', n from generate_series(1, 1201) as n`.execute(tx),
    );
    empty = await createEmptyPostgres();
  });
  afterEach(async () => {
    await original.close();
    await empty.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('are equal there and back, with the settings that go along instead of those of the servers', async () => {
    const tables = (await listTables(original.database)).length + 1 - ofServers.length;
    await writeSnapshot(original.database.source, file);
    adoptSnapshot(file, { drive_settings: settings });
    const equal = { tables, rows: expect.any(Number), different: [] };
    const { url } = original.database.source as { url: string };
    expect(await compareDatabases(file, url)).toEqual(equal);
    const copy = openSqlite({ file });
    expect(await settingsOf(copy)).toEqual(settings);
    await copy.close();

    await loadSnapshot(file, empty.url, { drive_settings: settings });
    expect(await compareDatabases(file, empty.url)).toEqual(equal);
    const back = await openPostgres({ url: empty.url });
    expect(await settingsOf(back)).toEqual(settings);
    for (const name of ofServers.slice(1))
      expect((await sql`select * from ${sql.table(name)}`.execute(back.reader)).rows).toEqual([]);
    await back.close();
  });

  it.each<[string, string, RawBuilder<unknown>]>([
    [
      'one character is another',
      'items',
      sql`update items set name = name || '.' where row_id = (select max(row_id) from items)`,
    ],
    ['a row is missing', 'audit_log', sql`delete from audit_log`],
    [
      'there is a further row',
      'recovery_codes',
      sql`insert into recovery_codes (code_hash, user_id) select code_hash || 'x', user_id from recovery_codes`,
    ],
    ['the next row id is another', 'events', sql`select setval(pg_get_serial_sequence('events', 'row_id'), 1000)`],
    ['a table has no counterpart', 'extra', sql`create table extra (a integer)`],
  ])('differ if %s', async (_, table, change) => {
    await writeSnapshot(original.database.source, file);
    await loadSnapshot(file, empty.url);
    const copy = await openPostgres({ url: empty.url });
    await copy.write((tx) => change.execute(tx));
    await copy.close();
    expect((await compareDatabases(file, empty.url)).different).toEqual([table]);
  });
});
