import type { PasskeyAssertion } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';

/** A passkey that answered a challenge. */
export interface CheckedPasskey {
  readonly userId: number;
  /** passkeys.row_id */
  readonly rowId: number;
  /** Signatures that the authenticator has made: before, and with this one. */
  readonly counters: { readonly before: number; readonly now: number };
  /** Whether the authenticator made sure that its user is there, by a fingerprint or a PIN. */
  readonly verifiedUser: boolean;
}

/** What signing in needs of passkeys. `modules/identity` implements it. */
export interface PasskeyPort {
  /** Whether this server has passkeys. */
  readonly isOn: boolean;
  /** Consumes the challenge. Throws `invalid_credentials`, and `access_denied` if the server has no passkeys. */
  check(assertion: PasskeyAssertion): Promise<CheckedPasskey>;
  /** Records the use, in the transaction of the sign-in. False if the passkey was removed, or a later signature was used. */
  use(tx: Tx, passkey: CheckedPasskey): Promise<boolean>;
}
