import { hourMs, minuteMs } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { expect, test } from 'vitest';
import { createTally } from './tally.ts';

/** A table of this many rows, each adding one; every third row is missing. */
const table = (rows: number) => {
  const keys = Array.from({ length: rows }, (_, index) => index + Math.floor(index / 2) + 1);
  const reads: number[] = [];
  return {
    keys,
    reads,
    piece: async (after: number, limit: number) => {
      reads.push(after);
      const found = keys.filter((key) => key > after).slice(0, limit);
      return { rows: found.length, last: found.at(-1) ?? null, sums: { count: found.length } };
    },
  };
};

test('counts a small table at each call', async () => {
  const small = table(10);
  const tally = createTally(createTestClock(), small.piece);
  expect(await tally()).toEqual({ count: 10 });
  small.keys.push(100);
  expect(await tally()).toEqual({ count: 11 });
  expect(await createTally(createTestClock(), table(0).piece)()).toEqual({ count: 0 });
});

test('counts a large table in batches, once for concurrent callers, and caches the sums for a minute', async () => {
  const clock = createTestClock();
  const large = table(12_345);
  const tally = createTally(clock, large.piece);
  expect(await Promise.all([tally(), tally(), tally()])).toEqual([1, 2, 3].map(() => ({ count: 12_345 })));
  const read = large.reads.length;
  expect(large.reads.filter((after) => after > 0)).toHaveLength(2);
  large.keys.push(1_000_000);
  clock.advance(minuteMs - 1);
  expect(await tally()).toEqual({ count: 12_345 });
  expect(large.reads).toHaveLength(read);
  clock.advance(1);
  expect(await tally()).toEqual({ count: 12_346 });
  large.keys.push(1_000_001);
  clock.advance(-hourMs);
  expect(await tally()).toEqual({ count: 12_347 });
});

test('counts again after a failure', async () => {
  const large = table(12_345);
  let fails = true;
  const tally = createTally(createTestClock(), async (after, limit) => {
    if (fails && after > 0) throw new Error('gone for now');
    return large.piece(after, limit);
  });
  await expect(tally()).rejects.toThrow('gone for now');
  fails = false;
  expect(await tally()).toEqual({ count: 12_345 });
});
