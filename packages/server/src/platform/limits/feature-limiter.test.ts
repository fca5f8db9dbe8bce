import { createTestClock } from '@drive/base/test';
import { createMemoryRateStore, type RateStore } from '@drive/rate-limits';
import { describe, expect, it } from 'vitest';
import { createFeatureLimiter } from './feature-limiter.ts';

describe('a feature limit', () => {
  const limiterOf = (clock = createTestClock(), enabled = true) => {
    const memory = createMemoryRateStore(clock);
    const persistent = createMemoryRateStore(clock);
    const budgets = { shareResolve: { calls: 2, seconds: 30 }, shareUnlock: { calls: 2, seconds: 30 } };
    return { memory, persistent, limiter: createFeatureLimiter({ passing: memory, persistent }, { enabled, budgets }) };
  };

  it('throws above its limit with the time to wait, and refunds calls', async () => {
    const clock = createTestClock();
    const { limiter } = limiterOf(clock);
    await limiter.consume('shareResolve', 'a');
    await limiter.consume('shareResolve', 'a');
    clock.advance(10_000);
    await expect(limiter.consume('shareResolve', 'a')).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 20,
    });
    await limiter.consume('shareResolve', 'b');
    await limiter.refund('shareResolve', 'a');
    await limiter.consume('shareResolve', 'a');
    await expect(limiter.consume('shareResolve', 'a')).rejects.toThrow();
    clock.advance(20_000);
    await limiter.consume('shareResolve', 'a');
  });

  it('is counted where the contract declares it', async () => {
    const { limiter, memory, persistent } = limiterOf();
    await limiter.consume('shareResolve', 'a');
    await limiter.consume('shareUnlock', 'a');
    await limiter.consume('shareUnlock', 'a');
    const left = async (store: RateStore, name: string) =>
      (await store.peek({ name, calls: 2, periodMs: 30_000 }, 'a')).remaining;
    expect([await left(memory, 'shareResolve'), await left(memory, 'shareUnlock')]).toEqual([1, 2]);
    expect([await left(persistent, 'shareResolve'), await left(persistent, 'shareUnlock')]).toEqual([2, 0]);
  });

  it('can be switched off', async () => {
    const { limiter } = limiterOf(createTestClock(), false);
    for (let i = 0; i < 5; i += 1) await expect(limiter.consume('shareResolve', 'a')).resolves.toBeUndefined();
  });
});
