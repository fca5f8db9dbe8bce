import { describe, expect, it } from 'vitest';
import { hasPattern, parsePathPattern } from './path-pattern.ts';

it.each([
  ['/a/b.txt', false],
  ['/a {1}/b', false],
  ['/a*', true],
  ['/a?', true],
  ['/[a]/b', true],
  ['/{a,b}', true],
  ['/a\\*', true],
])('%s has a pattern: %s', (path, expected) => expect(hasPattern(path)).toBe(expected));

describe('a path with patterns', () => {
  const shapes = (path: string) =>
    parsePathPattern(path).alternatives.map((segments) =>
      segments.map((segment) => (segment.kind === 'name' ? segment.name : segment.kind)),
    );

  it.each([
    ['/a/*.txt', [['a', 'pattern']]],
    ['//a///**//b/', [['a', 'anywhere', 'b']]],
    ['/a**/b', [['pattern', 'b']]],
    [
      '/{x/y,z}/a',
      [
        ['x', 'y', 'a'],
        ['z', 'a'],
      ],
    ],
    [
      '/{x,y}/*.{a,b}',
      [
        ['x', 'pattern'],
        ['y', 'pattern'],
      ],
    ],
    ['/{x*,y}/{,a,b}', [['pattern'], ['pattern', 'a'], ['pattern', 'b']]],
    ['/{a{1,2}/b,c}', [['a1', 'b'], ['a2', 'b'], ['c']]],
    ['/\\*/[a/b]', [['*', '[a', 'b]']]],
    ['/\\/x', [['x']]],
    ['/cafe\u0301/*', [['café', 'pattern']]],
  ])('%s', (path, expected) => expect(shapes(path)).toEqual(expected));

  it('treats a trailing slash as a folder', () => {
    expect(parsePathPattern('/*/').onlyFolders).toBe(true);
    expect(parsePathPattern('/*').onlyFolders).toBe(false);
  });

  it('refuses . and ..', () => {
    expect(() => parsePathPattern('/a/../*')).toThrow(/contains \. or \.\./);
    expect(() => parsePathPattern('/{a,.}/*')).toThrow(/contains \. or \.\./);
  });
});
