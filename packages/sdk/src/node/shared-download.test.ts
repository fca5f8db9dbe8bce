import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../../server/test/api/archive-requests.ts';
import { MiB, sha256, someBytes, startScene, times, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import type { OpenedShare } from '../index.ts';
import { downloadArchive, downloadSharedFile, downloadToPath } from './index.ts';

const bytes = someBytes(3 * MiB + 5);

async function shared(): Promise<Scene & { share: OpenedShare; fileId: string; copy: string }> {
  const scene = await startScene();
  const { client } = scene;
  const folder = await client.files.createFolder({ name: 'Trip' });
  const { fileId } = await client.uploads.upload(new Blob([bytes]), { name: 'film.bin', parentId: folder.id });
  await client.uploads.upload(new Blob(['hello']), { name: 'a.txt', parentId: folder.id });
  const { shareToken } = await client.shares.createForFolder(folder.id, { password: 'open sesame' });
  const share = await client.public.open(shareToken, { password: 'open sesame' });
  return { ...scene, share, fileId, copy: scene.path('copy') };
}

const leftovers = (copy: string): string[] => readdirSync(dirname(copy));

it('downloads a shared file to a path over lost connections and verifies it', async () => {
  const { share, proxy, fileId, copy } = await shared();
  const cut = times(2, { cutAnswerAfter: 800_000 });
  proxy.fault = ({ path }) => (path.startsWith('/files/d/') ? cut() : undefined);
  expect(await downloadSharedFile(share, copy, { fileId })).toMatchObject({
    sha256: sha256(bytes),
    bytes: bytes.length,
  });
  expect(proxy.seen.filter(({ headers }) => headers.range !== undefined)).toHaveLength(2);
  expect(leftovers(copy)).toEqual(['copy']);
  expect(await failure(downloadSharedFile(share, copy, { fileId }))).toMatchObject({ code: 'file_exists' });
  expect(await failure(downloadSharedFile(share, `${copy}2`))).toMatchObject({ code: 'file_not_found' });
});

it('reports the requests of a shared file, of a ZIP and of a URL to the logger of the client', async () => {
  const scene = await shared();
  const log: string[] = [];
  const client = scene.newClient({
    logger: { debug: (message) => void log.push(message), warn: (message) => void log.push(message) },
  });
  const share = await client.public.open(scene.share.link.token, { password: 'open sesame' });
  const cut = times(1, { cutAnswerAfter: 800_000 });
  scene.proxy.fault = ({ path }) => (path.startsWith('/files/d/') ? cut() : undefined);
  await downloadSharedFile(share, scene.copy, { fileId: scene.fileId });
  expect(log.filter((line) => line.startsWith('GET /files/d/'))).toEqual([
    expect.stringMatching(/ 200 in \d+ ms$/),
    expect.stringMatching(/is retried in \d+ ms/),
    expect.stringMatching(/ 206 in \d+ ms$/),
  ]);
  await downloadArchive(() => share.archive(), `${scene.copy}.zip`, { client });
  expect(log.at(-1)).toMatch(/^GET \/files\/archives\/.* 200 in \d+ ms$/);
  const getUrl = async (): Promise<string> => (await client.files.downloadUrl(scene.fileId)).downloadUrl;
  await downloadToPath(getUrl, `${scene.copy}2`, { client });
  expect(log.at(-1)).toMatch(/^GET \/files\/d\/.* 200 in \d+ ms$/);
});

describe('a ZIP', () => {
  it('goes to a path', async () => {
    const { share, copy } = await shared();
    const seen: number[] = [];
    const { bytes: size } = await downloadArchive(() => share.archive(), copy, {
      onProgress: (now) => void seen.push(now.bytes),
    });
    const contents = await contentsOf(readFileSync(copy));
    expect([Object.keys(contents).toSorted(), contents['a.txt']]).toEqual([['a.txt', 'film.bin'], 'hello']);
    expect(seen.at(-1)).toBe(size);
    expect(leftovers(copy)).toEqual(['copy']);
  });

  it('is created again and downloaded from the start when the connection breaks', async () => {
    const { share, proxy, copy } = await shared();
    const cut = times(1, { cutAnswerAfter: MiB });
    proxy.fault = ({ path }) => (path.startsWith('/files/archives/') ? cut() : undefined);
    await downloadArchive(() => share.archive(), copy);
    expect(Object.keys(await contentsOf(readFileSync(copy)))).toHaveLength(2);
    expect(proxy.count('POST', /archive/)).toBe(2);
  });

  it('replaces no file and leaves no partial file if it fails', async () => {
    const { client, share, proxy, fileId, copy } = await shared();
    writeFileSync(copy, 'precious');
    const calls = proxy.seen.length;
    expect(await failure(downloadArchive(() => share.archive(), copy))).toMatchObject({ code: 'file_exists' });
    expect([readFileSync(copy, 'utf8'), proxy.seen.length]).toEqual(['precious', calls]);
    const stop = new AbortController();
    proxy.fault = ({ path }) =>
      path.startsWith('/files/archives/') ? { stallAnswerAfter: MiB, onStall: () => stop.abort() } : undefined;
    const stopped = downloadArchive(() => share.archive(), `${copy}2`, { signal: stop.signal });
    expect(await failure(stopped)).toMatchObject({ code: 'aborted' });
    await client.files.trash(fileId);
    const gone = downloadArchive(() => client.files.archive([fileId]), `${copy}2`);
    expect(await failure(gone)).toMatchObject({ code: 'access_denied' });
    expect(existsSync(`${copy}2.part`)).toBe(false);
    expect(leftovers(copy)).toEqual(['copy']);
  });
});
