import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Acknowledgements, type Acknowledgement } from './acknowledgements.ts';
import { portsOf, type SendQueues } from './transfer-watch.ts';

/** Bytes that the system has not sent yet; undefined if the system does not report them. */
let queued: number | undefined;
let ports = '';
let acknowledgements: Acknowledgements;
let server: Server;
/** How often the queues were read. */
let asked = 0;
let outcome: PromiseWithResolvers<Acknowledgement>;
const clients: Socket[] = [];

beforeEach(async () => {
  queued = 0;
  outcome = Promise.withResolvers();
  asked = 0;
  acknowledgements = new Acknowledgements(async (): Promise<SendQueues | undefined> => {
    asked += 1;
    return queued === undefined ? undefined : new Map([[ports, queued]]);
  });
  server = createServer((request, response) => {
    acknowledgements.reused(request.socket);
    ports = portsOf(request.socket.localPort, request.socket.remotePort);
    if (request.url === '/next') return void response.end('next');
    const watch = acknowledgements.watch(response);
    response.end('content', () => void watch.outcome().then(outcome.resolve));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

/** Requests the content and reads the response. */
async function open(headers = '', allowHalfOpen = false): Promise<Socket> {
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen });
  clients.push(client);
  client.on('error', () => undefined);
  client.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  await once(client, 'data');
  return client;
}
/** Resolves when the response is over for the server. */
const begun = async (): Promise<void> => {
  while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
};
const isOver = async (): Promise<boolean> => {
  await new Promise((resolve) => setImmediate(resolve));
  return Promise.race([
    outcome.promise.then(() => true),
    new Promise<false>((resolve) => setImmediate(resolve, false)),
  ]);
};

describe('a response whose last byte the system has accepted', () => {
  it('is taken when its connection sends another request', async () => {
    const client = await open();
    client.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await outcome.promise).toEqual({ isTaken: true, queuedBytes: 0 });
    expect(String(await once(client, 'data'))).toContain('next');
  });

  it.each(['', 'Connection: close\r\n'])(
    'is taken when its client closes the connection in order, with %j',
    async (close) => {
      for (const told of [0, 1, undefined]) {
        outcome = Promise.withResolvers();
        queued = told;
        (await open(close)).destroy();
        expect(await outcome.promise).toMatchObject({ isTaken: true });
      }
    },
  );

  it.each(['', 'Connection: close\r\n'])('is not taken if its client resets the connection, with %j', async (close) => {
    queued = 7;
    const client = await open(close);
    client.resetAndDestroy();
    expect(await outcome.promise).toMatchObject({ isTaken: false });
  });

  it('is not taken if its client closes the connection while bytes are on their way', async () => {
    queued = 5000;
    (await open()).destroy();
    expect(await outcome.promise).toEqual({ isTaken: false, queuedBytes: 5000 });
  });

  it('is taken after two seconds, once nothing is on its way, and its connection can be used again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    queued = 5000;
    const client = await open();
    await begun();
    for (const seconds of [3, 30]) {
      vi.advanceTimersByTime(seconds * 1000);
      await acknowledgements.sample();
      expect(await isOver()).toBe(false);
    }
    queued = 0;
    await acknowledgements.sample();
    expect(await outcome.promise).toEqual({ isTaken: true, queuedBytes: 0 });
    client.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String(await once(client, 'data'))).toContain('next');
  });

  it('is taken after two seconds by a client that asked for the end of the connection and waits for it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const client = await open('Connection: close\r\n', true);
    await begun();
    vi.advanceTimersByTime(3000);
    await acknowledgements.sample();
    expect(await outcome.promise).toEqual({ isTaken: true, queuedBytes: 0 });
    if (!client.readableEnded) await once(client, 'end');
  });

  it('is not taken by a client that stops reading for a minute, and its connection is reset', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    queued = 5000;
    const client = await open();
    const closed = new Promise((resolve) => client.once('close', resolve));
    await begun();
    vi.advanceTimersByTime(61_000);
    await acknowledgements.sample();
    expect(await outcome.promise).toEqual({ isTaken: false, queuedBytes: 5000 });
    await closed;
  });
});
