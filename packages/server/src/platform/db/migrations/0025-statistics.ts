import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Hourly samples of the server's statistics. The columns of the state are null if no sample was taken in the hour. */
export async function statistics(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const states = ['users', 'files', 'stored_bytes', 'free_bytes', 'due_jobs', 'failed_jobs'];
  const sums = ['received_bytes', 'sent_bytes', 'delivered_attempts', 'failed_attempts'];

  let table = db.schema.createTable('statistics_samples').addColumn('hour_at', integer, (c) => c.primaryKey());
  for (const column of states) table = table.addColumn(column, integer);
  for (const column of sums) table = table.addColumn(column, integer, (c) => c.notNull().defaultTo(0));
  await table.execute();
}
