import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const text = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
const sectionOf = (title: string): string => text.split(/^## /m).find((section) => section.startsWith(title)) ?? '';
const pathsIn = (section: string): string[] =>
  [...section.matchAll(/`(packages\/[^`]+)`/g)].map(([, path = '']) => path);

test.each([
  ['One request, from the socket to the answer', 15],
  ['To change X, open Y', 30],
])('every file that ARCHITECTURE.md names exists: %s', (title, least) => {
  const paths = pathsIn(sectionOf(title));
  expect(paths.length).toBeGreaterThanOrEqual(least);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test('ARCHITECTURE.md follows a request in ten steps, and has twenty frequent changes', () => {
  expect(sectionOf('One request').match(/^\d+\. /gm)).toHaveLength(10);
  expect(sectionOf('To change X').match(/^\| (?!To change|-)/gm)!.length).toBeGreaterThanOrEqual(20);
});
