import { secondMs } from '@drive/base';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { serverCount, startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { eventually, startReceiver, toReceivers, type Receiver } from '../../../test/network/receivers.ts';

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

const { create, deliveriesOf, publish } = webhookApi(() => ({ drive, user }));
const idsOf = ({ received }: Receiver): unknown[] => received.map(({ headers }) => headers['x-service-delivery']);

test('events are sent without a request, also later ones', async () => {
  const webhook = await create(receiver.url);
  for (let count = 0; count < 40; count += 1) await publish();
  await eventually(() => receiver.received.length >= 40);
  await publish();
  await eventually(() => receiver.received.length >= 41);
  expect(new Set(idsOf(receiver)).size).toBe(41);
  expect(await deliveriesOf(webhook)).toHaveLength(41);
});

test('a retry is sent when it is due, and not before', async () => {
  receiver.answer = 500;
  await create(receiver.url);
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
  const webhook = await create(receiver.url);
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
  await create(hanging.url);
  await create(receiver.url);
  for (let count = 0; count < 30; count += 1) await publish();
  await eventually(() => receiver.received.length === 30);
  expect(hanging.received.length).toBeLessThanOrEqual(1);
  await hanging.close();
});

test.runIf(inject('databaseKind') === 'postgres' && serverCount === 1)(
  'one of two servers sends to one host at most half of the attempts that a single one does at once',
  async () => {
    await drive.startAnother();
    let open = 0;
    let most = 0;
    receiver.answer = (response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.writeHead(200).end();
      }, 100);
    };
    const webhooks = 5;
    for (let count = 0; count < webhooks; count += 1) await create(receiver.url);
    const events = 100;
    for (let count = 0; count < events; count += 1) await publish();
    await eventually(() => new Set(idsOf(receiver)).size === webhooks * events);
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(16);
  },
);
