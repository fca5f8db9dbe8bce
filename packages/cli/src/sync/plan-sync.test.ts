import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPathFilter, type PathFilter } from '../glob/path-filter.ts';
import { isSameTime, planSync } from './plan-sync.ts';
import { joinPath, parentOf, type SyncEntry } from './sync-tree.ts';

/** Content of a disk: files with their bytes and times, folders, and links. */
type Disk = Map<string, { kind: 'file'; content: string; time: number } | { kind: 'folder' } | { kind: 'link' }>;

const names = ['a', 'b', 'c.tmp', 'skip'];
/** Equal sizes and times mean equal content; equal content may have several times. */
const versions = [
  { content: '1', time: 10_007 },
  { content: '1', time: 30_007 },
  { content: '2', time: 20_007 },
  { content: '22', time: 10_007 },
];
const node = fc.letrec<{ folder: unknown }>((tie) => ({
  folder: fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...versions) },
      { weight: 1, arbitrary: fc.constant('link') },
      { weight: 3, arbitrary: tie('folder') },
    ),
    { maxKeys: 4 },
  ),
})).folder;

const disk = node.map((tree) => {
  const found: Disk = new Map();
  const add = (folder: string, children: object): void => {
    for (const [name, child] of Object.entries(children) as [string, unknown][]) {
      const path = joinPath(folder, name);
      if (child === 'link') found.set(path, { kind: 'link' });
      else if (typeof child === 'object' && child !== null && 'content' in child && typeof child.content === 'string')
        found.set(path, { kind: 'file', ...(child as { content: string; time: number }) });
      else {
        found.set(path, { kind: 'folder' });
        add(path, child as object);
      }
    }
  };
  add('', tree as object);
  return found;
});

function treeOf(files: Disk, filter: PathFilter): Map<string, SyncEntry> {
  const entries = new Map<string, SyncEntry>();
  for (const [path, one] of files) {
    const isFolder = one.kind === 'folder';
    if (filter.excludes(path, isFolder)) entries.set(path, { kind: 'excluded', path, isFolder });
    else if (one.kind === 'link') entries.set(path, { kind: 'opaque', path, what: 'a link' });
    else if (one.kind === 'folder') entries.set(path, { kind: 'folder', path });
    else {
      const { content, time: modifiedAt } = one;
      entries.set(path, { kind: 'file', path, size: content.length, modifiedAt, sha256: content });
    }
  }
  // The scan skips the content of excluded folders and of links.
  return entries;
}

/** Synchronizes like the command. Fails if the plan contains an impossible step. */
function apply(source: Disk, target: Disk, filter: PathFilter, deletes: boolean) {
  const plan = planSync(treeOf(source, filter), treeOf(target, filter), { deletes, checksum: false });
  const remove = (path: string): void => {
    expect(target.has(path)).toBe(true);
    expect([...target.keys()].some((other) => parentOf(other) === path)).toBe(false);
    target.delete(path);
  };
  const requireFolder = (path: string): void => {
    if (path !== '') expect(target.get(path)).toEqual({ kind: 'folder' });
  };
  const createFolder = (path: string): void => {
    requireFolder(parentOf(path));
    expect(target.has(path)).toBe(false);
    target.set(path, { kind: 'folder' });
  };
  plan.folders.forEach(createFolder);
  const differing = plan.comparisons.filter(({ source: one, replaces }) => one.sha256 !== replaces.sha256);
  const copy = ({ source: from, path, replaces }: (typeof plan.copies)[number]): void => {
    requireFolder(parentOf(path));
    expect(target.get(path)?.kind).toBe(replaces === undefined ? undefined : 'file');
    target.set(path, source.get(from.path)!);
  };
  [...plan.copies, ...differing].forEach(copy);
  for (const { entry, path, folders, copies } of plan.replacements) {
    for (const other of [...target.keys()].toReversed()) if (other.startsWith(`${entry.path}/`)) remove(other);
    remove(entry.path);
    for (const inner of [...folders, ...copies.map((each) => each.path)])
      expect(inner === path || inner.startsWith(`${path}/`)).toBe(true);
    folders.forEach(createFolder);
    copies.forEach(copy);
  }
  for (const { path } of plan.removals) remove(path);
  return plan;
}

const patterns = fc.record({
  exclude: fc.subarray(['*.tmp', 'skip/', 'a/b']),
  include: fc.subarray(['skip/a', 'c.tmp/']),
});
const copyOf = (files: Disk): Disk => new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
const contents = (files: Disk): [string, string][] =>
  [...copyOf(files)].map(([path, one]) => [path, one.kind === 'file' ? one.content : one.kind]);

describe('a sync', () => {
  it('makes the target equal to the source, and then has nothing to do', () => {
    fc.assert(
      fc.property(disk, disk, patterns, (source, before, chosen) => {
        const filter = createPathFilter(chosen);
        const target = copyOf(before);
        const plan = apply(copyOf(source), target, filter, true);
        fc.pre(plan.conflicts.length === 0);
        const isSynchronized = ([path]: readonly [string, unknown], files: Disk): boolean =>
          treeOf(files, filter).get(path)?.kind === 'file';
        const wanted = contents(source).filter((one) => isSynchronized(one, source));
        expect(contents(target).filter((one) => isSynchronized(one, target))).toEqual(expect.arrayContaining(wanted));
        const again = apply(copyOf(source), target, filter, true);
        expect(again).toMatchObject({ replacements: [], folders: [], copies: [], removals: [], conflicts: [] });
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves only files of the source and skipped ones in the target', () => {
    fc.assert(
      fc.property(disk, disk, patterns, (source, before, chosen) => {
        const filter = createPathFilter(chosen);
        const target = copyOf(before);
        const plan = apply(copyOf(source), target, filter, true);
        fc.pre(plan.conflicts.length === 0);
        const skipped = [...treeOf(source, filter)].filter(([, { kind }]) => kind === 'excluded' || kind === 'opaque');
        for (const [path, entry] of treeOf(target, filter)) {
          const isSkipped = skipped.some(([other]) => path === other || path.startsWith(`${other}/`));
          if (entry.kind === 'file' && !isSkipped) expect(source.get(path)).toMatchObject({ content: entry.sha256 });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never changes excluded paths and special files, on either side', () => {
    fc.assert(
      fc.property(disk, disk, patterns, fc.boolean(), (source, before, chosen, deletes) => {
        const filter = createPathFilter(chosen);
        const target = copyOf(before);
        apply(copyOf(source), target, filter, deletes);
        for (const [path, entry] of treeOf(before, filter))
          if (entry.kind === 'excluded' || entry.kind === 'opaque') expect(target.get(path)).toEqual(before.get(path));
        for (const [path, { kind }] of source) if (kind === 'link') expect(target.get(path)).toEqual(before.get(path));
      }),
      { numRuns: 2000 },
    );
  });

  it('deletes nothing without --delete', () => {
    fc.assert(
      fc.property(disk, disk, patterns, (source, before, chosen) => {
        const target = copyOf(before);
        const plan = apply(copyOf(source), target, createPathFilter(chosen), false);
        expect(plan).toMatchObject({ replacements: [], removals: [] });
        for (const [path, { kind }] of before) expect(target.get(path)?.kind).toBe(kind);
      }),
      { numRuns: 1000 },
    );
  });
});

const file = (path: string, more: Partial<SyncEntry & { kind: 'file' }> = {}): [string, SyncEntry] => [
  path,
  { kind: 'file', path, size: 1, modifiedAt: 5007, sha256: null, ...more },
];
const plan = (source: [string, SyncEntry][], target: [string, SyncEntry][], deletes = false) =>
  planSync(new Map(source), new Map(target), { deletes, checksum: false });

describe('a plan', () => {
  it('uses the names of the target', () => {
    const source = [file('café/x', { size: 2 })];
    source.unshift(['café', { kind: 'folder', path: 'café' }]);
    const decomposed = 'cafe\u0301';
    const target: [string, SyncEntry][] = [['café', { kind: 'folder', path: decomposed }]];
    expect(plan(source, target).copies).toMatchObject([{ path: `${decomposed}/x` }]);
    target.push(['café/x', { kind: 'file', path: `${decomposed}/X`, size: 1, modifiedAt: 1, sha256: null }]);
    expect(plan(source, target).copies).toMatchObject([{ path: `${decomposed}/X`, replaces: { size: 1 } }]);
  });

  it('requires --delete if a file and a folder have the same path', () => {
    const source: [string, SyncEntry][] = [['a', { kind: 'folder', path: 'a' }], file('a/x'), file('b')];
    const target: [string, SyncEntry][] = [file('a'), ['b', { kind: 'folder', path: 'b' }], file('b/y'), file('z')];
    expect(plan(source, target)).toMatchObject({ copies: [], folders: [], removals: [], replacements: [] });
    expect(plan(source, target).conflicts).toEqual([
      { path: 'a', reason: 'is a folder, but in its place is a file; --delete replaces it' },
      { path: 'b', reason: 'is a file, but in its place is a folder; --delete replaces it' },
    ]);
    expect(plan(source, target, true)).toMatchObject({
      conflicts: [],
      replacements: [
        { entry: { path: 'a' }, path: 'a', folders: ['a'], copies: [{ path: 'a/x' }] },
        { entry: { path: 'b' }, path: 'b', folders: [], copies: [{ path: 'b' }] },
      ],
      folders: [],
      copies: [],
      removals: [{ path: 'z' }],
    });
  });

  it('deletes nothing if there is a conflict', () => {
    const link: [string, SyncEntry] = ['a', { kind: 'opaque', path: 'a', what: 'a symbolic link' }];
    const { conflicts, removals } = plan([file('a')], [link, file('extra')], true);
    expect(conflicts).toEqual([{ path: 'a', reason: 'is a file, but in its place is a symbolic link' }]);
    expect(removals).toEqual([]);
  });
});

it.each([
  [1_234_567_890_123, 1_234_567_890_123.4, true],
  [1_234_567_890_123, 1_234_567_890_125, false],
  [1_234_567_890_000, 1_234_567_890_999, true],
  [1_234_567_890_000, 1_234_567_891_999, true],
  [1_234_567_891_000, 1_234_567_892_001, false],
  [null, 1, false],
])('treats the times %j and %j as equal: %j', (one, other, same) => {
  expect(isSameTime(one, other)).toBe(same);
  expect(isSameTime(other, one)).toBe(same);
});
