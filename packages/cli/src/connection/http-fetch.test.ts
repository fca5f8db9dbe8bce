import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectSlowly } from '../../../sdk/test/slow-lookup.ts';
import { createHttpFetch } from './http-fetch.ts';

const patient = { timeout: 20_000 };

/** The port of a server until the end of the test. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The sockets of the clients that connect during the test. */
function watchSockets(): Socket[] {
  const sockets: Socket[] = [];
  const add = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', add);
  onTestFinished(() => void unsubscribe('net.client.socket', add));
  return sockets;
}

it.each([undefined, 60_000])(
  'a connection may take longer than the agent of Node waits for it: %s',
  async (stallMs) => {
    const port = await serve((_, outgoing) => void outgoing.end('hello'));
    const slow = connectSlowly();
    const answer = await createHttpFetch(undefined, stallMs)(`http://localhost:${port}`);
    expect([slow.mock.calls.length, await answer.text()]).toEqual([1, 'hello']);
  },
);

it.each([
  ['complete', 150_000],
  ['under way', 1_000_000],
])('a response that is %s arrives in full, however long its reader pauses', async (_, size) => {
  const port = await serve((_incoming, outgoing) => {
    outgoing.write('x');
    outgoing.end('x'.repeat(size - 1));
  });
  const sockets = watchSockets();
  const { body } = await createHttpFetch(undefined, 60_000)(`http://127.0.0.1:${port}`);
  await vi.waitUntil(() => sockets[0]!.bytesRead >= 120_000, patient);
  for (let pause = 0; pause < 3; pause++) sockets[0]!.emit('timeout');
  expect(await text(body!)).toHaveLength(size);
});

it('a response that is aborted when it is complete but not read ends with an error', async () => {
  const port = await serve((_incoming, outgoing) => {
    outgoing.write('x');
    outgoing.end('x'.repeat(150_000));
  });
  const sockets = watchSockets();
  const stop = new AbortController();
  const { body } = await createHttpFetch()(`http://127.0.0.1:${port}`, { signal: stop.signal });
  await vi.waitUntil(() => sockets[0]!.bytesRead >= 150_000, patient);
  stop.abort(new Error('interrupted'));
  await expect(text(body!)).rejects.toThrow('interrupted');
});

it('a request fails if nothing arrives, before the headers or after the first bytes', async () => {
  const sockets = watchSockets();
  const port = await serve(({ url }, outgoing) => {
    if (url === '/body') outgoing.write('x');
    else sockets[0]!.emit('timeout');
  });
  const fetch = createHttpFetch(undefined, 60_000);
  await expect(fetch(`http://127.0.0.1:${port}/head`)).rejects.toThrow('nothing has moved for 60 seconds');
  const reader = (await fetch(`http://127.0.0.1:${port}/body`)).body!.getReader();
  await reader.read();
  sockets[1]!.emit('timeout');
  await expect(reader.read()).rejects.toThrow('nothing has moved for 60 seconds');
});
