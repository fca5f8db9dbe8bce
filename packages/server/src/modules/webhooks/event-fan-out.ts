/** New event types are added to `packages/contract/src/schemas/events-schemas.ts`. */
import type { DriveEvent } from '../../platform/events/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { insertDeliveries } from './delivery-store.ts';
import { listReceivers } from './webhook-store.ts';

/** The JSON that webhooks and event streams send for an event. */
export const renderEnvelope = ({ id, type, createdAt, data }: DriveEvent): string =>
  JSON.stringify({ id, type, created: Math.floor(createdAt / 1000), data });

/** Inserts one delivery of every event for each enabled webhook of its user that receives its type, in the transaction of the event. */
export function fanOut(
  { clock, random, events }: Pick<Ports, 'clock' | 'random' | 'events'>,
  wake: (webhookRowId: number) => void,
): void {
  events.accompany(async (tx, event) => {
    // sendTestEvent() sends it to one webhook only.
    if (event.type === 'webhook.test') return;
    const webhookRowIds = await listReceivers(tx, event.userId, event.type);
    if (webhookRowIds.length === 0) return;
    const { id: eventId, type } = event;
    const body = renderEnvelope(event);
    const createdAt = clock.now();
    await insertDeliveries(
      tx,
      webhookRowIds.map((webhookRowId) => ({ id: random.uuid(), webhookRowId, eventId, type, body, createdAt })),
    );
    tx.afterCommit(() => {
      for (const rowId of webhookRowIds) wake(rowId);
    });
  });
}
