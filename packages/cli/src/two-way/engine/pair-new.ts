import { type Kind, type LocalNode, type RemoteNode, ROOT } from './states.ts';

/** Items of the server by place. */
export class RemotePlaces {
  readonly #fold: (name: string) => string;
  readonly #children = new Map<string, Map<string, RemoteNode>>();

  constructor(nodes: Iterable<RemoteNode>, fold: (name: string) => string) {
    this.#fold = fold;
    for (const node of nodes) {
      let siblings = this.#children.get(node.parent);
      if (siblings === undefined) this.#children.set(node.parent, (siblings = new Map<string, RemoteNode>()));
      siblings.set(fold(node.name), node);
    }
  }

  find(parent: string, name: string): RemoteNode | undefined {
    return this.#children.get(parent)?.get(this.#fold(name));
  }

  childrenOf(parent: string): Iterable<RemoteNode> {
    return this.#children.get(parent)?.values() ?? [];
  }
}

export interface PairOptions {
  readonly tops: ReadonlyMap<string, LocalNode>;
  readonly places: RemotePlaces;
  /** Whether the item was there at the last run, on both sides. */
  readonly isKnown: (id: string) => boolean;
  /** Items that are left alone; filled with those in whose place this computer has something that is. */
  readonly remoteStays: Map<string, string>;
}

/**
 * Pairs what is new on both sides under one name, so that it becomes one item: folders are merged, and files are compared. Gives
 * a key to everything that is new on this computer alone.
 */
export function pairNew({ tops, places, isKnown, remoteStays }: PairOptions): void {
  const taken = new Set<string>();
  const waiting: [parent: string, nodes: ReadonlyMap<string, LocalNode>][] = [[ROOT, tops]];
  collectKeys(tops, taken);
  let made = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, nodes] = next;
    for (const node of nodes.values()) {
      const twin = places.find(parent, node.name);
      if (node.stays !== undefined) {
        if (twin !== undefined) leave(twin, node.stays, places, remoteStays);
      } else if (node.key === '') {
        const isPair =
          twin !== undefined &&
          !taken.has(twin.id) &&
          !remoteStays.has(twin.id) &&
          canPair(node, twin.kind, isKnown(twin.id));
        node.key = isPair ? twin.id : `new:${++made}`;
        taken.add(node.key);
      }
      if (node.key === '') node.key = `stays:${++made}`;
      if (node.children !== undefined) waiting.push([node.key, node.children]);
    }
  }
}

/** A file that was on both sides and was deleted here is another one than the new file that has its name now. */
const canPair = (node: LocalNode, kind: Kind, isKnown: boolean): boolean =>
  node.kind === kind && (kind === 'folder' || !isKnown);

function collectKeys(tops: ReadonlyMap<string, LocalNode>, keys: Set<string>): void {
  const waiting = [tops];
  for (let nodes = waiting.pop(); nodes !== undefined; nodes = waiting.pop()) {
    for (const { key, children } of nodes.values()) {
      if (key !== '') keys.add(key);
      if (children !== undefined) waiting.push(children);
    }
  }
}

/** Leaves an item alone, with all that is in it. */
export function leave(node: RemoteNode, why: string, places: RemotePlaces, remoteStays: Map<string, string>): void {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!remoteStays.has(next.id)) remoteStays.set(next.id, why);
    for (const child of places.childrenOf(next.id)) waiting.push(child);
  }
}
