import { describe, expect, it } from 'vitest';
import { expandBraces } from './braces.ts';
import { parseNamePattern } from './name-pattern.ts';

describe('a pattern for names', () => {
  it.each([
    ['*', ['a', 'a.jpg', '.hidden', ''], []],
    ['*.jpg', ['.jpg', 'a.jpg', 'a.b.jpg'], ['a.jpeg', 'a.JPG', 'a.jpg.txt']],
    ['a*b*c', ['abc', 'aXbYc', 'abbcc'], ['ab', 'acb', 'abcd']],
    ['?.txt', ['a.txt', '🙂.txt', 'é.txt'], ['.txt', 'ab.txt']],
    ['[abc]x', ['ax', 'cx'], ['dx', 'x', '[abc]x']],
    ['[!abc]x', ['dx', '!x'], ['ax']],
    ['[^abc]x', ['dx'], ['bx']],
    ['[a-cx-z]', ['a', 'b', 'z'], ['d', '-']],
    ['[]]', [']'], ['[', 'a']],
    ['[!]]', ['a'], [']']],
    ['[a-]', ['a', '-'], ['b']],
    ['[\\]a]', [']', 'a'], ['\\']],
    ['[α-ω]', ['β'], ['b']],
    ['a[b', ['a[b'], ['ab']],
    ['a]b', ['a]b'], []],
    ['\\*', ['*'], ['a', '\\*']],
    ['\\[a\\]', ['[a]'], ['a']],
    ['{a,b}.{jpg,png}', ['a.jpg', 'b.png'], ['c.jpg', 'a.gif', '{a,b}.jpg']],
    ['{a,b{1,2}}', ['a', 'b1', 'b2'], ['b']],
    ['x{,.bak}', ['x', 'x.bak'], ['x{,.bak}']],
    ['{a}', ['{a}'], ['a']],
    ['{a,b', ['{a,b'], ['a']],
    ['\\{a,b}', ['{a,b}'], ['a']],
    ['{}', ['{}'], ['']],
    ['}{', ['}{'], []],
    ['cafe\u0301', ['café', 'cafe\u0301'], ['cafe']],
    ['', [''], ['a']],
  ])('%s', (pattern, matching, others) => {
    const { matches } = parseNamePattern(pattern);
    expect(matching.filter((name) => !matches(name))).toEqual([]);
    expect(others.filter((name) => matches(name))).toEqual([]);
  });

  it('does not match a leading dot by a wildcard if dots are hidden', () => {
    const of = (pattern: string) => parseNamePattern(pattern, { dotsAreHidden: true });
    expect(['*', '?env', '[.]env', '{*,?env}'].map((pattern) => of(pattern).matches('.env'))).toEqual(
      Array.from({ length: 4 }, () => false),
    );
    expect(['.*', '.env', '{a,.env}', '\\.env'].map((pattern) => of(pattern).matches('.env'))).toEqual(
      Array.from({ length: 4 }, () => true),
    );
  });

  it('ignores case on request, for all alphabets', () => {
    const { matches } = parseNamePattern('ÄRGER*.[a-c]', { ignoreCase: true });
    expect([matches('ärger 1.A'), matches('Ärger.b'), matches('arger.b')]).toEqual([true, true, false]);
    expect(parseNamePattern('*STRASSE', { ignoreCase: true }).matches('Hauptstraße')).toBe(true);
    expect(parseNamePattern('İSTANBUL*', { ignoreCase: true }).matches('istanbul.txt')).toBe(true);
  });

  it('takes linear time for a pattern that backtracks', () => {
    const { matches } = parseNamePattern(`${'a*'.repeat(60)}b`);
    expect(matches('a'.repeat(255))).toBe(false);
    expect(matches(`${'a'.repeat(254)}b`)).toBe(true);
  });

  it('refuses too many alternatives', () => {
    expect(() => expandBraces('{a,b}'.repeat(11))).toThrow(/more than 1000 names/);
  });
});

describe('the search texts of a pattern', () => {
  it.each([
    ['report.pdf', ['report.pdf']],
    ['*.jpg', ['.jpg']],
    ['IMG_*.{jpg,png}', ['IMG_', 'IMG_']],
    ['*{one,three}*', ['on', 'thre']],
    ['*1[0-9]23*.jpg', ['23']],
    ['*1*.jpg', ['.jpg']],
    ['*', ['']],
    ['[ab]?', ['']],
    ['a*', ['']],
    // A combining mark matched by the wildcard may change the last letter.
    ['j*', ['']],
    ['2026 j*', ['2026 ']],
    ['?\u030cab', ['ab']],
  ])('%s', (pattern, literals) => expect(parseNamePattern(pattern).literals).toEqual(literals));
});
