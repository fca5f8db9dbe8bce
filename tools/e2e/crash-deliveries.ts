import { unwrap } from '@drive/sdk/webhooks';
import { listAll, type Mark } from './crash-events.ts';
import { Broken } from './crash-uploads.ts';
import { signedAt, type Reception, type WebhookReceiver } from './webhook-receivers.ts';

interface WebhookDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: readonly { readonly statusCode: number | null; readonly error: string | null }[];
  readonly nextAttemptAt: string | null;
}

export interface CrashWebhook {
  readonly id: string;
  readonly signingSecret: string;
  readonly receiver: WebhookReceiver;
}

/** Deliveries that have not ended. */
export async function countWaiting(url: string, key: string, webhooks: readonly CrashWebhook[]): Promise<number> {
  const all = await Promise.all(webhooks.map(({ id }) => listDeliveries(url, key, id)));
  return all.flat().filter(({ status }) => status === 'pending').length;
}

const listDeliveries = (url: string, key: string, id: string): Promise<WebhookDelivery[]> =>
  listAll(`${url}/api/users/me/webhooks/${id}/deliveries`, { authorization: `Bearer ${key}` }, 'deliveries');

/** Every webhook received every event and no other, and its log matches its receiver. */
export async function verifyDeliveries(
  url: string,
  key: string,
  webhooks: readonly CrashWebhook[],
  happened: ReadonlySet<Mark>,
): Promise<{ readonly attempts: number; readonly repeats: number }> {
  let attempts = 0;
  let repeats = 0;
  for (const { id, signingSecret, receiver } of webhooks) {
    const byDelivery = Map.groupBy(receiver.receptions, ({ deliveryId }) => deliveryId);
    const deliveries = await listDeliveries(url, key, id);
    const marks = new Set<Mark>();
    for (const delivery of deliveries) {
      const received = byDelivery.get(delivery.id) ?? [];
      verifyLog(delivery, received);
      for (const reception of received) await verifySignature(reception, signingSecret);
      marks.add(markOf(delivery, received));
      attempts += delivery.attempts.length;
      repeats += received.filter(({ answered }) => isTaken(answered)).length - 1;
    }
    if (marks.size !== deliveries.length) throw new Broken('something was news twice for one webhook');
    for (const mark of happened) if (!marks.has(mark)) throw new Broken(`nobody was told of ${mark}`);
    for (const mark of marks) if (!happened.has(mark)) throw new Broken(`${mark} was told, and did not happen`);
    for (const deliveryId of byDelivery.keys())
      if (!deliveries.some((delivery) => delivery.id === deliveryId))
        throw new Broken(`${deliveryId} was sent, and is in no log`);
  }
  return { attempts, repeats };
}

/** By the API document, and by the library of receivers, which also checks the time. */
async function verifySignature(reception: Reception, secret: string): Promise<void> {
  const { deliveryId, signature, body, at } = reception;
  if (signedAt(reception, secret) === undefined) throw new Broken(`${deliveryId} was not signed`);
  await unwrap(body, { 'x-service-signature': signature }, secret, { now: new Date(at) }).catch((error: unknown) => {
    throw new Broken(`${deliveryId} is not taken by the SDK: ${String(error)}`);
  });
}

const isTaken = (answered: Reception['answered']): boolean =>
  answered !== 'nothing' && answered >= 200 && answered < 300;

function verifyLog({ id, status, attempts, nextAttemptAt }: WebhookDelivery, received: readonly Reception[]): void {
  const fail = (what: string): never => {
    const saw = received.map(({ answered }) => answered).join(',');
    const logged = attempts.map(({ statusCode }) => statusCode).join(',');
    throw new Broken(`${id} ${what}: ${status}, the log says ${logged}, the receiver ${saw}`);
  };
  if (status !== 'delivered' || nextAttemptAt !== null) fail('has not ended delivered');
  if (!received.some(({ answered }) => isTaken(answered))) fail('was never taken');
  for (const [index, { statusCode, error }] of attempts.entries()) {
    const isLast = index === attempts.length - 1;
    if (isTaken(statusCode ?? 'nothing') !== isLast) fail('goes on after a success, or ends without one');
    if ((error === null) !== isLast) fail('has an error where there was none');
  }
  // Interrupted attempts are not logged, so the log is a subsequence of the receiver's requests. No request was made of an attempt
  // without a connection, as on a machine that is so busy that none came about in time.
  let at = 0;
  for (const { statusCode, error } of attempts) {
    if (error?.startsWith('could not connect') === true) continue;
    while (at < received.length && received[at]?.answered !== (statusCode ?? 'nothing')) at += 1;
    if (at === received.length) fail('has an attempt that never was');
    at += 1;
  }
}

function markOf({ eventId, type }: WebhookDelivery, received: readonly Reception[]): Mark {
  const bodies = new Set(received.map(({ body }) => body));
  if (bodies.size !== 1) throw new Broken(`${eventId} was sent in ${bodies.size} ways`);
  const event = JSON.parse([...bodies][0] ?? '') as {
    id: string;
    type: string;
    data: { comment?: string; file_name?: string };
  };
  if (event.id !== eventId || event.type !== type) throw new Broken(`${eventId} was sent as ${event.id}`);
  return event.data.comment ?? event.data.file_name ?? '';
}
