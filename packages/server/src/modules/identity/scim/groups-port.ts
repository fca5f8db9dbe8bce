import type { PageRequest } from '@drive/base';
import type { Group, GroupMemberPage, GroupMemberSource, GroupPage } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';

/** Groups, which `modules/access` has. */
export interface GroupsPort {
  list(page: PageRequest): Promise<GroupPage>;
  get(id: string): Promise<Group>;
  create(actor: 'server', group: { readonly name: string; readonly externalId: string | null }): Promise<Group>;
  rename(actor: 'server', id: string, name: string): Promise<Group>;
  remove(actor: 'server', id: string): Promise<void>;
  listMembers(id: string, page: PageRequest): Promise<GroupMemberPage>;
  addMember(actor: 'server', id: string, userId: string, source: GroupMemberSource): Promise<unknown>;
  removeMember(actor: 'server', id: string, userId: string, source: GroupMemberSource): Promise<void>;
  /** Makes the groups with these names or external ids the only ones in which the source has put the user. */
  setMemberships(tx: Tx, userId: number, names: readonly string[], source: GroupMemberSource): Promise<void>;
}
