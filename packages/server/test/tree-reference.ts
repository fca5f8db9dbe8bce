import { randomUUID } from 'node:crypto';
import type { ErrorCode, Item, ListSort } from '@drive/contract';

/** A file or folder of the reference, in any state. */
export interface Node {
  readonly id: string;
  readonly isFolder: boolean;
  /** 0 for folders. */
  readonly sizeBytes: number;
  readonly createdAt: number;
  name: string;
  /** null: the root. */
  parent: Node | null;
  /** Items trashed by one delete share one object. */
  fate: 'alive' | 'purged' | 'unknown' | { readonly at: number; readonly began: Node };
}

/** null: the root. */
export type Place = Node | null;

export interface OpenUpload {
  readonly place: Place;
  readonly name: string;
  readonly sizeBytes: number;
}

/** The fields of an item in a response that the tree determines. */
export type Told = Pick<Item, 'id' | 'name' | 'type' | 'parentId' | 'size' | 'uploadedAt' | 'deletedAt'>;

/** The correct error codes if several apply; empty: the operation must succeed. */
export type Refusals = readonly ErrorCode[];

/**
 * The tree according to its contract, in the simplest implementation: every item has its parent and the delete that
 * trashed it, and every sum is computed at each call.
 */
export class TreeReference {
  readonly nodes: Node[] = [];
  readonly open: OpenUpload[] = [];
  readonly quotaBytes: number;

  constructor(quotaBytes: number) {
    this.quotaBytes = quotaBytes;
  }

  createFolder(name: string, place: Place): Refusals {
    if (!isThere(place)) return ['folder_not_found'];
    return this.#findChild(place, name) === undefined ? [] : ['name_conflict'];
  }

  /** Adds an item created by a response. */
  add(node: Omit<Node, 'fate'>): Node {
    const added: Node = { ...node, fate: 'alive' };
    this.nodes.push(added);
    return added;
  }

  reserve(upload: OpenUpload): Refusals {
    if (!isThere(upload.place)) return ['folder_not_found'];
    const { stored, reserved } = this.usage();
    if (stored + reserved + upload.sizeBytes > this.quotaBytes) return ['storage_quota_exceeded'];
    this.open.push(upload);
    return [];
  }

  /** The folder of the completed file: the root if its folder is gone. */
  takeOpen(upload: OpenUpload): Place {
    this.open.splice(this.open.indexOf(upload), 1);
    return isThere(upload.place) ? upload.place : null;
  }

  change(node: Node, { name = node.name, to = node.parent }: { name?: string | undefined; to?: Place | undefined }) {
    const wrong: ErrorCode[] = [];
    if (node.fate !== 'alive') wrong.push('file_not_found');
    if (!isThere(to) && to !== node.parent) wrong.push('folder_not_found');
    if (wrong.length > 0) return wrong;
    if (to !== null && this.below(node).includes(to)) wrong.push('folder_cycle');
    const inTheWay = this.#findChild(to, name);
    if (inTheWay !== undefined && inTheWay !== node) wrong.push('name_conflict');
    if (wrong.length === 0) Object.assign(node, { name, parent: to });
    return wrong;
  }

  trash(node: Node, now: number): Refusals {
    if (node.fate === 'unknown' || node.fate === 'purged') return ['file_not_found'];
    if (node.fate !== 'alive') return [];
    const fate = { at: now, began: node };
    for (const each of this.below(node)) if (each.fate === 'alive') each.fate = fate;
    return [];
  }

  restore(node: Node): Refusals {
    const { fate } = node;
    if (typeof fate === 'string') return ['file_not_found'];
    const place = isThere(node.parent) ? node.parent : null;
    if (this.#findChild(place, node.name) !== undefined) return ['name_conflict'];
    for (const each of this.below(node)) if (each.fate === fate) each.fate = 'alive';
    node.parent = place;
    return [];
  }

  purge(node: Node): Refusals {
    const { fate } = node;
    if (fate === 'unknown') return ['file_not_found'];
    if (fate === 'alive') return ['not_in_trash'];
    if (fate !== 'purged') for (const each of this.below(node)) if (each.fate === fate) each.fate = 'purged';
    return [];
  }

  /** The first item of each delete before the time, if it is still in the trash. */
  trashedBefore(time: number): Node[] {
    return this.nodes.filter(
      ({ fate }, index) => typeof fate !== 'string' && fate.began === this.nodes[index] && fate.at < time,
    );
  }

  usage(): { readonly stored: number; readonly trash: number; readonly reserved: number } {
    const sum = (sizes: readonly { sizeBytes: number }[]): number =>
      sizes.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
    return {
      stored: sum(this.nodes.filter(({ fate }) => fate !== 'purged')),
      trash: sum(this.nodes.filter(({ fate }) => typeof fate !== 'string')),
      reserved: sum(this.open),
    };
  }

  /** The node and all its descendants, in any state. */
  below(node: Node): Node[] {
    return this.nodes.filter((each) => each === node || pathOf(each).includes(node));
  }

  childrenOf(place: Place): Node[] {
    return this.nodes.filter(({ parent, fate }) => parent === place && fate === 'alive');
  }

  #findChild(place: Place, name: string): Node | undefined {
    return this.childrenOf(place).find((child) => child.name === name);
  }

  /** All rows of the folder's listing. */
  list(place: Place, sort: ListSort): Told[] {
    return sorted(this.childrenOf(place), sort).map((node) => this.tell(node));
  }

  search(q: string, sort: ListSort): Told[] {
    const found = this.nodes.filter(
      ({ isFolder, fate, name }) => !isFolder && fate === 'alive' && fold(name).includes(fold(q)),
    );
    return sorted(found, sort).map((node) => this.tell(node));
  }

  /** Newest delete first; items of one delete in the order of ids. */
  listTrash(includeFolders: boolean): Told[] {
    const rows = this.nodes.flatMap((node) => {
      const { fate } = node;
      if (typeof fate === 'string' || (node.isFolder && !(includeFolders && fate.began === node))) return [];
      return [{ at: fate.at, told: { ...this.tell(node), size: node.isFolder ? null : node.sizeBytes } }];
    });
    return rows.toSorted((a, b) => b.at - a.at || order(a.told.id, b.told.id)).map(({ told }) => told);
  }

  findByPath(names: readonly string[]): Node | undefined {
    let found: Place = null;
    for (const name of names) {
      found = this.#findChild(found, name) ?? null;
      if (found === null) return undefined;
    }
    return found ?? undefined;
  }

  tell(node: Node): Told {
    const { fate } = node;
    return {
      id: node.id,
      name: node.name,
      type: node.isFolder ? 'folder' : 'file',
      parentId: node.parent?.id ?? null,
      size: node.isFolder ? this.#sizeOf(node) : node.sizeBytes,
      uploadedAt: new Date(node.createdAt).toISOString(),
      deletedAt: typeof fate === 'string' ? null : new Date(fate.at).toISOString(),
    };
  }

  #sizeOf(folder: Node): number {
    return this.childrenOf(folder).reduce(
      (sum, each) => sum + (each.isFolder ? this.#sizeOf(each) : each.sizeBytes),
      0,
    );
  }
}

/** An item that never existed. */
export const nobody = (): Node => ({
  id: randomUUID(),
  isFolder: true,
  sizeBytes: 0,
  createdAt: 0,
  name: 'nobody',
  parent: null,
  fate: 'unknown',
});

/** A description for readers. */
export function say(place: Place): string {
  if (place === null) return 'the root';
  const fate = typeof place.fate === 'string' ? place.fate : 'trashed';
  return `${fate} ${place.isFolder ? 'folder' : 'file'} ${JSON.stringify(place.name)} (${place.id.slice(0, 4)})`;
}

/** From the root to the node's folder. */
export function pathOf(node: Node): Node[] {
  const path: Node[] = [];
  for (let { parent } = node; parent !== null; { parent } = parent) path.unshift(parent);
  return path;
}

const isThere = (place: Place): boolean => place === null || (place.isFolder && place.fate === 'alive');

const order = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
const fold = (name: string): string => name.toLowerCase();
const byName = (a: Node, b: Node): number =>
  order(fold(a.name), fold(b.name)) || order(a.name, b.name) || order(a.id, b.id);
const foldersFirst = (a: Node, b: Node): number => Number(b.isFolder) - Number(a.isFolder);

function sorted(nodes: readonly Node[], sort: ListSort): Node[] {
  switch (sort) {
    case 'type,name':
      return nodes.toSorted((a, b) => foldersFirst(a, b) || byName(a, b));
    case 'name':
      return nodes.toSorted(byName);
    case '-name':
      return nodes.toSorted((a, b) => byName(b, a));
    case 'createdAt':
      return nodes.toSorted((a, b) => a.createdAt - b.createdAt);
    case '-createdAt':
      return nodes.toSorted((a, b) => b.createdAt - a.createdAt);
    case 'size':
      return nodes.toSorted((a, b) => foldersFirst(a, b) || (a.isFolder ? byName(a, b) : a.sizeBytes - b.sizeBytes));
    case '-size':
      return nodes.toSorted((a, b) => foldersFirst(a, b) || (a.isFolder ? byName(a, b) : b.sizeBytes - a.sizeBytes));
  }
}
