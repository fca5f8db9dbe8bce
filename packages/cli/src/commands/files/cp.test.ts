import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { createFakeWorld } from '../../../test/fake-world.ts';
import { startProxy } from '../../../test/proxy.ts';
import { run } from '../../run.ts';

const me = useDrive({ settings: { LIST_MAX: '3' } });
const { on, put, grow, all, records } = me;
const itemAt = (path: string) => me.client().files.getByPath(path);
const textAt = async (path: string): Promise<string> => (await on('cat', path)).out;

it('copies a file into a folder, to a new path, and beside itself', async () => {
  await put('/a.txt', 'one');
  await grow('/d/');
  expect(await on('cp', '/a.txt', '/d')).toEqual({ code: 0, out: '', err: 'copied 1 item to /d\n' });
  expect(await on('cp', '/a.txt', '/d/b.txt')).toMatchObject({ code: 0 });
  expect(await on('cp', '/a.txt', '/')).toMatchObject({ code: 0 });
  expect(await all()).toEqual(['/d', '/d/a.txt', '/d/b.txt', '/a (1).txt', '/a.txt']);
  await me.client().files.put('/a.txt', new Blob(['two']), { onConflict: 'replace' });
  for (const path of ['/d/a.txt', '/d/b.txt', '/a (1).txt']) expect(await textAt(path)).toBe('one');
});

it('copies folders with everything in them, with -r only', async () => {
  await grow('/x/y/z.txt', '/x/e/', '/w/');
  expect(await on('cp', '/x', '/w')).toMatchObject({
    code: 2,
    err: 'error: /x is a folder; copy it with everything in it: drive-cli cp -r\n',
  });
  expect(await on('cp', '-r', '/x', '/w')).toMatchObject({ code: 0 });
  expect(await on('cp', '-r', '/x', '/v')).toMatchObject({ code: 0 });
  expect(await all()).toEqual(
    ['/v', '/v/e', '/v/y', '/v/y/z.txt', '/w', '/w/x', '/w/x/e', '/w/x/y', '/w/x/y/z.txt', '/x', '/x/e', '/x/y'].concat(
      '/x/y/z.txt',
    ),
  );
  expect((await itemAt('/v/y/z.txt')).id).not.toBe((await itemAt('/x/y/z.txt')).id);
});

it('gives copies the metadata and tags, and neither star nor link', async () => {
  await grow('/a.txt', '/d/');
  await on('meta', 'set', '/a.txt', 'order=42');
  await on('tag', 'add', 'Invoice', '/a.txt');
  await on('star', '/a.txt');
  await on('share', '/a.txt');
  await on('cp', '/a.txt', '/d');
  expect(await itemAt('/d/a.txt')).toMatchObject({
    metadata: { order: '42' },
    tags: ['Invoice'],
    starred: false,
    shareMode: 'PRIVATE',
  });
});

it('copies the matches of patterns with one request, and by id', async () => {
  await grow('/a.jpg', '/b.jpg', '/c.txt', '/d/');
  const proxy = await startProxy(() => me.drive.url);
  const copied = await me.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'cp', '/*.jpg', '/d');
  expect(copied).toMatchObject({ code: 0, err: 'copied 2 items to /d\n' });
  expect(proxy.calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/files/copy']);
  const { id } = await itemAt('/c.txt');
  expect(await records('cp', id, '/d', '--json')).toEqual([
    { from: '/c.txt', path: '/d/c.txt', id: (await itemAt('/d/c.txt')).id, status: 'copied' },
  ]);
  expect(await all()).toEqual(['/d', '/d/a.jpg', '/d/b.jpg', '/d/c.txt', '/a.jpg', '/b.jpg', '/c.txt']);
});

it('replaces no item, and continues after those that cannot be copied', async () => {
  await grow('/a', '/b', '/f/g/');
  expect(await on('cp', '/a', '/b')).toMatchObject({
    code: 6,
    err: 'error: /b already exists; cp never replaces existing items\n',
  });
  expect(await on('cp', '/a', '/a')).toMatchObject({ code: 6 });
  expect(await on('cp', '-r', '/f', '/f/g')).toMatchObject({ code: 6 });
  expect(await on('cp', '/nothing', '/f')).toMatchObject({ code: 5 });
  const some = await on('cp', '-r', '/nothing', '/f', '/a', '/f/g', '--json');
  expect(some.code).toBe(3);
  expect(
    some.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    { from: '/nothing', status: 'failed' },
    { from: '/a', path: '/f/g/a', status: 'copied' },
    { from: '/f', status: 'failed', error: { code: 'conflict' } },
  ]);
  expect(await on('cp', '/a')).toMatchObject({ code: 2 });
  expect(await on('cp', '-r', '/', '/f')).toMatchObject({ code: 2 });
  expect(await all()).toEqual(['/f', '/f/g', '/f/g/a', '/a', '/b']);
});

it('shows planned copies with -n only, and copies only an item that has the tag of --if-match', async () => {
  await grow('/a', '/b', '/d/');
  expect(await on('cp', '-n', '/a', '/b', '/d')).toEqual({ code: 0, out: '/a -> /d/a\n/b -> /d/b\n', err: '' });
  const { changeTag } = await itemAt('/a');
  expect(await on('cp', '/a', '/d', '--if-match', changeTag)).toMatchObject({ code: 0 });
  await on('meta', 'set', '/a', 'changed=yes');
  expect((await on('cp', '/a', '/d/x', '--if-match', changeTag)).code).not.toBe(0);
  expect(await on('cp', '/a', '/b', '/d', '--if-match', changeTag)).toMatchObject({ code: 2 });
  expect(await all()).toEqual(['/d', '/d/a', '/a', '/b']);
});

it('copies more than 1,000 items by an operation, waits for its end, and cancels it when it is interrupted', async () => {
  const { files } = me.client();
  let many = await files.createFolder({ name: 'level 0' });
  for (let count = 1; count < 16; count++) await files.createFolder({ name: `${count}`, parentId: many.id });
  // Each level has the one before twice: 33, 67, 135, 271, 543 and 1,087 items.
  for (let level = 1; level <= 6; level++) {
    const above = await files.createFolder({ name: level === 6 ? 'many' : `level ${level}` });
    for (let time = 0; time < 2; time++) await files.copy({ ids: [many.id], parentId: above.id });
    await files.trash(many.id);
    many = above;
  }
  const proxy = await startProxy(() => me.drive.url);
  const env = { ...me.env, DRIVE_BASE_URL: proxy.url };
  const argv = ['cp', '-r', '/many', '/copy'];
  const isAsked = (): boolean => proxy.calls.some((call) => call.startsWith('GET /api/operations/'));
  const world = createFakeWorld({ home: me.home, argv, env });
  const interrupted = run(world);
  await expect.poll(isAsked).toBe(true);
  world.interrupt();
  expect(await interrupted).toBe(130);
  await me.drive.drain();
  expect(await me.names()).toEqual(['many']);

  proxy.calls.length = 0;
  const copying = me.with({ env }, ...argv);
  await expect.poll(isAsked).toBe(true);
  await me.drive.drain();
  expect(await copying).toEqual({ code: 0, out: '', err: 'copied 1 item to /\n' });
  const copies: string[] = [];
  for await (const { path } of files.tree({ folderId: (await itemAt('/copy')).id })) copies.push(path);
  expect(copies).toHaveLength(1086);
});
