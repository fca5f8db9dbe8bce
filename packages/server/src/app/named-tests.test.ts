import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A page that names the test of each of its promises, as `[title][file]` with the files defined at its end. */
interface Page {
  readonly url: URL;
  readonly leastPromises: number;
  /** The promises: one text each, with the references to its tests. */
  readonly promises: (text: string) => readonly string[];
}

const root = new URL('../../../../', import.meta.url);

const pages: readonly Page[] = [
  {
    url: new URL('docs/sharing-rules.md', root),
    leastPromises: 200,
    promises: (text) => text.split('\n').filter((line) => /^\| (?!Rule +\||-+ +\|)/.test(line)),
  },
  {
    url: new URL('SECURITY.md', root),
    leastPromises: 30,
    promises: (text) =>
      text
        .slice(text.indexOf('\n## Promises\n'), text.indexOf('\n## Not covered\n'))
        .split('\n')
        .filter((line) => line.startsWith('- ')),
  },
];

/** Titles of tests, not of suites, in the source. */
const titlesIn = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(/(?:\b(?:it|test)|\))\(\s*(['`])((?:(?!\1).)+)\1,/g)].map(([, , title = '']) => title));

test.each(pages)('each promise of $url names tests that exist', ({ url, leastPromises, promises }) => {
  const text = readFileSync(url, 'utf8');
  const titles = new Map(
    [...text.matchAll(/^\[([\w-]+)\]: (\S+)$/gm)].map(([, file = '', path = '']) => [
      file,
      titlesIn(readFileSync(new URL(path, url), 'utf8')),
    ]),
  );
  const found = promises(text);
  expect(found.length).toBeGreaterThan(leastPromises);
  const unenforced = found.filter((promise) => !/\[[^\]]+\]\[[\w-]+\]/.test(promise));
  const missing = [...text.matchAll(/\[([^\]]+)\]\[([\w-]+)\]/g)]
    .map(([, title = '', file = '']) => ({ title, file }))
    .filter(({ title, file }) => titles.get(file)?.has(title) !== true);
  expect({ unenforced, missing }).toEqual({ unenforced: [], missing: [] });
});
