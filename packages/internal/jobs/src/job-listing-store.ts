import { dayMs, paginationOf, readPage, type PageRequest, type Pagination } from '@drive/base';
import { anyDeleteRows, isAfter, toNumber, type DeleteRows, type Reader, type Tx } from '@drive/database';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { JobsSchema } from './jobs-schema.ts';
import type { JobFilter, Jobs, JobView } from './jobs.ts';

const FAILED_JOB_KEPT_MS = 30 * dayMs;

const deleteRows: DeleteRows<JobsSchema> = anyDeleteRows;

type State = JobView['state'];

/** The first condition that holds is the state. A claim lasts until its result or another process's claim. */
const states: Readonly<Record<State, (now: number) => RawBuilder<SqlBool>>> = {
  failed: () => sql`failed_at is not null`,
  running: () => sql`failed_at is null and claimed_by is not null`,
  due: (now) => sql`failed_at is null and claimed_by is null and run_at <= ${now}`,
  waiting: (now) => sql`failed_at is null and claimed_by is null and run_at > ${now}`,
};

const columns = ['id', 'type', 'attempts', 'run_at', 'claimed_by', 'created_at', 'failed_at', 'last_error'] as const;

interface Row {
  readonly id: string | null;
  readonly type: string;
  readonly attempts: number;
  readonly run_at: number;
  readonly claimed_by: string | null;
  readonly created_at: number;
  readonly failed_at: number | null;
  readonly last_error: string | null;
}

const stateOf = (row: Row, now: number): State => {
  if (row.failed_at !== null) return 'failed';
  if (row.claimed_by !== null) return 'running';
  return row.run_at <= now ? 'due' : 'waiting';
};

const toView = (row: Row, now: number): JobView => ({
  id: row.id as string,
  type: row.type,
  state: stateOf(row, now),
  attempts: row.attempts,
  createdAt: row.created_at,
  runAt: row.run_at,
  failedAt: row.failed_at,
  lastError: row.last_error,
});

export async function listJobs(
  reader: Reader<JobsSchema>,
  now: number,
  { state, type }: JobFilter,
  page: PageRequest,
): Promise<{ readonly jobs: JobView[]; readonly pagination: Pagination }> {
  let matching = reader.selectFrom('jobs').where('id', 'is not', null);
  if (state !== undefined) matching = matching.where(states[state](now));
  if (type !== undefined) matching = matching.where('type', '=', type);
  const { count } = await matching.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const { rows, nextCursor } = await readPage(
    page,
    ({ offset, limit, after }) =>
      matching
        .select([...columns, 'row_id'])
        .where(isAfter(after, ['row_id'], 'desc'))
        .orderBy('row_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    ({ row_id: rowId }) => [rowId],
  );
  return { jobs: rows.map((row) => toView(row, now)), pagination: paginationOf(page, toNumber(count), nextCursor) };
}

/** Restarts a failed job, and makes a waiting one due at once; any other stays unchanged. */
export async function retryJob(tx: Tx<JobsSchema>, now: number, id: string): Promise<JobView | undefined> {
  await tx
    .updateTable('jobs')
    // Clears its key: another job with the same one may have been added since.
    .set({ failed_at: null, attempts: 0, run_at: now, key: null })
    .where('id', '=', id)
    .where(states.failed(now))
    .execute();
  await tx.updateTable('jobs').set({ run_at: now }).where('id', '=', id).where(states.waiting(now)).execute();
  const row = await tx.selectFrom('jobs').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toView(row, now);
}

/** Deletes failed jobs daily, so that operators see them for a while. */
export const sweepFailedJobs = ({ jobs }: { readonly jobs: Jobs }): void =>
  jobs.sweep('jobs.sweep', dayMs, (now) =>
    deleteRows('jobs', 'row_id', (rows) => rows.where('failed_at', '<=', now - FAILED_JOB_KEPT_MS)),
  );
