export type Plan = 'free' | 'paid';

export interface Account {
  /** users.row_id */
  readonly userId: number;
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly isAdmin: boolean;
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
