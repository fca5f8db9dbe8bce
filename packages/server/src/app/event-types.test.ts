import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhookEvents } from '@drive/contract';
import { expect, test } from 'vitest';

const modules = join(import.meta.dirname, '../modules');
const sources = globSync('**/*.ts', { cwd: modules })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(modules, path), 'utf8'))
  .filter((text) => /events\.publish\(/.test(text))
  .join('\n');

test.each(Object.keys(webhookEvents))('an event of the contract is published by some path: %s', (type) => {
  expect(sources).toContain(`type: '${type}'`);
});
