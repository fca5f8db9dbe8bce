/** The queue of deliveries in `webhook_deliveries`, and their attempts in `webhook_attempts`. */
import type { AttemptResult } from '@drive/webhook-sender';
import { sql } from 'kysely';
import { compileOnce, type Dialect, jsonRows, type Reader, type RowBatch, type Tx } from '../../platform/db/index.ts';
import type { WebhookRow } from './webhook-store.ts';

/** A due delivery that one process has locked until its lease ends. */
export interface ClaimedDelivery {
  readonly rowId: number;
  readonly id: string;
  readonly eventId: string;
  readonly ownBody: string;
  readonly createdAt: number;
  readonly attempts: number;
  readonly claim: string;
}

export interface NewDelivery {
  readonly id: string;
  readonly webhookRowId: number;
  readonly eventId: string;
  readonly type: string;
  /** Empty: the body of the event, which was published at `createdAt`. */
  readonly ownBody: string;
  readonly createdAt: number;
}

const enqueueOn = (dialect: Dialect) =>
  compileOnce((tx: Tx, { deliveries }: { deliveries: string }) => {
    const insert = sql<never>`
      insert into webhook_deliveries (id, webhook_id, event_id, type, body, status, due_at, created_at)
      select id, "webhookRowId", "eventId", type, "ownBody", 'pending', "createdAt", "createdAt"
      from ${jsonRows(dialect, deliveries, 'r', {
        id: 'text',
        webhookRowId: 'bigint',
        eventId: 'text',
        type: 'text',
        ownBody: 'text',
        createdAt: 'bigint',
      })}`;
    return { compile: () => insert.compile(tx) };
  });
const enqueueRows = { sqlite: enqueueOn('sqlite'), postgres: enqueueOn('postgres') };

export async function insertDeliveries(tx: Tx, dialect: Dialect, deliveries: readonly NewDelivery[]): Promise<void> {
  await enqueueRows[dialect](tx, { deliveries: JSON.stringify(deliveries) });
}

interface ClaimValues {
  readonly webhookRowId: number;
  readonly cancelledTo: number;
  readonly now: number;
  readonly leaseEnd: number;
  readonly claim: string;
  readonly limit: number;
}

const claimOn = (dialect: Dialect) =>
  compileOnce((tx: Tx, values: ClaimValues) =>
    tx
      // Without MATERIALIZED, Postgres may run the subquery several times and lock other rows each time.
      .with(
        (cte) => cte('due').materialized(),
        (db) => {
          const due = db
            .selectFrom('webhook_deliveries')
            .select('row_id')
            .where('webhook_id', '=', values.webhookRowId)
            .where('due_at', '<=', values.now)
            .where('row_id', '>', values.cancelledTo)
            .orderBy('due_at')
            .orderBy('row_id')
            .limit(values.limit);
          return dialect === 'postgres' ? due.forUpdate().skipLocked() : due;
        },
      )
      .updateTable('webhook_deliveries')
      .set({ claimed_by: values.claim, due_at: values.leaseEnd })
      .where('row_id', 'in', (db) => db.selectFrom('due').select('due.row_id'))
      .returning(['row_id', 'id', 'event_id', 'body', 'attempts', 'created_at']),
  );
const claimRows = { sqlite: claimOn('sqlite'), postgres: claimOn('postgres') };

/** Claims the deliveries that have been due for the longest time, in the order of their insertion. */
export async function claimDeliveries(
  tx: Tx,
  dialect: Dialect,
  { rowId: webhookRowId, cancelledTo }: Pick<WebhookRow, 'rowId' | 'cancelledTo'>,
  lease: Pick<ClaimValues, 'now' | 'leaseEnd' | 'claim' | 'limit'>,
): Promise<ClaimedDelivery[]> {
  const rows = await claimRows[dialect](tx, { webhookRowId, cancelledTo, ...lease });
  return rows
    .map((row) => ({
      rowId: row.row_id,
      id: row.id,
      eventId: row.event_id,
      ownBody: row.body,
      createdAt: row.created_at,
      attempts: row.attempts,
      claim: lease.claim,
    }))
    .toSorted((a, b) => a.rowId - b.rowId);
}

const selectNextDue = compileOnce((tx: Tx, values: { webhookRowId: number; cancelledTo: number }) =>
  tx
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('webhook_id', '=', values.webhookRowId)
    .where('due_at', 'is not', null)
    .where('row_id', '>', values.cancelledTo)
    .orderBy('due_at')
    .limit(1),
);

export async function findNextDue(
  tx: Tx,
  { rowId: webhookRowId, cancelledTo }: Pick<WebhookRow, 'rowId' | 'cancelledTo'>,
): Promise<number | undefined> {
  const [row] = await selectNextDue(tx, { webhookRowId, cancelledTo });
  return row?.due_at ?? undefined;
}

/** When the first waiting delivery of each webhook is due or its lease ends, by two index entries for each. */
export async function listWaiting(
  reader: Reader,
  after: number,
  limit: number,
): Promise<{ readonly webhookRowId: number; readonly dueAt: number }[]> {
  const next = (previous: ReturnType<typeof sql>) =>
    sql`(select min(webhook_id) from webhook_deliveries where due_at is not null and webhook_id > ${previous})`;
  const query = sql<{ webhook_id: number; due_at: number }>`
    with recursive waiting (webhook_id, place) as (
      select ${next(sql`${after}`)}, 1
      union all
      select ${next(sql.ref('waiting.webhook_id'))}, place + 1 from waiting
      where webhook_id is not null and place < ${limit}
    )
    select webhook_id, (
      select min(due_at) from webhook_deliveries
      where webhook_id = waiting.webhook_id and due_at is not null
    ) as due_at
    from waiting where webhook_id is not null`;
  const { rows } = await query.execute(reader);
  return rows.map((row) => ({ webhookRowId: row.webhook_id, dueAt: row.due_at }));
}

export async function releaseClaims(
  tx: Tx,
  deliveries: readonly Pick<ClaimedDelivery, 'rowId' | 'claim'>[],
  now: number,
): Promise<void> {
  const [first] = deliveries;
  if (first === undefined) return;
  const rowIds = deliveries.map(({ rowId }) => rowId);
  await tx
    .updateTable('webhook_deliveries')
    .set({ claimed_by: null, due_at: now })
    .where('row_id', 'in', rowIds)
    .where('claimed_by', '=', first.claim)
    .execute();
}

/** Releases at most `limit` claims of any process; returns how many. */
export async function releaseAbandoned(tx: Tx, now: number, limit: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ claimed_by: null, due_at: now })
    .where('row_id', 'in', (db) =>
      db.selectFrom('webhook_deliveries').select('row_id').where('claimed_by', 'is not', null).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Makes deliveries due that would be so after this time only: the clock was ahead when they were stored, sent or claimed. */
export const deliveriesAfter =
  (latest: number, now: number): RowBatch =>
  async (tx, limit) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({ due_at: now })
      .where('row_id', 'in', (db) =>
        db.selectFrom('webhook_deliveries').select('row_id').where('due_at', '>', latest).limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  };

/** Marks waiting deliveries up to `webhooks.cancelled_to` as failed. Deliveries that are being sent are left to finish. */
export const cancelDeliveries =
  (webhookRowId: number): RowBatch =>
  async (tx, limit) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', due_at: null })
      .where('row_id', 'in', (db) =>
        db
          .selectFrom('webhook_deliveries as d')
          .innerJoin('webhooks as w', 'w.row_id', 'd.webhook_id')
          .select('d.row_id')
          .where('d.webhook_id', '=', webhookRowId)
          .where('d.due_at', 'is not', null)
          .where('d.claimed_by', 'is', null)
          .whereRef('d.row_id', '<=', 'w.cancelled_to')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  };

/** The deliveries among these that no other process has claimed since. On Postgres, none can until the transaction ends. */
export async function listStillClaimed(
  tx: Tx,
  dialect: Dialect,
  deliveries: readonly Pick<ClaimedDelivery, 'rowId' | 'claim'>[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ row_id: number }>`
    select d.row_id from webhook_deliveries as d
    join ${jsonRows(dialect, JSON.stringify(deliveries), 'r', { rowId: 'bigint', claim: 'text' })}
      on r."rowId" = d.row_id and r.claim = d.claimed_by
    ${sql.raw(dialect === 'postgres' ? 'for no key update of d' : '')}`.execute(tx);
  return new Set(rows.map((row) => row.row_id));
}

export interface RecordedAttempt extends Omit<AttemptResult, 'isDelivered'> {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly dueAt: number | null;
}

export interface SettledDelivery extends RecordedAttempt, Pick<ClaimedDelivery, 'rowId' | 'claim'> {
  /** Number of the attempt, from 1. */
  readonly number: number;
}

const settleOn = (dialect: Dialect) =>
  compileOnce((tx: Tx, { settled }: { settled: string }) => {
    const update = sql<{ row_id: number }>`
      update webhook_deliveries as d
      set status = r.status, due_at = r."dueAt", claimed_by = null, attempts = r.number, response_body = r."responseBody"
      from ${jsonRows(dialect, settled, 'r', {
        rowId: 'bigint',
        claim: 'text',
        status: 'text',
        dueAt: 'bigint',
        number: 'bigint',
        responseBody: 'text',
      })}
      where d.row_id = r."rowId" and d.claimed_by = r.claim returning row_id`;
    return { compile: () => update.compile(tx) };
  });
const settleRows = { sqlite: settleOn('sqlite'), postgres: settleOn('postgres') };

const insertOn = (dialect: Dialect) =>
  compileOnce((tx: Tx, { attempts }: { attempts: string }) => {
    const insert = sql<never>`
      insert into webhook_attempts (delivery_id, number, at, duration_ms, status_code, error)
      select "rowId", number, at, "durationMs", "statusCode", error
      from ${jsonRows(dialect, attempts, 'r', {
        rowId: 'bigint',
        number: 'bigint',
        at: 'bigint',
        durationMs: 'bigint',
        statusCode: 'bigint',
        error: 'text',
      })}`;
    return { compile: () => insert.compile(tx) };
  });
const insertAttempts = { sqlite: insertOn('sqlite'), postgres: insertOn('postgres') };

/** Returns the deliveries that no other process has claimed since, whose states it has recorded. */
export async function settleStates(
  tx: Tx,
  dialect: Dialect,
  settled: readonly SettledDelivery[],
): Promise<ReadonlySet<number>> {
  const rows = await settleRows[dialect](tx, { settled: JSON.stringify(settled) });
  return new Set(rows.map((row) => row.row_id));
}

/** Records attempts by two statements, except those of deliveries that another process has claimed since. */
export async function settleDeliveries(tx: Tx, dialect: Dialect, settled: readonly SettledDelivery[]): Promise<void> {
  const own = await settleStates(tx, dialect, settled);
  const attempts = settled
    .filter(({ rowId }) => own.has(rowId))
    .map(({ rowId, number, at, durationMs, statusCode, error }) => ({
      rowId,
      number,
      at,
      durationMs,
      statusCode,
      error,
    }));
  if (attempts.length > 0) await insertAttempts[dialect](tx, { attempts: JSON.stringify(attempts) });
}

export async function insertTestDelivery(
  tx: Tx,
  delivery: NewDelivery,
  { status, responseBody, at, durationMs, statusCode, error }: RecordedAttempt,
): Promise<void> {
  const { row_id: deliveryRowId } = await tx
    .insertInto('webhook_deliveries')
    .values({
      id: delivery.id,
      webhook_id: delivery.webhookRowId,
      event_id: delivery.eventId,
      type: delivery.type,
      body: delivery.ownBody,
      status,
      attempts: 1,
      due_at: null,
      response_body: responseBody,
      created_at: delivery.createdAt,
    })
    .returning('row_id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('webhook_attempts')
    .values({
      delivery_id: deliveryRowId,
      number: 1,
      at,
      duration_ms: durationMs,
      status_code: statusCode,
      error,
    })
    .execute();
}
