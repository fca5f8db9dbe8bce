import type { Generated } from 'kysely';

/** An account at the issuer of single sign-on, which signs a user in. */
export interface Identities {
  row_id: Generated<number>;
  id: string;
  user_id: number;
  issuer: string;
  subject: string;
  /** As the issuer named it at the last sign-in. */
  email: string | null;
  /** Encrypted; null: the issuer gave none, or refused it. */
  refresh_token: string | null;
  /** When the issuer last vouched for the user. */
  checked_at: number;
  created_at: number;
  last_used_at: number;
}

/** A browser that was sent to the issuer and has not come back. */
export interface SignInAttempts {
  state_hash: string;
  /** Hash of the cookie of the browser. */
  browser_hash: string;
  purpose: 'sign-in' | 'link' | 'reauthenticate';
  /** sessions.row_id of the user who links or reauthenticates. */
  session_id: number | null;
  /** Encrypted: the nonce and the verifier of PKCE. */
  secrets: string;
  return_to: string;
  expires_at: number;
}

export interface Passkeys {
  row_id: Generated<number>;
  id: string;
  user_id: number;
  /** base64url, as is the key. */
  credential_id: string;
  public_key: string;
  counter: number;
  /** With spaces in between. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Each is answered once. */
export interface PasskeyChallenges {
  challenge_hash: string;
  /** The user who adds a passkey; null: somebody signs in. */
  user_id: number | null;
  expires_at: number;
}

/** What SCIM names a user it created or found. */
export interface ScimUsers {
  user_id: number;
  external_id: string | null;
  user_name: string;
  /** Lower case. */
  user_name_key: string;
  /** `users.disabled_at`, if SCIM has disabled the account; another value is of an earlier time. */
  disabled_at: number | null;
}
