import type { KeyRestriction } from './caller.ts';

/** `delete`: permanently. `manage`: settings, secrets and what others left. */
export type Action = 'read' | 'write' | 'share' | 'delete' | 'manage';

/** A caller, or a user (users.row_id) on whose behalf the server works; undefined: a visitor without an account. */
export type Asker =
  | number
  | {
      /** users.row_id; undefined: a visitor without an account. */
      readonly userId: number | undefined;
      readonly isAdmin?: boolean;
      readonly restriction?: Pick<KeyRestriction, 'folderId'> | null;
    }
  | undefined;

/** Anything with an owner: an item of a tree, a link, an upload, a paste. */
export interface Owned {
  /** owners.row_id */
  readonly ownerId: number;
  /** Whether guests left it. Given where administrators have rights on such things. */
  readonly isOfGuests?: boolean;
  /** items.id of the folders above it. Given where the request was not confined to the folder of its key before. */
  readonly folderIds?: readonly string[];
}

type Role = 'owner' | 'moderator' | 'stranger';

/** A new role is a new row here. */
const allowed: Readonly<Record<Role, ReadonlySet<Action>>> = {
  owner: new Set(['read', 'write', 'share', 'delete', 'manage']),
  /** An administrator, towards what guests left. */
  moderator: new Set(['delete']),
  stranger: new Set(),
};

/**
 * Whether the asker may do this. The only place that compares an owner with a caller. False if there is no item, so that
 * an unknown and a foreign item can get the same answer. The scopes of a key belong to operations, not to items: `requireUse`
 * checks them before a handler runs.
 */
export function mayDo<Item extends Owned>(asker: Asker, item: Item | undefined, action: Action): item is Item {
  return item !== undefined && allowed[roleOf(asker, item)].has(action) && isReached(asker, item);
}

function roleOf(asker: Asker, { ownerId, isOfGuests }: Owned): Role {
  const user = typeof asker === 'object' ? asker : { userId: asker };
  if (user.userId === ownerId) return 'owner';
  return isOfGuests === true && user.isAdmin === true ? 'moderator' : 'stranger';
}

/** Whether the folder of a key contains the item. */
function isReached(asker: Asker, { folderIds }: Owned): boolean {
  const folderId = (typeof asker === 'object' ? asker.restriction?.folderId : undefined) ?? null;
  return folderId === null || folderIds === undefined || folderIds.includes(folderId);
}
