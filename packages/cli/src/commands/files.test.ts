import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../server/test/drive.ts';
import { cli, type Finished } from '../../test/cli.ts';
import { createTestDirectory } from '../../test/fake-world.ts';

let drive: Drive;
let user: TestUser;
let home: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { LIST_MAX: '3' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  home = createTestDirectory();
});

const env = () => ({ DRIVE_BASE_URL: drive.url, DRIVE_API_KEY: user.key });
const on = (...argv: string[]): Promise<Finished> => cli(argv, { home, env: env() });
const put = (path: string, content = path): Promise<Finished> => {
  const slash = path.lastIndexOf('/');
  const argv = ['upload', '-', '--name', path.slice(slash + 1), '--to', path.slice(0, slash) || '/'];
  return cli(argv, { home, env: env(), stdin: content });
};

describe('ls', () => {
  it('writes one name a line for other programs, of all pages, folders with a slash', async () => {
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) await on('mkdir', `/${name}`);
    await put('/a.txt');
    expect(await on('ls')).toEqual({ code: 0, out: 'b/\nc/\nd/\ne/\nf/\ng/\na.txt\n', err: '' });
    expect((await on('ls', '--sort', '-name')).out).toBe('g/\nf/\ne/\nd/\nc/\nb/\na.txt\n');
    const items = JSON.parse((await on('ls', '--json')).out) as { name: string }[];
    expect(items.map(({ name }) => name)).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'a.txt']);
  });

  it('writes a table for people, on a terminal or when it is asked for', async () => {
    await on('mkdir', '/Photos');
    await put('/a.txt', 'x'.repeat(2048));
    await on('share', '/a.txt');
    const table = await cli(['ls'], { home, env: { ...env(), NO_COLOR: '1' }, terminal: 80 });
    expect(table.out.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME'))).toEqual([
      '   SIZE  CHANGED           LINK    NAME',
      '    0 B  TIME          Photos/',
      '2.0 KiB  TIME  shared  a.txt',
      '',
    ]);
    expect((await on('ls', '--long')).out).toMatch(/SIZE +CHANGED +LINK +ID +NAME\n/);
    const colored = await cli(['ls'], { home, env: env(), terminal: 80 });
    expect(colored.out).toContain('\u001b[1;34mPhotos/\u001b[0m');
    expect((await cli(['ls', '--no-color'], { home, env: env(), terminal: 80 })).out).not.toContain('\u001b');
  });

  it('shows one file, and nothing of an empty folder', async () => {
    await put('/x/a.txt');
    await on('mkdir', '/empty');
    expect(await on('ls', '/x/a.txt')).toEqual({ code: 0, out: 'a.txt\n', err: '' });
    expect(await on('ls', '/empty')).toEqual({ code: 0, out: '', err: '' });
    expect((await on('ls', '/empty', '--json')).out).toBe('[]\n');
    const [item] = JSON.parse((await on('ls', '/x/a.txt', '--json')).out) as [{ id: string }];
    expect((await on('ls', item.id)).out).toBe('a.txt\n');
  });

  it('ends with 5 for what is not there, and for what is somebody else’s', async () => {
    expect(await on('ls', '/nothing')).toEqual({
      code: 5,
      out: '',
      err: 'error: /nothing: there is no such file or folder on the server; drive-cli ls shows what there is\n',
    });
    await on('mkdir', '/mine');
    const [mine] = JSON.parse((await on('ls', '--json')).out) as [{ id: string }];
    const other = await drive.createUser();
    expect(await cli(['ls', mine.id], { home, env: { ...env(), DRIVE_API_KEY: other.key } })).toMatchObject({
      code: 5,
    });
  });
});

describe('mkdir', () => {
  it('makes a folder and prints its path', async () => {
    expect(await on('mkdir', '/Photos')).toEqual({ code: 0, out: '/Photos\n', err: '' });
    expect(await on('mkdir', '/Photos')).toMatchObject({ code: 6, out: '' });
    expect(await on('mkdir', '/a/b')).toMatchObject({ code: 5, out: '' });
    expect(await on('mkdir', '/')).toMatchObject({ code: 6 });
  });

  it('makes what is missing above with -p, and is content with what is there', async () => {
    expect(await on('mkdir', '-p', '/a/b/c')).toMatchObject({ code: 0 });
    const { code, out } = await on('mkdir', '-p', '/a/b/c', '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { path: '/a/b/c', id: expect.any(String) as string, made: false }]);
    expect((await on('ls', '/a/b')).out).toBe('c/\n');
    await put('/file');
    expect(await on('mkdir', '-p', '/file/x')).toMatchObject({ code: 6 });
  });
});

describe('share', () => {
  it('prints the short link alone, and the same one again', async () => {
    await put('/a.txt', 'hello');
    const first = await on('share', '/a.txt');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^http\S+\/s\/\S+\n$/);
    expect((await on('share', '/a.txt', '--expires', '7d')).out).toBe(first.out);
  });

  it('sets mode and expiry, and changes only what it is told', async () => {
    await put('/a.txt');
    const describeShare = async (...argv: string[]) =>
      JSON.parse((await on('share', '/a.txt', '--json', ...argv)).out) as {
        shareMode: string;
        expiresAt: string | null;
      };
    expect(await describeShare()).toMatchObject({ shareMode: 'SHARED', expiresAt: null, path: '/a.txt' });
    const week = await describeShare('--expires', '1w', '--public');
    expect(week.shareMode).toBe('PUBLIC');
    expect(Date.parse(week.expiresAt ?? '') - drive.clock.now()).toBe(7 * 24 * 3600 * 1000);
    expect(await describeShare()).toEqual(week);
    expect(await describeShare('--expires', 'never')).toMatchObject({ shareMode: 'PUBLIC', expiresAt: null });
  });

  it('refuses an expiry that the server does not allow as wrong usage', async () => {
    await put('/a.txt');
    expect(await on('share', '/a.txt', '--expires', '2y')).toMatchObject({ code: 2, out: '' });
  });

  it('ends the sharing', async () => {
    await put('/a.txt');
    const link = (await on('share', '/a.txt')).out.trim();
    expect(await on('share', '/a.txt', '--revoke')).toMatchObject({ code: 0, out: '' });
    expect((await drive.fetch(link)).status).toBe(404);
    expect(await on('share', '/a.txt', '--revoke')).toMatchObject({ code: 0 });
  });

  it('shares several, past those that are not there, and refuses folders', async () => {
    await put('/a.txt');
    await put('/b.txt');
    const some = await on('share', '/a.txt', '/missing', '/b.txt');
    expect([some.code, some.out.trimEnd().split('\n').length]).toEqual([3, 2]);
    await on('mkdir', '/Photos');
    expect(await on('share', '/Photos')).toEqual({
      code: 2,
      out: '',
      err: 'error: Photos is a folder, and only files can be shared\n',
    });
  });
});

it('says what to do when the server is not there', { timeout: 20_000 }, async () => {
  const nowhere = await cli(['ls'], { home, env: { ...env(), DRIVE_BASE_URL: 'http://127.0.0.1:1' } });
  expect(nowhere).toMatchObject({ code: 7, out: '' });
  expect(nowhere.err).toMatch(/^error: http:\/\/127\.0\.0\.1:1 could not be reached: .*\n$/);
});
