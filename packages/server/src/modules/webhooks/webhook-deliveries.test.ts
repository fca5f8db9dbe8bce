import type { ServerResponse } from 'node:http';
import { dayMs, hourMs, isoTime, secondMs } from '@drive/base';
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { downloadData, webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { signatureOf, startReceiver, toReceivers, type Receiver } from '../../../test/network/receivers.ts';
import { overriding } from '../../../test/overriding.ts';

let drive: Drive;
let isReadOnly = false;
let user: TestUser;
let receiver: Receiver;
const receivers: Receiver[] = [];

beforeEach(async () => {
  isReadOnly = false;
  drive = await startDrive({
    outbound: toReceivers,
    featureBudgets: { webhook: { calls: 1000, seconds: 60 } },
    database: (own) =>
      overriding(own, {
        write: async (work, options) => {
          if (isReadOnly) throw new Error('the disk is read-only');
          return own.write(work, options);
        },
      }),
  });
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
const { create, list, deliveriesOf, publish } = webhookApi(() => ({ drive, user }));
const webhookOf = async ({ id }: { id: string }): Promise<Webhook | undefined> =>
  (await list()).find((each) => each.id === id);

test('an event is sent, signed, to each enabled webhook of its user and logged', async () => {
  const webhook = await create(receiver.url);
  const second = await newReceiver();
  await create(second.url);
  const other = await drive.createUser();
  const elsewhere = await newReceiver();
  await webhookApi(() => ({ drive, user: other })).create(elsewhere.url);
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
    data: downloadData,
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
  const detail = await drive.fetch(`/api/users/me/webhooks/${webhook.id}/deliveries/${delivery?.id}`, {
    key: user.key,
  });
  const { requestBody, responseBody } = (await detail.json()) as WebhookDeliveryDetail;
  expect({ requestBody, responseBody }).toEqual({ requestBody: received.body, responseBody: 'thanks' });
});

test('a webhook receives only its types of events, and every test event', async () => {
  const [chosen, other] = [await newReceiver(), await newReceiver()];
  await create(receiver.url);
  const one = await create(chosen.url);
  const two = await create(other.url);
  const { call } = webhookApi(() => ({ drive, user }));
  expect((await call('PATCH', `/${one.id}`, { events: ['share.download'] })).status).toBe(200);
  expect((await call('PATCH', `/${two.id}`, { events: ['collect.uploaded'] })).status).toBe(200);
  await publish();
  await drive.drain();
  expect([receiver, chosen, other].map(({ received }) => received.length)).toEqual([1, 1, 0]);
  await call('POST', `/${two.id}/test`);
  expect(other.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['webhook.test']);
  // A change counts for later events.
  expect((await call('PATCH', `/${two.id}`, { events: ['share.download'] })).status).toBe(200);
  await publish();
  await drive.drain();
  expect([receiver, chosen, other].map(({ received }) => received.length)).toEqual([2, 2, 2]);
});

test('a delivery is attempted six times on schedule, with a new signature and the same id', async () => {
  receiver.answer = 500;
  const webhook = await create(receiver.url);
  await publish();
  const startedAt = drive.clock.now();
  const at: number[] = [];
  for (const seconds of [0, 60, 300, 1800, 7200, 21_600]) {
    drive.clock.advance(seconds * secondMs - 1);
    await drive.drain();
    expect(receiver.received).toHaveLength(at.length);
    drive.clock.advance(1);
    await drive.drain();
    at.push((drive.clock.now() - startedAt) / secondMs);
    expect(receiver.received).toHaveLength(at.length);
  }
  drive.clock.advance(dayMs);
  await drive.drain();
  expect(at).toEqual([0, 60, 360, 2160, 9360, 30_960]);
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  const eventId = (await deliveriesOf(webhook))[0]?.eventId;
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(at.map(() => eventId));
  expect(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).toEqual(
    at.map((seconds) => String(startedAt / secondMs + seconds)),
  );
  const signatures = receiver.received.map((received) => signatureOf(webhook.signingSecret, received));
  expect(signatures).toEqual(at.map((seconds) => ({ t: startedAt / secondMs + seconds, isRight: true })));
  const [delivery] = await deliveriesOf(webhook);
  expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
  expect(delivery?.attempts.map((attempt) => [attempt.at, attempt.statusCode, attempt.error])).toEqual(
    at.map((seconds) => [isoTime(startedAt + seconds * secondMs), 500, 'answered 500']),
  );
  expect(await webhookOf(webhook)).toMatchObject({ enabled: true, consecutiveFailures: 1 });
});

test('the log shows when the next attempt is due', async () => {
  receiver.answer = 503;
  const webhook = await create(receiver.url);
  await publish();
  await drive.drain();
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'pending', nextAttemptAt: isoTime(drive.clock.now() + 60 * secondMs) },
  ]);
  receiver.answer = 204;
  drive.clock.advance(60 * secondMs);
  await drive.drain();
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'delivered', attempts: [{ statusCode: 503 }, { statusCode: 204, error: null }], nextAttemptAt: null },
  ]);
});

test('deliveries of a time when the clock was far ahead are sent once it is right again', async () => {
  receiver.answer = 503;
  const webhook = await create(receiver.url);
  drive.clock.advance(365 * dayMs);
  await publish();
  await drive.drain();
  await publish();
  drive.clock.advance(-365 * dayMs);
  receiver.answer = 204;
  await publish();
  await drive.jobs.runNow('webhooks.sweep');
  await drive.drain();
  expect(await deliveriesOf(webhook)).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'delivered' })));
  // The longest delay before an attempt is no mistake.
  receiver.answer = 503;
  await publish();
  for (const seconds of [0, 60, 300, 1800, 7200]) {
    drive.clock.advance(seconds * secondMs);
    await drive.drain();
  }
  await drive.jobs.runNow('webhooks.sweep');
  await drive.drain();
  const [last] = await deliveriesOf(webhook);
  expect(last).toMatchObject({ nextAttemptAt: isoTime(drive.clock.now() + 21_600 * secondMs) });
});

test('a redirect is a failure that is not followed', async () => {
  const elsewhere = await newReceiver();
  receiver.answer = (response) => response.writeHead(302, { location: elsewhere.url }).end();
  const webhook = await create(receiver.url);
  await publish();
  await drive.drain();
  expect(elsewhere.connections).toBe(0);
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'pending', attempts: [{ statusCode: 302, error: 'answered 302: redirects are not followed' }] },
  ]);
});

test('an event of a rolled-back transaction is not sent', async () => {
  const webhook = await create(receiver.url);
  const write = drive.database.write(async (tx) => {
    drive.events.publish(tx, { type: 'share.download', userId: user.userId, data: downloadData });
    throw new Error('no');
  });
  await expect(write).rejects.toThrow('no');
  await drive.drain();
  expect(receiver.received).toHaveLength(0);
  expect(await deliveriesOf(webhook)).toEqual([]);
});

test('deliveries are sent as soon as a disk takes writes that refused them at the start', async () => {
  await create(receiver.url);
  await publish();
  isReadOnly = true;
  await drive.app.drainWebhooks().catch(() => undefined);
  expect(receiver.received).toHaveLength(0);
  isReadOnly = false;
  drive.clock.advance(secondMs);
  await drive.drain();
  expect(receiver.received).toHaveLength(1);
});

test('waiting deliveries, and those a killed server had claimed, are sent after a restart', async () => {
  receiver.answer = 500;
  const webhook = await create(receiver.url);
  for (let count = 0; count < 3; count += 1) await publish();
  await drive.drain();
  await drive.restart();
  drive.clock.advance(60 * secondMs);
  // The state after the crash of a claiming process.
  await drive.database.write((tx) =>
    tx
      .updateTable('webhook_deliveries')
      .set({ claimed_by: 'dead', due_at: drive.clock.now() + 60 * secondMs })
      .where('row_id', 'in', (db) =>
        db.selectFrom('webhook_deliveries').select((select) => select.fn.min('row_id').as('row_id')),
      )
      .execute(),
  );
  receiver.answer = 200;
  await drive.drain();
  if (drive.database.dialect === 'postgres') {
    // Another server may be running the delivery: only the end of the lease frees it.
    expect(receiver.received).toHaveLength(5);
    drive.clock.advance(60 * secondMs);
    await drive.restart();
  }
  await drive.restart();
  await drive.drain();
  expect(receiver.received).toHaveLength(6);
  expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('a delivery has the body of its event, unless it stores its own', async () => {
  const webhook = await create(receiver.url);
  await publish();
  const stored = await drive.database.reader.selectFrom('webhook_deliveries').select('body').execute();
  expect(stored).toEqual([{ body: '' }]);
  await drive.drain();
  const sent = receiver.received[0]?.body;
  await drive.database.write((tx) =>
    tx.updateTable('webhook_deliveries').set({ body: '{"kept":1}', status: 'pending', due_at: 0 }).execute(),
  );
  await drive.drain();
  expect(receiver.received.map(({ body }) => body)).toEqual([sent, '{"kept":1}']);
  const [delivery] = await deliveriesOf(webhook);
  const { call } = webhookApi(() => ({ drive, user }));
  const detail = (await (
    await call('GET', `/${webhook.id}/deliveries/${delivery?.id}`)
  ).json()) as WebhookDeliveryDetail;
  expect(detail.requestBody).toBe('{"kept":1}');
});

describe('ten failed deliveries in a row', () => {
  async function fail(count: number): Promise<void> {
    for (let each = 0; each < count; each += 1) await publish();
    for (const seconds of [0, 60, 300, 1800, 7200, 21_600]) {
      drive.clock.advance(seconds * secondMs);
      await drive.drain();
    }
  }

  test('disable the webhook, cancel waiting deliveries and email the owner once', async () => {
    receiver.answer = 500;
    const webhook = await create(receiver.url);
    await fail(9);
    expect(await webhookOf(webhook)).toMatchObject({ enabled: true, consecutiveFailures: 9, disabledReason: null });
    await publish();
    await drive.drain();
    // Published just before the tenth failure, and due when the webhook is disabled.
    for (let attempt = 1; attempt < 6; attempt += 1) {
      if (attempt === 5) await publish();
      drive.clock.advance(21_600 * secondMs);
      await drive.drain();
    }
    expect(await webhookOf(webhook)).toMatchObject({
      enabled: false,
      consecutiveFailures: 10,
      disabledReason: 'auto_disabled_failures',
    });
    const sent = receiver.received.length;
    await publish();
    drive.clock.advance(dayMs);
    await drive.drain();
    expect(receiver.received).toHaveLength(sent);
    expect(new Set((await deliveriesOf(webhook)).map(({ status }) => status))).toEqual(new Set(['failed']));
    expect((await deliveriesOf(webhook)).every(({ nextAttemptAt }) => nextAttemptAt === null)).toBe(true);
    expect(drive.mails).toMatchObject([{ to: user.email, subject: expect.stringContaining('was disabled') }]);
    expect(drive.mails[0]?.text).toContain(receiver.url);

    receiver.answer = 200;
    const patch = { method: 'PATCH', key: user.key, json: { enabled: true } };
    const enabled = await drive.fetch(`/api/users/me/webhooks/${webhook.id}`, patch);
    expect(await enabled.json()).toMatchObject({ enabled: true, consecutiveFailures: 0, disabledReason: null });
    await drive.drain();
    expect(receiver.received).toHaveLength(sent);
    await publish();
    await drive.drain();
    expect(receiver.received).toHaveLength(sent + 1);
  });

  test('are counted from zero after a success', async () => {
    receiver.answer = 500;
    const webhook = await create(receiver.url);
    await fail(9);
    expect(await webhookOf(webhook)).toMatchObject({ consecutiveFailures: 9 });
    receiver.answer = 200;
    await publish();
    await drive.drain();
    expect(await webhookOf(webhook)).toMatchObject({ enabled: true, consecutiveFailures: 0 });
  });
});

test('many deliveries that fail at the same time disable the webhook once', async () => {
  receiver.answer = 500;
  const webhook = await create(receiver.url);
  for (let count = 0; count < 30; count += 1) await publish();
  for (const seconds of [0, 60, 300, 1800, 7200, 21_600]) {
    drive.clock.advance(seconds * secondMs);
    await drive.drain();
  }
  expect(await webhookOf(webhook)).toMatchObject({ enabled: false, consecutiveFailures: 10 });
  expect(drive.mails).toHaveLength(1);
});

test('disabling by the owner cancels all waiting deliveries', async () => {
  receiver.answer = 500;
  const webhook = await create(receiver.url);
  for (let count = 0; count < 120; count += 1) await publish();
  const path = `/api/users/me/webhooks/${webhook.id}`;
  await drive.fetch(path, { method: 'PATCH', key: user.key, json: { enabled: false } });
  expect((await deliveriesOf(webhook)).every(({ status }) => status === 'failed')).toBe(true);
  await drive.fetch(path, { method: 'PATCH', key: user.key, json: { enabled: true } });
  await drive.drain();
  expect(receiver.received).toHaveLength(0);
  const waiting = await drive.database.reader
    .selectFrom('webhook_deliveries')
    .select('row_id')
    .where('due_at', 'is not', null)
    .execute();
  expect(waiting).toEqual([]);
});

test('a receiver that hangs uses one slot and delays no other webhook', async () => {
  await drive.close();
  drive = await startDrive({ outbound: { ...toReceivers, answerTimeoutMs: 400 } });
  user = await drive.createUser();
  const hanging = await newReceiver(() => undefined);
  const slow = await create(hanging.url);
  const others = await Promise.all(Array.from({ length: 4 }, () => newReceiver()));
  for (const each of others) await create(each.url);
  let most = 0;
  let open = 0;
  hanging.answer = (response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
  };
  for (let count = 0; count < 5; count += 1) await publish();
  const startedAt = performance.now();
  const drained = drive.drain();
  while (others.some(({ received }) => received.length < 5) && performance.now() - startedAt < 5000)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const hangingReached = hanging.received.length;
  await drained;
  expect(hangingReached).toBeLessThan(5);
  expect(most).toBe(1);
  expect(hanging.received).toHaveLength(5);
  expect((await deliveriesOf(slow)).map(({ attempts }) => attempts[0]?.error)).toEqual(
    Array.from({ length: 5 }, () => 'no answer in time'),
  );
});

test('a receiver that responds gets many deliveries at the same time', async () => {
  const held: ServerResponse[] = [];
  let most = 0;
  let timer: NodeJS.Timeout | undefined;
  // All requests that arrive without a response have arrived.
  receiver.answer = (response) => {
    most = Math.max(most, held.push(response));
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const each of held.splice(0)) each.end();
    }, 150);
  };
  await create(receiver.url);
  for (let count = 0; count < 100; count += 1) await publish();
  await drive.drain();
  expect(receiver.received).toHaveLength(100);
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(100);
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThanOrEqual(32);
});

test('a connection is reused for deliveries of the same webhook only', async () => {
  await create(`${receiver.url}?first`);
  await create(`${receiver.url}?second`);
  for (let count = 0; count < 6; count += 1) await publish();
  await drive.drain();
  const connectionsOf = (path: string): Set<number> =>
    new Set(receiver.received.filter((each) => each.path.endsWith(path)).map(({ connection }) => connection));
  const [first, second] = [connectionsOf('?first'), connectionsOf('?second')];
  expect(receiver.received).toHaveLength(12);
  expect([...first].filter((each) => second.has(each))).toEqual([]);
  expect(first.size).toBeLessThan(6);
});

describe('redelivering', () => {
  const redeliver = (webhook: { id: string }, deliveryId: string, key = user.key): Promise<Response> =>
    drive.fetch(`/api/users/me/webhooks/${webhook.id}/deliveries/${deliveryId}/redeliver`, { method: 'POST', key });

  test('creates a new delivery of the same event', async () => {
    const webhook = await create(receiver.url);
    await publish();
    await drive.drain();
    const [first] = await deliveriesOf(webhook);
    const response = await redeliver(webhook, first?.id ?? '');
    expect(response.status).toBe(202);
    const again = (await response.json()) as WebhookDelivery;
    expect(again).toMatchObject({ eventId: first?.eventId, type: 'share.download', status: 'pending', attempts: [] });
    expect(again.id).not.toBe(first?.id);
    await drive.drain();
    const [one, two] = receiver.received;
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['x-service-delivery']).toBe(again.id);
    expect((await deliveriesOf(webhook)).map(({ id, status }) => [id, status])).toEqual([
      [again.id, 'delivered'],
      [first?.id, 'delivered'],
    ]);
  });

  test('is rejected for a disabled webhook, an unknown delivery and another user', async () => {
    const webhook = await create(receiver.url);
    await publish();
    await drive.drain();
    const id = (await deliveriesOf(webhook))[0]?.id ?? '';
    const other = await drive.createUser();
    const refusals = [
      await redeliver(webhook, id, other.key),
      await redeliver(webhook, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'),
      await redeliver(await create(receiver.url), id),
    ];
    await drive.fetch(`/api/users/me/webhooks/${webhook.id}`, {
      method: 'PATCH',
      key: user.key,
      json: { enabled: false },
    });
    refusals.push(await redeliver(webhook, id));
    const codes = await Promise.all(
      refusals.map(async (each) => [each.status, ((await each.json()) as { code: string }).code]),
    );
    expect(codes).toEqual([
      [404, 'webhook_not_found'],
      [404, 'delivery_not_found'],
      [404, 'delivery_not_found'],
      [409, 'webhook_disabled'],
    ]);
  });
});

test('the log has pages, newest first, and keeps deliveries for 30 days', async () => {
  const webhook = await create(receiver.url);
  for (let count = 0; count < 5; count += 1) {
    await publish();
    drive.clock.advance(secondMs);
  }
  await drive.drain();
  const page = await drive.fetch(`/api/users/me/webhooks/${webhook.id}/deliveries?page=2&limit=2`, { key: user.key });
  const { deliveries, pagination } = (await page.json()) as { deliveries: WebhookDelivery[]; pagination: object };
  expect(pagination).toEqual({
    currentPage: 2,
    totalItems: 5,
    totalPages: 3,
    nextCursor: expect.any(String) as string,
  });
  expect(deliveries.map(({ id }) => id)).toEqual((await deliveriesOf(webhook)).map(({ id }) => id).slice(2, 4));
  drive.clock.advance(30 * dayMs - 3 * secondMs);
  await drive.jobs.runNow('webhooks.sweep');
  expect(await deliveriesOf(webhook)).toHaveLength(3);
  drive.clock.advance(hourMs);
  await drive.jobs.runNow('webhooks.sweep');
  expect(await deliveriesOf(webhook)).toHaveLength(0);
  expect(await drive.database.reader.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
});
