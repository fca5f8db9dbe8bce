import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import { afterEach, describe, expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import { createBcryptHasher, type BcryptOptions } from './bcrypt-hasher.ts';
import type { PasswordHasher } from './passwords.ts';

const open: PasswordHasher[] = [];
function createHasher(options: BcryptOptions = {}): PasswordHasher {
  const hasher = createBcryptHasher({ cost: 4, ...options });
  open.push(hasher);
  return hasher;
}
afterEach(async () => {
  for (const hasher of open.splice(0)) await hasher.close();
});

const refusals = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown);

describe('passwords', () => {
  test('knows the password it hashed and no other', async () => {
    const hasher = createHasher();
    const hash = await hasher.hash('correct horse');
    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(await hasher.verify('correct horse', hash)).toBe(true);
    expect(await hasher.verify('correct horsf', hash)).toBe(false);
    expect(await hasher.verify('', hash)).toBe(false);
  });

  test('give their thread back when nobody asks, and get another for the next call', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker): void => void threads.push(thread);
    process.on('worker', note);
    try {
      const hasher = createHasher({ idleMs: 1 });
      const hash = await hasher.hash('correct horse');
      await once(threads[0]!, 'exit');
      expect(await hasher.verify('correct horse', hash)).toBe(true);
      expect(threads).toHaveLength(2);
    } finally {
      process.off('worker', note);
    }
  });

  test('hashes at cost 10 unless told otherwise', async () => {
    const hasher = createBcryptHasher();
    open.push(hasher);
    expect(await hasher.hash('correct horse')).toMatch(/^\$2b\$10\$/);
  });

  test('gives the same password another hash each time', async () => {
    const hasher = createHasher();
    expect(await hasher.hash('correct horse')).not.toBe(await hasher.hash('correct horse'));
  });

  test('reads hashes that other bcrypts made', async () => {
    expect(await createHasher().verify('secret', bcrypt.hashSync('secret', 5))).toBe(true);
  });

  test('takes 72 bytes and refuses 73, which bcrypt would cut', async () => {
    const hasher = createHasher();
    const longest = 'é'.repeat(36);
    const hash = await hasher.hash(longest);
    expect(await hasher.verify(longest, hash)).toBe(true);
    expect(await hasher.verify(`${longest}x`, hash)).toBe(false);
    await expect(hasher.hash(`${longest}x`)).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ field: 'password' }],
    });
  });

  test('answers false to what is no hash', async () => {
    expect(await createHasher().verify('secret', '')).toBe(false);
    expect(await createHasher().verify('secret', 'not a hash')).toBe(false);
  });

  test('refuses with a Retry-After when too many wait, and goes on with those', async () => {
    const hasher = createHasher({ maxPending: 3 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.dummyVerify('secret')));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3);
    for (const reason of refusals(results))
      expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) as number });
    await hasher.dummyVerify('secret');
  });

  test('leaves the event loop free while it hashes', async () => {
    const hasher = createHasher({ cost: 11 });
    await hasher.dummyVerify('start the thread');
    const before = performance.eventLoopUtilization();
    await Promise.all(Array.from({ length: 4 }, () => hasher.dummyVerify('secret')));
    // On the main thread it would do nothing else from the first to the last.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('spends the same work on an account that is not there', async () => {
    const hasher = createHasher({ cost: 11 });
    const hash = await hasher.hash('secret');
    // Of the processor, so that it does not matter who else is at work on this machine.
    const timed = async (run: () => Promise<unknown>): Promise<number> => {
      const start = process.cpuUsage();
      await run();
      return process.cpuUsage(start).user;
    };
    const real = await timed(() => hasher.verify('wrong', hash));
    const dummy = await timed(() => hasher.dummyVerify('wrong'));
    expect(dummy).toBeGreaterThan(real / 3);
  });

  test('refuses what waits when it is closed', async () => {
    const hasher = createHasher({ cost: 11 });
    const results = Promise.allSettled([hasher.hash('one'), hasher.hash('two')]);
    await hasher.close();
    expect(refusals(await results).every((reason) => isDomainError(reason, 'unavailable'))).toBe(true);
    await expect(hasher.hash('three')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
