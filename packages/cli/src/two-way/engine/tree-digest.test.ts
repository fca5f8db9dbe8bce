import { describe, expect, it } from 'vitest';
import { type BaseNode, type LocalNode, type RemoteNode, type Stamp } from './states.ts';
import { digestOfEqual, digestOfNodes } from './tree-digest.ts';

const stamp: Stamp = { ino: 7, birth: 1.5, size: 3, mtime: 2.25, ctime: 3.125 };

interface Shape {
  readonly [name: string]: Shape | Partial<Stamp>;
}
const isFolder = (shape: Shape | Partial<Stamp>): shape is Shape => !('size' in shape);
const file = (changed: Partial<Stamp> = {}): Partial<Stamp> => ({ size: 3, ...changed });

/** Nodes of this computer, in the order in which a scan finds them. */
function nodesOf(shape: Shape, stays: ReadonlySet<string> = new Set()): Map<string, LocalNode> {
  const names = Object.keys(shape).toSorted((a, b) => (a < b ? -1 : 1));
  return new Map(
    names.map((name): [string, LocalNode] => {
      const inner = shape[name]!;
      const children = isFolder(inner) ? nodesOf(inner, stays) : undefined;
      return [
        name,
        {
          kind: children === undefined ? 'file' : 'folder',
          parent: undefined,
          realName: name,
          name,
          path: name,
          stamp: children === undefined ? { ...stamp, ...inner } : stamp,
          stays: stays.has(name) ? 'excluded' : undefined,
          children,
          key: '',
          isUncertain: false,
        },
      ];
    }),
  );
}

/** Items of a journal whose last run found the tree of this shape equal on both sides. */
function journalOf(shape: Shape, parent = ''): [RemoteNode, BaseNode][] {
  return Object.entries(shape).flatMap(([name, inner]) => {
    const [id, kind] = [`${parent}>${name}`, isFolder(inner) ? 'folder' : 'file'] as const;
    const content = kind === 'file' ? 'aa' : null;
    const place = { kind, parent, name, modifiedAt: 5 };
    const remote: RemoteNode = { ...place, id, size: 3, sha256: content, uploadedAt: 6, tag: 'c1' };
    const here = kind === 'file' ? { ...stamp, ...inner } : { ...stamp, mtime: 99 };
    const base: BaseNode = { ...place, content, localName: name, stamp: here, isSettled: true };
    return [[remote, base], ...(isFolder(inner) ? journalOf(inner, id) : [])];
  });
}

const shape: Shape = { b: file(), a: file({ ino: 8 }), sub: { x: file(), deep: { y: file() } }, empty: {} };
const digest = digestOfNodes(nodesOf(shape));

function sealOf(
  change: (remote: RemoteNode, base: BaseNode) => [RemoteNode, BaseNode] | undefined = (...pair) => pair,
) {
  const pairs = journalOf(shape).flatMap(([remote, base]) => [change(remote, base) ?? []]);
  const found = pairs.filter((pair): pair is [RemoteNode, BaseNode] => pair.length === 2);
  return digestOfEqual(
    new Map(found.map(([{ id }, base]) => [id, base])),
    new Map(found.map(([remote]) => [remote.id, remote])),
  );
}

describe('the digest of a tree', () => {
  it('is that of the journal if both sides are equal, and is not that of what is left alone', () => {
    expect(sealOf()).toBe(digest);
    expect(digestOfNodes(nodesOf({ ...shape, c: file() }, new Set(['c'])))).toBe(digest);
  });

  it.each<[string, Shape]>([
    ['a new file', { ...shape, c: file() }],
    ['a new empty folder', { ...shape, c: {} }],
    ['a file that is gone', { a: shape['a']!, sub: shape['sub']!, empty: {} }],
    ['a folder in place of a file', { ...shape, b: {} }],
    ['another size', { ...shape, b: file({ size: 4 }) }],
    ['another time', { ...shape, b: file({ mtime: 2.5 }) }],
    ['another time of the last change', { ...shape, b: file({ ctime: 4 }) }],
    ['another inode', { ...shape, b: file({ ino: 8 }) }],
    ['another birth time', { ...shape, b: file({ birth: 9 }) }],
    ['exchanged names', { ...shape, b: shape['a']!, a: shape['b']! }],
    ['something in another folder', { ...shape, sub: { x: file(), deep: {} }, empty: { y: file() } }],
    ['something moved into a folder', { ...shape, sub: { x: file(), deep: { y: file() }, b: file() } }],
  ])('differs after %s', (_what, changed) => {
    expect(digestOfNodes(nodesOf(changed))).not.toBe(digest);
  });

  it.each<[string, (remote: RemoteNode, base: BaseNode) => [RemoteNode, BaseNode] | undefined]>([
    ['another content there', (remote, base) => [{ ...remote, sha256: 'bb' }, base]],
    ['another time there', (remote, base) => [{ ...remote, modifiedAt: 6 }, base]],
    ['another name there', (remote, base) => [{ ...remote, name: 'z' }, base]],
    ['a stamp that proves nothing', (remote, base) => [remote, { ...base, isSettled: false }]],
    ['a name that the server would store as another one', (remote, base) => [remote, { ...base, localName: ' a' }]],
    ['a folder that is gone', (remote, base) => (remote.name === 'sub' ? undefined : [remote, base])],
  ])('of two sides is unknown with %s', (_what, change) => {
    expect(sealOf(change)).toBeUndefined();
  });
});
