import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testCertificate } from '../test/certificate.ts';
import { OutboundBlockedError, createGuardedFetch, type GuardedFetchOptions, type OutboundFetch } from './index.ts';

interface TestServer {
  readonly port: number;
  readonly paths: string[];
  readonly connections: () => number;
}

const opened: (Server | ReturnType<typeof createTcpServer>)[] = [];
const sockets = new Set<Socket>();
let answer: (response: ServerResponse, request: IncomingMessage) => void;
beforeEach(() => {
  answer = (response) => response.end('thanks');
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const server of opened.splice(0)) server.close();
});

async function startTestServer({ isSecure = false } = {}): Promise<TestServer> {
  const paths: string[] = [];
  let connections = 0;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume().once('end', () => {
      paths.push(`${request.headers.host} ${request.url}`);
      answer(response, request);
    });
  };
  const server = isSecure ? createTlsServer(testCertificate, listener) : createServer(listener);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, paths, connections: () => connections };
}

/** A TCP server whose `talk` gets each chunk's socket and its number on the connection. */
async function startTalker(
  talk: (socket: Socket, count: number) => void,
): Promise<{ url: string; requests(): number }> {
  let requests = 0;
  const server = createTcpServer((socket) => {
    let count = 0;
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', () => {
      requests += 1;
      talk(socket, (count += 1));
    });
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests: () => requests };
}

const local: GuardedFetchOptions = { allowCidrs: ['127.0.0.0/8'], ca: testCertificate.cert };
const post = (fetch: OutboundFetch, url: string, sharedBy = 'one'): ReturnType<OutboundFetch> =>
  fetch({ url, method: 'POST', body: '{}', sharedBy });
const outcomeOf = (promise: ReturnType<OutboundFetch>): Promise<string> =>
  promise.then(
    ({ status, body }) => `${status} ${body}`,
    (error: Error) => error.message,
  );

describe('a reused connection', () => {
  test('sends each request to its own path', async () => {
    const { port, paths, connections } = await startTestServer();
    const fetch = createGuardedFetch(local);
    for (const path of ['/a', '/b?c=d', '/a', '/']) await post(fetch, `http://127.0.0.1:${port}${path}`);
    expect(paths).toEqual(['/a', '/b?c=d', '/a', '/'].map((path) => `127.0.0.1:${port} ${path}`));
    expect(connections()).toBe(1);
  });

  test('belongs to one key, one host and one port', async () => {
    const { port, paths, connections } = await startTestServer({ isSecure: true });
    const other = await startTestServer({ isSecure: true });
    const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
    const fetch = createGuardedFetch({ ...local, resolve });
    await post(fetch, `https://127.0.0.1:${port}/`);
    await post(fetch, `https://127.0.0.1:${port}/`, 'two');
    await post(fetch, `https://hooks.example.com:${port}/`);
    await post(fetch, `https://127.0.0.1:${other.port}/`);
    expect([connections(), other.connections()]).toEqual([3, 1]);
    expect(paths.map((path) => path.split(':')[0])).toEqual(['127.0.0.1', '127.0.0.1', 'hooks.example.com']);
    // The certificate is checked for the requested name.
    expect(await outcomeOf(post(fetch, `https://other.example.com:${port}/`))).toBe(
      "the receiver's certificate is for another host name",
    );
    expect(paths).toHaveLength(3);
  });

  test('carries one request at a time', async () => {
    const { port, connections } = await startTestServer();
    let open = 0;
    let most = 0;
    answer = (response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 30);
    };
    const fetch = createGuardedFetch(local);
    for (let turn = 0; turn < 2; turn += 1)
      await Promise.all(Array.from({ length: 4 }, () => post(fetch, `http://127.0.0.1:${port}/`)));
    expect(most).toBe(4);
    expect(connections()).toBe(4);
  });

  test('is closed after an error status, a redirect or an incomplete response', async () => {
    const { port, connections } = await startTestServer();
    const fetch = createGuardedFetch(local);
    const url = `http://127.0.0.1:${port}/`;
    const manners: (typeof answer)[] = [
      (response) => response.writeHead(500).end(),
      (response) => response.writeHead(302, { location: url }).end(),
      (response) => {
        response.writeHead(200, { 'content-length': '5' }).write('a');
        setTimeout(() => response.destroy(), 20);
      },
      (response) => response.end('x'.repeat(100_000)),
      (response) => response.writeHead(200, { connection: 'close' }).end(),
    ];
    for (const manner of manners) {
      answer = manner;
      await post(fetch, url);
    }
    answer = (response) => response.end();
    await post(fetch, url);
    expect(connections()).toBe(manners.length + 1);
  });

  test('[P-451] resolves the host name again before it is reopened', async () => {
    const { port, connections } = await startTestServer({ isSecure: true });
    const answers = [['127.0.0.1'], ['10.0.0.1', '127.0.0.1'], ['127.0.0.1']];
    const resolve = vi.fn(() => Promise.resolve(answers.shift() ?? []));
    const fetch = createGuardedFetch({ ...local, resolve });
    const url = `https://hooks.example.com:${port}/`;
    answer = (response) => response.writeHead(200, { connection: 'close' }).end();
    expect((await post(fetch, url)).status).toBe(200);
    await expect(post(fetch, url)).rejects.toThrow(OutboundBlockedError);
    expect(connections()).toBe(1);
    expect((await post(fetch, url)).status).toBe(200);
    expect(resolve).toHaveBeenCalledTimes(3);
  });

  test('is reopened if the receiver closed it, and the host name is checked again', async () => {
    const { port, connections, paths } = await startTestServer({ isSecure: true });
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const fetch = createGuardedFetch({ ...local, resolve: () => Promise.resolve(answers.shift() ?? []) });
    const url = `https://hooks.example.com:${port}/`;
    await post(fetch, url);
    answer = (response) => response.socket?.destroy();
    await expect(post(fetch, url)).rejects.toThrow(OutboundBlockedError);
    expect(connections()).toBe(1);
    expect(paths).toHaveLength(2);
  });
});

describe('a receiver that tries to mix up responses on one connection', () => {
  const ok = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

  test('by responding twice: the second response is discarded', async () => {
    const { url } = await startTalker((socket, count) =>
      socket.write(count === 1 ? ok('first') + ok('smuggled') : ok('second')),
    );
    const fetch = createGuardedFetch(local);
    expect(await outcomeOf(post(fetch, url))).toBe('200 first');
    expect(await outcomeOf(post(fetch, url))).not.toContain('smuggled');
  });

  test('by responding before the next request: the response is discarded', async () => {
    const { url } = await startTalker((socket, count) => {
      socket.write(ok(`answer ${count}`));
      if (count === 1) setTimeout(() => socket.write(ok('smuggled')), 20);
    });
    const fetch = createGuardedFetch(local);
    expect(await outcomeOf(post(fetch, url))).toBe('200 answer 1');
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await outcomeOf(post(fetch, url))).toBe('200 answer 1');
  });

  test('by closing the connection each time: the request is repeated once', async () => {
    const { url, requests } = await startTalker((socket, count) => {
      if (count === 1 && requests() === 1) socket.write(ok('first'));
      else socket.destroy();
    });
    const fetch = createGuardedFetch(local);
    expect(await outcomeOf(post(fetch, url))).toBe('200 first');
    expect(await outcomeOf(post(fetch, url))).toBe('the receiver closed the connection without an answer');
    expect(requests()).toBe(3);
  });

  test('by sending unrequested bytes: the connection is closed', async () => {
    let poured = 0;
    const { url } = await startTalker((socket) => {
      socket.write(ok('thanks'));
      const pour = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536))) poured += 65_536;
      };
      setTimeout(pour, 10);
      socket.on('drain', pour);
    });
    const fetch = createGuardedFetch(local);
    expect(await outcomeOf(post(fetch, url))).toBe('200 thanks');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const soFar = poured;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(poured).toBe(soFar);
    expect(await outcomeOf(post(fetch, url))).toBe('200 thanks');
  });

  test('by responding slowly on a reused connection: the time limit of a response applies', async () => {
    const { url } = await startTalker((socket, count) => {
      if (count === 1) socket.write(ok('first'));
    });
    const fetch = createGuardedFetch({ ...local, answerTimeoutMs: 1000 });
    expect(await outcomeOf(post(fetch, url))).toBe('200 first');
    expect(await outcomeOf(post(fetch, url))).toBe('no answer in time');
  });
});
