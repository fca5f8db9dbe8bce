import { describe, expect, it } from 'vitest';
import { createSessionLocks } from './session-locks.ts';

/** Lets everything run that can. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the locks on sessions', () => {
  it('give a session to one after the other, in the order they came', async () => {
    const locks = createSessionLocks();
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const hold = await locks.hold('a', 'tus');
        order.push(number);
        await settle();
        order.push(-number);
        hold?.release();
      }),
    );
    expect(order).toEqual([1, -1, 2, -2, 3, -3, 4, -4]);
    expect(locks.find('a')).toBeUndefined();
  });

  it('keep sessions apart', async () => {
    const locks = createSessionLocks();
    expect(locks.tryHold('a', 'work')).toBeDefined();
    expect(locks.tryHold('b', 'work')).toBeDefined();
    expect(locks.tryHold('a', 'work')).toBeUndefined();
  });

  it('ask those to let go who may be asked, also the ones that still wait', async () => {
    const locks = createSessionLocks();
    const first = await locks.hold('a', 'tus', { ousts: ['tus'] });
    const second = locks.hold('a', 'tus', { ousts: ['tus'] });
    expect(first?.signal.aborted).toBe(true);
    const third = locks.hold('a', 'tus', { ousts: ['tus'] });
    first?.release();
    expect((await second)?.signal.aborted).toBe(true);
    (await second)?.release();
    expect((await third)?.signal.aborted).toBe(false);
    const work = locks.hold('a', 'work');
    expect((await third)?.signal.aborted).toBe(false);
    (await third)?.release();
    (await work)?.release();
  });

  it('refuse where somebody is who must not be disturbed, or waits for it', async () => {
    const locks = createSessionLocks();
    const work = locks.tryHold('a', 'work');
    const put = locks.hold('a', 'put', { refusedBy: ['put', 'tus'] });
    expect(await locks.hold('a', 'put', { refusedBy: ['put', 'tus'] })).toBeUndefined();
    expect(await locks.hold('a', 'tus', { ousts: ['tus'], refusedBy: ['put'] })).toBeUndefined();
    work?.release();
    expect((await put)?.signal.aborted).toBe(false);
  });

  it('do not mind a second release', async () => {
    const locks = createSessionLocks();
    const first = locks.tryHold('a', 'work');
    const second = locks.hold('a', 'work');
    first?.release();
    first?.release();
    expect(locks.tryHold('a', 'work')).toBeUndefined();
    (await second)?.release();
    expect(locks.tryHold('a', 'work')).toBeDefined();
  });
});
