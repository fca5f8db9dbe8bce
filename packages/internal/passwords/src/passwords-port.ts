/** Hashes cost 0.1 s of CPU, so requesters are served in turn, each with a limited number of pending ones. */
export type HashRequester =
  /** A client that signs in, registers or resets a password. Served before the others. */
  | { readonly kind: 'signIn'; readonly network: string }
  /** A signed-in user or an API key. */
  | { readonly kind: 'user'; readonly userId: number }
  /** A visitor without an account who unlocks a link or protects a paste. */
  | { readonly kind: 'visitor'; readonly network: string }
  /** The operator, by a command or a setting. */
  | { readonly kind: 'operator' };

/**
 * Passwords are composed text (NFC): keyboards and systems differ in how they send an `ä`. Rejects with
 * `too_many_requests` (requester) or `unavailable` (queue), both with a Retry-After.
 */
export interface PasswordHasher {
  /** Rejects with `validation_failed` over 72 bytes of UTF-8 in NFC, which bcrypt would truncate silently. */
  hash(text: string, requester: HashRequester): Promise<string>;
  /**
   * False also for a text that can't be a password (over 72 bytes). A text that is not in NFC is compared as it is,
   * too, because earlier versions hashed it so.
   */
  verify(text: string, hash: string, requester: HashRequester): Promise<boolean>;
  /** Takes as long as `verify` without a result: for unknown accounts, so that response times do not reveal them. */
  dummyVerify(text: string, requester: HashRequester): Promise<void>;
  /** Rejects pending calls and ends the worker. */
  close(): Promise<void>;
}
