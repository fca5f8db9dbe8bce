/**
 * What signs users in besides a password: identities of single sign-on (OpenID Connect) and passkeys (WebAuthn). Writes
 * identities, sign_in_attempts, passkeys and passkey_challenges.
 *
 * Invariants:
 * - The protocols are those of libraries; nothing here reads a token, a signature or a key itself.
 * - An attempt to sign in, and a challenge of a passkey, is a row: any server finishes it, and its first answer ends it.
 * - An answer of the issuer counts in the browser that was sent there, for one attempt.
 * - An account is found by issuer and subject. An email address finds one only if the issuer has verified it and the operator
 *   wants that.
 * - The issuer may be away: those who are signed in stay so, and every other way to sign in works.
 * - A user keeps at least one way to sign in.
 */
export { createIdentity, type Identity, type IdentityConfig } from './create-identity.ts';
export { Passkeys } from './passkeys/passkeys.ts';
