import type { AccessGrant, GivenAccessList, ItemRole, MemberRole, NewAccess } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { announceChange } from '../api/changes.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

/** From the lowest to the highest, as the server knows them. */
export const memberRoles = ['viewer', 'contributor', 'editor', 'manager'] as const satisfies readonly MemberRole[];

/** Whether somebody with the role gives roles to others. */
export const givesRoles = (role: ItemRole): boolean => role === 'owner' || role === 'manager';

export const accessQuery = (itemId: string) =>
  queryOptions({
    queryKey: ['access', itemId] as const,
    queryFn: ({ signal }) => client.access.list(itemId, { signal }).then((access) => access),
  });

/** Loads who has access again. Call also after a refusal: somebody else may have changed it, or the role of the user. */
export const reloadAccess = async (itemId: string): Promise<void> => {
  announceChange();
  // A role on its root makes somebody a member of a team drive.
  await Promise.all(
    [['drives'], accessQuery(itemId).queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};

export async function giveAccess(itemId: string, access: NewAccess): Promise<GivenAccessList> {
  const given = await client.access.give(itemId, access);
  await reloadAccess(itemId);
  return given;
}

export async function changeRole(itemId: string, { id }: AccessGrant, role: MemberRole): Promise<void> {
  await client.access.change(itemId, id, role);
  await reloadAccess(itemId);
}

/** Takes a role away, or revokes an invitation. */
export async function revokeAccess(itemId: string, { id }: Pick<AccessGrant, 'id'>): Promise<void> {
  await client.access.revoke(itemId, id);
  await reloadAccess(itemId);
}

/** Gives back what was taken away, without another email. */
export const giveBack = (itemId: string, { principal: { type, id }, role }: AccessGrant): Promise<unknown> =>
  giveAccess(itemId, { grants: [{ ...(type === 'group' ? { groupId: id } : { userId: id }), role }], notify: false });
