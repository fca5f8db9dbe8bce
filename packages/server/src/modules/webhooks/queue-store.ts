import { sql } from 'kysely';
import { compileOnce, type Dialect, type Reader, type Tx } from '../../platform/db/index.ts';
import type { WebhookRow } from './store.ts';

/** A delivery whose turn has come. */
export interface ClaimedDelivery {
  readonly rowId: number;
  readonly id: string;
  readonly body: string;
  /** Those before this one. */
  readonly attempts: number;
  readonly claim: string;
}

export interface NewDelivery {
  readonly id: string;
  readonly webhookRowId: number;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly createdAt: number;
}

export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map(({ id, webhookRowId, eventId, type, body, createdAt }) => ({
        id,
        webhook_id: webhookRowId,
        event_id: eventId,
        type,
        body,
        status: 'pending' as const,
        due_at: createdAt,
        created_at: createdAt,
      })),
    )
    .execute();
}

const claimOn = (dialect: Dialect) =>
  compileOnce(
    (
      tx: Tx,
      values: {
        webhookRowId: number;
        cancelledTo: number;
        now: number;
        leaseEnd: number;
        claim: string;
        limit: number;
      },
    ) =>
      tx
        // Materialized, or Postgres may run the subselect, and lock rows by it, more than once.
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
        .returning(['row_id', 'id', 'body', 'attempts']),
  );
const claimRows = { sqlite: claimOn('sqlite'), postgres: claimOn('postgres') };

/** Those that have waited the longest, for so long as the lease lasts. */
export async function claimDeliveries(
  tx: Tx,
  dialect: Dialect,
  webhook: Pick<WebhookRow, 'rowId' | 'cancelledTo'>,
  order: { readonly now: number; readonly leaseEnd: number; readonly claim: string; readonly limit: number },
): Promise<ClaimedDelivery[]> {
  const { rowId: webhookRowId, cancelledTo } = webhook;
  const rows = await claimRows[dialect](tx, { webhookRowId, cancelledTo, ...order });
  return rows
    .map((row) => ({ rowId: row.row_id, id: row.id, body: row.body, attempts: row.attempts, claim: order.claim }))
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

/** When the next delivery is due, or the lease of one ends. */
export async function findNextDue(
  tx: Tx,
  { rowId: webhookRowId, cancelledTo }: Pick<WebhookRow, 'rowId' | 'cancelledTo'>,
): Promise<number | undefined> {
  const [row] = await selectNextDue(tx, { webhookRowId, cancelledTo });
  return row?.due_at ?? undefined;
}

export interface Waiting {
  readonly webhookRowId: number;
  /** When the first of its deliveries is due, or a lease ends. */
  readonly dueAt: number;
}

/** Webhooks for which something waits, above one, by two looks at the index for each. */
export async function listWaiting(reader: Reader, above: number, limit: number): Promise<Waiting[]> {
  const next = (after: ReturnType<typeof sql>) =>
    sql`(select min(webhook_id) from webhook_deliveries where due_at is not null and webhook_id > ${after})`;
  const query = sql<{ webhook_id: number; due_at: number }>`
    with recursive waiting (webhook_id, place) as (
      select ${next(sql`${above}`)}, 1
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

/** Lets deliveries go that were not attempted after all. They share a claim. */
export async function releaseClaims(
  tx: Tx,
  deliveries: readonly Pick<ClaimedDelivery, 'rowId' | 'claim'>[],
  now: number,
): Promise<void> {
  const [first] = deliveries;
  if (first === undefined) return;
  await tx
    .updateTable('webhook_deliveries')
    .set({ claimed_by: null, due_at: now })
    .where(
      'row_id',
      'in',
      deliveries.map(({ rowId }) => rowId),
    )
    .where('claimed_by', '=', first.claim)
    .execute();
}

/** What a process that died had in its hands; at most `limit`, answers how many. */
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

/** Writes down what `cancelled_to` says, at most `limit` rows; answers how many. What is under way comes to its own end. */
export async function writeCancelled(tx: Tx, webhookRowId: number, limit: number): Promise<number> {
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
}

export async function deleteDeliveriesOf(tx: Tx, webhookRowId: number, limit: number): Promise<number> {
  return deleteSome(tx, 'webhook_id', '=', webhookRowId, limit);
}

export async function deleteDeliveriesBefore(tx: Tx, before: number, limit: number): Promise<number> {
  return deleteSome(tx, 'created_at', '<', before, limit);
}

async function deleteSome(
  tx: Tx,
  column: 'webhook_id' | 'created_at',
  is: '=' | '<',
  value: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_deliveries')
    .where('row_id', 'in', (db) =>
      db.selectFrom('webhook_deliveries').select('row_id').where(column, is, value).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
