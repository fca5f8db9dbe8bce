import type { ApiPromise } from '../../api-promise.ts';
import type { Group, GroupMember, ListGroupMembersQuery, ListGroupsQuery, NewGroup } from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Groups of users. Reached as `client.admin.groups`.
 *
 * @example
 * ```ts
 * import { DriveClient, type AdminGroups } from '@drive/sdk';
 *
 * const countOf = async (groups: AdminGroups): Promise<number> => (await groups.list()).pagination.totalItems;
 * console.log(await countOf(new DriveClient().admin.groups));
 * ```
 */
export class AdminGroups {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists groups by name.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, memberCount } of new DriveClient().admin.groups.list()) console.log(name, memberCount);
   * ```
   */
  list(query: ListGroupsQuery = {}, options?: RequestOptions): PagedList<Group> {
    return pagedListOf(this.#transport, 'listGroups', 'groups', { query }, options);
  }

  /**
   * Creates a group without members. Throws `name_conflict` if another group has the name.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { id } = await new DriveClient().admin.groups.create({ name: 'Design' });
   * console.log(id);
   * ```
   */
  create(group: NewGroup, options?: RequestOptions): ApiPromise<Group> {
    return this.#transport.call('createGroup', { body: group }, options);
  }

  /**
   * Returns a group.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { name, memberCount } = await new DriveClient().admin.groups.get('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11');
   * console.log(name, memberCount);
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<Group> {
    return this.#transport.call('getGroup', { params: { id } }, options);
  }

  /**
   * Renames a group.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { groups } = new DriveClient().admin;
   * const [found] = (await groups.list({ q: 'design' })).items;
   * if (found !== undefined) await groups.rename(found.id, 'Design and research');
   * ```
   */
  rename(id: string, name: string, options?: RequestOptions): ApiPromise<Group> {
    return this.#transport.call('updateGroup', { params: { id }, body: { name } }, options);
  }

  /**
   * Deletes a group. The accounts of its members stay; what was given to the group is given to nobody any more.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { groups } = new DriveClient().admin;
   * const [found] = (await groups.list({ q: 'design' })).items;
   * if (found !== undefined) await groups.delete(found.id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteGroup', { params: { id } }, options);
  }

  /**
   * Lists the members of a group, those added last first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { groups } = new DriveClient().admin;
   * for await (const { id, name } of groups.list())
   *   for await (const { email } of groups.members(id)) console.log(name, email);
   * ```
   */
  members(id: string, query: ListGroupMembersQuery = {}, options?: RequestOptions): PagedList<GroupMember> {
    return pagedListOf(this.#transport, 'listGroupMembers', 'members', { params: { id }, query }, options);
  }

  /**
   * Adds a user to a group. Changes nothing if the user is a member. Throws `access_denied` for an account for which nobody has
   * vouched (`vouchedAt`).
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { groups, users } = new DriveClient().admin;
   * const { id } = await groups.create({ name: 'Everyone' });
   * for await (const user of users.list()) await groups.addMember(id, user.id);
   * ```
   */
  addMember(id: string, userId: string, options?: RequestOptions): ApiPromise<GroupMember> {
    return this.#transport.call('addGroupMember', { params: { id, userId } }, options);
  }

  /**
   * Removes a user from a group. What was given to the group is closed to the user at once.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { groups } = new DriveClient().admin;
   * const [found] = (await groups.list({ q: 'design' })).items;
   * if (found !== undefined)
   *   for await (const { id } of groups.members(found.id)) await groups.removeMember(found.id, id);
   * ```
   */
  removeMember(id: string, userId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('removeGroupMember', { params: { id, userId } }, options);
  }
}
