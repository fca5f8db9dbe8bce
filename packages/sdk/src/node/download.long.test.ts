import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { leavePartial, MiB, sha256, someBytes, startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { downloadFile, downloadToPath } from './index.ts';

const bytes = someBytes(4 * MiB + 5);
const isBytes = ({ path }: { path: string }): boolean => path.startsWith('/files/d/');

async function stored(options?: Parameters<typeof startScene>[0]): Promise<Scene & { fileId: string; copy: string }> {
  const scene = await startScene(options);
  const { fileId } = await scene.client.uploads.upload(new Blob([bytes]), { name: 'film.bin' });
  return { ...scene, fileId, copy: scene.path('copy') };
}

const leftovers = (copy: string): string[] => readdirSync(dirname(copy));

describe('a download', () => {
  it('writes the complete file and leaves no partial file', async () => {
    const { client, fileId, copy } = await stored();
    const seen: number[] = [];
    const result = await downloadFile(client, fileId, copy, { onProgress: (now) => void seen.push(now.bytes) });
    expect(result).toEqual({ bytes: bytes.length, sha256: sha256(bytes), resumed: false });
    expect(sha256(readFileSync(copy))).toBe(sha256(bytes));
    expect(leftovers(copy)).toEqual(['copy']);
    expect(seen.at(-1)).toBe(bytes.length);
  });

  it('resumes over lost connections with the same URL', async () => {
    const { client, proxy, fileId, copy } = await stored();
    const cut = times(9, { cutAnswerAfter: 400_000 });
    proxy.fault = (request) => (isBytes(request) ? cut() : undefined);
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ sha256: sha256(bytes) });
    expect(proxy.count('GET', /download-url/)).toBe(1);
    const ranges = proxy.seen.filter(isBytes).map(({ headers }) => headers.range);
    expect(ranges).toHaveLength(10);
    expect(ranges[0]).toBeUndefined();
    expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d{6}-$/);
  });

  it('resumes in another run after an abort', async () => {
    const { client, proxy, fileId, copy } = await stored();
    const stop = new AbortController();
    const half = times(1, { stallAnswerAfter: 2 * MiB });
    proxy.fault = (request) => (isBytes(request) ? half() : undefined);
    const stopped = failure(downloadFile(client, fileId, copy, { signal: stop.signal }));
    await vi.waitUntil(() => existsSync(`${copy}.part`) && statSync(`${copy}.part`).size >= MiB);
    stop.abort();
    expect(await stopped).toMatchObject({ code: 'aborted' });
    const arrived = statSync(`${copy}.part`).size;
    expect(arrived).toBeGreaterThanOrEqual(MiB);
    expect(existsSync(copy)).toBe(false);
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed: true, sha256: sha256(bytes) });
    expect(proxy.seen.filter(isBytes).at(-1)?.headers.range).toBe(`bytes=${arrived}-`);
  });

  it('can be aborted at the last byte', async () => {
    const { client, fileId, copy } = await stored();
    const stop = new AbortController();
    const onProgress = (now: { bytes: number }): void => {
      if (now.bytes === bytes.length) stop.abort();
    };
    expect(await failure(downloadFile(client, fileId, copy, { signal: stop.signal, onProgress }))).toMatchObject({
      code: 'aborted',
    });
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed: true, sha256: sha256(bytes) });
  });

  it('restarts if resume is false', async () => {
    const { client, fileId, copy } = await stored();
    leavePartial(copy, bytes.subarray(0, MiB), `"${sha256(bytes)}"`);
    expect(await downloadFile(client, fileId, copy, { resume: false })).toMatchObject({ resumed: false });
  });

  it('accepts a partial file that is already complete', async () => {
    const { client, fileId, copy } = await stored();
    leavePartial(copy, bytes, `"${sha256(bytes)}"`);
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed: true, sha256: sha256(bytes) });
  });

  it.each([
    ['of another file', `"${sha256(Buffer.from('x'))}"`],
    ['of nobody knows what', undefined],
  ])('does not resume with a partial file %s', async (_, etag) => {
    const { client, fileId, copy } = await stored();
    leavePartial(copy, someBytes(MiB), etag);
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ sha256: sha256(bytes) });
    expect(sha256(readFileSync(copy))).toBe(sha256(bytes));
  });

  it('never touches a file named like its partial file that no download made', async () => {
    const { client, fileId, copy } = await stored();
    writeFileSync(`${copy}.part`, 'mine');
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed: false, sha256: sha256(bytes) });
    writeFileSync(`${copy}.part2`, 'mine, too');
    writeFileSync(`${copy}.part3-etag`, '"words of the user"');
    expect(await downloadFile(client, fileId, copy, { overwrite: true })).toMatchObject({ resumed: false });
    expect(leftovers(copy).toSorted()).toEqual(['copy', 'copy.part', 'copy.part2', 'copy.part3-etag']);
    expect(readFileSync(`${copy}.part`, 'utf8')).toBe('mine');
    writeFileSync(`${copy}.part4`, 'all are taken');
    expect(await failure(downloadFile(client, fileId, copy, { overwrite: true }))).toMatchObject({
      code: 'local_file_error',
      message: expect.stringContaining('Rename one of them') as string,
    });
  });

  it('takes no file of the user for the partial file that an earlier note describes', async () => {
    const { client, fileId, copy } = await stored();
    leavePartial(copy, bytes.subarray(0, MiB), `"${sha256(bytes)}"`);
    rmSync(`${copy}.part`);
    writeFileSync(`${copy}.part`, 'mine');
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ resumed: false });
    expect(readFileSync(`${copy}.part`, 'utf8')).toBe('mine');
  });

  it('writes a file with the longest name that the disk allows', async () => {
    const { client, fileId, path } = await stored();
    const name = `${'n'.repeat(251)}.bin`;
    expect(await downloadFile(client, fileId, path(name))).toMatchObject({ sha256: sha256(bytes) });
    expect(leftovers(path(name))).toEqual([name]);
  });

  it('discards bytes with another SHA-256', async () => {
    const { client, fileId, copy } = await stored();
    leavePartial(copy, someBytes(MiB), `"${sha256(bytes)}"`);
    expect(await failure(downloadFile(client, fileId, copy))).toMatchObject({ code: 'checksum_mismatch' });
    expect(leftovers(copy)).toEqual([]);
    const wrong = downloadFile(client, fileId, copy, { sha256: sha256(Buffer.from('other')) });
    expect(await failure(wrong)).toMatchObject({ code: 'checksum_mismatch' });
    expect(leftovers(copy)).toEqual([]);
  });

  it('requests a new URL when the old one has expired', async () => {
    const { client, drive, proxy, fileId, copy } = await stored();
    const cut = times(1, { cutAnswerAfter: MiB });
    const hour = times(1, 3600 * 1000);
    proxy.fault = (request) => {
      if (!isBytes(request)) return undefined;
      if (request.headers.range !== undefined) drive.clock.advance(hour() ?? 0);
      return cut();
    };
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ sha256: sha256(bytes) });
    expect(proxy.count('GET', /download-url/)).toBe(2);
  });

  it('fails at once if a new URL does not help', async () => {
    const { client, proxy, fileId, copy } = await stored();
    const { downloadUrl } = await client.files.downloadUrl(fileId);
    const broken = downloadUrl.replace(/\/d\/[^/]+/, '/d/nonsense');
    expect(await failure(downloadToPath(async () => broken, copy))).toMatchObject({ code: 'access_denied' });
    expect(proxy.seen.filter(isBytes)).toHaveLength(1);
    expect(await failure(downloadFile(client, crypto.randomUUID(), copy))).toMatchObject({ code: 'file_not_found' });
  });

  it('fails with the server’s error after the retries', async () => {
    const { client, proxy, fileId, copy } = await stored();
    const down = (response: ServerResponse): void => void response.writeHead(503).end();
    proxy.fault = (request) => (isBytes(request) ? { answer: down } : undefined);
    expect(await failure(downloadFile(client, fileId, copy, { maxRetries: 1 }))).toMatchObject({ status: 503 });
    expect(proxy.seen.filter(isBytes)).toHaveLength(2);
  });

  it('replaces a file only with overwrite', async () => {
    const { client, proxy, fileId, copy } = await stored();
    writeFileSync(copy, 'precious');
    const calls = proxy.seen.length;
    expect(await failure(downloadFile(client, fileId, copy))).toMatchObject({ code: 'file_exists' });
    expect(proxy.seen).toHaveLength(calls);
    expect(readFileSync(copy, 'utf8')).toBe('precious');
    await downloadFile(client, fileId, copy, { overwrite: true });
    expect(sha256(readFileSync(copy))).toBe(sha256(bytes));
  });

  it('does not replace a file that appeared meanwhile', async () => {
    const { client, fileId, copy } = await stored();
    const onProgress = (): void => writeFileSync(copy, 'precious');
    expect(await failure(downloadFile(client, fileId, copy, { onProgress }))).toMatchObject({ code: 'file_exists' });
    expect(readFileSync(copy, 'utf8')).toBe('precious');
  });

  it('reports a failure of the disk as such', async () => {
    const { client, fileId, path, proxy } = await stored();
    const calls = proxy.seen.length;
    expect(await failure(downloadFile(client, fileId, path('no/such/folder')))).toMatchObject({
      code: 'local_file_error',
    });
    expect(proxy.seen).toHaveLength(calls);
  });

  it('follows redirects to the bytes', async () => {
    const { client, proxy, fileId, copy } = await stored();
    const { downloadUrl } = await client.files.downloadUrl(fileId);
    const moved = (response: ServerResponse): void => void response.writeHead(302, { location: downloadUrl }).end();
    proxy.fault = ({ path }) => (path === '/moved' ? { answer: moved } : undefined);
    expect(await downloadToPath(async () => `${proxy.url}/moved`, copy)).toMatchObject({ sha256: sha256(bytes) });
  });
});

describe('client.files.download', () => {
  it('returns a Response of all bytes or a range', async () => {
    const { client, fileId } = await stored();
    const whole = await client.files.download(fileId);
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(bytes));
    const part = await client.files.download(fileId, { headers: { range: 'bytes=5-9' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(5, 10));
  });

  it('retries, and throws a DriveError', async () => {
    const { client, proxy, fileId } = await stored();
    const lost = times(1, { cutAnswerAfter: 0 });
    proxy.fault = (request) => (isBytes(request) ? lost() : undefined);
    expect((await client.files.download(fileId)).status).toBe(200);
    const refused = client.files.download(fileId, { headers: { range: 'bytes=99999999-' } });
    expect(await failure(refused)).toMatchObject({ code: 'range_not_satisfiable', status: 416 });
  });
});
