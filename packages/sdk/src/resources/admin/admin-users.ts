import type { ApiPromise } from '../../api-promise.ts';
import type {
  AdminUser,
  AdminUserChange,
  ListUsersQuery,
  NewAdminUser,
  StartedOperation,
  UserDeletion,
  UserTransfer,
} from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * All accounts. Reached as `client.admin.users`.
 *
 * @example
 * ```ts
 * import { DriveClient, type AdminUsers } from '@drive/sdk';
 *
 * const countOf = async (users: AdminUsers): Promise<number> => (await users.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().admin.users));
 * ```
 */
export class AdminUsers {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists accounts, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { email, usedBytes } of new DriveClient().admin.users.list({ disabled: false }))
   *   console.log(email, usedBytes);
   * ```
   */
  list(query: ListUsersQuery = {}, options?: RequestOptions): PagedList<AdminUser> {
    return pagedListOf(this.#transport, 'listUsers', 'users', { query }, options);
  }

  /**
   * Returns an account.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { email, lastActiveAt } = await new DriveClient().admin.users.get('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11');
   * console.log(email, lastActiveAt ?? 'never');
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<AdminUser> {
    return this.#transport.call('getUser', { params: { id } }, options);
  }

  /**
   * Creates an account, regardless of the registration policy. Use an invitation to let users choose their own
   * password.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * await client.admin.users.create({ email: 'ada@example.com', password: 'correct horse', plan: 'paid' });
   * ```
   */
  create(user: NewAdminUser, options?: RequestOptions): ApiPromise<AdminUser> {
    return this.#transport.call('createUser', { body: user }, options);
  }

  /**
   * Changes an account; omitted fields stay the same. `disabled: true` ends its sessions and suspends its keys, shares
   * and webhooks until it is enabled again.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [found] = (await client.admin.users.list({ q: 'ada@example.com' })).items;
   * if (found !== undefined) await client.admin.users.update(found.id, { quotaBytes: 50 * 2 ** 30, disabled: false });
   * ```
   */
  update(id: string, change: AdminUserChange, options?: RequestOptions): ApiPromise<AdminUser> {
    return this.#transport.call('updateUser', { params: { id }, body: change }, options);
  }

  /**
   * Begins to move everything in the drive of a user to a new folder of another user or of a team drive, as an operation. What is in
   * the trash stays, and links end.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [found] = (await client.admin.users.list({ q: 'ada@example.com' })).items;
   * const [archive] = (await client.admin.drives.list({ q: 'Archive' })).items;
   * if (found !== undefined && archive !== undefined)
   *   console.log(await client.admin.users.transfer(found.id, { driveId: archive.id }));
   * ```
   */
  transfer(id: string, to: UserTransfer, options?: RequestOptions): ApiPromise<StartedOperation> {
    return this.#transport.call('transferUser', { params: { id }, body: to }, options);
  }

  /**
   * Permanently deletes an account with everything in it. With `to`, all files move to another owner first, as with
   * {@link AdminUsers.transfer}: the account is disabled, and deleted at the end of the operation, which is the answer.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [found] = (await client.admin.users.list({ q: 'ada@example.com' })).items;
   * if (found !== undefined) await client.admin.users.delete(found.id);
   * ```
   */
  delete(id: string, to: UserDeletion = {}, options?: RequestOptions): ApiPromise<StartedOperation | undefined> {
    return this.#transport.call('deleteUser', { params: { id }, body: to }, options);
  }
}
