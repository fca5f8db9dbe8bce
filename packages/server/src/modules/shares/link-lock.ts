import type { UnlockGrant } from '@drive/contract';
import { hourMs, isoTime, type Clock } from '../../platform/clock.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/http/index.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Purpose, Secrets } from '../../platform/secrets.ts';

/** Whatever is reached by a link that may have a password. */
export interface LockableLink {
  readonly rowId: number;
  readonly passwordHash: string | null;
  /** Counted up with every change of the password. */
  readonly passwordVersion: number;
}

type UnlockResult = 'success' | 'failure' | 'rate_limited';

export interface LinkLockDeps {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly featureLimiter: FeatureLimiter;
}

export interface LinkLock<Link extends LockableLink> {
  /** Whether nothing keeps the link locked, or one of these grants opens it. */
  isUnlocked(link: Link, grants: readonly string[]): boolean;
  /**
   * `too_many_requests` after five attempts in a quarter of an hour from one network, before anything is hashed;
   * `share_password_incorrect`.
   */
  unlock(link: Link, password: string, clientNetwork: string): Promise<UnlockGrant>;
}

const grantMs = 2 * hourMs;

/** `purpose` is the kind's own: a grant for one kind of link opens none of another. `note` hears of every attempt. */
export function createLinkLock<Link extends LockableLink>(
  { clock, secrets, passwords, featureLimiter }: LinkLockDeps,
  purpose: Purpose,
  note: (link: Link, result: UnlockResult, clientNetwork: string) => Promise<void> = async () => undefined,
): LinkLock<Link> {
  /** Stateless: it holds for this link, for the password of now, until then. */
  const textOf = (link: Link, expiresAt: number): string =>
    [link.rowId, link.passwordVersion, expiresAt].map((part) => part.toString(36)).join('.');

  const opens = (link: Link, grant: string): boolean => {
    const end = grant.lastIndexOf('.');
    const text = grant.slice(0, end);
    const expiresAt = Number.parseInt(text.split('.')[2] ?? '', 36);
    return (
      text === textOf(link, expiresAt) && expiresAt > clock.now() && secrets.verify(purpose, text, grant.slice(end + 1))
    );
  };

  return {
    isUnlocked: (link, grants) => link.passwordHash === null || grants.some((grant) => opens(link, grant)),
    unlock: async (link, password, clientNetwork) => {
      try {
        await featureLimiter.consume('shareUnlock', `${purpose} ${link.rowId} ${clientNetwork}`);
      } catch (error) {
        if (isDomainError(error, 'too_many_requests')) await note(link, 'rate_limited', clientNetwork);
        throw error;
      }
      const isRight =
        link.passwordHash === null ||
        (await passwords.verify(password, link.passwordHash, { kind: 'visitor', network: clientNetwork }));
      await note(link, isRight ? 'success' : 'failure', clientNetwork);
      if (!isRight) throw new DomainError('share_password_incorrect', 'This is not the password of this link.');
      const expiresAt = clock.now() + grantMs;
      const text = textOf(link, expiresAt);
      return { unlockToken: `${text}.${secrets.sign(purpose, text)}`, expiresAt: isoTime(expiresAt) };
    },
  };
}
