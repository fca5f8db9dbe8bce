import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { discardStagedBeforeBoot } from './last-boot.ts';

let directory: string;
const staged = (): string[] => readdirSync(join(directory, 'staging'));
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'drive-boot-'));
  mkdirSync(join(directory, 'staging'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('discards staged bytes of an earlier boot and keeps them while the machine runs', () => {
  discardStagedBeforeBoot(directory, 'first');
  writeFileSync(join(directory, 'staging', 'upload'), 'bytes');
  discardStagedBeforeBoot(directory, 'second');
  expect(staged()).toEqual([]);
  writeFileSync(join(directory, 'staging', 'upload'), 'bytes');
  discardStagedBeforeBoot(directory, 'second');
  expect(staged()).toEqual(['upload']);
});
