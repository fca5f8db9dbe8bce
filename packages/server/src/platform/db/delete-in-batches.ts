import { sql, type SelectQueryBuilder } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { Schema } from './schema.ts';

/** A transaction stays below 5 ms also for a table with four indexes: 500 rows of such a table took 17 ms. */
const BATCH_ROWS = 100;

/** Deletes (or settles) at most `limit` rows in one transaction; returns how many. */
export type RowBatch = (tx: Tx, limit: number) => Promise<number>;

type Key<Table extends keyof Schema> = keyof Schema[Table] & string;
type Rows<Table extends keyof Schema> = SelectQueryBuilder<Schema, Table, object>;

/** `key` names the columns of a unique key without nulls. `choose` may also order the rows. */
export const deleteRows =
  <Table extends keyof Schema>(
    table: Table,
    key: Key<Table> | readonly Key<Table>[],
    choose: (rows: Rows<Table>) => Rows<Table>,
  ): RowBatch =>
  async (tx, limit) => {
    const rows = choose(tx.selectFrom<keyof Schema>(table));
    const columns = [key].flat();
    const keys = rows.select(columns.map((column) => sql.ref(column).as(column))).limit(limit);
    const columnList = sql.join(columns.map((column) => sql.ref(column)));
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columnList}) in (${keys})`.execute(
      tx,
    );
    return Number(numAffectedRows);
  };

/**
 * Repeats a batch, each in its own transaction, until one is not full; returns how many rows all of them found. Other
 * writers run in between. Stops early if the signal aborts: the next sweep finds the rest.
 */
export async function deleteInBatches(
  database: Pick<Database, 'write'>,
  signal: AbortSignal,
  batches: RowBatch | readonly RowBatch[],
  batchRows = BATCH_ROWS,
): Promise<number> {
  let total = 0;
  for (const batch of [batches].flat())
    for (let rows = batchRows; rows === batchRows && !signal.aborted;) {
      rows = await database.write((tx) => batch(tx, batchRows));
      total += rows;
    }
  return total;
}
