import type { ApiPromise } from '../api-promise.ts';
import type { RecoveryCodes, TotpEnrolment, TotpStatus } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Codes at sign-in (RFC 6238). Reached as `client.auth.totp`; it takes a browser's session, a key may only look.
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
   * Whether signing in asks for a code.
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
   * Gives a secret for an authenticator; it takes the password. Nothing changes until `confirm`, within an hour; calling it again gives another.
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
   * Switches codes on with the code that the authenticator shows, and gives the recovery codes, which are shown once.
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
   * Switches codes off; it takes the password.
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
