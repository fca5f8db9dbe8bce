import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { bytesHeldByTransfers } from '@drive/node-http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';
import { sharedApi } from '../../test/shared.ts';

const KiB = 1024;
let drive: Drive;
let user: TestUser;
let cookie: string;
let shareToken: string;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly sent: Buffer;
  /** Decoded. */
  readonly text: string;
}

/** Node's client, which changes neither headers nor bodies. */
async function call(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  const asked = request(`${drive.url}${path}`, { method, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  const sent = await buffer(answer);
  const isCoded = answer.headers['content-encoding'] === 'gzip' && sent.length > 0;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    sent,
    text: (isCoded ? gunzipSync(sent) : sent).toString(),
  };
}
const asKey = (): Record<string, string> => ({ authorization: `Bearer ${user.key}` });
const gzip = { 'accept-encoding': 'gzip' };
const codingOf = ({ headers }: Answer) => headers['content-encoding'];

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  user = await drive.createUser();
  const mine = sharedApi(drive, user);
  for (let index = 0; index < 40; index += 1) await mine.put(`file ${index} ü.txt`, 'content '.repeat(400));
  const [file] = (await mine.call('GET', '/api/files')).body.files as { id: string }[];
  ({ shareToken } = await mine.shareFile(file!.id, {}));
  ({ cookie } = await drive.signIn(user));
  for (let index = 0; index < 40; index += 1) await mine.put(`trashed ${index}`, 'x');
  const listed = (await mine.call('GET', '/api/files?limit=200')).body.files as { id: string; fileName: string }[];
  await mine.call('POST', '/api/files/trash', {
    ids: listed.filter((each) => JSON.stringify(each).includes('trashed ')).map(({ id }) => id),
  });
});
afterAll(() => drive.close());

const davBody = '<D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind>';
/** Method, path, headers, body: each answers more than a kilobyte. */
const long = (): [string, string, string, Record<string, string>, string?][] => [
  ['a listing', 'GET', '/api/files?limit=40', asKey()],
  ['the description of the API', 'GET', '/api/openapi.json', {}],
  ['a streamed listing', 'GET', '/api/files/trash', asKey()],
  ['a multi-status', 'PROPFIND', '/dav/', { ...asKey(), depth: '1' }, davBody],
  ['a folder index', 'GET', '/dav/', asKey()],
  ['a page', 'GET', '/api/docs', { accept: 'text/html' }],
  ['a share page', 'GET', `/share/${shareToken}`, { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }],
  ['an error page', 'GET', '/nothing', { accept: 'text/html' }],
];

describe('an answer of JSON, XML or HTML above a kilobyte', () => {
  it('is compressed for a client that accepts gzip, and the same text without', async () => {
    for (const [name, method, path, headers, body] of long()) {
      const plain = await call(method, path, headers, body);
      const coded = await call(method, path, { ...headers, ...gzip }, body);
      expect([name, plain.text.length > KiB, codingOf(plain), codingOf(coded)]).toEqual([
        name,
        true,
        undefined,
        'gzip',
      ]);
      const stable = (text: string): string =>
        text.replaceAll(/[0-9a-f-]{36}|nonce[^>]*|token=[\w.-]*|previews\/[^"]*/g, '');
      expect([name, stable(coded.text)]).toEqual([name, stable(plain.text)]);
      expect(coded.sent.length).toBeLessThan(plain.sent.length);
      for (const { headers: sent } of [plain, coded])
        expect([name, sent.vary]).toEqual([
          name,
          expect.stringMatching(/^(Accept-Language, Cookie, )?Accept-Encoding$/),
        ]);
      const length = coded.headers['content-length'];
      if (length !== undefined) expect(Number(length)).toBe(coded.sent.length);
    }
  });

  it('has the same headers for HEAD', async () => {
    for (const [name, method, path, headers] of long().filter(([, each]) => each === 'GET')) {
      const get = await call(method, path, { ...headers, ...gzip });
      const head = await call('HEAD', path, { ...headers, ...gzip });
      expect([name, head.status, codingOf(head), head.headers.vary, head.sent.length]).toEqual([
        name,
        get.status,
        'gzip',
        get.headers.vary,
        0,
      ]);
    }
  });

  it.each([
    ['gzip;q=0', undefined],
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['br, gzip;q=0.1', 'gzip'],
    ['gzip;q=0.2, identity;q=0.5', undefined],
    ['identity', undefined],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', undefined],
    ['', undefined],
    ['gzip, '.repeat(1000), 'gzip'],
    [';;;,,,q=gzip', undefined],
  ])('obeys Accept-Encoding: %j', async (accepted, coding) => {
    const answer = await call('GET', '/api/files?limit=40', { ...asKey(), 'accept-encoding': accepted });
    expect([answer.status, codingOf(answer)]).toEqual([200, coding]);
  });
});

describe('what is not compressed', () => {
  it('are short answers, bytes of files, events and archives', async () => {
    for (const [method, path] of [
      ['GET', '/api/files?limit=1'],
      ['GET', '/healthz'],
      ['GET', '/dav/file%200%20%C3%BC.txt'],
      ['GET', '/files/by-path/file%200%20%C3%BC.txt'],
      ['OPTIONS', '/dav/'],
    ] as const) {
      const answer = await call(method, path, { ...asKey(), ...gzip });
      expect([path, answer.status, codingOf(answer)]).toEqual([path, 200, undefined]);
    }
    const stream = await fetch(`${drive.url}/api/users/me/events/stream`, { headers: { ...asKey(), ...gzip } });
    expect([stream.status, stream.headers.get('content-encoding'), stream.headers.get('vary')]).toEqual([
      200,
      null,
      null,
    ]);
    await stream.body?.cancel();
  });

  it('[P-397] are pages with the XSRF token of a visitor, and data that another site causes', async () => {
    const page = (headers: Record<string, string>) =>
      call('GET', '/device', { accept: 'text/html', ...gzip, cookie, ...headers });
    for (const site of ['same-origin', 'none', 'cross-site']) {
      const answer = await page({ 'sec-fetch-site': site });
      expect([site, answer.status, codingOf(answer)]).toEqual([site, 200, undefined]);
    }
    const listed = (headers: Record<string, string>) => call('GET', '/api/files?limit=40', { ...gzip, ...headers });
    const basic = { authorization: `Basic ${Buffer.from(`x:${user.key}`).toString('base64')}` };
    expect(codingOf(await listed({ cookie, 'sec-fetch-site': 'same-origin' }))).toBe('gzip');
    expect(codingOf(await listed({ cookie, 'sec-fetch-site': 'none' }))).toBe('gzip');
    expect(codingOf(await listed({ cookie, 'sec-fetch-site': 'cross-site' }))).toBeUndefined();
    expect(codingOf(await listed({ cookie, 'sec-fetch-site': 'same-site' }))).toBeUndefined();
    expect(codingOf(await listed({ cookie }))).toBeUndefined();
    expect(codingOf(await listed({ ...asKey(), 'sec-fetch-site': 'cross-site' }))).toBe('gzip');
    expect(codingOf(await call('GET', '/dav/', { ...gzip, ...basic }))).toBe('gzip');
    expect(codingOf(await call('GET', '/dav/', { ...gzip, ...basic, 'sec-fetch-site': 'cross-site' }))).toBeUndefined();
  });
});

describe('a compressed answer of any length', () => {
  it('holds little for a client that reads slowly, and ends with it', async () => {
    const value = Array.from({ length: 1700 }, (_, n) => `${n * 7919} `).join('');
    const body = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${[1, 2, 3, 4].map((n) => `<p${n} xmlns="urn:x">${value}</p${n}>`).join('')}</D:prop></D:set></D:propertyupdate>`;
    for (let index = 0; index < 40; index += 1)
      expect((await call('PROPPATCH', `/dav/file%20${index}%20%C3%BC.txt`, asKey(), body)).status).toBe(207);
    const whole = await call('PROPFIND', '/dav/', { ...asKey(), ...gzip, depth: '1' });
    expect(whole.text.split(value).length).toBe(161);

    const sockets: Socket[] = [];
    const held = bytesHeldByTransfers();
    for (let count = 0; count < 30; count += 1) {
      const socket = connect(Number(new URL(drive.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(
        `PROPFIND /dav/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.key}\r\nAccept-Encoding: gzip\r\nDepth: 1\r\nContent-Length: 0\r\n\r\n`,
      );
      await once(socket, 'readable');
      expect(String(socket.read(12))).toBe('HTTP/1.1 207');
    }
    expect(bytesHeldByTransfers() - held).toBeLessThanOrEqual(30 * 64 * KiB);
    for (const socket of sockets) socket.destroy();
    await vi.waitUntil(() => bytesHeldByTransfers() === held);
  });
});
