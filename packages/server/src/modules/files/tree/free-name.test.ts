import { ItemName, limits } from '@drive/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFreeName, numberedName } from './free-name.ts';

const listTakenOf = (taken: ReadonlySet<string>) => async (names: readonly string[]) =>
  names.filter((name) => taken.has(name));

describe('a numbered name', () => {
  test.each([
    ['photo.jpg', 'photo (1).jpg'],
    ['README', 'README (1)'],
    ['a.tar.gz', 'a (1).tar.gz'],
    ['a.tar.zst', 'a (1).tar.zst'],
    ['notes.v2.txt', 'notes.v2 (1).txt'],
    ['.bashrc', '.bashrc (1)'],
    ['.env.local', '.env (1).local'],
    ['.tar.gz', '.tar (1).gz'],
    ['.a.tar.gz', '.a (1).tar.gz'],
    ['..x', '. (1).x'],
    ['ends with a dot.', 'ends with a dot. (1)'],
    ['Dear Mr. Smith', 'Dear Mr. Smith (1)'],
    ['a (1).txt', 'a (1) (1).txt'],
    ['写真.jpg', '写真 (1).jpg'],
  ])('of %s is %s', (name, numbered) => {
    expect(numberedName(name, 1)).toBe(numbered);
  });

  test('shortens its stem, not its extension or number, if it would be too long', () => {
    expect(numberedName(`${'x'.repeat(251)}.txt`, 12)).toBe(`${'x'.repeat(246)} (12).txt`);
  });

  test('counts code points: a name of 255 emoji loses as many as the number needs', () => {
    expect(numberedName('😀'.repeat(255), 1)).toBe(`${'😀'.repeat(251)} (1)`);
  });

  test('is cut between grapheme clusters', () => {
    const family = '👩‍👩‍👧';
    expect(numberedName(`${'x'.repeat(250)}${family}`, 1)).toBe(`${'x'.repeat(250)} (1)`);
    expect(numberedName(`${'e\u0301'.normalize('NFC').repeat(250)}x\u0323\u0302\u0301zz`, 1)).toBe(
      `${'é'.repeat(250)} (1)`,
    );
  });

  test('has no blank before its number after a cut', () => {
    expect(numberedName(`${'x'.repeat(250)} ${'y'.repeat(4)}`, 1)).toBe(`${'x'.repeat(250)} (1)`);
  });

  test('exists also for one character with more combining marks than fit', () => {
    expect(numberedName(`a${'\u0301'.repeat(254)}`, 1)).toMatch(/^a\u0301{250} \(1\)$/);
  });

  test('is always a valid name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 2 ** 40 }), (text, n) => {
        const name = ItemName.safeParse(text);
        fc.pre(name.success);
        const numbered = numberedName(name.data, n);
        expect(ItemName.parse(numbered)).toBe(numbered);
        expect([...numbered].length).toBeLessThanOrEqual(limits.itemNameCharacters);
        expect(numbered).toContain(` (${n})`);
      }),
    );
  });
});

describe('the next free name', () => {
  test('is the lowest number if all below are taken', async () => {
    for (const count of [0, 1, 2, 3, 14, 15, 16, 17, 31, 32, 33, 100, 1000, 4095, 4096, 4097]) {
      const taken = new Set(Array.from({ length: count }, (_, index) => numberedName('a.txt', index + 1)));
      expect(await findFreeName('a.txt', listTakenOf(taken))).toBe(numberedName('a.txt', count + 1));
    }
  });

  test('is free, and its predecessor taken, for any set of taken numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 200 })), async (numbers) => {
        const taken = new Set(numbers.map((n) => numberedName('a.txt', n)));
        const found = await findFreeName('a.txt', listTakenOf(taken));
        expect(taken.has(found)).toBe(false);
        const n = Number(/\((\d+)\)/.exec(found)?.[1]);
        expect(n === 1 || taken.has(numberedName('a.txt', n - 1))).toBe(true);
      }),
    );
  });

  test('is found with at most eight queries among a million taken names', async () => {
    let questions = 0;
    const found = await findFreeName('a.txt', async (names) => {
      questions += 1;
      return names.filter((name) => Number(/\((\d+)\)/.exec(name)?.[1]) <= 1_000_000);
    });
    expect(found).toBe('a (1000001).txt');
    expect(questions).toBeLessThanOrEqual(8);
  });
});
