import { expect, it } from 'vitest';
import { compareFilePaths, compareNames } from './item-order.ts';

it('orders names like the server: ignoring case, then exactly, by code points', () => {
  const names = ['Zebra', 'ä', 'apple', 'Apple', 'b', '\uffee', '🙂', 'a'];
  expect(names.toSorted(compareNames)).toEqual(['a', 'Apple', 'apple', 'b', 'Zebra', 'ä', '\uffee', '🙂']);
});

it('orders files as a walk visits them: the content of folders first', () => {
  const paths = ['/b.txt', '/a/z.txt', '/a/b/c', '/B/x', '/a.txt'];
  expect(paths.toSorted(compareFilePaths)).toEqual(['/a/b/c', '/a/z.txt', '/B/x', '/a.txt', '/b.txt']);
});
