import { isoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { Group, GroupMember, GroupMemberPage, GroupMemberSource, GroupPage } from '@drive/contract';
import type { AuditActor } from '../../../platform/audit/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { requireVouched, type Account, type Accounts } from '../../accounts/index.ts';
import * as store from './group-store.ts';

export type GroupsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit'> & {
  readonly accounts: Pick<Accounts, 'findUserById'>;
};

/** Groups of users. Changes of groups and members wait for each other, so that none meets a group that another one deletes. */
export class Groups {
  readonly #deps: GroupsDeps;

  constructor(deps: GroupsDeps) {
    this.#deps = deps;
  }

  async list({ q, ...page }: PageRequest & { readonly q?: string | undefined }): Promise<GroupPage> {
    const { reader } = this.#deps.database;
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => store.listGroups(reader, q, slice),
      ({ nameKey, rowId }) => [nameKey, rowId],
    );
    return {
      groups: rows.map(toGroup),
      pagination: paginationOf(page, await store.countGroups(reader, q), nextCursor),
    };
  }

  /** Throws `group_not_found`. */
  async get(id: string): Promise<Group> {
    return toGroup(await this.#requireGroup(this.#deps.database.reader, id));
  }

  /** `remember` runs in the same transaction. Throws `name_conflict`. */
  create(
    actor: AuditActor,
    { name, externalId = null }: { readonly name: string; readonly externalId?: string | null },
    remember?: (tx: Tx, group: Group) => Promise<void>,
  ): Promise<Group> {
    const { random, clock, audit } = this.#deps;
    return this.#change(async (tx) => {
      const id = random.uuid();
      if (externalId !== null && (await store.isExternalIdTaken(tx, externalId))) throw externalIdTaken();
      if (!(await store.insertGroup(tx, { id, name, externalId, createdAt: clock.now() }))) throw nameTaken(name);
      await audit.record(tx, { action: 'group.created', actor, target: { kind: 'group', id } });
      const group = toGroup(await this.#requireGroup(tx, id));
      await remember?.(tx, group);
      return group;
    });
  }

  /** Throws `group_not_found` and `name_conflict`. */
  rename(actor: AuditActor, id: string, name: string): Promise<Group> {
    return this.#change(async (tx) => {
      const group = await this.#requireGroup(tx, id);
      if (group.name === name) return toGroup(group);
      if (await store.isNameTaken(tx, name, group.rowId)) throw nameTaken(name);
      await store.renameGroup(tx, group.rowId, name);
      const target = { kind: 'group', id } as const;
      await this.#deps.audit.record(tx, { action: 'group.changed', actor, target, details: { changed: 'name' } });
      return toGroup({ ...group, name });
    });
  }

  /** Throws `group_not_found`. */
  remove(actor: AuditActor, id: string): Promise<void> {
    return this.#change(async (tx) => {
      const group = await this.#requireGroup(tx, id);
      await store.deleteGroup(tx, group.rowId);
      await this.#deps.audit.record(tx, { action: 'group.deleted', actor, target: { kind: 'group', id } });
    });
  }

  /** Throws `group_not_found`. */
  async listMembers(id: string, page: PageRequest): Promise<GroupMemberPage> {
    const { reader } = this.#deps.database;
    const group = await this.#requireGroup(reader, id);
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => store.listMembers(reader, group.rowId, slice),
      ({ addedAt, userId }) => [addedAt, userId],
    );
    return { members: rows.map(toMember), pagination: paginationOf(page, group.memberCount, nextCursor) };
  }

  /**
   * Does nothing if the user is a member. Throws `group_not_found`, `user_not_found`, and `access_denied` if nobody has vouched for
   * the account.
   */
  addMember(actor: AuditActor, id: string, userId: string, source: GroupMemberSource = 'admin'): Promise<GroupMember> {
    return this.#change(async (tx) => {
      const { group, user } = await this.#require(tx, id, userId);
      requireVouched(user);
      const member = { groupId: group.rowId, userId: user.userId, source, addedAt: this.#deps.clock.now() };
      if (await store.insertMember(tx, member)) await this.#record(tx, 'group.member_added', actor, id, user, source);
      const added = await store.findMember(tx, group.rowId, user.userId);
      if (added === undefined) throw userNotFound();
      return toMember(added);
    });
  }

  /**
   * Does nothing if the user is no member, or if another source than the given one has added them; SCIM also removes those that
   * claims of the same provider have added. Throws `group_not_found` and `user_not_found`.
   */
  removeMember(actor: AuditActor, id: string, userId: string, source?: GroupMemberSource): Promise<void> {
    return this.#change(async (tx) => {
      const { group, user } = await this.#require(tx, id, userId);
      const member = await store.findMember(tx, group.rowId, user.userId);
      if (member === undefined || !mayRemove(source, member.source)) return;
      await store.deleteMember(tx, group.rowId, user.userId);
      await this.#record(tx, 'group.member_removed', actor, id, user, member.source);
    });
  }

  /**
   * Makes the groups with these names or external ids the only ones in which the source has put the user (users.row_id). Call in
   * the transaction of the sign-in; it waits for other changes of groups only if there is one to make.
   */
  async setMemberships(tx: Tx, userId: number, names: readonly string[], source: GroupMemberSource): Promise<void> {
    const plan = () => store.planMemberships(tx, userId, names, source);
    const { added, removed } = await plan();
    if (added.length === 0 && removed.length === 0) return;
    await tx.lock('groups');
    const changes = await plan();
    for (const { rowId, id } of changes.added) {
      const member = { groupId: rowId, userId, source, addedAt: this.#deps.clock.now() };
      if (await store.insertMember(tx, member))
        await this.#record(tx, 'group.member_added', 'server', id, { userId }, source);
    }
    for (const { rowId, id } of changes.removed) {
      await store.deleteMember(tx, rowId, userId);
      await this.#record(tx, 'group.member_removed', 'server', id, { userId }, source);
    }
  }

  /** Deletes the memberships of a deleted account (users.row_id). Idempotent. */
  eraseOwner(userId: number): Promise<void> {
    return this.#change((tx) => store.deleteMemberships(tx, userId));
  }

  #change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.database.write(async (tx) => {
      await tx.lock('groups');
      return work(tx);
    });
  }

  async #require(tx: Tx, id: string, userId: string): Promise<{ group: store.GroupRow; user: Account }> {
    const group = await this.#requireGroup(tx, id);
    const user = await this.#deps.accounts.findUserById(tx, userId);
    if (user === undefined) throw userNotFound();
    return { group, user };
  }

  async #requireGroup(reader: Reader, id: string): Promise<store.GroupRow> {
    const group = await store.findGroup(reader, id);
    if (group === undefined) throw new DomainError('group_not_found', 'There is no such group.');
    return group;
  }

  #record(
    tx: Tx,
    action: 'group.member_added' | 'group.member_removed',
    actor: AuditActor,
    id: string,
    { userId }: Pick<Account, 'userId'>,
    source: GroupMemberSource,
  ): Promise<void> {
    return this.#deps.audit.record(tx, { action, actor, userId, target: { kind: 'group', id }, details: { source } });
  }
}

const mayRemove = (by: GroupMemberSource | undefined, source: GroupMemberSource): boolean =>
  by === undefined || by === source || (by === 'scim' && source === 'oidc');

const userNotFound = (): DomainError => new DomainError('user_not_found', 'There is no such account.');
const externalIdTaken = (): DomainError => new DomainError('name_conflict', 'Another group has this external ID.');

const nameTaken = (name: string): DomainError =>
  new DomainError('name_conflict', `There is another group with the name ${name}. Choose another one.`);

const toGroup = ({ id, name, externalId, memberCount, createdAt }: store.GroupRow): Group => ({
  id,
  name,
  externalId,
  memberCount,
  createdAt: isoTime(createdAt),
});

const toMember = ({ id, email, name, source, addedAt }: store.MemberRow): GroupMember => ({
  id,
  email,
  name,
  source,
  addedAt: isoTime(addedAt),
});
