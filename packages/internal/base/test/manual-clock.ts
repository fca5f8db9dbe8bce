import type { Clock } from '../src/clock.ts';

/** A clock that changes only when it is advanced. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function createTestClock(startMs = Date.UTC(2026, 0, 15, 12)): TestClock {
  let now = startMs;
  return { now: () => now, advance: (ms) => void (now += ms) };
}
