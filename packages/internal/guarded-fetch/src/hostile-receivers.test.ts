import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { testCertificate } from '../test/certificate.ts';
import { OutboundError, createGuardedFetch, type GuardedFetchOptions, type OutboundResponse } from './index.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const server of servers.splice(0)) server.close();
});

const keep = (socket: Socket): void => {
  sockets.add(socket.on('error', () => undefined));
};

/** A TCP server: `talk` gets the socket when the first bytes arrive, or immediately. */
async function startTalker(talk: (socket: Socket) => void, { atOnce = false } = {}): Promise<string> {
  const server = createServer((socket) => {
    keep(socket);
    if (atOnce) talk(socket);
    else socket.once('data', () => talk(socket));
  });
  return `http://127.0.0.1:${await listen(server)}/hook`;
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const local: GuardedFetchOptions = { allowCidrs: ['127.0.0.0/8'], ca: testCertificate.cert };
const patience = { connectTimeoutMs: 5000, answerTimeoutMs: 5000 };
const post = (url: string, options: GuardedFetchOptions = {}): Promise<OutboundResponse> =>
  createGuardedFetch({ ...local, ...patience, ...options })({ url, method: 'POST', body: '{}' });
const failureOf = async (answer: Promise<OutboundResponse>): Promise<string> => {
  const error = await answer.then(
    () => new Error('the request succeeded'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return (error as Error).message;
};

/** Writes endlessly. */
function pour(socket: Socket, piece: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

function drip(socket: Socket, start: string, piece: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 2);
  socket.once('close', () => clearInterval(timer));
}

describe('a receiver that never completes its response', () => {
  const short = { answerTimeoutMs: 200 };

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['drips its headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: ', 'a')],
    ['drips header after header', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
    ['drips its status', (socket) => drip(socket, 'HTTP/1.1 ', '')],
    ['is always about to answer', (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')],
  ])('and %s fails with a timeout', async (_, talk) => {
    expect(await failureOf(post(await startTalker(talk), short))).toMatch(
      /^no answer in time$|^the headers of the answer are too large$/,
    );
  });

  test('[P-455] and drips its body is judged by its status', async () => {
    const url = await startTalker((socket) =>
      drip(socket, 'HTTP/1.1 201 Created\r\ncontent-length: 99999\r\n\r\n', 'a'),
    );
    const { status, body } = await post(url, { answerTimeoutMs: 1000 });
    expect(status).toBe(201);
    expect(body).toMatch(/^a+$/);
  });

  test('and never completes the TLS handshake fails before anything is sent', async () => {
    let got = Buffer.alloc(0);
    const server = createServer((socket) => {
      keep(socket);
      socket.on('data', (chunk) => (got = Buffer.concat([got, chunk])));
    });
    const url = `https://127.0.0.1:${await listen(server)}/`;
    expect(await failureOf(post(url, { connectTimeoutMs: 200 }))).toBe('no connection in time');
    // Only the client's part of a handshake.
    expect(got[0]).toBe(0x16);
    expect(got.includes('POST')).toBe(false);
  });

  test('and completes the handshake after the timeout is sent nothing', async () => {
    let requests = 0;
    const secure = createTlsServer(testCertificate, (socket) => {
      keep(socket);
      socket.on('data', () => (requests += 1));
    });
    const port = await listen(secure);
    // Delays the client's bytes until just after the time limit.
    const late = createServer((socket) => {
      keep(socket);
      socket.pause();
      setTimeout(() => {
        const through = createConnection(port);
        keep(through);
        socket.pipe(through).pipe(socket);
      }, 120);
    });
    const url = `https://127.0.0.1:${await listen(late)}/`;
    expect(await failureOf(post(url, { connectTimeoutMs: 60 }))).toBe('no connection in time');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(requests).toBe(0);
  });
});

describe('a receiver that sends too much', () => {
  test('[P-456] in headers is cut off', async () => {
    const url = await startTalker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x: ${'y'.repeat(8000)}\r\n`);
    });
    expect(await failureOf(post(url))).toBe('the headers of the answer are too large');
  });

  test('in a single header is cut off', async () => {
    const url = await startTalker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      pour(socket, 'y'.repeat(8000));
    });
    expect(await failureOf(post(url))).toBe('the headers of the answer are too large');
  });

  test.each<[string, string, string | Buffer]>([
    ['a body', 'HTTP/1.1 200 OK\r\ncontent-length: 1099511627776\r\n\r\n', 'x'.repeat(65_536)],
    ['chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `1000\r\n${'x'.repeat(4096)}\r\n`],
    ['one chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\n', 'x'.repeat(65_536)],
  ])('with %s is read for 64 KiB', async (_, head, piece) => {
    const url = await startTalker((socket) => {
      socket.write(head);
      pour(socket, piece);
    });
    const { status, body } = await post(url);
    expect([status, body]).toEqual([200, 'x'.repeat(65_536)]);
  });

  test('when decompressed: no more than the limit is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 << 20));
    const url = await startTalker((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    });
    const { status, body } = await post(url);
    expect(status).toBe(200);
    expect(body).toBe('\0'.repeat(65_536));
  });
});

describe('a receiver that violates the protocol', () => {
  test.each<[string, string]>([
    ['nothing and hangs up', ''],
    ['half a status', 'HTTP/1.1 2'],
    ['half its headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['the HTTP of 1991', '<html>thanks</html>'],
    ['HTTP/2', '\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0d'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['that it speaks another protocol now', 'HTTP/1.1 101 Switching\r\nupgrade: ws\r\nconnection: upgrade\r\n\r\n'],
    ['that one should go on', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['an early hint and hangs up', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('and sends %s fails', async (_, text) => {
    expect(await failureOf(post(await startTalker((socket) => socket.end(text, 'latin1'))))).not.toBe(
      'the request succeeded',
    );
  });

  test('and resets the connection: the request fails', async () => {
    expect(await failureOf(post(await startTalker((socket) => socket.resetAndDestroy())))).toMatch(
      'the receiver closed the connection without an answer',
    );
    expect(await failureOf(post(await startTalker((socket) => socket.resetAndDestroy(), { atOnce: true })))).toMatch(
      'the receiver closed the connection without an answer',
    );
  });

  test('and cuts its body short is judged by its status', async () => {
    const url = await startTalker((socket) => socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 100\r\n\r\nso far'));
    expect(await post(url)).toEqual({ status: 202, contentType: '', body: 'so far' });
  });

  test('and responds before the request: the request fails', async () => {
    const url = await startTalker((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), {
      atOnce: true,
    });
    // Whether the response arrives first is random; both are fine.
    const answer = await post(url).catch((error: unknown) => error);
    if (answer instanceof Error) expect(answer).toBeInstanceOf(OutboundError);
    else expect(answer).toEqual({ status: 200, contentType: '', body: '' });
  });

  test.each([204, 205, 304, 410, 418, 500, 999])('is judged by status %i', async (status) => {
    const url = await startTalker((socket) => socket.end(`HTTP/1.1 ${status} So\r\ncontent-length: 0\r\n\r\n`));
    expect(await post(url)).toEqual({ status, contentType: '', body: '' });
  });

  test('and sends more after its response: the rest is discarded', async () => {
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na';
    const url = await startTalker((socket) => socket.write(answer.repeat(1000)));
    expect(await post(url)).toEqual({ status: 200, contentType: '', body: 'a' });
  });

  test('and mixes up http and https: the request fails', async () => {
    const plain = await startTalker((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await failureOf(post(plain.replace('http:', 'https:')))).toBe('the receiver does not speak TLS');
    const secure = createTlsServer(testCertificate, keep);
    secure.on('tlsClientError', () => undefined);
    const port = await listen(secure);
    expect(await failureOf(post(`http://127.0.0.1:${port}/`))).not.toBe('the request succeeded');
  });
});

describe('a TLS certificate', () => {
  async function startSecure(options: { key: string; cert: string }): Promise<{ port: number; received(): number }> {
    let bytes = 0;
    const server = createTlsServer(options, (socket) => {
      keep(socket);
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    server.on('tlsClientError', () => undefined);
    return { port: await listen(server), received: () => bytes };
  }
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);

  test('of another name is rejected before anything is sent', async () => {
    const { port, received } = await startSecure(testCertificate);
    expect((await post(`https://hooks.example.com:${port}/`, { resolve })).status).toBe(200);
    const before = received();
    expect(await failureOf(post(`https://other.example.com:${port}/`, { resolve }))).toBe(
      "the receiver's certificate is for another host name",
    );
    expect(received()).toBe(before);
  });

  test('is verified even if the environment disables verification', async () => {
    const { port, received } = await startSecure(testCertificate);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const answer = createGuardedFetch({ allowCidrs: ['127.0.0.0/8'] })({
      url: `https://127.0.0.1:${port}/`,
      method: 'GET',
    });
    expect(await failureOf(answer)).toBe("the receiver's certificate is not trusted (self-signed)");
    expect(received()).toBe(0);
  });
});
