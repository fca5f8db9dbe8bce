import type { IncomingMessage } from 'node:http';
import { hourMs, isoTime } from '@drive/base';
import type { UnlockGrant } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { exchangeOf } from '../../platform/http/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { createLinkCookies, headersOf, type LinkKind } from './link-cookies.ts';

export interface LockableLink {
  readonly rowId: number;
  readonly token: string;
  readonly passwordHash: string | null;
  /** Incremented with every change of the password. */
  readonly passwordVersion: number;
}

type UnlockResult = 'success' | 'failure' | 'rate_limited';

export type LinkLockDeps = Pick<Ports, 'clock' | 'secrets' | 'passwords' | 'baseUrl'> & {
  readonly featureLimiter: FeatureLimiter;
};

export interface LinkLock<Link extends LockableLink> {
  isUnlocked(request: Context | IncomingMessage, link: Link): boolean;
  requireUnlocked(request: Context | IncomingMessage, link: Link): void;
  /** Sets the grant as a cookie. Throws `share_password_incorrect`; `too_many_requests` before anything is hashed. */
  unlock(context: Context, link: Link, password: string): Promise<UnlockGrant>;
}

/** Lifetime of a grant and of the cookie that holds it. */
const unlockMs = 2 * hourMs;

/** A grant for one kind of link opens no link of another kind. `onAttempt` is called for every attempt. */
export function createLinkLock<Link extends LockableLink>(
  { clock, secrets, passwords, baseUrl, featureLimiter }: LinkLockDeps,
  kind: LinkKind,
  onAttempt: (link: Link, result: UnlockResult, clientNetwork: string) => Promise<void> = async () => undefined,
): LinkLock<Link> {
  const purpose = `${kind}-unlock` as const;
  const cookies = createLinkCookies(baseUrl, kind, 'unlock', unlockMs);

  /** The signed part of a grant: it is valid for this link and its present password until `expiresAt`. */
  const payloadOf = (link: Link, expiresAt: number): string =>
    [link.rowId, link.passwordVersion, expiresAt].map((part) => part.toString(36)).join('.');

  const isValid = (link: Link, grant: string): boolean => {
    const end = grant.lastIndexOf('.');
    const payload = grant.slice(0, end);
    const expiresAt = Number.parseInt(payload.split('.')[2] ?? '', 36);
    return (
      payload === payloadOf(link, expiresAt) &&
      expiresAt > clock.now() &&
      secrets.verify(purpose, payload, grant.slice(end + 1))
    );
  };

  const isUnlocked = (request: Context | IncomingMessage, link: Link): boolean =>
    link.passwordHash === null ||
    [headersOf(request)['x-share-unlock'], cookies.find(request, link.token)]
      .flat()
      .some((grant) => grant !== undefined && isValid(link, grant));

  return {
    isUnlocked,
    requireUnlocked: (request, link) => {
      if (!isUnlocked(request, link)) throw new DomainError('share_locked', 'This link needs a password.');
    },
    unlock: async (context, link, password) => {
      const { clientNetwork } = exchangeOf(context);
      try {
        await featureLimiter.consume('shareUnlock', `${purpose} ${link.rowId} ${clientNetwork}`);
      } catch (error) {
        if (isDomainError(error, 'too_many_requests')) await onAttempt(link, 'rate_limited', clientNetwork);
        throw error;
      }
      const isRight =
        link.passwordHash === null ||
        (await passwords.verify(password, link.passwordHash, { kind: 'visitor', network: clientNetwork }));
      await onAttempt(link, isRight ? 'success' : 'failure', clientNetwork);
      if (!isRight) throw new DomainError('share_password_incorrect', 'Wrong password.');
      const expiresAt = clock.now() + unlockMs;
      const payload = payloadOf(link, expiresAt);
      const unlockToken = `${payload}.${secrets.sign(purpose, payload)}`;
      cookies.set(context, link.token, unlockToken);
      return { unlockToken, expiresAt: isoTime(expiresAt) };
    },
  };
}
