import type { Item } from '@drive/contract';
import { png } from '@drive/thumbnails/test';
import { describe, expect, it } from 'vitest';
import { makeArchive, readArchive } from '../../../test/api/archive-requests.ts';
import { putBytes, refusalOf, reserveUpload, someBytes } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';

/** Runs once, before the next blob is opened. */
let beforeOpening: (() => Promise<void>) | undefined;
driveForEachTest(() =>
  startDrive({
    settings: { VERSIONS_KEEP: '1' },
    blobs: (disk) =>
      overriding(disk, {
        open: async (key) => {
          const act = beforeOpening;
          beforeOpening = undefined;
          await act?.();
          return disk.open(key);
        },
      }),
  }),
);

async function put(bytes: Buffer, name = 'a.bin', wanted: { autoShare?: boolean } = {}): Promise<Item> {
  const reservation = await reserveUpload(drive, user, {
    name,
    bytes: bytes.length,
    onConflict: 'replace',
    type: name.endsWith('.png') ? 'image/png' : 'text/plain',
    ...wanted,
  });
  const { fileId } = (await putBytes(reservation, bytes)) as { fileId: string };
  return itemOf(fileId);
}
const itemOf = async (id: string): Promise<Item> =>
  (await (await drive.fetch(`/api/files/${id}`, { key: user.key })).json()) as Item;
const urlOf = async ({ id }: Item): Promise<string> => {
  const response = await drive.fetch(`/api/files/${id}/download-url`, { key: user.key });
  return ((await response.json()) as { downloadUrl: string }).downloadUrl;
};
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('reading a path while its file is replaced', () => {
  const paths = { 'by path': '/files/by-path/a.bin', 'over WebDAV': '/dav/a.bin' };

  it.each(Object.entries(paths))('%s delivers the new content whole if the old one is deleted', async (_, path) => {
    const [old, next] = [someBytes(300_000), someBytes(200_000)];
    const store = async (bytes: Buffer): Promise<void> => {
      const url = '/files/by-path/a.bin?onConflict=replace';
      const body = new Uint8Array(bytes);
      expect((await drive.fetch(url, { method: 'PUT', key: user.key, body })).ok).toBe(true);
    };
    await store(old);
    beforeOpening = async () => {
      for (const bytes of [someBytes(10), next]) await store(bytes);
      await drive.jobs.drain();
    };
    const response = await drive.fetch(path, { key: user.key });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '200000']);
    expect((await bytesOf(response)).equals(next)).toBe(true);
    expect(drive.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each(Object.entries(paths))('%s answers 404 if the file is purged', async (_, path) => {
    const url = '/files/by-path/a.bin';
    const stored = await drive.fetch(url, { method: 'PUT', key: user.key, body: new Uint8Array(10) });
    const { id } = (await stored.json()) as Item;
    beforeOpening = async () => {
      await drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: user.key });
      await drive.fetch(`/api/files/${id}/permanent`, { method: 'DELETE', key: user.key });
      await drive.jobs.drain();
    };
    expect((await drive.fetch(path, { key: user.key })).status).toBe(404);
    expect(drive.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a signed URL', () => {
  it('[P-441] delivers the content that it was issued for, also as ranges after a replacement', async () => {
    const [old, next] = [someBytes(1000), someBytes(700)];
    const url = await urlOf(await put(old));
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag')!;
    const item = await put(next);
    const rest = await fetch(url, { headers: { range: 'bytes=400-', 'if-range': etag } });
    expect(rest.status).toBe(206);
    expect(await bytesOf(rest)).toEqual(old.subarray(400));
    expect(await bytesOf(await fetch(url))).toEqual(old);
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(await bytesOf(await fetch(await urlOf(item)))).toEqual(next);
  });

  it('ends once its content is deleted', async () => {
    const url = await urlOf(await put(someBytes(10)));
    await put(someBytes(10));
    expect((await fetch(url)).status).toBe(200);
    await put(someBytes(10));
    expect(await refusalOf(await fetch(url))).toEqual([410, 'file_purged']);
  });

  it('completes a transfer that began before a replacement, even if the content is deleted', async () => {
    const old = someBytes(8 * 1024 * 1024);
    const url = await urlOf(await put(old));
    const response = await fetch(url);
    await put(someBytes(10));
    await put(someBytes(11));
    await drive.jobs.drain();
    expect((await bytesOf(response)).equals(old)).toBe(true);
  });

  it('of a share delivers the new content to new visitors, and the old one to downloads in progress', async () => {
    const [old, next] = [someBytes(100), someBytes(200)];
    const { shareToken } = await put(old, 'a.bin', { autoShare: true });
    const shared = async (): Promise<string> => {
      const response = await drive.fetch(`/api/public/share/${shareToken}/download-url`);
      return ((await response.json()) as { downloadUrl: string }).downloadUrl;
    };
    const before = await shared();
    await put(next);
    expect(await bytesOf(await fetch(await shared()))).toEqual(next);
    expect(await bytesOf(await fetch(before))).toEqual(old);
    expect(await (await drive.fetch(`/share/${shareToken}`)).text()).toContain('200 bytes');
  });

  it('of a thumbnail changes with the content', async () => {
    await put(png({ width: 8, height: 8, color: [255, 0, 0] }), 'a.png');
    await drive.drain();
    const { id, previewUrl } = await put(png({ width: 9, height: 9, color: [0, 255, 0] }), 'a.png');
    expect(previewUrl).toBeNull();
    await drive.drain();
    const green = (await itemOf(id)).previewUrl;
    await put(png({ width: 10, height: 10, color: [0, 0, 255] }), 'a.png');
    await drive.drain();
    const blue = (await itemOf(id)).previewUrl;
    expect(blue).not.toBeNull();
    expect(blue).not.toBe(green);
    expect((await fetch(blue!)).headers.get('content-type')).toBe('image/webp');
  });
});

describe('an archive', () => {
  it('contains the contents that it was planned with, as long as they are kept', async () => {
    const old = await put(Buffer.from('old'), 'a.txt');
    const other = await put(Buffer.from('other'), 'b.txt');
    const { downloadUrl } = await makeArchive(drive, user, [old.id, other.id]);
    const { downloadUrl: late } = await makeArchive(drive, user, [old.id]);
    await put(Buffer.from('a longer new content'), 'a.txt');
    expect(await readArchive(drive, downloadUrl)).toEqual({ 'a.txt': 'old', 'b.txt': 'other' });
    await put(Buffer.from('the newest'), 'a.txt');
    expect(await refusalOf(await fetch(late))).toEqual([404, 'file_not_found']);
  });
});
