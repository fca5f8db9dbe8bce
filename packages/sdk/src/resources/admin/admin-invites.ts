import type { ApiPromise } from '../../api-promise.ts';
import type { Invite, ListInvitesQuery, NewInvite, OpenInvite } from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Invitations to register. Reached as `client.admin.invites`.
 *
 * @example
 * ```ts
 * import { DriveClient, type AdminInvites } from '@drive/sdk';
 *
 * const inviteTo = async (invites: AdminInvites): Promise<string> => (await invites.create()).url;
 * console.log(await inviteTo(new DriveClient().admin.invites));
 * ```
 */
export class AdminInvites {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates an invitation. Its link works once; with an email address it is also mailed.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { url } = await new DriveClient().admin.invites.create({ email: 'grace@example.com' });
   * console.log(url);
   * ```
   */
  create(invite: NewInvite = {}, options?: RequestOptions): ApiPromise<Invite> {
    return this.#transport.call('createInvite', { body: invite }, options);
  }

  /**
   * Lists the invitations that can still be used, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { email, expiresAt } of new DriveClient().admin.invites.list()) console.log(email ?? 'anybody', expiresAt);
   * ```
   */
  list(query: ListInvitesQuery = {}, options?: RequestOptions): PagedList<OpenInvite> {
    return pagedListOf(this.#transport, 'listInvites', 'invites', { query }, options);
  }

  /**
   * Revokes an invitation.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for await (const { id } of client.admin.invites.list()) await client.admin.invites.revoke(id);
   * ```
   */
  revoke(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('revokeInvite', { params: { id } }, options);
  }
}
