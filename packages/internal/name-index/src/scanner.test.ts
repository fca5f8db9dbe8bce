import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScanner } from './scanner.ts';
import { createTextColumn } from './text-column.ts';

const scannerOf = (texts: readonly string[]) => {
  const column = createTextColumn();
  for (const text of texts) column.add(text);
  return createScanner(column.finish());
};
const positionsWith = (texts: readonly string[], needle: string): number[] =>
  texts.flatMap((text, at) => (text.includes(needle) ? [at] : []));

/** A small set of characters of one to four bytes, so that searches have many hits. */
const character = fc.constantFrom('a', 'b', 'c', '.', 'é', '京', '東', '😀', '😁');
const text = fc.array(character, { maxLength: 40 }).map((characters) => characters.join(''));
const needle = fc.array(character, { minLength: 1, maxLength: 6 }).map((characters) => characters.join(''));

test('finds each text that contains another once, at any position', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 60 }),
      fc.array(needle, { minLength: 1, maxLength: 5 }),
      (texts, needles) => {
        const scanner = scannerOf(texts);
        for (const each of needles) expect([...scanner.scan(Buffer.from(each))]).toEqual(positionsWith(texts, each));
      },
    ),
    { numRuns: 1500 },
  );
});

test('finds words that begin with a text, at the start of a name and after what is no letter or digit', () => {
  const texts = ['note', 'a note', 'x_note', 'denote note', 'keynote', 'n(note', 'énote', '1note', 'NOTE', '-not'];
  const found = [...scannerOf(texts).scan(Buffer.from('note'), 'wordStart')].map((at) => texts[at]);
  expect(found).toEqual(['note', 'a note', 'x_note', 'denote note', 'n(note']);
});

test('finds texts as long as the query, at the beginning and the end', () => {
  for (let length = 1; length <= 70; length += 1) {
    const texts = ['x'.repeat(length), `${'y'.repeat(length)}z`, `z${'y'.repeat(length)}`, 'last'];
    const scanner = scannerOf(texts);
    for (const each of [texts[0]!, texts[1]!, texts[2]!, 'z', 'y'.repeat(length), 'last', 't', 'stz'])
      expect([...scanner.scan(Buffer.from(each))], `${each} among ${length}`).toEqual(positionsWith(texts, each));
  }
});

test('finds no match across two texts', () => {
  expect([...scannerOf(['ab', 'cd']).scan(Buffer.from('bc'))]).toEqual([]);
});

test('ignores bytes behind the texts', () => {
  // The start of the second name is stored as a number that equals the needle's byte.
  for (let start = 32; start < 120; start += 1) {
    const needle = String.fromCharCode(start);
    for (let length = 0; length < 32; length += 1) {
      const texts = [needle + '\u0002'.repeat(start - 3), '\u0002'.repeat(length)];
      expect([...scannerOf(texts).scan(Buffer.from(needle))]).toEqual([0]);
    }
  }
});

test('finds nothing in empty input, and nothing longer than any name', () => {
  expect([...scannerOf([]).scan(Buffer.from('a'))]).toEqual([]);
  expect([...scannerOf(['', '']).scan(Buffer.from('a'))]).toEqual([]);
  expect([...scannerOf(['a'.repeat(9000)]).scan(Buffer.alloc(5000, 'a'))]).toEqual([]);
});

test('keeps the order in a copy of a column', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (texts, one, other) => {
      const [first = 0, end = 0] = [one % (texts.length + 1), other % (texts.length + 1)].toSorted((a, b) => a - b);
      const from = createTextColumn();
      for (const each of texts) from.add(each);
      const to = createTextColumn();
      to.add('before');
      to.copy(from.finish(), first, end);
      to.add(Buffer.from('after'));
      const { bytes, starts } = to.finish();
      expect(bytes.toString()).toBe(`\0${['before', ...texts.slice(first, end), 'after', ''].join('\0')}`);
      expect(starts).toHaveLength(end - first + 3);
      expect(starts.at(-1)).toBe(bytes.length);
    }),
  );
});
