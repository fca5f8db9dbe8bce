import { hourMs, minuteMs, type Clock } from '../../platform/clock.ts';
import type { Audit, AuditDetails } from '../../platform/audit/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { FixedWindow } from '../../platform/http/fixed-window.ts';

export type FailureReason = AuditDetails['sign_in.failed']['reason'];

/** What is written down, at most: an account's failures do not crowd out those of others, nor all of them the disk. */
const perAccount = 10;
const perAccountMs = 15 * minuteMs;
const perHour = 240;

/** How many have failed since the last that was written down. */
export interface Recordable {
  readonly notRecorded: number;
}

export interface FailedSignInAudit {
  /**
   * undefined where the failure is not to be written down: the next that is tells of it. `key` is what was tried, whether
   * or not there is such an account: otherwise the time of an answer would tell.
   */
  take(key: string): Recordable | undefined;
  record(tx: Tx, failure: Recordable, reason: FailureReason, userId: number | undefined): Promise<void>;
}

/** Failed sign-ins in the audit log: each of them, until there are too many to be of use. */
export function createFailedSignInAudit({
  clock,
  audit,
}: {
  readonly clock: Clock;
  readonly audit: Audit;
}): FailedSignInAudit {
  const ofAccount = new FixedWindow(clock, perAccount, perAccountMs);
  const ofAll = new FixedWindow(clock, perHour, hourMs);
  let omitted = 0;

  return {
    take: (key) => {
      if (!ofAccount.consume(key.slice(0, 254)).allowed || !ofAll.consume('').allowed) {
        omitted += 1;
        return undefined;
      }
      const notRecorded = omitted;
      omitted = 0;
      return { notRecorded };
    },
    record: (tx, { notRecorded }, reason, userId) =>
      audit.record(tx, { action: 'sign_in.failed', actor: 'nobody', userId, details: { reason, notRecorded } }),
  };
}
