// Twenty ways in which two sides change while they are apart. Each has a folder of its own, which both sides have before.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Calls on the folder of a conflict on one side. */
export function handOf(folder) {
  const at = (name) => join(folder, name);
  return {
    write(name, text) {
      mkdirSync(join(at(name), '..'), { recursive: true });
      writeFileSync(at(name), text);
    },
    remove: (name) => rmSync(at(name), { recursive: true }),
    move(from, to) {
      mkdirSync(join(at(to), '..'), { recursive: true });
      renameSync(at(from), at(to));
    },
  };
}

const file = { 'f.txt': 'base' };
const inFolder = { 'd/f.txt': 'base', 'd/g.txt': 'other' };

/** `before`: what both sides have. `a`, `b`: what happens on each side. `kept`: contents of which none may be lost. */
export const conflicts = [
  {
    name: 'changed differently',
    before: file,
    a: (s) => s.write('f.txt', 'by a'),
    b: (s) => s.write('f.txt', 'by b!'),
    kept: ['by a', 'by b!'],
  },
  {
    name: 'changed equally',
    before: file,
    a: (s) => s.write('f.txt', 'same'),
    b: (s) => s.write('f.txt', 'same'),
    kept: ['same'],
  },
  {
    name: 'changed, deleted',
    before: file,
    a: (s) => s.write('f.txt', 'by a'),
    b: (s) => s.remove('f.txt'),
    kept: ['by a'],
  },
  {
    name: 'deleted, changed',
    before: file,
    a: (s) => s.remove('f.txt'),
    b: (s) => s.write('f.txt', 'by b'),
    kept: ['by b'],
  },
  { name: 'deleted twice', before: file, a: (s) => s.remove('f.txt'), b: (s) => s.remove('f.txt'), kept: [] },
  {
    name: 'new, different',
    before: {},
    a: (s) => s.write('n.txt', 'by a'),
    b: (s) => s.write('n.txt', 'by b!'),
    kept: ['by a', 'by b!'],
  },
  {
    name: 'new, equal',
    before: {},
    a: (s) => s.write('n.txt', 'same'),
    b: (s) => s.write('n.txt', 'same'),
    kept: ['same'],
  },
  {
    name: 'moved, changed',
    before: file,
    a: (s) => s.move('f.txt', 'm.txt'),
    b: (s) => s.write('f.txt', 'by b'),
    kept: ['by b'],
  },
  {
    name: 'changed, moved',
    before: file,
    a: (s) => s.write('f.txt', 'by a'),
    b: (s) => s.move('f.txt', 'm.txt'),
    kept: ['by a'],
  },
  {
    name: 'moved, deleted',
    before: file,
    a: (s) => s.move('f.txt', 'm.txt'),
    b: (s) => s.remove('f.txt'),
    kept: ['base'],
  },
  {
    name: 'deleted, moved',
    before: file,
    a: (s) => s.remove('f.txt'),
    b: (s) => s.move('f.txt', 'm.txt'),
    kept: ['base'],
  },
  {
    name: 'moved to two places',
    before: file,
    a: (s) => s.move('f.txt', 'x.txt'),
    b: (s) => s.move('f.txt', 'y.txt'),
    kept: ['base'],
  },
  {
    name: 'two names exchanged, one changed',
    before: { 'f.txt': 'one', 'g.txt': 'two!' },
    a: (s) => {
      s.move('f.txt', 't');
      s.move('g.txt', 'f.txt');
      s.move('t', 'g.txt');
    },
    b: (s) => s.write('f.txt', 'one by b'),
    kept: ['one by b', 'two!'],
  },
  {
    name: 'folder moved, file in it changed',
    before: inFolder,
    a: (s) => s.move('d', 'e'),
    b: (s) => s.write('d/f.txt', 'by b'),
    kept: ['by b', 'other'],
  },
  {
    name: 'folder moved, file new in it',
    before: inFolder,
    a: (s) => s.move('d', 'e'),
    b: (s) => s.write('d/n.txt', 'by b'),
    kept: ['base', 'other', 'by b'],
  },
  {
    name: 'folder deleted, file in it changed',
    before: inFolder,
    a: (s) => s.remove('d'),
    b: (s) => s.write('d/f.txt', 'by b'),
    kept: ['by b'],
  },
  {
    name: 'folder deleted, file new in it',
    before: inFolder,
    a: (s) => s.remove('d'),
    b: (s) => s.write('d/n.txt', 'by b'),
    kept: ['by b'],
  },
  {
    name: 'folder moved, deleted',
    before: inFolder,
    a: (s) => s.move('d', 'e'),
    b: (s) => s.remove('d'),
    kept: ['base', 'other'],
  },
  {
    name: 'file replaced by a folder, changed',
    before: file,
    a: (s) => {
      s.remove('f.txt');
      s.write('f.txt/n.txt', 'in folder');
    },
    b: (s) => s.write('f.txt', 'by b'),
    kept: ['in folder', 'by b'],
  },
  {
    name: 'renamed in case only, changed',
    before: file,
    a: (s) => s.move('f.txt', 'F.txt'),
    b: (s) => s.write('f.txt', 'by b'),
    kept: ['by b'],
  },
];
