import type { LogFields } from '@drive/base';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLastUse } from './last-use.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Written {
  readonly rowIds: readonly number[];
  readonly usedAt: number;
}

function create(write?: (written: Written) => Promise<void>) {
  const written: Written[] = [];
  const warnings: (LogFields | undefined)[] = [];
  const silent = (): void => undefined;
  const lastUse = createLastUse({
    what: 'key',
    log: { debug: silent, info: silent, error: silent, warn: (_event, fields) => void warnings.push(fields) },
    write: async (rowIds, usedAt) => {
      await write?.({ rowIds, usedAt });
      written.push({ rowIds, usedAt });
    },
  });
  return { lastUse, written, warnings };
}

test('writes the uses of a second at once, each row once, with the latest time', async () => {
  const { lastUse, written } = create();
  lastUse.note(1, 100);
  lastUse.note(2, 300);
  lastUse.note(1, 200);
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([{ rowIds: [1, 2], usedAt: 300 }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toHaveLength(1);
});

test('flushes waiting uses on request, and waits for a running write', async () => {
  let finish = (): void => undefined;
  const { lastUse, written } = create(({ rowIds }) =>
    rowIds.includes(1) ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve(),
  );
  lastUse.note(1, 100);
  await vi.advanceTimersByTimeAsync(1000);
  lastUse.note(2, 200);
  const flushed = lastUse.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([]);
  finish();
  await flushed;
  expect(written.map(({ rowIds }) => rowIds)).toEqual([[1], [2]]);
});

test('logs a failure without throwing, and accepts the next use', async () => {
  let fails = true;
  const { lastUse, written, warnings } = create(() => (fails ? Promise.reject(new Error('busy')) : Promise.resolve()));
  lastUse.note(1, 100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(warnings).toMatchObject([{ count: 1, error: { message: 'busy' } }]);
  fails = false;
  lastUse.note(1, 200);
  await lastUse.flush();
  expect(written).toEqual([{ rowIds: [1], usedAt: 200 }]);
});

test('binds at most as many rows in one statement as a database allows', async () => {
  const { lastUse, written } = create();
  for (let rowId = 0; rowId < 1200; rowId += 1) lastUse.note(rowId, 100);
  await lastUse.flush();
  expect(written.map(({ rowIds }) => rowIds.length)).toEqual([500, 500, 200]);
});
