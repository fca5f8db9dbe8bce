import type { Dialect, Reader, Tx } from '@drive/database';
import { sql } from 'kysely';
import type { JobsSchema } from './jobs-schema.ts';

export interface ClaimedJob {
  readonly rowId: number;
  readonly payload: string;
  /** Counting this one. */
  readonly attempt: number;
  readonly claim: string;
  readonly key: string | null;
}

/** Every statement about a claimed job contains the claim: a process that has lost it changes nothing. */
type Claim = Pick<ClaimedJob, 'rowId' | 'claim'>;

export async function insertJob(
  tx: Tx<JobsSchema>,
  job: {
    readonly id: string;
    readonly type: string;
    readonly key: string | null;
    readonly payload: string;
    readonly runAt: number;
    readonly now: number;
  },
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      id: job.id,
      type: job.type,
      key: job.key,
      payload: job.payload,
      run_at: job.runAt,
      created_at: job.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Moves a periodic job forward after its period became shorter or the clock was set back. */
export async function bringForward(tx: Tx<JobsSchema>, key: string, latest: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ run_at: latest })
    .where('key', '=', key)
    .where('failed_at', 'is', null)
    .where('claimed_by', 'is', null)
    .where('run_at', '>', latest)
    .execute();
}

export async function releaseClaims(tx: Tx<JobsSchema>, prefix: string, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ claimed_by: null, run_at: now })
    .where('claimed_by', '>=', prefix)
    .where('claimed_by', '<', `${prefix}~`)
    .where('failed_at', 'is', null)
    .execute();
}

export async function claimDue(
  tx: Tx<JobsSchema>,
  dialect: Dialect,
  order: {
    readonly type: string;
    readonly now: number;
    readonly leaseEnd: number;
    readonly claim: string;
    readonly limit: number;
    /** Only jobs whose key sorts after this one; null: only those without a key. */
    readonly afterKey?: string | null;
    /** Row ids that this process is running. */
    readonly except: readonly number[];
  },
): Promise<readonly ClaimedJob[]> {
  const rows = await tx
    // Materialized, or Postgres may run the subselect, and lock rows by it, more than once.
    .with(
      (cte) => cte('due').materialized(),
      (db) => {
        let due = db
          .selectFrom('jobs')
          .select('row_id')
          .where('type', '=', order.type)
          .where('failed_at', 'is', null)
          .where('run_at', '<=', order.now)
          .limit(order.limit);
        due =
          typeof order.afterKey === 'string'
            ? due.where('key', '>', order.afterKey).orderBy('key')
            : due.orderBy('run_at').orderBy('row_id');
        if (order.afterKey === null) due = due.where('key', 'is', null);
        if (order.except.length > 0) due = due.where('row_id', 'not in', order.except);
        return dialect === 'postgres' ? due.forUpdate().skipLocked() : due;
      },
    )
    .updateTable('jobs')
    .set({ claimed_by: order.claim, run_at: order.leaseEnd, attempts: sql<number>`attempts + 1` })
    .where('row_id', 'in', (db) => db.selectFrom('due').select('due.row_id'))
    .returning(['row_id', 'payload', 'attempts', 'key'])
    .execute();
  return rows
    .map((row) => ({
      rowId: row.row_id,
      payload: row.payload,
      attempt: row.attempts,
      claim: order.claim,
      key: row.key,
    }))
    .toSorted((a, b) => a.rowId - b.rowId);
}

/** Claims the job with this key at any due time, unless another process is running it. */
export async function claimByKey(
  tx: Tx<JobsSchema>,
  order: { readonly key: string; readonly now: number; readonly leaseEnd: number; readonly claim: string },
): Promise<ClaimedJob | undefined> {
  const row = await tx
    .updateTable('jobs')
    .set({ claimed_by: order.claim, run_at: order.leaseEnd, attempts: sql<number>`attempts + 1` })
    .where('key', '=', order.key)
    .where('failed_at', 'is', null)
    .where((where) => where.or([where('claimed_by', 'is', null), where('run_at', '<=', order.now)]))
    .returning(['row_id', 'payload', 'attempts', 'key'])
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : { rowId: row.row_id, payload: row.payload, attempt: row.attempts, claim: order.claim, key: row.key };
}

/** When the next job of the type is due, or its lease ends. */
export async function findNextTime(reader: Reader<JobsSchema>, type: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('jobs')
    .select('run_at')
    .where('type', '=', type)
    .where('failed_at', 'is', null)
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst();
  return row?.run_at;
}

/** The type of the job that has been due the longest. */
export async function findDueType(
  reader: Reader<JobsSchema>,
  order: { readonly types: readonly string[]; readonly now: number; readonly except: readonly number[] },
): Promise<string | undefined> {
  if (order.types.length === 0) return undefined;
  let due = reader
    .selectFrom('jobs')
    .select('type')
    .where('type', 'in', order.types)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', order.now)
    .orderBy('run_at')
    .orderBy('row_id')
    .limit(1);
  if (order.except.length > 0) due = due.where('row_id', 'not in', order.except);
  return (await due.executeTakeFirst())?.type;
}

/** Whether the claim still held. */
export async function extendLease(tx: Tx<JobsSchema>, job: Claim, leaseEnd: number): Promise<boolean> {
  const row = await tx
    .updateTable('jobs')
    .set({ run_at: leaseEnd })
    .where('row_id', '=', job.rowId)
    .where('claimed_by', '=', job.claim)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteDone(tx: Tx<JobsSchema>, job: Claim): Promise<void> {
  await tx.deleteFrom('jobs').where('row_id', '=', job.rowId).where('claimed_by', '=', job.claim).execute();
}

/** Releases the job and sets its next due time, if any. */
export async function putBack(
  tx: Tx<JobsSchema>,
  job: Claim,
  next: {
    readonly runAt?: number;
    readonly failedAt?: number;
    readonly attempts: number;
    readonly lastError: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({
      claimed_by: null,
      attempts: next.attempts,
      last_error: next.lastError,
      ...(next.runAt !== undefined && { run_at: next.runAt }),
      ...(next.failedAt !== undefined && { failed_at: next.failedAt }),
    })
    .where('row_id', '=', job.rowId)
    .where('claimed_by', '=', job.claim)
    .execute();
}
