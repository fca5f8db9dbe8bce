import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pacer, Timer } from './index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a pacer starts one burst at a time, in the order of the calls', async () => {
  const pacer = new Pacer({ burst: 2, pauseMs: 10 });
  const started: number[] = [];
  for (let call = 1; call <= 5; call += 1) void pacer.pass().then(() => started.push(call));
  await vi.advanceTimersByTimeAsync(9);
  expect(started).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(2);
  expect(started).toEqual([1, 2, 3, 4]);
  await vi.advanceTimersByTimeAsync(11);
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

test('a pacer lets the process read from its sockets after each burst, though the burst takes longer than the pause', async () => {
  vi.useRealTimers();
  const pacer = new Pacer({ burst: 2, pauseMs: 1 });
  let turn = 0;
  const turns: number[] = [];
  const nextTurn = (): void => {
    turn += 1;
    if (turns.length < 6) setImmediate(nextTurn);
  };
  nextTurn();
  const start = (): void => {
    turns.push(turn);
    const end = performance.now() + 2;
    while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: 6 }, () => pacer.pass().then(start)));
  expect(new Set(turns).size).toBe(3);
});

test('a timer fires once, at the earliest time it was set to', () => {
  let fired = 0;
  const timer = new Timer(Date.now, () => (fired += 1));
  const now = Date.now();
  timer.set(now + 3000);
  timer.set(now + 100);
  timer.set(now + 2000);
  vi.advanceTimersByTime(99);
  expect(fired).toBe(0);
  vi.advanceTimersByTime(1);
  expect(fired).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(fired).toBe(1);
});

test('a timer fires after at most five seconds, because the clock may change, and not after clear', () => {
  let fired = 0;
  const timer = new Timer(Date.now, () => (fired += 1));
  timer.set(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5000);
  expect(fired).toBe(1);
  timer.set(Date.now() + 100);
  timer.clear();
  vi.advanceTimersByTime(10_000);
  expect(fired).toBe(1);
});
