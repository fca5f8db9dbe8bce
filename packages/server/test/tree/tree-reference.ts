import { createHash, randomUUID } from 'node:crypto';
import type { ErrorCode, FileVersion, Item, OnConflict, SharedListSort } from '@drive/contract';

/** A file or folder of the reference, in any state. */
export interface Node {
  readonly id: string;
  readonly isFolder: boolean;
  /** 0 for folders. */
  sizeBytes: number;
  createdAt: number;
  /** Number of the current content. */
  version: number;
  /** Previous contents, newest first. */
  versions: readonly OldContent[];
  name: string;
  /** null: the root. */
  parent: Node | null;
  /** Items trashed by one delete share one object. */
  fate: 'alive' | 'purged' | 'unknown' | { readonly at: number; readonly began: Node };
}

/** A previous content of a file. */
export interface OldContent {
  readonly version: number;
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly replacedAt: number;
}

/** null: the root. */
export type Place = Node | null;

export interface OpenUpload {
  readonly place: Place;
  readonly name: string;
  readonly sizeBytes: number;
  readonly onConflict: OnConflict;
}

/** The fields of an item in a response that the tree determines. */
export type Told = Pick<Item, 'id' | 'name' | 'type' | 'parentId' | 'size' | 'sha256' | 'uploadedAt' | 'deletedAt'>;

/** The correct error codes if several apply; empty: the operation must succeed. */
export type Refusals = readonly ErrorCode[];

/** Versions kept per file. */
export const versionsKept = 3;

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
  add(node: Omit<Node, 'fate' | 'version' | 'versions'>): Node {
    const added: Node = { ...node, version: 1, versions: [], fate: 'alive' };
    this.nodes.push(added);
    return added;
  }

  /** `lingering`: bytes of versions of purged files that are not deleted yet. */
  reserve(upload: OpenUpload, lingering: number): Refusals {
    const { place, name, sizeBytes, onConflict } = upload;
    if (!isThere(place)) return ['folder_not_found'];
    const wrong: ErrorCode[] = [];
    if (!mayTake(onConflict, this.#findChild(place, name))) wrong.push('name_conflict');
    if (!this.#hasRoomFor(sizeBytes, lingering)) wrong.push('storage_quota_exceeded');
    if (wrong.length === 0) this.open.push(upload);
    return wrong;
  }

  #hasRoomFor(sizeBytes: number, lingering: number): boolean {
    const { stored, reserved } = this.usage();
    return stored + lingering + reserved + sizeBytes <= this.quotaBytes;
  }

  /**
   * Ends an open upload. Its file lands in the root if its folder is gone, where it replaces nothing. `replaced` is the file
   * whose content it becomes.
   */
  takeOpen(upload: OpenUpload): {
    readonly refusals: Refusals;
    readonly place: Place;
    readonly replaced: Node | undefined;
  } {
    this.open.splice(this.open.indexOf(upload), 1);
    const { onConflict, name } = upload;
    const isGone = !isThere(upload.place);
    const place = isGone ? null : upload.place;
    const sibling = this.#findChild(place, name);
    const policy = isGone && onConflict === 'replace' ? 'rename' : onConflict;
    return {
      refusals: mayTake(policy, sibling) ? [] : ['name_conflict'],
      place,
      replaced: policy === 'replace' ? sibling : undefined,
    };
  }

  /** A file sent to a path in one request. `missing` are the names of the folders that are created for it in `place`. */
  put(
    { folders, name, sizeBytes, onConflict }: PutByPath,
    lingering: number,
  ): {
    readonly refusals: Refusals;
    readonly place: Place;
    readonly missing: readonly string[];
    readonly replaced: Node | undefined;
  } {
    let place: Place = null;
    let depth = 0;
    for (const folder of folders) {
      const child: Node | undefined = this.#findChild(place, folder);
      if (child === undefined) break;
      if (!child.isFolder) return { refusals: ['name_conflict'], place, missing: [], replaced: undefined };
      place = child;
      depth += 1;
    }
    const missing = folders.slice(depth);
    const sibling = missing.length === 0 ? this.#findChild(place, name) : undefined;
    const refusals: ErrorCode[] = [];
    if (sibling?.isFolder === true || !mayTake(onConflict, sibling)) refusals.push('name_conflict');
    if (!this.#hasRoomFor(sizeBytes, lingering)) refusals.push('storage_quota_exceeded');
    return { refusals, place, missing, replaced: onConflict === 'replace' ? sibling : undefined };
  }

  replace(node: Node, sizeBytes: number, now: number): void {
    this.#setContent(node, node.versions, sizeBytes, now);
    node.versions = node.versions.slice(0, versionsKept);
  }

  restoreVersion(node: Node, number: number, now: number): Refusals {
    const wrong = this.#withoutVersion(node, number);
    if (wrong !== undefined) return wrong;
    const restored = node.versions.find(({ version }) => version === number)!;
    const others = node.versions.filter((each) => each !== restored);
    this.#setContent(node, others, restored.sizeBytes, now);
    return [];
  }

  removeVersion(node: Node, number: number): Refusals {
    const wrong = this.#withoutVersion(node, number);
    if (wrong === undefined) node.versions = node.versions.filter(({ version }) => version !== number);
    return wrong ?? [];
  }

  /** Drops the versions that were replaced at `time` or before. */
  expireVersions(time: number): void {
    for (const node of this.nodes) node.versions = node.versions.filter(({ replacedAt }) => replacedAt > time);
  }

  #withoutVersion(node: Node, number: number): Refusals | undefined {
    if (node.isFolder || node.fate !== 'alive') return ['file_not_found'];
    return node.versions.some(({ version }) => version === number) ? undefined : ['version_not_found'];
  }

  #setContent(node: Node, others: readonly OldContent[], sizeBytes: number, now: number): void {
    const { version, createdAt } = node;
    const old = { version, sizeBytes: node.sizeBytes, createdAt, replacedAt: now };
    Object.assign(node, { versions: [old, ...others], sizeBytes, createdAt: now, version: version + 1 });
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
      stored: sum(this.#kept().flatMap((node) => [node, ...node.versions])),
      trash: sum(this.nodes.filter(({ fate }) => typeof fate !== 'string')),
      reserved: sum(this.open),
    };
  }

  #kept(): Node[] {
    return this.nodes.filter(({ fate }) => fate !== 'purged');
  }

  /** Contents of every file that is not purged, by items.id: the current one first, then the versions, newest first. */
  contents(): Map<string, { readonly version: number; readonly sizeBytes: number }[]> {
    const files = this.#kept().filter(({ isFolder }) => !isFolder);
    return new Map(
      files.map((node) => [
        node.id,
        [node, ...node.versions].map(({ version, sizeBytes }) => ({ version, sizeBytes })),
      ]),
    );
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
  list(place: Place, sort: SharedListSort): Told[] {
    return sorted(this.childrenOf(place), sort).map((node) => this.tell(node));
  }

  search(q: string, sort: SharedListSort): Told[] {
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
      sha256: node.isFolder ? null : sha256Of(node.sizeBytes),
      uploadedAt: new Date(node.createdAt).toISOString(),
      deletedAt: typeof fate === 'string' ? null : new Date(fate.at).toISOString(),
    };
  }

  tellVersions(node: Node): Omit<FileVersion, 'mimeType'>[] {
    return node.versions.map(({ version, sizeBytes, createdAt, replacedAt }) => ({
      version,
      size: sizeBytes,
      sha256: sha256Of(sizeBytes),
      modifiedAt: null,
      uploadedAt: new Date(createdAt).toISOString(),
      replacedAt: new Date(replacedAt).toISOString(),
    }));
  }

  #sizeOf(folder: Node): number {
    return this.childrenOf(folder).reduce(
      (sum, each) => sum + (each.isFolder ? this.#sizeOf(each) : each.sizeBytes),
      0,
    );
  }
}

export interface PutByPath {
  /** Names on the way to the file. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly sizeBytes: number;
  readonly onConflict: OnConflict;
}

/** Whether an upload with this policy may be stored beside, or in place of, the item that has its name. */
const mayTake = (onConflict: OnConflict, sibling: Node | undefined): boolean =>
  sibling === undefined || onConflict === 'rename' || (onConflict === 'replace' && !sibling.isFolder);

const sums = new Map<number, string>();

/** Contents are zeros and no two have the same size, so that the size tells which content it is. */
export function sha256Of(sizeBytes: number): string {
  const known = sums.get(sizeBytes);
  if (known !== undefined) return known;
  const sum = createHash('sha256').update(Buffer.alloc(sizeBytes)).digest('hex');
  sums.set(sizeBytes, sum);
  return sum;
}

/** An item that never existed. */
export const nobody = (): Node => ({
  id: randomUUID(),
  isFolder: true,
  sizeBytes: 0,
  createdAt: 0,
  version: 0,
  versions: [],
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
/** Items of the same name, in several folders, are in the order in which they were made. */
const byName = (a: Node, b: Node): number => order(fold(a.name), fold(b.name)) || order(a.name, b.name);
const foldersFirst = (a: Node, b: Node): number => Number(b.isFolder) - Number(a.isFolder);

function sorted(nodes: readonly Node[], sort: SharedListSort): Node[] {
  switch (sort) {
    case 'type,name':
      return nodes.toSorted((a, b) => foldersFirst(a, b) || byName(a, b));
    case 'name':
      return nodes.toSorted(byName);
    case '-name':
      return nodes.toSorted(byName).toReversed();
    case 'createdAt':
      return nodes.toSorted((a, b) => a.createdAt - b.createdAt);
    case '-createdAt':
      return nodes.toSorted((a, b) => a.createdAt - b.createdAt).toReversed();
    case 'size':
      return nodes.toSorted((a, b) => foldersFirst(a, b) || (a.isFolder ? byName(a, b) : a.sizeBytes - b.sizeBytes));
    case '-size':
      return nodes.toSorted((a, b) => foldersFirst(a, b) || (a.isFolder ? byName(a, b) : b.sizeBytes - a.sizeBytes));
  }
}
