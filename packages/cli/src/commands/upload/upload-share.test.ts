import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';

const me = useDrive();
const { on } = me;
const write = (...names: string[]): void => names.forEach((name) => writeFileSync(join(me.home, name), name));
const listed = async () => JSON.parse((await on('shares', 'list', '--json')).out) as Record<string, unknown>[];

describe('an upload that is shared', () => {
  it('accepts all options of share', async () => {
    write('a.txt', 'secret');
    const flags = ['--expires', '7d', '--password-file', 'secret', '--max-downloads', '3', '--notify', 'view'];
    const { code, out } = await on('upload', '--share', 'a.txt', '--slug', 'uploaded-so', '--public', ...flags);
    expect([code, out]).toEqual([0, `${me.drive.url}/s/uploaded-so\n`]);
    expect(await listed()).toMatchObject([
      { name: 'a.txt', shareMode: 'PUBLIC', passwordProtected: true, maxDownloads: 3, notifyOnView: true },
    ]);
  });

  it('is never open before its password is set', async () => {
    write('a.txt', 'secret');
    const bodies: string[] = [];
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming) {
        if (incoming.method === 'POST') incoming.on('data', (chunk: Buffer) => void bodies.push(chunk.toString()));
        return false;
      },
    });
    const env = { DRIVE_BASE_URL: proxy.url };
    expect((await me.with({ env }, 'upload', '--share', 'a.txt', '--password-file', 'secret')).code).toBe(0);
    expect(bodies.filter((body) => body.includes('autoShare'))).toEqual([]);
    expect(bodies.filter((body) => body.includes('"password":"secret"'))).toHaveLength(1);
  });

  it('changes the link of an existing file that is already shared', async () => {
    write('a.txt');
    const link = (await on('upload', '--share', 'a.txt')).out;
    expect((await on('upload', '--share', '--max-downloads', '5', 'a.txt')).out).toBe(link);
    expect(await listed()).toMatchObject([{ maxDownloads: 5 }]);
  });

  it('prints a link for each of several files, and refuses one slug for all', async () => {
    write('a.txt', 'b.txt');
    const { out } = await on('upload', '--share', '--expires', '1d', 'a.txt', 'b.txt');
    expect(out).toMatch(/^http\S+\t\/a\.txt\nhttp\S+\t\/b\.txt\n$/);
    expect((await listed()).every(({ expiresAt }) => expiresAt !== null)).toBe(true);
    expect(await on('upload', '--share', '--slug', 'both', 'a.txt', 'b.txt')).toMatchObject({ code: 2, out: '' });
  });

  it('of a folder creates one link, or one per file with --share-each', async () => {
    mkdirSync(join(me.home, 'box/deep'), { recursive: true });
    write('box/a.txt', 'box/deep/b.txt', 'c.txt');
    const one = await on('upload', '-r', '--share', '--slug', 'one-box', 'box');
    expect(one).toMatchObject({ code: 0, out: `${me.drive.url}/s/one-box\n` });
    expect(await listed()).toMatchObject([{ name: 'box' }]);
    expect((await on('upload', '-r', '--share', 'box', 'c.txt')).out).toBe(
      `${me.drive.url}/s/one-box\t/box\n${(await on('share', '/c.txt')).out.trim()}\t/c.txt\n`,
    );
    const each = await on('upload', '-r', '--share-each', 'box');
    expect(each.out).toMatch(/^http\S+\t\/box\/a\.txt\nhttp\S+\t\/box\/deep\/b\.txt\n$/);
    const json = await me.records('upload', '-r', '--share', '--json', 'box');
    expect(json.at(-1)).toMatchObject({ path: 'box', status: 'shared', shortUrl: `${me.drive.url}/s/one-box` });
    expect(await on('upload', '-r', '--share', '--slug', 'x', 'box', 'c.txt')).toMatchObject({ code: 2 });
  });

  it('has failed in part if only the link of the folder could not be made', async () => {
    mkdirSync(join(me.home, 'box'));
    write('box/a.txt', 'other.txt');
    await on('upload', '--share', '--slug', 'taken-slug', 'other.txt');
    const { code, err } = await on('upload', '-r', '--share', '--slug', 'taken-slug', 'box');
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('taken-slug') as string });
    expect(await me.all()).toContain('/box/a.txt');
  });

  it('includes empty files', async () => {
    me.write('box/a.txt');
    for (const name of ['box/__init__.py', 'box/empty']) me.write(name, '');
    const { code, out, err } = await on('upload', '-r', '--share-each', '--public', '--resumable', 'box');
    expect([code, err]).toEqual([0, expect.stringMatching(/^uploaded 3 files/)]);
    expect(out.match(/^http\S+\/s\/\S+\t\/box\/.*$/gm)).toHaveLength(3);
    expect(await me.list('/box')).toMatchObject([
      { name: '__init__.py', size: 0, shareMode: 'PUBLIC' },
      { name: 'a.txt' },
      { name: 'empty', size: 0, shareMode: 'PUBLIC' },
    ]);
    expect((await on('upload', '-r', 'box')).err).toContain('3 files were already on the server');
    expect(await on('upload', 'box/empty')).toMatchObject({ code: 0, out: '/empty\n' });
    me.write('empty', 'not empty');
    expect(await on('upload', 'empty')).toMatchObject({ out: '/empty (1)\n' });
    me.write('empty', '');
    expect(await on('upload', 'empty')).toMatchObject({
      out: '/empty\n',
      err: expect.stringContaining('nothing to do') as string,
    });
    expect(await on('upload', '--on-conflict', 'replace', '--name', 'a.txt', '--to', '/box', 'empty')).toMatchObject({
      code: 0,
    });
    expect((await me.list('/box')).map(({ size }) => size)).toEqual([0, 0, 0]);
  });

  it('gets a number if a folder has the name of an empty file, and is deeper than a path in one request may be', async () => {
    const deep = `/${Array.from({ length: 12 }, (_, level) => `${level}`.padEnd(200, '-')).join('/')}`;
    await me.grow('/empty/', `${deep}/`);
    me.write('empty', '');
    expect(await on('upload', 'empty')).toMatchObject({ code: 0, out: '/empty (1)\n' });
    expect(await on('upload', 'empty', '--to', deep)).toMatchObject({ code: 0, out: `${deep}/empty\n` });
  });

  it('is stored without a link if the slug is taken, and not at all if none can have it', async () => {
    write('a.txt', 'b.txt');
    await on('upload', '--share', '--slug', 'had-before', 'a.txt');
    const { code, err } = await on('upload', '--share', '--slug', 'had-before', 'b.txt');
    expect([code, err]).toEqual([6, expect.stringMatching(/had-before is taken; b\.txt was not shared/)]);
    expect(await me.all()).toEqual(['/a.txt', '/b.txt']);
    expect(await on('upload', '--share', '--slug', 'admin', 'c.txt')).toMatchObject({
      code: 6,
      err: expect.stringContaining('nothing was uploaded') as string,
    });
    expect((await me.list()).map(({ shareMode }) => shareMode)).toEqual(['SHARED', 'PRIVATE']);
  });

  it('is drawn as a QR code on a terminal', async () => {
    write('a.txt');
    const { out } = await me.with({ terminal: 80 }, 'upload', '--share', '--qr', 'a.txt');
    expect(out).toMatch(/^http\S+\n.*[▀▄█]/s);
  });

  it('refuses share options without --share, and two secrets from standard input', async () => {
    write('a.txt', 'secret');
    for (const flags of [
      ['--public'],
      ['--expires', '1d'],
      ['--password-file', 'secret'],
      ['--max-downloads', '1'],
      ['--slug', 'xyz'],
      ['--qr'],
    ]) {
      const { code, err } = await on('upload', 'a.txt', ...flags);
      expect([code, err]).toEqual([2, `error: ${flags[0]} needs --share; add --share, or omit the flag\n`]);
    }
    for (const flags of [['--password'], ['--password-file', '-']])
      expect(await me.with({ stdin: 'x' }, 'upload', '-', '--name', 'b', '--share', ...flags)).toMatchObject({
        code: 2,
      });
    expect(await me.all()).toEqual([]);
  });
});
