import { createHash } from 'node:crypto';
import { cleanItemName } from '../../remote/item-name.ts';
import { type BaseNode, contentOf, isSamePlace, type LocalNode, type RemoteNode, ROOT, type Stamp } from './states.ts';

/**
 * SHA-256 of all that identifies the files and folders of this computer and their contents. Entries that are left alone do not count. The
 * entries of a folder are in the order of their names on the disk.
 */
export const digestOfNodes = (tops: ReadonlyMap<string, LocalNode>): string =>
  digestOf<LocalNode>({
    tops: entriesOf(tops),
    nameOf: ({ realName }) => realName,
    stampOf: ({ stamp }) => stamp,
    childrenOf: ({ children }) => children && entriesOf(children),
  });

function entriesOf(nodes: ReadonlyMap<string, LocalNode>): LocalNode[] {
  const entries: LocalNode[] = [];
  for (const node of nodes.values()) if (node.stays === undefined) entries.push(node);
  return entries;
}

/**
 * The digest of the tree with which this computer is equal to the server; undefined if the two are not known to be equal, or if that of
 * a file is only known from its content.
 */
export function digestOfEqual(
  base: ReadonlyMap<string, BaseNode>,
  remote: ReadonlyMap<string, RemoteNode>,
): string | undefined {
  if (base.size !== remote.size) return undefined;
  const children = new Map<string, [string, BaseNode][]>();
  for (const entry of base) {
    const [key, node] = entry;
    const there = remote.get(key);
    if (there === undefined || !isEqual(there, node)) return undefined;
    if (!node.isSettled || cleanItemName(node.localName) !== node.name) return undefined;
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [entry]);
    else siblings.push(entry);
  }
  let found = 0;
  const childrenOf = (key: string): [string, BaseNode][] => {
    const entries = children.get(key) ?? [];
    found += entries.length;
    return entries.toSorted(([, one], [, other]) => (one.localName < other.localName ? -1 : 1));
  };
  const digest = digestOf<[string, BaseNode]>({
    tops: childrenOf(ROOT),
    nameOf: ([, { localName }]) => localName,
    stampOf: ([, { stamp }]) => stamp,
    childrenOf: ([key, { kind }]) => (kind === 'folder' ? childrenOf(key) : undefined),
  });
  return found === base.size ? digest : undefined;
}

/** Whether the server has an item as both sides agreed. */
export const isEqual = (remote: RemoteNode, base: BaseNode): boolean =>
  isSamePlace(remote, base) && contentOf(remote) === base.content && remote.modifiedAt === base.modifiedAt;

interface Tree<Entry> {
  readonly tops: readonly Entry[];
  readonly nameOf: (entry: Entry) => string;
  readonly stampOf: (entry: Entry) => Stamp;
  /** undefined for files. */
  readonly childrenOf: (entry: Entry) => readonly Entry[] | undefined;
}

/** Numbers of one entry. */
const FIELDS = 5;

function digestOf<Entry>({ tops, nameOf, stampOf, childrenOf }: Tree<Entry>): string {
  const hash = createHash('sha256');
  const waiting = [tops];
  for (let entries = waiting.pop(); entries !== undefined; entries = waiting.pop()) {
    const numbers = new Float64Array(1 + entries.length * FIELDS);
    let names = '';
    let at = 0;
    numbers[at++] = entries.length;
    for (const entry of entries) {
      const { ino, birth, size, mtime, ctime } = stampOf(entry);
      const children = childrenOf(entry);
      names += `${nameOf(entry)}\0`;
      numbers[at++] = ino;
      numbers[at++] = birth;
      if (children === undefined) {
        numbers[at++] = size;
        numbers[at++] = mtime;
        numbers[at++] = ctime;
      } else {
        // Only a folder has no size. Its times change with each change in it.
        numbers[at++] = -1;
        at += 2;
        waiting.push(children);
      }
    }
    hash.update(numbers).update(names);
  }
  return hash.digest('hex');
}
