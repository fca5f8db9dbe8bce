/** New event types are added to `packages/contract/src/schemas/events-schemas.ts`. */
import type { Reader, Tx } from '../../platform/db/index.ts';
import type { DriveEvent } from '../../platform/events/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { insertDeliveries, type NewDelivery } from './delivery-store.ts';
import { eventFrom, seenType } from './event-view.ts';
import { hasReceivers, listReceivers, type EventReceiver } from './webhook-store.ts';

type Envelope = Pick<DriveEvent, 'id' | 'createdAt' | 'data'> & { readonly type: string };

/** The JSON that webhooks and event streams send for an event. */
export const renderEnvelope = ({ id, type, createdAt, data }: Envelope): string =>
  JSON.stringify({ id, type, created: Math.floor(createdAt / 1000), data });

/**
 * The bodies of deliveries, in their order: one of its own, or that of its event. undefined: the event is deleted, as
 * the delivery will be by the next sweep.
 */
export async function bodiesOf(
  events: Ports['events'],
  reader: Reader,
  deliveries: readonly { readonly ownBody: string; readonly eventId: string; readonly createdAt: number }[],
): Promise<readonly (string | undefined)[]> {
  const without = deliveries.filter(({ ownBody }) => ownBody === '');
  if (without.length === 0) return deliveries.map(({ ownBody }) => ownBody);
  const found = await events.find(
    reader,
    without.map(({ eventId, createdAt }) => ({ id: eventId, createdAt })),
  );
  const bodies = new Map([...found].map(([id, event]) => [id, renderEnvelope(event)]));
  return deliveries.map(({ ownBody, eventId }) => (ownBody === '' ? bodies.get(eventId) : ownBody));
}

/**
 * Inserts one delivery of every event for each enabled webhook of its user that receives it, in the transaction of the event. A
 * webhook that sees one folder only gets a body of its own.
 */
export function fanOut(
  { database: { dialect }, random, events }: Pick<Ports, 'database' | 'random' | 'events'>,
  wake: (webhookRowId: number) => void,
): void {
  events.accompany(async (tx, published) => {
    const receivers = new Map<number, readonly EventReceiver[]>();
    const deliveries: (NewDelivery & Pick<EventReceiver, 'rootId'>)[] = [];
    for (const event of published) {
      const { id: eventId, userId, type, createdAt } = event;
      // sendTestEvent() sends it to one webhook only.
      if (type === 'webhook.test') continue;
      const webhooks = receivers.get(userId) ?? (await listReceivers(tx, userId));
      receivers.set(userId, webhooks);
      for (const webhook of webhooks) {
        const seen = seenType(event, webhook);
        if (seen === undefined) continue;
        const { rowId: webhookRowId, rootId } = webhook;
        deliveries.push({ id: random.uuid(), webhookRowId, eventId, type: seen, ownBody: '', createdAt, rootId });
      }
    }
    if (deliveries.length === 0) return;
    await insertDeliveries(tx, dialect, await withOwnBodies(events, tx, deliveries));
    tx.afterCommit(() => {
      for (const rowId of new Set(deliveries.map(({ webhookRowId }) => webhookRowId))) wake(rowId);
    });
  }, hasReceivers('events.user_id'));
}

async function withOwnBodies(
  events: Ports['events'],
  tx: Tx,
  deliveries: readonly (NewDelivery & Pick<EventReceiver, 'rootId'>)[],
): Promise<readonly NewDelivery[]> {
  const confined = deliveries.filter(({ rootId }) => rootId !== null);
  if (confined.length === 0) return deliveries;
  const found = await events.find(
    tx,
    confined.map(({ eventId, createdAt }) => ({ id: eventId, createdAt })),
  );
  return deliveries.map((delivery) => {
    const event = delivery.rootId === null ? undefined : found.get(delivery.eventId);
    return event === undefined ? delivery : { ...delivery, ownBody: renderEnvelope(eventFrom(delivery.rootId, event)) };
  });
}
