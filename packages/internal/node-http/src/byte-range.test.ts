import { expect, it } from 'vitest';
import { parseRange } from './preconditions.ts';

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['Bytes=99-99', { start: 99, end: 99 }],
  ['bytes=10-9223372036854775807', { start: 10, end: 99 }],
  ['bytes=-9223372036854775807', { start: 0, end: 99 }],
  [`bytes=0-${'9'.repeat(1000)}`, { start: 0, end: 99 }],
  ['bytes=000000000000000000000010-', { start: 10, end: 99 }],
])('reads %s of 100 bytes', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

it.each([
  'bytes=100-',
  'bytes=100-200',
  'bytes=-0',
  'bytes=99999999999999999-',
  'bytes=18446744073709551616-',
  `bytes=${'9'.repeat(1000)}-`,
])('finds no range for %s of 100 bytes', (header) => {
  expect(parseRange(header, 100)).toBe('unsatisfiable');
});

it.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-3',
  'bytes=a-b',
  'items=0-1',
  'bytes=0-1,3-4',
  'bytes=0-1 ,',
  '0-1',
  'bytes=18446744073709551616-5',
  'bytes=+1-2',
])('[P-227] returns the complete file for %s', (header) => {
  expect(parseRange(header, 100)).toBeUndefined();
});

it('finds no byte in an empty file, whose last bytes are nevertheless all of it', () => {
  expect(['bytes=0-', 'bytes=-0', 'bytes=-5'].map((header) => parseRange(header, 0))).toEqual([
    'unsatisfiable',
    'unsatisfiable',
    undefined,
  ]);
});
