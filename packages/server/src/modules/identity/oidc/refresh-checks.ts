import { hourMs, minuteMs } from '@drive/base';
import { isDomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { takeDueIdentities, type IdentityRow } from './identity-store.ts';
import { type Issuer, RefreshRefusedError } from './issuer.ts';
import type { SingleSignOn } from './single-sign-on.ts';

const betweenChecksMs = hourMs;
const periodMs = 5 * minuteMs;
/** Identities that are asked about one after the other, so that the issuer is not flooded. */
const atOnce = 50;

type RefreshChecksDeps = Pick<Ports, 'database' | 'clock' | 'jobs' | 'log'> & {
  readonly issuer: Issuer;
  readonly singleSignOn: SingleSignOn;
};

/** Asks the issuer every hour whether it still admits each user of whom it gave a refresh token. */
export function checkIdentities({ database, clock, jobs, log, issuer, singleSignOn }: RefreshChecksDeps): void {
  const check = async (identity: IdentityRow): Promise<void> => {
    const refreshToken = singleSignOn.refreshTokenOf(identity);
    if (refreshToken === undefined) return singleSignOn.forgetRefresh(identity);
    try {
      await singleSignOn.recheck(identity, await issuer.refresh(refreshToken, identity.subject));
    } catch (error) {
      if (!(error instanceof RefreshRefusedError)) throw error;
      log.info('the issuer no longer vouches for a user');
      // A token that outlives the browser's session at the issuer ends with the user; any other may end with that session.
      if (issuer.vouchesOffline) await singleSignOn.suspend(identity);
      else await singleSignOn.forgetRefresh(identity);
    }
  };

  jobs.every('identity.refresh', periodMs, async ({ signal }) => {
    while (issuer.isOn) {
      const now = clock.now();
      const due = await database.write((tx) =>
        takeDueIdentities(tx, { issuer: issuer.id, before: now - betweenChecksMs, now, limit: atOnce }),
      );
      for (const identity of due) {
        signal.throwIfAborted();
        try {
          await check(identity);
        } catch (error) {
          // Users stay signed in while the issuer is away. They are asked about again in an hour.
          if (isDomainError(error, 'unavailable')) return;
          log.warn('a user could not be checked with the issuer', { error });
        }
      }
      if (due.length < atOnce) return;
    }
  });
}
