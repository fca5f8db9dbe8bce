import type { Item } from '@drive/sdk';
import { describe, expect, it } from 'vitest';
import { isNewer, isOlder, parseMoment, parseSizeTest } from './find-tests.ts';

const sized = (size: number | null) => ({ size }) as Item;

describe('a size', () => {
  it.each([
    ['+1k', [1025], [1024, 0]],
    ['-1k', [1023, 0], [1024]],
    ['1.5K', [1536], [1535]],
    ['500', [500], [499]],
    ['+10MiB', [10 * 1024 ** 2 + 1], [10 * 1024 ** 2]],
    ['-2gb', [0], [2 * 1024 ** 3]],
    ['+1T', [1024 ** 4 + 1], [1024 ** 4]],
    ['0B', [0], [1]],
  ])('%s', (text, passing, others) => {
    const test = parseSizeTest(text);
    expect(passing.every((size) => test(sized(size)))).toBe(true);
    expect(others.some((size) => test(sized(size)))).toBe(false);
    expect(test(sized(null))).toBe(false);
  });

  it.each(['', 'k', '1x', '+-1', '1,5k', '1e3'])('refuses %j', (text) => expect(() => parseSizeTest(text)).toThrow());
});

describe('a time', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');

  it.each([
    ['7d', '2026-03-03T12:00:00Z'],
    ['36h', '2026-03-09T00:00:00Z'],
    ['30min', '2026-03-10T11:30:00Z'],
    ['2w', '2026-02-24T12:00:00Z'],
    ['1y', '2025-03-10T12:00:00Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00Z'],
    ['2026-01-31 12:00:05Z', '2026-01-31T12:00:05Z'],
  ])('%s', (text, moment) => expect(parseMoment(text)(now)).toBe(Date.parse(moment)));

  it('reads a date in the local time zone', () => {
    expect(parseMoment('2026-01-31')(now)).toBe(new Date(2026, 0, 31).getTime());
    expect(parseMoment('2026-01-31T08:15')(now)).toBe(new Date(2026, 0, 31, 8, 15).getTime());
  });

  it.each(['', 'yesterday', '7', '7m', '2026', '2026-13-01', '2026-02-30T99:00'])('refuses %j', (text) =>
    expect(() => parseMoment(text)).toThrow(),
  );

  it('separates newer from older items', () => {
    const item = { uploadedAt: '2026-03-09T00:00:00.000Z' } as Item;
    expect([isNewer(parseMoment('2d'), now)(item), isOlder(parseMoment('2d'), now)(item)]).toEqual([true, false]);
    expect([isNewer(parseMoment('1d'), now)(item), isOlder(parseMoment('1d'), now)(item)]).toEqual([false, true]);
  });
});
