import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhookEvents } from '@drive/contract';
import { expect, test } from 'vitest';

const modules = join(import.meta.dirname, '../modules');
const sources = globSync('**/*.ts', { cwd: modules })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(modules, path), 'utf8'))
  .filter((text) => /events\.publish\w*\(/.test(text))
  .join('\n');

test.each(Object.keys(webhookEvents))('the contract’s event %s is published in the sources', (type) => {
  expect(sources).toContain(`type: '${type}'`);
});
