import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundlePage } from '../test/bundle-page.ts';

const most = 12_000;

it.each([
  ['the components', "export * from '../src/index.ts';"],
  ['the web component', "export * from '../src/element/define.ts';"],
])('a page loads at most 12 kB gzipped for %s, besides React and the SDK', async (_, program) => {
  const script = await bundlePage(program, [/^react/, /^@drive\/sdk/]);
  expect(script).not.toContain('node:');
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(most);
});
