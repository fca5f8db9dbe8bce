import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leavePartial } from '../../../sdk/test/drive-behind-proxy.ts';
import { useDrive } from '../../test/drive-user.ts';
import { startProxy } from '../../test/proxy.ts';

const user = useDrive();
const { write } = user;
const listLocal = (folder: string): string[] =>
  readdirSync(join(user.home, folder), { recursive: true, encoding: 'utf8' }).toSorted();

describe('upload', () => {
  it('excludes the matches of --exclude, and includes those of --include', async () => {
    for (const path of ['a.txt', 'a.log', 'node_modules/x/index.js', 'logs/keep.log', 'logs/b.log'])
      write(`app/${path}`);
    const flags = ['--exclude', 'node_modules', '--exclude', '*.log', '--include', 'keep.log'];
    expect(await user.on('upload', '-r', 'app', ...flags)).toMatchObject({ code: 0 });
    expect(await user.all()).toEqual(['/app', '/app/logs', '/app/logs/keep.log', '/app/a.txt']);
  });

  it('creates only the folders that hold something that --include names', async () => {
    for (const path of ['a.txt', 'sub/deep/b.jpg', 'other/c.txt']) write(`app/${path}`);
    await user.on('upload', '-r', 'app', '--include', '*.jpg');
    expect(await user.all()).toEqual(['/app', '/app/sub', '/app/sub/deep', '/app/sub/deep/b.jpg']);
  });

  it('reads .driveignore at the top of the folder', async () => {
    write('app/.driveignore', '# made by the build\n/dist\n*.tmp\n!keep.tmp\n\n');
    for (const path of ['dist/a.js', 'src/dist/b.js', 'x.tmp', 'keep.tmp']) write(`app/${path}`);
    await user.on('upload', '-r', 'app');
    const all = ['/app', '/app/src', '/app/src/dist', '/app/src/dist/b.js', '/app/.driveignore', '/app/keep.tmp'];
    expect(await user.all()).toEqual(all);
    write('app/.driveignore', '..\n');
    const { code, err } = await user.on('upload', '-r', 'app');
    expect([code, err]).toEqual([2, expect.stringContaining('.driveignore: .. matches nothing')]);
  });
});

it('upload names folders that tools fill once, with the flags that leave them out', async () => {
  for (const path of ['a.txt', '.git/HEAD', 'node_modules/x/index.js', 'sub/node_modules/y/index.js'])
    write(`app/${path}`);
  const note = '.git, node_modules are uploaded, too; to leave them out: --exclude .git --exclude node_modules\n';
  expect((await user.on('upload', '-r', 'app')).err).toContain(note);
  expect((await user.on('upload', '-r', 'app', '--exclude', '.git')).err).toContain(
    'node_modules is uploaded, too; to leave it out: --exclude node_modules\n',
  );
  const flags = ['--exclude', '.git', '--exclude', 'node_modules'];
  expect((await user.on('upload', '-r', 'app', ...flags)).err).not.toContain('leave');
});

describe('download', () => {
  it('excludes the matches of --exclude and of the .driveignore on the server', async () => {
    await user.grow('/app/a.txt', '/app/a.log', '/app/node_modules/x.js', '/app/raw/b.raw', '/app/raw/c.txt');
    await user.put('/app/.driveignore', '*.raw\n');
    // One in the target may come from another folder.
    write('out/.driveignore', '*.txt\n');
    const flags = ['--exclude', 'node_modules', '--exclude', '*.log'];
    const { code, err: told } = await user.on('download', '/app', '-o', 'out', ...flags);
    expect([code, told]).toEqual([0, expect.stringContaining('what /app/.driveignore lists is left out\n')]);
    expect(listLocal('out/app')).toEqual(['.driveignore', 'a.txt', 'raw', 'raw/c.txt']);
    await user.put('/bad/.driveignore', '..\n');
    const { err } = await user.on('download', '/bad', '-o', 'out');
    expect(err).toContain('/bad/.driveignore: .. matches nothing');
  });

  it('downloads only the matches of --include, also from a share link', async () => {
    await user.grow('/app/a.txt', '/app/sub/b.jpg', '/app/empty/');
    const link = (await user.on('share', '/app')).out.trim();
    for (const source of ['/app', link]) {
      await user.on('download', source, '-o', 'out', '--include', '*.jpg', '--force');
      expect(listLocal('out/app')).toEqual(['sub', 'sub/b.jpg']);
    }
  });

  it('always means a folder if the source is a pattern', async () => {
    await user.grow('/a.txt');
    expect(await user.on('download', '/*.txt', '-o', 'out')).toMatchObject({
      out: `${join(user.home, 'out/a.txt')}\n`,
    });
    await user.grow('/b[1].txt');
    await user.on('download', '/b[1].txt', '-o', 'b.txt');
    expect(readFileSync(join(user.home, 'b.txt'), 'utf8')).toBe('/b[1].txt');
  });

  it('removes only the remains of interrupted downloads of deleted files', async () => {
    await user.grow('/app/a.txt');
    await user.on('download', '/app');
    for (const name of ['a.txt', 'gone.txt', 'busy.txt']) {
      leavePartial(join(user.home, `app/${name}`), name, `"${'0'.repeat(64)}"`);
      const time = new Date(Date.now() + (name === 'busy.txt' ? 3_600_000 : -3_600_000));
      utimesSync(join(user.home, `app/${name}.part`), time, time);
    }
    write('app/mine.part');
    write('app/mine.part-etag', 'my own words');
    // The partial file was replaced by a file of the user.
    leavePartial(join(user.home, 'app/kept.txt'), 'partial', `"${'0'.repeat(64)}"`);
    rmSync(join(user.home, 'app/kept.txt.part'));
    write('app/kept.txt.part', 'mine');
    utimesSync(join(user.home, 'app/kept.txt.part-etag'), 0, 0);
    expect(await user.on('download', '/app')).toMatchObject({ code: 0 });
    expect(listLocal('app')).toEqual([
      'a.txt',
      'busy.txt.part',
      'busy.txt.part-etag',
      'kept.txt.part',
      'mine.part',
      'mine.part-etag',
    ]);
  });

  it('keeps partial downloads of other commands in a folder of several downloads', async () => {
    await user.grow('/a.txt', '/b.txt');
    const shareUrl = (await user.on('share', '--together', '/a.txt', '/b.txt')).out.trim();
    const time = new Date(Date.now() - 3_600_000);
    leavePartial(join(user.home, 'large.iso'), 'large', `"${'0'.repeat(64)}"`);
    utimesSync(join(user.home, 'large.iso.part'), time, time);
    expect(await user.on('download', shareUrl)).toMatchObject({ code: 0 });
    for (const name of ['a.txt', 'b.txt', 'large.iso.part', 'large.iso.part-etag'])
      expect(existsSync(join(user.home, name))).toBe(true);
  });

  it('leaves nothing behind for a file that cannot be downloaded', async () => {
    await user.grow('/app/a.txt');
    const proxy = await startProxy(() => user.drive.url, {
      answer({ url }, outgoing) {
        if (url?.startsWith('/files/') !== true) return false;
        outgoing.writeHead(404).end();
        return true;
      },
    });
    await user.with({ env: { DRIVE_BASE_URL: proxy.url } }, 'download', '/app');
    expect(existsSync(join(user.home, 'app')) ? listLocal('app') : []).toEqual([]);
  });
});

describe('sync', () => {
  it('reads the .driveignore of a source on this computer, for both sides', async () => {
    await user.grow('/Backup/node_modules/m.js', '/Backup/gone.txt');
    await user.put('/Backup/.driveignore', 'of another day\n');
    write('in/.driveignore', 'node_modules/\n*.tmp\n!keep.tmp\n');
    for (const name of ['in/a.tmp', 'in/keep.tmp', 'in/sub/node_modules/n.js']) write(name);
    expect((await user.on('sync', '--delete', 'in', 'drive:/Backup')).code).toBe(0);
    expect((await user.all()).toSorted()).toEqual(
      ['', '/.driveignore', '/keep.tmp', '/node_modules', '/node_modules/m.js', '/sub'].map((name) => `/Backup${name}`),
    );
  });

  it('changes nothing if the .driveignore cannot be read', async () => {
    await user.grow('/Backup/node_modules/m.js');
    write('in/a.txt');
    symlinkSync('.driveignore', join(user.home, 'in/.driveignore'));
    const { code, err } = await user.on('sync', '--delete', 'in', 'drive:/Backup');
    expect([code, err]).toEqual([1, expect.stringContaining('.driveignore: ELOOP')]);
    expect(await user.all()).toEqual(['/Backup', '/Backup/node_modules', '/Backup/node_modules/m.js']);
  });

  it('reads the .driveignore of a source on the server, for both sides', async () => {
    await user.grow('/Photos/a.raw', '/Photos/b.jpg');
    await user.put('/Photos/.driveignore', '*.raw\n');
    // One in the target may come from another folder.
    write('out/.driveignore', '*.jpg\n');
    for (const name of ['out/mine.raw', 'out/gone.txt']) write(name);
    const { code, err } = await user.on('sync', '--delete', '--yes', 'drive:/Photos', 'out');
    // A sender of a file request may have put it there.
    expect([code, err]).toEqual([0, expect.stringContaining('what /Photos/.driveignore lists is left out\n')]);
    expect(listLocal('out')).toEqual(['.driveignore', 'b.jpg', 'mine.raw']);
  });

  it('refuses a .driveignore that is too long for a list', async () => {
    await user.put('/Photos/.driveignore', `${'a'.repeat(1024 * 1024)}\n`);
    const { code, err } = await user.on('sync', 'drive:/Photos', 'out');
    const message = '/Photos/.driveignore is no list of patterns: it has 1,048,577 bytes';
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
