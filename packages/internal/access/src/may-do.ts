import { hourMs } from '@drive/base';
import { memberRoles, type ItemRole, type MemberRole } from '@drive/contract';
import type { KeyRestriction } from './caller.ts';
import { DomainError } from './errors.ts';

/**
 * `add`: new items in a folder. `tidy`: rename, trash and restore. `write`: any other change of an item. `share`: links.
 * `give`: roles. `delete`: permanently. `manage`: settings and secrets of links, and what others left.
 */
export type Action = 'read' | 'add' | 'tidy' | 'write' | 'share' | 'give' | 'delete' | 'manage';

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

/** What a user was given on an item or on a folder above it. */
export interface GivenRole {
  /** users.row_id of the user for whom it was looked up. It means nothing for anybody else. */
  readonly userId: number;
  readonly role: MemberRole;
  /** Whether editors make links of what is in the team drive, and not managers only. */
  readonly editorsMakeLinks?: boolean;
}

/** Anything with an owner: an item of a tree, a link, an upload, a paste. */
export interface Owned {
  /** owners.row_id */
  readonly ownerId: number;
  /** The highest role that the asker was given. Given by look-ups for a user; without it, all but the owner are strangers. */
  readonly given?: GivenRole | null;
  /** users.row_id of who added it; null: not known. Given where contributors have rights on what they added. */
  readonly addedBy?: number | null;
  /** When it was added, in epoch milliseconds. */
  readonly addedAt?: number;
  /** Whether guests left it. Given where administrators have rights on such things. */
  readonly isOfGuests?: boolean;
  /** items.id of the folders above it. Given where the request was not confined to the folder of its key before. */
  readonly folderIds?: readonly string[];
}

type Role = 'owner' | 'moderator' | 'stranger' | MemberRole;

const viewer: readonly Action[] = ['read'];
const contributor: readonly Action[] = [...viewer, 'add'];
const editor: readonly Action[] = [...contributor, 'tidy', 'write'];
const manager: readonly Action[] = [...editor, 'share', 'give', 'delete', 'manage'];

/** A new role is a new row here. */
const allowed: Readonly<Record<Role, ReadonlySet<Action>>> = {
  owner: new Set(manager),
  manager: new Set(manager),
  editor: new Set(editor),
  contributor: new Set(contributor),
  viewer: new Set(viewer),
  /** An administrator, towards what guests left. */
  moderator: new Set(['delete']),
  stranger: new Set(),
};

/** A contributor may rename, trash and restore what they added for this long. */
export const tidyMs = 24 * hourMs;

/**
 * Whether the asker may do this. The only place that compares an owner with a caller. False if there is no item, so that
 * an unknown and a foreign item can get the same answer. The scopes of a key belong to operations, not to items: `requireUse`
 * checks them before a handler runs. `now` is needed for `tidy`.
 */
export function mayDo<Item extends Owned>(
  asker: Asker,
  item: Item | undefined,
  action: Action,
  now = Infinity,
): item is Item {
  if (item === undefined || !isReached(asker, item)) return false;
  const role = roleOf(asker, item);
  if (allowed[role].has(action)) return true;
  if (action === 'share') return role === 'editor' && item.given?.editorsMakeLinks === true;
  return action === 'tidy' && role === 'contributor' && isOwnAddition(asker, item, now);
}

/**
 * Throws unless the asker may do this: `access_denied`, which names the role that is needed, if the asker has a smaller one,
 * otherwise what `stranger` makes, as for an item that does not exist.
 */
export function requireMay<Item extends Owned>(
  asker: Asker,
  item: Item | undefined,
  action: Action,
  stranger: () => Error,
  now?: number,
): asserts item is Item {
  if (mayDo(asker, item, action, now)) return;
  throw mayDo(asker, item, 'read') ? needsRole(action, roleOf(asker, item)) : stranger();
}

/** The refusal of a role that is too small. */
export function needsRole(action: Action, role: string): Error {
  const needed = memberRoles.find((each) => allowed[each].has(action)) ?? 'owner';
  return new DomainError(
    'access_denied',
    `This needs the role ${needed}, and yours is ${role}. Ask the owner or a manager for it.`,
  );
}

/** The asker's role: `owner`, what they were given, or null for a stranger. */
export function shownRole(asker: Asker, item: Owned): ItemRole | null {
  const role = roleOf(asker, item);
  return role === 'moderator' || role === 'stranger' ? null : role;
}

function roleOf(asker: Asker, { ownerId, isOfGuests, given }: Owned): Role {
  const user = typeof asker === 'object' ? asker : { userId: asker };
  if (user.userId === ownerId) return 'owner';
  if (given !== undefined && given !== null && given.userId === user.userId) return given.role;
  return isOfGuests === true && user.isAdmin === true ? 'moderator' : 'stranger';
}

function isOwnAddition(asker: Asker, { addedBy, addedAt = 0 }: Owned, now: number): boolean {
  const userId = typeof asker === 'object' ? asker.userId : asker;
  return userId !== undefined && addedBy === userId && now - addedAt < tidyMs;
}

/** Whether the folder of a key contains the item. */
function isReached(asker: Asker, { folderIds }: Owned): boolean {
  const folderId = (typeof asker === 'object' ? asker.restriction?.folderId : undefined) ?? null;
  return folderId === null || folderIds === undefined || folderIds.includes(folderId);
}
