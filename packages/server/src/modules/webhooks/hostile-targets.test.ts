import { createServer, type AddressInfo, type Server } from 'node:net';
import { secondMs } from '@drive/base';
import { testCertificate } from '@drive/guarded-fetch/test';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

const many = { webhook: { calls: 1000, seconds: 60 } };
const publicAddress = '93.184.215.14';
const ownAddresses = (): string[] => ['198.51.45.7', '2606:4700::77'];

let drive: Drive;
let user: TestUser;

afterEach(async () => {
  for (const { id } of (await (await call('GET')).json()) as { id: string }[]) await call('DELETE', `/${id}`);
});

const { call, create, sendTest, deliveriesOf, publish } = webhookApi(() => ({ drive, user }));
const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

/** Internal addresses, in notations of name servers and users. */
const internalV4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '168.63.129.16',
  '169.254.0.23',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '198.51.45.7',
];
const internalV6 = [
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:198.51.45.7',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '2606:4700::77',
];
/** Names outside public DNS, in several spellings. */
const internalNames = [
  'intranet',
  'INTRANET.',
  'com',
  'metadata.google.internal',
  'Metadata.Google.Internal.',
  'internal',
  'printer.local',
  'printer.LOCAL..',
  'printer。local',
  'printer.ｌｏｃａｌ',
  'app.localhost.',
  'router.home.arpa',
  'home.arpa',
  'nas.lan',
  'büro.lan',
  'xn--bro-hoa.lan',
  'none.invalid',
  '%6cocal',
  'a.%6Can',
];
/** Other spellings of internal addresses that URLs allow. */
const otherNotations = [
  '2130706433',
  '0x7f000001',
  '0x7F.1',
  '0177.0.0.1',
  '00000177.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '0x7f.0x0.0x0.0x1',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '１２７.0.0.1',
  '0',
  '0x0',
  '256',
  '2852039166',
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '169.254.43518',
  '4294967295',
  '3325256711',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:FFFF:7F00:0001]',
  '[::127.0.0.1]',
  '[2606:4700:0:0:0:0:0:77]',
  'LOCALHOST',
  'ⓛocalhost',
  'localhost.',
  'any.localhost',
  '[::1]:8443',
  '127.0.0.1:1',
];

describe('a URL', () => {
  const names: Record<string, string[]> = {};
  beforeAll(async () => {
    const resolve = (name: string): Promise<string[]> =>
      Promise.resolve(name.endsWith('localhost') ? ['127.0.0.1', '::1'] : (names[name] ?? []));
    drive = await startDrive({
      outbound: { resolve, ownAddresses },
      featureBudgets: many,
      settings: { BASE_URL: 'https://drive.example.com/cloud' },
    });
    user = await drive.createUser();
  });
  afterAll(() => drive.close());

  test.each([...internalV4, ...internalV6.map((each) => `[${each}]`), ...otherNotations])(
    'with an internal host is refused: %s',
    async (host) => {
      const expected = [400, 'webhook_url_blocked'];
      expect(await codeOf(await call('POST', '', { url: `https://${host}/` }))).toEqual(expected);
      expect(await (await call('GET')).json()).toEqual([]);
    },
  );

  test.each(internalNames)(
    'under an internal name that is unknown or resolves to a public address is refused: %s',
    async (host) => {
      const { hostname } = new URL(`https://${host}/`);
      const expected = [400, 'webhook_url_blocked'];
      for (const addresses of [[], [publicAddress]]) {
        names[hostname.replace(/\.+$/, '')] = addresses;
        expect(await codeOf(await call('POST', '', { url: `https://${host}/hook` }))).toEqual(expected);
      }
      names['hooks.example.com'] = [publicAddress];
      const { id } = await create('https://hooks.example.com/');
      expect(await codeOf(await call('PATCH', `/${id}`, { url: `https://${host}:8443/` }))).toEqual(expected);
      expect(await (await call('GET')).json()).toMatchObject([{ url: 'https://hooks.example.com/' }]);
    },
  );

  test.each(['local.example.com', 'notlocal.example', 'mylan.de', 'internal.example.com', 'arpa.example'])(
    'under a public name that resembles an internal one is accepted: %s',
    async (host) => {
      names[host] = [publicAddress];
      expect((await call('POST', '', { url: `https://${host}/` })).status).toBe(201);
    },
  );

  test.each([...internalV4, ...internalV6])(
    'is refused if its host resolves to %s, alone or among others',
    async (address) => {
      names['hooks.example.com'] = [address];
      const url = 'https://hooks.example.com/';
      expect(await codeOf(await call('POST', '', { url }))).toEqual([400, 'webhook_url_blocked']);
      names['hooks.example.com'] = [publicAddress, address, '2606:4700::1111'];
      expect(await codeOf(await call('POST', '', { url }))).toEqual([400, 'webhook_url_blocked']);
      names['hooks.example.com'] = [publicAddress];
      const { id } = await create(url);
      names['other.example.com'] = [address];
      const change = await call('PATCH', `/${id}`, { url: 'https://other.example.com/' });
      expect(await codeOf(change)).toEqual([400, 'webhook_url_blocked']);
      expect(await (await call('GET')).json()).toMatchObject([{ url }]);
    },
  );

  test.each(['drive.example.com', 'DRIVE.example.com', 'drive.example.com.', 'drive.example.com:444'])(
    'of this server is refused: %s',
    async (host) => {
      names['drive.example.com'] = [publicAddress];
      const url = `https://${host}/cloud/api`;
      expect(await codeOf(await call('POST', '', { url }))).toEqual([400, 'webhook_url_blocked']);
    },
  );

  test.each([
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://1.1.1.256/',
    'https://4294967296/',
    'https://localhost%00.example.com/',
    'https://:443/',
    'https://127.0.0.1:99999/',
    'https://user@127.0.0.1/',
    'https://8.8.8.8@127.0.0.1/',
    'https://8.8.8.8\\@127.0.0.1/',
    'https://hooks.example.com\t/',
    'https://hooks.example.com/\n',
    ' https://hooks.example.com/',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:,a',
    '//hooks.example.com/',
  ])('that is malformed is refused: %s', async (url) => {
    names['hooks.example.com'] = [publicAddress];
    expect(await codeOf(await call('POST', '', { url }))).toEqual([400, 'validation_failed']);
  });

  test.each([...internalV4, ...internalV6])(
    'whose host resolves to %s at the time of a delivery is not contacted',
    async (address) => {
      names['hooks.example.com'] = [publicAddress];
      const webhook = await create('https://hooks.example.com/');
      names['hooks.example.com'] = [publicAddress, address];
      const blocked = { delivered: false, error: 'blocked: the address is not public', statusCode: null };
      expect(await sendTest(webhook)).toEqual(blocked);
      names['hooks.example.com'] = [address];
      expect(await sendTest(webhook)).toEqual(blocked);
    },
  );
});

describe('a delivery', () => {
  let answers: (name: string) => string[];
  let canary: Server;
  let reached = 0;
  let port: number;
  beforeAll(async () => {
    canary = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
    ({ port } = canary.address() as AddressInfo);
    drive = await startDrive({
      outbound: { resolve: (name) => Promise.resolve(answers(name)), ca: testCertificate.cert },
      featureBudgets: many,
    });
    user = await drive.createUser();
  });
  afterAll(async () => {
    await drive.close();
    await new Promise((resolve) => canary.close(resolve));
  });

  test('[P-449] to a host name that now resolves to this machine fails without a connection', async () => {
    answers = () => [publicAddress];
    const webhook = await create(`https://hooks.example.com:${port}/`);
    const turns = [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], [publicAddress, '127.0.0.1'], ['0.0.0.0'], ['::']];
    await publish();
    for (const [index, seconds] of [0, 60, 300, 1800, 7200, 21_600].entries()) {
      answers = () => turns[index] ?? [];
      drive.clock.advance(seconds * secondMs);
      await drive.drain();
    }
    expect(reached).toBe(0);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect(delivery?.attempts.map(({ error, statusCode }) => [error, statusCode])).toEqual(
      turns.map(() => ['blocked: the address is not public', null]),
    );
    expect(await (await call('GET')).json()).toMatchObject([{ consecutiveFailures: 1 }]);
  });

  test('[P-450] resolves the host name once, and connects to no second answer', async () => {
    answers = () => [publicAddress];
    const webhook = await create(`https://hooks.example.com:${port}/`);
    let asked = 0;
    answers = () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : [publicAddress];
    };
    expect(await sendTest(webhook)).toMatchObject({ error: 'blocked: the address is not public' });
    expect([asked, reached]).toEqual([1, 0]);
  });

  test('to a host name without address fails without being blocked', async () => {
    answers = () => [publicAddress];
    const webhook = await create('https://hooks.example.com/');
    answers = () => [];
    expect(await sendTest(webhook)).toEqual({
      delivered: false,
      error: 'the host name has no address',
      statusCode: null,
    });
  });

  test('to an address that only an earlier setting allowed is blocked', async () => {
    answers = () => [publicAddress];
    const webhook = await create('https://hooks.example.com/');
    for (const url of [
      `https://127.0.0.1:${port}/`,
      'http://hooks.example.com/',
      'https://ada:secret@hooks.example.com/',
    ]) {
      await drive.database.write((tx) =>
        tx.updateTable('webhooks').set({ url }).where('id', '=', webhook.id).execute(),
      );
      expect(await sendTest(webhook)).toMatchObject({
        delivered: false,
        error: expect.stringContaining('blocked: '),
        statusCode: null,
      });
    }
    expect(reached).toBe(0);
  });
});

test('an internal host name is judged by its addresses if private networks are allowed', async () => {
  const resolve = (name: string): Promise<string[]> =>
    Promise.resolve({ 'receiver.lan': ['10.20.0.5'], receiver: ['10.20.0.5'], 'other.lan': ['10.21.0.5'] }[name] ?? []);
  drive = await startDrive({ outbound: { resolve, allowCidrs: ['10.20.0.0/16'] } });
  onTestFinished(() => drive.close());
  user = await drive.createUser();
  await create('http://receiver.lan:8080/hook');
  await create('https://RECEIVER./hook');
  const blocked = [400, 'webhook_url_blocked'];
  expect(await codeOf(await call('POST', '', { url: 'https://other.lan/' }))).toEqual(blocked);
});
