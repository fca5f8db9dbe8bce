import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';

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
  return rows;
}

export interface StorageTotals {
  readonly stored: number;
  readonly trashed: number;
  readonly reserved: number;
}

export async function sumStorage(reader: Reader): Promise<StorageTotals> {
  const { rows } = await sql<StorageTotals>`
    select cast(coalesce(sum(stored_bytes), 0) as bigint) as stored,
      cast(coalesce(sum(trash_bytes), 0) as bigint) as trashed,
      cast(coalesce(sum(reserved_bytes), 0) as bigint) as reserved from storage_usage`.execute(reader);
  return rows[0] ?? { stored: 0, trashed: 0, reserved: 0 };
}

export interface Counts {
  readonly users: number;
  readonly sessions: number;
  readonly uploads: number;
  readonly shares: number;
}

export async function countAll(reader: Reader, now: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from users) as users,
      (select count(*) from sessions where expires_at > ${now}) as sessions,
      (select count(*) from upload_sessions where status in ('PENDING', 'UPLOADING')) as uploads,
      (select count(*) from shares where revoked_at is null) as shares`.execute(reader);
  return rows[0] ?? { users: 0, sessions: 0, uploads: 0, shares: 0 };
}

/** Deliveries that wait for an attempt, and when the first of them was due. */
export async function countDueDeliveries(
  reader: Reader,
): Promise<{ readonly count: number; readonly since: number | null }> {
  const { rows } = await sql<{ count: number; since: number | null }>`
    select count(*) as count, min(due_at) as since from webhook_deliveries where due_at is not null`.execute(reader);
  return rows[0] ?? { count: 0, since: null };
}
