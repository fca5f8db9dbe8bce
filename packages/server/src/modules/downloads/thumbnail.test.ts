import type { Item, PublicShare, ShareDescriptor } from '@drive/contract';
import type { Images } from '@drive/thumbnails';
import { beforeEach, describe, expect, test } from 'vitest';
import { putBytes, refusalOf, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, user } from '../../../test/use-drive.ts';
import type { Flag } from '../../platform/db/index.ts';

const picture = Buffer.from('not really a picture');
const webp = Buffer.from('RIFF\x14\0\0\0WEBP a small picture');
const images: Images = {
  render: () => Promise.resolve({ bytes: webp, width: 3, height: 2 }),
  close: () => Promise.resolve(),
};

let fileId: string;
driveForAllTests(() => startDrive({ images, featureBudgets: { shareResolve: { calls: 1000, seconds: 60 } } }));
beforeEach(async () => {
  const reservation = await reserveUpload(drive, user, {
    name: 'Smörgås.svg',
    type: 'image/svg+xml',
    bytes: picture.length,
  });
  await putBytes(reservation, picture);
  fileId = reservation.fileId;
  await drive.drain();
});

const asOwner = async <T>(method: string, path: string, json?: object): Promise<T> =>
  (await (await drive.fetch(path, { method, key: user.key, ...(json && { json }) })).json()) as T;
const show = (): Promise<Item> => asOwner('GET', `/api/files/${fileId}`);
const ownPreview = async (): Promise<string> => (await show()).previewUrl!;
const share = async (): Promise<string> =>
  (await asOwner<ShareDescriptor>('POST', `/api/files/${fileId}/share`, {})).shareToken;
const openShare = async (token: string): Promise<PublicShare> =>
  (await (await drive.fetch(`/api/public/share/${token}`)).json()) as PublicShare;
const setQuarantined = (quarantined: Flag): Promise<unknown> =>
  drive.database.write((tx) => tx.updateTable('items').set({ quarantined }).where('id', '=', fileId).execute());

describe('the URL of a thumbnail', () => {
  test('answers the thumbnail as an image with a private cache and no scripts', async () => {
    const response = await drive.fetch(await ownPreview());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(webp.length),
      'content-disposition': `inline; filename="Smorgas.svg.webp"; filename*=UTF-8''Sm%C3%B6rg%C3%A5s.svg.webp`,
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/) as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(webp);
  });

  test('answers HEAD, and 304 to a matching ETag', async () => {
    const url = await ownPreview();
    const head = await drive.fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(webp.length)]);
    const etag = head.headers.get('etag')!;
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/);
    const known = await drive.fetch(url, { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect((await drive.fetch(url, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
  });

  test('[P-246] does not count as a download', async () => {
    await (await drive.fetch(await ownPreview())).arrayBuffer();
    await drive.drain();
    expect((await show()).downloadCount).toBe(0);
  });

  test('does not open the file, and the URL of a file does not open a thumbnail', async () => {
    const preview = new URL(await ownPreview()).pathname.split('/').at(-1);
    expect(await refusalOf(await drive.fetch(`/files/d/${preview}/x`))).toEqual([403, 'access_denied']);
    for (const inline of [true, false]) {
      const { downloadUrl } = await asOwner<{ downloadUrl: string }>(
        'GET',
        `/api/files/${fileId}/download-url?inline=${inline}`,
      );
      const token = new URL(downloadUrl).pathname.split('/')[3];
      expect(await refusalOf(await drive.fetch(`/files/previews/${token}`))).toEqual([403, 'access_denied']);
    }
  });

  test('is invalid once changed', async () => {
    const url = await ownPreview();
    for (const changed of [
      url.slice(0, -1),
      `${url.slice(0, -2)}AA`,
      url.replace('.p.', '.a.'),
      url.replace('.0.p.', '.1.p.'),
    ])
      expect(await refusalOf(await drive.fetch(changed))).toEqual([403, 'access_denied']);
  });

  test('answers 404 if the thumbnail was deleted', async () => {
    const url = await ownPreview();
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ preview_key: null }).where('id', '=', fileId).execute(),
    );
    expect(await refusalOf(await drive.fetch(url))).toEqual([404, 'file_not_found']);
  });

  test('answers an uncached 502 if the thumbnail is lost', async () => {
    const url = await ownPreview();
    const row = await drive.database.reader
      .selectFrom('items')
      .select('preview_key')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow();
    await drive.blobs.delete(row.preview_key!);
    const response = await drive.fetch(url);
    expect([response.status, response.headers.get('cache-control')]).toEqual([502, 'no-store']);
  });
});

describe('the thumbnail of a share', () => {
  test('[P-232] has a URL that ends with the share', async () => {
    const token = await share();
    const shared = await openShare(token);
    const url = shared.previewUrl!;
    expect(shared.item?.previewUrl).toBe(url);
    expect(url).not.toBe(await ownPreview());
    expect((await drive.fetch(url)).status).toBe(200);
    await drive.fetch(`/api/files/${fileId}/share`, { method: 'DELETE', key: user.key });
    expect(await refusalOf(await drive.fetch(url))).toEqual([403, 'access_denied']);
    expect((await drive.fetch(await ownPreview())).status).toBe(200);
  });

  test('[P-237] ends when a password is set, changed or cleared', async () => {
    const token = await share();
    let grant: Record<string, string> = {};
    for (const password of ['first secret', 'second secret', null]) {
      const shown = await drive.fetch(`/api/public/share/${token}`, { headers: grant });
      const url = ((await shown.json()) as PublicShare).previewUrl!;
      expect((await drive.fetch(url)).status).toBe(200);
      await asOwner('PATCH', `/api/shares/${token}/password`, { password });
      expect(await refusalOf(await drive.fetch(url))).toEqual([403, 'access_denied']);
      if (password === null) continue;
      const unlock = { method: 'POST', json: { password } };
      const unlocked = await drive.fetch(`/api/public/share/${token}/unlock`, unlock);
      grant = { 'x-share-unlock': ((await unlocked.json()) as { unlockToken: string }).unlockToken };
    }
  });

  test('[P-238] of a small image is absent with maxDownloads, because the thumbnail would be a copy of it', async () => {
    const token = await share();
    const url = (await openShare(token)).previewUrl!;
    await asOwner('POST', `/api/files/${fileId}/share`, { maxDownloads: 5 });
    expect(await refusalOf(await drive.fetch(url))).toEqual([404, 'file_not_found']);
    expect(await openShare(token)).toMatchObject({ previewUrl: null, item: { previewUrl: null } });
    const ofSize = (size: number): Promise<unknown> =>
      drive.database.write((tx) => tx.updateTable('items').set({ size }).where('id', '=', fileId).execute());
    await ofSize(1024 * 1024 + 1);
    expect((await openShare(token)).previewUrl).toBe(url);
    expect((await drive.fetch(url)).status).toBe(200);
    await ofSize(picture.length);
    await asOwner('POST', `/api/files/${fileId}/share`, { maxDownloads: null });
    expect((await drive.fetch(url)).status).toBe(200);
  });

  test('is not sent while the file is quarantined', async () => {
    const url = (await openShare(await share())).previewUrl!;
    await setQuarantined(1);
    expect(await refusalOf(await drive.fetch(url))).toEqual([403, 'file_quarantined']);
    expect((await drive.fetch(await ownPreview())).status).toBe(200);
    await setQuarantined(0);
    expect((await drive.fetch(url)).status).toBe(200);
  });

  test('is not sent while the file is in the trash', async () => {
    const url = (await openShare(await share())).previewUrl!;
    await drive.fetch(`/api/files/${fileId}`, { method: 'DELETE', key: user.key });
    expect((await drive.fetch(url)).status).toBe(403);
  });
});
