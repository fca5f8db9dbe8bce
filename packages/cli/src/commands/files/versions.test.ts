import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive({ settings: { LIST_MAX: '2' } });
const { on } = me;

/** Stores the texts one after the other under one name; all but the last become versions 1, 2, …. */
async function write(path: string, ...texts: readonly string[]): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const text of texts) {
    writeFileSync(join(me.home, name), text);
    me.drive.clock.advance(1000);
    const { err, code } = await on('upload', name, '--on-conflict', 'replace', '--to', path.slice(0, -name.length));
    expect({ code, err }).toMatchObject({ code: 0 });
  }
}
const numbers = async (path: string): Promise<number[]> =>
  (JSON.parse((await on('versions', 'list', path, '--json')).out) as { version: number }[]).map(
    ({ version }) => version,
  );

describe('usage files', () => {
  it('lists the files whose versions use the most, and versions rm --all deletes them', async () => {
    await write('/small.txt', '1', '22');
    await write('/large.txt', '4444', '55555', '1');
    const list = async () =>
      (await on('usage', 'files')).out.split('\n').map((line) => line.split('\t').slice(0, 4).join(' '));
    expect(await list()).toEqual(['1 2 9 /large.txt', '2 1 1 /small.txt', '']);
    expect((await on('usage', 'files', '--by', 'size')).out).toBe('');
    expect(await on('versions', 'rm', '/large.txt')).toMatchObject({ code: 2 });
    expect((await on('versions', 'rm', '/large.txt', '--all', '--dry-run')).out.trim().split('\n')).toHaveLength(2);
    expect((await on('versions', 'rm', '/large.txt', '--all')).err).toBe(
      'deleted 2 versions of /large.txt permanently; 9 B are free again\n',
    );
    expect(await list()).toEqual(['2 1 1 /small.txt', '']);
    expect((await on('usage', 'show')).out).toMatch(/^versions\t1 B\t1 version$/m);
  });
});

describe('versions list', () => {
  it('lists the previous contents of a file, newest first, across pages', async () => {
    await write('/a.txt', '1', '22', '333', '4444', '55555');
    expect(await numbers('/a.txt')).toEqual([4, 3, 2, 1]);
    const { out } = await on('versions', 'list', '/a.txt');
    expect(out.split('\n').map((line) => line.split('\t').slice(0, 2))).toEqual([
      ['4', '4'],
      ['3', '3'],
      ['2', '2'],
      ['1', '1'],
      [''],
    ]);
    const table = await me.with({ terminal: 120 }, 'versions', 'list', '/a.txt');
    expect(table.out).toMatch(/^VERSION +SIZE +UPLOADED +REPLACED +SHA-256/);
  });

  it('says that a file has no versions', async () => {
    await me.grow('/a.txt');
    expect(await on('versions', 'list', '/a.txt')).toEqual({ code: 0, out: '', err: '' });
    expect(await me.with({ terminal: 120 }, 'versions', 'list', '/a.txt')).toMatchObject({
      code: 0,
      err: expect.stringContaining('no versions') as string,
    });
  });

  it('refuses folders, the root and unknown paths', async () => {
    await me.grow('/d/');
    expect(await on('versions', 'list', '/d')).toMatchObject({
      code: 6,
      err: 'error: /d is a folder; only files have versions\n',
    });
    expect(await on('versions', 'list', '/')).toMatchObject({ code: 6 });
    expect(await on('versions', 'list', '/none')).toMatchObject({ code: 5 });
    expect(await on('versions', 'list', '/../d')).toMatchObject({ code: 2 });
  });
});

describe('versions download', () => {
  it('writes the newest version, or the one of a number, and verifies it', async () => {
    await write('/d/a.txt', 'one', 'two', 'three');
    expect(await on('versions', 'download', '/d/a.txt', '-o', 'two.txt')).toMatchObject({ code: 0 });
    expect(readFileSync(join(me.home, 'two.txt'), 'utf8')).toBe('two');
    expect(await on('versions', 'download', '/d/a.txt', '1', '-o', '-')).toEqual({ code: 0, out: 'one', err: '' });
  });

  it('keeps an existing file unless it is forced', async () => {
    await write('/a.txt', 'one', 'two');
    expect(await on('versions', 'download', '/a.txt')).toMatchObject({ code: 6, out: '' });
    expect(readFileSync(join(me.home, 'a.txt'), 'utf8')).toBe('two');
    expect((await on('versions', 'download', '/a.txt', '--force')).code).toBe(0);
    expect(readFileSync(join(me.home, 'a.txt'), 'utf8')).toBe('one');
    expect(await on('versions', 'download', '/a.txt', '1')).toMatchObject({
      code: 0,
      err: expect.stringContaining('nothing to do') as string,
    });
  });

  it('names a version that does not exist', async () => {
    await write('/a.txt', 'one', 'two');
    expect(await on('versions', 'download', '/a.txt', '7', '-o', 'x')).toEqual({
      code: 5,
      out: '',
      err: 'error: /a.txt has no version 7; list its versions with: drive-cli versions list /a.txt\n',
    });
    for (const number of ['0', '-1', '1.5', 'x'])
      expect(await on('versions', 'download', '/a.txt', '-o', 'x', '--', number)).toMatchObject({ code: 2 });
    await me.grow('/new.txt');
    expect(await on('versions', 'download', '/new.txt')).toMatchObject({
      code: 5,
      err: 'error: /new.txt has no versions\n',
    });
  });
});

describe('versions restore', () => {
  it('makes a version current, and again undoes that', async () => {
    await write('/a.txt', 'one', 'two', 'three');
    expect(await on('versions', 'restore', '/a.txt', '1')).toEqual({
      code: 0,
      out: '',
      err: 'restored version 1 of /a.txt; to undo: drive-cli versions restore /a.txt\n',
    });
    expect((await on('download', '/a.txt', '-o', '-')).out).toBe('one');
    expect(await numbers('/a.txt')).toEqual([3, 2]);
    await on('versions', 'restore', '/a.txt');
    expect((await on('download', '/a.txt', '-o', '-')).out).toBe('three');
  });

  it('changes nothing in a dry run', async () => {
    await write('/a.txt', 'one', 'two');
    expect((await on('versions', 'restore', '/a.txt', '--dry-run')).out).toMatch(/^version 1 of \/a\.txt, replaced /);
    expect((await on('download', '/a.txt', '-o', '-')).out).toBe('two');
  });
});

describe('versions rm', () => {
  it('deletes the named versions and frees their bytes', async () => {
    await write('/a.txt', 'one', 'two', 'three', 'four');
    const used = async () => (JSON.parse((await on('whoami', '--json')).out) as { usedBytes: number }).usedBytes;
    expect(await used()).toBe(15);
    expect(await on('versions', 'rm', '/a.txt', '1', '3', '--dry-run')).toMatchObject({
      out: 'version 1 of /a.txt\nversion 3 of /a.txt\n',
    });
    expect(await on('versions', 'rm', '/a.txt', '1', '3', '3')).toMatchObject({ code: 0, out: '' });
    expect(await numbers('/a.txt')).toEqual([2]);
    expect(await used()).toBe(7);
  });

  it('deletes existing versions, and reports missing ones', async () => {
    await write('/a.txt', 'one', 'two');
    const { code, err } = await on('versions', 'rm', '/a.txt', '9', '1');
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('version 9') as string });
    expect(await numbers('/a.txt')).toEqual([]);
    expect(await on('versions', 'rm', '/a.txt', '1')).toMatchObject({ code: 5 });
    expect(await on('versions', 'rm', '/a.txt')).toMatchObject({ code: 2 });
  });
});
