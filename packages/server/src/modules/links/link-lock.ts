import type { IncomingMessage } from 'node:http';
import { hourMs, isoTime } from '@drive/base';
import type { UnlockGrant } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { exchangeOf } from '../../platform/http/index.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { createLinkCookies, headersOf, type LinkCookies, type LinkKind } from './link-cookies.ts';

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
  /** Sets the grant as a cookie. Throws `share_password_incorrect` with `attempts_left`; `too_many_requests` before anything is hashed. */
  unlock(context: Context, link: Link, password: string): Promise<UnlockGrant>;
}

/** Lifetime of a grant and of the cookie that holds it. */
const unlockMs = 2 * hourMs;

type OnAttempt<Link> = (link: Link, result: UnlockResult, clientNetwork: string) => Promise<void>;

/** A grant for one kind of link opens no link of another kind. `onAttempt` is called for every attempt. */
export class PasswordLock<Link extends LockableLink> implements LinkLock<Link> {
  readonly #deps: LinkLockDeps;
  readonly #purpose: `${LinkKind}-unlock`;
  readonly #cookies: LinkCookies;
  readonly #onAttempt: OnAttempt<Link>;

  constructor(deps: LinkLockDeps, kind: LinkKind, onAttempt: OnAttempt<Link> = async () => undefined) {
    this.#deps = deps;
    this.#purpose = `${kind}-unlock`;
    this.#cookies = createLinkCookies(deps.baseUrl, kind, 'unlock', unlockMs);
    this.#onAttempt = onAttempt;
  }

  isUnlocked(request: Context | IncomingMessage, link: Link): boolean {
    return (
      link.passwordHash === null ||
      [headersOf(request)['x-share-unlock'], this.#cookies.find(request, link.token)]
        .flat()
        .some((grant) => grant !== undefined && this.#isValid(link, grant))
    );
  }

  requireUnlocked(request: Context | IncomingMessage, link: Link): void {
    if (!this.isUnlocked(request, link)) throw new DomainError('share_locked', 'This link needs a password.');
  }

  async unlock(context: Context, link: Link, password: string): Promise<UnlockGrant> {
    const { clock, secrets } = this.#deps;
    const { clientNetwork } = exchangeOf(context);
    const attemptsLeft = await this.#countAttempt(link, clientNetwork);
    const isRight = await this.#isRight(link, password, clientNetwork);
    await this.#onAttempt(link, isRight ? 'success' : 'failure', clientNetwork);
    if (!isRight)
      throw new DomainError('share_password_incorrect', 'Wrong password.', {
        ...(attemptsLeft !== undefined && { details: { attempts_left: attemptsLeft } }),
      });
    const expiresAt = clock.now() + unlockMs;
    const payload = payloadOf(link, expiresAt);
    const unlockToken = `${payload}.${secrets.sign(this.#purpose, payload)}`;
    this.#cookies.set(context, link.token, unlockToken);
    return { unlockToken, expiresAt: isoTime(expiresAt) };
  }

  /** Returns how many attempts are left; undefined if they are not limited. */
  async #countAttempt(link: Link, clientNetwork: string): Promise<number | undefined> {
    try {
      return await this.#deps.featureLimiter.consume('shareUnlock', `${this.#purpose} ${link.rowId} ${clientNetwork}`);
    } catch (error) {
      if (isDomainError(error, 'too_many_requests')) await this.#onAttempt(link, 'rate_limited', clientNetwork);
      throw error;
    }
  }

  async #isRight({ passwordHash }: Link, password: string, network: string): Promise<boolean> {
    return passwordHash === null || this.#deps.passwords.verify(password, passwordHash, { kind: 'visitor', network });
  }

  #isValid(link: Link, grant: string): boolean {
    const { clock, secrets } = this.#deps;
    const end = grant.lastIndexOf('.');
    const payload = grant.slice(0, end);
    const expiresAt = Number.parseInt(payload.split('.')[2] ?? '', 36);
    return (
      payload === payloadOf(link, expiresAt) &&
      expiresAt > clock.now() &&
      secrets.verify(this.#purpose, payload, grant.slice(end + 1))
    );
  }
}

/** The signed part of a grant: it is valid for this link and its present password until `expiresAt`. */
const payloadOf = (link: LockableLink, expiresAt: number): string =>
  [link.rowId, link.passwordVersion, expiresAt].map((part) => part.toString(36)).join('.');
