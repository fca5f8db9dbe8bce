import { dayMs } from '@drive/base';
import { limits, normalizeText } from '@drive/contract';
import { fitsBcrypt, type HashRequester, type PasswordHasher } from '@drive/passwords';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';

/** undefined means unchanged, null means none. */
export interface LinkOptions {
  /** 0 also means none. */
  readonly expiresInDays?: number | null | undefined;
  readonly password?: string | null | undefined;
}

export type HashedLinkOptions<Options extends LinkOptions> = Omit<Options, keyof LinkOptions> & {
  readonly expiresAt: number | null | undefined;
  readonly passwordHash: string | null | undefined;
};

/** Turns days into a time and the password into its hash. Call it before a transaction, because hashing takes long. */
export async function hashLinkOptions<Options extends LinkOptions>(
  {
    clock,
    passwords,
    config,
  }: Pick<Ports, 'clock' | 'passwords'> & { readonly config: { readonly maxExpiryDays: number } },
  ownerId: number,
  { expiresInDays, password, ...rest }: Options,
): Promise<HashedLinkOptions<Options>> {
  return {
    ...rest,
    expiresAt: expiryOf(expiresInDays, clock.now(), config.maxExpiryDays),
    passwordHash:
      password === undefined || password === null
        ? password
        : await hashLinkPassword(passwords, password, { kind: 'user', userId: ownerId }),
  };
}

/** undefined stays undefined; 0 and null mean never. */
export function expiryOf(days: number | null | undefined, now: number, maxDays: number): number | null | undefined {
  if (days === undefined) return undefined;
  if (days === null || days === 0) return null;
  if (days <= maxDays) return now + days * dayMs;
  const message = `must be at most ${maxDays}`;
  throw new DomainError('validation_failed', `expiresInDays ${message}.`, {
    issues: [{ field: 'expiresInDays', message, code: 'too_big' }],
  });
}

export function hashLinkPassword(
  passwords: PasswordHasher,
  password: string,
  requester: HashRequester,
): Promise<string> {
  if (!fitsBcrypt(normalizeText(password)))
    throw new DomainError(
      'password_too_long',
      `A password has at most ${limits.passwordMaxBytes} bytes in UTF-8; this one is longer.`,
    );
  return passwords.hash(password, requester);
}
