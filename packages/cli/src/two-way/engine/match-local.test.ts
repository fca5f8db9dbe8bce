import { expect, it } from 'vitest';
import { MemoryDisk } from '../../../test/two-way/memory-disk.ts';
import { createPathFilter } from '../../glob/path-filter.ts';
import { scanDisk } from '../disk/scan.ts';
import { allNodes, matchLocal } from './match-local.ts';
import { type BaseNode, ROOT } from './states.ts';

/** A folder at the last run, then edited. Returns which of the earlier paths each path of today is. */
async function matched(files: readonly string[], edit: (disk: MemoryDisk) => void): Promise<Record<string, string>> {
  let now = 1_000_000;
  const disk = new MemoryDisk({ now: () => (now += 10) });
  for (const path of files) {
    if (path.endsWith('/')) disk.makeFolder(path.slice(0, -1));
    else disk.write(path, Buffer.from(path));
  }
  const fold = (name: string): string => name;
  const scan = async () => {
    const { signal } = new AbortController();
    return scanDisk(disk, { filter: createPathFilter({}), fold, signal, onFound: () => {} });
  };
  const base = new Map<string, BaseNode>();
  for (const { kind, path, name, parent, stamp } of allNodes((await scan()).tops)) {
    const content = kind === 'folder' ? null : disk.read(path).toString();
    base.set(path, {
      kind,
      parent: parent?.path ?? ROOT,
      name,
      content,
      modifiedAt: null,
      localName: name,
      stamp,
      isSettled: true,
    });
  }
  edit(disk);
  const { tops } = await scan();
  await matchLocal(base, tops, {
    fold,
    hasContent: async ({ path }, { content }) => disk.read(path).toString() === content,
  });
  return Object.fromEntries([...allNodes(tops)].map(({ path, key }) => [path, key]));
}

it.each<[what: string, files: readonly string[], edit: (disk: MemoryDisk) => void, expected: Record<string, string>]>([
  ['a file that was renamed', ['a'], (disk) => disk.move('a', 'b'), { b: 'a' }],
  [
    'a file that was replaced by renaming another one',
    ['a'],
    (disk) => {
      disk.write('new', Buffer.from('x'));
      disk.move('new', 'a');
    },
    { a: 'a' },
  ],
  [
    'a new file that has the freed inode of a deleted one',
    ['a'],
    (disk) => {
      disk.remove('a');
      disk.write('b', Buffer.from('b'));
    },
    { b: '' },
  ],
  [
    'a file in whose old place is another one',
    ['a'],
    (disk) => {
      disk.move('a', 'b');
      disk.write('a', Buffer.from('other'));
    },
    { a: '', b: 'a' },
  ],
  [
    'two files that exchanged their names',
    ['a', 'b'],
    (disk) => {
      disk.move('a', 'c');
      disk.move('b', 'a');
      disk.move('c', 'b');
    },
    { a: 'b', b: 'a' },
  ],
  ['a file that is a folder now', ['a'], (disk) => (disk.remove('a'), disk.makeFolder('a')), { a: '' }],
  [
    'a folder that was moved, with what is in it',
    ['f/', 'f/a', 'f/g/', 'f/g/b', 'h/'],
    (disk) => disk.move('f', 'h/f2'),
    { h: 'h', 'h/f2': 'f', 'h/f2/a': 'f/a', 'h/f2/g': 'f/g', 'h/f2/g/b': 'f/g/b' },
  ],
  [
    'a folder that was moved, with a file that left it',
    ['f/', 'f/a', 'f/b'],
    (disk) => (disk.move('f', 'g'), disk.move('g/a', 'a')),
    { a: 'f/a', g: 'f', 'g/b': 'f/b' },
  ],
  [
    'a folder with the freed inode of a deleted one',
    ['f/', 'f/a'],
    (disk) => (disk.remove('f'), disk.makeFolder('g'), disk.write('g/z', Buffer.from('z'))),
    { g: '', 'g/z': '' },
  ],
])('recognizes %s', async (_what, files, edit, expected) => expect(await matched(files, edit)).toEqual(expected));
