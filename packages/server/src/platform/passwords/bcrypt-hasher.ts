import { limits, utf8Bytes } from '@drive/contract';
import { DomainError } from '../errors.ts';
import { createAskedThread, startThread } from '../program/index.ts';
import type { PasswordHasher } from './passwords.ts';
import type { HashAnswer, HashQuestion } from './tasks.ts';

export interface BcryptOptions {
  /** Rounds as a power of two; 10 takes about 140 ms. Tests may take 4. */
  readonly cost?: number;
  /** How many calls may be under way or waiting. At 140 ms each the last of 64 waits nine seconds. */
  readonly maxPending?: number;
  /** How long the thread waits for the next call before it gives its memory back. Default 10 s. */
  readonly idleMs?: number;
}

const retryAfterSeconds = 5;
const unavailable = (message: string): DomainError => new DomainError('unavailable', message, { retryAfterSeconds });
const fits = (text: string): boolean => utf8Bytes(text) <= limits.passwordMaxBytes;

/** bcrypt in one thread of its own, started by a call and ended when no other follows: at rest it costs some 20 MiB. */
export function createBcryptHasher(options: BcryptOptions = {}): PasswordHasher {
  const cost = options.cost ?? 10;
  const { maxPending = 64, idleMs = 10_000 } = options;
  // Well-formed, and the hash of nothing: 22 characters of salt, 31 of digest.
  const hashOfNobody = `$2b$${String(cost).padStart(2, '0')}$${'K'.repeat(22)}${'.'.repeat(31)}`;
  const thread = createAskedThread<HashQuestion, HashAnswer>({
    start: () => startThread('passwords', import.meta.url),
    idleMs,
    ended: () => unavailable('Passwords cannot be checked right now.'),
    closed: () => unavailable('The server is stopping.'),
  });

  async function ask(task: HashQuestion): Promise<HashAnswer> {
    if (thread.pending >= maxPending) throw unavailable('Too many people are signing in at this moment.');
    return thread.ask(task);
  }

  async function verify(text: string, hash: string): Promise<boolean> {
    if (!fits(text)) return false;
    const answer = await ask({ text, hash });
    return 'matches' in answer && answer.matches;
  }

  return {
    hash: async (text) => {
      if (!fits(text)) {
        const message = `must have at most ${limits.passwordMaxBytes} bytes in UTF-8`;
        throw new DomainError('validation_failed', `The password ${message}.`, {
          issues: [{ field: 'password', message, code: 'too_big' }],
        });
      }
      const answer = await ask({ text, cost });
      if ('hash' in answer) return answer.hash;
      throw new Error('the hashing thread answered another question');
    },
    verify,
    dummyVerify: async (text) => {
      await verify(text, hashOfNobody);
    },
    close: thread.close,
  };
}
