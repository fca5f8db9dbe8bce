import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../../../server/test/api/archive-requests.ts';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive({ settings: { ARCHIVE_MAX_BYTES: '2000' } });
const { on } = me;
const zip = (name: string): Promise<Record<string, string>> => contentsOf(readFileSync(join(me.home, name)));

describe('archive', () => {
  it('downloads files and folders as a tree into one ZIP', async () => {
    await me.grow('/a.txt', '/Photos/sea.jpg', '/Photos/Day/sea.jpg', '/Photos/Empty/', '/other.txt');
    const { code, out, err } = await on('archive', '/a.txt', '/Photos', '/Photos/sea.jpg', '-o', 'x.zip');
    expect([code, out, err]).toEqual([0, `${join(me.home, 'x.zip')}\n`, '3 files in it\n']);
    expect(await zip('x.zip')).toEqual({
      'a.txt': '/a.txt',
      'Photos/sea.jpg': '/Photos/sea.jpg',
      'Photos/Day/sea.jpg': '/Photos/Day/sea.jpg',
      'Photos/Empty/': '',
    });
    expect(readdirSync(me.home)).toEqual(['x.zip']);
  });

  it('of a single folder, or of everything, has its content at the top', async () => {
    await me.grow('/a.txt', '/Photos/sea.jpg', '/Photos/Day/sea.jpg');
    await on('archive', '/Photos', '-o', 'folder.zip');
    expect(Object.keys(await zip('folder.zip')).toSorted()).toEqual(['Day/sea.jpg', 'sea.jpg']);
    await on('archive', '/', '-o', 'all.zip');
    expect(
      Object.keys(await zip('all.zip'))
        .filter((name) => !name.endsWith('/'))
        .toSorted(),
    ).toEqual(['Photos/Day/sea.jpg', 'Photos/sea.jpg', 'a.txt']);
  });

  it('is named after its content, and is written to an existing folder', async () => {
    await me.grow('/Photos/sea.jpg', '/a.txt');
    expect((await on('archive', '/Photos')).out).toBe(`${join(me.home, 'Photos.zip')}\n`);
    expect((await on('archive', '/Photos', '/a.txt')).out).toBe(`${join(me.home, 'files.zip')}\n`);
    const [record] = await me.records('archive', '/Photos', '-o', 'y.zip', '--json');
    expect(record).toMatchObject({ path: join(me.home, 'y.zip'), fileCount: 1 });
  });

  it('replaces a file only with --force', async () => {
    await me.grow('/a.txt');
    writeFileSync(join(me.home, 'x.zip'), 'precious');
    expect(await on('archive', '/a.txt', '-o', 'x.zip')).toMatchObject({ code: 6, out: '' });
    expect(readFileSync(join(me.home, 'x.zip'), 'utf8')).toBe('precious');
    expect((await on('archive', '/a.txt', '-o', 'x.zip', '--force')).code).toBe(0);
    expect(await zip('x.zip')).toEqual({ 'a.txt': '/a.txt' });
  });

  it('can be written to standard output', async () => {
    await me.grow('/a.txt');
    const { code, out } = await on('archive', '/a.txt', '-o', '-');
    expect(code).toBe(0);
    expect(out).toMatch(/^PK.*a\.txt.*\/a\.txt/s);
    expect(await on('archive', '/a.txt', '-o', '-', '--json')).toMatchObject({ code: 2, out: '' });
    expect(await me.with({ terminal: 80 }, 'archive', '/a.txt', '-o', '-')).toMatchObject({ code: 2, out: '' });
  });

  it('reports sizes above the limit, with figures in JSON', async () => {
    await me.put('/a.txt', 'x'.repeat(1500));
    await me.put('/b.txt', 'x'.repeat(1500));
    const tooLarge = await on('archive', '/a.txt', '/b.txt', '-o', 'x.zip');
    expect([tooLarge.code, tooLarge.err]).toEqual([
      6,
      'error: these files come to 2.9 KiB, and an archive may hold 2.0 KiB; select fewer files\n',
    ]);
    const json = await on('archive', '/a.txt', '/b.txt', '-o', 'x.zip', '--json');
    expect(JSON.parse(json.err)).toMatchObject({
      code: 'archive_size_exceeded',
      details: { actual_bytes: 3000, cap_bytes: 2000 },
    });
    expect(existsSync(join(me.home, 'x.zip'))).toBe(false);
  });

  it('has no limit of files below a folder, and one of 200 named items', { timeout: 60_000 }, async () => {
    await me.grow(...Array.from({ length: 201 }, (_, index) => `/Many/${index}`));
    expect((await on('archive', '/Many')).code).toBe(0);
    expect(Object.keys(await zip('Many.zip'))).toHaveLength(201);
    const { code, err } = await on('archive', '/Many/*');
    expect([code, err]).toEqual([2, expect.stringContaining('at most 200 files and folders can be named')]);
  });

  it('creates nothing if an item is missing, or there is none', async () => {
    await me.grow('/a.txt');
    const refused = [await on('archive', '/missing'), await on('archive', '/a.txt', '/missing')];
    expect(refused.map(({ code, out }) => [code, out])).toEqual([
      [5, ''],
      [5, ''],
    ]);
    expect(readdirSync(me.home)).toEqual([]);
    await on('rm', '/a.txt');
    expect(await on('archive', '/')).toMatchObject({ code: 2, err: 'error: there is nothing to archive\n' });
    await me.grow('/a.txt');
    expect((await on('archive', '/a.txt', '-o', 'new/')).out).toMatch(/new\/a\.txt\.zip\n$/);
  });
});
