import { describe, expect, it } from 'vitest';
import { cleanName } from '../../../contract/src/names.ts';
import { cleanItemName, isNumberedName } from './item-name.ts';

it.each(['a.txt', ' a.txt\n', 'e\u0001\u0301', 'a\u0085b', '\u00a0a', 'cafe\u0301', '\ufeffa'])(
  'cleans %j like the server',
  (name) => expect(cleanItemName(name)).toBe(cleanName(name)),
);

describe('a numbered name', () => {
  it.each([
    ['a (1).txt', 'a.txt'],
    ['a (12).txt', 'a.txt'],
    ['a (1).tar.gz', 'a.tar.gz'],
    ['a (1)', 'a'],
    ['.env (1)', '.env'],
    ['Mr. Smith (3)', 'Mr. Smith'],
    ['a (1) (2).txt', 'a (1).txt'],
    [`${'x'.repeat(247)} (1).txt`, `${'x'.repeat(251)}.txt`],
  ])('%s may come from %s', (name, original) => expect(isNumberedName(name, original)).toBe(true));

  it.each([
    ['a.txt', 'a.txt'],
    ['a (0).txt', 'a.txt'],
    ['a(1).txt', 'a.txt'],
    ['a (1).pdf', 'a.txt'],
    ['ab (1).txt', 'a.txt'],
    ['a (x).txt', 'a.txt'],
  ])('%s does not come from %s', (name, original) => expect(isNumberedName(name, original)).toBe(false));
});
