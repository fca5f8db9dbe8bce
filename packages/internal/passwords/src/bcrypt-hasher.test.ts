import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { isDomainError } from '@drive/base';
import bcrypt from 'bcryptjs';
import { afterEach, describe, expect, test } from 'vitest';
import { BcryptHasher, fitsBcrypt, type BcryptOptions } from './bcrypt-hasher.ts';
import type { HashRequester, PasswordHasher } from './passwords-port.ts';

const ada: HashRequester = { kind: 'user', userId: 1 };
const visitor: HashRequester = { kind: 'visitor', network: '192.0.2.1' };
const signIn: HashRequester = { kind: 'signIn', network: '192.0.2.1' };

const open: PasswordHasher[] = [];
const normalize = (text: string): string => text.normalize('NFC');
function createHasher(options: Partial<BcryptOptions> = {}): PasswordHasher {
  const hasher = new BcryptHasher({ normalize, cost: 4, ...options });
  open.push(hasher);
  return hasher;
}
afterEach(async () => {
  for (const hasher of open.splice(0)) await hasher.close();
});

const refusals = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown);

describe('passwords', () => {
  test('match the hash of the same password only', async () => {
    const hasher = createHasher();
    const hash = await hasher.hash('correct horse', ada);
    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(await hasher.verify('correct horse', hash, ada)).toBe(true);
    expect(await hasher.verify('correct horsf', hash, ada)).toBe(false);
    expect(await hasher.verify('', hash, ada)).toBe(false);
  });

  test('release their thread after a while without calls, and start one for the next call', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker): void => void threads.push(thread);
    process.on('worker', note);
    try {
      const hasher = createHasher({ idleMs: 1 });
      const hash = await hasher.hash('correct horse', ada);
      await once(threads[0]!, 'exit');
      expect(await hasher.verify('correct horse', hash, ada)).toBe(true);
      expect(threads).toHaveLength(2);
    } finally {
      process.off('worker', note);
    }
  });

  test('are hashed at cost 10 by default', async () => {
    const hasher = new BcryptHasher({ normalize });
    open.push(hasher);
    expect(await hasher.hash('correct horse', ada)).toMatch(/^\$2b\$10\$/);
  });

  test('are hashed with a new salt each time', async () => {
    const hasher = createHasher();
    expect(await hasher.hash('correct horse', ada)).not.toBe(await hasher.hash('correct horse', ada));
  });

  test('match hashes of other bcrypt libraries', async () => {
    expect(await createHasher().verify('secret', bcrypt.hashSync('secret', 5), ada)).toBe(true);
  });

  test('[P-344] accept 72 bytes and refuse 73, which bcrypt would truncate', async () => {
    const hasher = createHasher();
    const longest = 'é'.repeat(36);
    const hash = await hasher.hash(longest, ada);
    expect(await hasher.verify(longest, hash, ada)).toBe(true);
    expect(await hasher.verify(`${longest}x`, hash, ada)).toBe(false);
    await expect(hasher.hash(`${longest}x`, ada)).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ field: 'password' }],
    });
  });

  const composed = 'p\u00e4ssword';
  const decomposed = 'pa\u0308ssword';

  test('match composed and decomposed alike, and the decomposed hash of an earlier version', async () => {
    const hasher = createHasher();
    for (const stored of [composed, decomposed]) {
      const hash = await hasher.hash(stored, ada);
      expect(bcrypt.compareSync(composed, hash)).toBe(true);
      for (const typed of [composed, decomposed]) expect(await hasher.verify(typed, hash, ada)).toBe(true);
    }
    expect(await hasher.verify(decomposed, bcrypt.hashSync(decomposed, 4), ada)).toBe(true);
  });

  test('are measured composed', async () => {
    const hasher = createHasher();
    const longest = 'a\u0308'.repeat(36);
    expect([fitsBcrypt(normalize(longest)), fitsBcrypt(normalize(`${longest}x`))]).toEqual([true, false]);
    expect(await hasher.verify(longest, await hasher.hash(longest, ada), ada)).toBe(true);
    await expect(hasher.hash(`${longest}x`, ada)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test.each([
    ['one hash if it is composed', composed, ['ada', 'bob', 'bob', 'bob']],
    ['two if it is not', decomposed, ['bob', 'bob', 'ada', 'bob']],
  ])('that are wrong cost %s, for a missing account, too', async (_, typed, order) => {
    const hasher = createHasher();
    const hash = await hasher.hash('another', ada);
    const bob: HashRequester = { kind: 'user', userId: 2 };
    for (const check of [() => hasher.verify(typed, hash, ada), () => hasher.dummyVerify(typed, ada)]) {
      const done: string[] = [];
      const asAda = check().then(() => done.push('ada'));
      const asBob = [1, 2, 3].map(() => hasher.dummyVerify('secret', bob).then(() => done.push('bob')));
      await Promise.all([asAda, ...asBob]);
      expect(done).toEqual(order);
    }
  });

  test('match nothing that is not a hash', async () => {
    expect(await createHasher().verify('secret', '', ada)).toBe(false);
    expect(await createHasher().verify('secret', 'not a hash', ada)).toBe(false);
  });

  test('[P-464] are hashed without blocking the event loop', async () => {
    const hasher = createHasher({ cost: 11 });
    await hasher.dummyVerify('start the thread', ada);
    const before = performance.eventLoopUtilization();
    await Promise.all(Array.from({ length: 4 }, () => hasher.dummyVerify('secret', ada)));
    // On the main thread the utilization would be 1.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('cost the same work for a missing account', async () => {
    const hasher = createHasher({ cost: 11 });
    const hash = await hasher.hash('secret', ada);
    // Measures CPU time, so that other load on the machine has no effect.
    const timed = async (run: () => Promise<unknown>): Promise<number> => {
      const start = process.cpuUsage();
      await run();
      return process.cpuUsage(start).user;
    };
    const real = await timed(() => hasher.verify('wrong', hash, ada));
    const dummy = await timed(() => hasher.dummyVerify('wrong', ada));
    expect(dummy).toBeGreaterThan(real / 3);
  });

  test('that wait are refused when the hasher closes', async () => {
    const hasher = createHasher({ cost: 11 });
    const results = Promise.allSettled([hasher.hash('one', ada), hasher.hash('two', ada)]);
    await hasher.close();
    expect(refusals(await results).every((reason) => isDomainError(reason, 'unavailable'))).toBe(true);
    await expect(hasher.hash('three', ada)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('the queue of hashes', () => {
  /** Requests `count` hashes at once; returns the result of each, and calls `onDone` when each is done. */
  const ask = (
    hasher: PasswordHasher,
    requester: HashRequester,
    count: number,
    onDone?: () => void,
  ): Promise<PromiseSettledResult<void>[]> =>
    Promise.allSettled(Array.from({ length: count }, () => hasher.dummyVerify('secret', requester).then(onDone)));

  test('[P-465] refuses a caller above its cap, and no other', async () => {
    const hasher = createHasher({ maxPendingPerRequester: 3 });
    const [mine, ...theirs] = await Promise.all([
      ask(hasher, ada, 5),
      ask(hasher, { kind: 'user', userId: 2 }, 3),
      ask(hasher, visitor, 3),
      ask(hasher, signIn, 3),
    ]);
    expect(mine.filter((result) => result.status === 'fulfilled')).toHaveLength(3);
    expect(refusals(mine)).toMatchObject([
      { code: 'too_many_requests', retryAfterSeconds: 5 },
      { code: 'too_many_requests', retryAfterSeconds: 5 },
    ]);
    expect(theirs.flatMap(refusals)).toEqual([]);
    expect(refusals(await ask(hasher, ada, 3))).toEqual([]);
  });

  test('serves callers in turn', async () => {
    const hasher = createHasher();
    const done: string[] = [];
    await Promise.all([
      ask(hasher, ada, 6, () => done.push('ada')),
      ask(hasher, visitor, 2, () => done.push('visitor')),
      ask(hasher, { kind: 'user', userId: 2 }, 1, () => done.push('bob')),
    ]);
    expect(done).toEqual(['ada', 'ada', 'visitor', 'bob', 'ada', 'visitor', 'ada', 'ada', 'ada']);
  });

  test('[P-466] runs a sign-in after the current hash and at most one of four later ones', async () => {
    const hasher = createHasher();
    const done: string[] = [];
    const busy = Array.from({ length: 8 }, (_, index) =>
      ask(hasher, { kind: 'user', userId: index }, 8, () => done.push('other')),
    );
    await Promise.all([
      ...busy,
      ask(hasher, signIn, 4, () => done.push('signIn')),
      ask(hasher, { kind: 'signIn', network: '192.0.2.2' }, 3, () => done.push('signIn')),
    ]);
    expect(done.slice(0, 11).map((kind) => kind.charAt(0))).toEqual([...'osssosssoso']);
    expect(done).toHaveLength(71);
  });

  test('refuses new callers if too many wait, except for sign-ins', async () => {
    const hasher = createHasher({ maxPending: 10, maxPendingPerRequester: 5 });
    const [first, second, late, signIns] = await Promise.all([
      ask(hasher, ada, 5),
      ask(hasher, visitor, 5),
      ask(hasher, { kind: 'user', userId: 2 }, 1),
      ask(hasher, signIn, 5),
    ]);
    expect([first, second, signIns].flatMap(refusals)).toEqual([]);
    expect(refusals(late)).toMatchObject([{ code: 'unavailable', retryAfterSeconds: 5 }]);
  });
});
