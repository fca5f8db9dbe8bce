import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { foldCaseBelow } from '../../../sdk/test/fold-case.ts';
import { useDrive } from '../../test/drive-user.ts';
import { listFiles } from '../../test/list-files.ts';

const at = useDrive();

it('two names that differ in case only are not written to one file', async () => {
  await at.grow('/Photos/fine.txt', '/Photos/FINE.txt', '/Photos/other.txt');
  mkdirSync(at.here('one-way'));
  mkdirSync(at.here('two-way'));
  foldCaseBelow(at.home);
  const oneWay = await at.on('sync', 'drive:/Photos', 'one-way');
  expect(oneWay.code).toBe(3);
  expect(oneWay.err).toMatch(/would be the same file on this computer/);
  const twoWay = await at.on('sync', '--two-way', 'drive:/Photos', 'two-way');
  expect(twoWay.code).toBe(3);
  expect(twoWay.err).toMatch(/stays on the server: it would be the same file as (fine|FINE)\.txt/);
  const download = await at.on('download', '/Photos', '-o', 'download');
  expect(download.code).toBe(3);
  expect(download.err).toMatch(/would be written twice/);
  for (const folder of ['one-way', 'two-way', 'download/Photos']) {
    const names = listFiles(at.here(folder)).filter((name) => !name.startsWith('.drive-trash'));
    expect(names.map((name) => name.toLowerCase())).toEqual(['fine.txt', 'other.txt']);
    expect(at.read(`${folder}/${names[0]}`)).toBe(`/Photos/${names[0]}`);
  }
});
