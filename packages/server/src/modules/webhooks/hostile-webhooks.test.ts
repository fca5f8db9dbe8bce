import { secondMs } from '@drive/base';
import { startSmtp, type TestSmtp } from '@drive/mail/test';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { eventually, signatureOf, startReceiver, toReceivers, type Receiver } from '../../../test/network/receivers.ts';
import type { Schema } from '../../platform/db/index.ts';

let smtp: TestSmtp;
let drive: Drive;
let user: TestUser;
let receiver: Receiver;
beforeAll(async () => {
  smtp = await startSmtp();
  drive = await startDrive({
    outbound: toReceivers,
    mailer: smtp.mailer(),
    featureBudgets: { webhook: { calls: 1000, seconds: 60 } },
  });
});
afterAll(async () => {
  await drive.close();
  await smtp.close();
});
beforeEach(async () => {
  user = await drive.createUser();
  receiver = await startReceiver();
  smtp.refusal = undefined;
  smtp.mails.length = 0;
});
afterEach(async () => {
  for (const { id } of await list()) await call('DELETE', `/${id}`);
  await drive.drain();
  await receiver.close();
});

const { call, list, rotate, sendTest, deliveriesOf, publish, ...api } = webhookApi(() => ({ drive, user }));
const create = (url = receiver.url): ReturnType<typeof api.create> => api.create(url);
async function failAll(): Promise<void> {
  for (const seconds of [0, 60, 300, 1800, 7200, 21_600]) {
    drive.clock.advance(seconds * secondMs);
    await drive.drain();
  }
}
/** All rows of all tables. */
async function dumpDatabase(): Promise<string> {
  const reader = drive.database.reader as unknown as Kysely<Schema>;
  const tables = await reader.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      drive.database.reader
        .selectFrom(name as 'webhooks')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

test.each(['free', 'paid'] as const)('webhooks are available on the %s plan', async (plan) => {
  user = await drive.createUser({ email: `${plan}@example.com`, plan });
  const { id } = await create();
  expect(await sendTest({ id })).toMatchObject({ delivered: true });
});

test('concurrent creating and deleting never exceeds five webhooks', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const there = await list();
    await Promise.all([
      ...there.slice(0, 2).map(({ id }) => call('DELETE', `/${id}`)),
      ...Array.from({ length: 7 }, () => call('POST', '', { url: receiver.url })),
    ]);
    expect((await list()).length).toBeLessThanOrEqual(5);
  }
  // Whether a deletion was in time is random; the final count is not.
  await Promise.all(Array.from({ length: 7 }, () => call('POST', '', { url: receiver.url })));
  expect(await list()).toHaveLength(5);
});

test.each([
  ['POST', '', {}],
  ['POST', '', { url: 1 }],
  ['POST', '', { url: null }],
  ['POST', '', { url: 'https://hooks.example.com/', secret: 'mine' }],
  ['POST', '', []],
  ['PATCH', '/{id}', { enabled: 'yes' }],
  ['PATCH', '/{id}', { enabled: 1 }],
  ['PATCH', '/{id}', { signingSecret: 'mine' }],
  ['PATCH', '/{id}', { consecutiveFailures: 0 }],
] as const)('an invalid body is refused: %s%s %j', async (method, path, json) => {
  const { id } = await create();
  const response = await call(method, path.replace('{id}', id), json);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'validation_failed']);
  expect(await list()).toMatchObject([{ id, url: receiver.url, enabled: true }]);
});

describe('a secret', () => {
  test('appears only in the two responses that show it', async () => {
    const answers: string[] = [];
    const keep = async (response: Promise<Response>): Promise<void> => void answers.push(await (await response).text());
    const { id, signingSecret: first } = await create();
    // The log stores the receiver's response.
    receiver.answer = (response, { headers, body }) =>
      response.writeHead(headers['x-service-delivery'] === undefined ? 500 : 200).end(JSON.stringify(headers) + body);
    await publish();
    await drive.drain();
    const { signingSecret: second } = await rotate({ id });
    receiver.answer = 500;
    for (let count = 0; count < 10; count += 1) await publish();
    await sendTest({ id });
    await failAll();
    await drive.drain();
    for (const path of ['', `/${id}/deliveries`]) await keep(call('GET', path));
    for (const delivery of await deliveriesOf({ id })) await keep(call('GET', `/${id}/deliveries/${delivery.id}`));
    await keep(call('PATCH', `/${id}`, { enabled: true }));
    await keep(call('POST', `/${id}/test`));
    await keep(call('POST', `/${id}/deliveries/${(await deliveriesOf({ id }))[0]?.id}/redeliver`));
    await keep(drive.fetch('/api/openapi.json'));

    const places = {
      answers: answers.join('\n'),
      database: await dumpDatabase(),
      log: JSON.stringify(drive.logged),
      mails: JSON.stringify(smtp.mails),
      requests: JSON.stringify(receiver.received),
    };
    expect(smtp.mails).toHaveLength(1);
    for (const secret of [first, second])
      for (const [place, text] of Object.entries(places))
        expect([place, text.includes(secret), text.includes(secret.slice(8, 56))]).toEqual([place, false, false]);
  });

  test('does not sign retries and redeliveries of earlier events after a rotation', async () => {
    const { id, signingSecret: old } = await create();
    receiver.answer = 500;
    await publish();
    await drive.drain();
    const { signingSecret } = await rotate({ id });
    receiver.answer = 200;
    drive.clock.advance(60 * secondMs);
    await drive.drain();
    await call('POST', `/${id}/deliveries/${(await deliveriesOf({ id }))[0]?.id}/redeliver`);
    await drive.drain();
    const signed = (secret: string): boolean[] => receiver.received.map((each) => signatureOf(secret, each).isRight);
    expect(signed(old)).toEqual([true, false, false]);
    expect(signed(signingSecret)).toEqual([false, true, true]);
  });

  test('is the last one after concurrent rotations', async () => {
    const { id } = await create();
    const rotated = await Promise.all(Array.from({ length: 8 }, () => rotate({ id })));
    expect(new Set(rotated.map(({ signingSecret }) => signingSecret)).size).toBe(8);
    await sendTest({ id });
    const [received] = receiver.received;
    const valid = rotated.filter(
      ({ signingSecret }) => received !== undefined && signatureOf(signingSecret, received).isRight,
    );
    expect(valid).toHaveLength(1);
    expect((await list()).map(({ signingSecretMasked }) => signingSecretMasked)).toEqual([
      valid[0]?.signingSecretMasked,
    ]);
  });
});

describe('a changed URL', () => {
  test('receives waiting deliveries, also on the same host', async () => {
    const { id } = await create();
    await publish();
    await drive.drain();
    await call('PATCH', `/${id}`, { url: `${receiver.url}/elsewhere?a=b` });
    await publish();
    await drive.drain();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/elsewhere?a=b']);
    const other = await startReceiver();
    receiver.answer = 500;
    await publish();
    await drive.drain();
    await call('PATCH', `/${id}`, { url: other.url });
    drive.clock.advance(60 * secondMs);
    await drive.drain();
    expect(other.received).toHaveLength(1);
    expect(receiver.received).toHaveLength(3);
    await other.close();
  });
});

describe('during an attempt', () => {
  /** Publishes an event and leaves its request open; the returned function responds to it. */
  async function hold(): Promise<{ readonly drained: Promise<void>; answer(status: number): void }> {
    let answer: ((status: number) => void) | undefined;
    receiver.answer = (response) => {
      answer = (status) => void response.writeHead(status).end();
    };
    await publish();
    const drained = drive.drain();
    await eventually(() => answer !== undefined);
    return { drained, answer: (status) => answer?.(status) };
  }

  test('deleting the webhook removes all rows, and nothing more is sent', async () => {
    const { id } = await create();
    const { drained, answer } = await hold();
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    answer(500);
    await drained;
    await failAll();
    expect(receiver.received).toHaveLength(1);
    const { reader } = drive.database;
    expect(await reader.selectFrom('webhook_deliveries').select('id').execute()).toEqual([]);
    expect(await reader.selectFrom('webhook_attempts').select('number').execute()).toEqual([]);
    expect(await reader.selectFrom('webhooks').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  test.each([
    [200, 'delivered'],
    [500, 'failed'],
  ] as const)('disabling lets the attempt finish: %i is %s', async (status, end) => {
    const { id } = await create();
    const { drained, answer } = await hold();
    await call('PATCH', `/${id}`, { enabled: false });
    answer(status);
    await drained;
    await call('PATCH', `/${id}`, { enabled: true });
    await failAll();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf({ id })).toMatchObject([
      { status: end, nextAttemptAt: null, attempts: [{ statusCode: status }] },
    ]);
    expect(await list()).toMatchObject([{ enabled: true, consecutiveFailures: 0 }]);
  });
});

describe('a webhook that was disabled because it failed', () => {
  test('is reported to its owner by email as soon as a mail server accepts it', async () => {
    receiver.answer = 500;
    const { id, signingSecretMasked } = await create();
    for (let count = 0; count < 9; count += 1) await publish();
    smtp.refusal = '451 later';
    await failAll();
    expect(await list()).toMatchObject([{ enabled: true, consecutiveFailures: 9, disabledReason: null }]);
    await publish();
    await failAll();
    expect(await list()).toEqual([
      expect.objectContaining({
        id,
        enabled: false,
        consecutiveFailures: 10,
        disabledReason: 'auto_disabled_failures',
        signingSecretMasked,
      }),
    ]);
    expect(smtp.mails).toEqual([]);
    smtp.refusal = undefined;
    drive.clock.advance(3600 * secondMs);
    await drive.drain();
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([[user.email]]);
    const { mail } = smtp.mails[0] as TestSmtp['mails'][number];
    expect(mail.subject).toBe(`Your webhook to ${new URL(receiver.url).host} was disabled`);
    expect(mail.text).toContain(receiver.url);
    drive.clock.advance(24 * 3600 * secondMs);
    await drive.drain();
    expect(smtp.mails).toHaveLength(1);
  });

  test('is disabled again, with an email, after ten more failures', async () => {
    receiver.answer = 500;
    const { id } = await create();
    const fail = async (count: number): Promise<void> => {
      for (let each = 0; each < count; each += 1) await publish();
      await failAll();
    };
    await fail(10);
    await call('PATCH', `/${id}`, { enabled: true });
    expect(await list()).toMatchObject([{ enabled: true, consecutiveFailures: 0, disabledReason: null }]);
    await fail(9);
    expect(await list()).toMatchObject([{ enabled: true, consecutiveFailures: 9 }]);
    await fail(1);
    expect(await list()).toMatchObject([{ enabled: false, disabledReason: 'auto_disabled_failures' }]);
    expect(smtp.mails).toHaveLength(2);
  });

  test('is not reported if its owner disabled it', async () => {
    receiver.answer = 500;
    const { id } = await create();
    await publish();
    await drive.drain();
    expect(await (await call('PATCH', `/${id}`, { enabled: false })).json()).toMatchObject({
      enabled: false,
      disabledReason: null,
    });
    await failAll();
    expect(smtp.mails).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });
});
