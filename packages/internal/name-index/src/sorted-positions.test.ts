import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionsOf, sortedBy } from './sorted-positions.ts';

const keys = fc.oneof(fc.constantFrom(0, 1, 2047, 2048, 2 ** 32, Number.MAX_SAFE_INTEGER), fc.maxSafeNat());

test('sorts many integers like a comparison, and keeps the order of equal ones', () => {
  fc.assert(
    fc.property(fc.array(keys, { minLength: 1, maxLength: 50 }), fc.constantFrom(1, 200), (few, times) => {
      const values = Float64Array.from({ length: few.length * times }, (_, at) => few[(at * 7) % few.length]!);
      const positions = positionsOf(values.length);
      const expected = [...positions].toSorted((one, other) => values[one]! - values[other]!);
      expect([...sortedBy(values, positions)]).toEqual(expected);
      expect([...positions]).toEqual([...positionsOf(values.length)]);
    }),
    { numRuns: 60 },
  );
});
