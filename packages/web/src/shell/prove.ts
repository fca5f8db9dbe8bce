import { isDriveError, type PasskeyAssertion, type User } from '@drive/sdk';
import { startAuthentication } from '@simplewebauthn/browser';
import { client, serverPath } from '../api/client.ts';
import { ShownError } from '../api/error-text.ts';

/** Lets the user choose a passkey; with an email, one that is the second factor of this account. */
async function askForPasskey(email?: string): Promise<PasskeyAssertion> {
  const { options } = await client.auth.passkeys.startSignIn(email);
  const passkey = await startAuthentication({ optionsJSON: options });
  return { ...passkey, response: { ...passkey.response }, clientExtensionResults: {} };
}

/** Confirms with a passkey who uses the session. */
export async function proveByPasskey(): Promise<void> {
  await client.auth.reauthenticate({ passkey: await askForPasskey() });
}

/** Signs in with a passkey alone, or as the second factor after a password. */
export async function signInByPasskey(first?: { readonly email: string; readonly password: string }): Promise<User> {
  const passkey = await askForPasskey(first?.email);
  return first === undefined ? client.auth.passkeys.signIn(passkey) : client.auth.login({ ...first, passkey });
}

/** Leaves the app for the issuer of single sign-on, which confirms who uses the session and leads back here. */
export function proveByIssuer(): void {
  const { pathname } = window.location;
  const returnTo = encodeURIComponent(pathname.slice(serverPath('/').length - 1));
  window.location.assign(serverPath(`/api/auth/oidc/start?reauthenticate=true&returnTo=${returnTo}`));
}

/** Why a passkey proved nothing, in words for the user: the server refuses it with the code that a wrong password has. */
export const passkeyError = (error: unknown, refused: string): unknown =>
  isDriveError(error, 'invalid_credentials') ? new ShownError(refused) : error;

/** The user closed the dialog of the browser, which said all there is to say. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
