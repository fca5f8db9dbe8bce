import type { MailFrequency } from '@drive/contract';
import type { Generated } from 'kysely';
import type { Flag } from './platform-tables.ts';

export interface Users {
  row_id: Generated<number>;
  id: string;
  email: string;
  /** Lower-cased; unique per account. */
  email_key: string;
  name: string | null;
  /** `foldName(name)`, or empty: compared by searches. */
  name_key: Generated<string>;
  /** Language of emails and pages, as a tag of the contract; null: that of the server. */
  language: Generated<string | null>;
  /** When notifications come by email; null: at once. */
  notification_mail: Generated<MailFrequency | null>;
  password_hash: string;
  plan: 'free' | 'paid';
  is_admin: Flag;
  /** 1: the hidden owner of anonymous uploads, at most one. 2: the hidden owner of a team drive. 0: a user. */
  is_system: Generated<0 | 1 | 2>;
  /** Set: the user cannot sign in, and the account's data are unreachable (`ownerIsEnabled`). */
  disabled_at: Generated<number | null>;
  /** Deleted, and disabled. The row stays, without email address and name, for rows that refer to it. */
  deleted_at: Generated<number | null>;
  /** Set: its user has deleted the account, which is disabled until it is erased at this time. */
  deletes_at: Generated<number | null>;
  /** Set: single sign-on no longer admits the user, who has no session then and whose keys are refused. */
  suspended_at: Generated<number | null>;
  /**
   * When somebody vouched for the account: who let its user in, or a link that was sent to the address. null: nobody has, because its
   * user registered openly, with an address that may be that of somebody else.
   */
  vouched_at: Generated<number | null>;
  /** The last sign-in. */
  signed_in_at: Generated<number | null>;
  created_at: number;
}

export type OwnerKind = 'user' | 'anonymous' | 'drive';

/** What owns items, links, uploads and pastes: the quota, the usage, the trash and the events are those of an owner. */
export interface Owners {
  /** users.row_id of the user. */
  row_id: number;
  /** users.id of the user. */
  id: string;
  kind: OwnerKind;
  /** A quota for this owner alone; null: that of its plan. */
  quota_bytes: number | null;
}

export interface Sessions {
  row_id: Generated<number>;
  id: string;
  user_id: number;
  token_hash: string;
  /** Id of the master secret of the hash; null: unknown. */
  secret_id: Generated<string | null>;
  user_agent: string | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  /** When the user proved again who they are; null: not since the sign-in. */
  proven_at: Generated<number | null>;
  /** identities.row_id; null: not by single sign-on. */
  identity_id: Generated<number | null>;
  /** `sid` of the issuer's session. */
  issuer_session: Generated<string | null>;
  /** Encrypted; the issuer gets it back when the user signs out. */
  id_token: Generated<string | null>;
  /** Use extends the session to this time at most; null: to the longest time of a session. */
  ends_at: Generated<number | null>;
}

/** Each signs an administrator in once. */
export interface LoginLinks {
  token_hash: string;
  user_id: number;
  expires_at: number;
}

export interface PasswordResets {
  token_hash: string;
  user_id: number;
  expires_at: number;
}

export interface Invites {
  id: string;
  token_hash: string;
  /** Id of the master secret of the hash; null: unknown. */
  secret_id: Generated<string | null>;
  email: string | null;
  created_by: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface ApiKeys {
  row_id: Generated<number>;
  id: string;
  user_id: number;
  prefix: string;
  key_hash: string;
  /** Id of the master secret of the hash; null: unknown. */
  secret_id: Generated<string | null>;
  label: string | null;
  /** Scopes with spaces in between; null: everything that its user may do. */
  scopes: string | null;
  /** items.id of the folder that is the root for the key; null: the user's root. */
  folder_id: string | null;
  created_at: number;
  /** null: never. */
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface DeviceCodes {
  device_code_hash: string;
  user_code: string;
  state: 'waiting' | 'approved' | 'refused' | 'done';
  user_id: number | null;
  created_at: number;
  expires_at: number;
  polled_at: number | null;
}

export interface Totp {
  user_id: number;
  /** Encrypted with a key of the master secret. */
  secret: string;
  /** Step of the last accepted code: this and earlier steps are refused. */
  last_step: number;
  /** Wrong codes since `failing_since`. */
  failures: Generated<number>;
  failing_since: Generated<number>;
  created_at: number;
  /** null: not confirmed by a code yet, and not required at sign-in. */
  confirmed_at: number | null;
}

/** Each is valid for one sign-in instead of a code, and then deleted. */
export interface RecoveryCodes {
  code_hash: string;
  /** Id of the master secret of the hash; null: unknown. */
  secret_id: Generated<string | null>;
  user_id: number;
}
