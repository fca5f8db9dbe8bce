import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createMemoryFetch } from './memory-fetch.ts';

const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method, url, headers, socket } = request;
  const body = await text(request);
  response.setHeader('set-cookie', ['a=1', 'b=2']);
  response.end(JSON.stringify({ method, url, host: headers.host, from: socket.remoteAddress, body }));
};

it('takes requests to the listener as they are, from the given address', async () => {
  const fetch = createMemoryFetch((request, response) => void echo(request, response))('192.0.2.7');
  const answer = await fetch('https://files.example.com/a%20b?c=d', { method: 'PUT', body: 'é'.repeat(200_000) });
  expect(await answer.json()).toEqual({
    method: 'PUT',
    url: '/a%20b?c=d',
    host: 'files.example.com',
    from: '192.0.2.7',
    body: 'é'.repeat(200_000),
  });
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

it('returns answers without a body, and one that comes before the body was read', async () => {
  const fetch = createMemoryFetch(
    (request, response) => void response.writeHead(request.url === '/' ? 204 : 413).end(),
  )('::1');
  expect([
    (await fetch('http://localhost/')).status,
    (await fetch('http://localhost/x', { method: 'POST', body: 'y'.repeat(5_000_000) })).status,
  ]).toEqual([204, 413]);
});

it('rejects an answer that is too large for the memory', async () => {
  const fetch = createMemoryFetch((_request, response) => {
    const piece = Buffer.alloc(1024 * 1024);
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  })('203.0.113.7');
  await expect(fetch('http://drive.test/')).rejects.toThrow('an answer of over 16777216 bytes');
});

it('rejects if the listener cuts the connection, and if the caller gives up', async () => {
  const stop = new AbortController();
  const fetch = createMemoryFetch((request, response) => {
    if (request.url === '/cut') response.destroy();
    else stop.abort(new Error('enough'));
  })('::1');
  await expect(fetch('http://localhost/cut')).rejects.toThrow('socket hang up');
  await expect(fetch('http://localhost/wait', { signal: stop.signal })).rejects.toThrow();
});
