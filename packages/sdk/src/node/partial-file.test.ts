import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { leavePartial, MiB, sha256, someBytes, startScene, times } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { downloadArchive, downloadFile, removePartialDownloads } from './index.ts';
import { PartialFile } from './partial-file.ts';
import { nameThisProcess } from './running-process.ts';

const real = { ...fs };

/** Replaces functions of the file system until the end of the test, also those that are already imported. */
function replace(changed: Partial<typeof fs>): void {
  Object.assign(fs, changed);
  syncBuiltinESMExports();
}

afterEach(() => replace(real));

async function stored() {
  const scene = await startScene();
  const { fileId } = await scene.client.uploads.upload(new Blob(['the bytes']), { name: 'a.txt' });
  const copy = scene.path('copy');
  const { client, newClient } = scene;
  return { client, newClient, fileId, copy, names: () => readdirSync(dirname(copy)).toSorted() };
}

/** Notes are created, but their content does not fit on the disk, from the given one on. */
function fillDisk({ from }: { readonly from: number }): void {
  let notes = 0;
  replace({
    async writeFile(path, data, options) {
      const isNote = typeof path === 'string' && path.includes('.part');
      if (!isNote || ++notes < from) return await real.writeFile(path, data, options);
      await real.writeFile(path, '', options);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  });
}

describe('a partial download', () => {
  it.each([1, 2])('leaves nothing if the disk is full at note %i, and the next run succeeds', async (from) => {
    const { client, fileId, copy, names } = await stored();
    fillDisk({ from });
    for (let run = 1; run <= 5; run++)
      expect(await failure(downloadFile(client, fileId, copy))).toMatchObject({
        code: 'local_file_error',
        message: expect.stringContaining('ENOSPC') as string,
      });
    expect(names()).toEqual([]);
    replace(real);
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ bytes: 9 });
    expect(names()).toEqual(['copy']);
  });

  it('never changes a complete file, whenever the process dies, and the next run removes its remains', async () => {
    const { client, fileId, copy, names } = await stored();
    replace({
      async rm(path, options) {
        if (String(path).startsWith(copy) && existsSync(copy)) throw new Error('the process has died');
        await real.rm(path, options);
      },
    });
    await failure(downloadFile(client, fileId, copy));
    expect(readFileSync(copy, 'utf8')).toBe('the bytes');
    replace(real);
    await real.link(copy, `${copy}-2`);
    await client.uploads.upload(new Blob(['new bytes']), { name: 'a.txt', onConflict: 'replace' });
    await downloadFile(client, fileId, copy, { overwrite: true });
    expect(readFileSync(copy, 'utf8')).toBe('new bytes');
    expect(readFileSync(`${copy}-2`, 'utf8')).toBe('the bytes');
    expect(names()).toEqual(['copy', 'copy-2']);
  });

  it.each([
    ['resumed', 'W/"tag"', ['bytes=3-']],
    ['begun anew if the file is another one', 'W/"new"', ['bytes=3-', undefined]],
  ])('with a weak ETag, as of a proxy that compresses, is %s', async (_, etag, ranges) => {
    const { client, proxy, path } = await startScene();
    const { fileId } = await client.uploads.upload(new Blob(['the bytes']), { name: 'a.txt' });
    const copy = path('copy');
    leavePartial(copy, etag === 'W/"tag"' ? 'the' : 'old', 'W/"tag"');
    const asked: (string | undefined)[] = [];
    proxy.fault = ({ path: url, headers }) => {
      if (!url.startsWith('/files/')) return undefined;
      // RFC 9110, 13.1.5: a client must not send a weak one.
      expect(headers['if-range']).toBeUndefined();
      asked.push(headers.range);
      const isPart = headers.range !== undefined;
      const range = isPart ? { 'content-range': 'bytes 3-8/9' } : {};
      return {
        answer: (response) =>
          void response.writeHead(isPart ? 206 : 200, { etag, ...range }).end(isPart ? ' bytes' : 'the bytes'),
      };
    };
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ bytes: 9 });
    expect([readFileSync(copy, 'utf8'), asked]).toEqual(['the bytes', ranges]);
  });

  it('is resumed after a run that was killed when it had the permissions of a read-only file', async () => {
    const { client, fileId, copy } = await stored();
    leavePartial(copy, 'the', `"${sha256(Buffer.from('the bytes'))}"`);
    chmodSync(`${copy}.part`, 0o444);
    replace({
      async open(path, flags, mode) {
        // Also root, which may write to it, is refused.
        const isReadOnly = flags === 'r+' && (statSync(path).mode & 0o200) === 0;
        if (isReadOnly) throw Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES' });
        return await real.open(path, flags, mode);
      },
    });
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed: true, bytes: 9 });
  });

  it('is resumed after another file got its name', async () => {
    const { client, fileId, copy } = await stored();
    replace({
      async link(from, to) {
        await real.writeFile(copy, 'of the user');
        await real.link(from, to);
      },
    });
    expect(await failure(downloadFile(client, fileId, copy))).toMatchObject({ code: 'file_exists' });
    expect(readFileSync(copy, 'utf8')).toBe('of the user');
    expect(await downloadFile(client, fileId, copy, { overwrite: true })).toMatchObject({ resumed: true, bytes: 9 });
    expect(readFileSync(copy, 'utf8')).toBe('the bytes');
  });
});

/** Stops a client's downloads before their first byte is written. */
function stopBytes() {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pace = async (): Promise<void> => {
    arrived.resolve();
    await released.promise;
  };
  return { pace, arrived: arrived.promise, release: () => released.resolve() };
}

const script = `
  const { DriveClient } = await import('@drive/sdk');
  const { downloadFile } = await import('@drive/sdk/node');
  await downloadFile(new DriveClient(), process.argv[1], process.argv[2]);
`;

const elsewhere = { machine: 'elsewhere', boot: 'another' };

describe('several downloads to one path', () => {
  it.each(['the bytes', 'new bytes', 'other'])(
    'all store whole files if the second one stores "%s"',
    async (content) => {
      const { client, newClient, fileId, copy, names } = await stored();
      const slow = stopBytes();
      const first = downloadFile(newClient({ pace: slow.pace }), fileId, copy, { overwrite: true });
      await slow.arrived;
      await client.uploads.upload(new Blob([content]), { name: 'a.txt', onConflict: 'replace' });
      await downloadFile(client, fileId, copy);
      expect(readFileSync(copy, 'utf8')).toBe(content);
      // The first download must not write into this file either, which it had opened under the same name.
      const open = await real.open(copy);
      slow.release();
      expect(await first).toMatchObject({ bytes: 9, sha256: sha256(Buffer.from('the bytes')) });
      expect(await open.readFile('utf8')).toBe(content);
      await open.close();
      expect(readFileSync(copy, 'utf8')).toBe('the bytes');
      expect(names()).toEqual(['copy']);
    },
  );

  it('do not mix with a ZIP or with each other if all begin at once', async () => {
    const { client, fileId, copy, names } = await stored();
    leavePartial(copy, 'the', `"${sha256(Buffer.from('the bytes'))}"`);
    const options = { overwrite: true };
    const [zip, ...files] = await Promise.all([
      downloadArchive(() => client.files.archive([fileId]), copy, options),
      ...[1, 2, 3].map(() => downloadFile(client, fileId, copy, options)),
    ]);
    expect(files.filter(({ resumed }) => resumed).length).toBeLessThan(2);
    expect([zip.sha256, sha256(Buffer.from('the bytes'))]).toContain(sha256(readFileSync(copy)));
    expect(names()).toEqual(['copy']);
  });

  it('leave the partial file of a running process alone, and resume that of a killed one', async () => {
    const bytes = someBytes(4 * MiB);
    const { client, proxy, user, path } = await startScene();
    const { fileId } = await client.uploads.upload(new Blob([bytes]), { name: 'film.bin' });
    const copy = path('copy');
    const stall = times(1, { stallAnswerAfter: 3 * MiB });
    proxy.fault = (request) => (request.path.startsWith('/files/d/') ? stall() : undefined);
    const argv = ['--conditions=@drive/source', '--input-type=module', '-e', script, fileId, copy];
    const env = { ...process.env, DRIVE_BASE_URL: proxy.url, DRIVE_API_KEY: user.key };
    const child = spawn(process.execPath, argv, {
      cwd: import.meta.dirname,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitUntil(() => existsSync(`${copy}.part`) && statSync(`${copy}.part`).size >= MiB, { timeout: 30_000 });
    await removePartialDownloads(path('.'));
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed: false, sha256: sha256(bytes) });
    expect(sha256(readFileSync(copy))).toBe(sha256(bytes));
    expect(statSync(`${copy}.part`).size).toBeGreaterThanOrEqual(MiB);
    child.kill('SIGKILL');
    await once(child, 'close');
    const options = { overwrite: true };
    expect(await downloadFile(client, fileId, copy, options)).toMatchObject({ resumed: true, sha256: sha256(bytes) });
    expect(readdirSync(path('.'))).toEqual(['copy']);
  });

  it.skipIf(process.platform !== 'linux').each([
    ['running', {}, 0, false],
    ['another one that got its number', { startedAt: '1' }, 0, true],
    ['one that another system started', { startedAt: undefined, startedAtMs: performance.timeOrigin }, 0, false],
    ['another one that got its number there', { startedAt: undefined, startedAtMs: 1 }, 0, true],
    ['one before the machine started', { boot: 'earlier' }, 0, true],
    ['one of another container', { namespace: 'pid:[1]' }, 0, false],
    ['one of another machine', elsewhere, 0, false],
    ['one of another machine that has not renewed its note', elsewhere, 121, true],
  ])('resume what a process has left, if it is %s', async (_, change, secondsAgo, resumed) => {
    const { client, fileId, copy } = await stored();
    const owner = { ...nameThisProcess(), id: 'x', ...change };
    leavePartial(copy, 'the', `"${sha256(Buffer.from('the bytes'))}"`, owner);
    const writtenAt = Date.now() / 1000 - secondsAgo;
    utimesSync(`${copy}.part-etag`, writtenAt, writtenAt);
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed, bytes: 9 });
    expect(existsSync(`${copy}.part`)).toBe(!resumed);
  });

  it('leave the partial file of another container alone while that renews its note, and resume it soon after', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'drive-sdk-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const copy = join(directory, 'copy');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = await PartialFile.open(copy, { resume: true });
    await first.remember('"tag"');
    await first.write(Buffer.from('the'));
    const note = JSON.parse(readFileSync(`${copy}.part-etag`, 'utf8')) as { readonly owner: object };
    const owner = { ...note.owner, namespace: 'pid:[1]' };
    writeFileSync(`${copy}.part-etag`, JSON.stringify({ ...note, owner }));
    const hourLater = Date.now() + 3_600_000;
    vi.setSystemTime(hourLater);
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitUntil(() => statSync(`${copy}.part-etag`).mtimeMs >= hourLater, { timeout: 20_000 });
    const second = await PartialFile.open(copy, { resume: true });
    await first.close();
    await vi.advanceTimersByTimeAsync(120_001);
    const third = await PartialFile.open(copy, { resume: true });
    expect([second.bytes, third.bytes]).toEqual([0, 3]);
    await Promise.all([second.close(), third.close()]);
  });

  it('fail instead of storing what another program wrote to their partial file', async () => {
    const { newClient, fileId, copy, names } = await stored();
    for (const change of [
      () => real.appendFile(`${copy}.part`, 'more than the bytes'),
      () => real.rm(`${copy}.part`),
      async () => {
        await real.rm(`${copy}.part`);
        await real.writeFile(`${copy}.part`, 'of others');
      },
    ]) {
      const slow = stopBytes();
      const running = failure(downloadFile(newClient({ pace: slow.pace }), fileId, copy));
      await slow.arrived;
      await change();
      slow.release();
      expect(await running).toMatchObject({ code: 'local_file_error' });
      expect(existsSync(copy)).toBe(false);
    }
    expect(names()).toContain('copy.part');
    expect(readFileSync(`${copy}.part`, 'utf8')).toBe('of others');
  });
});

it.skipIf(process.platform === 'win32').each([0o600, 0o755, 0o444, 0o640])(
  'a download keeps the permissions %o of the file that it replaces',
  async (mode) => {
    const { newClient, fileId, copy } = await stored();
    writeFileSync(copy, 'old');
    chmodSync(copy, mode);
    const slow = stopBytes();
    const running = downloadFile(newClient({ pace: slow.pace }), fileId, copy, { overwrite: true });
    await slow.arrived;
    expect(statSync(`${copy}.part`).mode & 0o077 & ~mode).toBe(0);
    slow.release();
    await running;
    expect([readFileSync(copy, 'utf8'), statSync(copy).mode & 0o777]).toEqual(['the bytes', mode]);
  },
);
