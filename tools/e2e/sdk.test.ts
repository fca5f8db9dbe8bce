import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DriveClient, DriveError } from '@drive/sdk';
import { downloadToPath, fileResumeStore, uploadPath } from '@drive/sdk/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cuttingProxy } from './cutting-proxy.ts';
import { admin, freshMachine, runServer, startServer, type RunningServer } from './programs.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const MiB = 1024 * 1024;

describe('the SDK against the built server', () => {
  const { home, env } = freshMachine();
  const path = join(home, 'film.bin');
  const bytes = randomBytes(24 * MiB + 1);
  let server: RunningServer;
  let apiKey: string;
  let client: DriveClient;

  beforeAll(async () => {
    writeFileSync(path, bytes);
    server = await startServer(env);
    const { stdout } = await runServer(env, 'key', 'create', '--email', admin.email);
    apiKey = /svc_[\w-]{40}/.exec(stdout)?.[0] ?? '';
    client = new DriveClient({ baseUrl: server.url, apiKey });
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  });

  const bytesOf = async (fileId: string): Promise<Buffer> => {
    const { downloadUrl } = await client.files.downloadUrl(fileId);
    return Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  };

  it.each([
    ['one PUT', false],
    ['tus', true],
  ])('uploads a Blob by %s', async (_, resumable) => {
    const { fileId } = await client.uploads.upload(new Blob([bytes]), { name: 'blob.bin', resumable });
    expect(sha256(await bytesOf(fileId))).toBe(sha256(bytes));
    expect((await client.files.get(fileId)).sha256).toBe(sha256(bytes));
  });

  it.each([
    ['one PUT', false],
    ['tus', true],
  ])('uploads a path by %s and reports progress', async (_, resumable) => {
    const seen: number[] = [];
    const { fileId } = await uploadPath(client, path, {
      resumable,
      onProgress: ({ bytes: sent }) => void seen.push(sent),
    });
    expect(sha256(await bytesOf(fileId))).toBe(sha256(bytes));
    expect(seen.at(-1)).toBe(bytes.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('gives a second file of the same name another name', async () => {
    const first = await client.uploads.upload(new Blob(['a']), { name: 'same.txt' });
    const second = await client.uploads.upload(new Blob(['b']), { name: 'same.txt' });
    expect([first.fileName, second.fileName]).toEqual(['same.txt', 'same (1).txt']);
  });

  it('resumes through a network that cuts every connection after a few MiB', async () => {
    const proxy = await cuttingProxy(server.url, 5 * MiB);
    const there = new DriveClient({ baseUrl: proxy.url, apiKey });
    const { fileId } = await uploadPath(there, path, { resumable: true });
    expect(proxy.cuts()).toBeGreaterThan(3);
    const copy = join(home, 'through-the-cuts');
    const url = async (): Promise<string> =>
      (await client.files.downloadUrl(fileId)).downloadUrl.replace(server.url, proxy.url);
    expect(await downloadToPath(url, copy)).toMatchObject({ sha256: sha256(bytes) });
    expect(sha256(readFileSync(copy))).toBe(sha256(bytes));
    await proxy.close();
  });

  it('resumes where another client stopped', async () => {
    const resumeStore = fileResumeStore(join(home, 'resume'));
    // Every connection is cut, so that the first run cannot complete before it is stopped.
    const proxy = await cuttingProxy(server.url, 8 * MiB);
    const there = new DriveClient({ baseUrl: proxy.url, apiKey });
    const stop = new AbortController();
    const first = uploadPath(there, path, {
      name: 'stopped.bin',
      resumable: true,
      resumeStore,
      signal: stop.signal,
      onProgress: ({ bytes: sent }) => {
        if (sent > 4 * MiB) stop.abort();
      },
    });
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    let firstReport: number | undefined;
    const again = new DriveClient({ baseUrl: proxy.url, apiKey });
    const result = await uploadPath(again, path, {
      name: 'stopped.bin',
      resumable: true,
      resumeStore,
      onProgress: ({ bytes: sent }) => void (firstReport ??= sent),
    });
    expect(result).toMatchObject({ resumed: true, fileName: 'stopped.bin' });
    expect(sha256(await bytesOf(result.fileId))).toBe(sha256(bytes));
    expect(firstReport).toBeGreaterThan(0);
    await proxy.close();
  });

  it('restarts if the earlier upload was cancelled', async () => {
    const resumeStore = fileResumeStore(join(home, 'resume'));
    const stop = new AbortController();
    const seen: string[] = [];
    const spying = {
      ...resumeStore,
      set: async (key: string, entry: Parameters<typeof resumeStore.set>[1]) => (
        seen.push(entry.sessionId),
        resumeStore.set(key, entry)
      ),
    };
    const options = { name: 'cancelled.bin', resumable: true, resumeStore: spying };
    await expect(
      uploadPath(client, path, { ...options, signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toBeInstanceOf(DriveError);
    await client.uploads.cancel({ uploadUrl: `${server.url}/files/uploads/${seen[0]}` });
    expect(await uploadPath(client, path, options)).toMatchObject({ resumed: false });
    expect(new Set(seen).size).toBe(2);
  });

  it('resumes a partial download, and discards one with other bytes', async () => {
    const { fileId } = await uploadPath(client, path, { name: 'half.bin' });
    const url = async (): Promise<string> => (await client.files.downloadUrl(fileId)).downloadUrl;
    const copy = join(home, 'half');
    const stop = new AbortController();
    const half = downloadToPath(url, copy, {
      signal: stop.signal,
      onProgress: ({ bytes: got }) => got > 2 * MiB && stop.abort(),
    });
    await expect(half).rejects.toMatchObject({ code: 'aborted' });
    expect(statSync(`${copy}.part`).size).toBeGreaterThan(0);
    expect(await downloadToPath(url, copy)).toMatchObject({ resumed: true, sha256: sha256(bytes) });

    await expect(downloadToPath(url, join(home, 'wrong'), { sha256: sha256(randomBytes(1)) })).rejects.toMatchObject({
      code: 'checksum_mismatch',
    });
    expect(() => statSync(join(home, 'wrong'))).toThrow();
    await expect(downloadToPath(url, copy)).rejects.toThrow(/already there/);
  });

  it('lists, shares and resolves', async () => {
    const folder = await client.files.createFolder({ name: 'Folder' });
    const { fileId, shortUrl, shareToken } = await client.uploads.upload(new Blob(['hello']), {
      name: 'a.txt',
      parentId: folder.id,
      autoShare: true,
    });
    const names: string[] = [];
    for await (const item of client.files.list({ parentId: folder.id, limit: 1 })) names.push(item.name);
    expect(names).toEqual(['a.txt']);
    expect(await client.files.getByPath('/Folder/a.txt')).toMatchObject({ id: fileId, size: 5 });
    expect(await client.shares.create(fileId)).toMatchObject({ shareToken, shortUrl, shareMode: 'SHARED' });
    const { info } = await client.public.open(shareToken ?? '');
    expect(info).toMatchObject({ name: 'a.txt', size: 5, locked: false });
    await client.shares.revoke({ fileId });
    await expect(client.public.open(shareToken ?? '')).rejects.toMatchObject({ code: 'share_not_found' });
  });
});
