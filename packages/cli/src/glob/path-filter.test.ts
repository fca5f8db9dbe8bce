import { describe, expect, it } from 'vitest';
import { createPathFilter } from './path-filter.ts';

const excluded = (exclude: string[], path: string, include: string[] = []): boolean =>
  createPathFilter({ exclude, include }).excludes(path.replace(/\/$/, ''), path.endsWith('/'));

describe('a pattern', () => {
  it.each([
    ['*.tmp', 'a.tmp', true],
    ['*.tmp', 'deep/er/.a.tmp', true],
    ['*.tmp', 'a.tmp.txt', false],
    ['node_modules', 'sub/node_modules/x/y.js', true],
    ['build/', 'build/', true],
    ['build/', 'build/x', true],
    ['build/', 'build', false],
    ['/build', 'build/x', true],
    ['/build', 'sub/build/x', false],
    ['sub/*.txt', 'sub/a.txt', true],
    ['sub/*.txt', 'sub/deep/a.txt', false],
    ['sub/**', 'sub/', false],
    ['sub/**', 'sub/deep/a.txt', true],
    ['**/x/**/*.c', 'a/x/b/c/d.c', true],
    ['**/x/**/*.c', 'x/d.c', true],
    ['{a,b/c}.txt', 'b/c.txt', true],
    ['{a,b/c}.txt', 'deep/a.txt', true],
    ['cafe\u0301', 'café', true],
    ['[!a]?', 'bc', true],
    [String.raw`\*`, '*', true],
    [String.raw`\*`, 'x', false],
  ])('%s matches %s: %s', (pattern, path, matches) => {
    expect(excluded([pattern], path)).toBe(matches);
  });

  it.each(['', '/', '..', 'a/../b', './a'])('%j is refused', (pattern) => {
    expect(() => createPathFilter({ exclude: [pattern] })).toThrow('matches nothing');
  });

  it('takes linear time', () => {
    const filter = createPathFilter({ exclude: [`${'**/a/'.repeat(30)}b`, `${'*a'.repeat(30)}b`] });
    for (const path of [`${'a/'.repeat(300)}c`, 'a'.repeat(255)]) expect(filter.excludes(path, false)).toBe(false);
  });
});

it('is overridden by an include pattern', () => {
  expect(excluded(['*'], 'sub/keep.txt', ['keep.*'])).toBe(false);
  expect(excluded(['*'], 'sub/', ['keep.*'])).toBe(true);
  expect(excluded(['*.tmp'], 'important/a.tmp', ['important/'])).toBe(false);
  expect(createPathFilter({ exclude: ['*'] }).entersExcluded).toBe(false);
  expect(createPathFilter({ include: ['*'] }).entersExcluded).toBe(true);
});

it('excludes everything else if there are only include patterns', () => {
  expect(excluded([], 'a.txt', ['*.jpg'])).toBe(true);
  expect(excluded([], 'sub/a.jpg', ['*.jpg'])).toBe(false);
  expect(excluded([], 'a.txt')).toBe(false);
});
