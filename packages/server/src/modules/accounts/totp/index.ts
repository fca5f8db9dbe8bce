/** The second step of signing in: a code from an authenticator (RFC 6238), or one of the recovery codes. */
export { createTotp, type Totp, type TotpOutcome } from './totp.ts';
export { deleteTotp } from './store.ts';
