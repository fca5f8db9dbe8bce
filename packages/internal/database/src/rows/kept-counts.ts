import { sql, type RawBuilder } from 'kysely';
import type { Database, Reader } from '../database.ts';

const PAGE_ROWS = 1000;

/** All rows of a query that returns a page by row id, so that no single query holds up others. */
export async function* allRows<Row extends { readonly rowId: number }>(
  list: (page: { readonly after: number; readonly limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const rows: Row[] = await list({ after, limit: PAGE_ROWS });
    yield* rows;
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.rowId;
  }
}

export interface Counted<Counts extends object> {
  readonly kept: Counts;
  readonly counted: Counts;
}

export const isMiscounted = ({ kept, counted }: Counted<object>): boolean =>
  Object.entries(counted).some(([name, value]) => (kept as Record<string, unknown>)[name] !== value);

/** Columns of a table with the number of rows of another table that belong to a row. */
export interface KeptCounts {
  listMiscounted(reader: Reader<any>): AsyncGenerator<MiscountedRow>;
  recount(database: Pick<Database<any>, 'write'>, rowId: number): Promise<void>;
}

export interface MiscountedRow extends Counted<Readonly<Record<string, number>>> {
  readonly rowId: number;
  readonly ownerId: number;
}

/** `counted` maps each column to the SQL that computes it for the row `s`; `where` selects the rows `s` to check. */
export type DefineKeptCounts<Schema> = <Table extends keyof Schema & string>(
  table: Table,
  counted: Readonly<Partial<Record<keyof Schema[Table] & string, RawBuilder<unknown>>>>,
  where: RawBuilder<unknown>,
) => KeptCounts;

/** Typed by the schema of a program: `export const defineKeptCounts: DefineKeptCounts<Schema> = defineAnyKeptCounts`. */
export const defineAnyKeptCounts: DefineKeptCounts<any> = (table, counted, where) => {
  const columns: readonly (readonly [string, RawBuilder<unknown>])[] = Object.entries(
    counted as Readonly<Record<string, RawBuilder<unknown>>>,
  );
  const pick = (row: Record<string, number>, prefix: string): Record<string, number> =>
    Object.fromEntries(columns.map(([name]) => [name, row[prefix + name] ?? 0]));

  async function listPage(
    reader: Reader<any>,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<MiscountedRow[]> {
    const { rows } = await sql<Record<string, number>>`
      select s.row_id, s.owner_id, ${sql.join(
        columns.map(([name, count]) => sql`${sql.ref(`s.${name}`)}, ${count} as ${sql.ref(`counted_${name}`)}`),
      )}
      from ${sql.table(table)} as s where s.row_id > ${after} and ${where} order by s.row_id limit ${limit}`.execute(
      reader,
    );
    return rows.map((row) => ({
      rowId: row['row_id'] ?? 0,
      ownerId: row['owner_id'] ?? 0,
      kept: pick(row, ''),
      counted: pick(row, 'counted_'),
    }));
  }

  return {
    listMiscounted: async function* (reader) {
      for await (const row of allRows((page) => listPage(reader, page))) if (isMiscounted(row)) yield row;
    },
    recount: async (database, rowId) => {
      const counts = columns.map(([name, count]) => sql`${sql.ref(name)} = ${count}`);
      await database.write((tx) =>
        sql`update ${sql.table(table)} as s set ${sql.join(counts)} where s.row_id = ${rowId}`.execute(tx),
      );
    },
  };
};
