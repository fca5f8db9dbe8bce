import { sql } from 'kysely';
import { toNumber, type Reader } from '../../platform/db/index.ts';

/** How many jobs of a type are in a state. */
export interface JobCount {
  readonly type: string;
  readonly state: 'waiting' | 'due' | 'running' | 'failed';
  readonly count: number;
  /** When the first of them was due, epoch milliseconds. */
  readonly since: number;
}

export async function countJobs(reader: Reader, now: number): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select type, state, count(*) as count, min(run_at) as since from (
      select type, run_at, case
        when failed_at is not null then 'failed'
        when claimed_by is not null then 'running'
        when run_at <= ${now} then 'due'
        else 'waiting' end as state
      from jobs) as each_job
    group by type, state`.execute(reader);
  return rows.map((row) => ({ ...row, count: toNumber(row.count), since: toNumber(row.since) }));
}

/** Deliveries waiting for an attempt, and when the first of them was due. */
export async function countDueDeliveries(
  reader: Reader,
): Promise<{ readonly count: number; readonly since: number | null }> {
  const { rows } = await sql<{ count: number; since: number | null }>`
    select count(*) as count, min(due_at) as since from webhook_deliveries where due_at is not null`.execute(reader);
  const { count = 0, since = null } = rows[0] ?? {};
  return { count: toNumber(count), since: since === null ? null : toNumber(since) };
}
