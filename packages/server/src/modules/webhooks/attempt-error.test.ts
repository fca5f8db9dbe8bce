import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { secondMs } from '@drive/base';
import type { WebhookDeliveryDetail } from '@drive/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { startReceiver, toReceivers } from '../../../test/network/receivers.ts';

let drive: Drive;
let user: TestUser;
const servers: Server[] = [];
const { call, create, sendTest, deliveriesOf, publish } = webhookApi(() => ({ drive, user }));
const many = { webhook: { calls: 1000, seconds: 60 } };
const { ca: _trusted, ...untrusting } = toReceivers;

async function startTalker(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('a failed attempt', () => {
  let owner: TestUser;
  let admin: TestUser;
  beforeAll(async () => {
    drive = await startDrive({
      outbound: { ...untrusting, connectTimeoutMs: 300, answerTimeoutMs: 300 },
      featureBudgets: many,
    });
    [owner, admin] = [await drive.createUser(), await drive.createUser({ isAdmin: true })];
  });
  afterAll(() => drive.close());

  /** What the current user learns of an attempt to reach the URL, by a test and by the log of a delivery. */
  async function attempt(url: string) {
    const webhook = await create(url);
    const { error } = await sendTest(webhook);
    await publish();
    await drive.drain();
    const [delivery] = await deliveriesOf(webhook);
    await call('DELETE', `/${webhook.id}`);
    const [{ at, durationMs, error: logged } = { at: '', durationMs: -1, error: '' }] = delivery?.attempts ?? [];
    const retryMs = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(at);
    return { error, logged, durationMs, retryMs };
  }

  test.each(['http', 'https'])('[P-452] does not tell an open port from a closed one over %s', async (protocol) => {
    const closed = await startTalker(() => undefined);
    servers.pop()?.close();
    const ports = [
      closed,
      await startTalker((socket) => socket.end('SSH-2.0-OpenSSH_9.2p1\r\n')),
      await startTalker((socket) => {
        drive.clock.advance(1234);
        socket.destroy();
      }),
      // Says nothing for longer than the limits.
      await startTalker((socket) => void setTimeout(() => socket.destroy(), 2 * secondMs)),
    ];
    const error = expect.stringMatching(/^could not connect(, or no valid answer came in time)?$/);
    const said = new Set<string>();
    user = owner;
    for (const port of ports) {
      const learned = await attempt(`${protocol}://127.0.0.1:${port}/`);
      expect(learned).toEqual({ error, logged: learned.error, durationMs: 0, retryMs: 60 * secondMs });
      said.add(learned.error ?? '');
    }
    expect([...said]).toHaveLength(1);

    user = admin;
    const details: (string | null)[] = [];
    const durations: number[] = [];
    for (const port of ports) {
      const { logged, durationMs } = await attempt(`${protocol}://127.0.0.1:${port}/`);
      details.push(logged);
      durations.push(durationMs);
    }
    expect(durations).toEqual([0, 0, 1234, 0]);
    const prefix = protocol === 'http' ? 'no answer' : 'could not connect';
    expect(details).toEqual([
      `${prefix}: the connection was refused`,
      `${prefix}: ${protocol === 'http' ? 'the answer is not HTTP' : 'the receiver does not speak TLS'}`,
      `${prefix}: the receiver closed the connection without an answer`,
      `${prefix}: ${protocol === 'http' ? 'no answer in time' : 'no connection in time'}`,
    ]);
  });

  test('says in words why a certificate is refused, and to administrators what to do', async () => {
    const receiver = await startReceiver();
    const message = "the receiver's certificate is not trusted (self-signed)";
    user = owner;
    expect(await attempt(receiver.url)).toMatchObject({ error: message, logged: message });
    user = admin;
    const advice = `${message}: to trust its authority, name a file with its certificate in NODE_EXTRA_CA_CERTS`;
    expect(await attempt(receiver.url)).toMatchObject({ error: advice, logged: advice });
    await receiver.close();
  });

  test('that an earlier version stored as a code is shown in words', async () => {
    const receiver = await startReceiver();
    user = owner;
    const webhook = await create(receiver.url);
    await sendTest(webhook);
    const shown: unknown[] = [];
    for (const code of ['ECONNREFUSED', 'UND_ERR_SOCKET', 'CERT_HAS_EXPIRED']) {
      await drive.database.write((tx) =>
        tx.updateTable('webhook_attempts').set({ error: code, duration_ms: 7 }).execute(),
      );
      const [delivery] = await deliveriesOf(webhook);
      shown.push(delivery?.attempts.map(({ error, durationMs }) => [error, durationMs]));
    }
    expect(shown).toEqual([
      [['could not connect', 0]],
      [['could not connect', 0]],
      [["the receiver's certificate has expired", 7]],
    ]);
    await receiver.close();
  });
});

describe('an answer with a content coding', () => {
  beforeAll(async () => {
    drive = await startDrive({ outbound: toReceivers, featureBudgets: many });
    user = await drive.createUser();
  });
  afterAll(() => drive.close());

  test.each([
    ['gzip', gzipSync('{"error":"Größe"}'), '{"error":"Größe"}'],
    ['gzip', gzipSync(Buffer.alloc(100_000_000, 'x')), 'x'.repeat(4096)],
    ['zstd', Buffer.from('bytes'), '5 bytes, zstd'],
  ])('%s is shown as a text of at most 4 KiB', async (coding, body, text) => {
    const receiver = await startReceiver((response) =>
      response.writeHead(500, { 'content-encoding': coding }).end(body),
    );
    const webhook = await create(receiver.url);
    await sendTest(webhook);
    const [delivery] = await deliveriesOf(webhook);
    const detail = await call('GET', `/${webhook.id}/deliveries/${delivery?.id}`);
    expect(((await detail.json()) as WebhookDeliveryDetail).responseBody).toBe(text);
    await call('DELETE', `/${webhook.id}`);
    await receiver.close();
  });
});

describe('DRIVE_WEBHOOK_PORTS', () => {
  const publicAddress = '203.0.114.7';
  beforeAll(async () => {
    drive = await startDrive({
      settings: { WEBHOOK_PORTS: '443, 8443' },
      outbound: { resolve: () => Promise.resolve([publicAddress]) },
      featureBudgets: many,
    });
    user = await drive.createUser();
  });
  afterAll(() => drive.close());

  const refusal = (port: number) => ({
    status: 400,
    code: 'webhook_url_blocked',
    message: `Webhooks cannot be sent to hooks.example.com:${port}: port ${port} is not allowed by DRIVE_WEBHOOK_PORTS of this server.`,
  });

  test('[P-453] is obeyed by new and changed webhooks', async () => {
    const webhook = await create('https://hooks.example.com/');
    await create('https://hooks.example.com:8443/');
    for (const port of [22, 80, 444]) {
      const json = { url: `https://hooks.example.com:${port}/` };
      expect(await (await call('POST', '', json)).json()).toMatchObject(refusal(port));
      expect(await (await call('PATCH', `/${webhook.id}`, json)).json()).toMatchObject(refusal(port));
    }
  });

  test('[P-454] is obeyed by each delivery to a webhook from before', async () => {
    const webhook = await create('https://hooks.example.com/');
    await drive.database.write((tx) =>
      tx.updateTable('webhooks').set({ url: 'https://hooks.example.com:22/' }).where('id', '=', webhook.id).execute(),
    );
    expect(await sendTest(webhook)).toEqual({
      delivered: false,
      error: 'blocked: port 22 is not allowed',
      statusCode: null,
    });
  });

  test('does not concern networks in DRIVE_WEBHOOK_ALLOW_CIDRS', async () => {
    const other = await startDrive({ settings: { WEBHOOK_PORTS: '443' }, outbound: toReceivers });
    const receiver = await startReceiver();
    const [outer, outerUser] = [drive, user];
    [drive, user] = [other, await other.createUser()];
    expect(await sendTest(await create(receiver.url))).toMatchObject({ delivered: true });
    [drive, user] = [outer, outerUser];
    await receiver.close();
    await other.close();
  });
});
