import type { ApiPromise } from '../../api-promise.ts';
import type {
  AccessGrant,
  AccessList,
  DirectoryResults,
  GivenAccessList,
  MemberRole,
  NewAccess,
} from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Who has access to files and folders: roles of users and groups. Reached as `client.access`.
 *
 * @example
 * ```ts
 * import { DriveClient, type ItemAccess } from '@drive/sdk';
 *
 * const mayEdit = async (access: ItemAccess, id: string): Promise<boolean> =>
 *   ['owner', 'manager', 'editor'].includes((await access.list(id)).effectiveRole);
 * console.log(await mayEdit(new DriveClient().access, '5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11'));
 * ```
 */
export class ItemAccess {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the roles that were given on an item and on the folders above it, and the role of the caller. Callers who may not give
   * roles see what they were given themselves.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { access } = await new DriveClient().access.list('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11');
   * for (const { principal, role } of access) console.log(principal.email ?? principal.name, role);
   * ```
   */
  list(itemId: string, options?: RequestOptions): ApiPromise<AccessList> {
    return this.#transport.call('listAccess', { params: { id: itemId } }, options);
  }

  /**
   * Gives users and groups roles on an item and on everything below it, all or none. A role that somebody has on the item is
   * replaced. Users who are named get an email unless `notify` is false. An address without an account is invited if the server lets the
   * caller do that, else `user_not_found` is thrown; the role is given with the account.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { access } = new DriveClient();
   * await access.give('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11', { grants: [{ email: 'ada@example.com', role: 'editor' }] });
   * ```
   */
  give(itemId: string, access: NewAccess, options?: RequestOptions): ApiPromise<GivenAccessList> {
    return this.#transport.call('giveAccess', { params: { id: itemId }, body: access }, options);
  }

  /**
   * Changes a role that was given on an item.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const id = '5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11';
   * const client = new DriveClient();
   * for (const grant of (await client.access.list(id)).access)
   *   if (grant.inheritedFrom === null) await client.access.change(id, grant.id, 'viewer');
   * ```
   */
  change(itemId: string, accessId: string, role: MemberRole, options?: RequestOptions): ApiPromise<AccessGrant> {
    return this.#transport.call('changeAccess', { params: { id: itemId, accessId }, body: { role } }, options);
  }

  /**
   * Takes a role away, which ends at once what was handed out: signed URLs and open uploads. Members may give up what they were
   * given themselves. With the ID of an invitation, revokes that.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const id = '5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11';
   * const client = new DriveClient();
   * for (const grant of (await client.access.list(id)).access)
   *   if (grant.principal.email === 'ada@example.com') await client.access.revoke(id, grant.id);
   * ```
   */
  revoke(itemId: string, accessId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('revokeAccess', { params: { id: itemId, accessId } }, options);
  }

  /**
   * Finds users and groups by a part of a name or an email address of at least two characters, unless the server restricts it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { results } = await new DriveClient().access.find('ada');
   * for (const { type, id, name } of results) console.log(type, id, name);
   * ```
   */
  find(q: string, options?: RequestOptions): ApiPromise<DirectoryResults> {
    return this.#transport.call('searchDirectory', { query: { q } }, options);
  }
}
