import type { ApiPromise } from '../../api-promise.ts';
import type {
  Passkey,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
  RegisteredPasskey,
  User,
} from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Passkeys (WebAuthn) of the caller, and signing in with them. Reached as `client.auth.passkeys`. Needs a browser:
 * `@simplewebauthn/browser` turns options into an answer of the authenticator.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 *
 * for (const { name, lastUsedAt } of await new DriveClient().auth.passkeys.list()) console.log(name, lastUsedAt);
 * ```
 */
export class Passkeys {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns the options to create a passkey. Needs the password if the sign-in of the session is older than ten minutes, and
   * throws `reauthentication_required` without it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { options } = await new DriveClient().auth.passkeys.startRegistration('a long password');
   * console.log(options.challenge);
   * ```
   */
  startRegistration(password?: string, options?: RequestOptions): ApiPromise<PasskeyOptions> {
    const body = password === undefined ? {} : { password };
    return this.#transport.call('startPasskeyRegistration', { body }, options);
  }

  /**
   * Adds a passkey with the answer of the authenticator to the options. The first second factor of an account comes with
   * recovery codes, which are returned only once.
   *
   * @example
   * ```ts
   * import { DriveClient, type PasskeyAttestation } from '@drive/sdk';
   *
   * const { passkeys } = new DriveClient().auth;
   * const add = async (response: PasskeyAttestation) => passkeys.register({ name: 'Laptop', response });
   * console.log(typeof add);
   * ```
   */
  register(registration: PasskeyRegistration, options?: RequestOptions): ApiPromise<RegisteredPasskey> {
    return this.#transport.call('registerPasskey', { body: registration }, options);
  }

  /**
   * Returns the options to use a passkey: to sign in with it alone, or with `email` as the second factor of that account.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { options } = await new DriveClient().auth.passkeys.startSignIn();
   * console.log(options.challenge);
   * ```
   */
  startSignIn(email?: string, options?: RequestOptions): ApiPromise<PasskeyOptions> {
    return this.#transport.call('startPasskeySignIn', { body: email === undefined ? {} : { email } }, options);
  }

  /**
   * Signs in a browser with the answer of a passkey, instead of password and code.
   *
   * @example
   * ```ts
   * import { DriveClient, type PasskeyAssertion } from '@drive/sdk';
   *
   * const { passkeys } = new DriveClient().auth;
   * const signIn = async (response: PasskeyAssertion) => (await passkeys.signIn(response)).name;
   * console.log(typeof signIn);
   * ```
   */
  signIn(response: PasskeyAssertion, options?: RequestOptions): ApiPromise<User> {
    return this.#transport.call('signInWithPasskey', { body: { response } }, options);
  }

  /**
   * Returns the passkeys, oldest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * console.log((await new DriveClient().auth.passkeys.list()).length);
   * ```
   */
  list(options?: RequestOptions): ApiPromise<Passkey[]> {
    return this.#transport.call('listPasskeys', {}, options);
  }

  /**
   * Renames a passkey.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { passkeys } = new DriveClient().auth;
   * for (const { id } of await passkeys.list()) await passkeys.rename(id, 'Laptop');
   * ```
   */
  rename(id: string, name: string, options?: RequestOptions): ApiPromise<Passkey> {
    return this.#transport.call('renamePasskey', { params: { id }, body: { name } }, options);
  }

  /**
   * Removes a passkey. Throws `last_sign_in_method` if the account has no other way to sign in.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { passkeys } = new DriveClient().auth;
   * for (const { id } of await passkeys.list()) await passkeys.delete(id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deletePasskey', { params: { id } }, options);
  }
}
