import { expect, test } from 'vitest';
import { TimerHeap } from './timer-heap.ts';

const take = (times: TimerHeap<{ name: string }>, now: number): string[] =>
  [...times.take(now)].map(({ name }) => name);

test('returns due items once, earliest first', () => {
  const times = new TimerHeap<{ name: string }>();
  for (const at of [5, 3, 9, 1, 7]) times.set({ name: `at ${at}` }, at);
  expect(times.first).toBe(1);
  expect(take(times, 0)).toEqual([]);
  expect(take(times, 5)).toEqual(['at 1', 'at 3', 'at 5']);
  expect(take(times, 5)).toEqual([]);
  expect(times.first).toBe(7);
  expect(take(times, 100)).toEqual(['at 7', 'at 9']);
  expect(times.first).toBe(Infinity);
});

test('the last time set for an item applies, and a deleted item is never due', () => {
  const times = new TimerHeap<{ name: string }>();
  const [late, soon, never] = [{ name: 'late' }, { name: 'soon' }, { name: 'never' }];
  times.set(late, 1);
  times.set(soon, 100);
  times.set(never, 2);
  times.set(late, 50);
  times.set(soon, 10);
  times.delete(never);
  expect(times.first).toBe(10);
  expect(take(times, 49)).toEqual(['soon']);
  expect(take(times, 200)).toEqual(['late']);
});

test('keeps the order of many items whose times change often', () => {
  const times = new TimerHeap<{ name: string }>();
  const items = Array.from({ length: 300 }, (_, index) => ({ name: String(index) }));
  for (let turn = 1; turn <= 20; turn += 1)
    for (const [index, item] of items.entries()) times.set(item, ((index * 7919) % 300) + turn * 1000);
  const expected = items
    .map(({ name }, index) => ({ name, at: (index * 7919) % 300 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);
  expect(take(times, 19_999)).toEqual([]);
  expect(take(times, 20_300)).toEqual(expected);
});
