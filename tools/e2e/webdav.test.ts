import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, createKey, freshMachine, run, startServer, type RunningServer } from './programs.ts';

const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;

const { env, home } = freshMachine();
let server: RunningServer;
let key: string;

const programs = ['litmus', 'rclone', 'lftp', 'mount.davfs'];
for (const program of programs)
  if (!isInstalled(program)) console.warn(`WebDAV was not tried with ${program}, which is not installed.`);
const isNeeded = programs.some(isInstalled);
beforeAll(async () => {
  if (!isNeeded) return;
  // A thousand files at once are more requests than a minute's budget.
  server = await startServer({ ...env, DRIVE_RATE_TRANSFERS: '0' });
  key = await createKey(env, admin.email);
  if (!isInstalled('rclone')) return;
  const options = [`url=${server.url}/dav`, 'vendor=owncloud', 'user=anyone', `pass=${key}`, '--obscure'];
  const { code, stderr } = await rclone('config', 'create', 'drive', 'webdav', ...options);
  if (code !== 0) throw new Error(`rclone could not be configured: ${stderr}`);
});
afterAll(() => server?.end('SIGKILL'));

/** The suites of litmus, except for `largefile`, which sends 2 GB. */
const suites = ['basic', 'copymove', 'props', 'locks', 'http'];

describe.skipIf(!isInstalled('litmus'))('litmus, the test suite for WebDAV servers', () => {
  it.each(suites)(
    'passes %s without a failure or a warning',
    async (suite) => {
      const { code, stdout } = await run('litmus', [`${server.url}/dav/`, 'anyone', key], {
        env: { ...env, TESTS: suite },
        cwd: home,
      });
      expect(stdout).toMatch(new RegExp(`summary for .${suite}': of (\\d+) tests run: \\1 passed, 0 failed`));
      expect(stdout).not.toContain('WARNING');
      expect(code).toBe(0);
    },
    120_000,
  );
});

/** Path and SHA-256 of every file below. */
function digests(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path.slice(directory.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    })
    .toSorted();
}

const rclone = (...args: string[]) => rcloneWithInput('', ...args);
const rcloneWithInput = (input: string, ...args: string[]) =>
  run('rclone', ['--config', join(home, 'rclone.conf'), ...args], { env, input });

describe.skipIf(!isInstalled('rclone'))('rclone', () => {
  it('syncs hundreds of files in both directions, and then has nothing to do', async () => {
    const [files, back] = [join(home, 'files'), join(home, 'back')];
    for (let index = 0; index < 300; index += 1) {
      const folder = join(files, `folder ${index % 20}`, index % 2 === 0 ? 'ä & ö' : '.');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${index} #%.bin`), randomBytes(index));
    }
    const up = await rclone('sync', files, 'drive:synced');
    expect(up).toMatchObject({ code: 0 });
    expect(await rclone('sync', 'drive:synced', back)).toMatchObject({ code: 0 });
    expect(digests(back)).toEqual(digests(files));
    expect(digests(back)).toHaveLength(300);
    const again = await rclone('sync', '-v', files, 'drive:synced');
    expect(again.stderr).toContain('There was nothing to transfer');

    writeFileSync(join(back, 'new.txt'), 'new');
    expect(await rclone('sync', back, 'drive:synced')).toMatchObject({ code: 0 });
    expect(await rclone('cat', 'drive:synced/new.txt')).toMatchObject({ stdout: 'new' });
    expect(await rclone('check', '--download', back, 'drive:synced')).toMatchObject({ code: 0 });
  }, 600_000);

  it('compares contents by their checksums, also of files that came another way', async () => {
    const files = join(home, 'checked');
    mkdirSync(files);
    for (let index = 0; index < 20; index += 1) writeFileSync(join(files, `${index}.bin`), randomBytes(1000 + index));
    expect(await rclone('sync', files, 'drive:checked')).toMatchObject({ code: 0 });
    const equal = await rclone('check', files, 'drive:checked');
    expect(equal.stderr).toMatch(/ 0 differences found/);
    expect(equal.stderr).not.toContain('could not be checked');

    // The other content has the same size and time.
    const { mtime } = statSync(join(files, '3.bin'));
    writeFileSync(join(files, '3.bin'), randomBytes(1003));
    utimesSync(join(files, '3.bin'), mtime, mtime);
    const differing = await rclone('check', files, 'drive:checked');
    expect([differing.code, differing.stderr]).toEqual([1, expect.stringMatching(/ 1 differences found/)]);

    const direct = await fetch(`${server.url}/files/by-path/checked/3.bin?onConflict=replace`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}` },
      body: readFileSync(join(files, '3.bin')),
    });
    expect(direct.status).toBe(200);
    // The first question has the sum computed.
    await expect
      .poll(async () => (await rclone('check', files, 'drive:checked')).stderr, { timeout: 60_000, interval: 1000 })
      .not.toContain('could not be checked');
    expect(await rclone('check', files, 'drive:checked')).toMatchObject({ code: 0 });
  }, 120_000);

  it('has nothing to do again for a file from before 1970', async () => {
    const files = join(home, 'old');
    mkdirSync(files);
    writeFileSync(join(files, 'old.txt'), 'old');
    utimesSync(join(files, 'old.txt'), new Date('1965-01-01T00:00:00Z'), new Date('1965-01-01T00:00:00Z'));
    expect(await rclone('sync', files, 'drive:old')).toMatchObject({ code: 0 });
    expect((await rclone('sync', '-v', files, 'drive:old')).stderr).toContain('There was nothing to transfer');
    expect((await rclone('lsl', 'drive:old')).stdout).toContain('1965-01-01');
  }, 60_000);

  it('stores names that the server refuses in another spelling, and brings them back', async () => {
    const [odd, back] = [join(home, 'odd'), join(home, 'odd-back')];
    mkdirSync(odd);
    for (const name of [' lead', 'trail ', 'back\\slash', 'plain']) writeFileSync(join(odd, name), name);
    // As in docs/webdav.md.
    const encoding = ['--webdav-encoding', 'Slash,BackSlash,Ctl,LeftSpace,RightSpace,Dot,InvalidUtf8'];
    expect(await rclone('copy', ...encoding, odd, 'drive:odd')).toMatchObject({ code: 0 });
    expect(await rclone('copy', ...encoding, 'drive:odd', back)).toMatchObject({ code: 0 });
    expect(digests(back)).toEqual(digests(odd));
    expect(digests(back)).toHaveLength(4);
  }, 60_000);

  it('copies and moves on the server', async () => {
    expect(await rcloneWithInput('of unknown length', 'rcat', 'drive:streamed.txt')).toMatchObject({ code: 0 });
    expect(await rclone('copyto', 'drive:streamed.txt', 'drive:copied.txt')).toMatchObject({ code: 0 });
    expect(await rclone('moveto', 'drive:copied.txt', 'drive:moved.txt')).toMatchObject({ code: 0 });
    expect(await rclone('cat', 'drive:moved.txt')).toMatchObject({ stdout: 'of unknown length' });
    expect((await rclone('lsf', 'drive:', '--files-only')).stdout).toBe('moved.txt\nstreamed.txt\n');
    expect((await rclone('about', 'drive:', '--json')).stdout).toContain('used');
  }, 60_000);
});

describe.skipIf(!isInstalled('lftp'))('lftp', () => {
  const dav = (method: string, path: string, body?: string): Promise<Response> =>
    fetch(`${server.url}/dav/indexed${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body }),
    });

  it.each(['no', 'yes'])(
    'lists and mirrors a folder by its index, with PROPFIND: %s',
    async (usesPropfind) => {
      await dav('MKCOL', '');
      await dav('MKCOL', '/sub%20folder');
      await dav('MKCOL', '/sub%20folder/empty');
      await dav('PUT', '/plain.txt', 'plain');
      await dav('PUT', '/%3Cb%3E%20%26%20%C3%BC.txt', 'odd');
      await dav('PUT', '/sub%20folder/inner.txt', 'inner');
      const { host } = new URL(server.url);
      const lftp = (commands: string) =>
        run(
          'lftp',
          [
            '-c',
            `set http:use-propfind ${usesPropfind}; set cmd:fail-exit yes; set net:max-retries 1; open -u anyone,${key} http://${host}/dav/indexed/; ${commands}`,
          ],
          { env: { ...env, LANG: 'C.UTF-8' } },
        );
      const listed = await lftp('cls -1');
      expect(listed).toMatchObject({ code: 0 });
      expect(
        listed.stdout
          .split('\n')
          .filter((line) => line !== '')
          .toSorted(),
      ).toEqual(['<b> & ü.txt', 'plain.txt', 'sub folder/'].toSorted());
      const long = await lftp('ls');
      expect([long.code, long.stdout]).toEqual([0, expect.stringMatching(/^-.* 5 .* plain\.txt$/m)]);
      const target = join(home, `mirrored-${usesPropfind}`);
      expect(await lftp(`mirror . ${target}`)).toMatchObject({ code: 0 });
      expect(readdirSync(target, { recursive: true }).map(String).toSorted()).toEqual(
        ['<b> & ü.txt', 'plain.txt', 'sub folder', 'sub folder/empty', 'sub folder/inner.txt'].toSorted(),
      );
      expect(readFileSync(join(target, 'sub folder/inner.txt'), 'utf8')).toBe('inner');
    },
    60_000,
  );
});

/** Mounting requires the program, the device and its user, one of which most containers lack. */
const canMount =
  ['mount.davfs', 'git', 'rclone'].every(isInstalled) && existsSync('/dev/fuse') && process.getuid?.() === 0;

describe.skipIf(!canMount)('a mount by davfs2', () => {
  it('accepts a clone by git, which is complete on the server', async () => {
    const [mount, cache, repository, copy] = ['mount', 'cache', 'repository', 'copy'].map((name) => join(home, name));
    for (const folder of [mount!, cache!, repository!]) mkdirSync(folder);
    chmodSync(home, 0o755);
    chmodSync(cache!, 0o777);
    const url = `${server.url}/dav/`;
    writeFileSync(join(home, 'secrets'), `${url} anyone ${key}\n`, { mode: 0o600 });
    writeFileSync(
      join(home, 'davfs2.conf'),
      `secrets ${join(home, 'secrets')}\ncache_dir ${cache!}\nask_auth 0\nuse_locks 1\ndelay_upload 0\n`,
    );
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { env, cwd: home });
    await git('init', '--quiet', repository!);
    for (let index = 0; index < 50; index += 1) writeFileSync(join(repository!, `file ${index}.txt`), `${index}\n`);
    await git('-C', repository!, 'add', '.');
    expect(await git('-C', repository!, 'commit', '--quiet', '--message', 'fifty files')).toMatchObject({ code: 0 });

    const mounted = await run('mount', ['-t', 'davfs', '-o', `conf=${join(home, 'davfs2.conf')}`, url, mount!], {
      env,
    });
    expect(mounted).toMatchObject({ code: 0 });
    try {
      expect(await git('clone', '--quiet', repository!, join(mount!, 'clone'))).toMatchObject({ code: 0 });
    } finally {
      // Waits until everything is uploaded.
      expect(await run('umount', [mount!], { env })).toMatchObject({ code: 0 });
    }
    // Not read through the mount: davfs2 1.6 cannot list folders on Linux 6.18, with any server.
    expect(await rclone('sync', 'drive:clone', copy!)).toMatchObject({ code: 0 });
    expect(await git('-C', copy!, 'fsck', '--full', '--strict')).toMatchObject({ code: 0 });
    expect(await git('-C', copy!, 'status', '--porcelain')).toMatchObject({ code: 0, stdout: '' });
  }, 300_000);
});
