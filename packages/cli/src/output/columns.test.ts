import { expect, it } from 'vitest';
import { formatColumns } from './columns.ts';
import { textWidth } from './text-width.ts';

const plain = (text: string): string => text;

it('fills columns downward, in as few lines as possible', () => {
  expect(formatColumns(['a', 'bb', 'ccc', 'd', 'e'], 80, plain)).toEqual(['a  bb  ccc  d  e']);
  expect(formatColumns(['a', 'bb', 'ccc', 'd', 'e'], 11, plain)).toEqual(['a   ccc  e', 'bb  d']);
  expect(formatColumns([], 80, plain)).toEqual([]);
});

it('puts a name that is wider than the terminal on a separate line', () => {
  expect(formatColumns(['x'.repeat(50), 'y'], 20, plain)).toEqual(['x'.repeat(50), 'y']);
});

it('never exceeds the width of the terminal, in any script', () => {
  const names = Array.from({ length: 100 }, (_, index) => `${'写真'.repeat(index % 5)}${index}`);
  for (const width of [30, 57, 80, 200]) {
    const lines = formatColumns(names, width, plain);
    expect(lines.every((line) => textWidth(line) < width)).toBe(true);
    expect(lines.join('  ').split(/ +/).toSorted()).toEqual(names.toSorted());
  }
});

it('colors names without changing their positions', () => {
  const painted = formatColumns(['a', 'bb', 'c'], 7, (text) => `<${text}>`);
  expect(painted.map((line) => line.replace(/[<>]/g, ''))).toEqual(formatColumns(['a', 'bb', 'c'], 7, plain));
});
