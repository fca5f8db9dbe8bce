import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/manual-clock.ts';
import { createSessionLocks } from './session-locks.ts';

/** Runs all pending microtasks and callbacks. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the locks on sessions', () => {
  it('are granted one at a time, in order of arrival', async () => {
    const locks = createSessionLocks(createTestClock());
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const lock = await locks.acquire('a', 'tus');
        order.push(number);
        await settle();
        order.push(-number);
        lock?.release();
      }),
    );
    expect(order).toEqual([1, -1, 2, -2, 3, -3, 4, -4]);
    expect(locks.find('a')).toBeUndefined();
  });

  it('are independent per session', async () => {
    const locks = createSessionLocks(createTestClock());
    expect(locks.tryAcquire('a', 'work')).toBeDefined();
    expect(locks.tryAcquire('b', 'work')).toBeDefined();
    expect(locks.tryAcquire('a', 'work')).toBeUndefined();
  });

  it('ask preemptible holders and waiters to release', async () => {
    const locks = createSessionLocks(createTestClock());
    const first = await locks.acquire('a', 'tus', { preempts: ['tus'] });
    const second = locks.acquire('a', 'tus', { preempts: ['tus'] });
    expect(first?.signal.aborted).toBe(true);
    const third = locks.acquire('a', 'tus', { preempts: ['tus'] });
    first?.release();
    expect((await second)?.signal.aborted).toBe(true);
    (await second)?.release();
    expect((await third)?.signal.aborted).toBe(false);
    const work = locks.acquire('a', 'work');
    expect((await third)?.signal.aborted).toBe(false);
    (await third)?.release();
    (await work)?.release();
  });

  it('refuse if the holder or a waiter cannot be preempted', async () => {
    const locks = createSessionLocks(createTestClock());
    const work = locks.tryAcquire('a', 'work');
    const put = locks.acquire('a', 'put', { preemptsSilent: ['put', 'tus'] });
    expect(await locks.acquire('a', 'put', { preemptsSilent: ['put', 'tus'] })).toBeUndefined();
    expect(await locks.acquire('a', 'tus', { preempts: ['tus'], preemptsSilent: ['put'] })).toBeUndefined();
    work?.release();
    expect((await put)?.signal.aborted).toBe(false);
  });

  it('preempt a holder that has been silent for 10 s, and none if one of several is active', async () => {
    const clock = createTestClock();
    const locks = createSessionLocks(clock);
    const others = { preemptsSilent: ['put', 'tus'] } as const;
    const first = await locks.acquire('a', 'put', others);
    clock.advance(9_000);
    first?.received();
    clock.advance(9_999);
    expect(await locks.acquire('a', 'put', others)).toBeUndefined();
    expect(first?.signal.aborted).toBe(false);
    clock.advance(1);
    const second = locks.acquire('a', 'put', others);
    expect(first?.signal).toMatchObject({ aborted: true, reason: 'put' });
    // The second one waits for the release by the first: it had no time yet to send a byte.
    expect(await locks.acquire('a', 'tus', others)).toBeUndefined();
    first?.release();
    expect((await second)?.signal.aborted).toBe(false);
    expect((await second)?.hasBytes).toBe(false);
  });

  it('preempt any holder on request and pass the reason', async () => {
    const locks = createSessionLocks(createTestClock());
    const put = await locks.acquire('a', 'put');
    const work = locks.acquire('a', 'work', { preempts: ['put', 'tus'] });
    expect(put?.signal).toMatchObject({ aborted: true, reason: 'work' });
    put?.release();
    (await work)?.release();
    expect(locks.find('a')).toBeUndefined();
  });

  it('accept a second release', async () => {
    const locks = createSessionLocks(createTestClock());
    const first = locks.tryAcquire('a', 'work');
    const second = locks.acquire('a', 'work');
    first?.release();
    first?.release();
    expect(locks.tryAcquire('a', 'work')).toBeUndefined();
    (await second)?.release();
    expect(locks.tryAcquire('a', 'work')).toBeDefined();
  });
});
