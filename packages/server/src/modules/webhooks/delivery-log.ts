import { isoTime, optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { WebhookDelivery, WebhookDeliveryDetail, WebhookDeliveryPage } from '@drive/contract';
import type { Remember } from '@drive/http-api';
import { shownAttempt } from '@drive/webhook-sender';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { countDeliveries, findDelivery, listDeliveryRows, type LoggedDelivery } from './delivery-log-store.ts';
import { insertDeliveries } from './delivery-store.ts';
import { bodiesOf } from './event-fan-out.ts';
import { requireWebhook, type Viewer } from './webhook-management.ts';
import type { WebhookRow } from './webhook-store.ts';

export type DeliveryLogDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'events'> & {
  readonly wake: (webhookRowId: number) => void;
};

interface DeliveryKey extends Viewer {
  readonly webhookId: string;
  readonly deliveryId: string;
}

export async function listDeliveries(
  { database: { reader } }: DeliveryLogDeps,
  query: PageRequest & Viewer & { readonly webhookId: string },
): Promise<WebhookDeliveryPage> {
  const webhook = await requireWebhook(reader, query.userId, query.webhookId);
  const totalItems = await countDeliveries(reader, webhook.rowId);
  const { rows, nextCursor } = await readPage(
    query,
    (slice) => listDeliveryRows(reader, webhook.rowId, slice),
    ({ rowId }) => [rowId],
  );
  return {
    deliveries: rows.map((row) => toDelivery(webhook, row, query)),
    pagination: paginationOf(query, totalItems, nextCursor),
  };
}

export async function getDelivery(
  { database: { reader }, events }: DeliveryLogDeps,
  { userId, isAdmin, webhookId, deliveryId }: DeliveryKey,
): Promise<WebhookDeliveryDetail> {
  const webhook = await requireWebhook(reader, userId, webhookId);
  const delivery = await findDelivery(reader, webhook, deliveryId);
  if (delivery === undefined) throw deliveryNotFound();
  const [requestBody] = await bodiesOf(events, reader, [delivery]);
  if (requestBody === undefined) throw deliveryNotFound();
  return { ...toDelivery(webhook, delivery, { isAdmin }), requestBody, responseBody: delivery.responseBody };
}

export async function redeliver(
  { database, clock, random, events, wake }: DeliveryLogDeps,
  { userId, webhookId, deliveryId }: Omit<DeliveryKey, 'isAdmin'>,
  remember: Remember<WebhookDelivery>,
): Promise<WebhookDelivery> {
  return database.write(async (tx) => {
    const webhook = await requireWebhook(tx, userId, webhookId);
    const earlier = await findDelivery(tx, webhook, deliveryId);
    if (earlier === undefined) throw deliveryNotFound();
    if (!webhook.isEnabled)
      throw new DomainError('webhook_disabled', 'Nothing is sent to a disabled webhook. Enable it first.');
    const id = random.uuid();
    const createdAt = clock.now();
    const { eventId, type } = earlier;
    // The event is deleted before this delivery.
    const [ownBody] = await bodiesOf(events, tx, [earlier]);
    if (ownBody === undefined) throw deliveryNotFound();
    await insertDeliveries(tx, database.dialect, [
      { id, webhookRowId: webhook.rowId, eventId, type, ownBody, createdAt },
    ]);
    tx.afterCommit(() => wake(webhook.rowId));
    const delivery: WebhookDelivery = {
      id,
      eventId,
      type,
      status: 'pending',
      attempts: [],
      nextAttemptAt: isoTime(createdAt),
      createdAt: isoTime(createdAt),
    };
    await remember(tx, delivery);
    return delivery;
  });
}

function toDelivery(webhook: WebhookRow, row: LoggedDelivery, viewer: Pick<Viewer, 'isAdmin'>): WebhookDelivery {
  const isCancelled = row.status === 'pending' && !row.isClaimed && row.rowId <= webhook.cancelledTo;
  return {
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    status: isCancelled ? 'failed' : row.status,
    attempts: row.attempts.map((attempt) => ({
      at: isoTime(attempt.at),
      statusCode: attempt.statusCode,
      ...shownAttempt(attempt, viewer),
    })),
    nextAttemptAt: isCancelled ? null : optionalIsoTime(row.dueAt),
    createdAt: isoTime(row.createdAt),
  };
}

const deliveryNotFound = (): DomainError => new DomainError('delivery_not_found', 'There is no such delivery.');
