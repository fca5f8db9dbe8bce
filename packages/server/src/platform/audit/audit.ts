import { createHash } from 'node:crypto';
import type { AuditAction, AuditTargetKind } from '@drive/contract';
import type { Tx } from '../db/database.ts';
import type { AuditDetails } from './audit-details.ts';

/**
 * Who did it. A `Caller` is one. `console`: a command of drive-server; `server`: by itself; `nobody`: somebody without an
 * account, or not known to have one.
 */
export type AuditActor =
  | {
      /** users.row_id */
      readonly userId: number;
      /** What the user came with, where that is known. */
      readonly kind?: 'session' | 'key';
    }
  | 'console'
  | 'server'
  | 'nobody';

export interface AuditTarget {
  readonly kind: AuditTargetKind;
  /** As the API names it; of a share `shareMark(token)`. Never a token. */
  readonly id: string;
}

export type AuditRecord<Action extends AuditAction> = {
  readonly action: Action;
  readonly actor: AuditActor;
  /** users.row_id of the account it was done to or with. Default: the actor's own. */
  readonly userId?: number | undefined;
  readonly target?: AuditTarget | undefined;
} & (AuditDetails[Action] extends null ? { readonly details?: undefined } : { readonly details: AuditDetails[Action] });

/** Who did what, and when: written with what happened, never changed, kept for `limits.auditDays`. */
export interface Audit {
  /** In the transaction of what happened, before the user it names is deleted: neither is kept without the other. */
  record<Action extends AuditAction>(tx: Tx, record: AuditRecord<Action>): Promise<void>;
}

/** The names of the fields of a patch, for `details.changed`. */
export const changedNames = (change: object): string =>
  Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join(',');

/** The id of a share in the log. Not its token, which opens the share; only somebody who has the token can compute it. */
export const shareMark = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16);
