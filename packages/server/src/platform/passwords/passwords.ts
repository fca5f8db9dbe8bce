/**
 * Turns passwords into hashes and checks them, away from the event loop and a few at a time: a hash costs a tenth of a
 * second of CPU. Every call rejects with `unavailable` (and a Retry-After) when too many already wait.
 */
export interface PasswordHasher {
  /** Rejects with `validation_failed` over 72 bytes of UTF-8, which bcrypt would cut silently. */
  hash(text: string): Promise<string>;
  /** false for what can't be a password (over 72 bytes), too. */
  verify(text: string, hash: string): Promise<boolean>;
  /** Takes as long as `verify` and says nothing: for accounts that don't exist, so that the time doesn't tell. */
  dummyVerify(text: string): Promise<void>;
  /** Refuses what still waits and ends the worker. */
  close(): Promise<void>;
}
