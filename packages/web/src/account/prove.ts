import { startAuthentication } from '@simplewebauthn/browser';
import { client, serverPath } from '../api/client.ts';

/** Confirms with a passkey who uses the session. */
export async function proveByPasskey(): Promise<void> {
  const { options } = await client.auth.passkeys.startSignIn();
  const passkey = await startAuthentication({ optionsJSON: options });
  await client.auth.reauthenticate({
    passkey: { ...passkey, response: { ...passkey.response }, clientExtensionResults: {} },
  });
}

/** Leaves the app for the issuer of single sign-on, which confirms who uses the session and leads back here. */
export function proveByIssuer(): void {
  const { pathname } = window.location;
  const returnTo = encodeURIComponent(pathname.slice(serverPath('/').length - 1));
  window.location.assign(serverPath(`/api/auth/oidc/start?reauthenticate=true&returnTo=${returnTo}`));
}

/** The user closed the dialog of the browser, which said all there is to say. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
