import { sql, type SelectQueryBuilder } from 'kysely';
import type { Database, Tx } from '../database.ts';

/** A transaction stays below 5 ms also for a table with four indexes: 500 rows of such a table took 17 ms. */
const BATCH_ROWS = 100;

/** Deletes (or settles) at most `limit` rows in one transaction; returns how many. */
export type RowBatch<Schema> = (tx: Tx<Schema>, limit: number) => Promise<number>;

type Key<Schema, Table extends keyof Schema> = keyof Schema[Table] & string;
type Rows<Schema, Table extends keyof Schema> = SelectQueryBuilder<Schema, Table, object>;

/** `key` names the columns of a unique key without nulls. `choose` may also order the rows. */
export type DeleteRows<Schema> = <Table extends keyof Schema & string>(
  table: Table,
  key: Key<Schema, Table> | readonly Key<Schema, Table>[],
  choose: (rows: Rows<Schema, Table>) => Rows<Schema, Table>,
) => RowBatch<Schema>;

/** Typed by the schema of a program: `export const deleteRows: DeleteRows<Schema> = anyDeleteRows`. */
export const anyDeleteRows: DeleteRows<any> =
  (table: string, key: string | readonly string[], choose: (rows: any) => SelectQueryBuilder<any, string, object>) =>
  async (tx, limit) => {
    const rows = choose(tx.selectFrom(table));
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
export async function deleteInBatches<Schema>(
  database: Pick<Database<Schema>, 'write'>,
  signal: AbortSignal,
  batches: RowBatch<Schema> | readonly RowBatch<Schema>[],
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
