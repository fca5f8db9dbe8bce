/**
 * What signs users in besides a password: identities of single sign-on (OpenID Connect) and passkeys (WebAuthn); and what an
 * identity provider does with users and groups (SCIM). Writes identities, sign_in_attempts, passkeys, passkey_challenges and
 * scim_users.
 *
 * Invariants:
 * - The protocols are those of libraries; nothing here reads a token, a signature or a key itself.
 * - An attempt to sign in, and a challenge of a passkey, is a row: any server finishes it, and its first answer ends it.
 * - An answer of the issuer counts in the browser that was sent there, for one attempt.
 * - An account is found by issuer and subject. An email address finds one only if the issuer has verified it and the operator
 *   wants that.
 * - The issuer may be away: those who are signed in stay so, and every other way to sign in works.
 * - SCIM deletes nothing that a user owns: it disables.
 * - A user keeps at least one way to sign in.
 */
export { sealedRefreshTokens } from './oidc/identity-store.ts';
export { createIdentity, type Identity, type IdentityConfig } from './create-identity.ts';
export { Issuer, type IssuerConfig } from './oidc/issuer.ts';
export type { GroupsPort } from './scim/groups-port.ts';
export { Passkeys } from './passkeys/passkeys.ts';
