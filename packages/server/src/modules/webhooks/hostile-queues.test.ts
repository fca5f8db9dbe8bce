import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { startReceiver, toReceivers, type Receiver } from '../../../test/network/receivers.ts';

let drive: Drive;
let user: TestUser;
let receiver: Receiver;
beforeEach(async () => {
  drive = await startDrive({ outbound: { ...toReceivers, answerTimeoutMs: 15_000 } });
  user = await drive.createUser();
  receiver = await startReceiver();
});
afterEach(async () => {
  await drive.close();
  await receiver.close();
});

const { create, deliveriesOf, publish } = webhookApi(() => ({ drive, user }));

test('all claimed deliveries are sent even if the queue loses its slots meanwhile', async () => {
  const held: ServerResponse[] = [];
  let count = 0;
  let rounds = 0;
  let quiet: NodeJS.Timeout | undefined;
  // All requests that arrive without a response have arrived: some stay open, those of the next claim fail in the end.
  const answerSome = (): void => {
    rounds += 1;
    for (const each of held.splice(rounds > 4 ? 0 : 16)) each.writeHead(rounds === 4 ? 500 : 200).end();
    if (rounds === 4) quiet = setTimeout(answerSome, 150);
  };
  receiver.answer = (response) => {
    count += 1;
    if (count < 40 || rounds > 4) return response.end();
    held.push(response);
    clearTimeout(quiet);
    quiet = setTimeout(answerSome, 150);
  };
  const webhook = await create(receiver.url);
  await publish(200);
  await drive.drain();
  const deliveries = await deliveriesOf(webhook);
  expect(deliveries).toHaveLength(200);
  expect(deliveries.filter(({ attempts }) => attempts.length !== 1)).toEqual([]);
  expect(rounds).toBeGreaterThan(4);
});

test('a receiver that alternates between fast and slow responses gets all due deliveries', async () => {
  const held: ServerResponse[] = [];
  let count = 0;
  receiver.answer = (response) => {
    count += 1;
    if (count < 64 || count % 4 !== 0) response.end();
    else if (held.push(response) === 1)
      setTimeout(() => {
        for (const each of held.splice(0)) each.writeHead(count % 8 === 0 ? 500 : 200).end();
      }, 40);
  };
  const webhook = await create(receiver.url);
  await publish(150);
  await drive.drain();
  expect((await deliveriesOf(webhook)).filter(({ attempts }) => attempts.length === 0)).toEqual([]);
});
