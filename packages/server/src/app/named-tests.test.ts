import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A page that names the tests of each of its promises by their ids, such as [P-12]. */
interface Page {
  readonly path: string;
  readonly leastPromises: number;
  /** The promises: one text each, with the ids of its tests. */
  readonly promises: (text: string) => readonly string[];
}

const root = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const pages: readonly Page[] = [
  {
    path: 'docs/sharing-rules.md',
    leastPromises: 200,
    promises: (text) => text.split('\n').filter((line) => /^\| (?!Rule +\||-+ +\|)/.test(line)),
  },
  {
    path: 'docs/teams.md',
    leastPromises: 1,
    promises: (text) => text.split('\n').filter((line) => /^\| .*\| +\[/.test(line)),
  },
  {
    path: 'docs/single-sign-on.md',
    leastPromises: 20,
    promises: (text) => text.split('\n').filter((line) => /^\| .*\| +\[/.test(line)),
  },
  {
    path: 'docs/reliability.md',
    leastPromises: 5,
    promises: (text) => text.split('\n').filter((line) => /^\| .*\| +\[/.test(line)),
  },
  {
    path: 'SECURITY.md',
    leastPromises: 30,
    promises: (text) =>
      text
        .slice(text.indexOf('\n## Promises\n'), text.indexOf('\n## Not covered\n'))
        .split('\n')
        .filter((line) => line.startsWith('- ')),
  },
  {
    path: 'docs/sync.md',
    leastPromises: 7,
    promises: (text) => {
      const [, list = ''] = text.split('\nEach promise names its tests.\n\n');
      return list.slice(0, list.indexOf('\n\n')).split('\n- ');
    },
  },
];

const idsIn = (text: string): string[] => [...text.matchAll(/\[(P-\d+)\]/g)].map(([, id = '']) => id);

/** Ids at the beginning of the titles of tests, not of suites, with a repeated entry for an id that is used twice. */
const idsOfTests = (): string[] =>
  globSync(['packages/**/*.{test,contract}.{ts,tsx}', 'tools/**/*.test.ts'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  }).flatMap((path) =>
    [...read(path).matchAll(/(?:\b(?:it|test)|\))\(\s*(['"`])\[(P-\d+)\] (?!\1)/g)].map(([, , id = '']) => id),
  );

test.each(pages)('each promise of $path names its tests', ({ path, leastPromises, promises }) => {
  const found = promises(read(path));
  expect(found.length).toBeGreaterThan(leastPromises);
  expect(found.filter((promise) => idsIn(promise).length === 0)).toEqual([]);
});

test('each id of a promise is the id of one test, and each id of a test is named by a promise', () => {
  const tested = idsOfTests();
  const promised = new Set(pages.flatMap(({ path }) => idsIn(read(path))));
  expect({
    missing: [...promised].filter((id) => !tested.includes(id)),
    unused: tested.filter((id) => !promised.has(id)),
    repeated: tested.filter((id, index) => tested.indexOf(id) !== index),
  }).toEqual({ missing: [], unused: [], repeated: [] });
});
