import type Sqlite from 'better-sqlite3';
import { openRawSqlite } from './sqlite-connection.ts';

export interface LostRow {
  readonly table: string;
  readonly rowId: number;
  readonly column: string;
  readonly missingTable: string;
}

/** The problems that SQLite finds in the file; empty if there are none. */
export function checkSqliteFile(file: string): string[] {
  return withHandle(file, { readonly: true }, (handle) =>
    handle
      .prepare<[], string>('pragma integrity_check(100)')
      .pluck()
      .all()
      .filter((line) => line !== 'ok'),
  );
}

/** Rows with broken references. Postgres has none; in SQLite a damaged file may. */
export function listLostRows(file: string): LostRow[] {
  return withHandle(file, { readonly: true }, (handle) => {
    const rows = handle.pragma('foreign_key_check') as {
      table: string;
      rowid: number;
      parent: string;
      fkid: number;
    }[];
    return rows.map(({ table, rowid, parent, fkid }) => {
      const keys = handle.pragma(`foreign_key_list("${table}")`) as { id: number; from: string }[];
      return {
        table,
        rowId: rowid,
        column: keys.find(({ id }) => id === fkid)?.from ?? '',
        missingTable: parent,
      };
    });
  });
}

export function findLostRow(file: string, { table, rowId }: LostRow): Readonly<Record<string, unknown>> | undefined {
  return withHandle(file, { readonly: true }, (handle) =>
    handle.prepare<[number], Record<string, unknown>>(`select * from "${table}" where rowid = ?`).get(rowId),
  );
}

export function removeLostRow(file: string, { table, rowId }: LostRow): void {
  withHandle(file, { readonly: false }, (handle) => {
    handle.pragma('foreign_keys = off');
    handle.prepare(`delete from "${table}" where rowid = ?`).run(rowId);
  });
}

function withHandle<T>(file: string, options: { readonly readonly: boolean }, work: (handle: Sqlite.Database) => T): T {
  const handle = openRawSqlite(file, { ...options, fileMustExist: true });
  try {
    return work(handle);
  } finally {
    handle.close();
  }
}
