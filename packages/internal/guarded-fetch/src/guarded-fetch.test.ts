import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { testCertificate } from '../test/certificate.ts';
import { createAddressRule } from './address-rule.ts';
import { OutboundBlockedError, OutboundError, createGuardedFetch, type GuardedFetchOptions } from './index.ts';

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Receiver {
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly bodies: string[];
  connections: number;
}

async function startReceiver(options: { tls?: boolean; listener?: RequestListener } = {}): Promise<Receiver> {
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      receiver.requests.push(request);
      receiver.bodies.push(body);
      if (options.listener !== undefined) options.listener(request, response);
      else response.end('thanks');
    });
  };
  const server = options.tls === true ? createTlsServer(testCertificate, listener) : createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = { port: (server.address() as AddressInfo).port, requests: [], bodies: [], connections: 0 };
  server.on('connection', () => (receiver.connections += 1));
  return receiver;
}

const local: GuardedFetchOptions = { allowCidrs: ['127.0.0.0/8'], ca: testCertificate.cert };
const get = (options: GuardedFetchOptions, url: string) => createGuardedFetch(options)({ url, method: 'GET' });

describe('the address rule', () => {
  const rule = createAddressRule([]);

  test.each(['1.1.1.1', '8.8.8.8', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
    expect(rule.isPublic(address)).toBe(true);
  });

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.4',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('%s is not', (address) => {
    expect(rule.isPublic(address)).toBe(false);
  });

  test('a malformed CIDR throws at creation', () => {
    expect(() => createAddressRule(['10.0.0.0/33'])).toThrow();
    expect(() => createAddressRule(['nonsense'])).toThrow();
  });
});

describe('guarded fetch', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'http://1.1.1.1/',
    'ftp://1.1.1.1/',
    'file:///etc/passwd',
    'https://user:password@1.1.1.1/',
    'https://user@1.1.1.1/',
    'nonsense',
  ])('is refused for %s', async (url) => {
    await expect(get({}, url)).rejects.toThrow(OutboundBlockedError);
  });

  test('is blocked if any address of the host name is internal', async () => {
    const resolve = () => Promise.resolve(['1.1.1.1', '10.0.0.1']);
    await expect(get({ resolve }, 'https://hooks.example.com/')).rejects.toThrow(OutboundBlockedError);
  });

  test('opens no connection to a blocked address', async () => {
    const receiver = await startReceiver();
    await expect(get({}, `http://127.0.0.1:${receiver.port}/`)).rejects.toThrow(OutboundBlockedError);
    await expect(get({}, `https://localhost:${receiver.port}/`)).rejects.toThrow(OutboundBlockedError);
    expect(receiver.connections).toBe(0);
  });

  test('resolves a host name once, and ignores a second, different answer', async () => {
    const receiver = await startReceiver({ tls: true });
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = vi.fn(() => Promise.resolve(answers.shift() ?? []));
    const answer = await get({ ...local, resolve }, `https://hooks.example.com:${receiver.port}/`);
    expect(answer.status).toBe(200);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('checks the connected peer before it sends anything', async () => {
    const receiver = await startReceiver();
    // Connecting to 0.0.0.0 reaches 127.0.0.1, which is not exempt here.
    const url = `http://0.0.0.0:${receiver.port}/`;
    await expect(get({ allowCidrs: ['0.0.0.0/32'] }, url)).rejects.toThrow(OutboundBlockedError);
    expect(receiver.requests).toHaveLength(0);
  });

  test('fails for a host name without address', async () => {
    const error = await get({ resolve: () => Promise.resolve([]) }, 'https://hooks.example.com/').catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OutboundError);
    expect(error).not.toBeInstanceOf(OutboundBlockedError);
  });

  test('reaches exempt private ranges, over https and http', async () => {
    const secure = await startReceiver({ tls: true });
    const plain = await startReceiver();
    expect(await get(local, `https://127.0.0.1:${secure.port}/hook`)).toEqual({
      status: 200,
      contentType: '',
      body: 'thanks',
    });
    expect(await get(local, `http://127.0.0.1:${plain.port}/hook`)).toEqual({
      status: 200,
      contentType: '',
      body: 'thanks',
    });
  });

  test('rejects an untrusted certificate', async () => {
    const receiver = await startReceiver({ tls: true });
    const error = await get({ allowCidrs: ['127.0.0.0/8'] }, `https://127.0.0.1:${receiver.port}/`).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OutboundError);
    expect(receiver.requests).toHaveLength(0);
  });

  test('sends method, path, headers and body unchanged', async () => {
    const receiver = await startReceiver();
    await createGuardedFetch(local)({
      url: `http://127.0.0.1:${receiver.port}/a/b?c=d`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-delivery': 'one' },
      body: '{"é":1}',
    });
    const [request] = receiver.requests;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('/a/b?c=d');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery': 'one',
      'content-length': '8',
    });
    expect(receiver.bodies).toEqual(['{"é":1}']);
  });

  test('does not follow a redirect', async () => {
    const receiver = await startReceiver({
      listener: (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    });
    expect((await get(local, `http://127.0.0.1:${receiver.port}/`)).status).toBe(302);
    expect(receiver.requests).toHaveLength(1);
  });

  test('opens a new connection each time', async () => {
    const receiver = await startReceiver();
    const fetch = createGuardedFetch(local);
    for (let i = 0; i < 3; i += 1) await fetch({ url: `http://127.0.0.1:${receiver.port}/`, method: 'GET' });
    expect(receiver.connections).toBe(3);
  });

  test('reuses a connection only for requests with the same key', async () => {
    const receiver = await startReceiver({ tls: true });
    const fetch = createGuardedFetch(local);
    const ask = (sharedBy: string, path = '/') =>
      fetch({ url: `https://127.0.0.1:${receiver.port}${path}`, method: 'POST', body: '{}', sharedBy });
    await ask('one');
    await ask('one', '/elsewhere');
    await ask('one');
    expect(receiver.connections).toBe(1);
    await ask('two');
    expect(receiver.connections).toBe(2);
    expect(new Set(receiver.requests.map(({ socket }) => socket)).size).toBe(2);
  });

  test('does not reuse a connection after a failure or an incomplete response', async () => {
    const answers: RequestListener[] = [
      (_request, response) => response.writeHead(500).end('no'),
      (_request, response) => response.writeHead(301, { location: '/' }).end(),
      (_request, response) => response.end('x'.repeat(70_000)),
      (_request, response) => response.writeHead(200, { connection: 'close' }).end('thanks'),
      (_request, response) => response.end('thanks'),
    ];
    let asked = 0;
    const receiver = await startReceiver({ listener: (...args) => answers[asked++]?.(...args) });
    const fetch = createGuardedFetch(local);
    for (const _ of answers) await fetch({ url: `http://127.0.0.1:${receiver.port}/`, method: 'GET', sharedBy: 'one' });
    expect(receiver.connections).toBe(answers.length);
  });

  test('resolves and checks the host name again for every connection', async () => {
    const receiver = await startReceiver({ tls: true });
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = vi.fn(() => Promise.resolve(answers.shift() ?? []));
    const fetch = createGuardedFetch({ ...local, resolve });
    const ask = () =>
      fetch({ url: `https://hooks.example.com:${receiver.port}/`, method: 'GET', sharedBy: 'one' }).then(
        ({ status }) => status,
      );
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(resolve).toHaveBeenCalledTimes(1);
    for (const { socket } of receiver.requests) socket.destroy();
    await expect(ask()).rejects.toThrow(OutboundBlockedError);
    expect(resolve).toHaveBeenCalledTimes(2);
    expect(receiver.requests).toHaveLength(2);
  });

  test('repeats a request on a new connection if the reused one fails', async () => {
    const sockets = new Set<object>();
    // Closes each connection at its second request, before a response.
    const receiver = await startReceiver({
      listener: ({ socket }, response) => {
        if (sockets.has(socket)) socket.destroy();
        else response.end('thanks');
        sockets.add(socket);
      },
    });
    const fetch = createGuardedFetch(local);
    for (let count = 0; count < 3; count += 1)
      expect((await fetch({ url: `http://127.0.0.1:${receiver.port}/`, method: 'GET', sharedBy: 'one' })).status).toBe(
        200,
      );
    expect(receiver.connections).toBe(3);
  });

  test('ignores proxy settings of the environment', async () => {
    const proxy = await startReceiver();
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const receiver = await startReceiver();
    await get(local, `http://127.0.0.1:${receiver.port}/`);
    expect(receiver.requests).toHaveLength(1);
    expect(proxy.connections).toBe(0);
  });

  test('reads at most 64 KiB of an endless response', async () => {
    const receiver = await startReceiver({
      listener: (_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
        };
        response.on('drain', more);
        more();
      },
    });
    const { status, body } = await get(local, `http://127.0.0.1:${receiver.port}/`);
    expect(status).toBe(200);
    expect(body).toHaveLength(64 * 1024);
  });

  test('fails if no response arrives in time', async () => {
    const receiver = await startReceiver({ listener: () => undefined });
    const answer = get({ ...local, answerTimeoutMs: 80 }, `http://127.0.0.1:${receiver.port}/`);
    await expect(answer).rejects.toThrow('no answer in time');
  });

  test('returns the status of a response whose body never ends', async () => {
    const receiver = await startReceiver({ listener: (_request, response) => void response.writeHead(206).write('a') });
    const answer = await get({ ...local, answerTimeoutMs: 1000 }, `http://127.0.0.1:${receiver.port}/`);
    expect(answer).toEqual({ status: 206, contentType: '', body: 'a' });
  });

  test('fails if the name server does not answer in time', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    const answer = get({ resolve, connectTimeoutMs: 50 }, 'https://hooks.example.com/');
    await expect(answer).rejects.toThrow('no connection in time');
  });

  test('reports a closed port as an error, not as blocked', async () => {
    const receiver = await startReceiver();
    servers.pop()?.close();
    const error = await get(local, `http://127.0.0.1:${receiver.port}/`).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutboundError);
    expect(error).not.toBeInstanceOf(OutboundBlockedError);
    expect((error as Error).message).toBe('the connection was refused');
  });
});
