import type { ApiPromise } from '../../api-promise.ts';
import type { IdentityLink, IdentityLinkStart, UserIdentity } from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Accounts at the issuer of single sign-on with which the caller can sign in. Reached as `client.account.identities`. Changes
 * need the session of a browser; API keys can only read.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 *
 * const { identities } = new DriveClient().account;
 * for (const { name, email } of await identities.list()) console.log(name, email);
 * ```
 */
export class Identities {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns the identities, oldest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const [first] = await new DriveClient().account.identities.list();
   * console.log(first?.issuer);
   * ```
   */
  list(options?: RequestOptions): ApiPromise<UserIdentity[]> {
    return this.#transport.call('listIdentities', {}, options);
  }

  /**
   * Starts to link an identity: the page goes to `url`, and comes back once the user has signed in at the issuer.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { url } = await new DriveClient().account.identities.link({ returnTo: '/app/account/security' });
   * console.log(`Go to ${url}`);
   * ```
   */
  link(link: IdentityLink = {}, options?: RequestOptions): ApiPromise<IdentityLinkStart> {
    return this.#transport.call('linkIdentity', { body: link }, options);
  }

  /**
   * Unlinks an identity and ends its sessions, except for the caller's. Throws `last_sign_in_method` if the account has no other
   * way to sign in.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { identities } = new DriveClient().account;
   * for (const { id } of await identities.list()) await identities.unlink(id);
   * ```
   */
  unlink(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('unlinkIdentity', { params: { id } }, options);
  }
}
