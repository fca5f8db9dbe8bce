import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { openRequest } from '../../packages/server/test/network/raw-request.ts';
import { compileDiskLog, compiler } from './power-loss/disk-log.ts';
import { admin, createKey, freshMachine, runServer, startServer, type RunningServer } from './programs.ts';

const succeeds = (file: string, ...args: string[]): boolean => spawnSync(file, args, { stdio: 'ignore' }).status === 0;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A directory that is a separate file system, or undefined if this process cannot mount one. */
function mountTmpfs(home: string, size: string): string | undefined {
  const directory = join(home, 'disk');
  mkdirSync(directory, { recursive: true });
  if (!succeeds('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory)) return undefined;
  ends.push(() => succeeds('umount', '-l', directory));
  return directory;
}

/** An ext4 file system, and a function that makes it read-only like a disk error. */
function mountExt4(home: string): { readonly directory: string; makeReadOnly(): void } | undefined {
  const [image, directory] = [join(home, 'disk.img'), join(home, 'disk')];
  mkdirSync(directory, { recursive: true });
  writeFileSync(image, '');
  truncateSync(image, 128 * 1024 * 1024);
  const isMounted =
    succeeds('mkfs.ext4', '-q', '-F', image) && succeeds('mount', '-o', 'loop,errors=remount-ro', image, directory);
  if (!isMounted) return undefined;
  ends.push(() => succeeds('umount', '-l', directory));
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const device = basename(mounts.find((line) => line.split(' ')[1] === directory)?.split(' ')[0] ?? '');
  return { directory, makeReadOnly: () => writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1') };
}

function fill(directory: string): void {
  const filler = join(directory, 'filler');
  for (const bytes of [1 << 20, 4096, 1])
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(bytes));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
}

/** A server with some files, and requests that return status and code. */
async function startWorkload(directory: string, more: Readonly<Record<string, string>> = {}) {
  const machine = freshMachine();
  ends.push(() => rmSync(machine.home, { recursive: true, force: true }));
  const env = { ...machine.env, DRIVE_DATA_DIR: join(directory, 'data'), DRIVE_MIN_FREE_BYTES: '0' };
  const server = await startServer({ ...env, DRIVE_RATE_AUTH: '0', ...more });
  ends.push(() => server.end('SIGKILL'));
  const key = await createKey(env, admin.email);
  const answer = async (path: string, init: RequestInit = {}): Promise<[number, string | undefined]> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(path.startsWith('/') ? `${server.url}${path}` : path, { headers, ...init });
    const text = await response.text();
    return [response.status, /"code":"(\w+)"/.exec(text)?.[1]];
  };
  const read = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await (await fetch(`${server.url}${path}`, { headers, ...init })).json()) as T;
  };
  const reserve = (fileSizeBytes: number) =>
    read<{ uploadUrl: string; fileId: string }>('/api/uploads', {
      method: 'POST',
      body: JSON.stringify({ fileName: 'a.bin', contentType: 'application/octet-stream', fileSizeBytes }),
    });
  const put = (url: string, bytes: number) =>
    answer(url, { method: 'PUT', headers: {}, body: new Uint8Array(randomBytes(bytes)) });
  const signIn = () =>
    answer('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.email, password: admin.password }),
    });
  const upload = async (bytes: number): Promise<string> => {
    const { uploadUrl, fileId } = await reserve(bytes);
    expect(await put(uploadUrl, bytes)).toEqual([200, undefined]);
    return fileId;
  };
  const client = new DriveClient({ baseUrl: server.url, apiKey: key });
  return { server, env, key, client, answer, read, reserve, put, signIn, upload };
}

const freeBytes = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
};

const isRunning = ({ child }: RunningServer): boolean => child.exitCode === null && child.signalCode === null;
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
};

describe('a full disk', () => {
  it(
    'refuses new bytes, while reading, signing in, trashing and purging work',
    { timeout: 60_000 },
    async (context) => {
      const { home } = freshMachine();
      ends.push(() => rmSync(home, { recursive: true, force: true }));
      const directory = mountTmpfs(home, '96m');
      if (directory === undefined) {
        process.stderr.write('SKIPPED: a full disk, for want of the right to mount a tmpfs\n');
        return context.skip();
      }
      const { server, env, answer, read, reserve, put, signIn, upload } = await startWorkload(directory);
      const [kept, purged] = [await upload(300_000), await upload(1_000_000)];
      const { downloadUrl } = await read<{ downloadUrl: string }>(`/api/files/${kept}/download-url`);
      const { uploadUrl } = await reserve(100_000);
      const ballast = join(directory, 'data', 'ballast');
      await until(async () => succeeds('test', '-s', ballast));
      fill(directory);

      expect(await put(uploadUrl, 100_000)).toEqual([502, 'storage_failure']);
      for (let count = 0; count < 20; count += 1) expect(await signIn()).toEqual([200, undefined]);
      expect(await answer('/api/files')).toEqual([200, undefined]);
      expect((await answer(downloadUrl, { headers: {} }))[0]).toBe(200);
      expect(await answer(`/api/files/${purged}`, { method: 'DELETE' })).toEqual([204, undefined]);
      expect(await answer(`/api/files/${purged}/permanent`, { method: 'DELETE' })).toEqual([204, undefined]);
      // The room of the ballast is for metadata, and not for new bytes.
      expect(await put(uploadUrl, 100_000)).toEqual([502, 'storage_failure']);
      expect(await signIn()).toEqual([200, undefined]);

      rmSync(join(directory, 'filler'));
      await until(async () => (await put(uploadUrl, 100_000))[0] === 200);
      await until(async () => succeeds('test', '-s', ballast));
      expect(isRunning(server)).toBe(true);
      expect(await server.end('SIGTERM')).toBe(0);

      // The ballast has the room for a start, too.
      fill(directory);
      const again = await startServer(env);
      ends.push(() => again.end('SIGKILL'));
      expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
      expect(await again.end('SIGTERM')).toBe(0);
    },
  );
});

describe.each([
  ['beside the database', 'data'],
  ['in another directory of the same disk', 'files'],
])('a disk that others have filled, with the files %s', (_, place) => {
  it('has no room for new bytes, whoever released the ballast', { timeout: 120_000 }, async (context) => {
    const { home } = freshMachine();
    ends.push(() => rmSync(home, { recursive: true, force: true }));
    const directory = mountTmpfs(home, '96m');
    if (directory === undefined) {
      process.stderr.write('SKIPPED: a filled disk, for want of the right to mount a tmpfs\n');
      return context.skip();
    }
    const files = place === 'data' ? {} : { DRIVE_STORAGE_URL: `file://${join(directory, place)}` };
    const { server, env, key, reserve, put, signIn } = await startWorkload(directory, files);
    const ballast = join(directory, 'data', 'ballast');
    await until(async () => succeeds('test', '-s', ballast));
    /** But for the 2 MiB that the database may write meanwhile. */
    const expectRoomOfBallast = (before: number): void =>
      expect(freeBytes(directory)).toBeGreaterThan(Math.min(before, 16 << 20) - (2 << 20));
    const { uploadUrl } = await reserve(1 << 20);
    const slow = await openRequest((await reserve(4 << 20)).uploadUrl, 'PUT', { 'content-length': 4 << 20 });
    await slow.send(randomBytes(1 << 20));
    fill(directory);

    // Writes to the database, which releases the ballast.
    expect(await signIn()).toEqual([200, undefined]);
    expect(succeeds('test', '-e', ballast)).toBe(false);
    const left = freeBytes(directory);
    expect(await put(uploadUrl, 1 << 20)).toEqual([502, 'storage_failure']);
    await slow.send(randomBytes(3 << 20));
    expect((await slow.answer)?.status).toBe(502);
    expectRoomOfBallast(left);

    expect(await server.end('SIGTERM')).toBe(0);
    const again = await startServer({ ...env, ...files });
    ends.push(() => again.end('SIGKILL'));
    const headers = { authorization: `Bearer ${key}` };
    const store = async (bytes: number): Promise<number> => {
      const body = new Uint8Array(randomBytes(bytes));
      return (await fetch(`${again.url}/files/by-path/a.bin`, { method: 'PUT', headers, body })).status;
    };
    const storeAll = async (): Promise<void> => {
      // What the stopped server had used beside the ballast is free.
      const before = freeBytes(directory);
      for (const bytes of [1 << 20, 10_000]) while ((await store(bytes)) === 201);
      expectRoomOfBallast(before);
    };
    await storeAll();

    // Another program needs room, while the server has its ballast.
    rmSync(join(directory, 'filler'));
    await until(async () => succeeds('test', '-s', ballast));
    expect(await store(1000)).toBe(201);
    fill(directory);
    await createKey(env, admin.email);
    expect(succeeds('test', '-e', ballast)).toBe(false);
    await storeAll();
    expect(await again.end('SIGTERM')).toBe(0);
  });
});

describe('a full disk of backups', () => {
  it('leaves no incomplete backup, is reported, and takes the next one when it has room', async (context) => {
    const { home } = freshMachine();
    ends.push(() => rmSync(home, { recursive: true, force: true }));
    const directory = mountTmpfs(home, '64m,nr_inodes=400');
    if (directory === undefined) {
      process.stderr.write('SKIPPED: a full disk of backups, for want of the right to mount a tmpfs\n');
      return context.skip();
    }
    const token = 'the token of the metrics in the tests';
    const { server, env, client, upload } = await startWorkload(home, {
      DRIVE_BACKUP_DIR: directory,
      DRIVE_METRICS_TOKEN: token,
    });
    const readJob = async () => (await client.admin.jobs.list({ name: 'backups.run' })).items[0];
    const names = () => readdirSync(directory).filter((name) => !/^filler|^server.lock$/.test(name));
    const backUp = () => runServer(env, 'backup', directory, '--keep', '2');
    const fails = { code: 1, stderr: expect.stringMatching(/full|ENOSPC/) };
    for (let count = 0; count < 20; count += 1) await upload(1000);

    fill(directory);
    await client.admin.jobs.retry((await readJob())?.id ?? '');
    await until(async () => (await readJob())?.state === 'waiting');
    const { backups } = await client.admin.stats();
    expect(backups).toMatchObject({ kept: 0, running: null, failure: { message: fails.stderr } });
    expect(server.complaints()).toContain('"event":"backup failed"');
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(await metrics.text()).toMatch(/^drive_backup_failed_timestamp_seconds [1-9]/m);
    expect(names()).toEqual([]);
    rmSync(join(directory, 'filler'));
    expect(await backUp()).toMatchObject({ code: 0 });

    // Enough bytes are free, but too few inodes: files are copied until the disk refuses one.
    const [first = ''] = names();
    for (let count = 0; count < 20; count += 1) await upload(1000);
    const fillers: string[] = [];
    expect(() => {
      for (;;) writeFileSync(fillers[fillers.push(join(directory, `filler-${fillers.length}`)) - 1]!, '');
    }).toThrow('ENOSPC');
    for (const filler of fillers.slice(0, 40)) rmSync(filler, { force: true });
    expect(await backUp()).toMatchObject(fails);
    expect(names()).toEqual([first]);
    expect(await runServer(env, 'restore', join(directory, first), '--check')).toMatchObject({ code: 0 });

    await upload(1000);
    for (const filler of fillers) rmSync(filler, { force: true });
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(names()).toEqual([first, expect.any(String)]);
    expect(isRunning(server)).toBe(true);
  });
});

describe('a file system that becomes read-only', () => {
  it('after a disk error: reads work, writes answer 503', { timeout: 60_000 }, async (context) => {
    const { home } = freshMachine();
    ends.push(() => rmSync(home, { recursive: true, force: true }));
    const disk = mountExt4(home);
    if (disk === undefined) {
      process.stderr.write('SKIPPED: a read-only ext4, for want of mkfs.ext4 or the right to mount\n');
      return context.skip();
    }
    const { server, answer, read, put, reserve, signIn, upload } = await startWorkload(disk.directory);
    const kept = await upload(300_000);
    const { downloadUrl } = await read<{ downloadUrl: string }>(`/api/files/${kept}/download-url`);
    const { uploadUrl } = await reserve(1000);
    disk.makeReadOnly();
    for (let round = 0; round < 3; round += 1) {
      expect(await signIn()).toEqual([503, 'unavailable']);
      expect(await put(uploadUrl, 1000)).toEqual([503, 'unavailable']);
      expect(await answer(`/api/files/${kept}`, { method: 'DELETE' })).toEqual([503, 'unavailable']);
      expect(await answer('/api/files')).toEqual([200, undefined]);
      expect((await answer(downloadUrl, { headers: {} }))[0]).toBe(200);
      expect(await answer('/readyz')).toEqual([200, undefined]);
    }
    expect(isRunning(server)).toBe(true);
  });

  it.skipIf(compiler === undefined)(
    'and writable again: writes succeed without a restart',
    { timeout: 60_000 },
    async () => {
      const { home } = freshMachine();
      ends.push(() => rmSync(home, { recursive: true, force: true }));
      const [directory, fault] = [join(home, 'disk'), join(home, 'read-only')];
      mkdirSync(directory);
      const { server, answer, put, reserve, signIn, upload } = await startWorkload(directory, {
        LD_PRELOAD: compileDiskLog(home),
        DISK_LOG_DIRECTORY: directory,
        DISK_FAULT_FILE: fault,
        UV_USE_IO_URING: '0',
      });
      const kept = await upload(300_000);
      const { uploadUrl } = await reserve(1000);
      for (let round = 0; round < 3; round += 1) {
        writeFileSync(fault, '');
        expect(await signIn()).toEqual([503, 'unavailable']);
        expect(await put(uploadUrl, 1000)).toEqual([503, 'unavailable']);
        expect(await answer(`/api/files/${kept}`, { method: 'DELETE' })).toEqual([503, 'unavailable']);
        expect(await answer(`/api/files/${kept}`)).toEqual([200, undefined]);
        rmSync(fault);
        expect(await signIn()).toEqual([200, undefined]);
      }
      expect(await put(uploadUrl, 1000)).toEqual([200, undefined]);
      expect(await answer(`/api/files/${kept}`, { method: 'DELETE' })).toEqual([204, undefined]);
      expect(server.complaints()).toContain('database writes again');
      expect(await server.end('SIGTERM')).toBe(0);
    },
  );
});
