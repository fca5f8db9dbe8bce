import { createHash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import { openRawSqlite } from '../../platform/db/index.ts';
import { withPostgres } from './postgres-copy.ts';
import { columnsOf, ofServers, rowsAtOnce, sequencesOf, tablesOf } from './snapshot.ts';

export interface Comparison {
  readonly tables: number;
  readonly rows: number;
  /** Names of the tables whose rows or next row ids differ, or that only one of the databases has. */
  readonly different: readonly string[];
}

/** Compares a SQLite file with a Postgres database, which nobody may be changing, except for rows about servers. */
export async function compareDatabases(file: string, url: string): Promise<Comparison> {
  const handle = openRawSqlite(file, { readonly: true, fileMustExist: true });
  try {
    return await withPostgres(url, 'read', async (postgres) => {
      const sequences = new Map(sequencesOf(handle).map(({ name, seq }) => [name, seq]));
      const [own, others] = [tablesOf(handle), await postgres.listTables()];
      const different = [
        ...own.filter((name) => !others.includes(name)),
        ...others.filter((name) => !own.includes(name)),
      ];
      let [tables, rows] = [0, 0];
      for (const table of own) {
        if (ofServers.has(table) || different.includes(table)) continue;
        const columns = columnsOf(handle, table);
        const [mine, theirs] = [createSums(), createSums()];
        addRowsOf(handle, table, columns, mine);
        for await (const page of postgres.rowsOf(table, columns, rowsAtOnce))
          for (const row of page) theirs.add(columns.map((name) => row[name]));
        const isContinued = ((await postgres.sequenceOf(table)) ?? 0) === (sequences.get(table) ?? 0);
        if (!isContinued || mine.value() !== theirs.value()) different.push(table);
        tables += 1;
        rows += mine.rows();
      }
      return { tables, rows, different };
    });
  } finally {
    handle.close();
  }
}

function addRowsOf(handle: Sqlite.Database, table: string, columns: readonly string[], sums: Sums): void {
  const names = columns.map((name) => `"${name}"`).join();
  for (const row of handle.prepare<[], unknown[]>(`select ${names} from "${table}"`).raw().iterate()) sums.add(row);
}

interface Sums {
  add(row: readonly unknown[]): void;
  rows(): number;
  value(): string;
}

/** The two databases sort texts differently, so the digests of the rows are added up. */
function createSums(): Sums {
  let count = 0;
  let sum = 0n;
  return {
    add: (row) => {
      count += 1;
      sum += createHash('sha256').update(JSON.stringify(row)).digest().readBigUInt64BE();
    },
    rows: () => count,
    value: () => `${count} ${sum}`,
  };
}
