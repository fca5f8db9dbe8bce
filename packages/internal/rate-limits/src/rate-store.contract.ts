import { createTestClock, type TestClock } from '@drive/base/test';
import { beforeEach, expect, it } from 'vitest';
import type { RateStore } from './rate-store.ts';

const window = { name: 'guesses', calls: 3, periodMs: 60_000 };

/** The tests of every implementation of RateStore. */
export function rateStoreContract(createStore: (clock: TestClock) => Promise<RateStore>): void {
  let clock: TestClock;
  let store: RateStore;
  beforeEach(async () => {
    clock = createTestClock();
    store = await createStore(clock);
  });
  const isAllowed = async (key: string, calls?: number): Promise<boolean> =>
    (await store.consume(window, key, calls)).allowed;

  it('admits exactly the limit and returns the remaining calls', async () => {
    expect(await store.consume(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 60 });
    clock.advance(20_500);
    expect(await store.consume(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 1, resetSeconds: 40 });
    expect(await store.consume(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 0, resetSeconds: 40 });
    for (let i = 0; i < 3; i += 1)
      expect(await store.consume(window, 'a')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 40 });
  });

  it('begins a period with the first call of a key', async () => {
    await store.consume(window, 'a', 3);
    clock.advance(30_000);
    await store.consume(window, 'b', 3);
    clock.advance(29_999);
    expect(await isAllowed('a')).toBe(false);
    clock.advance(1);
    expect([await isAllowed('a'), await isAllowed('b')]).toEqual([true, false]);
    expect((await store.consume(window, 'a')).remaining).toBe(1);
  });

  it('counts each key and each window separately', async () => {
    await store.consume(window, 'a', 3);
    expect([await isAllowed('a'), await isAllowed('b')]).toEqual([false, true]);
    const other = { ...window, name: 'mails' };
    expect((await store.consume(other, 'a')).remaining).toBe(2);
  });

  it('counts several calls together or not at all', async () => {
    expect(await isAllowed('a', 4)).toBe(false);
    expect(await isAllowed('a', 2)).toBe(true);
    expect(await isAllowed('a', 2)).toBe(false);
    expect(await isAllowed('a', 1)).toBe(true);
  });

  it('never admits more than the limit of concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => isAllowed('a')));
    expect(answers.filter(Boolean)).toHaveLength(3);
    clock.advance(60_000);
    const later = await Promise.all(Array.from({ length: 20 }, () => isAllowed('a')));
    expect(later.filter(Boolean)).toHaveLength(3);
  });

  it('refunds calls during their period', async () => {
    await store.consume(window, 'a', 3);
    await store.refund(window, 'a', 2);
    expect([await isAllowed('a', 2), await isAllowed('a')]).toEqual([true, false]);
    clock.advance(60_000);
    await store.refund(window, 'a');
    await store.refund(window, 'unknown');
    expect((await store.consume(window, 'a')).remaining).toBe(2);
    expect((await store.consume(window, 'unknown')).remaining).toBe(2);
  });

  it('reads a limit without counting', async () => {
    expect(await store.peek(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 3, resetSeconds: 0 });
    await store.consume(window, 'a', 2);
    for (let i = 0; i < 5; i += 1)
      expect(await store.peek(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 1, resetSeconds: 60 });
    await store.consume(window, 'a');
    expect((await store.peek(window, 'a')).allowed).toBe(false);
    clock.advance(60_000);
    expect(await store.peek(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 3, resetSeconds: 0 });
  });

  it('begins a new period when the clock is set back', async () => {
    await store.consume(window, 'a', 3);
    await store.consume(window, 'b', 3);
    clock.advance(-3_600_000);
    expect(await store.peek(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 3, resetSeconds: 0 });
    await store.refund(window, 'a', 2);
    expect(await store.consume(window, 'a')).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 60 });
    expect([await isAllowed('a', 2), await isAllowed('a')]).toEqual([true, false]);
    clock.advance(60_000);
    expect([await isAllowed('a', 3), await isAllowed('b', 3)]).toEqual([true, true]);
  });

  it('counts on in a period that began a moment later by the clock of another server', async () => {
    await store.consume(window, 'a', 2);
    clock.advance(-1000);
    expect(await store.consume(window, 'a')).toMatchObject({ allowed: true, remaining: 0 });
    expect(await isAllowed('a')).toBe(false);
  });
}
