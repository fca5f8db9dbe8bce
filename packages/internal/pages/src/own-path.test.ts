import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each([
  ['/', '/'],
  ['/device?code=ABCD-EFGH', '/device?code=ABCD-EFGH'],
  ['/a/../b', '/b'],
  ['/a#b', '/a'],
])('accepts %s', (wanted, path) => {
  expect(ownPath(wanted)).toBe(path);
});

test.each([
  '',
  'device',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '///evil.example',
  '/../..//evil.example',
])('falls back to the start page for %j', (wanted) => {
  expect(ownPath(wanted)).toBe('/');
});
