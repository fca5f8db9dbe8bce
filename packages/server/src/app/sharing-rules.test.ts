import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pageUrl = new URL('../../../../docs/sharing-rules.md', import.meta.url);
const page = readFileSync(pageUrl, 'utf8');

/** Of tests, not of suites, as they stand in the source. */
const titlesIn = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(/(?:\b(?:it|test)|\))\(\s*(['`])((?:(?!\1).)+)\1,/g)].map(([, , title = '']) => title));

const titles = new Map(
  [...page.matchAll(/^\[([\w-]+)\]: (\S+)$/gm)].map(([, name = '', path = '']) => [
    name,
    titlesIn(readFileSync(new URL(path, pageUrl), 'utf8')),
  ]),
);
const rules = page.split('\n').flatMap((line) => {
  const [, rule = '', held] = /^\| (.+?) +\| (.+?) +\|$/.exec(line) ?? [];
  if (held === undefined || /^(?:Held by|-+)$/.test(held)) return [];
  const tests = [...held.matchAll(/\[([^\]]+)\]\[([\w-]+)\]/g)].map(([, title = '', name = '']) => ({ title, name }));
  return [{ rule, tests }];
});

test('each rule that docs/sharing-rules.md tells is held by tests that are there', () => {
  expect(rules.length).toBeGreaterThan(200);
  const lost = rules.flatMap(({ rule, tests }) => {
    if (tests.length === 0) return [`${rule}: held by nothing`];
    return tests
      .filter(({ title, name }) => titles.get(name)?.has(title) !== true)
      .map(({ title, name }) => `${rule}: ${name} has no test "${title}"`);
  });
  expect(lost).toEqual([]);
});
