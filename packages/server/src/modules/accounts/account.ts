import { limits, normalizeText } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';

export type Plan = 'free' | 'paid';

/** Who may make an account: everybody, those with an invitation, or nobody. */
export type RegistrationPolicy = 'open' | 'invite' | 'closed';

export interface Account {
  /** users.row_id */
  readonly userId: number;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly isAdmin: boolean;
  /** A quota for this account alone; null: its plan's. */
  readonly quotaBytes: number | null;
  /** Epoch milliseconds; null: it is enabled. */
  readonly disabledAt: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface PlanLimits {
  readonly maxFileBytes: number;
  /** null: no quota. */
  readonly quotaBytes: number | null;
}

/** What makes two addresses the same account. Throws `validation_failed` if the text is too long for any account. */
export function emailKey(email: string): string {
  if (email.length <= limits.emailCharacters * limits.rawUnitsPerCharacter)
    return normalizeText(email).trim().toLowerCase();
  const message = `must have at most ${limits.emailCharacters} characters`;
  throw new DomainError('validation_failed', `The email address ${message}.`, {
    issues: [{ field: 'email', message, code: 'too_big' }],
  });
}
