import type { WebhookDelivery, WebhookWithSecret } from '@drive/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { eventually, startReceiver, toReceivers, type Receiver } from '../../../test/receivers.ts';
import { secondMs } from '../../platform/clock.ts';

let drive: Drive;
let user: TestUser;
let receiver: Receiver;

beforeEach(async () => {
  drive = await startDrive({
    outbound: { ...toReceivers, answerTimeoutMs: 20_000 },
    settings: { WEBHOOK_RETRY_SECONDS: '1,1,1' },
    sendsByItself: true,
  });
  user = await drive.createUser();
  receiver = await startReceiver();
});
afterEach(async () => {
  await drive.close();
  await receiver.close();
});

async function createWebhook(url = receiver.url): Promise<WebhookWithSecret> {
  const response = await drive.fetch('/api/users/me/webhooks', { method: 'POST', key: user.key, json: { url } });
  return (await response.json()) as WebhookWithSecret;
}
const publish = (): Promise<unknown> =>
  drive.database.write((tx) =>
    drive.events.publish(tx, {
      type: 'share.download.anonymous',
      userId: user.userId,
      data: {
        share_token: 't',
        share_name: 'n',
        file_id: null,
        file_name: null,
        occurred_at: '2026-01-15T12:00:00.000Z',
      },
    }),
  );
async function deliveriesOf({ id }: WebhookWithSecret): Promise<WebhookDelivery[]> {
  const response = await drive.fetch(`/api/users/me/webhooks/${id}/deliveries?limit=200`, { key: user.key });
  return ((await response.json()) as { deliveries: WebhookDelivery[] }).deliveries;
}
const idsOf = ({ received }: Receiver): unknown[] => received.map(({ headers }) => headers['x-service-delivery']);

test('events are sent without being asked, also later ones', async () => {
  const webhook = await createWebhook();
  for (let count = 0; count < 40; count += 1) await publish();
  await eventually(() => receiver.received.length >= 40);
  await publish();
  await eventually(() => receiver.received.length >= 41);
  expect(new Set(idsOf(receiver)).size).toBe(41);
  expect(await deliveriesOf(webhook)).toHaveLength(41);
});

test('a retry is sent when it is due, and not before', async () => {
  receiver.answer = 500;
  await createWebhook();
  await publish();
  await eventually(() => receiver.received.length === 1);
  receiver.answer = 200;
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(receiver.received).toHaveLength(1);
  drive.clock.advance(secondMs);
  await eventually(() => receiver.received.length === 2);
  expect(new Set(idsOf(receiver)).size).toBe(1);
});

test('attempts that a stop aborts are sent after the next start', async () => {
  const reached = new Set<string>();
  receiver.answer = (_response, { headers }) => void reached.add(String(headers['x-service-delivery']));
  const webhook = await createWebhook();
  for (let count = 0; count < 3; count += 1) await publish();
  await eventually(() => reached.size > 0);
  receiver.answer = 200;
  const before = receiver.received.length;
  await drive.restart();
  await eventually(() => receiver.received.length >= before + 3);
  const ids = new Set(idsOf(receiver));
  expect(ids.size).toBe(3);
  let deliveries = await deliveriesOf(webhook);
  for (let turn = 0; turn < 100 && deliveries.some(({ status }) => status !== 'delivered'); turn += 1)
    deliveries = await deliveriesOf(webhook);
  expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual(
    Array.from({ length: 3 }, () => ['delivered', 1]),
  );
});

test('a webhook that hangs does not delay another one of the same user', async () => {
  const hanging = await startReceiver(() => undefined);
  await createWebhook(hanging.url);
  await createWebhook();
  for (let count = 0; count < 30; count += 1) await publish();
  await eventually(() => receiver.received.length === 30);
  expect(hanging.received.length).toBeLessThanOrEqual(1);
  await hanging.close();
});
