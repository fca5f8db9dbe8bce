import { dayMs } from '../../platform/clock.ts';
import { deleteInBatches, type Database } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { createLinkLock, type LinkLock, type LinkLockDeps } from '../links/index.ts';
import type { ShareRow } from './share-row.ts';
import { deleteUnlockEventsBefore, insertUnlockEvent } from './visitor-store.ts';

export interface UnlockingDeps extends LinkLockDeps {
  readonly database: Database;
  readonly jobs: Jobs;
}

export type Unlocking = LinkLock<ShareRow>;

const keptMs = 90 * dayMs;

/** The lock of shares, which writes every attempt down. */
export function createUnlocking(deps: UnlockingDeps): Unlocking {
  const { database, clock, secrets } = deps;

  deps.jobs.every('shares.sweep', dayMs, ({ signal }) => {
    const before = clock.now() - keptMs;
    return deleteInBatches(database, signal, (tx, limit) => deleteUnlockEventsBefore(tx, before, limit));
  });

  return createLinkLock<ShareRow>(deps, 'share', (share, result, clientNetwork) =>
    database.write((tx) =>
      insertUnlockEvent(tx, {
        shareRowId: share.rowId,
        result,
        networkHash: secrets.sign('ip-address', clientNetwork),
        createdAt: clock.now(),
      }),
    ),
  );
}
