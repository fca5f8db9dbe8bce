import type { ApiPromise } from '../api-promise.ts';
import type {
  CreatedApiKey,
  DeviceApproval,
  DeviceStart,
  Login,
  PasswordChange,
  PasswordReset,
  Reauthentication,
  Registration,
  Setup,
  User,
} from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { Passkeys } from './sign-in/passkeys.ts';
import { Totp } from './totp.ts';

/**
 * Registration, sign-in, passwords and device sign-in. Reached as `client.auth`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Auth } from '@drive/sdk';
 *
 * const signIn = (auth: Auth) => auth.login({ email: 'ada@example.com', password: 'a long password' });
 * console.log((await signIn(new DriveClient().auth)).name);
 * ```
 */
export class Auth {
  /** Two-factor authentication. */
  readonly totp: Totp;
  /** Passkeys. */
  readonly passkeys: Passkeys;
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.totp = new Totp(transport);
    this.passkeys = new Passkeys(transport);
  }

  /**
   * Creates an account, if the registration policy allows it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().auth.register({ email: 'ada@example.com', password: 'a long password' });
   * ```
   */
  register(registration: Registration, options?: RequestOptions): ApiPromise<User> {
    return this.#transport.call('register', { body: registration }, options);
  }

  /**
   * Creates the first administrator with the token of the setup link.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const token = new URLSearchParams('token=from-the-link').get('token') ?? '';
   * await new DriveClient().auth.setup({ token, email: 'ada@example.com', password: 'a long password' });
   * ```
   */
  setup(setup: Setup, options?: RequestOptions): ApiPromise<User> {
    return this.#transport.call('setup', { body: setup }, options);
  }

  /**
   * Signs in a browser with session cookies. Throws `totp_required` if the account uses two-factor authentication: call
   * again with the password and `totp`, the code of the authenticator, or `passkey`, the answer of a passkey.
   *
   * @example
   * ```ts
   * import { DriveClient, DriveError } from '@drive/sdk';
   *
   * const { auth } = new DriveClient();
   * const typed = { email: 'ada@example.com', password: 'a long password' };
   * const askForCode = async () => '123456';
   * try {
   *   await auth.login(typed);
   * } catch (error) {
   *   if (!(error instanceof DriveError) || error.code !== 'totp_required') throw error;
   *   await auth.login({ ...typed, totp: await askForCode() });
   * }
   * ```
   */
  login(login: Login, options?: RequestOptions): ApiPromise<User> {
    return this.#transport.call('login', { body: login }, options);
  }

  /**
   * Ends the browser's session.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().auth.logout();
   * ```
   */
  logout(options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('logout', {}, options);
  }

  /**
   * Changes the password and ends every other session.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().auth.changePassword({ currentPassword: 'the old one', newPassword: 'the new one' });
   * ```
   */
  changePassword(change: PasswordChange, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('changePassword', { body: change }, options);
  }

  /**
   * Emails a password reset link, if the address belongs to an account.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().auth.forgotPassword('ada@example.com');
   * ```
   */
  forgotPassword(email: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('forgotPassword', { body: { email } }, options);
  }

  /**
   * Sets a new password with the token of a password reset link. Ends every session and revokes the API keys of the
   * account, unless `revokeKeys` is false.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().auth.resetPassword({ token: 'from-the-link', newPassword: 'the new one' });
   * ```
   */
  resetPassword(reset: PasswordReset, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('resetPassword', { body: reset }, options);
  }

  /**
   * Confirms the password of a browser's session. Creating API keys and approving devices throw `reauthentication_required`
   * if the sign-in of the session is older than ten minutes: call this, then try again. Throws `totp_required` like
   * {@link Auth.login}. API keys need it for nothing and are refused.
   *
   * @example
   * ```ts
   * import { DriveClient, DriveError } from '@drive/sdk';
   *
   * const { apiKeys, auth } = new DriveClient();
   * const askForPassword = async () => 'a long password';
   * const create = () => apiKeys.create({ label: 'backup' });
   * const key = await create().catch(async (error: unknown) => {
   *   if (!(error instanceof DriveError) || error.code !== 'reauthentication_required') throw error;
   *   await auth.reauthenticate({ password: await askForPassword() });
   *   return create();
   * });
   * console.log(key.rawKey);
   * ```
   */
  reauthenticate(proof: Reauthentication, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('reauthenticate', { body: proof }, options);
  }

  /**
   * Starts the sign-in of a device without a browser. Show `userCode` and `verificationUri`, then poll.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { userCode, verificationUri } = await new DriveClient().auth.startDevice();
   * console.log(`Open ${verificationUri} and type ${userCode}`);
   * ```
   */
  startDevice(options?: RequestOptions): ApiPromise<DeviceStart> {
    return this.#transport.call('startDevice', {}, options);
  }

  /**
   * Polls for the key of a device. Throws `authorization_pending` until a user has decided. Wait at least `interval`
   * seconds between calls.
   *
   * @example
   * ```ts
   * import { DriveClient, DriveError } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { deviceCode } = await client.auth.startDevice();
   * try {
   *   console.log((await client.auth.pollDevice(deviceCode)).rawKey);
   * } catch (error) {
   *   if (!(error instanceof DriveError) || error.code !== 'authorization_pending') throw error;
   * }
   * ```
   */
  pollDevice(deviceCode: string, options?: RequestOptions): ApiPromise<CreatedApiKey> {
    return this.#transport.call('pollDevice', { body: { deviceCode } }, options);
  }

  /**
   * Approves or denies a waiting device.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().auth.approveDevice({ userCode: 'ABCD-EFGH' });
   * ```
   */
  approveDevice(approval: DeviceApproval, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('approveDevice', { body: approval }, options);
  }
}
