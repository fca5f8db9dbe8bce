/**
 * Groups of users, and the roles that users and groups were given on items. Writes user_groups, group_members,
 * access_grants and access_invites.
 *
 * Invariants:
 * - No two groups have the same name, whether in upper or lower case.
 * - A user is in a group once, also if several sources add them; the source that added the member stays recorded.
 * - A deleted account is in no group: lists leave it out at once, and a job removes its rows.
 */
import type { Router } from '../../platform/http/index.ts';
import { deleteGrantsOf } from './grants/grant-store.ts';
import { mountGroupRoutes } from './group-routes.ts';
import { Groups, type GroupsDeps } from './groups/groups.ts';

export * as accessInvites from './grants/access-invite-store.ts';
export type { AccessInviteRow } from './grants/access-invite-store.ts';
export { publishAccess } from './grants/grant-events.ts';
export * as grants from './grants/grant-store.ts';
export type { GrantRow } from './grants/grant-store.ts';
export { grantsAbove, grantsOn, isGivenTo, isReachedBy, linkRoleAtTop } from './roles/role-store.ts';

export type Access = ReturnType<typeof createAccess>;

export function createAccess(deps: GroupsDeps) {
  const groups = new Groups(deps);
  return {
    groups,
    /** Deletes what a deleted account (users.row_id) has here. Idempotent. */
    eraseOwner: async (userId: number): Promise<void> => {
      await groups.eraseOwner(userId);
      await deps.database.write((tx) => deleteGrantsOf(tx, userId));
    },
    routes: (router: Router): void => mountGroupRoutes(router, groups),
  };
}
