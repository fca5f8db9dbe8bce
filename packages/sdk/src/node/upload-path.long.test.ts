import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { MiB, sha256, someBytes, startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { fileResumeStore, putPath, uploadPath } from './index.ts';

const bytes = someBytes(5 * MiB + 3);
const bothWays = [
  ['one PUT', false],
  ['tus', true],
] as const;

/** Another process, with its client set up by the environment. */
function startProgram({ proxy, user }: Scene, code: string, ...args: string[]): ChildProcess {
  const imports = `
    import { DriveClient } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
    import { fileResumeStore, uploadPath } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const client = new DriveClient();
    const args = process.argv.slice(1);
  `;
  const program = ['--conditions=@drive/source', '--input-type=module', '-e', imports + code];
  return spawn(process.execPath, [...program, ...args], {
    env: { ...process.env, DRIVE_BASE_URL: proxy.url, DRIVE_API_KEY: user.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('a file on disk', () => {
  it.each(bothWays)('is streamed by %s under its own name and reports progress', async (_, resumable) => {
    const { client, path, bytesOf } = await startScene();
    writeFileSync(path('sea.bin'), bytes);
    const seen: number[] = [];
    const result = await uploadPath(client, path('sea.bin'), {
      resumable,
      onProgress: (now) => void seen.push(now.bytes),
    });
    expect(result.fileName).toBe('sea.bin');
    expect(sha256(await bytesOf(result.fileId))).toBe(sha256(bytes));
    expect(seen.at(-1)).toBe(bytes.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it.each(bothWays)('that changes while it is sent by %s is not stored as a mixture', async (_, resumable) => {
    const { client, path } = await startScene();
    const file = path('log');
    writeFileSync(file, bytes);
    let isTouched = false;
    const upload = uploadPath(client, file, {
      resumable,
      onProgress() {
        if (!isTouched) appendFileSync(file, 'more');
        isTouched = true;
      },
    });
    expect(await failure(upload)).toMatchObject({ code: 'source_changed' });
    expect((await client.files.list()).items).toEqual([]);
    expect((await client.account.me()).usedBytes).toBe(0);
  });

  it.each(bothWays)('that changes while it is sent by %s as a Blob is not stored', async (_, resumable) => {
    const { client, proxy, path } = await startScene();
    writeFileSync(path('log'), bytes);
    const blob = await openAsBlob(path('log'));
    appendFileSync(path('log'), 'more');
    const upload = client.uploads.upload(blob, { name: 'log', resumable });
    expect(await failure(upload)).toMatchObject({ code: 'source_changed' });
    expect(proxy.count('PUT', /./) + proxy.count('PATCH', /./)).toBeLessThan(2);
  });

  it.each([
    ['a path by one PUT', 'await uploadPath(client, args[0], { resumable: false });'],
    ['a path by tus', 'await uploadPath(client, args[0], { resumable: true });'],
    [
      'a Blob by one PUT',
      `const { openAsBlob } = await import('node:fs');
       await client.uploads.upload(await openAsBlob(args[0]), { name: 'a', resumable: false });`,
    ],
  ])(
    'needs little memory, for any size: %s',
    async (_, code) => {
      const scene = await startScene();
      const size = 128 * MiB;
      writeFileSync(scene.path('large'), '');
      truncateSync(scene.path('large'), size);
      const measure = `
      const before = process.memoryUsage.rss();
      ${code}
      console.log(process.resourceUsage().maxRSS * 1024 - before);
    `;
      const child = startProgram(scene, measure, scene.path('large'));
      const grown = Number(child.stdout === null ? Number.NaN : await text(child.stdout));
      expect(grown).toBeGreaterThan(0);
      expect(grown).toBeLessThan(size * 0.8);
    },
    90_000,
  );

  it('is refused if the path is not a file', async () => {
    const { client, path } = await startScene();
    expect(await failure(uploadPath(client, path('nowhere')))).toMatchObject({ code: 'invalid_argument' });
    expect(await failure(uploadPath(client, path('.')))).toMatchObject({ code: 'invalid_argument' });
  });

  it('is sent to a reserved upload', async () => {
    const { client, path } = await startScene();
    writeFileSync(path('a'), bytes);
    const session = await client.uploads.create({ fileName: 'a', contentType: 'a/b', fileSizeBytes: bytes.length });
    expect(await putPath(client, session, path('a'))).toMatchObject({ status: 'COMPLETE', fileName: 'a' });
  });

  it.runIf(process.platform === 'linux')('leaves no file open, for any number of interruptions', async () => {
    const { client, proxy, path } = await startScene();
    // More than what fits into all buffers on the way.
    const size = 32 * MiB;
    writeFileSync(path('a'), someBytes(size));
    const cut = times(4, { cutSendingAfter: 400_000 });
    const counts: number[] = [];
    proxy.fault = ({ method }) => {
      if (method !== 'PATCH') return undefined;
      counts.push(openFiles());
      return cut();
    };
    const openFiles = (): number =>
      readdirSync('/proc/self/fd').filter((name) => {
        try {
          return statSync(`/proc/self/fd/${name}`).ino === statSync(path('a')).ino;
        } catch {
          return false;
        }
      }).length;
    await uploadPath(client, path('a'), { resumable: true });
    // The request of this try, and that of the last one on its way out.
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    await expect.poll(openFiles).toBe(0);
  });
});

describe('an upload with a state file', () => {
  it('resumes after the process was killed', async () => {
    const scene = await startScene();
    const { proxy, client, path, bytesOf } = scene;
    const file = path('film.bin');
    writeFileSync(file, bytes);
    await new Promise<void>((resolve, reject) => {
      const code = `await uploadPath(client, args[0], { resumable: true, resumeStore: fileResumeStore(args[1]) });`;
      const child = startProgram(scene, code, file, path('store'));
      const onStall = (): void => void scene.untilBytesArrive().then(() => child.kill('SIGKILL'));
      proxy.fault = ({ method }) => (method === 'PATCH' ? { stallSendingAfter: 2 * MiB, onStall } : undefined);
      child.once('exit', (_code, signal) =>
        signal === 'SIGKILL' ? resolve() : reject(new Error('it ended by itself')),
      );
    });
    proxy.fault = () => undefined;

    const remembered = readdirSync(path('store'));
    expect(remembered).toHaveLength(1);
    expect(statSync(`${path('store')}/${remembered[0]}`).mode & 0o777).toBe(0o600);
    let first: number | undefined;
    const result = await uploadPath(client, file, {
      resumable: true,
      resumeStore: fileResumeStore(path('store')),
      onProgress: (now) => (first ??= now.bytes),
    });
    expect(result.resumed).toBe(true);
    expect(first).toBeGreaterThan(0);
    expect(sha256(await bytesOf(result.fileId))).toBe(sha256(bytes));
    expect(proxy.count('POST', /uploads/)).toBe(1);
    expect(readdirSync(path('store'))).toEqual([]);
  });

  it('restarts if the file has changed', async () => {
    const { client, proxy, path } = await startScene();
    const file = path('film.bin');
    writeFileSync(file, bytes);
    const options = { resumable: true, resumeStore: fileResumeStore(path('store')) };
    const stop = new AbortController();
    proxy.fault = ({ method }) =>
      method === 'PATCH' ? { stallSendingAfter: MiB, onStall: () => stop.abort() } : undefined;
    expect(await failure(uploadPath(client, file, { ...options, signal: stop.signal }))).toMatchObject({
      code: 'aborted',
    });
    proxy.fault = () => undefined;
    utimesSync(file, new Date(0), new Date(0));
    expect(await uploadPath(client, file, options)).toMatchObject({ resumed: false });
  });

  it('removes entries older than the maximum life of an upload', async () => {
    const { path } = await startScene();
    const store = fileResumeStore(path('store'));
    const entry = { sessionId: 's', fileId: 'f', shareToken: null, shortUrl: null };
    await store.set('old', entry);
    const [old] = readdirSync(path('store'));
    const tenDaysAgo = new Date(Date.now() - 10 * 24 * 3600 * 1000);
    utimesSync(`${path('store')}/${old}`, tenDaysAgo, tenDaysAgo);
    await store.set('new', entry);
    expect(readdirSync(path('store'))).toHaveLength(1);
    expect(await store.get('old')).toBeUndefined();
    expect(await store.get('new')).toEqual(entry);
  });

  it('removes its own incomplete files from its directory, and none of another program', async () => {
    const { path } = await startScene();
    const entry = { sessionId: 's', fileId: 'f', shareToken: null, shortUrl: null };
    const others = ['package.json', 'a.tmp', `${'0'.repeat(64)}.json`, `${randomUUID()}.tmp`];
    mkdirSync(path('store'));
    for (const name of others) {
      writeFileSync(`${path('store')}/${name}`, '{ "name": "app" }');
      utimesSync(`${path('store')}/${name}`, 0, 0);
    }
    const left = `${path('store')}/${'0'.repeat(64)}.json.${randomUUID()}.tmp`;
    writeFileSync(left, '{ "sess');
    utimesSync(left, 0, 0);
    const store = fileResumeStore(path('store'));
    await store.set('new', entry);
    await store.remove('new');
    expect(readdirSync(path('store')).toSorted()).toEqual(others.toSorted());
  });
});
