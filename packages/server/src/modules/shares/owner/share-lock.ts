import { dayMs, isoTime } from '@drive/base';
import { limits, type UnlockAudit } from '@drive/contract';
import type { Reader } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { PasswordLock, type LinkLock, type LinkLockDeps } from '../../links/index.ts';
import type { ShareRow } from '../share-store.ts';
import { addUnlockEvent, countFailedUnlocks, endedUnlockEvents, listUnlockEvents } from './unlock-event-store.ts';

const unlockEventMs = 90 * dayMs;

/** The lock of shares. It records every attempt for `readUnlockAudit`. */
export function createShareLock(deps: LinkLockDeps & Pick<Ports, 'database' | 'jobs'>): LinkLock<ShareRow> {
  const { database, clock, secrets, jobs } = deps;

  jobs.sweep('shares.sweep', dayMs, (now) => endedUnlockEvents(now - unlockEventMs));

  return new PasswordLock<ShareRow>(deps, 'share', (share, result, clientNetwork) =>
    database.write((tx) =>
      addUnlockEvent(tx, {
        share_id: share.rowId,
        result,
        network_hash: secrets.sign('ip-address', clientNetwork),
        created_at: clock.now(),
      }),
    ),
  );
}

/** The newest attempts to unlock a share, and the number of failures in the last 24 hours. */
export async function readUnlockAudit(reader: Reader, shareRowId: number, now: number): Promise<UnlockAudit> {
  const rows = await listUnlockEvents(reader, shareRowId, limits.unlockEvents);
  const count = await countFailedUnlocks(reader, shareRowId, now - dayMs);
  return {
    recentEvents: rows.map(({ createdAt, result }) => ({ createdAt: isoTime(createdAt), result })),
    failedLast24h: count,
    bruteForceAlert: count >= limits.bruteForceFailures,
  };
}
