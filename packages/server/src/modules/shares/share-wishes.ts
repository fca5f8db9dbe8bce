import { limits, utf8Bytes, type NewShare } from '@drive/contract';
import { dayMs } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { HashRequester, PasswordHasher } from '../../platform/passwords/index.ts';
import type { ShareChange } from './store.ts';

export interface WishesDeps {
  readonly passwords: PasswordHasher;
  readonly config: { readonly maxExpiryDays: number };
}

/** What a share is asked to be, with the password hashed: done before a transaction, because it takes its time. */
export async function readWishes(
  { passwords, config }: WishesDeps,
  now: number,
  ownerId: number,
  { shareMode, expiresInDays, password, ...rest }: NewShare,
): Promise<ShareChange> {
  return {
    ...rest,
    mode: shareMode,
    // null is as omitted here, unlike in the PATCH of an expiry.
    expiresAt: expiresInDays === null ? undefined : expiryOf(expiresInDays, now, config.maxExpiryDays),
    passwordHash:
      password === null || password === undefined
        ? undefined
        : await hashSharePassword(passwords, password, { kind: 'user', userId: ownerId }),
  };
}

/** undefined stays; 0 days and null mean never. */
export function expiryOf(days: number | null | undefined, now: number, maxDays: number): number | null | undefined {
  if (days === undefined) return undefined;
  if (days === null || days === 0) return null;
  if (days <= maxDays) return now + days * dayMs;
  const message = `must be at most ${maxDays}`;
  throw new DomainError('validation_failed', `expiresInDays ${message}.`, {
    issues: [{ field: 'expiresInDays', message, code: 'too_big' }],
  });
}

export function hashSharePassword(
  passwords: PasswordHasher,
  password: string,
  requester: HashRequester,
): Promise<string> {
  if (utf8Bytes(password) > limits.passwordMaxBytes)
    throw new DomainError(
      'password_too_long',
      `A password has at most ${limits.passwordMaxBytes} bytes in UTF-8; this one is longer.`,
    );
  return passwords.hash(password, requester);
}
