import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFollowingClock, dayMs, isoTime } from './clock.ts';

test('formats every time as ISO 8601 in UTC, in any order of calls', () => {
  const time = fc.oneof(
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
    fc.integer({ min: -2e8, max: 2e8 }),
    fc.double({ min: -2e8, max: 2e12, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), (times) => {
      expect(times.map(isoTime)).toEqual(times.map((epochMs) => new Date(epochMs).toISOString()));
    }),
  );
});

test('rejects invalid times', () => {
  for (const epochMs of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + dayMs])
    expect(() => isoTime(epochMs)).toThrow(RangeError);
});

test('follows another clock, and ignores a difference that the duration of the question explains', () => {
  let time = 1000;
  const clock = createFollowingClock({ now: () => time });
  const ask = (otherMs: number, durationMs: number): number => {
    const askedAt = clock.now();
    time += durationMs;
    clock.follow(otherMs, askedAt);
    return clock.now() - time;
  };
  expect(clock.now()).toBe(1000);
  expect(ask(1014, 20)).toBe(0);
  expect(ask(301_030, 20)).toBe(300_000);
  expect(ask(301_055, 20)).toBe(300_000);
  expect(ask(1000, 0)).toBe(-60);
});
