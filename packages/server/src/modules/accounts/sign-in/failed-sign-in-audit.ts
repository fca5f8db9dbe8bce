import { hourMs, minuteMs } from '@drive/base';
import { FixedWindow } from '@drive/rate-limits';
import type { AuditDetails } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';

/** Entries are limited per account, so that one account cannot crowd out others, and in total, to protect the disk. */
const entriesPerAccount = { limit: 10, periodMs: 15 * minuteMs };
const entriesInTotal = { limit: 240, periodMs: hourMs };

export interface FailedSignIn {
  readonly reason: AuditDetails['sign_in.failed']['reason'];
  readonly userId?: number | undefined;
}

/** Writes failed sign-ins to the audit log, until there are too many. The next entry counts those left out. */
export function createFailedSignInAudit({ clock, audit }: Pick<Ports, 'clock' | 'audit'>) {
  const ofAccount = new FixedWindow(clock, entriesPerAccount.limit, entriesPerAccount.periodMs);
  const ofAll = new FixedWindow(clock, entriesInTotal.limit, entriesInTotal.periodMs);
  let omitted = 0;

  /** `key` is the address that was sent, with or without an account: response times must not reveal accounts. */
  return async (
    key: string,
    { reason, userId }: FailedSignIn,
    write: (record: (tx: Tx) => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    if (!ofAccount.consume(key.slice(0, 254)).allowed || !ofAll.consume('').allowed) {
      omitted += 1;
      return;
    }
    const notRecorded = omitted;
    omitted = 0;
    await write((tx) =>
      audit.record(tx, { action: 'sign_in.failed', actor: 'nobody', userId, details: { reason, notRecorded } }),
    );
  };
}
