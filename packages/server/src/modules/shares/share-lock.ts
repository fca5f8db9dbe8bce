import { limits, type UnlockAudit } from '@drive/contract';
import { dayMs, isoTime } from '../../platform/clock.ts';
import { deleteRows, type Reader } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { createLinkLock, type LinkLock, type LinkLockDeps } from '../links/index.ts';
import type { ShareRow } from './share-store.ts';

const unlockEventMs = 90 * dayMs;

/** The lock of shares. It records every attempt for `readUnlockAudit`. */
export function createShareLock(deps: LinkLockDeps & Pick<Ports, 'database' | 'jobs'>): LinkLock<ShareRow> {
  const { database, clock, secrets, jobs } = deps;

  jobs.sweep('shares.sweep', dayMs, (now) =>
    deleteRows('unlock_events', 'row_id', (rows) => rows.where('created_at', '<', now - unlockEventMs)),
  );

  return createLinkLock<ShareRow>(deps, 'share', (share, result, clientNetwork) =>
    database.write(async (tx) => {
      await tx
        .insertInto('unlock_events')
        .values({
          share_id: share.rowId,
          result,
          network_hash: secrets.sign('ip-address', clientNetwork),
          created_at: clock.now(),
        })
        .execute();
    }),
  );
}

/** The newest attempts to unlock a share, and the number of failures in the last 24 hours. */
export async function readUnlockAudit(reader: Reader, shareRowId: number, now: number): Promise<UnlockAudit> {
  const rows = await reader
    .selectFrom('unlock_events')
    .select(['created_at as createdAt', 'result'])
    .where('share_id', '=', shareRowId)
    .orderBy('row_id', 'desc')
    .limit(limits.unlockEvents)
    .execute();
  const { count } = await reader
    .selectFrom('unlock_events')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('share_id', '=', shareRowId)
    .where('result', '=', 'failure')
    .where('created_at', '>', now - dayMs)
    .executeTakeFirstOrThrow();
  return {
    recentEvents: rows.map(({ createdAt, result }) => ({ createdAt: isoTime(createdAt), result })),
    failedLast24h: count,
    bruteForceAlert: count >= limits.bruteForceFailures,
  };
}
