import type { Selectable } from 'kysely';
import { toNumber, type Reader, type Schema } from '../../platform/db/index.ts';
import type { WebhookRow } from './webhook-store.ts';

export interface LoggedDelivery {
  readonly rowId: number;
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly dueAt: number | null;
  readonly isClaimed: boolean;
  readonly createdAt: number;
  readonly attempts: readonly LoggedAttempt[];
}

export interface LoggedAttempt {
  readonly at: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
}

const columns = ['row_id', 'id', 'event_id', 'type', 'status', 'due_at', 'claimed_by', 'created_at'] as const;

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
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<LoggedDelivery[]> {
  const rows = await reader
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('webhook_id', '=', webhookRowId)
    .orderBy('row_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const attempts = await listAttempts(
    reader,
    rows.map((row) => row.row_id),
  );
  return rows.map((row) => toDelivery(row, attempts.get(row.row_id) ?? []));
}

export async function findDelivery(
  reader: Reader,
  webhook: Pick<WebhookRow, 'rowId'>,
  id: string,
): Promise<(LoggedDelivery & { readonly body: string; readonly responseBody: string | null }) | undefined> {
  const row = await reader
    .selectFrom('webhook_deliveries')
    .select([...columns, 'body', 'response_body'])
    .where('id', '=', id)
    .where('webhook_id', '=', webhook.rowId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const attempts = await listAttempts(reader, [row.row_id]);
  return {
    ...toDelivery(row, attempts.get(row.row_id) ?? []),
    body: row.body,
    responseBody: row.response_body,
  };
}

async function listAttempts(
  reader: Reader,
  deliveryRowIds: readonly number[],
): Promise<ReadonlyMap<number, LoggedAttempt[]>> {
  const found = new Map<number, LoggedAttempt[]>();
  if (deliveryRowIds.length === 0) return found;
  const rows = await reader
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'at', 'duration_ms', 'status_code', 'error'])
    .where('delivery_id', 'in', deliveryRowIds)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
  for (const row of rows) {
    const attempts = found.get(row.delivery_id) ?? [];
    attempts.push({ at: row.at, durationMs: row.duration_ms, statusCode: row.status_code, error: row.error });
    found.set(row.delivery_id, attempts);
  }
  return found;
}

const toDelivery = (
  row: Pick<Selectable<Schema['webhook_deliveries']>, (typeof columns)[number]>,
  attempts: readonly LoggedAttempt[],
): LoggedDelivery => ({
  rowId: row.row_id,
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  status: row.status,
  dueAt: row.due_at,
  isClaimed: row.claimed_by !== null,
  createdAt: row.created_at,
  attempts,
});
