import { systemClock } from '@drive/base';
import type Sqlite from 'better-sqlite3';
import { migrate, openRawSqlite, openSqlite, type ReaderSource, stepsOf } from '../../platform/db/index.ts';
import { withPostgres, type PostgresCopy } from './postgres-copy.ts';

/** The target database is not suitable for a snapshot, or refuses it. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** From either kind of database, concurrently with writes. Keeps its schema, which may be older than this program's. */
export async function writeSnapshot(source: ReaderSource, file: string): Promise<void> {
  if (source.dialect === 'sqlite') {
    const handle = openRawSqlite(source.file, { readonly: true, fileMustExist: true });
    try {
      // The tables of a newer program are unknown here.
      stepsNamed(stepNamesOf(handle));
      handle.prepare('vacuum into ?').run(file);
    } finally {
      handle.close();
    }
    return;
  }
  await withPostgres(source.url, 'read', async (postgres) => {
    await makeEmpty(file, await postgres.listSteps());
    const handle = openRawSqlite(file);
    try {
      handle.pragma('journal_mode = delete');
      handle.pragma('foreign_keys = off');
      handle.exec('begin');
      for (const table of tablesOf(handle)) await copyIntoSqlite(postgres, handle, table);
      handle.exec('commit');
    } finally {
      handle.close();
    }
  });
}

/** Rows of tables about servers, by the name of the table. */
export type ServerRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Puts a snapshot into a Postgres database in which nothing is yet, with these rows about servers instead of its own; all of it or nothing. */
export async function loadSnapshot(file: string, url: string, serverRows: ServerRows = {}): Promise<void> {
  const handle = openRawSqlite(file, { readonly: true, fileMustExist: true });
  try {
    await withPostgres(url, 'write', async (postgres) => {
      if ((await postgres.listTables()).length > 0)
        throw new SnapshotError('The database is not empty: create a new one, and name it in DRIVE_DATABASE_URL.');
      await postgres.migrate(stepsNamed(stepNamesOf(handle)));
      await postgres.withoutForeignKeys(async () => {
        for (const table of tablesOf(handle)) {
          await postgres.clear(table);
          if (ofServers.has(table)) continue;
          // Read before the rows: the connection is busy while it iterates.
          const columns = columnsOf(handle, table);
          let batch: unknown[] = [];
          for (const row of handle.prepare(`select * from "${table}"`).iterate()) {
            if (batch.push(row) < rowsAtOnce) continue;
            await postgres.insert(table, columns, batch);
            batch = [];
          }
          if (batch.length > 0) await postgres.insert(table, columns, batch);
        }
      });
      for (const [table, rows] of Object.entries(serverRows))
        await postgres.insert(table, Object.keys(rows[0] ?? {}), rows);
      for (const { name, seq } of sequencesOf(handle)) await postgres.setSequence(name, seq);
    });
  } finally {
    handle.close();
  }
}

/** Makes a snapshot the database of other servers, with these rows about servers instead of its own. */
export function adoptSnapshot(file: string, serverRows: ServerRows = {}): void {
  const handle = openRawSqlite(file, { fileMustExist: true });
  try {
    handle.transaction(() => {
      for (const table of tablesOf(handle)) if (ofServers.has(table)) handle.exec(`delete from "${table}"`);
      for (const [table, rows] of Object.entries(serverRows))
        for (const row of rows) insertInto(handle, table, Object.keys(row)).run(Object.values(row));
    })();
  } finally {
    handle.close();
  }
}

export const rowsAtOnce = 500;
/** Tables about the servers of a database, and messages between them: another database has other servers. */
export const ofServers: ReadonlySet<string> = new Set([
  'drive_settings',
  'nodes',
  'name_changes',
  'call_windows',
  'download_places',
]);

async function makeEmpty(file: string, steps: readonly string[]): Promise<void> {
  const database = openSqlite({ file });
  await migrate(database, systemClock, stepsNamed(steps));
  await database.close();
}

function stepsNamed(names: readonly string[]) {
  const { done, unknown } = stepsOf(names);
  if (unknown.length > 0)
    throw new SnapshotError(`A newer version of drive-server wrote this (it has ${unknown.join(', ')}): use that one.`);
  return done;
}

async function copyIntoSqlite(postgres: PostgresCopy, handle: Sqlite.Database, table: string): Promise<void> {
  handle.exec(`delete from "${table}"`);
  const columns = columnsOf(handle, table);
  const insert = insertInto(handle, table, columns);
  for await (const rows of postgres.rowsOf(table, columns, rowsAtOnce))
    for (const row of rows) insert.run(columns.map((name) => row[name]));
  const last = await postgres.sequenceOf(table);
  if (last === undefined) return;
  // A row id is never reused, also after the newest row is deleted.
  handle.prepare('delete from sqlite_sequence where name = ?').run(table);
  handle.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, last);
}

const insertInto = (handle: Sqlite.Database, table: string, columns: readonly string[]): Sqlite.Statement =>
  handle.prepare(
    `insert into "${table}" (${columns.map((name) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
  );

export const tablesOf = (handle: Sqlite.Database): string[] =>
  handle
    .prepare<[], { name: string }>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => name);

export const columnsOf = (handle: Sqlite.Database, table: string): string[] =>
  (handle.pragma(`table_info("${table}")`) as { readonly name: string }[]).map(({ name }) => name);

const stepNamesOf = (handle: Sqlite.Database): string[] =>
  handle
    .prepare<[], { name: string }>('select name from migrations')
    .all()
    .map(({ name }) => name);

export const sequencesOf = (handle: Sqlite.Database): { name: string; seq: number }[] =>
  handle.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all();
