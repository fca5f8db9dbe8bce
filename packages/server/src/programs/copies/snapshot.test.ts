import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { treeApi } from '../../../test/api/tree-api.ts';
import { createEmptyPostgres } from '../../../test/database.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { fillTables, listTables, rowsOf, type Table } from '../../../test/fill-tables.ts';
import { openPostgres, openSqlite } from '../../platform/db/index.ts';
import { loadSnapshot, SnapshotError, writeSnapshot } from './snapshot.ts';

const migrations: Table = { name: 'migrations', columns: ['name', 'applied_at'] };
let drive: Drive;
let directory: string;
let file: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'drive-test-'));
  file = join(directory, 'snapshot.sqlite');
  drive = await startDrive();
  const tree = treeApi(drive, await drive.createUser());
  const later = await tree.folder('made first, lies in what is made later');
  const inside = await tree.folder('Ünï "quoted" 🎈');
  await tree.patch(later, { parentId: inside });
  await tree.trash(await tree.file('a.bin', { in: inside }));
  await drive.drain();
  // The last use of a key is written a while later, or at the end.
  await drive.restart();
  await fillTables(drive.database);
});
afterEach(async () => {
  await drive.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('a snapshot', () => {
  it('is a SQLite file with every row of every table', async () => {
    await writeSnapshot(drive.database.source, file);
    const handle = new Sqlite(file, { readonly: true });
    const copy = openSqlite({ file });
    for (const table of [...(await listTables(drive.database)), migrations]) {
      const rows = await rowsOf(drive.database, table);
      expect(rows.length).toBeGreaterThan(0);
      expect(await rowsOf(copy, table)).toEqual(rows);
    }
    await copy.close();
    expect(handle.pragma('foreign_key_check')).toEqual([]);
    const { seq } =
      handle.prepare<[], { seq: number }>(`select seq from sqlite_sequence where name = 'items'`).get() ?? {};
    expect(seq).toBeGreaterThanOrEqual(4);
    handle.close();
  });

  it.runIf(inject('databaseKind') === 'postgres')('is restored to an empty Postgres only', async () => {
    // More rows than are copied at once.
    await drive.database.write((tx) =>
      sql`insert into audit_log (id, action, actor_kind, created_at)
        select 'row ' || n, 'test', 'server', n from generate_series(1, 1201) as n`.execute(tx),
    );
    await writeSnapshot(drive.database.source, file);
    const empty = await createEmptyPostgres();
    try {
      await loadSnapshot(file, empty.url);
      const restored = await openPostgres({ url: empty.url });
      for (const table of await listTables(drive.database)) {
        // The servers of the source are not those of the copy.
        const isOfServers = ['drive_settings', 'nodes', 'name_changes', 'call_windows', 'download_places'].includes(
          table.name,
        );
        expect(await rowsOf(restored, table)).toEqual(isOfServers ? [] : await rowsOf(drive.database, table));
      }
      const [next] = await restored.write(
        async (tx) =>
          (
            await sql<{
              row_id: number;
            }>`insert into users (id, email, email_key, password_hash, plan, is_admin, created_at)
            values ('x', 'x', 'x', 'x', 'free', 0, 1) returning row_id`.execute(tx)
          ).rows,
      );
      expect(next?.row_id).toBeGreaterThan(1);
      await restored.close();
      await expect(loadSnapshot(file, empty.url)).rejects.toThrow(SnapshotError);
    } finally {
      await empty.drop();
    }
  });
});
