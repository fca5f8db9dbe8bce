import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';

const me = useDrive({ settings: { LIST_MAX: '3' } });
const { on, put, grow, all } = me;
const records = (out: string): unknown[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
const idOf = async (path: string): Promise<string> =>
  (JSON.parse((await on('ls', '-d', path, '--json')).out) as [{ id: string }])[0].id;
const aString = expect.any(String) as string;

describe('mkdir', () => {
  it('creates a folder and prints its path', async () => {
    expect(await on('mkdir', '/Photos')).toEqual({ code: 0, out: '/Photos\n', err: '' });
    expect(await on('mkdir', '/Photos')).toMatchObject({ code: 6, out: '' });
    expect(await on('mkdir', '/a/b')).toMatchObject({ code: 5, out: '' });
    expect(await on('mkdir', '/')).toMatchObject({ code: 6 });
    await put('/file');
    expect(await on('mkdir', '/file/x')).toMatchObject({ code: 6, err: 'error: /file is a file, not a folder\n' });
  });

  it('creates missing parents with -p, and accepts existing folders', async () => {
    expect(await on('mkdir', '-p', '/a/b/c')).toMatchObject({ code: 0 });
    const { code, out } = await on('mkdir', '-p', '/a/b/c', '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { path: '/a/b/c', id: aString, made: false }]);
    expect((await on('ls', '/a/b')).out).toBe('c/\n');
    await put('/file');
    expect(await on('mkdir', '-p', '/file/x')).toMatchObject({ code: 6 });
  });

  it('creates several in order, and continues after failed ones', async () => {
    expect(await on('mkdir', '/a', '/a/b', '/x/y', '/[c]')).toEqual({
      code: 3,
      out: '/a\n/a/b\n/[c]\n',
      err: 'error: /x/y: /x: no such file or folder on the server; list items with: drive-cli ls\n',
    });
    const { code, out } = await on('mkdir', '/a', '/d', '--json');
    expect(code).toBe(3);
    expect(records(out)).toMatchObject([
      { path: '/a', status: 'failed', error: { code: 'exists' } },
      { path: '/d', made: true },
    ]);
  });

  it('normalizes names as the server does', async () => {
    expect((await on('mkdir', '/cafe\u0301/ x ', '-p')).out).toBe('/café/x\n');
    expect((await on('mkdir', '-p', '/café/x')).out).toBe('/café/x\n');
    expect(await all()).toEqual(['/café', '/café/x']);
    expect(await on('mkdir', '/a\\b')).toMatchObject({ code: 2 });
    expect(await on('mkdir', `/${'x'.repeat(256)}`)).toMatchObject({ code: 2 });
  });
});

describe('mv', () => {
  it('renames, moves, and does both in one request', async () => {
    await grow('/a.txt', '/d/');
    expect(await on('mv', '/a.txt', '/b.txt')).toEqual({ code: 0, out: '', err: 'moved /a.txt to /b.txt\n' });
    expect(await on('mv', '/b.txt', '/d')).toMatchObject({ code: 0, err: 'moved /b.txt to /d\n' });
    const proxy = await startProxy(() => me.drive.url);
    const both = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'mv', '/d/b.txt', '/c.txt', '-q');
    expect(both).toEqual({ code: 0, out: '', err: '' });
    expect(proxy.calls.filter((call) => call.startsWith('PATCH'))).toHaveLength(1);
    expect(await all()).toEqual(['/d', '/c.txt']);
  });

  it('moves folders with their content, and changes the case of a name', async () => {
    await grow('/x/y/z.txt', '/w/');
    await on('mv', '/x', '/w');
    await on('mv', '/w', '/W');
    await on('mv', '/W/x/y', '/');
    expect(await all()).toEqual(['/W', '/W/x', '/y', '/y/z.txt']);
  });

  it('moves items by id, also into a folder by id', async () => {
    await grow('/a.txt', '/d/');
    const { out } = await on('mv', await idOf('/a.txt'), await idOf('/d'), '--json');
    expect(records(out)).toEqual([{ from: '/a.txt', path: '/d/a.txt', id: aString, status: 'moved' }]);
  });

  it('moves the matches of patterns in one request', async () => {
    await grow('/a.jpg', '/b.jpg', '/c.txt', '/d/', '/e/f.jpg');
    const proxy = await startProxy(() => me.drive.url);
    const { code, err } = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'mv', '/*.jpg', '/e/*', '/d');
    expect({ code, err }).toEqual({ code: 0, err: 'moved 3 items to /d\n' });
    expect(proxy.calls.filter((call) => call.startsWith('PATCH'))).toEqual(['PATCH /api/files/move']);
    expect(await all()).toEqual(['/d', '/d/a.jpg', '/d/b.jpg', '/d/f.jpg', '/e', '/c.txt']);
  });

  it('replaces no item', async () => {
    await grow('/a', '/b', '/d/a', '/e/d/');
    expect(await on('mv', '/a', '/b')).toMatchObject({
      code: 6,
      err: 'error: /b already exists; mv never replaces existing items\n',
    });
    expect(await on('mv', '/a', '/d')).toMatchObject({
      code: 6,
      err: 'error: /d/a already exists; mv never replaces existing items\n',
    });
    expect(await on('mv', '/d', '/e')).toMatchObject({ code: 6 });
    const { code, out } = await on('mv', '/a', '/b', '/d', '--json');
    expect(code).toBe(3);
    expect(records(out)).toMatchObject([
      { from: '/b', path: '/d/b', status: 'moved' },
      { from: '/a', status: 'failed', error: { code: 'conflict' } },
    ]);
    expect(await all()).toEqual(['/d', '/d/a', '/d/b', '/e', '/e/d', '/a']);
  });

  it('continues after missing items', async () => {
    await grow('/a', '/d/');
    const { code, err } = await on('mv', '/nothing', '/a', '/d');
    expect({ code, err }).toEqual({
      code: 3,
      err: 'error: /nothing: no such file or folder on the server; list items with: drive-cli ls\nmoved /a to /d\n',
    });
  });

  it('refuses to move a folder into itself, by path or id', async () => {
    await grow('/a/b/');
    const id = await idOf('/a/b');
    for (const to of ['/a/b', '/a/b/c', '/a', id]) {
      expect(await on('mv', '/a', to)).toMatchObject({ code: 6, err: 'error: /a cannot be moved into itself\n' });
    }
    expect(await all()).toEqual(['/a', '/a/b']);
  });

  it('succeeds if the item is already there', async () => {
    await grow('/d/a', '/d/b');
    expect(await on('mv', '/d/a', '/d')).toEqual({ code: 0, out: '', err: '/d/a already exists\n' });
    expect(records((await on('mv', '/d/*', '/d', '--json')).out)).toMatchObject([
      { path: '/d/a', status: 'unchanged' },
      { path: '/d/b', status: 'unchanged' },
    ]);
  });

  it('treats a destination with a trailing slash as a folder', async () => {
    await grow('/a', '/d/');
    expect(await on('mv', '/a', '/new/')).toMatchObject({ code: 5 });
    expect(await on('mv', '/a', '/d/')).toMatchObject({ code: 0 });
    expect(await on('mv', '/d', '/e/')).toMatchObject({ code: 0 });
    expect(await all()).toEqual(['/e', '/e/a']);
  });

  it('explains what is wrong with a destination', async () => {
    await grow('/a', '/b', '/c');
    expect(await on('mv', '/a', '/x/y')).toMatchObject({
      code: 5,
      err: expect.stringContaining('/x: no such folder') as string,
    });
    expect(await on('mv', '/a', '/b', '/x')).toMatchObject({ code: 5 });
    expect(await on('mv', '/a', '/b', '/c')).toMatchObject({ code: 6, err: 'error: /c is a file, not a folder\n' });
    expect(await on('mv', '/a', '/b/c')).toMatchObject({ code: 6 });
    expect(await on('mv', '/a', '/x\\y')).toMatchObject({ code: 2 });
    expect(await on('mv', '/', '/x')).toMatchObject({ code: 2 });
    expect(await on('mv', '/a')).toMatchObject({
      code: 2,
      err: 'error: /a: missing destination; drive-cli mv SOURCE… DESTINATION\n',
    });
    expect(await all()).toEqual(['/a', '/b', '/c']);
  });

  it('expands no patterns in the destination', async () => {
    await grow('/a');
    await on('mv', '/a', '/[b]*');
    expect(await all()).toEqual(['/[b]*']);
  });

  it('shows planned changes with -n only', async () => {
    await grow('/a', '/b', '/d/');
    expect(await on('mv', '-n', '/a', '/b', '/d')).toEqual({ code: 0, out: '/a -> /d/a\n/b -> /d/b\n', err: '' });
    expect(await all()).toEqual(['/d', '/a', '/b']);
  });
});

describe('rm', () => {
  it('trashes files by path, id and pattern', async () => {
    await grow('/a', '/b', '/c1', '/c2', '/-f');
    expect(await on('rm', '/a')).toEqual({
      code: 0,
      out: '',
      err: 'moved /a to the trash; to undo: drive-cli trash restore /a\n',
    });
    const { code, out } = await on('rm', await idOf('/b'), '/c?', '--json');
    expect(code).toBe(0);
    expect(records(out)).toHaveLength(3);
    expect(records(out)).toContainEqual({ path: '/b', id: aString, status: 'trashed' });
    expect(await on('rm', '-q', '--', '/-f')).toEqual({ code: 0, out: '', err: '' });
    expect(await all()).toEqual([]);
    expect((await on('trash', 'list')).out.split('\n').toSorted()).toEqual(['', '/-f', '/a', '/b', '/c1', '/c2']);
  });

  it('trashes folders with -r only', async () => {
    await grow('/d/e/f', '/g');
    expect(await on('rm', '/d')).toMatchObject({
      code: 2,
      err: 'error: /d is a folder; add -r to remove it with its content\n',
    });
    expect(await on('rm', '/*')).toMatchObject({ code: 3 });
    expect(await all()).toEqual(['/d', '/d/e', '/d/e/f']);
    expect(await on('rm', '-r', '/**')).toMatchObject({
      code: 0,
      err: expect.stringContaining('moved /d to') as string,
    });
    expect(await all()).toEqual([]);
  });

  it('refuses the root', async () => {
    await grow('/a');
    for (const argv of [['/'], ['-rf', '/'], ['-rf', '//', '/a']]) {
      expect(await on('rm', ...argv)).toMatchObject({ code: 2, out: '' });
    }
    expect(await all()).toEqual(['/a']);
  });

  it('continues after missing items, and ignores them with -f', async () => {
    await grow('/a', '/b');
    expect(await on('rm', '/nothing')).toMatchObject({ code: 5 });
    expect(await on('rm', '/nothing', '/a')).toMatchObject({ code: 3 });
    expect(await on('rm', '-f', '/nothing', '/no*', '/b')).toMatchObject({ code: 0 });
    expect(await on('rm', '-f', '/nothing')).toEqual({ code: 0, out: '', err: '' });
    expect(await all()).toEqual([]);
  });

  it('shows planned changes with -n only', async () => {
    await grow('/a', '/b');
    expect(await on('rm', '-n', '/*')).toEqual({ code: 0, out: '/a\n/b\n', err: '' });
    expect(await all()).toEqual(['/a', '/b']);
  });

  it('deletes permanently only after a confirmation', async () => {
    await grow('/a', '/b', '/c', '/d/e');
    expect(await on('rm', '--permanent', '/a')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes') as string,
    });
    const asked = await me.with({ stdin: 'n\n', stdinIsTerminal: true }, 'rm', '--permanent', '/a');
    expect(asked).toEqual({
      code: 1,
      out: '',
      err: 'Delete /a (2 B) permanently? [y/N]\nerror: nothing was deleted\n',
    });
    expect(await all()).toEqual(['/d', '/d/e', '/a', '/b', '/c']);
    const agreed = await me.with({ stdin: 'y\n', stdinIsTerminal: true }, 'rm', '-r', '--permanent', '/a', '/d');
    expect(agreed).toMatchObject({
      code: 0,
      err: 'Delete 2 items (6 B) permanently? [y/N]\ndeleted 2 items (6 B) permanently\n',
    });
    expect(await on('rm', '--permanent', '--yes', '/b')).toMatchObject({ code: 0 });
    expect(await on('rm', '--permanent', '-f', '/c', '--json')).toMatchObject({
      code: 0,
      out: expect.stringContaining('"status":"purged"') as string,
    });
    expect((await on('trash', 'list', '--folders')).out).toBe('');
  });
});

describe('a guarded change', () => {
  const tagOf = async (path: string): Promise<string> =>
    (JSON.parse((await on('ls', '-d', path, '--json')).out) as [{ changeTag: string }])[0].changeTag;

  it('by mv, rm and versions restore is made only if the item has the tag', async () => {
    await put('/a');
    const old = await tagOf('/a');
    expect(await on('mv', '/a', '/b', '--if-match', old)).toMatchObject({ code: 0 });
    expect((await on('mv', '/b', '/c', '--if-match', old)).code).not.toBe(0);
    expect((await on('rm', '/b', '--if-match', old)).err).toContain('has changed');
    expect(await on('ls')).toMatchObject({ out: 'b\n' });
    expect(await on('rm', '/b', '--if-match', await tagOf('/b'))).toMatchObject({ code: 0 });
    await put('/x');
    await put('/y');
    expect(await on('rm', '/x', '/y', '--if-match', old)).toMatchObject({ code: 2 });
    expect(await on('mv', '/x', '/y', '/', '--if-match', old)).toMatchObject({ code: 2 });
  });

  it('by rm --only-if-empty removes empty folders only', async () => {
    await on('mkdir', '-p', '/empty', '/full/inner');
    expect((await on('rm', '--only-if-empty', '/full')).err).toContain('is not empty');
    expect((await on('rm', '--only-if-empty', '/empty', '/full')).code).not.toBe(0);
    expect(await on('ls')).toMatchObject({ out: 'full/\n' });
    expect(await on('rm', '--only-if-empty', '/full/inner', '/full')).toMatchObject({ out: '' });
  });
});
