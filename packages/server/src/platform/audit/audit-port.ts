import { createHash } from 'node:crypto';
import type { AuditAction, AuditTargetKind } from '@drive/contract';
import type { Tx } from '../db/index.ts';
import type { AuditDetails } from './audit-details.ts';

/** `console`: a command of drive-server; `server`: a job; `nobody`: a client without a known account. */
export type AuditActor =
  | {
      readonly userId: number;
      /** The credential of the user, if known. */
      readonly kind?: 'session' | 'key';
    }
  | 'console'
  | 'server'
  | 'nobody';

export interface AuditTarget {
  readonly kind: AuditTargetKind;
  /** The id in the API; for a share `shareMark(token)`. Never a token. */
  readonly id: string;
}

export type AuditRecord<Action extends AuditAction> = {
  readonly action: Action;
  readonly actor: AuditActor;
  /** users.row_id of the account it was done to or with. Default: the actor's own. */
  readonly userId?: number | undefined;
  readonly target?: AuditTarget | undefined;
} & (AuditDetails[Action] extends null ? { readonly details?: undefined } : { readonly details: AuditDetails[Action] });

/** The record of actions: written in their transaction, never changed, stored for `limits.auditDays`. */
export interface Audit {
  /** Call in the transaction of the action, before the user it names is deleted. */
  record<Action extends AuditAction>(tx: Tx, record: AuditRecord<Action>): Promise<void>;
}

/** The names of the fields of a patch, for `details.changed`. */
export const changedNames = (change: object): string =>
  Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join(',');

/** The id of a share in the log. It is not the token, which opens the share; only a holder of the token can compute it. */
export const shareMark = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16);
