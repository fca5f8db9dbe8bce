import type { PageSlice } from '@drive/base';
import {
  converted,
  defineRow,
  deleteRows,
  isAfter,
  type Reader,
  type RowBatch,
  type RowOf,
  toNumber,
} from '../../platform/db/index.ts';
import type { WebhookRow } from './webhook-store.ts';

const deliveryRow = defineRow('webhook_deliveries', {
  rowId: 'row_id',
  id: 'id',
  eventId: 'event_id',
  type: 'type',
  status: 'status',
  dueAt: 'due_at',
  isClaimed: converted('claimed_by', (claim: string | null) => claim !== null),
  createdAt: 'created_at',
});

const attemptRow = defineRow('webhook_attempts', {
  deliveryRowId: 'delivery_id',
  at: 'at',
  durationMs: 'duration_ms',
  statusCode: 'status_code',
  error: 'error',
});

export type LoggedDelivery = RowOf<typeof deliveryRow> & { readonly attempts: readonly RowOf<typeof attemptRow>[] };

export async function countDeliveries(reader: Reader, webhookRowId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.countAll().as('count'))
    .where('webhook_id', '=', webhookRowId)
    .executeTakeFirstOrThrow();
  return toNumber(count);
}

/** Newest first. */
export async function listDeliveryRows(
  reader: Reader,
  webhookRowId: number,
  { offset, limit, after }: PageSlice,
): Promise<LoggedDelivery[]> {
  const rows = await reader
    .selectFrom('webhook_deliveries')
    .select(deliveryRow.columns)
    .where('webhook_id', '=', webhookRowId)
    .where(isAfter(after, ['row_id'], 'desc'))
    .orderBy('row_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return withAttempts(reader, rows.map(deliveryRow.from));
}

export async function findDelivery(
  reader: Reader,
  webhook: Pick<WebhookRow, 'rowId'>,
  id: string,
): Promise<(LoggedDelivery & { readonly ownBody: string; readonly responseBody: string | null }) | undefined> {
  const row = await reader
    .selectFrom('webhook_deliveries')
    .select([...deliveryRow.columns, 'body', 'response_body'])
    .where('id', '=', id)
    .where('webhook_id', '=', webhook.rowId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [delivery] = await withAttempts(reader, [deliveryRow.from(row)]);
  return delivery && { ...delivery, ownBody: row.body, responseBody: row.response_body };
}

async function withAttempts(
  reader: Reader,
  deliveries: readonly RowOf<typeof deliveryRow>[],
): Promise<LoggedDelivery[]> {
  if (deliveries.length === 0) return [];
  const rowIds = deliveries.map(({ rowId }) => rowId);
  const rows = await reader
    .selectFrom('webhook_attempts')
    .select(attemptRow.columns)
    .where('delivery_id', 'in', rowIds)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
  const attempts = Map.groupBy(rows.map(attemptRow.from), ({ deliveryRowId }) => deliveryRowId);
  return deliveries.map((delivery) => ({ ...delivery, attempts: attempts.get(delivery.rowId) ?? [] }));
}

/** Deliveries, of every webhook, that were created before this time (epoch milliseconds). */
export const deliveriesBefore = (createdAt: number): RowBatch =>
  deleteRows('webhook_deliveries', 'row_id', (rows) => rows.where('created_at', '<', createdAt));

export const deliveriesOf = (webhookRowId: number): RowBatch =>
  deleteRows('webhook_deliveries', 'row_id', (rows) => rows.where('webhook_id', '=', webhookRowId));
