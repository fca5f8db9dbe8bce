import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeCountryTable } from '../test/index.ts';
import { CountryTable } from './country-table.ts';

let path: string;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'country-table-'));
  path = join(folder, 'countries.mmdb');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('finds the country of an address, and none of others', async () => {
  writeCountryTable(path, { '203.0.113.0/24': 'DE', '198.51.100.0/25': 'JP', '192.0.2.0/24': 'not a country' });
  const errors: unknown[] = [];
  const table = new CountryTable(path, (error) => errors.push(error));
  const found = [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '198.51.100.1',
    '198.51.100.200',
    '192.0.2.1',
    '2001:db8::1',
    'unknown',
    '',
  ];
  expect(await Promise.all(found.map((ip) => table.find(ip)))).toEqual([
    'DE',
    'DE',
    'JP',
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(errors).toEqual([]);
});

it.each([
  ['is missing', () => undefined],
  ['is no table', () => writeFileSync(path, 'no table')],
])('reports a file that %s once, and reads it later', async (_, prepare) => {
  prepare();
  let now = 0;
  const errors: unknown[] = [];
  const table = new CountryTable(
    path,
    (error) => errors.push(error),
    () => now,
  );
  expect(await Promise.all([table.find('203.0.113.9'), table.find('203.0.113.9')])).toEqual([null, null]);
  expect([await table.find('203.0.113.9'), errors.length]).toEqual([null, 1]);
  writeCountryTable(path, { '203.0.113.0/24': 'DE' });
  expect(await table.find('203.0.113.9')).toBe(null);
  now = 3_600_000;
  expect(await table.find('203.0.113.9')).toBe('DE');
});
