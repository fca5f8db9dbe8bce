import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDrive } from '../../../../server/test/drive.ts';
import { cli } from '../../../test/cli.ts';
import { jsonLines, sha256, useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';

const me = useDrive();
const { on, write, list, names } = me;
const journals = (): string[] => {
  const directory = join(me.home, '.local/state/drive/uploads');
  return existsSync(directory) ? readdirSync(directory) : [];
};

describe('one file', () => {
  it('is stored completely, and only its path is on standard output', async () => {
    write('report.txt', 'hello');
    expect(await on('upload', 'report.txt')).toEqual({ code: 0, out: '/report.txt\n', err: '' });
    expect(await list()).toMatchObject([
      { name: 'report.txt', size: 5, sha256: sha256('hello'), mimeType: 'text/plain' },
    ]);
    expect(journals()).toEqual([]);
  });

  it.each([[[]], [['--resumable']]])('keeps its modification time: upload %j', async (flags: string[]) => {
    write('old.txt');
    const time = new Date('2001-02-03T04:05:06.789Z');
    utimesSync(join(me.home, 'old.txt'), time, time);
    expect(await on('upload', 'old.txt', ...flags)).toMatchObject({ code: 0 });
    expect(await list()).toMatchObject([{ modifiedAt: time.toISOString() }]);
  });

  it('is stored in a folder that is created, under another name', async () => {
    write('a.txt');
    expect(await on('upload', 'a.txt', '--to', '/Archive/2026/', '--name', 'b.txt')).toMatchObject({
      code: 0,
      out: '/Archive/2026/b.txt\n',
    });
    expect(await names('/Archive/2026')).toEqual(['b.txt']);
  });

  it.each([[[]], [['--resumable']]])('resolves a conflict with upload %j', async (flags: string[]) => {
    write('a.txt', 'old');
    await on('upload', 'a.txt', ...flags);
    const [{ id } = { id: '' }] = await list();
    write('a.txt', 'newer');
    expect(await on('upload', 'a.txt', '--on-conflict', 'skip', ...flags)).toMatchObject({ code: 0, out: '/a.txt\n' });
    expect(await list()).toMatchObject([{ id, sha256: sha256('old') }]);
    expect(await on('upload', 'a.txt', '--on-conflict', 'skip', '--dry-run', '--json')).toMatchObject({
      out: expect.stringContaining('"skipped"') as string,
    });
    const replaced = await on('upload', 'a.txt', '--on-conflict', 'replace', '--json', ...flags);
    expect(jsonLines(replaced.out)).toMatchObject([{ status: 'uploaded', id, remotePath: '/a.txt' }]);
    expect(await list()).toMatchObject([{ id, sha256: sha256('newer') }]);
    write('a.txt', 'third');
    expect(await on('upload', 'a.txt', '--on-conflict', 'rename', ...flags)).toMatchObject({ out: '/a (1).txt\n' });
    expect(await on('upload', 'a.txt', '--on-conflict', 'ask')).toMatchObject({ code: 2 });
  });

  it('is not sent again if the server has the same bytes under that name', async () => {
    write('a.txt');
    await on('upload', 'a.txt');
    expect(await on('upload', 'a.txt')).toEqual({
      code: 0,
      out: '/a.txt\n',
      err: 'nothing to do: the file is already on the server\n',
    });
    expect(await names()).toEqual(['a.txt']);
  });

  it('keeps both if the bytes differ, and prints the new name', async () => {
    write('a.txt', 'one');
    await on('upload', 'a.txt');
    write('a.txt', 'two');
    expect(await on('upload', 'a.txt')).toMatchObject({
      code: 0,
      out: '/a (1).txt\n',
      err: '/a.txt already exists: stored as /a (1).txt\n',
    });
  });

  it('prints only the link if it is shared, also if it exists already', async () => {
    write('a.txt');
    const first = await on('upload', '--share', 'a.txt');
    expect(first.out).toMatch(/^http\S+\/s\/\S+\n$/);
    expect((await on('upload', '--share', 'a.txt')).out).toBe(first.out);
    const [item] = await list();
    expect(item).toMatchObject({ shareMode: 'SHARED' });
    write('b.txt');
    await on('upload', '--share', '--public', 'b.txt');
    expect((await list()).map((file) => (file as unknown as { shareMode: string }).shareMode)).toEqual([
      'SHARED',
      'PUBLIC',
    ]);
  });

  it('exits with the code of the error', async () => {
    write('back\\slash');
    mkdirSync(join(me.home, 'folder'));
    write('a.txt');
    await on('mkdir', '/x');
    await on('upload', 'a.txt', '--to', '/x');
    const results = [
      await on('upload', 'missing.txt'),
      await on('upload', 'back\\slash'),
      await on('upload', 'folder'),
      await on('upload', 'a.txt', '--to', '/x/a.txt/y'),
    ];
    expect(results.map(({ code, out }) => [code, out])).toEqual([
      [5, ''],
      [1, ''],
      [2, ''],
      [6, ''],
    ]);
    expect(results.map(({ err }) => err.split('\n')[0])).toEqual([
      'error: missing.txt: no such file or folder',
      'error: back\\slash: invalid name: it contains a slash or backslash',
      'error: folder is a folder; add -r to upload it',
      'error: /x/a.txt is a file on the server, not a folder',
    ]);
  });
});

describe('standard input', () => {
  it('is refused with the folder that cannot take it', async () => {
    const missing = join(me.home, 'missing');
    vi.stubEnv('TMPDIR', missing);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, err } = await me.with({ stdin: 'x' }, 'upload', '-', '--name', 'x.txt');
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining(`stored in ${missing}: ENOENT`) as string,
    });
    expect(err).toContain('TMPDIR');
  });

  it('is stored under the given name', async () => {
    const bytes = randomBytes(300_000);
    const result = await me.with({ stdin: bytes }, 'upload', '-', '--name', 'dump.bin');
    expect(result).toEqual({ code: 0, out: '/dump.bin\n', err: '' });
    expect(await list()).toMatchObject([{ name: 'dump.bin', size: 300_000, sha256: sha256(bytes) }]);
  });

  it('is refused if it is empty, as of a program that has failed', async () => {
    const { code, err } = await on('upload', '-', '--name', 'dump.bin');
    expect([code, err]).toEqual([
      1,
      'error: standard input is empty: the program before it has probably failed; to store an empty file, name one\n',
    ]);
  });
});

describe('a folder', () => {
  const tree = () => {
    write('docs/a.txt');
    write('docs/sub/b.txt');
    write('docs/sub/c d.txt');
    mkdirSync(join(me.home, 'docs/empty'));
  };

  it('keeps its structure, also empty folders', async () => {
    tree();
    const { code, out, err } = await on('upload', '-r', 'docs', '--to', '/Manuals');
    expect({ code, out }).toEqual({ code: 0, out: '/Manuals/docs\n' });
    expect(err).toMatch(/^uploaded 3 files \(\d+ B\) in /);
    expect(await names('/Manuals/docs')).toEqual(['empty', 'sub', 'a.txt']);
    expect(await names('/Manuals/docs/sub')).toEqual(['b.txt', 'c d.txt']);
  });

  it('that is empty on the server is listed once', async () => {
    for (const name of ['a', 'b', 'c']) write(`many/${name}`);
    await on('mkdir', '/many');
    const proxy = await startProxy(() => me.drive.url);
    const { code } = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'upload', '-r', 'many');
    expect([code, await names('/many')]).toEqual([0, ['a', 'b', 'c']]);
    expect(proxy.calls.filter((call) => call.startsWith('GET /api/files'))).toHaveLength(2);
  });

  it('can be uploaded again: existing files stay, new ones are added', async () => {
    tree();
    await on('upload', '-r', 'docs');
    write('docs/sub/new.txt');
    const { code, err } = await on('upload', '-r', 'docs');
    expect(code).toBe(0);
    expect(err).toMatch(/^uploaded 1 file .*; 3 files were already on the server\n$/);
    expect([await names(), await names('/docs'), await names('/docs/sub')]).toEqual([
      ['docs'],
      ['empty', 'sub', 'a.txt'],
      ['b.txt', 'c d.txt', 'new.txt'],
    ]);
  });

  it('continues after failed files, and exits with 3', async () => {
    tree();
    write('docs/back\\slash');
    symlinkSync('a.txt', join(me.home, 'docs/link.txt'));
    const { code, out, err } = await on('upload', '-r', 'docs');
    expect({ code, out }).toEqual({ code: 3, out: '/docs\n' });
    expect(err).toContain('error: docs/back\\slash: invalid name');
    expect(err).toContain('warning: skipped 1 symbolic link (not followed): docs/link.txt');
    expect(err).toMatch(/uploaded 3 files .*; 1 problem\n$/);
  });

  it('prints each file as a line of JSON', async () => {
    tree();
    write('docs/back\\slash');
    write('docs/empty.txt', '');
    const { code, out } = await on('upload', '-r', 'docs', '--json', '--share-each');
    const records = jsonLines(out).toSorted((one, other) => String(one['path']).localeCompare(String(other['path'])));
    expect(code).toBe(3);
    expect(records).toEqual([
      {
        path: 'docs/a.txt',
        status: 'uploaded',
        id: expect.any(String) as string,
        remotePath: '/docs/a.txt',
        size: 10,
        shortUrl: expect.stringContaining('/s/') as string,
      },
      { path: 'docs/back\\slash', status: 'failed', error: { code: 'failed', message: expect.any(String) as string } },
      {
        path: 'docs/empty.txt',
        status: 'uploaded',
        id: expect.any(String) as string,
        remotePath: '/docs/empty.txt',
        size: 0,
        shortUrl: expect.stringContaining('/s/') as string,
      },
      expect.objectContaining({ path: 'docs/sub/b.txt', remotePath: '/docs/sub/b.txt' }),
      expect.objectContaining({ path: 'docs/sub/c d.txt' }),
    ]);
  });

  it('sends a small file with one request', async () => {
    for (let number = 0; number < 210; number++) write(`many/${number}.txt`);
    const proxy = await startProxy(() => me.drive.url);
    const { code } = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'upload', '-r', 'many');
    expect(code).toBe(0);
    expect(proxy.calls.filter((call) => call.includes('/files/by-path/'))).toHaveLength(210);
    const api = proxy.calls.filter((call) => call.includes('/api/'));
    // The root is read, and the folder created.
    expect(api).toHaveLength(2);
    expect(await names('/many')).toHaveLength(210);
  });
});

describe('a quota', () => {
  it('stores what fits, stops, and exits with 6', async () => {
    const small = await startDrive({ settings: { FREE_QUOTA_BYTES: '25' } });
    onTestFinished(() => small.close());
    const { key } = await small.createUser();
    for (const name of ['a', 'b', 'c', 'd']) write(`many/${name}`, '0123456789');
    const there = { home: me.home, env: { DRIVE_BASE_URL: small.url, DRIVE_API_KEY: key } };
    const { code, err } = await cli(['upload', '-r', 'many'], there);
    expect(code).toBe(6);
    expect(err).toMatch(/^warning: stopped: 2 of 4 files were not uploaded$/m);
    expect(err).not.toContain('resume');
    expect((await cli(['ls', '/many'], there)).out).toMatch(/^[a-d]\n[a-d]\n$/);
  });

  it('or a missing scope is not answered with the advice to run the command again', async () => {
    const created = await me.client().apiKeys.create({ scopes: ['files:read'] });
    const env = { DRIVE_API_KEY: created.rawKey };
    for (const name of ['a', 'b']) write(`many/${name}`);
    for (const argv of [['-r', 'many'], ['many/a']]) {
      const { code, err } = await me.with({ env }, 'upload', ...argv);
      expect([code, err]).toEqual([4, expect.stringContaining('files:write') as string]);
      expect(err).not.toMatch(/resume|run the same command/);
    }
  });

  it('is not mentioned if the server cannot be reached: the same command resumes', async () => {
    for (const name of ['a', 'b', 'c']) write(`many/${name}`);
    let puts = 0;
    const proxy = await startProxy(() => me.drive.url, {
      answer(incoming, outgoing) {
        if (incoming.method !== 'PUT' || ++puts < 2) return false;
        outgoing.destroy();
        return true;
      },
    });
    const env = { DRIVE_BASE_URL: proxy.url };
    const { code, err } = await me.with({ env }, 'upload', '-r', 'many', '--parallel', '1', '--retries', '0');
    expect([code, err]).toEqual([
      7,
      expect.stringContaining(
        'stopped: 2 of 3 files were not uploaded; run the same command again to resume',
      ) as string,
    ]);
  });
});

it('shows no progress without a terminal on standard error, and none with --quiet', async () => {
  write('big.bin', randomBytes(8 * 1024 * 1024));
  const quiet = await me.with({ terminal: 100 }, 'upload', 'big.bin', '--quiet');
  expect(quiet).toEqual({ code: 0, out: '/big.bin\n', err: '' });
  rmSync(join(me.home, 'big.bin'));
  write('big2.bin', randomBytes(8 * 1024 * 1024));
  expect((await on('upload', 'big2.bin')).err).toBe('');
});
