import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events/index.ts';
import type { Random } from '../../platform/random.ts';
import { writeEnvelope } from './envelope.ts';
import { insertDeliveries } from './queue-store.ts';
import { listEnabledRowIds } from './store.ts';

/** Every event becomes one delivery for each of its user's enabled webhooks, in the event's own transaction. */
export function fanOut(
  { clock, random, events }: { readonly clock: Clock; readonly random: Random; readonly events: Events },
  wake: (webhookRowId: number) => void,
): void {
  events.accompany(async (tx, event) => {
    // Goes to the one webhook that is tested, at once.
    if (event.type === 'webhook.test') return;
    const webhookRowIds = await listEnabledRowIds(tx, event.userId);
    if (webhookRowIds.length === 0) return;
    const body = writeEnvelope(event);
    await insertDeliveries(
      tx,
      webhookRowIds.map((webhookRowId) => ({
        id: random.uuid(),
        webhookRowId,
        eventId: event.id,
        type: event.type,
        body,
        createdAt: clock.now(),
      })),
    );
    tx.afterCommit(() => {
      for (const rowId of webhookRowIds) wake(rowId);
    });
  });
}
