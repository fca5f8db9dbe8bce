import { type BaseNode, type LocalNode, ROOT, type Stamp } from './states.ts';
import { MOVING_PREFIX } from './unit.ts';

export interface MatchOptions {
  /** Names that are one name on this disk have one folded name. */
  readonly fold: (name: string) => string;
  /** Whether a file has the content of the item. Not called for folders. */
  readonly hasContent: (node: LocalNode, base: BaseNode) => Promise<boolean>;
}

const identityOf = ({ ino, birth }: Stamp): string => `${ino} ${birth}`;

/**
 * Finds out which item each file and folder of this computer is, and writes it into its `key`: first by place and inode, then
 * by inode, birth time and content, which finds what was moved, then by place, which finds what was written anew. A freed inode
 * is used again by other files, so the inode alone proves nothing.
 */
export async function matchLocal(
  base: ReadonlyMap<string, BaseNode>,
  tops: ReadonlyMap<string, LocalNode>,
  options: MatchOptions,
): Promise<void> {
  const matching = new Matching(base, tops, options);
  matching.byPlaceAndInode(ROOT, tops);
  matching.byTemporaryName();
  await matching.byInode();
  matching.byPlace(ROOT, tops);
}

class Matching {
  readonly #base: ReadonlyMap<string, BaseNode>;
  readonly #tops: ReadonlyMap<string, LocalNode>;
  readonly #options: MatchOptions;
  readonly #children = new Map<string, string[]>();
  readonly #found = new Set<string>();

  constructor(base: ReadonlyMap<string, BaseNode>, tops: ReadonlyMap<string, LocalNode>, options: MatchOptions) {
    this.#base = base;
    this.#tops = tops;
    this.#options = options;
    for (const [key, { parent }] of base) {
      const siblings = this.#children.get(parent);
      if (siblings === undefined) this.#children.set(parent, [key]);
      else siblings.push(key);
    }
  }

  byPlaceAndInode(folder: string, nodes: ReadonlyMap<string, LocalNode>): void {
    this.#matchChildren(folder, nodes, (base, node) => identityOf(base.stamp) === identityOf(node.stamp));
  }

  byPlace(folder: string, nodes: ReadonlyMap<string, LocalNode>): void {
    this.#matchChildren(folder, nodes, () => true);
  }

  /** An item that an interrupted run moved out of the way. */
  byTemporaryName(): void {
    for (const node of this.#tops.values()) {
      if (!node.name.startsWith(MOVING_PREFIX)) continue;
      const key = node.name.slice(MOVING_PREFIX.length);
      const base = this.#base.get(key);
      if (base !== undefined && this.#isFree(key, base, node)) this.#match(key, node);
    }
  }

  async byInode(): Promise<void> {
    const nodes = new Map<string, LocalNode[]>();
    for (const node of allNodes(this.#tops)) {
      if (node.key !== '' || node.stays !== undefined) continue;
      const identity = identityOf(node.stamp);
      nodes.set(identity, [...(nodes.get(identity) ?? []), node]);
    }
    if (nodes.size === 0) return;
    // Folders first, and outer ones before inner ones: what is in a moved folder is found by its place in it.
    const missing = [...this.#base].filter(([key]) => !this.#found.has(key));
    const folders = missing
      .filter(([, { kind }]) => kind === 'folder')
      .toSorted(([a], [b]) => this.#depth(a) - this.#depth(b));
    for (const [key, base] of [...folders, ...missing.filter(([, { kind }]) => kind === 'file')]) {
      for (const node of nodes.get(identityOf(base.stamp)) ?? []) {
        if (!this.#isFree(key, base, node) || !(await this.#isConfirmed(key, base, node))) continue;
        this.#match(key, node);
        if (node.children !== undefined) this.byPlaceAndInode(key, node.children);
        break;
      }
    }
  }

  #matchChildren(
    folder: string,
    nodes: ReadonlyMap<string, LocalNode>,
    isSame: (base: BaseNode, node: LocalNode) => boolean,
  ): void {
    const waiting: [string, ReadonlyMap<string, LocalNode>][] = [[folder, nodes]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [parent, children] = next;
      for (const key of this.#children.get(parent) ?? []) {
        const base = this.#base.get(key)!;
        const node = children.get(this.#options.fold(base.name));
        if (node === undefined) continue;
        if (this.#isFree(key, base, node) && isSame(base, node)) this.#match(key, node);
        if (node.key === key && node.children !== undefined) waiting.push([key, node.children]);
      }
    }
  }

  #isFree(key: string, { kind }: BaseNode, node: LocalNode): boolean {
    return node.key === '' && node.stays === undefined && node.kind === kind && !this.#found.has(key);
  }

  #match(key: string, node: LocalNode): void {
    node.key = key;
    this.#found.add(key);
  }

  /** A folder is confirmed by a child that was in it; an empty one is by being empty. */
  async #isConfirmed(key: string, base: BaseNode, node: LocalNode): Promise<boolean> {
    if (node.children === undefined) return this.#options.hasContent(node, base);
    const before = this.#children.get(key) ?? [];
    if (before.length === 0) return node.children.size === 0;
    return before.some((child) => {
      const { name, kind, stamp } = this.#base.get(child)!;
      const found = node.children?.get(this.#options.fold(name));
      return found?.kind === kind && identityOf(found.stamp) === identityOf(stamp);
    });
  }

  #depth(key: string): number {
    let depth = 0;
    for (let at = this.#base.get(key); at !== undefined; at = this.#base.get(at.parent)) depth++;
    return depth;
  }
}

/** All nodes, folders before what is in them. */
export function* allNodes(nodes: ReadonlyMap<string, LocalNode>): Generator<LocalNode> {
  const waiting = [...nodes.values()];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const child of node.children?.values() ?? []) waiting.push(child);
  }
}
