import { expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';

const user = useDrive();

it('gives the verbs of other programs to lists and removals', async () => {
  await user.grow('/a.txt', '/b.txt');
  expect((await user.on('list', '/')).out).toBe((await user.on('ls', '/')).out);
  const link = (await user.on('share', '/a.txt')).out.trim();
  expect((await user.on('shares', 'ls')).out).toContain(link);
  expect(await user.on('shares', 'revoke', link)).toMatchObject({ code: 0 });
  expect(await user.on('keys', 'ls')).toMatchObject({ code: 0 });
  expect(await user.on('remove', '/b.txt')).toMatchObject({ code: 0 });
  expect(await user.all()).toEqual(['/a.txt']);
});

it('writes files one after the other with cat, also to a terminal', async () => {
  await user.put('/a.txt', 'one\n');
  await user.put('/b.txt', 'two\n');
  expect(await user.on('cat', '/a.txt', '/b.txt')).toEqual({ code: 0, out: 'one\ntwo\n', err: '' });
  expect((await user.with({ terminal: 80 }, 'cat', '/a.txt')).out).toBe('one\n');
  expect(await user.on('cat', '/missing')).toMatchObject({ code: 5 });
});

it('shows the version with the word, too', async () => {
  expect((await user.on('version')).out).toBe((await user.on('--version')).out);
});

it('names the flag of a value that the server refuses', async () => {
  await user.grow('/a.txt');
  expect(await user.on('share', '/a.txt', '--expires', '400d')).toMatchObject({
    code: 2,
    err: 'error: --expires must be at most 365 days\n',
  });
});

it('downloads as many files at once as -j says', async () => {
  await user.grow('/x/a.txt', '/x/b.txt');
  expect(await user.on('download', '/x', '-j', '1')).toMatchObject({ code: 0 });
  expect(await user.on('download', '/x', '-j', '0')).toMatchObject({ code: 2 });
});

it('joins all pages of a list by their cursors', async () => {
  await user.grow('/a.txt', '/b.txt', '/c.txt');
  const { out } = await user.on('api', 'files?limit=1', '--paginate', '--json');
  expect((JSON.parse(out) as { files: { name: string }[] }).files.map(({ name }) => name)).toEqual([
    'a.txt',
    'b.txt',
    'c.txt',
  ]);
});

it('writes the fields that --fields names, as text and with --json', async () => {
  await user.put('/a.txt', 'abc');
  await user.put('/b.txt', 'b');
  expect((await user.on('ls', '--fields', 'path,size')).out).toBe('/a.txt\t3\n/b.txt\t1\n');
  expect((await user.on('find', '--name', 'a*', '--fields', 'size,name')).out).toBe('3\ta.txt\n');
  expect((await user.on('tree', '--fields', 'path')).out).toBe('/a.txt\n/b.txt\n');
  expect(JSON.parse((await user.on('ls', '--json', '--fields', 'name')).out)).toEqual([
    { name: 'a.txt' },
    { name: 'b.txt' },
  ]);
  await user.on('share', '/a.txt');
  expect((await user.on('shares', 'list', '--fields', 'name,kind')).out).toBe('a.txt\tfile\n');
  expect((await user.on('whoami', '--fields', 'email')).out).toBe(`${user.user.email}\n`);
  await user.on('keys', 'create', '--label', 'backup');
  expect((await user.on('keys', 'list', '--fields', 'label,revokedAt')).out).toContain('backup\t\n');
  const table = await user.with({ terminal: 80 }, 'keys', 'list', '--fields', 'label,createdAt');
  expect(table.out).toMatch(/^LABEL +CREATED AT\n/);
  await user.on('rm', '/b.txt');
  expect((await user.on('trash', 'list', '--fields', 'name')).out).toBe('b.txt\n');
  expect(await user.on('ls', '--fields', 'path,color')).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no field color; fields are path, id, name') as string,
  });
});
