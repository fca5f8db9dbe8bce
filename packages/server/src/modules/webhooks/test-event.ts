import type { WebhookTest } from '@drive/contract';
import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { DriveEvent, Events } from '../../platform/events/index.ts';
import type { Random } from '../../platform/random.ts';
import { attempt, type AttemptDeps } from './attempt.ts';
import { writeEnvelope } from './envelope.ts';
import { notFound, requireWebhook } from './management.ts';
import { insertFinished } from './outcome-store.ts';
import { findWebhook } from './store.ts';

export interface TestDeps extends AttemptDeps {
  readonly database: Database;
  readonly random: Random;
  readonly events: Events;
}

/** Sends a test event to one webhook, now and once. It stands in the log, but says nothing for or against the webhook. */
export async function sendTest(deps: TestDeps, userId: number, id: string): Promise<WebhookTest> {
  const { database, clock, random, events } = deps;
  const webhook = await requireWebhook(database.reader, userId, id);
  const data = { message: 'This is a test of your webhook.', occurred_at: isoTime(clock.now()) };
  const event: DriveEvent<'webhook.test'> = await database.write((tx) =>
    events.publish(tx, { type: 'webhook.test', userId, data }),
  );
  const delivery = {
    id: random.uuid(),
    webhookRowId: webhook.rowId,
    eventId: event.id,
    type: event.type,
    body: writeEnvelope(event),
    createdAt: clock.now(),
  };
  const result = await attempt(deps, webhook, delivery);
  await database.write(async (tx) => {
    if ((await findWebhook(tx, userId, id)) === undefined) throw notFound();
    await insertFinished(tx, delivery, { ...result, status: result.isDelivered ? 'delivered' : 'failed', dueAt: null });
  });
  return { delivered: result.isDelivered, error: result.error, statusCode: result.statusCode };
}
