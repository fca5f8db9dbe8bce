import { sql } from 'kysely';
import type { ActivityCounts } from '../../platform/activity.ts';
import { deleteRows, type Reader, type RowBatch, type Tx } from '../../platform/db/index.ts';

/** State of the server at the time of a sample. */
export interface SampledState {
  readonly users: number;
  readonly files: number;
  readonly stored_bytes: number;
  readonly free_bytes: number;
  readonly due_jobs: number;
  readonly failed_jobs: number;
}

/** Adds counts to the sample of the hour that began at `hourAt`. */
export async function addActivity(tx: Tx, hourAt: number, counts: Readonly<ActivityCounts>): Promise<void> {
  const added = {
    received_bytes: counts.receivedBytes,
    sent_bytes: counts.sentBytes,
    delivered_attempts: counts.deliveredAttempts,
    failed_attempts: counts.failedAttempts,
  };
  const sums = Object.keys(added).map(
    (column) => sql`${sql.ref(column)} = statistics_samples.${sql.ref(column)} + excluded.${sql.ref(column)}`,
  );
  await sql`
    insert into statistics_samples (hour_at, ${sql.join(Object.keys(added).map((column) => sql.ref(column)))})
    values (${hourAt}, ${sql.join(Object.values(added))})
    on conflict (hour_at) do update set ${sql.join(sums)}`.execute(tx);
}

/** Sets the state in the sample of an hour. A later state of the same hour replaces it. */
export async function setState(tx: Tx, hourAt: number, state: SampledState): Promise<void> {
  await tx
    .insertInto('statistics_samples')
    .values({ hour_at: hourAt, ...state })
    .onConflict((conflict) => conflict.column('hour_at').doUpdateSet(state))
    .execute();
}

/** The samples from `since` on, oldest first. */
export const listSamples = (reader: Reader, since: number) =>
  reader.selectFrom('statistics_samples').selectAll().where('hour_at', '>=', since).orderBy('hour_at').execute();

/** The batch that deletes samples of hours that began before a time. */
export const deleteSamples = (before: number): RowBatch =>
  deleteRows('statistics_samples', 'hour_at', (rows) => rows.where('hour_at', '<', before));
