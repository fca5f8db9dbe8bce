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
  writeFileSync(join(directory, 'staging', 'upload'), 'bytes');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('keeps staged bytes while the machine runs, and those of a version without boot ids', () => {
  discardStagedBeforeBoot(directory, 'first');
  discardStagedBeforeBoot(directory, 'first');
  expect(staged()).toEqual(['upload']);
});

it('discards staged bytes of an earlier boot, and none later', () => {
  discardStagedBeforeBoot(directory, 'first');
  discardStagedBeforeBoot(directory, 'second');
  expect(staged()).toEqual([]);
  writeFileSync(join(directory, 'staging', 'upload'), 'bytes');
  discardStagedBeforeBoot(directory, 'second');
  expect(staged()).toEqual(['upload']);
});
