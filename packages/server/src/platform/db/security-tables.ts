import type { Generated } from 'kysely';

/** Who did what, and when. Rows are only ever added, until they are too old. */
export interface AuditLog {
  row_id: Generated<number>;
  id: string;
  action: string;
  actor_kind: 'user' | 'console' | 'server' | 'nobody';
  /** users.id, also of a user who is gone. */
  actor_id: string | null;
  via: 'session' | 'key' | null;
  /** users.id of the account it was done to or with, also of one that is gone. */
  user_id: string | null;
  target_kind: string | null;
  target_id: string | null;
  /** JSON, as platform/audit/details.ts has it. */
  details: string | null;
  created_at: number;
}

/** The second step of a sign-in, one a user. */
export interface Totp {
  user_id: number;
  /** Encrypted with a key of the master secret. */
  secret: string;
  /** Of the last code that was taken: none of this step or of an earlier one is taken again. */
  last_step: number;
  /** Codes that were tried in vain since `failing_since`. */
  failures: Generated<number>;
  failing_since: Generated<number>;
  created_at: number;
  /** null: its owner has not shown yet that it works, and nobody is asked for it. */
  confirmed_at: number | null;
}

/** Each good for one sign-in in place of a code, and gone with it. */
export interface RecoveryCodes {
  /** Keyed. */
  code_hash: string;
  user_id: number;
}

/** Calls of one key in one window of a rate limit. A row past its end counts as none. */
export interface RateWindows {
  /** Keyed: what it counts by is an IP or e-mail address. */
  key_hash: string;
  used: number;
  ends_at: number;
}
