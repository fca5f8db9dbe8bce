import { expect, test } from 'vitest';
import { nearestWord } from './nearest-word.ts';

const known = ['page', 'limit', 'cursor', 'parentId', 'q'];

test.each([
  ['limt', 'limit'],
  ['Limit', 'limit'],
  ['parentid', 'parentId'],
  ['parent_id', 'parentId'],
  ['curser', 'cursor'],
  ['pages', 'page'],
])('takes %s for %s', (word, nearest) => {
  expect(nearestWord(word, known)).toBe(nearest);
});

test.each(['utm_source', 'folder', '', 'x'.repeat(100_000)])('takes %.20s for no known word', (word) => {
  expect(nearestWord(word, ['page', 'limit', 'cursor'])).toBeUndefined();
});
