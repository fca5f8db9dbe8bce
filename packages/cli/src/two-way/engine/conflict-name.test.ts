import { expect, it } from 'vitest';
import { conflictName } from './conflict-name.ts';

const naming = { host: 'laptop', now: new Date(2026, 10, 26, 14, 3).getTime() };

it.each([
  ['report.pdf', 'report (conflict, laptop, 2026-11-26 14.03).pdf'],
  ['archive.tar.gz', 'archive (conflict, laptop, 2026-11-26 14.03).tar.gz'],
  ['Makefile', 'Makefile (conflict, laptop, 2026-11-26 14.03)'],
  ['.bashrc', '.bashrc (conflict, laptop, 2026-11-26 14.03)'],
  ['v1. draft of mine', 'v1. draft of mine (conflict, laptop, 2026-11-26 14.03)'],
])('names the copy of %s', (name, copy) => expect(conflictName(name, naming)).toBe(copy));

it('numbers a copy whose name is taken', () => {
  const taken = new Set([
    'a (conflict, laptop, 2026-11-26 14.03).txt',
    'a (conflict, laptop, 2026-11-26 14.03, 2).txt',
  ]);
  expect(conflictName('a.txt', naming, (name) => taken.has(name))).toBe(
    'a (conflict, laptop, 2026-11-26 14.03, 3).txt',
  );
});

it('makes a name that every disk can hold, of any name and any host', () => {
  const copy = conflictName(`${'ü'.repeat(200)}.jpeg`, { ...naming, host: 'my/host: "1"' });
  expect(Buffer.byteLength(copy)).toBeLessThanOrEqual(255);
  expect(copy).toMatch(/^ü+ \(conflict, myhost 1, 2026-11-26 14\.03\)\.jpeg$/);
});
