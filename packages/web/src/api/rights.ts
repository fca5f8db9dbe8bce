import type { Item, ItemRole } from '@drive/sdk';

/** `tidy`: rename and trash. `write`: any other change of an item. `share`: links, and who has access. */
export type ItemUse = 'add' | 'tidy' | 'write' | 'share' | 'delete';

const roles: readonly ItemRole[] = ['viewer', 'contributor', 'editor', 'manager', 'owner'];
const leastRoles: Readonly<Record<ItemUse, ItemRole>> = {
  add: 'contributor',
  tidy: 'editor',
  write: 'editor',
  share: 'manager',
  delete: 'manager',
};
/** A contributor may rename and trash what they added for this long. */
const tidyMs = 24 * 3600 * 1000;

export type RightsItem = Pick<Item, 'role' | 'createdBy' | 'uploadedAt'>;

/** The signed-in user; undefined until it is known. */
export type Asker = string | undefined;

/** Whether the user may do this with an item. The server decides; the app only offers nothing that it would refuse. */
export function mayUse(item: RightsItem, use: ItemUse, userId: Asker): boolean {
  const { role } = item;
  if (role === null) return false;
  if (roles.indexOf(role) >= roles.indexOf(leastRoles[use])) return true;
  return use === 'tidy' && tidyEnd(item, userId) !== undefined;
}

/** Until when a contributor may rename and trash what they added; undefined: not, or not any more. */
export function tidyEnd({ role, createdBy, uploadedAt }: RightsItem, userId: Asker): Date | undefined {
  if (role !== 'contributor' || userId === undefined || createdBy?.id !== userId) return undefined;
  const end = Date.parse(uploadedAt) + tidyMs;
  return end > Date.now() ? new Date(end) : undefined;
}

interface Tree {
  readonly ownerId?: string | null;
  readonly driveId?: string | null;
}

/**
 * Whether items get into the tree of somebody else, where others have access. `folder` without an owner: the user's own root, or
 * a folder of which nothing is known yet.
 */
export const changesTree = (items: readonly Pick<Item, 'role' | 'ownerId' | 'driveId'>[], folder: Tree): boolean =>
  items.some((item) =>
    folder.ownerId === undefined
      ? item.role !== 'owner'
      : item.ownerId !== folder.ownerId || item.driveId !== (folder.driveId ?? null),
  );

export const mayUseAll = (items: readonly RightsItem[], use: ItemUse, userId: Asker): boolean =>
  items.every((item) => mayUse(item, use, userId));
