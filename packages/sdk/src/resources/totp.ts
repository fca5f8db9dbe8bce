import type { ApiPromise } from '../api-promise.ts';
import type { RecoveryCodes, TotpEnrolment, TotpStatus } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Two-factor authentication (TOTP, RFC 6238). Reached as `client.auth.totp`. Changes need a session; API keys can only
 * read.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 *
 * const { totp } = new DriveClient().auth;
 * const { otpauthUrl } = await totp.enroll('a long password');
 * console.log(`Show this as a QR code: ${otpauthUrl}`);
 * ```
 */
export class Totp {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns whether two-factor authentication is enabled.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { enabled, recoveryCodesLeft } = await new DriveClient().auth.totp.status();
   * console.log(enabled ? `on, ${recoveryCodesLeft} recovery codes left` : 'off');
   * ```
   */
  status(options?: RequestOptions): ApiPromise<TotpStatus> {
    return this.#transport.call('getTotp', {}, options);
  }

  /**
   * Creates a secret for an authenticator; requires the password. Two-factor authentication stays off until `confirm`,
   * within an hour. Calling it again replaces the secret.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { secret } = await new DriveClient().auth.totp.enroll('a long password');
   * console.log(`Type it into your authenticator: ${secret}`);
   * ```
   */
  enroll(password: string, options?: RequestOptions): ApiPromise<TotpEnrolment> {
    return this.#transport.call('enrollTotp', { body: { password } }, options);
  }

  /**
   * Enables two-factor authentication with a code of the authenticator. Returns the recovery codes, which are shown
   * only once.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { recoveryCodes } = await new DriveClient().auth.totp.confirm('123456');
   * console.log(`Keep these: ${recoveryCodes.join(' ')}`);
   * ```
   */
  confirm(code: string, options?: RequestOptions): ApiPromise<RecoveryCodes> {
    return this.#transport.call('confirmTotp', { body: { code } }, options);
  }

  /**
   * Disables two-factor authentication; requires the password.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().auth.totp.remove('a long password');
   * ```
   */
  remove(password: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('removeTotp', { body: { password } }, options);
  }
}
