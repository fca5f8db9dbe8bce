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

/** What makes two addresses the same account. */
export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase();
