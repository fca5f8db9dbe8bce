import type { WebhookDelivery, WebhookDeliveryDetail, WebhookWithSecret } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { signatureOf, startReceiver, toReceivers, type Receiver } from '../../../test/receivers.ts';
import { dayMs, hourMs, isoTime, secondMs } from '../../platform/clock.ts';

let drive: Drive;
let user: TestUser;
let receiver: Receiver;
const receivers: Receiver[] = [];

beforeEach(async () => {
  drive = await startDrive({ outbound: toReceivers, featureBudgets: { webhook: { calls: 1000, seconds: 60 } } });
  user = await drive.createUser();
  receiver = await newReceiver();
});
afterEach(async () => {
  await drive.close();
  for (const each of receivers.splice(0)) await each.close();
});

async function newReceiver(answer?: Receiver['answer']): Promise<Receiver> {
  const made = await startReceiver(answer);
  receivers.push(made);
  return made;
}
async function createWebhook(url: string, owner = user): Promise<WebhookWithSecret> {
  const response = await drive.fetch('/api/users/me/webhooks', { method: 'POST', key: owner.key, json: { url } });
  expect(response.status).toBe(201);
  return (await response.json()) as WebhookWithSecret;
}
const data = {
  share_token: 'token',
  share_name: 'Größe',
  recipient_email_domain: 'example.org',
  occurred_at: '2026-01-15T12:00:00.000Z',
};
const publish = (owner = user): Promise<unknown> =>
  drive.database.write((tx) => drive.events.publish(tx, { type: 'share.download', userId: owner.userId, data }));
async function deliveriesOf({ id }: { id: string }, owner = user): Promise<WebhookDelivery[]> {
  const response = await drive.fetch(`/api/users/me/webhooks/${id}/deliveries?limit=100`, { key: owner.key });
  return ((await response.json()) as { deliveries: WebhookDelivery[] }).deliveries;
}
async function webhookOf({ id }: { id: string }): Promise<Record<string, unknown>> {
  const all = (await (await drive.fetch('/api/users/me/webhooks', { key: user.key })).json()) as { id: string }[];
  return all.find((each) => each.id === id) as unknown as Record<string, unknown>;
}

test('an event goes to each enabled webhook of its user, signed, and the log says so', async () => {
  const webhook = await createWebhook(receiver.url);
  const second = await newReceiver();
  await createWebhook(second.url);
  const stranger = await drive.createUser();
  const elsewhere = await newReceiver();
  await createWebhook(elsewhere.url, stranger);
  await publish();
  await drive.drain();

  expect(receiver.received).toHaveLength(1);
  expect(second.received).toHaveLength(1);
  expect(elsewhere.received).toHaveLength(0);
  const [received] = receiver.received;
  if (received === undefined) throw new Error('nothing came');
  const body = JSON.parse(received.body) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['id', 'type', 'created', 'data']);
  expect(body).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{8}-/),
    type: 'share.download',
    created: drive.clock.now() / secondMs,
    data,
  });
  expect(received.headers['content-type']).toBe('application/json');
  expect(signatureOf(webhook.signingSecret, received)).toEqual({ t: drive.clock.now() / secondMs, isRight: true });
  const [delivery] = await deliveriesOf(webhook);
  expect(delivery).toEqual({
    id: received.headers['x-service-delivery'],
    eventId: body['id'],
    type: 'share.download',
    status: 'delivered',
    attempts: [{ at: isoTime(drive.clock.now()), statusCode: 200, error: null, durationMs: 0 }],
    nextAttemptAt: null,
    createdAt: isoTime(drive.clock.now()),
  });
  const detail = await drive.fetch(`/api/users/me/webhooks/${webhook.id}/deliveries/${delivery?.id}`, { key: user.key });
  const { requestBody, responseBody } = (await detail.json()) as WebhookDeliveryDetail;
  expect({ requestBody, responseBody }).toEqual({ requestBody: received.body, responseBody: 'thanks' });
});
