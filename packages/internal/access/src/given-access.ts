import { memberRoles, type MemberRole } from '@drive/contract';
import type { GivenRole } from './may-do.ts';

/** A role that a user was given on an item or above it, with what ends what was handed out to them. */
export interface GivenAccess extends GivenRole {
  /** access_grants.row_id of the highest. A grant that is given again is another one. */
  readonly grantRowId: number;
  /** access_grants.row_id of all. */
  readonly grantRowIds: readonly number[];
  /** items.row_id of the item and the folders above it that they are on. */
  readonly onRowIds: readonly number[];
  /** Whether nothing is given above the item, so that it is the topmost that the user reaches. */
  readonly isTop: boolean;
}

const rankOf = (role: string): number => memberRoles.indexOf(role as MemberRole);

/**
 * Reads what a look-up has found for a user on the item with this row id: for each grant its row id, its role and the row id of its
 * item, with spaces in between, separated by commas; then, after a semicolon, the role from which on members of the team drive make
 * links, if it is not that of managers. null: nothing.
 */
export function readGiven(grants: string | null, userId: number, itemRowId: number): GivenAccess | null {
  if (grants === null) return null;
  const [list = '', linkRole] = grants.split(';');
  const found = list.split(',').map((each) => {
    const [rowId = '', role = '', itemId = ''] = each.split(' ');
    return { rowId: Number(rowId), role: role as MemberRole, itemRowId: Number(itemId) };
  });
  const best = found.reduce((a, b) => (rankOf(b.role) > rankOf(a.role) ? b : a));
  return {
    userId,
    role: best.role,
    ...(linkRole === 'editor' ? { editorsMakeLinks: true } : {}),
    grantRowId: best.rowId,
    grantRowIds: found.map((grant) => grant.rowId),
    onRowIds: found.map((grant) => grant.itemRowId),
    isTop: found.every((grant) => grant.itemRowId === itemRowId),
  };
}
