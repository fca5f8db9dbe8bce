import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, isoTime } from './clock.ts';

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
