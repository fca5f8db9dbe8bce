import { secondMs } from '@drive/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { startReceiver, toReceivers, type Receiver } from '../../../test/network/receivers.ts';
import { driveForAllTests, drive, user } from '../../../test/use-drive.ts';

const many = { webhook: { calls: 1000, seconds: 60 } };

let receiver: Receiver;

const { call, create, sendTest, deliveriesOf, publish } = webhookApi(() => ({ drive, user }));

driveForAllTests(() => startDrive({ outbound: toReceivers, featureBudgets: many }));
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

test.each([301, 302, 303, 307, 308])('a redirect with status %i is a failure and is not followed', async (status) => {
  const elsewhere = await startReceiver();
  const webhook = await create(receiver.url);
  for (const location of [elsewhere.url, 'http://169.254.169.254/latest/meta-data/', '/again', 'file:///etc/passwd']) {
    receiver.answer = (response) => response.writeHead(status, { location }).end();
    expect(await sendTest(webhook)).toEqual({
      delivered: false,
      error: `answered ${status}: redirects are not followed`,
      statusCode: status,
    });
  }
  expect(elsewhere.connections).toBe(0);
  expect(receiver.connections).toBe(4);
  await elsewhere.close();
});

test.each([200, 201, 202, 204, 206, 226, 299])('status %i counts as delivered', async (status) => {
  const webhook = await create(receiver.url);
  receiver.answer = (response) => response.writeHead(status).end();
  expect(await sendTest(webhook)).toEqual({ delivered: true, error: null, statusCode: status });
});

test.each([300, 304, 400, 401, 404, 408, 410, 425, 429, 500, 503, 599, 999])(
  'status %i is a failure that keeps the webhook enabled',
  async (status) => {
    const webhook = await create(receiver.url);
    receiver.answer = (response) => response.writeHead(status, { 'retry-after': '86400' }).end();
    await publish();
    await drive.drain();
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: status }] });
    receiver.answer = 200;
    drive.clock.advance(60 * secondMs);
    await drive.drain();
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'delivered' }]);
  },
);

test('a receiver that disconnects, floods or hangs fails with a loggable error', async () => {
  const webhook = await create(receiver.url);
  const said: (string | null)[] = [];
  for (const answer of [
    (response) => response.socket?.destroy(),
    (response) => response.socket?.end('HTTP/1.1 200 OK\r\nx: \0\r\n\r\n'),
    (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    () => undefined,
  ] satisfies Receiver['answer'][]) {
    receiver.answer = answer;
    const { delivered, error, statusCode } = await sendTest(webhook);
    expect({ delivered, statusCode }).toEqual({ delivered: false, statusCode: null });
    said.push(error);
  }
  expect(said).toEqual([
    'the receiver closed the connection without an answer',
    'the answer is not HTTP',
    'the headers of the answer are too large',
    'no answer in time',
  ]);
});

test('the log shows the text in a binary response', async () => {
  const webhook = await create(receiver.url);
  receiver.answer = (response) => response.end(Buffer.from([0xff, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x41]));
  await sendTest(webhook);
  const [delivery] = await deliveriesOf(webhook);
  const detail = await call('GET', `/${webhook.id}/deliveries/${delivery?.id}`);
  const { responseBody } = (await detail.json()) as { responseBody: string };
  expect(responseBody).toMatch(/^\uFFFD+\(\uFFFD+A$/);
});
