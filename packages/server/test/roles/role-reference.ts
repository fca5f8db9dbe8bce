import { dayMs } from '@drive/base';
import { memberRoles, type ItemRole, type MemberRole } from '@drive/contract';

/** A user, or the group of all that have joined it. */
export type Principal = string;
export const group: Principal = 'group';

/** A tree of a user, or a team drive, by the name of the owner. */
export interface Tree {
  readonly owner: string;
  readonly isDrive: boolean;
}

export interface Node {
  readonly label: string;
  readonly isFolder: boolean;
  /** null: the root of the tree. */
  parent: Node | null;
  tree: Tree;
  readonly addedBy: string;
  readonly addedAt: number;
  isTrashed: boolean;
  readonly grants: Map<Principal, MemberRole>;
}

const nodeOf = (at: Node | Tree): Node | null => ('tree' in at ? at : null);

/** What a request must answer: a status, and 404 for somebody without any role. */
export type Wanted = 200 | 201 | 204 | 403 | 404 | 409;

/** The roles in some trees, computed naively: by walking up from the item for each question. */
export class RoleReference {
  readonly nodes: Node[] = [];
  readonly members = new Set<string>();
  /** Roles on the roots of team drives, by the owner. */
  readonly #onRoots = new Map<string, Map<Principal, MemberRole>>();

  grantsOf(at: Node | Tree): Map<Principal, MemberRole> {
    if ('grants' in at) return at.grants;
    const known = this.#onRoots.get(at.owner) ?? new Map<Principal, MemberRole>();
    this.#onRoots.set(at.owner, known);
    return known;
  }

  roleOf(user: string, at: Node | Tree): ItemRole | null {
    const tree = 'tree' in at ? at.tree : at;
    if (tree.owner === user) return 'owner';
    let best = -1;
    for (const grants of this.#grantsAbove(at))
      for (const [to, role] of grants)
        if (to === user || (to === group && this.members.has(user))) best = Math.max(best, memberRoles.indexOf(role));
    return memberRoles[best] ?? null;
  }

  *#grantsAbove(at: Node | Tree): Generator<ReadonlyMap<Principal, MemberRole>> {
    const tree = 'tree' in at ? at.tree : at;
    for (let node = nodeOf(at); node !== null; node = node.parent) yield node.grants;
    if (tree.isDrive) yield this.grantsOf(tree);
  }

  isAlive(at: Node | Tree): boolean {
    for (let node = nodeOf(at); node !== null; node = node.parent) if (node.isTrashed) return false;
    return true;
  }

  isWithin(node: Node | null, folder: Node): boolean {
    for (let each = node; each !== null; each = each.parent) if (each === folder) return true;
    return false;
  }

  below(folder: Node): Node[] {
    return this.nodes.filter((node) => node !== folder && this.isWithin(node, folder));
  }

  /** The parent that a user sees of an item, if they see one. */
  shownParent(user: string, node: Node): Node | Tree | null {
    const parent = node.parent ?? (node.tree.isDrive ? node.tree : null);
    return parent !== null && this.roleOf(user, parent) !== null ? parent : null;
  }

  /** Whether the item is the topmost that a user reaches in a tree of others. */
  isTopFor(user: string, node: Node): boolean {
    const role = this.roleOf(user, node);
    return role !== null && role !== 'owner' && this.isAlive(node) && this.shownParent(user, node) === null;
  }

  /** At least `least`, or what the user added lately. */
  judge(
    user: string,
    at: Node | Tree,
    least: MemberRole,
    { now, orAdded = false }: { readonly now: number; readonly orAdded?: boolean },
  ): 'ok' | 403 | 404 {
    const role = this.roleOf(user, at);
    if (role === null) return 404;
    if (role === 'owner' || memberRoles.indexOf(role) >= memberRoles.indexOf(least)) return 'ok';
    const isAdded =
      orAdded && role === 'contributor' && 'addedBy' in at && at.addedBy === user && now - at.addedAt < dayMs;
    return isAdded ? 'ok' : 403;
  }
}
