import { expect, it } from 'vitest';
import { padEnd, shorten, textWidth } from './text-width.ts';

it('counts the columns of letters, ideographs, emoji and accents', () => {
  expect(['abc', '写真', '🦆', 'e\u0301'].map(textWidth)).toEqual([3, 4, 2, 1]);
  expect(['✅', '⭐', '❤️', '👨‍👩‍👧'].map(textWidth)).toEqual([2, 2, 2, 2]);
});

it('keeps the beginning and the end of a name that is too wide', () => {
  expect(shorten('a very long name of a file.tar.gz', 16)).toBe('a very l….tar.gz');
  expect(shorten('写真写真写真写真.jpg', 11)).toBe('写真写….jpg');
  expect(shorten('short', 5)).toBe('short');
});

it('never exceeds the requested width', () => {
  for (let width = 0; width < 12; width++)
    expect(textWidth(shorten('写a真bc写真.jpg', width))).toBeLessThanOrEqual(width);
});

it('never splits an emoji', () => {
  expect(shorten('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 5)).toBe('👨‍👩‍👧…👨‍👩‍👧');
});

it('pads by columns, not by characters', () => {
  expect(padEnd('写真', 6)).toBe('写真  ');
});
