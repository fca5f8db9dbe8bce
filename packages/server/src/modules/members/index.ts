/**
 * Who has access to items of others: giving and taking roles, what others gave to a user, and the directory of users and groups.
 * Writes no table of its own: grants and invitations are `access`'s and `accounts`'s.
 *
 * Invariants:
 * - Only the owner and managers learn who else has a role, and nobody what was given above the topmost folder that they reach.
 * - A role is changed under the lock of the tree, so that a change of an item sees either the old or the new role.
 * - An invitation is for one address, and gives its role in the transaction in which the account is added or accepts it.
 * - Nobody raises a role of their own, and a team drive always has a manager who can sign in.
 */
import { endpoints } from '@drive/contract';
import type { Tx } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import { createAccessMail } from './access-mails.ts';
import { Directory, type DirectoryDeps } from './directory.ts';
import { createInvitationMail } from './invitation-mails.ts';
import { Invitations, type InvitationsDeps } from './invitations.ts';
import { ItemAccess, type ItemAccessDeps } from './item-access.ts';

export type { ItemAccess } from './item-access.ts';
export type { DirectoryPolicy } from './directory.ts';

export type MembersDeps = Omit<ItemAccessDeps, 'directory' | 'mail' | 'invitations'> &
  Omit<InvitationsDeps, 'invitationMail'> &
  Parameters<typeof createInvitationMail>[0] &
  DirectoryDeps &
  Parameters<typeof createAccessMail>[0];

export function createMembers(deps: MembersDeps): { readonly access: ItemAccess; routes(router: Router): void } {
  const directory = new Directory(deps);
  const invitations = new Invitations({ ...deps, invitationMail: createInvitationMail(deps) });
  const access = new ItemAccess({ ...deps, directory, invitations, mail: createAccessMail(deps) });
  deps.accounts.onArrival((tx, user) => invitations.accept(tx, user));
  const endAmong = async (tx: Tx, rowIds: readonly number[]): Promise<void> => {
    await invitations.endAmong(tx, rowIds);
    await access.endAmong(tx, rowIds);
  };
  deps.files.onOwnerChange((tx, { rowIds }) => endAmong(tx, rowIds));
  deps.files.onPurge(endAmong);
  return {
    access,
    routes: (router) => {
      router.mount(endpoints.listAccess, ({ caller, params }) => access.list(caller, params.id));
      router.mount(endpoints.giveAccess, ({ caller, params, body, remember }) =>
        access.give(caller, params.id, body, remember),
      );
      router.mount(endpoints.changeAccess, ({ caller, params, body }) =>
        access.change(caller, params.id, params.accessId, body.role),
      );
      router.mount(endpoints.revokeAccess, async ({ caller, params }) => {
        await access.revoke(caller, params.id, params.accessId);
        return undefined;
      });
      router.mount(endpoints.searchDirectory, ({ caller, query }) => directory.search(caller, query.q));
    },
  };
}
