import type { UnlockGrant } from '@drive/contract';
import { dayMs, hourMs, isoTime, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { ShareRow } from './share-row.ts';
import { deleteUnlockEventsBefore, insertUnlockEvent, type UnlockResult } from './visitor-store.ts';

export interface UnlockingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly jobs: Jobs;
  readonly featureLimiter: FeatureLimiter;
}

export interface Unlocking {
  /** Whether nothing keeps the share locked, or one of these grants opens it. */
  isUnlocked(share: ShareRow, grants: readonly string[]): boolean;
  /**
   * `too_many_requests` after five attempts in a quarter of an hour from one network, before anything is hashed;
   * `share_password_incorrect`. Every attempt is written down.
   */
  unlock(share: ShareRow, password: string, clientNetwork: string): Promise<UnlockGrant>;
}

const grantMs = 2 * hourMs;
const keptMs = 90 * dayMs;

export function createUnlocking(deps: UnlockingDeps): Unlocking {
  const { database, clock, secrets, passwords, featureLimiter } = deps;

  deps.jobs.every('shares.sweep', dayMs, ({ signal }) => {
    const before = clock.now() - keptMs;
    return deleteInBatches(database, signal, (tx, limit) => deleteUnlockEventsBefore(tx, before, limit));
  });

  const note = (share: ShareRow, result: UnlockResult, clientNetwork: string): Promise<void> =>
    database.write((tx) =>
      insertUnlockEvent(tx, {
        shareRowId: share.rowId,
        result,
        networkHash: secrets.sign('ip-address', clientNetwork),
        createdAt: clock.now(),
      }),
    );

  /** Stateless: it holds for this share, for the password of now, until then. */
  const textOf = (share: ShareRow, expiresAt: number): string =>
    [share.rowId, share.passwordVersion, expiresAt].map((part) => part.toString(36)).join('.');

  const opens = (share: ShareRow, grant: string): boolean => {
    const end = grant.lastIndexOf('.');
    const text = grant.slice(0, end);
    const expiresAt = Number.parseInt(text.split('.')[2] ?? '', 36);
    return (
      text === textOf(share, expiresAt) &&
      expiresAt > clock.now() &&
      secrets.verify('share-unlock', text, grant.slice(end + 1))
    );
  };

  return {
    isUnlocked: (share, grants) => share.passwordHash === null || grants.some((grant) => opens(share, grant)),
    unlock: async (share, password, clientNetwork) => {
      try {
        featureLimiter.take('shareUnlock', `${share.rowId} ${clientNetwork}`);
      } catch (error) {
        await note(share, 'rate_limited', clientNetwork);
        throw error;
      }
      const isRight = share.passwordHash === null || (await passwords.verify(password, share.passwordHash));
      await note(share, isRight ? 'success' : 'failure', clientNetwork);
      if (!isRight) throw new DomainError('share_password_incorrect', 'This is not the password of this link.');
      const expiresAt = clock.now() + grantMs;
      const text = textOf(share, expiresAt);
      return { unlockToken: `${text}.${secrets.sign('share-unlock', text)}`, expiresAt: isoTime(expiresAt) };
    },
  };
}
