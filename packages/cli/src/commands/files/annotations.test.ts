import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive({ settings: { LIST_MAX: '3' } });
const { on, grow, write, records } = me;
const lines = (out: string): string[] => out.split('\n').filter((line) => line !== '');
const shown = async (...argv: string[]): Promise<string[]> => lines((await on(...argv)).out);
const find = (...argv: string[]): Promise<string[]> => shown('find', ...argv).then((paths) => paths.toSorted());
const itemAt = (path: string) => me.client().files.getByPath(path);

describe('upload', () => {
  const flags = ['--meta', 'order=42', '--meta', 'note=a=b\nc', '--tag', 'Invoice', '--tag', 'Grün'];
  const given = { metadata: { order: '42', note: 'a=b\nc' }, tags: ['Invoice', 'Grün'] };

  it.each([
    ['of a small file', 'small', []],
    ['of an empty file', '', []],
    ['of a large file', 'x'.repeat(1_100_000), []],
    ['by tus', 'resumable', ['--resumable']],
    ['with a link', 'shared', ['--share']],
  ])('%s gives it --meta and --tag', async (_, content, more) => {
    write('a.txt', content);
    expect(await on('upload', 'a.txt', ...flags, ...more)).toMatchObject({ code: 0 });
    expect(await itemAt('/a.txt')).toMatchObject(given);
  });

  it('gives them to every file of a folder, and to one that is on the server already', async () => {
    write('in/a.txt');
    await on('upload', '-r', 'in', '--meta', 'kept=yes', '--tag', 'old');
    write('in/b/c.txt');
    expect(await on('upload', '-r', 'in', ...flags)).toMatchObject({ code: 0 });
    expect(await itemAt('/in/a.txt')).toMatchObject({
      metadata: { kept: 'yes', ...given.metadata },
      tags: ['old', ...given.tags],
    });
    expect(await itemAt('/in/b/c.txt')).toMatchObject(given);
    expect(await itemAt('/in')).toMatchObject({ metadata: {}, tags: [] });
  });

  it('replaces those of a file with its content', async () => {
    write('a.txt', 'one');
    await on('upload', 'a.txt', '--meta', 'old=1', '--tag', 'old');
    write('a.txt', 'two');
    await on('upload', 'a.txt', '--on-conflict', 'replace', ...flags);
    expect(await itemAt('/a.txt')).toMatchObject(given);
  });

  it('refuses what is no metadata, and more than an item has', async () => {
    write('a.txt');
    for (const wrong of ['order', '=42', 'or der=42', `${'k'.repeat(65)}=1`])
      expect(await on('upload', 'a.txt', '--meta', wrong)).toMatchObject({
        code: 2,
        err: expect.stringContaining('Use KEY=VALUE') as string,
      });
    expect(await on('upload', 'a.txt', '--meta', `a=${'x'.repeat(1025)}`)).toMatchObject({ code: 2 });
    expect(await on('upload', 'a.txt', '--anonymous', '--tag', 'x')).toMatchObject({ code: 2 });
    expect(await me.all()).toEqual([]);
  });
});

describe('tag', () => {
  it('adds and removes a tag of several items, and lists the tags with their number of items', async () => {
    await grow('/a.txt', '/b.txt', '/c/');
    expect(await on('tag', 'add', 'Invoice', '/*')).toEqual({ code: 0, out: '', err: 'tagged 3 items\n' });
    await on('tag', 'add', 'Paid', '/a.txt');
    expect(await shown('tag', 'list')).toEqual(['Invoice\t3', 'Paid\t1']);
    expect(await on('tag', 'rm', 'INVOICE', '/b.txt', '/c')).toMatchObject({ code: 0 });
    expect(await records('tag', 'add', 'invoice', '/a.txt', '/nothing', '--json')).toMatchObject([
      { path: '/nothing', status: 'failed', error: { code: 'not_found' } },
      { path: '/a.txt', tags: ['Invoice', 'Paid'] },
    ]);
    expect(await shown('tag', 'ls')).toEqual(['Invoice\t1', 'Paid\t1']);
  });

  it('says what is refused', async () => {
    await grow('/a.txt');
    for (let count = 1; count <= 20; count++) await on('tag', 'add', `tag ${count}`, '/a.txt');
    expect(await on('tag', 'add', 'one more', '/a.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('/a.txt: tags must be at most 20') as string,
    });
    expect(await on('tag', 'add', 'x'.repeat(51), '/a.txt')).toMatchObject({ code: 2 });
    expect(await on('tag', 'add', 'x', '/')).toMatchObject({ code: 2 });
    expect(await on('tag', 'add', 'x', '/nothing')).toMatchObject({ code: 5 });
    expect((await me.with({ terminal: 80 }, 'tag', 'list')).out).toMatch(/^TAG +ITEMS\n/);
  });
});

describe('star and unstar', () => {
  it('mark items, which find and ls list', async () => {
    await grow('/a.txt', '/x/b.txt', '/c.txt');
    expect(await on('star', '/a.txt', '/x/*')).toEqual({ code: 0, out: '', err: 'starred 2 items\n' });
    expect(await find('--starred')).toEqual(['/a.txt', '/x/b.txt']);
    expect(await shown('ls', '--starred')).toEqual(['a.txt']);
    expect(await on('unstar', '/a.txt', '/c.txt')).toMatchObject({ code: 0 });
    expect(await find('--starred')).toEqual(['/x/b.txt']);
    expect(await on('star', '/nothing', '/a.txt')).toMatchObject({ code: 3 });
    expect(await on('star', '/')).toMatchObject({ code: 2 });
  });
});

describe('meta', () => {
  it('sets, shows and removes keys', async () => {
    await grow('/a.txt');
    expect(await on('meta', 'set', '/a.txt', 'order=42', 'customer=c 1', '__proto__=x')).toMatchObject({ code: 0 });
    expect(await on('meta', 'set', '/a.txt', 'order=43')).toMatchObject({ code: 0 });
    expect((await shown('meta', 'get', '/a.txt')).toSorted()).toEqual(['__proto__=x', 'customer=c 1', 'order=43']);
    expect(await on('meta', 'get', '/a.txt', 'customer')).toEqual({ code: 0, out: 'c 1\n', err: '' });
    expect(await on('meta', 'get', '/a.txt', 'missing')).toMatchObject({ code: 5, out: '' });
    expect(await on('meta', 'rm', '/a.txt', 'order', 'missing')).toMatchObject({ code: 0 });
    expect((await shown('meta', 'get', '/a.txt')).toSorted()).toEqual(['__proto__=x', 'customer=c 1']);
    expect(await on('meta', 'rm', '--all', '/a.txt')).toMatchObject({ code: 0 });
    expect(await on('meta', 'get', '/a.txt')).toEqual({ code: 0, out: '', err: '' });
  });

  it('changes the matches of a pattern, and only an item that has the tag of --if-match', async () => {
    await grow('/a.txt', '/b.txt');
    const { changeTag } = await itemAt('/a.txt');
    expect(await on('meta', 'set', '/*.txt', 'paid=yes')).toMatchObject({
      code: 0,
      err: 'changed the metadata of 2 items\n',
    });
    expect(await on('meta', 'set', '/a.txt', 'paid=no', '--if-match', changeTag)).not.toMatchObject({ code: 0 });
    expect(await on('meta', 'set', '/*.txt', 'paid=no', '--if-match', changeTag)).toMatchObject({ code: 2 });
    expect((await itemAt('/a.txt')).metadata).toEqual({ paid: 'yes' });
  });

  it('refuses keys and values without a change', async () => {
    await grow('/a.txt');
    expect(await on('meta', 'set', '/a.txt', 'order')).toMatchObject({ code: 2 });
    expect(await on('meta', 'rm', '/a.txt')).toMatchObject({ code: 2 });
    expect(await on('meta', 'rm', '--all', '/a.txt', 'order')).toMatchObject({ code: 2 });
    expect(await on('meta', 'set', '/nothing', 'a=b')).toMatchObject({ code: 5 });
    expect(await on('meta', 'get', '/')).toMatchObject({ code: 2 });
  });
});

describe('the filters of ls and find', () => {
  /** Paths that both find; a folder is listed at depth 1 only. */
  const both = async (...flags: string[]): Promise<string[]> => {
    const found = await find(...flags);
    const deep = JSON.parse((await on('ls', '-R', ...flags, '--json')).out) as { path: string }[];
    expect(deep.map(({ path }) => path).toSorted()).toEqual(found);
    const top = found.filter((path) => path.lastIndexOf('/') === 0).map((path) => path.slice(1));
    const listed = await shown('ls', ...flags);
    expect(listed.map((name) => name.replace(/\/$/, '')).toSorted()).toEqual(top);
    return found;
  };

  it('select by type, kind, tag, metadata, size, stars and links, and all must match', async () => {
    await me.put('/a.txt', 'x'.repeat(1000));
    await me.put('/x/b.pdf', 'x'.repeat(3000));
    await grow('/x/y/');
    await on('tag', 'add', 'Invoice', '/a.txt', '/x/b.pdf', '/x/y');
    await on('tag', 'add', 'Paid', '/a.txt');
    await on('meta', 'set', '/x/b.pdf', 'order=42');
    await on('star', '/x');
    await on('share', '/a.txt');
    expect(await both('--tag', 'invoice')).toEqual(['/a.txt', '/x/b.pdf', '/x/y']);
    expect(await both('--tag', 'invoice', '--tag', 'PAID')).toEqual(['/a.txt']);
    expect(await both('--tag', 'invoice', '--type', 'd')).toEqual(['/x/y']);
    expect(await both('--type', 'file')).toEqual(['/a.txt', '/x/b.pdf']);
    expect(await both('--kind', 'pdf')).toEqual(['/x/b.pdf']);
    expect(await both('--meta', 'order=42')).toEqual(['/x/b.pdf']);
    expect(await both('--meta', 'order=4')).toEqual([]);
    expect(await both('--min-size', '1000', '--max-size', '2k')).toEqual(['/a.txt']);
    expect(await both('--max-size', '0')).toEqual([]);
    expect(await both('--starred')).toEqual(['/x']);
    expect(await both('--shared')).toEqual(['/a.txt']);
    expect(await find('--tag', 'invoice', '/x')).toEqual(['/x/b.pdf', '/x/y']);
    expect(await find('--tag', 'invoice', '/a.txt', '/x/b.pdf', '--meta', 'order=42')).toEqual(['/x/b.pdf']);
    expect(await find('--words', 'b', '--tag', 'invoice')).toEqual(['/x/b.pdf']);
    expect(await find('--tag', 'invoice', '--max-depth', '1')).toEqual(['/a.txt']);
    expect(await shown('ls', '-d', '/*', '--tag', 'paid')).toEqual(['/a.txt']);
  });

  it('select by the times of upload and modification', async () => {
    await grow('/old.txt');
    me.drive.clock.advance(10 * 24 * 3_600_000);
    await me
      .client()
      .uploads.upload(new Blob(['x']), { name: 'new.txt', modifiedAt: new Date('2020-05-01T00:00:00Z') });
    const now = { now: () => me.drive.clock.now() };
    const at = async (...flags: string[]): Promise<string[]> =>
      lines((await me.with(now, 'find', ...flags)).out).toSorted();
    expect(await at('--uploaded-after', '5d')).toEqual(['/new.txt']);
    expect(await at('--uploaded-before', '5d')).toEqual(['/old.txt']);
    expect(await at('--modified-before', '2021-01-01')).toEqual(['/new.txt']);
    expect(await at('--modified-after', '2020-01-01', '--modified-before', '2020-12-31')).toEqual(['/new.txt']);
    expect(lines((await me.with(now, 'ls', '-R', '--modified-before', '2021-01-01', '--fields', 'path')).out)).toEqual([
      '/new.txt',
    ]);
  });

  it.each([
    ['--min-size', '-1'],
    ['--max-size', 'big'],
    ['--uploaded-after', 'yesterday'],
    ['--kind', 'spreadsheet'],
    ['--type', 'x'],
    ['--meta', 'order'],
  ])('refuse %s %s', async (...flags) => {
    for (const command of ['ls', 'find']) expect(await on(command, ...flags)).toMatchObject({ code: 2, out: '' });
  });
});
