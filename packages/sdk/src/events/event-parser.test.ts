import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventParser } from './event-parser.ts';

const read = (...pieces: readonly string[]) => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.push(piece));
};

it.each([
  ['an event', 'id: 1\nevent: a\ndata: {}\n\n', [{ id: '1', data: '{}' }]],
  ['lines of data', 'data: a\ndata:b\ndata:  c\ndata\n\n', [{ id: undefined, data: 'a\nb\n c\n' }]],
  ['an id alone', 'id: 7\n\n', [{ id: '7', data: '' }]],
  ['an id that holds on', 'id: 7\n\ndata: a\n\ndata: b\n\n', ['', 'a', 'b'].map((data) => ({ id: '7', data }))],
  [
    'an id that is taken back',
    'id: 7\ndata: a\n\nid\ndata: b\n\n',
    [
      { id: '7', data: 'a' },
      { id: undefined, data: 'b' },
    ],
  ],
  [
    'an id that can’t be one',
    'id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n',
    [
      { id: '7', data: 'a' },
      { id: '7', data: 'b' },
    ],
  ],
  ['comments, fields of others, and blank lines', ':\n\n: hello\nretry: 2000\nwhat: 1\n\n\n\n', []],
  ['what has not ended', 'data: a\n', []],
] as const)('reads %s', (_, text, messages) => {
  expect(read(text)).toEqual(messages);
});

it('parses the same blocks for any chunks and line endings', () => {
  const value = fc.string({ maxLength: 8, unit: fc.constantFrom('a', ' ', ':', 'é', '1') });
  const block = fc.record({
    id: fc.option(value.filter((id) => id.trim() !== '')),
    data: fc.array(value, { maxLength: 3 }),
  });
  const end = fc.constantFrom('\n', '\r', '\r\n');
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), end, fc.array(fc.nat(80), { maxLength: 6 }), (blocks, eol, cuts) => {
      const lines = blocks.flatMap(({ id, data }) => [
        ...(id === null ? [] : [`id: ${id}`]),
        ...data.map((line) => `data: ${line}`),
        '',
      ]);
      // The last one shows that all before it have ended.
      const text = `${[...lines, 'data: end', '', ''].join(eol)}:${eol}`;
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      let last: string | undefined;
      const expected = [...blocks, { id: null, data: ['end'] }].flatMap(({ id, data }) => {
        last = id ?? last;
        const joined = data.join('\n');
        return joined === '' && id === null ? [] : [{ id: last, data: joined }];
      });
      expect(read(...pieces)).toEqual(expected);
    }),
    { numRuns: 300, seed: 5 },
  );
});
