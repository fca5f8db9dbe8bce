import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@drive/access';
import { systemRandom } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { endpoint } from '@drive/contract';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readAll, startHttp, type HttpTest, type HttpTestOptions } from '../test/http.ts';
import { createHttpServer } from './request-head.ts';

const MiB = 1024 * 1024;
const shape = { tag: 'Test', summary: 'A test', errors: [], auth: 'public', scope: 'none' } as const;
const ok = { 200: { description: 'Done.', schema: z.string() } };
const hello = endpoint({
  ...shape,
  id: 'hello',
  method: 'GET',
  path: '/api/hello/{name}',
  params: z.object({ name: z.string() }),
  responses: ok,
});
const json = endpoint({ ...shape, id: 'json', method: 'POST', path: '/api/json', body: z.object({}), responses: ok });
const slow = endpoint({ ...shape, id: 'slow', method: 'GET', path: '/api/slow', responses: ok });
const bytes = { ...shape, transport: 'bytes', responses: { 200: { description: 'Done.', schema: null } } } as const;
const refuse = endpoint({
  ...bytes,
  id: 'refuse',
  method: 'PUT',
  path: '/files/refuse',
  errors: ['upload_session_not_found'],
});
const take = endpoint({ ...bytes, id: 'take', method: 'PUT', path: '/files/take' });
const stream = endpoint({ ...bytes, id: 'stream', method: 'GET', path: '/files/stream' });

let http: HttpTest;
let letGo: () => void;
let reached: Promise<void>;
let aborted: Promise<void>;

async function start(server: HttpTestOptions['server'] = {}, bodyMs?: number): Promise<void> {
  let arrive: () => void;
  let abort: () => void;
  reached = new Promise((resolve) => (arrive = resolve));
  aborted = new Promise((resolve) => (abort = resolve));
  const held = new Promise<void>((resolve) => (letGo = resolve));
  http = await startHttp({
    server,
    ...(bodyMs === undefined ? {} : { bodyMs }),
    routes: (router) => {
      router.mount(hello, async ({ params }) => `hello ${params.name}`);
      router.mount(json, async () => 'taken');
      router.mount(slow, async () => {
        arrive();
        await held;
        return 'slow';
      });
      router.mountBytes(refuse, () =>
        Promise.reject(new DomainError('upload_session_not_found', 'There is no such upload.')),
      );
      router.mountBytes(take, async ({ request, response }) => {
        arrive();
        let count = 0;
        try {
          for await (const chunk of request) count += (chunk as Buffer).length;
        } catch (error) {
          abort();
          throw error;
        }
        response.writeHead(200).end(String(count));
      });
      router.mountBytes(stream, async ({ response }) => {
        response.writeHead(200);
        response.write(Buffer.alloc(64 * MiB));
        arrive();
        await once(response, 'close');
        abort();
      });
    },
  });
}
afterEach(async () => {
  letGo();
  await http.close();
});

const head = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

const answerTo = async (socket: Socket, until: RegExp): Promise<string> => {
  let text = '';
  socket.setEncoding('latin1');
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (until.test(text)) return text;
  }
  return text;
};

describe('a refused body', () => {
  it('[P-463] of any length gets its response, not a reset', async () => {
    await start();
    const socket = await http.open();
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write(head('PUT', '/files/refuse', `Content-Length: ${32 * MiB}`));
    for (let sent = 0; sent < 32; sent += 1) if (!socket.write(Buffer.alloc(MiB))) await once(socket, 'drain');
    socket.end();
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).toMatch(/Connection: close/i);
    expect(text).toContain('upload_session_not_found');
  });

  it('gets its response while the client is still sending its beginning', async () => {
    await start();
    const socket = await http.open();
    socket.write(head('PUT', '/files/refuse', `Content-Length: ${1024 * MiB}`));
    expect(await readAll(socket)).toContain('upload_session_not_found');
  });

  it('gets its response in fetch and in node:http alike', async () => {
    await start();
    const response = await fetch(`${http.url}/files/refuse`, { method: 'PUT', body: Buffer.alloc(16 * MiB) });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      404,
      'upload_session_not_found',
    ]);
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${http.url}/files/refuse`, { method: 'PUT' }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      request.once('error', reject);
      request.end(Buffer.alloc(16 * MiB));
    });
    expect(status).toBe(404);
  });

  it('gets its response if JSON is too large, and if no body is expected', async () => {
    await start();
    const headers = { 'content-type': 'application/json' };
    const large = await fetch(`${http.url}/api/json`, { method: 'POST', headers, body: Buffer.alloc(8 * MiB, 32) });
    expect([large.status, await large.text()]).toEqual([413, expect.stringContaining('payload_too_large')]);
    const unknown = await fetch(`${http.url}/nowhere`, { method: 'POST', headers, body: Buffer.alloc(8 * MiB, 32) });
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('not_found')]);
  });

  it('that is short is read to its end, and the connection is reused', async () => {
    await start();
    const socket = await http.open();
    socket.write(head('PUT', '/files/refuse', 'Content-Length: 200000'));
    socket.write(Buffer.alloc(200_000));
    socket.write(head('GET', '/api/hello/again', 'Connection: close'));
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).toContain('hello again');
  });

  it('that is short but does not arrive is awaited briefly', async () => {
    await start({ lingerMs: 50 });
    const socket = await http.open();
    socket.write(head('PUT', '/files/refuse', 'Content-Length: 200000'));
    expect(await readAll(socket)).toContain('upload_session_not_found');
  });
});

describe('Expect: 100-continue', () => {
  it('gets no 100 Continue if the body is refused', async () => {
    await start();
    const socket = await http.open();
    socket.write(head('PUT', '/files/refuse', `Content-Length: ${64 * MiB}`, 'Expect: 100-continue'));
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).not.toContain('100 Continue');
  });

  it('gets 100 Continue as soon as the body is read', async () => {
    await start();
    const socket = await http.open();
    socket.write(head('PUT', '/files/take', 'Content-Length: 5', 'Expect: 100-continue', 'Connection: close'));
    expect(await answerTo(socket, /100 Continue\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write('12345');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\n\r\n(1\r\n)?5/);
  });
});

describe('a connection', () => {
  it('answers pipelined requests in their order', async () => {
    await start();
    const socket = await http.open();
    socket.write(head('GET', '/api/slow') + head('GET', '/api/hello/b') + head('GET', '/api/nowhere'));
    socket.write(head('GET', '/api/hello/c', 'Connection: close'));
    await reached;
    letGo();
    const text = await readAll(socket);
    expect(text.match(/slow|hello b|not_found|hello c/g)).toEqual(['slow', 'hello b', 'not_found', 'hello c']);
  });

  it('that stops sending its body is closed', async () => {
    await start({ idleMs: 80 });
    const socket = await http.open();
    socket.write(`${head('PUT', '/files/take', 'Content-Length: 1000')}some`);
    expect(await readAll(socket)).toBe('');
    await aborted;
    const second = await http.open();
    second.write(`${head('POST', '/api/json', 'Content-Type: application/json', 'Content-Length: 1000')}{`);
    expect(await readAll(second)).toBe('');
  });

  it('[P-462] that sends its JSON too slowly is answered', async () => {
    await start({ lingerMs: 20 }, 80);
    const socket = await http.open();
    socket.write(head('POST', '/api/json', 'Content-Type: application/json', 'Content-Length: 1000'));
    const trickle = setInterval(() => socket.write(' '), 10);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 [^]*too slowly/);
    clearInterval(trickle);
  });

  it('that stops reading its response is closed', async () => {
    await start({ idleMs: 80 });
    const socket = await http.open();
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(head('GET', '/files/stream'));
    await expect(aborted).resolves.toBeUndefined();
  });

  it('is not closed while the server works', async () => {
    await start({ idleMs: 50 });
    const answered = fetch(`${http.url}/api/slow`);
    await reached;
    await sleep(200);
    letGo();
    expect(await (await answered).json()).toBe('slow');
  });

  it('that ends in the middle of a body causes no error in the log', async () => {
    await start();
    const socket = await http.open();
    socket.write(`${head('PUT', '/files/take', 'Content-Length: 1000')}some`);
    await reached;
    socket.destroy();
    await aborted;
    await http.http.idle();
    expect(http.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a malformed request', () => {
  it.each([
    ['nonsense', 'hello there\r\n\r\n', '400 Bad Request'],
    ['two lengths', head('POST', '/api/json', 'Content-Length: 5', 'Content-Length: 6'), '400 Bad Request'],
    [
      'a length and chunks',
      head('POST', '/api/json', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
      '400 Bad Request',
    ],
    ['a header with a line feed in it', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nC d: e\r\n\r\n', '400 Bad Request'],
    ['no Host', 'GET /api/hello/a HTTP/1.1\r\n\r\n', '400 Bad Request'],
    ['two Hosts', 'GET /api/hello/a HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', '400 Bad Request'],
    ['one Host twice', 'GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n', '400 Bad Request'],
    ['a long URL', head('GET', `/api/hello/${'u'.repeat(20_000)}`), '414 URI Too Long'],
    ['a URL that Node does not parse', head('GET', `/api/hello/${'u'.repeat(60_000)}`), '414 URI Too Long'],
    [
      'a long query, and long headers',
      head('GET', `/?${'q'.repeat(17_000)}`, `A: ${'b'.repeat(9_000)}`),
      '414 URI Too Long',
    ],
    [
      'headers that Node does not parse',
      head('GET', '/', `A: ${'b'.repeat(60_000)}`),
      '431 Request Header Fields Too Large',
    ],
    ['many headers', head('GET', '/', ...Array<string>(1500).fill('X-A: 0123')), '431 Request Header Fields Too Large'],
    [
      'an unknown expectation',
      head('PUT', '/files/take', 'Expect: foo', 'Content-Length: 5'),
      '417 Expectation Failed',
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('gets the error envelope: %s', async (_, sent, status) => {
    await start();
    const text = await http.raw(sent);
    expect(text.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(text).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    const [, body = ''] = text.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({
      status: Number(status.slice(0, 3)),
      error: status.slice(4),
      code: 'bad_request',
    });
  });

  it('[P-461] gets the error envelope if its headers take too long', async () => {
    await start({ headersMs: 60 });
    const text = await http.raw('GET / HTTP/1.1\r\nHost:');
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
    expect(text).toContain('"code":"bad_request"');
  });

  it('with unusual but valid syntax is answered', async () => {
    await start();
    expect(await http.raw('GET /api/hello/old HTTP/1.0\r\n\r\n')).toContain('hello old');
    expect(
      await http.raw(`GET http://elsewhere.example/api/hello/abs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    ).toContain('hello abs');
    expect(
      await http.raw(head('GET', '/api/hello/h', 'Connection: close').replace('Host: x', 'Host: ][/\\')),
    ).toContain('hello h');
    const options = await http.raw(head('OPTIONS', '*', 'Connection: close'));
    expect(options).toMatch(/^HTTP\/1\.1 204 /);
    expect(options).toMatch(/\r\nallow: GET, HEAD, OPTIONS, POST, PUT\r\n/);
    expect(await http.raw(head('GET', '*', 'Connection: close'))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await http.raw(head('GET', `/api/hello/${'u'.repeat(15_000)}`, 'Connection: close'))).toContain('hello uuu');
    const long = [`A: ${'b'.repeat(16_000)}`, 'Connection: close'];
    expect(await http.raw(head('GET', '/api/hello/h', ...long))).toContain('hello h');
    expect(await http.raw('GET /api/hello/old HTTP/1.0\r\nExpect: foo\r\n\r\n')).toContain('hello old');
    expect(await http.raw(head('GET', '/api/hello/up', 'Connection: Upgrade, close', 'Upgrade: websocket'))).toContain(
      'hello up',
    );
    expect(await http.raw(head('BREW', '/api/hello/x', 'Connection: close'))).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('an idle connection', () => {
  it.each([
    ['the next request may still come', { keepAliveMs: 40, idleMs: 10_000 }],
    ['nothing moves', { keepAliveMs: 10_000, idleMs: 40 }],
  ])('is closed after its time, and the server continues: %s', async (_, times) => {
    await start(times);
    const socket = await http.open();
    socket.write(head('GET', '/api/hello/a'));
    expect(await readAll(socket)).toContain('hello a');
    expect(await (await fetch(`${http.url}/api/hello/b`)).text()).toContain('hello b');
  });
});

it('closes each connection with its next answer while it drains, and accepts others', async () => {
  await start();
  const open = await http.open();
  open.write(head('GET', '/api/hello/a'));
  await answerTo(open, /hello a/);
  http.server.drain();
  open.write(head('GET', '/api/hello/b'));
  expect(await readAll(open)).toMatch(/Connection: close[^]*hello b/i);
  expect(await http.raw(head('GET', '/api/hello/c'))).toContain('hello c');
});

describe('stopping', () => {
  it('completes requests in progress, closes idle connections and accepts none', async () => {
    await start();
    const idle = await http.open();
    idle.write(head('GET', '/api/hello/a'));
    await answerTo(idle, /hello a/);
    const busy = await http.open();
    busy.write(head('GET', '/api/slow'));
    await reached;
    const stopped = http.server.stop(10_000);
    await readAll(idle);
    await expect(http.open()).rejects.toThrow('ECONNREFUSED');
    letGo();
    expect(await readAll(busy)).toMatch(/Connection: close[^]*slow/i);
    await stopped;
  });

  it('cuts requests that exceed the time limit', async () => {
    await start();
    const socket = await http.open();
    socket.on('error', () => undefined);
    socket.write(`${head('PUT', '/files/take', 'Content-Length: 1000')}some`);
    await reached;
    await http.server.stop(50);
    await expect(aborted).resolves.toBeUndefined();
  });
});

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

it('reports why it cannot listen', async () => {
  await start();
  const second = createHttpServer({ clock: createTestClock(), random: systemRandom, log });
  await expect(second.listen('127.0.0.1', http.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('answers requests that arrived before the server was ready', async () => {
  const server = createHttpServer({ clock: createTestClock(), random: systemRandom, log });
  const { port } = await server.listen('127.0.0.1', 0);
  try {
    const url = `http://127.0.0.1:${port}/`;
    const [get, gone] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const socket of [get, gone]) {
      socket.write(head('GET', '/'));
      await once(socket, 'connect');
    }
    const put = fetch(url, { method: 'PUT', body: 'a body' });
    // When this one is answered, the server has received the others.
    const nonsense = connect(port, '127.0.0.1');
    nonsense.write('nonsense\r\n\r\n');
    expect(await answerTo(nonsense, /400/)).toContain('400');
    gone.destroy();
    server.serve((request, response) => {
      void text(request).then((body) => response.end(`${request.method} ${body}`));
    });
    expect(await answerTo(get, /GET $/)).toMatch(/^HTTP\/1\.1 200 [^]*GET $/);
    expect(await (await put).text()).toBe('PUT a body');
    get.destroy();
  } finally {
    await server.stop(0);
  }
});
