import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { receive } from './receive-body.ts';

const KiB = 1024;
const pieceBytes = 64 * KiB;

it('takes 512 KiB and a piece of each body in a turn of the event loop, so that other requests do not wait for all of them', async () => {
  const bodies = 8;
  const bodyBytes = 1024 * KiB;
  let turn = 0;
  const takenInTurn: number[] = [];
  const write = (chunk: Buffer): void => {
    takenInTurn[turn] = (takenInTurn[turn] ?? 0) + chunk.length;
  };
  const received = Promise.all(
    Array.from({ length: bodies }, () => {
      const body = Readable.from(Array.from({ length: bodyBytes / pieceBytes }, () => Buffer.alloc(pieceBytes)));
      const { signal } = new AbortController();
      return receive(body, { write }, { maxBytes: bodyBytes, signal, onChunk: () => {} });
    }),
  );
  let isOver = false;
  void received.finally(() => (isOver = true));
  while (!isOver) {
    await nextTurn();
    turn += 1;
  }
  for (const { ending, bytes } of await received)
    expect({ ending, bytes }).toEqual({ ending: 'complete', bytes: bodyBytes });
  expect(Math.max(...takenInTurn.filter((bytes) => bytes !== undefined))).toBeLessThanOrEqual(
    512 * KiB + bodies * pieceBytes,
  );
});
