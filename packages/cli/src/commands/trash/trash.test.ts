import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { startProxy } from '../../../test/proxy.ts';

const me = useDrive({ settings: { LIST_MAX: '3' } });
const { on, grow, all } = me;
const lines = (out: string): string[] => out.split('\n').filter((line) => line !== '');
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly path?: string | null;
  readonly type: string;
}
const listed = async (...argv: string[]): Promise<Listed[]> =>
  JSON.parse((await on('trash', 'list', '--json', ...argv)).out) as Listed[];

describe('trash list', () => {
  it('lists as many as wanted, in an order, and only what was below a folder', async () => {
    await grow('/b', '/a', '/in/d', '/in/sub/c');
    for (const path of ['/b', '/a', '/in/d', '/in/sub/c']) {
      await on('rm', path);
      me.drive.clock.advance(1000);
    }
    const list = async (...argv: string[]): Promise<string[]> => lines((await on('trash', 'list', ...argv)).out);
    expect(await list('--limit', '2')).toEqual(['/in/sub/c', '/in/d']);
    expect(await list('--limit', 'none', '--sort', 'trashedAt')).toEqual(['/b', '/a', '/in/d', '/in/sub/c']);
    expect(await list('--in', '/in', '--sort', 'name')).toEqual(['/in/sub/c', '/in/d']);
    expect(await list('--files', '--limit', '1')).toHaveLength(1);
    expect(await on('trash', 'list', '--files', '--sort', 'name')).toMatchObject({ code: 2 });
    expect(await on('trash', 'list', '--in', '/missing')).toMatchObject({ code: 5 });
  });

  it('lists what was deleted with its original path, last trashed first, and not what is in a folder', async () => {
    await grow('/a', '/d/b', '/d/e/c', '/t1/sub/', '/x/y');
    await on('rm', '/a');
    me.drive.clock.advance(1000);
    await on('rm', '/d/b');
    me.drive.clock.advance(1000);
    // One call, so all have one time.
    await on('rm', '-r', '/t1', '/d', '/x/y');
    const { out } = await on('trash', 'list');
    expect(lines(out).slice(0, 3).toSorted()).toEqual(['/d/', '/t1/', '/x/y']);
    expect(lines(out).slice(3)).toEqual(['/d/b', '/a']);
    expect((await on('trash', 'list', '--fields', 'path,type,size')).out.split('\n').toSorted()).toEqual([
      '',
      '/a\tfile\t2',
      '/d\tfolder\t6',
      '/d/b\tfile\t4',
      '/t1\tfolder\t0',
      '/x/y\tfile\t4',
    ]);
    expect((await listed()).map(({ path, name }) => `${path} ${name}`)).toContain('/d d');
    // Each listed path restores what it names.
    for (const path of lines(out).toReversed()) expect((await on('trash', 'restore', path)).code).toBe(0);
    expect(await all()).toEqual(['/d', '/d/e', '/d/e/c', '/t1', '/t1/sub', '/x', '/x/y', '/a', '/b']);
  });

  it('shows a table with -l and on a terminal', async () => {
    await grow('/x/a', '/d/b', '/top');
    await on('rm', '/x/a', '/top');
    await on('rm', '-r', '/d');
    for (const { out } of [await on('trash', 'list', '-l'), await me.with({ terminal: 80 }, 'trash', 'list')]) {
      expect(out).toMatch(/ +SIZE +DELETED +ID +PATH\S*\n/);
      const rows = lines(out)
        .slice(1)
        .map((line) => line.trim().split(/ +/));
      expect(rows.map((row) => `${row[0]} ${row[1]} ${row.at(-1)}`).toSorted()).toEqual([
        '4 B /d/',
        '4 B /top',
        '4 B /x/a',
      ]);
    }
  });

  it('lists every file with --files, also below trashed folders', async () => {
    await grow('/a', '/d/b', '/d/e/c');
    await on('rm', '/a');
    me.drive.clock.advance(1000);
    await on('rm', '-r', '/d');
    const { out } = await on('trash', 'list', '--files');
    expect(lines(out).toSorted()).toEqual(['a', 'b', 'c']);
    expect(lines(out).at(-1)).toBe('a');
    const paths = (await listed('--files', '-l')).map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(['/a', '/d/b', null]));
  });

  it('writes an empty document for an empty trash', async () => {
    expect(await on('trash', 'list', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
    expect(await on('trash', 'list')).toEqual({ code: 0, out: '', err: '' });
    expect(await me.with({ terminal: 80 }, 'trash', 'list')).toMatchObject({ out: '', err: 'the trash is empty\n' });
  });
});

it('restores and purges many items with one request each', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `/d/${index}.txt`);
  await grow(...names);
  await on('rm', '-f', '/d/*');
  const proxy = await startProxy(() => me.drive.url);
  const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
  const restored = await me.with({ env }, 'trash', 'restore', '*.txt');
  expect(lines(restored.out).toSorted()).toEqual(names);
  await on('rm', '-f', '/d/*');
  expect(await me.with({ env }, 'trash', 'purge', '--yes', '*.txt')).toMatchObject({ code: 0 });
  expect(proxy.calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /api/files/restore',
    'POST /api/files/delete',
  ]);
  expect(await listed()).toEqual([]);
});

describe('trash restore', () => {
  it('restores items to their folders, by path, name and id', async () => {
    await grow('/d/a', '/d/b', '/d/c', '/d/*');
    await on('rm', '-f', '/d/[abc*]');
    expect(await on('trash', 'restore', '/d/a')).toEqual({ code: 0, out: '/d/a\n', err: '' });
    expect(await on('trash', 'restore', 'b')).toEqual({ code: 0, out: '/d/b\n', err: '' });
    const [c] = (await listed()).filter(({ name }) => name === 'c');
    expect(JSON.parse((await on('trash', 'restore', c!.id, '--json')).out)).toEqual({
      path: '/d/c',
      id: c!.id,
      status: 'restored',
    });
    expect((await on('trash', 'restore', '/d/*')).out).toBe('/d/*\n');
  });

  it('restores a folder with its content once, if the pattern matches both', async () => {
    await grow('/d/a', '/d/e/a', '/a');
    await on('rm', '-r', '/d', '/a');
    const { code, out, err } = await on('trash', 'restore', '*');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines(out).toSorted()).toEqual(['/a', '/d']);
    expect(await all()).toEqual(['/d', '/d/e', '/d/e/a', '/d/a', '/a']);
  });

  it('restores to the root if the folder is gone, and says so', async () => {
    await grow('/d/a', '/d/b');
    await on('rm', '/d/a');
    await on('rm', '-r', '/d');
    expect((await on('trash', 'restore', 'a')).out).toBe('/a\n');
    expect((await on('trash', 'restore', 'd')).out).toBe('/d\n');
    expect(await all()).toEqual(['/d', '/d/b', '/a']);
  });

  it('refuses an ambiguous name', async () => {
    await grow('/a', '/d/a');
    await on('rm', '/a', '/d/a');
    const { code, err } = await on('trash', 'restore', 'a');
    expect(code).toBe(2);
    for (const { id } of await listed()) expect(err).toContain(id);
    expect(err).toMatch(/^error: a matches 2 trashed items: .* \(deleted .*\), .*; give the id\n$/);
    expect((await on('trash', 'restore', '/a', '/d/a')).out).toBe('/a\n/d/a\n');
  });

  it('changes nothing if the name is taken', async () => {
    await grow('/a', '/b');
    await on('rm', '/a', '/b');
    await grow('/a');
    expect(await on('trash', 'restore', 'a')).toMatchObject({
      code: 6,
      err: 'error: a: an item of that name exists in its original folder; move that item with: drive-cli mv\n',
    });
    expect(await on('trash', 'restore', 'a', 'b')).toMatchObject({ code: 3, out: '/b\n' });
    expect(await listed()).toHaveLength(1);
  });

  it('reports items that are not in the trash', async () => {
    await grow('/alive');
    const [{ id }] = JSON.parse((await on('ls', '--json')).out) as [Listed];
    for (const name of ['nothing', '/nothing', '/no/where', '*.jpg', id]) {
      expect(await on('trash', 'restore', name)).toMatchObject({ code: 5, out: '' });
    }
  });
});

describe('trash purge', () => {
  it('deletes given items permanently, without a confirmation', async () => {
    await grow('/a', '/d/b');
    await on('rm', '-r', '/a', '/d');
    expect(await on('trash', 'purge', 'a')).toEqual({ code: 0, out: '', err: 'deleted 1 item permanently\n' });
    expect(JSON.parse((await on('trash', 'purge', 'd', '--json')).out)).toMatchObject({ name: 'd', status: 'purged' });
    expect(await listed()).toEqual([]);
    expect(await on('trash', 'purge', 'a')).toMatchObject({ code: 5 });
  });

  it('asks for a confirmation if a pattern selects them', async () => {
    await grow('/a1', '/a2', '/b', '/d/a3');
    await on('rm', '-r', '/*');
    expect(await on('trash', 'purge', 'a*')).toMatchObject({ code: 2 });
    const no = await me.with({ stdin: '\n', stdinIsTerminal: true }, 'trash', 'purge', 'a*');
    expect(no).toMatchObject({
      code: 1,
      err: expect.stringContaining('Delete 3 items in the trash permanently?') as string,
    });
    expect(await listed()).toHaveLength(4);
    expect(await on('trash', 'purge', '-y', '*')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
  });

  it('refuses items that are not in the trash', async () => {
    await grow('/a');
    const [{ id }] = JSON.parse((await on('ls', '--json')).out) as [Listed];
    expect(await on('trash', 'purge', id)).toMatchObject({
      code: 6,
      err: expect.stringContaining('rm --permanent') as string,
    });
    expect(await all()).toEqual(['/a']);
  });
});

describe('trash empty', () => {
  it('deletes everything after a confirmation', async () => {
    await grow('/a', '/d/b', '/keep');
    await on('rm', '-r', '/a', '/d');
    expect(await on('trash', 'empty')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') as string });
    const no = await me.with({ stdin: 'no\n', stdinIsTerminal: true }, 'trash', 'empty');
    expect(no).toMatchObject({ code: 1, err: expect.stringContaining('(6 B) permanently? [y/N]') as string });
    expect(await listed()).toHaveLength(2);
    expect(await on('trash', 'empty', '--yes', '--json')).toEqual({
      code: 0,
      out: '{"status":"purged","bytes":6}\n',
      err: expect.any(String) as string,
    });
    expect(await listed()).toEqual([]);
    expect(await all()).toEqual(['/keep']);
  });
});
