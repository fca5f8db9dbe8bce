import { sql, type RawBuilder } from 'kysely';
import type { Database, Reader } from './database.ts';

const rowsAtOnce = 1000;

/** Every row there is, a page by row id after the other, so that no look at them holds up the others. */
export async function* allRows<Row extends { readonly rowId: number }>(
  list: (page: { readonly after: number; readonly limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const rows: Row[] = await list({ after, limit: rowsAtOnce });
    yield* rows;
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.rowId;
  }
}

/** What a row says, and what counting says. */
export interface Counted<Counts extends object> {
  readonly kept: Counts;
  readonly counted: Counts;
}

export const isMiscounted = ({ kept, counted }: Counted<object>): boolean =>
  Object.entries(counted).some(([name, value]) => (kept as Record<string, unknown>)[name] !== value);

/** Columns that say how many rows of another table belong to a row. */
export interface KeptCounts {
  readonly table: 'shares' | 'collections';
  /** By column, what counting says of the row `s`. */
  readonly counted: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Which rows `s`: those on their way out are counted down in steps. */
  readonly where: RawBuilder<unknown>;
}

export interface CountedRow extends Counted<Readonly<Record<string, number>>> {
  readonly rowId: number;
  /** users.row_id */
  readonly ownerId: number;
}

/** Rows whose counts are wrong. */
export async function* listMiscounted(reader: Reader, counts: KeptCounts): AsyncGenerator<CountedRow> {
  for await (const row of allRows((page) => listCounted(reader, counts, page))) if (isMiscounted(row)) yield row;
}

async function listCounted(
  reader: Reader,
  { table, counted, where }: KeptCounts,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CountedRow[]> {
  const columns = Object.entries(counted);
  const { rows } = await sql<Record<string, number>>`
    select s.row_id, s.owner_id, ${sql.join(
      columns.map(([name, count]) => sql`${sql.ref(`s.${name}`)}, ${count} as ${sql.ref(`counted_${name}`)}`),
    )}
    from ${sql.table(table)} as s where s.row_id > ${after} and ${where} order by s.row_id limit ${limit}`.execute(
    reader,
  );
  const pick = (row: Record<string, number>, prefix: string): Record<string, number> =>
    Object.fromEntries(columns.map(([name]) => [name, row[prefix + name] ?? 0]));
  return rows.map((row) => ({
    rowId: row['row_id'] ?? 0,
    ownerId: row['owner_id'] ?? 0,
    kept: pick(row, ''),
    counted: pick(row, 'counted_'),
  }));
}

/** Counts the row anew. */
export const recount = (database: Database, { table, counted }: KeptCounts, rowId: number): Promise<unknown> =>
  database.write((tx) =>
    sql`update ${sql.table(table)} as s set ${sql.join(
      Object.entries(counted).map(([name, count]) => sql`${sql.ref(name)} = ${count}`),
    )} where s.row_id = ${rowId}`.execute(tx),
  );
