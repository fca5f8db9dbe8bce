import { randomUUID } from 'node:crypto';
import { createTestClock, type TestClock } from '@drive/base/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionLock, SessionLocks } from './session-locks.ts';

/** Runs all pending microtasks and callbacks. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface LocksTest {
  /** The locks of one server, and of another of the same database; twice the same if there cannot be another. */
  readonly servers: readonly [SessionLocks, SessionLocks];
  /** Adds a session. */
  add(id: string): Promise<void>;
}

/** The tests of every implementation of SessionLocks. */
export function sessionLocksContract(create: (clock: TestClock) => Promise<LocksTest>): void {
  let clock: TestClock;
  let test: LocksTest;
  let locks: SessionLocks;
  let a: string;
  let b: string;
  beforeEach(async () => {
    clock = createTestClock();
    test = await create(clock);
    [locks] = test.servers;
    [a, b] = [randomUUID(), randomUUID()];
    for (const id of [a, b]) await test.add(id);
  });
  afterEach(async () => {
    for (const each of test.servers) await each.stop();
  });

  describe('on one server', () => {
    it('are granted one at a time, in order of arrival', async () => {
      const order: number[] = [];
      await Promise.all(
        [1, 2, 3, 4].map(async (number) => {
          const lock = await locks.acquire(a, 'tus');
          order.push(number);
          await settle();
          order.push(-number);
          lock?.release();
        }),
      );
      expect(order).toEqual([1, -1, 2, -2, 3, -3, 4, -4]);
      expect(await locks.tryAcquire(a, 'work')).toBeDefined();
    });

    it('are independent per session', async () => {
      expect(await locks.tryAcquire(a, 'work')).toBeDefined();
      expect(await locks.tryAcquire(b, 'work')).toBeDefined();
      expect(await locks.tryAcquire(a, 'work')).toBeUndefined();
    });

    it('are granted for an id without a session', async () => {
      const id = randomUUID();
      const lock = await locks.acquire(id, 'put');
      expect(await locks.tryAcquire(id, 'work')).toBeUndefined();
      lock?.release();
      expect(await locks.tryAcquire(id, 'work')).toBeDefined();
    });

    it('ask preemptible holders and waiters to release', async () => {
      const first = await locks.acquire(a, 'tus', { preempts: ['tus'] });
      const second = locks.acquire(a, 'tus', { preempts: ['tus'] });
      expect(first?.signal.aborted).toBe(true);
      const third = locks.acquire(a, 'tus', { preempts: ['tus'] });
      first?.release();
      expect((await second)?.signal.aborted).toBe(true);
      (await second)?.release();
      expect((await third)?.signal.aborted).toBe(false);
      const work = locks.acquire(a, 'work');
      expect((await third)?.signal.aborted).toBe(false);
      (await third)?.release();
      (await work)?.release();
    });

    it('refuse if a waiter cannot be preempted', async () => {
      const work = await locks.tryAcquire(a, 'work');
      const put = locks.acquire(a, 'put', { preemptsSilent: ['put', 'tus'] });
      expect(await locks.acquire(a, 'put', { preemptsSilent: ['put', 'tus'] })).toBeUndefined();
      expect(await locks.acquire(a, 'tus', { preempts: ['tus'], preemptsSilent: ['put'] })).toBeUndefined();
      work?.release();
      expect((await put)?.signal.aborted).toBe(false);
    });

    it('accept a second release', async () => {
      const first = await locks.tryAcquire(a, 'work');
      const second = locks.acquire(a, 'work');
      first?.release();
      first?.release();
      expect(await locks.tryAcquire(a, 'work')).toBeUndefined();
      (await second)?.release();
      expect(await locks.tryAcquire(a, 'work')).toBeDefined();
    });
  });

  describe.each([
    ['on one server', 0],
    ['on two servers', 1],
  ] as const)('%s', (_, index) => {
    let others: SessionLocks;
    beforeEach(() => {
      others = test.servers[index];
    });
    /** Asks of other servers arrive within a second. */
    async function expectPreempted(lock: SessionLock | undefined, reason: string): Promise<void> {
      await expect.poll(() => lock?.signal).toMatchObject({ aborted: true, reason });
    }

    it('are held by one at a time', async () => {
      const first = await locks.acquire(a, 'put');
      expect(await others.tryAcquire(a, 'work')).toBeUndefined();
      const second = others.acquire(a, 'work');
      first?.release();
      const lock = await second;
      expect(lock).toBeDefined();
      expect(await locks.tryAcquire(a, 'work')).toBeUndefined();
      expect(await lock?.confirm()).toBe(true);
      lock?.release();
    });

    it('preempt a holder that has been silent for 10 s, and none that is active', async () => {
      const silent = { preemptsSilent: ['put', 'tus'] } as const;
      const first = await locks.acquire(a, 'put', silent);
      clock.advance(9_999);
      expect(await others.acquire(a, 'put', silent)).toBeUndefined();
      expect(first?.signal.aborted).toBe(false);
      clock.advance(1);
      const second = others.acquire(a, 'put', silent);
      await expectPreempted(first, 'put');
      first?.release();
      expect((await second)?.signal.aborted).toBe(false);
      expect((await second)?.hasBytes).toBe(false);
    });

    it('do not take a holder for silent that receives bytes', async () => {
      const first = await locks.acquire(a, 'put');
      clock.advance(9_000);
      first?.received();
      // As of the renewal that follows.
      await expect.poll(() => others.hasBytes(a)).toBe(true);
      clock.advance(9_999);
      expect(await others.acquire(a, 'put', { preemptsSilent: ['put', 'tus'] })).toBeUndefined();
      first?.release();
      await expect.poll(() => others.hasBytes(a)).toBe(false);
    });

    it('preempt any holder on request and pass the reason', async () => {
      const put = await locks.acquire(a, 'put');
      const work = others.acquire(a, 'work', { preempts: ['put', 'tus'] });
      await expectPreempted(put, 'work');
      put?.release();
      (await work)?.release();
    });
  });
}
