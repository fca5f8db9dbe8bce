import { expect, it } from 'vitest';
import { createRate } from './rate.ts';

it('averages over the last seconds', () => {
  let now = 0;
  const rate = createRate(() => now);
  for (let second = 1; second <= 20; second++) {
    now = second * 1000;
    rate.add(100);
  }
  expect(rate.perSecond()).toBeCloseTo(100, 0);
  for (let second = 21; second <= 30; second++) {
    now = second * 1000;
    rate.add(1000);
  }
  expect(rate.perSecond()).toBeCloseTo(1000, 0);
  now += 60_000;
  expect(rate.perSecond()).toBeLessThan(100);
});

it('is 0 before any time has passed', () => {
  const rate = createRate(() => 5);
  rate.add(10);
  expect(rate.perSecond()).toBe(0);
});
