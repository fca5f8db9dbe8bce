import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesHeldByTransfers } from './send-pieces.ts';
import { appendText, sendText } from './send-text.ts';

const KiB = 1024;
let server: Server;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
let done: Promise<unknown>;

beforeEach(async () => {
  server = createServer((request, response) => {
    done = answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function* piecesOf(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}
const send = (response: ServerResponse, pieces: AsyncIterable<string>): Promise<boolean> =>
  sendText(response, pieces, () => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  });

/** Bytes of all responses in each turn of the event loop. */
function countTurns(): { readonly most: () => number; readonly stop: () => void; add(bytes: number): void } {
  let bytes = 0;
  let most = 0;
  let isOver = false;
  const next = (): void => {
    most = Math.max(most, bytes);
    bytes = 0;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return { most: () => most, stop: () => void (isOver = true), add: (more) => void (bytes += more) };
}

describe('text that is sent in pieces', () => {
  it.each([
    ['', []],
    ['empty pieces', ['', '', 'a', '']],
    ['characters of every length across the buffers', ['aé€🦆'.repeat(5000), 'x', '🦆'.repeat(9999)]],
    ['characters of three bytes', ['€'.repeat(20_000)]],
    ['one byte more than a buffer', ['y'.repeat(16 * KiB + 1)]],
    ['as much as a buffer', ['y'.repeat(16 * KiB)]],
    ['lone surrogates', ['a\ud83eb\udd86'.repeat(8000)]],
  ])('arrives unchanged: %s', async (_name, pieces) => {
    answer = (_request, response) => send(response, piecesOf(...pieces));
    const response = await fetch(url);
    expect(await response.text()).toBe(pieces.map((piece) => piece.toWellFormed()).join(''));
    expect(await done).toBe(true);
  });

  it('is not begun if the first piece fails, and is cut off by a later failure', async () => {
    answer = async (_request, response) => {
      const failing = async function* (): AsyncGenerator<string> {
        yield 'a';
        throw new Error('no');
      };
      await send(response, failing()).catch(() => response.writeHead(500).end('failed'));
    };
    expect(await (await fetch(url)).text()).toBe('failed');
  });

  it('is answered to HEAD by the headers, after a kilobyte', async () => {
    let made = 0;
    answer = (_request, response) =>
      send(
        response,
        (async function* () {
          for (;;) yield String((made += 1));
        })(),
      );
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(made).toBeLessThan(400);
  });

  it('ends its source when the client disconnects', async () => {
    let isClosed = false;
    answer = (_request, response) =>
      send(
        response,
        (async function* () {
          try {
            for (;;) yield 'x'.repeat(4 * KiB);
          } finally {
            isClosed = true;
          }
        })(),
      );
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    socket.destroy();
    await once(socket, 'close');
    expect(await done).toBe(false);
    expect([isClosed, bytesHeldByTransfers()]).toEqual([true, 0]);
  });

  it('[P-482] lets others in after 128 Ki characters of all answers together', async () => {
    const turns = countTurns();
    let others = 0;
    const piece = 'x'.repeat(KiB);
    answer = (_request, response) =>
      send(
        response,
        (async function* () {
          for (let count = 0; count < 2000; count += 1) {
            turns.add(piece.length);
            yield piece;
          }
        })(),
      );
    let isOver = false;
    const requests = Promise.all(Array.from({ length: 8 }, async () => (await fetch(url)).text()));
    void requests.then(() => (isOver = true));
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      others += 1;
    }
    turns.stop();
    expect((await requests).map(({ length }) => length)).toEqual(Array(8).fill(2000 * KiB));
    // An answer that begins renders a piece before it waits.
    expect(turns.most()).toBeLessThanOrEqual((128 + 8) * KiB);
    expect(others).toBeGreaterThan((8 * 2000) / 136);
  });
});

describe('text that is appended', () => {
  it('resolves when there is room for more, and to false when the response has ended', async () => {
    const turns = countTurns();
    const text = 'x'.repeat(64 * KiB);
    let count = 0;
    answer = async (_request, response) => {
      for (; count < 200 && (await appendText(response, text)); count += 1) turns.add(text.length);
      response.end();
      return appendText(response, 'more');
    };
    expect((await (await fetch(url)).text()).length).toBe(200 * 64 * KiB);
    turns.stop();
    expect(await done).toBe(false);
    expect(turns.most()).toBeLessThanOrEqual(192 * KiB);
  });

  it('counts what a slow client has not taken, until it disconnects', async () => {
    answer = async (_request, response) => {
      while (await appendText(response, 'x'.repeat(64 * KiB)));
    };
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    while (bytesHeldByTransfers() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(bytesHeldByTransfers()).toBe(64 * KiB);
    socket.destroy();
    await done;
    expect(bytesHeldByTransfers()).toBe(0);
  });
});
