import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '@drive/base';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';
import { createFakeWorld, createTestDirectory } from '../../../test/fake-world.ts';
import { listFiles } from '../../../test/list-files.ts';
import { startProxy } from '../../../test/proxy.ts';
import { run } from '../../run.ts';

const at = useDrive({ settings: { CHANGES_DAYS: '1' } });
const { here: path, write, read } = at;
const sync = (...argv: string[]) => at.on('sync', '--two-way', 'in', 'drive:/Box', ...argv);
const records = (...argv: string[]) => at.records('sync', '--two-way', 'in', 'drive:/Box', '--json', ...argv);
const lines = (out: string): string[] => out.split('\n').filter(Boolean).toSorted();
const files = (folder = 'in'): string[] => listFiles(path(folder)).filter((name) => !name.startsWith('.drive-trash'));
const there = async (): Promise<string[]> =>
  (await at.all())
    .filter((name) => name.startsWith('/Box/'))
    .map((name) => name.slice('/Box/'.length))
    .toSorted();
const contentOf = async (remote: string): Promise<string> => (await at.on('download', remote, '-o', '-')).out;
const idOf = async (remote: string): Promise<string> => (await at.client().files.getByPath(remote)).id;
const copyOf = (names: readonly string[]): string => names.find((name) => name.includes('(conflict, laptop, ')) ?? '';

/** Two computers with the same three files. */
async function withFiles(): Promise<void> {
  for (const name of ['in/a.txt', 'in/b.txt', 'in/sub/c.txt']) write(name);
  expect(await sync()).toMatchObject({ code: 0 });
}

describe('sync --two-way', () => {
  it('[P-1201] merges both folders at first, and deletes nothing', async () => {
    await at.grow('/Box/there.txt', '/Box/sub/deep/x.txt', '/Box/empty/');
    await at.put('/Box/same.txt', 'same');
    for (const name of ['in/here.txt', 'in/sub/y.txt', 'in/.gitkeep']) write(name);
    write('in/none', '');
    write('in/same.txt', 'same');
    const first = await sync();
    expect(first.err).toMatch(/; 10 items equal; \d+ s\n$/);
    expect(first.code).toBe(0);
    expect(lines(first.out)).toEqual([
      'here   create-folder empty',
      'here   create-folder sub/deep',
      'here   download      sub/deep/x.txt',
      'here   download      there.txt',
      'server upload        .gitkeep',
      'server upload        here.txt',
      'server upload        none',
      'server upload        sub/y.txt',
    ]);
    expect(files().map((name) => name.replace(/\/$/, ''))).toEqual(await there());
    const proxy = await startProxy(() => at.drive.url);
    const second = await at.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'sync', '--two-way', 'in', 'drive:/Box');
    // Another URL is another pair: it merges, too, and finds everything equal.
    expect(second).toMatchObject({ code: 0, out: '' });
    const idle = proxy.calls.length;
    expect(
      await at.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'sync', '--two-way', 'in', 'drive:/Box'),
    ).toMatchObject({ code: 0, out: '' });
    expect(proxy.calls.slice(idle)).toEqual([
      'GET /api/me',
      'GET /api/files/by-path',
      'GET /api/changes',
      'GET /api/changes',
    ]);
  });

  it('[P-1202] makes changes of either side on the other one, with their times', async () => {
    await withFiles();
    const [a, b] = [await idOf('/Box/a.txt'), await idOf('/Box/b.txt')];
    write('in/a.txt', 'changed here');
    utimesSync(path('in/a.txt'), 1000, 1000);
    await at.client().files.put('/Box/b.txt', new Blob(['changed there']), {
      onConflict: 'replace',
      modifiedAt: new Date(2_000_000),
    });
    utimesSync(path('in/sub/c.txt'), 3000, 3000);
    expect(lines((await sync()).out)).toEqual([
      'here   download      b.txt',
      'server set-time      sub/c.txt',
      'server upload        a.txt',
    ]);
    expect([read('in/b.txt'), await contentOf('/Box/a.txt')]).toEqual(['changed there', 'changed here']);
    expect(statSync(path('in/b.txt')).mtimeMs).toBe(2_000_000);
    expect((await at.client().files.getByPath('/Box/sub/c.txt')).modifiedAt).toBe(new Date(3_000_000).toISOString());
    expect([await idOf('/Box/a.txt'), await idOf('/Box/b.txt')]).toEqual([a, b]);
    expect(await sync()).toMatchObject({ code: 0, out: '' });
  });

  it('[P-1203] keeps both contents of a file that was changed on both sides', async () => {
    await withFiles();
    write('in/a.txt', 'mine');
    await at.client().files.put('/Box/a.txt', new Blob(['theirs']), { onConflict: 'replace' });
    const { code, out } = await sync();
    expect(code).toBe(0);
    const copy = copyOf(files());
    expect(copy).toMatch(/^a \(conflict, laptop, \d{4}-\d\d-\d\d \d\d\.\d\d\)\.txt$/);
    expect(lines(out)).toEqual([
      `here   conflict      a.txt -> ${copy}`,
      'here   download      a.txt',
      `server upload        ${copy}`,
    ]);
    expect([read('in/a.txt'), read(`in/${copy}`)]).toEqual(['theirs', 'mine']);
    expect([await contentOf('/Box/a.txt'), await contentOf(`/Box/${copy}`)]).toEqual(['theirs', 'mine']);
    expect(await sync()).toMatchObject({ code: 0, out: '' });
  });

  it('[P-1204] moves what was moved, also folders, and copies nothing', async () => {
    await withFiles();
    const [a, sub] = [await idOf('/Box/a.txt'), await idOf('/Box/sub')];
    const { ino } = statSync(path('in/b.txt'));
    mkdirSync(path('in/new'));
    renameSync(path('in/a.txt'), path('in/new/renamed.txt'));
    renameSync(path('in/sub'), path('in/new/sub'));
    await at.client().files.update(await idOf('/Box/b.txt'), { name: 'B.txt' });
    expect(lines((await sync()).out)).toEqual([
      'here   move          b.txt -> B.txt',
      'server create-folder new',
      'server move          a.txt -> new/renamed.txt',
      'server move          sub -> new/sub',
    ]);
    expect([await idOf('/Box/new/renamed.txt'), await idOf('/Box/new/sub')]).toEqual([a, sub]);
    expect(statSync(path('in/B.txt')).ino).toBe(ino);
    expect(await sync()).toMatchObject({ code: 0, out: '' });
  });

  it('[P-1205] exchanges the names of two files and of two folders', async () => {
    for (const name of ['in/a.txt', 'in/b.txt', 'in/x/1', 'in/y/2']) write(name);
    await sync();
    for (const [one, other] of [
      ['a.txt', 'b.txt'],
      ['x', 'y'],
    ] as const) {
      renameSync(path(`in/${one}`), path('in/aside'));
      renameSync(path(`in/${other}`), path(`in/${one}`));
      renameSync(path('in/aside'), path(`in/${other}`));
    }
    expect(await sync()).toMatchObject({ code: 0 });
    expect(await contentOf('/Box/a.txt')).toBe('in/b.txt');
    expect(await there()).toEqual(['a.txt', 'b.txt', 'x', 'x/2', 'y', 'y/1']);
    expect(await sync()).toMatchObject({ code: 0, out: '' });
  });

  it('[P-1943] moves a file to the place of the folder that it was in', async () => {
    for (const name of ['in/a/x', 'in/b/y', 'in/b/z']) write(name);
    await sync();
    await at.client().files.update(await idOf('/Box/a/x'), { name: 'aside', parentId: await idOf('/Box') });
    await at.client().files.trash(await idOf('/Box/a'));
    await at.client().files.update(await idOf('/Box/aside'), { name: 'a' });
    renameSync(path('in/b/y'), path('in/aside'));
    rmSync(path('in/b'), { recursive: true });
    renameSync(path('in/aside'), path('in/b'));
    expect(await sync()).toMatchObject({ code: 0 });
    expect(files()).toEqual(['a', 'b']);
    expect([read('in/a'), await contentOf('/Box/b')]).toEqual(['in/a/x', 'in/b/y']);
    expect(await there()).toEqual(['a', 'b']);
    expect(await sync()).toMatchObject({ code: 0, out: '' });
  });

  it('[P-1206] puts what was deleted into the trash of the other side', async () => {
    await withFiles();
    rmSync(path('in/sub'), { recursive: true });
    await at.client().files.trash(await idOf('/Box/a.txt'));
    expect(lines((await sync()).out)).toEqual(['here   delete        a.txt', 'server delete        sub']);
    expect(files()).toEqual(['b.txt']);
    expect(await there()).toEqual(['b.txt']);
    const [day = ''] = readdirSync(path('in/.drive-trash')).filter((name) => name.startsWith('20'));
    expect(read(`in/.drive-trash/${day}/a.txt`)).toBe('in/a.txt');
    expect((await at.on('trash', 'list')).out).toMatch(/\/Box\/sub/);
    expect(await sync()).toMatchObject({ code: 0, out: '' });
  });

  it('[P-1207] removes what was deleted here after runs on 30 later days, however the clock jumps', async () => {
    await withFiles();
    await at.client().files.trash(await idOf('/Box/a.txt'));
    const begin = Date.parse('2040-11-26T12:00:00Z');
    const runAt = (now: number) => at.with({ now: () => now }, 'sync', '--two-way', 'in', 'drive:/Box');
    await runAt(begin);
    const trashed = path('in/.drive-trash/2040-11-26/a.txt');
    await runAt(begin + 400 * dayMs);
    for (let day = 1; day < 29; day++) await runAt(begin + day * dayMs);
    expect(existsSync(trashed)).toBe(true);
    await runAt(begin + 29 * dayMs);
    expect(existsSync(trashed)).toBe(false);
  });

  it('keeps what a run deleted that was interrupted as long, and what was deleted before the journal was lost', async () => {
    await withFiles();
    const begin = Date.parse('2040-11-26T12:00:00Z');
    const runAt = (day: number) => at.with({ now: () => begin + day * dayMs }, 'sync', '--two-way', 'in', 'drive:/Box');
    for (let day = 0; day < 35; day++) await runAt(day);
    await at.client().files.trash(await idOf('/Box/a.txt'));
    const argv = ['sync', '--two-way', 'in', 'drive:/Box'];
    const world = createFakeWorld({ home: at.home, env: at.env, argv, now: () => begin + 35 * dayMs });
    const write = world.stdout.write.bind(world.stdout);
    world.stdout.write = ((chunk: string, done?: () => void) => {
      world.interrupt();
      return write(chunk, done as never);
    }) as never;
    expect(await run(world)).toBe(130);
    const trashed = path('in/.drive-trash/2040-12-31/a.txt');
    expect(existsSync(trashed)).toBe(true);
    for (let day = 36; day < 65; day++) await runAt(day);
    expect(existsSync(trashed)).toBe(true);
    await runAt(66);
    expect(existsSync(trashed)).toBe(false);
    mkdirSync(path('in/.drive-trash/2030-01-01'));
    await runAt(67);
    expect(existsSync(path('in/.drive-trash/2030-01-01'))).toBe(true);
  });

  it('synchronizes two computers, each with the changes of the other', async () => {
    await withFiles();
    const home = createTestDirectory();
    const other = (...argv: string[]) => at.with({ home }, 'sync', '--two-way', 'out', 'drive:/Box', ...argv);
    expect(await other()).toMatchObject({ code: 0 });
    renameSync(join(home, 'out/sub'), join(home, 'out/renamed'));
    write('in/sub/new.txt');
    rmSync(path('in/b.txt'));
    for (const run of [other, sync, other]) expect(await run()).toMatchObject({ code: 0 });
    expect(files()).toEqual(['a.txt', 'renamed/', 'renamed/c.txt', 'renamed/new.txt']);
    expect(listFiles(join(home, 'out')).filter((name) => !name.startsWith('.drive'))).toEqual(files());
  });

  it('leaves excluded files, links and impossible names alone, and names what it leaves out', async () => {
    await at.grow('/Box/b.tmp', '/Box/link/x.txt');
    for (const name of ['in/a.tmp', 'in/a.txt', String.raw`in/back\slash`]) write(name);
    write('in/.driveignore', '*.tmp\n');
    symlinkSync('/etc', path('in/link'));
    const { code, err } = await sync();
    expect(code).toBe(3);
    expect(err).toMatch(/skipped a symbolic link: link\n/);
    expect(err).toMatch(/the server takes no such name/);
    expect(files()).toEqual(['.driveignore', 'a.tmp', 'a.txt', String.raw`back\slash`, 'link']);
    expect(await there()).toEqual(['.driveignore', 'a.txt', 'b.tmp', 'link', 'link/x.txt']);
    rmSync(path(String.raw`in/back\slash`));
    expect(await sync()).toMatchObject({ code: 0, out: '' });
  });

  it('keeps names that this computer cannot have on the server', async () => {
    await at.grow('/Box/a:b.txt', '/Box/fine.txt', '/Box/FINE.txt', '/Box/con/x.txt');
    const run = () => at.with({ platform: 'win32' }, 'sync', '--two-way', 'in', 'drive:/Box');
    const { code, err } = await run();
    expect(code).toBe(3);
    expect(err).toMatch(/a:b\.txt stays on the server: no file on this computer can have this name/);
    expect(err).toMatch(/stays on the server: it would be the same file as (fine|FINE)\.txt/);
    expect(files().map((name) => name.toLowerCase())).toEqual(['fine.txt']);
    expect((await run()).code).toBe(3);
    expect(await there()).toEqual(['FINE.txt', 'a:b.txt', 'con', 'con/x.txt', 'fine.txt']);
  });

  it('[P-1941] asks the server three times, and reads no file, if nothing has changed since the last run', async () => {
    await withFiles();
    const proxy = await startProxy(() => at.drive.url);
    const later = () =>
      at.with(
        { env: { DRIVE_BASE_URL: proxy.url }, now: () => Date.now() + 60_000 },
        'sync',
        '--two-way',
        'in',
        'drive:/Box',
      );
    expect(await later()).toMatchObject({ code: 0, out: '' });
    proxy.calls.length = 0;
    expect(await later()).toMatchObject({ code: 0, out: '', err: expect.stringContaining('4 items equal') as string });
    expect(proxy.calls).toEqual(['GET /api/me', 'GET /api/files/by-path', 'GET /api/changes']);
    const { atime, mtime } = statSync(path('in/a.txt'));
    write('in/a.txt', read('in/a.txt').toUpperCase());
    utimesSync(path('in/a.txt'), atime, mtime);
    await at.client().files.trash(await idOf('/Box/b.txt'));
    expect(lines((await later()).out)).toEqual(['here   delete        b.txt', 'server upload        a.txt']);
    expect(await later()).toMatchObject({ code: 0, out: '' });
  });

  it('shows what it would do with --dry-run', async () => {
    write('in/x.txt');
    expect(await sync('--dry-run')).toMatchObject({ code: 0, out: 'server upload        x.txt\n' });
    expect([await at.all(), files()]).toEqual([[], ['x.txt']]);
    rmSync(path('in/x.txt'));
    await withFiles();
    write('in/new.txt');
    rmSync(path('in/a.txt'));
    await at.client().files.update(await idOf('/Box/b.txt'), { name: 'B.txt' });
    const before = [files(), await there()];
    const planned = await records('--dry-run');
    expect(
      planned.map(({ action, side, path: name, status }) => [status, side, action, name].join(' ')).toSorted(),
    ).toEqual(['planned here move B.txt', 'planned server delete a.txt', 'planned server upload new.txt']);
    expect([files(), await there()]).toEqual(before);
  });
});

describe('sync --two-way deletes nothing on doubt:', () => {
  const many = async (): Promise<void> => {
    for (let number = 0; number < 60; number++) write(`in/${number % 4}/${number}.txt`);
    expect(await sync()).toMatchObject({ code: 0 });
  };
  const refused = { code: 6, out: '' };

  it('[P-1208] it asks before many deletions, and changes nothing without a terminal', async () => {
    await many();
    for (const folder of ['0', '1', '2', '3']) rmSync(path(`in/${folder}`), { recursive: true });
    write('in/kept.txt');
    const { err, ...ended } = await sync();
    expect(ended).toEqual(refused);
    expect(err).toMatch(/64 of 64 items would be deleted: 0 here and 64 on the server: nothing was changed; .*--yes/);
    expect(await sync('--max-delete', '63')).toMatchObject(refused);
    expect(await there()).toHaveLength(64);
    expect((await at.with({ stdin: 'n\n', stdinIsTerminal: true }, 'sync', '--two-way', 'in', 'drive:/Box')).code).toBe(
      1,
    );
    expect(await there()).toHaveLength(64);
    expect(await sync('--yes')).toMatchObject({ code: 0 });
    expect(await there()).toEqual(['kept.txt']);
  });

  it('[P-1209] an empty, a missing and another folder here', async () => {
    await withFiles();
    renameSync(path('in'), path('unmounted'));
    expect(await sync()).toMatchObject({
      ...refused,
      err: expect.stringContaining('in is gone: nothing was changed') as string,
    });
    mkdirSync(path('in'));
    expect(await sync()).toMatchObject({
      ...refused,
      err: expect.stringContaining('another folder than at the last run') as string,
    });
    rmSync(path('in'), { recursive: true });
    renameSync(path('unmounted'), path('in'));
    for (const name of ['a.txt', 'b.txt', 'sub']) rmSync(path(`in/${name}`), { recursive: true });
    expect(await sync()).toMatchObject({
      ...refused,
      err: expect.stringContaining('the folder on this computer is empty') as string,
    });
    expect(await there()).toEqual(['a.txt', 'b.txt', 'sub', 'sub/c.txt']);
  });

  it('[P-1210] a folder that is gone from the server, and another one in its place', async () => {
    await withFiles();
    await at.client().files.trash(await idOf('/Box'));
    expect(await sync()).toMatchObject({
      ...refused,
      err: expect.stringContaining('/Box is gone from the server') as string,
    });
    await at.grow('/Box/');
    expect(await sync()).toMatchObject({
      ...refused,
      err: expect.stringContaining('/Box is another folder') as string,
    });
    expect(files()).toEqual(['a.txt', 'b.txt', 'sub/', 'sub/c.txt']);
    expect(await sync('--yes')).toMatchObject({ code: 0 });
    expect(await there()).toEqual(['a.txt', 'b.txt', 'sub', 'sub/c.txt']);
  });

  it('[P-1211] another account', async () => {
    await withFiles();
    const { key } = await at.drive.createUser();
    const other = await at.with({ env: { DRIVE_API_KEY: key } }, 'sync', '--two-way', 'in', 'drive:/Box');
    expect(other).toMatchObject({ ...refused, err: expect.stringContaining('the account is another one') as string });
  });

  it('[P-1212] a lost journal', async () => {
    await withFiles();
    rmSync(path('.local/state/drive/two-way'), { recursive: true });
    rmSync(path('in/a.txt'));
    await at.client().files.trash(await idOf('/Box/b.txt'));
    expect(await sync()).toMatchObject({ code: 0 });
    expect(files()).toEqual(['a.txt', 'b.txt', 'sub/', 'sub/c.txt']);
    expect(await there()).toEqual(['a.txt', 'b.txt', 'sub', 'sub/c.txt']);
  });

  it('[P-1213] changes that the server has forgotten: deletions follow with the next run', async () => {
    await withFiles();
    at.drive.clock.advance(3 * dayMs);
    rmSync(path('in/a.txt'));
    await at.client().files.trash(await idOf('/Box/b.txt'));
    const first = await sync();
    expect(first).toMatchObject({ code: 0, out: '' });
    expect(first.err).toMatch(/nothing is deleted in this run/);
    expect(lines((await sync()).out)).toEqual(['here   delete        b.txt', 'server delete        a.txt']);
  });

  it('[P-1214] a file that is written to while it is read', async () => {
    await withFiles();
    let isWriting = false;
    const changing = await startProxy(() => at.drive.url, {
      answer(incoming) {
        if (isWriting && incoming.method === 'POST') utimesSync(path('in/new.txt'), 1000, 1000);
        return false;
      },
    });
    const run = () => at.with({ env: { DRIVE_BASE_URL: changing.url } }, 'sync', '--two-way', 'in', 'drive:/Box');
    expect(await run()).toMatchObject({ code: 0 });
    rmSync(path('in/b.txt'));
    write('in/new.txt', 'x'.repeat(2 * 1024 * 1024));
    isWriting = true;
    const { code, err } = await run();
    expect(code).toBe(3);
    expect(err).toMatch(/new\.txt changed while it was being uploaded/);
    // The run looked again, but deleted nothing.
    expect(await there()).toEqual(['a.txt', 'b.txt', 'new.txt', 'sub', 'sub/c.txt']);
    expect(await run()).toMatchObject({ code: 0 });
    expect(await there()).toEqual(['a.txt', 'new.txt', 'sub', 'sub/c.txt']);
  });
});

it('[P-1942] reports a file that the server does not take once, copies the others, and deletes nothing', async () => {
  await withFiles();
  const refusing = await startProxy(() => at.drive.url, {
    answer(incoming, outgoing) {
      if (incoming.method !== 'PUT' || !incoming.url?.includes('refused.txt')) return false;
      incoming.resume();
      outgoing.writeHead(400, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ code: 'invalid_request', message: 'not this one' }));
      return true;
    },
  });
  const run = () => at.with({ env: { DRIVE_BASE_URL: refusing.url } }, 'sync', '--two-way', 'in', 'drive:/Box');
  expect(await run()).toMatchObject({ code: 0 });
  for (const name of ['in/refused.txt', 'in/taken.txt']) write(name);
  rmSync(path('in/b.txt'));
  const { code, out, err } = await run();
  expect([code, lines(out)]).toEqual([3, ['server upload        taken.txt']]);
  expect(err.match(/not this one/g)).toHaveLength(1);
  expect(err).toMatch(/; 1 problem; \d+ s\n$/);
  expect(await there()).toEqual(['a.txt', 'b.txt', 'sub', 'sub/c.txt', 'taken.txt']);
});

describe('the commands for synchronized folders', () => {
  it('show, pause and resume them, and what was done', async () => {
    await withFiles();
    const [status] = JSON.parse((await at.on('sync', 'status', '--json')).out) as object[];
    expect(status).toMatchObject({
      local: path('in'),
      remote: '/Box',
      state: 'equal',
      items: 4,
      message: null,
      processId: null,
    });
    expect((await at.on('sync', 'log', 'in')).out).toMatch(/server upload {8}a\.txt\n/);
    expect(await at.on('sync', 'pause')).toMatchObject({ code: 0, out: `paused ${path('in')}\n` });
    expect((await at.on('sync', 'status')).out).toMatch(/\tpaused\t/);
    expect(await sync()).toMatchObject({ code: 6, out: '' });
    await at.on('sync', 'resume', 'in');
    expect(await sync()).toMatchObject({ code: 0 });
    expect(await at.on('sync', 'log', 'elsewhere')).toMatchObject({ code: 5 });
  });

  it('say that another process synchronizes the same folders', async () => {
    await withFiles();
    const directory = path('.local/state/drive/two-way');
    // The process with id 1 always exists.
    writeFileSync(join(directory, readdirSync(directory)[0] ?? '', 'lock'), '1');
    const { code, err } = await sync();
    expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining('already running (process 1)') as string });
    expect((await at.on('sync', 'status', '--json')).out).toContain('"processId":1');
  });

  it.each([
    [['--two-way', 'in', 'out'], 2, /which of in and out is on the server/],
    [['--two-way', '--delete', 'in', 'drive:/Box'], 2, /--delete is not for --two-way/],
    [['--watch', 'in', 'drive:/Box'], 2, /--watch needs --two-way/],
    [['--max-delete', 'x', '--two-way', 'in', 'drive:/Box'], 2, /whole number/],
  ])('%j is refused', async (argv, code, message) => {
    const { err, ...ended } = await at.on('sync', ...argv);
    expect(ended).toEqual({ code, out: '' });
    expect(err).toMatch(message);
  });
});

it('keeps a file of the user whose time was set back after a change', async () => {
  await withFiles();
  const { atime, mtime } = statSync(path('in/a.txt'));
  write('in/a.txt', readFileSync(path('in/a.txt'), 'utf8').toUpperCase());
  utimesSync(path('in/a.txt'), atime, mtime);
  expect(lines((await sync()).out)).toEqual(['server upload        a.txt']);
});

it('[P-1216] with --watch follows changes of both sides until Ctrl-C, and can be paused', async () => {
  await withFiles();
  const world = createFakeWorld({
    home: at.home,
    env: at.env,
    argv: ['sync', '--two-way', '--watch', 'in', 'drive:/Box'],
  });
  const watching = run(world);
  await expect.poll(() => world.err(), { timeout: 20_000 }).toContain('items equal');
  await at.put('/Box/there.txt');
  await expect.poll(() => existsSync(path('in/there.txt')), { timeout: 20_000 }).toBe(true);
  write('in/sub/here.txt');
  await expect.poll(there, { timeout: 20_000 }).toContain('sub/here.txt');
  const statuses = async () =>
    (JSON.parse((await at.on('sync', 'status', '--json')).out) as { state: string }[])[0]?.state;
  await at.on('sync', 'pause');
  expect(await statuses()).toBe('paused');
  write('in/later.txt');
  await at.on('sync', 'resume');
  await expect.poll(there, { timeout: 20_000 }).toContain('later.txt');
  world.interrupt();
  expect(await watching).toBe(130);
});

it('[P-1944] with --watch says once that the server cannot be reached, and goes on when it can', async () => {
  await withFiles();
  let isOut = false;
  let refused = 0;
  const proxy = await startProxy(() => at.drive.url, {
    answer(incoming, outgoing) {
      if (!isOut) return false;
      refused++;
      incoming.destroy();
      outgoing.destroy();
      return true;
    },
  });
  const world = createFakeWorld({
    home: at.home,
    env: { ...at.env, DRIVE_BASE_URL: proxy.url },
    argv: ['sync', '--two-way', '--watch', '--retries', '0', 'in', 'drive:/Box'],
  });
  const watching = run(world);
  await expect.poll(() => world.err(), { timeout: 20_000 }).toContain('items equal');
  isOut = true;
  for (const name of ['in/one.txt', 'in/two.txt', 'in/three.txt']) {
    const before = refused;
    write(name);
    await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(before);
  }
  isOut = false;
  write('in/later.txt');
  await expect.poll(there, { timeout: 20_000 }).toContain('later.txt');
  world.interrupt();
  expect(await watching).toBe(130);
  expect(world.err().match(/trying again/g)).toHaveLength(1);
});
