import { isoTime } from '@drive/base';
import { defaultWebhookEvents, type WebhookWithSecret } from '@drive/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookApi, type WebhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { signatureOf, startReceiver, toReceivers, type Receiver } from '../../../test/network/receivers.ts';

const addresses: Record<string, string[]> = {
  'hooks.example.com': ['93.184.215.14'],
  'rebound.example.com': ['93.184.215.14', '10.0.0.1'],
  'inside.example.com': ['fd00::1'],
  localhost: ['127.0.0.1', '::1'],
};
const resolve = (name: string): Promise<string[]> =>
  name in addresses ? Promise.resolve(addresses[name] ?? []) : Promise.reject(new Error('ENOTFOUND'));
const ownAddresses = (): string[] => ['198.51.45.7', '2606:4700::77'];
const url = 'https://hooks.example.com/in?a=b';
const many = { webhook: { calls: 1000, seconds: 60 } };

let drive: Drive;
let user: TestUser;
let common: Drive;
beforeAll(async () => {
  common = await startDrive({ outbound: { resolve, ownAddresses }, featureBudgets: many });
});
afterAll(() => common.close());
beforeEach(async () => {
  drive = common;
  user = await drive.createUser();
});

const { call, list, sendTest, ...api } = webhookApi(() => ({ drive, user }));
const create = (target = url): ReturnType<typeof api.create> => api.create(target);
/** Another user’s webhooks on the same server. */
const apiOf = (other: TestUser): WebhookApi => webhookApi(() => ({ drive, user: other }));
const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('a new webhook', () => {
  test('shows its secret once, and masked afterwards', async () => {
    const { signingSecret, ...created } = await create();
    expect(signingSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url,
      enabled: true,
      events: [...defaultWebhookEvents],
      driveId: null,
      folderId: null,
      createdAt: isoTime(drive.clock.now()),
      consecutiveFailures: 0,
      disabledReason: null,
      signingSecretMasked: `${signingSecret.slice(0, 4)}…${signingSecret.slice(-4)}`,
    });
    expect(await list()).toEqual([created]);
    expect(JSON.stringify(await drive.database.reader.selectFrom('webhooks').selectAll().execute())).not.toContain(
      signingSecret.slice(4, 60),
    );
    expect(JSON.stringify(drive.logged)).not.toContain(signingSecret.slice(4, 60));
  });

  test('may choose its types of events, each once, and change them later', async () => {
    const response = await call('POST', '', {
      url,
      events: ['collect.uploaded', 'share.download', 'collect.uploaded'],
    });
    expect(response.status).toBe(201);
    const { id, events } = (await response.json()) as WebhookWithSecret;
    expect(events).toEqual(['share.download', 'collect.uploaded']);
    expect((await call('PATCH', `/${id}`, { enabled: true })).status).toBe(200);
    expect((await list())[0]?.events).toEqual(events);
    expect((await call('PATCH', `/${id}`, { events: ['webhook.test'] })).status).toBe(200);
    expect((await list())[0]?.events).toEqual(['webhook.test']);
  });

  test('is refused with unknown types of events, or with none', async () => {
    const { id } = await create();
    for (const events of [[], ['share.opened'], ['share.download', ''], 'share.download', { 0: 'share.download' }]) {
      expect(await codeOf(await call('POST', '', { url, events }))).toEqual([400, 'validation_failed']);
      expect(await codeOf(await call('PATCH', `/${id}`, { events }))).toEqual([400, 'validation_failed']);
    }
  });

  test('is one of at most five, also with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', '', { url })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(5).fill(201),
      ...Array(7).fill(409),
    ]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await codeOf(refused as Response)).toEqual([409, 'webhook_limit_reached']);
    const [first] = await list();
    expect((await call('DELETE', `/${first?.id}`)).status).toBe(204);
    await create();
    expect(await list()).toHaveLength(5);
    await apiOf(await drive.createUser()).create(url);
  });

  test('is created once per idempotency key, because its secret is shown once', async () => {
    const send = (): Promise<Response> =>
      drive.fetch('/api/users/me/webhooks', {
        method: 'POST',
        key: user.key,
        json: { url },
        headers: { 'idempotency-key': 'one' },
      });
    expect((await send()).status).toBe(201);
    expect(await codeOf(await send())).toEqual([409, 'idempotency_conflict']);
    expect(await list()).toHaveLength(1);
  });

  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['one that is too long', `https://hooks.example.com/${'x'.repeat(2048)}`],
    ['no URL', 'hooks.example.com'],
    ['another protocol', 'ftp://hooks.example.com/'],
    ['http', 'http://hooks.example.com/'],
    ['a user name', 'https://ada@hooks.example.com/'],
    ['a password', 'https://ada:secret@hooks.example.com/'],
    ['a line break', 'https://hooks.example.com/\r\nhost:x'],
    ['a backslash', 'https://hooks.example.com\\@127.0.0.1/'],
  ])('cannot have a URL that is %s', async (_, target) => {
    expect(await codeOf(await call('POST', '', { url: target }))).toEqual([400, 'validation_failed']);
    expect(await list()).toEqual([]);
  });

  test('may have a URL of 2048 characters, and a host name that cannot be resolved yet', async () => {
    const start = 'https://hooks.example.com/';
    expect((await create(start + 'x'.repeat(2048 - start.length))).url).toHaveLength(2048);
    await create('https://not-yet.example.com/');
  });

  test.each([
    'https://127.0.0.1/',
    'http://127.0.0.1/',
    'https://localhost/',
    'https://localhost.:8443/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://１２７.0.0.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://100.100.100.200/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://rebound.example.com/',
    'https://inside.example.com/',
    'https://198.51.45.7/',
    'https://[2606:4700:0::0:77]/',
  ])('refuses %s', async (target) => {
    const [status, code] = await codeOf(await call('POST', '', { url: target }));
    expect([status, code]).toEqual([400, 'webhook_url_blocked']);
  });
});

test('webhooks of other users cannot be read or changed', async () => {
  const { id } = await create();
  const other = apiOf(await drive.createUser());
  expect(await other.list()).toEqual([]);
  for (const [method, path, json] of [
    ['PATCH', '', { enabled: false }],
    ['DELETE', '', undefined],
    ['POST', '/rotate-secret', undefined],
    ['POST', '/test', undefined],
    ['GET', '/deliveries', undefined],
  ] as const)
    expect(await codeOf(await other.call(method, `/${id}${path}`, json))).toEqual([404, 'webhook_not_found']);
  expect(await list()).toMatchObject([{ id, enabled: true }]);
});

describe('changing', () => {
  test('keeps fields that are null or omitted', async () => {
    const { id } = await create();
    for (const json of [{}, { url: null }, { enabled: null, url: null }])
      expect(await (await call('PATCH', `/${id}`, json)).json()).toMatchObject({ url, enabled: true });
    const other = 'https://other.example.com/';
    expect(await (await call('PATCH', `/${id}`, { url: other })).json()).toMatchObject({ url: other, enabled: true });
    expect(await (await call('PATCH', `/${id}`, { enabled: false })).json()).toMatchObject({
      url: other,
      enabled: false,
      disabledReason: null,
    });
    expect(await (await call('PATCH', `/${id}`, { enabled: true })).json()).not.toHaveProperty('signingSecret');
  });

  test('applies the same rules to the URL', async () => {
    const { id } = await create();
    const refusals = [];
    for (const target of ['', 'http://hooks.example.com/', `https://x/${'x'.repeat(2048)}`, 'https://10.0.0.1/'])
      refusals.push(await codeOf(await call('PATCH', `/${id}`, { url: target, enabled: false })));
    expect(refusals.map(([, code]) => code)).toEqual([
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'webhook_url_blocked',
    ]);
    expect(await list()).toMatchObject([{ url, enabled: true }]);
  });
});

test('deleting removes the delivery log, and repeating it answers 404', async () => {
  const { id } = await create('https://not-yet.example.com/');
  await call('POST', `/${id}/test`);
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  expect(await codeOf(await call('DELETE', `/${id}`))).toEqual([404, 'webhook_not_found']);
  expect(await codeOf(await call('GET', `/${id}/deliveries`))).toEqual([404, 'webhook_not_found']);
  await drive.drain();
  const { reader } = drive.database;
  expect(await reader.selectFrom('webhooks').select('id').where('id', '=', id).execute()).toEqual([]);
  expect(await reader.selectFrom('webhook_deliveries').select('row_id').execute()).toEqual([]);
  expect(await reader.selectFrom('webhook_attempts').select('delivery_id').execute()).toEqual([]);
});

test('creating, testing and rotating share ten calls a minute', async () => {
  drive = await startDrive({ outbound: { resolve } });
  user = await drive.createUser();
  const { id } = await create();
  for (let count = 0; count < 4; count += 1) await call('POST', `/${id}/rotate-secret`);
  for (let count = 0; count < 5; count += 1)
    expect((await call('POST', '', { url: 'https://10.0.0.1' })).status).toBe(400);
  for (const path of ['', `/${id}/rotate-secret`, `/${id}/test`]) {
    const refused = await call('POST', path, path === '' ? { url } : undefined);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await codeOf(refused)).toEqual([429, 'too_many_requests']);
  }
  expect((await call('PATCH', `/${id}`, { enabled: false })).status).toBe(200);
  await apiOf(await drive.createUser()).create(url);
  drive.clock.advance(60_000);
  await create();
  await drive.close();
});

describe('with a receiver', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    drive = await startDrive({ outbound: toReceivers, featureBudgets: many });
    user = await drive.createUser();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await drive.close();
    await receiver.close();
  });

  test('a test event is sent at once, signed, and logged', async () => {
    const { id, signingSecret } = await create(receiver.url);
    expect(await sendTest({ id })).toEqual({ delivered: true, error: null, statusCode: 200 });
    const [received] = receiver.received;
    expect(received && signatureOf(signingSecret, received).isRight).toBe(true);
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { message: expect.any(String), occurred_at: isoTime(drive.clock.now()) },
    });
    await drive.drain();
    expect(receiver.received).toHaveLength(1);
    expect(await (await call('GET', `/${id}/deliveries`)).json()).toMatchObject({
      deliveries: [{ type: 'webhook.test', status: 'delivered', attempts: [{ statusCode: 200 }] }],
    });
  });

  test('a failed test event reports its error, is not retried and does not count as a failure', async () => {
    const { id } = await create(receiver.url);
    receiver.answer = 418;
    expect(await sendTest({ id })).toEqual({ delivered: false, error: 'answered 418', statusCode: 418 });
    receiver.answer = () => undefined;
    expect(await sendTest({ id })).toEqual({ delivered: false, error: 'no answer in time', statusCode: null });
    drive.clock.advance(60 * 60 * 1000);
    await drive.drain();
    expect(receiver.received).toHaveLength(2);
    expect(await list()).toMatchObject([{ enabled: true, consecutiveFailures: 0 }]);
  });

  test('a disabled webhook can be tested', async () => {
    const { id } = await create(receiver.url);
    await call('PATCH', `/${id}`, { enabled: false });
    expect(await sendTest({ id })).toMatchObject({ delivered: true });
  });

  test('a rotated secret signs nothing afterwards', async () => {
    const { id, signingSecret: old } = await create(receiver.url);
    const rotated = (await (await call('POST', `/${id}/rotate-secret`)).json()) as WebhookWithSecret;
    expect(rotated.signingSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(rotated.signingSecret).not.toBe(old);
    expect(rotated.signingSecretMasked.slice(0, 4)).toBe(rotated.signingSecret.slice(0, 4));
    await sendTest({ id });
    const [received] = receiver.received;
    if (received === undefined) throw new Error('nothing came');
    expect(signatureOf(old, received).isRight).toBe(false);
    expect(signatureOf(rotated.signingSecret, received).isRight).toBe(true);
  });

  test('the stored secret of one webhook cannot be used for another', async () => {
    const { id } = await create(receiver.url);
    const other = await create(receiver.url);
    await drive.database.write((tx) =>
      tx
        .updateTable('webhooks')
        .set((set) => ({ secret: set.selectFrom('webhooks as w').select('w.secret').where('w.id', '=', other.id) }))
        .where('id', '=', id)
        .execute(),
    );
    expect(await sendTest({ id })).toMatchObject({ delivered: false, error: expect.stringContaining('rotate it') });
    expect(receiver.received).toHaveLength(0);
    await call('POST', `/${id}/rotate-secret`);
    expect(await sendTest({ id })).toMatchObject({ delivered: true });
  });

  test('the log keeps the first 4 KiB of a response', async () => {
    const { id } = await create(receiver.url);
    receiver.answer = (response) => response.end(`\0${'é'.repeat(4000)}`);
    await sendTest({ id });
    const { deliveries } = (await (await call('GET', `/${id}/deliveries`)).json()) as { deliveries: { id: string }[] };
    const detail = await call('GET', `/${id}/deliveries/${deliveries[0]?.id}`);
    const { responseBody } = (await detail.json()) as { responseBody: string };
    expect(responseBody).toBe(`\uFFFD${'é'.repeat(2047)}`);
  });
});
