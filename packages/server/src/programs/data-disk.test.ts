import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../config.ts';
import { diskWarnings, type DiskProbe } from './data-disk.ts';

const configOf = (settings: Readonly<Record<string, string>> = {}) =>
  loadSettings({ flags: {}, env: { DRIVE_DATA_DIR: '/srv/drive', ...settings } }).config;
/** A disk whose syncs take so long, one after the other. */
const probe = (type: number, ...ms: number[]): DiskProbe => ({ typeOf: () => type, syncMs: () => ms.shift() ?? 0 });
const ext4 = 0xef53;

test('[P-1744] a database on a network file system is named at the start, and one on a local disk is not', () => {
  expect(diskWarnings(configOf(), probe(ext4, 5))).toEqual([]);
  expect(diskWarnings(configOf(), probe(0x6969, 5))).toEqual([
    expect.stringContaining('/srv/drive is on a network file system (NFS)'),
  ]);
});

test('[P-1745] a disk that always takes long to make a write durable is named at the start, and one that did once is not', () => {
  expect(diskWarnings(configOf(), probe(ext4, 120, 110, 130))).toEqual([
    'The disk of /srv/drive takes 110 ms to make a write durable: every change waits for that.',
  ]);
  expect(diskWarnings(configOf(), probe(ext4, 120, 4))).toEqual([]);
});

test('a database in Postgres is on another disk', () => {
  const config = configOf({ DRIVE_DATABASE_URL: 'postgres://drive@db/drive' });
  expect(diskWarnings(config, probe(0x6969, 500, 500, 500))).toEqual([]);
});

test('the disk is asked without leaving a file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'drive-disk-'));
  expect(diskWarnings(configOf({ DRIVE_DATA_DIR: directory })).every((line) => line.includes(directory))).toBe(true);
  expect(readdirSync(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
});
