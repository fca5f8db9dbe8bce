/** New event types are added to `packages/contract/src/schemas/events-schemas.ts`. */
import type { Reader } from '../../platform/db/index.ts';
import type { DriveEvent } from '../../platform/events/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { insertDeliveries, type NewDelivery } from './delivery-store.ts';
import { listReceivers } from './webhook-store.ts';

/** The JSON that webhooks and event streams send for an event. */
export const renderEnvelope = ({ id, type, createdAt, data }: DriveEvent): string =>
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

/** Inserts one delivery of every event for each enabled webhook of its user that receives its type, in the transaction of the event. */
export function fanOut(
  { database: { dialect }, random, events }: Pick<Ports, 'database' | 'random' | 'events'>,
  wake: (webhookRowId: number) => void,
): void {
  events.accompany(async (tx, published) => {
    const receivers = new Map<string, readonly number[]>();
    const deliveries: NewDelivery[] = [];
    for (const event of published) {
      const { id: eventId, userId, type, createdAt } = event;
      // sendTestEvent() sends it to one webhook only.
      if (type === 'webhook.test') continue;
      const key = `${userId} ${type}`;
      const webhookRowIds = receivers.get(key) ?? (await listReceivers(tx, userId, type));
      receivers.set(key, webhookRowIds);
      for (const webhookRowId of webhookRowIds)
        deliveries.push({ id: random.uuid(), webhookRowId, eventId, type, ownBody: '', createdAt });
    }
    if (deliveries.length === 0) return;
    await insertDeliveries(tx, dialect, deliveries);
    tx.afterCommit(() => {
      for (const rowId of new Set(deliveries.map(({ webhookRowId }) => webhookRowId))) wake(rowId);
    });
  });
}
