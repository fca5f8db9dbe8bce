import { existsSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { jsonLines, useDrive } from '../../../test/drive-user.ts';
import { listFiles } from '../../../test/list-files.ts';
import { startProxy } from '../../../test/proxy.ts';

const at = useDrive();
const { here: path, write, read } = at;
const sync = (...argv: string[]) => at.on('sync', ...argv);
const records = (...argv: string[]) => at.records('sync', '--json', ...argv);

/** Runs a sync behind a proxy and returns its requests to the server. */
async function callsOf(...argv: string[]): Promise<string[]> {
  const proxy = await startProxy(() => at.drive.url);
  const { code, err } = await at.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'sync', ...argv);
  expect({ code, err }).toMatchObject({ code: 0 });
  return proxy.calls;
}
function refusePut(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.method !== 'PUT') return false;
  outgoing.writeHead(400, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ status: 400, code: 'upload_size_mismatch', message: 'no' }));
  return true;
}
const idsIn = async (folder: string): Promise<string[]> =>
  (JSON.parse((await at.on('ls', '--json', folder)).out) as { id: string }[]).map(({ id }) => id);
const contentOf = async (remote: string): Promise<string> => (await at.on('download', remote, '-o', '-')).out;

describe('sync to the server', () => {
  it('copies missing files, and then nothing', async () => {
    for (const name of ['in/a.txt', 'in/sub/b.txt', 'in/sub/deep/c.txt']) write(name);
    mkdirSync(path('in/empty'));
    const first = await sync('in', 'drive:/Backup');
    expect(first.err).toMatch(/^3 folders created, 3 files \(37 B\) uploaded, 0 files unchanged; \d+ s\n$/);
    expect(first.out.split('\n').filter(Boolean).toSorted()).toEqual([
      'create-folder empty',
      'create-folder sub',
      'create-folder sub/deep',
      'upload        a.txt',
      'upload        sub/b.txt',
      'upload        sub/deep/c.txt',
    ]);
    expect(first.code).toBe(0);
    expect((await at.all()).toSorted()).toEqual(
      ['', '/a.txt', '/empty', '/sub', '/sub/b.txt', '/sub/deep', '/sub/deep/c.txt'].map((name) => `/Backup${name}`),
    );
    expect(await callsOf('in', 'drive:/Backup')).toEqual(['GET /api/files/by-path', 'GET /api/files/tree']);
    expect(await sync('in', '/Backup')).toMatchObject({ code: 0, out: '' });
  });

  it('replaces changed files, under the same id', async () => {
    write('in/a.txt', 'old');
    write('in/same-size.txt', '1');
    await sync('in', 'drive:/Backup');
    const before = await idsIn('/Backup');
    write('in/a.txt', 'newer');
    write('in/same-size.txt', '2');
    utimesSync(path('in/same-size.txt'), 1000, 1000);
    expect(
      (await records('in', 'drive:/Backup')).toSorted((a, b) => (String(a['path']) < String(b['path']) ? -1 : 1)),
    ).toEqual([
      { action: 'upload', path: 'a.txt', status: 'done', size: 5, replaced: true },
      { action: 'upload', path: 'same-size.txt', status: 'done', size: 1, replaced: true },
    ]);
    expect(await contentOf('/Backup/a.txt')).toBe('newer');
    expect(await contentOf('/Backup/same-size.txt')).toBe('2');
    expect(await idsIn('/Backup')).toEqual(before);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/a.txt', '/Backup/same-size.txt']);
  });

  it('hashes a file whose time alone has changed once, and does not send it', async () => {
    write('in/a.txt');
    await sync('in', 'drive:/Backup');
    utimesSync(path('in/a.txt'), 1000, 1000);
    for (const _run of [1, 2])
      expect(await callsOf('in', 'drive:/Backup')).toEqual(['GET /api/files/by-path', 'GET /api/files/tree']);
  });

  it('trashes files that only the server has with --delete', async () => {
    await at.grow('/Backup/old/x.txt', '/Backup/extra.txt', '/Backup/kept.txt');
    write('in/kept.txt', '/Backup/kept.txt');
    expect(await sync('in', 'drive:/Backup')).toMatchObject({ code: 0, out: '' });
    const removed = await sync('--delete', 'in', 'drive:/Backup');
    expect(removed).toMatchObject({ code: 0, out: 'trash         old\ntrash         extra.txt\n' });
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/kept.txt']);
    expect((await at.on('trash', 'list')).out).toMatch(/extra\.txt/);
  });

  it('replaces a file by a folder and a folder by a file with --delete', async () => {
    await at.grow('/Backup/a', '/Backup/b/inner.txt');
    write('in/a/x.txt');
    write('in/b');
    const refused = await sync('in', 'drive:/Backup');
    expect(refused.code).not.toBe(0);
    expect(refused.err).toMatch(/a is a folder, but in its place is a file; --delete replaces it/);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/a', '/Backup/b', '/Backup/b/inner.txt']);
    expect(await sync('--delete', 'in', 'drive:/Backup')).toMatchObject({ code: 0 });
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/a', '/Backup/a/x.txt', '/Backup/b']);
  });

  it('skips links, and their paths on the server', async () => {
    await at.grow('/Backup/link/x.txt');
    write('in/real.txt');
    symlinkSync('/etc', path('in/link'));
    const { code, err } = await sync('--delete', 'in', 'drive:/Backup');
    expect(code).toBe(0);
    expect(err).toMatch(/skipped 1 symbolic link: link\n/);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/link', '/Backup/link/x.txt', '/Backup/real.txt']);
  });

  it('skips excluded paths on both sides', async () => {
    await at.grow('/Backup/node_modules/m.js', '/Backup/b.tmp', '/Backup/gone.txt');
    for (const name of ['in/a.tmp', 'in/keep.tmp', 'in/a.txt', 'in/sub/node_modules/n.js']) write(name);
    const filter = ['--exclude', 'node_modules/', '--exclude', '*.tmp', '--include', 'keep.*'];
    expect((await sync('--delete', ...filter, 'in', 'drive:/Backup')).code).toBe(0);
    expect((await at.all()).toSorted()).toEqual(
      ['', '/a.txt', '/b.tmp', '/keep.tmp', '/node_modules', '/node_modules/m.js', '/sub'].map(
        (name) => `/Backup${name}`,
      ),
    );
  });

  it('shows changes with --dry-run, and makes none', async () => {
    await at.grow('/Backup/extra.txt', '/Backup/a');
    write('in/a/x.txt');
    const before = (await at.all()).toSorted();
    const calls = await callsOf('--delete', '--dry-run', 'in', 'drive:/Backup');
    expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect(await sync('-n', '--delete', 'in', 'drive:/Backup')).toMatchObject({
      code: 0,
      out: 'trash         a\ncreate-folder a\nupload        a/x.txt\ntrash         extra.txt\n',
    });
    expect(await sync('-n', 'in', 'drive:/New')).toMatchObject({
      code: 0,
      out: 'create-folder a\nupload        a/x.txt\n',
    });
    expect((await at.all()).toSorted()).toEqual(before);
  });

  it('deletes nothing if a file cannot be read or has an invalid name', async () => {
    await at.grow('/Backup/extra.txt');
    write('in/a.txt');
    write(String.raw`in/back\slash`);
    const { code, err } = await sync('--delete', 'in', 'drive:/Backup');
    expect(code).toBe(3);
    expect(err).toMatch(/the server takes no such name/);
    expect(err).toMatch(/nothing that only the target has was removed/);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/a.txt', '/Backup/extra.txt']);
  });

  it('deletes nothing if an upload fails', async () => {
    await at.grow('/Backup/extra.txt');
    for (const name of ['in/a.txt', 'in/b.txt']) write(name);
    const refusing = await startProxy(() => at.drive.url, { answer: refusePut });
    const failed = await at.with({ env: { DRIVE_BASE_URL: refusing.url } }, 'sync', '--delete', 'in', 'drive:/Backup');
    expect(failed.code).not.toBe(0);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/extra.txt']);
    expect(await sync('--delete', 'in', 'drive:/Backup')).toMatchObject({ code: 0 });
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/a.txt', '/Backup/b.txt']);
  });

  it('puts nothing in the place of something of another type if anything fails', async () => {
    await at.grow('/Backup/a', '/Backup/b/inner.txt', '/Backup/extra.txt');
    for (const name of ['in/a/x.txt', 'in/b', 'in/c.txt']) write(name);
    const before = (await at.all()).toSorted();
    const syncWithout = async (refused: string) => {
      const proxy = await startProxy(() => at.drive.url, {
        answer: (incoming, outgoing) => incoming.url?.includes(refused) === true && refusePut(incoming, outgoing),
      });
      return at.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'sync', '--delete', 'in', 'drive:/Backup');
    };
    expect((await syncWithout('Backup/c.txt')).code).toBe(3);
    expect((await at.all()).toSorted()).toEqual(before);
    const failed = await syncWithout('Backup/b');
    expect(failed.code).toBe(3);
    expect(failed.err).toMatch(/^b was restored from the trash: what was to replace it failed$/m);
    expect(failed.err).toMatch(
      /^a could not be restored from the trash: The folder contains another item of this name/m,
    );
    expect(await at.all()).toEqual(expect.arrayContaining(['/Backup/b/inner.txt', '/Backup/extra.txt']));
    expect((await sync('--delete', 'in', 'drive:/Backup')).code).toBe(0);
    const expected = ['', '/a', '/a/x.txt', '/b', '/c.txt'].map((name) => `/Backup${name}`);
    expect((await at.all()).toSorted()).toEqual(expected);
  });

  it('restores from the trash what was to be replaced if a folder cannot be created, and after Ctrl-C', async () => {
    await at.grow('/Backup/a', '/Backup/b/inner.txt');
    for (const name of ['in/a/x.txt', 'in/b']) write(name);
    const before = (await at.all()).toSorted();
    const full = await startProxy(() => at.drive.url, {
      answer(incoming, outgoing) {
        if (incoming.method !== 'POST' || incoming.url !== '/api/files/folders') return false;
        outgoing.writeHead(409, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ status: 409, code: 'item_quota_exceeded', message: 'no' }));
        return true;
      },
    });
    const env = { DRIVE_BASE_URL: full.url };
    const failed = await at.with({ env }, 'sync', '--delete', '--json', 'in', 'drive:/Backup');
    expect(failed.code).toBe(6);
    expect(failed.err).toMatch(/"a was restored from the trash: what was to replace it failed"/);
    const steps = ['trash', 'restore'].flatMap((action) =>
      ['b', 'a'].map((name) => ({ action, path: name, status: 'done' })),
    );
    expect(jsonLines(failed.out)).toEqual(steps);
    expect((await at.all()).toSorted()).toEqual(before);
    expect((await at.interruptAfter(1, 'sync', '--delete', 'in', 'drive:/Backup')).code).toBe(130);
    expect((await at.all()).toSorted()).toEqual(before);
  });

  it('fails for a file that changes or vanishes while it is sent, and then deletes nothing', async () => {
    await at.grow('/Backup/extra.txt');
    for (const name of ['in/changes.txt', 'in/vanishes.txt']) write(name, '1'.repeat(2 * 1024 * 1024));
    const changing = await startProxy(() => at.drive.url, {
      answer(incoming) {
        if (incoming.method === 'POST') rmSync(path('in/vanishes.txt'), { force: true });
        // After the last byte, which the SDK sends only while the file is unchanged.
        if (incoming.method === 'PUT') incoming.once('end', () => utimesSync(path('in/changes.txt'), 1000, 1000));
        return false;
      },
    });
    const failed = await at.with({ env: { DRIVE_BASE_URL: changing.url } }, 'sync', '--delete', 'in', 'drive:/Backup');
    expect(failed.code).not.toBe(0);
    expect(failed.err).toMatch(/changes\.txt changed while it was read; run sync again/);
    expect(failed.err).toMatch(/vanishes\.txt/);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/changes.txt', '/Backup/extra.txt']);
    expect((await sync('--delete', 'in', 'drive:/Backup')).code).toBe(0);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/changes.txt']);
  });

  it('refuses to empty the target if the source is empty', async () => {
    await at.grow('/Backup/a.txt');
    mkdirSync(path('unmounted'));
    const { code, err } = await sync('--delete', 'unmounted', 'drive:/Backup');
    expect(code).toBe(1);
    expect(err).toMatch(/the source is empty/);
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/a.txt']);
  });

  it('uploads one of two files whose names are equal on the server', async () => {
    write('in/é.txt', 'one');
    write('in/e\u0301.txt', 'two');
    const { code, err } = await sync('--delete', 'in', 'drive:/Backup');
    expect(code).toBe(3);
    expect(err).toMatch(
      /\.txt exists twice, composed and decomposed, which is one name on the server; rename one of them/,
    );
    expect((await at.all()).toSorted()).toEqual(['/Backup', '/Backup/é.txt']);
  });
});

describe('sync from the server', () => {
  it('copies missing files with their times, and then nothing', async () => {
    write('in/sub/a.txt');
    const time = new Date('2001-02-03T04:05:06.789Z');
    utimesSync(path('in/sub/a.txt'), time, time);
    await sync('in', 'drive:/Photos');
    await at.grow('/Photos/empty/', '/Photos/no-time.txt');
    const first = await sync('drive:/Photos', 'out');
    expect(first.code).toBe(0);
    expect(listFiles(path('out'))).toEqual(['empty/', 'no-time.txt', 'sub/', 'sub/a.txt']);
    expect(read('out/sub/a.txt')).toBe('in/sub/a.txt');
    expect(statSync(path('out/sub/a.txt')).mtime).toEqual(time);
    const calls = await callsOf('drive:/Photos', 'out');
    // The .driveignore, the folder, and what is in it.
    expect(calls).toEqual(['GET /api/files/by-path', 'GET /api/files/by-path', 'GET /api/files/tree']);
    expect(await sync('/Photos', 'out')).toMatchObject({ code: 0, out: '' });
  });

  it('replaces changed files, and corrects a time that alone has changed', async () => {
    write('in/a.txt');
    write('in/b.txt');
    await sync('in', 'drive:/Photos');
    await sync('drive:/Photos', 'out');
    write('out/a.txt', 'IN/A.TXT');
    utimesSync(path('out/b.txt'), 1000, 1000);
    expect(await records('drive:/Photos', 'out')).toEqual([
      { action: 'download', path: 'a.txt', status: 'done', size: 8, replaced: true },
    ]);
    expect(read('out/a.txt')).toBe('in/a.txt');
    for (const name of ['a.txt', 'b.txt'])
      // The server keeps milliseconds, the disk less.
      expect(Math.abs(statSync(path(`out/${name}`)).mtimeMs - statSync(path(`in/${name}`)).mtimeMs)).toBeLessThan(10);
  });

  it('sets times before 1970 and in the far future, also of existing files, and touches nothing the next time', async () => {
    const times = ['1965-01-02T03:04:05.678Z', '1969-12-31T23:59:59.999Z', '2040-02-29T12:00:00.000Z'];
    for (const time of times) {
      write(`in/${time}.txt`);
      utimesSync(path(`in/${time}.txt`), new Date(time), new Date(time));
      write(`out/${time}.txt`, `in/${time}.txt`);
    }
    await sync('in', 'drive:/Old');
    await at.put('/Old/no-time.txt');
    for (const target of ['out', 'new']) {
      expect(await sync('drive:/Old', target)).toMatchObject({ code: 0 });
      for (const time of times) expect(statSync(path(`${target}/${time}.txt`)).mtime).toEqual(new Date(time));
      const [noTime] = (await at.list('/Old')).filter(({ name }) => name === 'no-time.txt');
      expect(statSync(path(`${target}/no-time.txt`)).mtime).toEqual(new Date(noTime?.uploadedAt ?? 0));
      const changed = () => listFiles(path(target)).map((name) => lstatSync(path(`${target}/${name}`)).ctimeMs);
      const before = changed();
      expect(await sync('drive:/Old', target)).toMatchObject({ code: 0, out: '' });
      expect(changed()).toEqual(before);
    }
  });

  it('does not set a time again that the disk cannot store', async () => {
    const time = new Date('0001-01-01T00:00:00.000Z');
    write('out/a.txt', 'a');
    await at.client().uploads.uploadTo('/Old/a.txt', new Blob(['a']), { modifiedAt: time });
    expect(await sync('drive:/Old', 'out')).toMatchObject({ code: 0 });
    const { ctimeMs } = lstatSync(path('out/a.txt'));
    expect(await sync('drive:/Old', 'out')).toMatchObject({ code: 0, out: '' });
    expect(lstatSync(path('out/a.txt')).ctimeMs).toBe(ctimeMs);
  });

  it('deletes files that only this computer has with --delete, and never through a link', async () => {
    await at.grow('/Photos/a.txt', '/Photos/linked/x.txt');
    write('outside/precious.txt');
    write('out/extra/deep/x.txt');
    write('out/extra.txt');
    symlinkSync(path('outside'), path('out/mine'));
    expect(await sync('drive:/Photos', 'out')).toMatchObject({ code: 0 });
    expect(existsSync(path('out/extra.txt'))).toBe(true);
    expect((await sync('--delete', '--yes', 'drive:/Photos', 'out')).code).toBe(0);
    expect(listFiles(path('out'))).toEqual(['a.txt', 'linked/', 'linked/x.txt', 'mine']);
    expect(read('outside/precious.txt')).toBe('outside/precious.txt');
  });

  it('asks before it deletes, and names what would be deleted; without a terminal it needs --yes', async () => {
    await at.grow('/Photos/a.txt', '/Photos/mine');
    for (const name of ['extra/deep/x.txt', 'extra.txt', 'mine/precious.txt']) write(`out/${name}`);
    const before = listFiles(path('out'));
    const unasked = await sync('--delete', 'drive:/Photos', 'out');
    expect(unasked).toMatchObject({ code: 2, out: '' });
    expect(unasked.err).toMatch(
      /^error: 6 items on this computer would be deleted for good: (?=.*\bextra\/)(?=.*\bextra\.txt)(?=.*\bmine\/)[^,]*,[^,]*,[^,]*, and there is no terminal .*; confirm with --yes\n$/,
    );
    const declined = await at.with({ stdin: 'n\n', stdinIsTerminal: true }, 'sync', '--delete', 'drive:/Photos', 'out');
    expect(declined).toMatchObject({ code: 1, out: '' });
    expect(declined.err).toMatch(
      /^Delete 6 items on this computer for good: .*\? \[y\/N\]\nerror: nothing was changed\n$/,
    );
    expect(listFiles(path('out'))).toEqual(before);
    const shown = await sync('--delete', '--dry-run', 'drive:/Photos', 'out');
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('delete        extra.txt') as string });
    expect(listFiles(path('out'))).toEqual(before);
    const agreed = await at.with({ stdin: 'y\n', stdinIsTerminal: true }, 'sync', '--delete', 'drive:/Photos', 'out');
    expect(agreed.code).toBe(0);
    expect(listFiles(path('out'))).toEqual(['a.txt', 'mine']);
    expect(await sync('--delete', 'drive:/Photos', 'out')).toMatchObject({ code: 0, out: '' });
  });

  it('writes nothing through a symbolic link, and then deletes nothing', async () => {
    await at.grow('/Photos/linked/x.txt', '/Photos/file.txt');
    write('outside/precious.txt');
    write('out/extra.txt');
    symlinkSync(path('outside'), path('out/linked'));
    symlinkSync(path('outside/precious.txt'), path('out/file.txt'));
    const { code, err } = await sync('--delete', 'drive:/Photos', 'out');
    expect(code).not.toBe(0);
    expect(err).toMatch(/linked is a folder, but in its place is a symbolic link/);
    expect(listFiles(path('outside'))).toEqual(['precious.txt']);
    expect(read('outside/precious.txt')).toBe('outside/precious.txt');
    expect(lstatSync(path('out/file.txt')).isSymbolicLink()).toBe(true);
    expect(existsSync(path('out/extra.txt'))).toBe(true);
  });

  it('puts nothing in the place of something of another type if anything fails', async () => {
    await at.grow('/Photos/data', '/Photos/box/y.txt', '/Photos/box/deep/z.txt', '/Photos/c.txt');
    for (const name of ['out/data/mine.txt', 'out/data/deep/mine.txt', 'out/box', 'out/extra.txt']) write(name);
    symlinkSync(path('elsewhere'), path('out/c.txt'));
    const before = listFiles(path('out'));
    const argv = ['--delete', '--yes', 'drive:/Photos', 'out'];
    const conflict = await sync(...argv);
    expect(conflict.code).not.toBe(0);
    expect(conflict.err).toMatch(/nothing that only the target has was removed/);
    expect(listFiles(path('out'))).toEqual(before);
    rmSync(path('out/c.txt'));
    const refusing = await startProxy(() => at.drive.url, {
      answer(incoming, outgoing) {
        if (incoming.url?.startsWith('/files/d/') !== true || incoming.url.includes('c.txt')) return false;
        outgoing.writeHead(404, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ status: 404, code: 'file_not_found', message: 'no' }));
        return true;
      },
    });
    expect((await at.with({ env: { DRIVE_BASE_URL: refusing.url } }, 'sync', ...argv)).code).not.toBe(0);
    const kept = listFiles(path('out')).filter((name) => name !== 'c.txt' && !name.startsWith('.drive-new-'));
    expect(kept).toEqual(before.filter((name) => name !== 'c.txt'));
    expect((await records(...argv)).filter(({ action }) => action === 'delete').length).toBe(6);
    expect(listFiles(path('out'))).toEqual(['box/', 'box/deep/', 'box/deep/z.txt', 'box/y.txt', 'c.txt', 'data']);
    expect([read('out/data'), read('out/box/deep/z.txt')]).toEqual(['/Photos/data', '/Photos/box/deep/z.txt']);
    expect(await sync(...argv)).toMatchObject({ code: 0, out: '' });
  });

  it('copies files that are named like the unfinished downloads of others', async () => {
    const names = ['x', 'x.part', 'x.part-etag', 'x.part.part', 'x.part2'];
    await at.grow(...names.map((name) => `/Photos/${name}`));
    expect(await sync('drive:/Photos', 'out')).toMatchObject({ code: 0 });
    expect(listFiles(path('out'))).toEqual(names);
    for (const name of names) expect(read(`out/${name}`)).toBe(`/Photos/${name}`);
  });

  it('keeps a local file that has the name of an unfinished download', async () => {
    await at.grow('/Photos/a.txt');
    write('out/a.txt.part', 'mine');
    expect(await sync('drive:/Photos', 'out')).toMatchObject({ code: 0 });
    expect(read('out/a.txt.part')).toBe('mine');
    expect(read('out/a.txt')).toBe('/Photos/a.txt');
    expect(listFiles(path('out'))).toEqual(['a.txt', 'a.txt.part']);
  });

  it('stores no file on Windows under another name than on the server', async () => {
    await at.grow('/Photos/a:b.txt', '/Photos/con/x.txt', '/Photos/fine.txt', '/Photos/FINE.txt', '/Photos/other.txt');
    write('out/extra.txt');
    write('out/Other.txt', 'x');
    const argv = ['sync', '--delete', 'drive:/Photos', 'out'];
    const { code, err } = await at.with({ platform: 'win32' }, ...argv);
    expect(code).toBe(3);
    expect(err).toMatch(/a:b\.txt: no file on this computer can have this name/);
    expect(err).toMatch(/would be the same file on this computer/);
    expect(listFiles(path('out')).map((name) => name.toLowerCase())).toEqual(['other.txt', 'extra.txt', 'fine.txt']);
    expect(read('out/Other.txt')).toBe('/Photos/other.txt');
  });

  it('resumes after an interruption', async () => {
    await at.put('/Photos/big.bin', 'x'.repeat(300_000));
    let cuts = 0;
    const cutting = await startProxy(() => at.drive.url, {
      cutAfter: (incoming) => (incoming.url?.startsWith('/files/d/') === true && cuts++ < 99 ? 100_000 : undefined),
    });
    await at.with({ env: { DRIVE_BASE_URL: cutting.url } }, 'sync', 'drive:/Photos', 'out');
    expect((await sync('--delete', 'drive:/Photos', 'out')).code).toBe(0);
    expect(read('out/big.bin')).toBe('x'.repeat(300_000));
    expect(listFiles(path('out'))).toEqual(['big.bin']);
  });
});

it('keeps a tree exactly in both directions, with empty files, empty folders, odd names and times', async () => {
  const put = (name: string, content: string, time: string): void => {
    write(`in/${name}`, content);
    utimesSync(path(`in/${name}`), new Date(time), new Date(time));
  };
  const [old, recent, far] = [
    '1965-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05.678Z',
    '2040-02-29T12:00:00.000Z',
  ] as const;
  for (const name of ['.gitkeep', 'pkg/__init__.py', 'pkg/sub/__init__.py', 'odd/100% #1?.txt', 'odd/ü {a,b} *[1].txt'])
    put(name, '', recent);
  put('old', 'text', old);
  put('old-and-empty', '', old);
  put('far', 'text', far);
  put('far-and-empty', '', far);
  for (const folder of ['in/empty', 'in/empty too/deep/er']) mkdirSync(path(folder), { recursive: true });
  const states = (top: string) =>
    listFiles(path(top)).map((name) => {
      const { size, mtimeMs } = statSync(path(`${top}/${name}`));
      return name.endsWith('/') ? name : `${name} ${size} ${mtimeMs}`;
    });
  const wanted = states('in');
  expect(await sync('in', 'drive:/Tree')).toMatchObject({ code: 0 });
  expect(await sync('in', 'drive:/Tree')).toMatchObject({ code: 0, out: '' });
  expect(await sync('drive:/Tree', 'out')).toMatchObject({ code: 0 });
  expect(states('out')).toEqual(wanted);
  expect(await sync('drive:/Tree', 'out')).toMatchObject({ code: 0, out: '' });
  expect(await at.on('upload', '-r', 'in', '--to', '/Uploaded')).toMatchObject({ code: 0 });
  expect(await at.on('download', '/Uploaded/in', '-o', 'back')).toMatchObject({ code: 0 });
  expect(states('back/in')).toEqual(wanted);
  // A file that loses its bytes, and one that gets some.
  put('old', '', recent);
  put('.gitkeep', 'text', far);
  expect(await sync('in', 'drive:/Tree')).toMatchObject({ code: 0 });
  expect(await sync('drive:/Tree', 'out')).toMatchObject({ code: 0 });
  expect(states('out')).toEqual(states('in'));
});

describe('sync refuses', () => {
  it.each([
    [['a', 'b'], 2, /which of a and b is on the server\?; put drive: before that one: drive-cli sync a drive:\/b/],
    [['/a', '/b'], 2, /which of \/a and \/b is on the server/],
    [['drive:/a', 'drive:/b'], 2, /both folders are on the server/],
    [['.', 'drive:b'], 2, /write drive:\/b/],
    [['nowhere', 'drive:/b'], 5, /nowhere: no such folder on this computer/],
    [['drive:/nowhere', 'out'], 5, /there is no such folder on the server/],
    [['file.txt', 'drive:/b'], 2, /file\.txt is not a folder/],
    [['.', 'drive:/remote.txt'], 6, /is a file on the server/],
    [['drive:/', '/', '--delete'], 2, /--delete could remove everything in \//],
    [['.', 'drive:/b', '--exclude', '../x'], 2, /matches nothing/],
  ])('%j', async (argv, code, message) => {
    write('file.txt');
    await at.put('/remote.txt');
    const refused = await sync(...argv);
    expect(refused.err).toMatch(message);
    expect(refused).toMatchObject({ code, out: '' });
    rmSync(path('file.txt'));
  });
});
