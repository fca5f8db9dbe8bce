import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { openRequest } from '../../../test/network/raw-request.ts';
import { objectStorageSettings } from '../../../test/test-blobs.ts';

describe.skipIf(inject('s3') === undefined)('downloads that the object storage sends', () => {
  let drive: Drive;
  let user: TestUser;
  beforeAll(async () => {
    drive = await startDrive({ settings: { ...objectStorageSettings, OFFLOAD: 'redirect' } });
    user = await drive.createUser();
  });
  afterAll(() => drive.close());

  const upload = async (bytes: Buffer, name = 'file.bin', type = 'application/octet-stream'): Promise<string> => {
    const { uploadUrl, fileId } = await reserveUpload(drive, user, { bytes: bytes.length, name, type });
    const body = bytes as Uint8Array<ArrayBuffer>;
    expect((await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body })).status).toBe(200);
    return fileId;
  };
  /** Path of a signed URL. */
  const signed = async (path: string): Promise<string> => {
    const response = await drive.fetch(path, { key: user.key });
    return new URL(((await response.json()) as { downloadUrl: string }).downloadUrl).pathname;
  };
  const countOf = async (id: string): Promise<unknown> =>
    ((await (await drive.fetch(`/api/files/${id}`, { key: user.key })).json()) as { downloadCount: unknown })
      .downloadCount;
  const large = randomBytes(300_000);

  it('have their name and type, and are counted once for each URL', async () => {
    const id = await upload(large, 'ä (1).png', 'image/png');
    const path = await signed(`/api/files/${id}/download-url`);
    const redirect = await drive.fetch(path);
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    expect(await redirect.text()).toBe('');
    const answer = await fetch(redirect.headers.get('location') ?? '');
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="a (1).png"; filename*=UTF-8''%C3%A4%20%281%29.png`,
    );
    await drive.fetch(path);
    expect(await countOf(id)).toBe(1);
  });

  it('are resumed by a range, which counts if it has the last byte', async () => {
    const id = await upload(large);
    const path = await signed(`/api/files/${id}/download-url`);
    const range = async (bytes: string): Promise<Buffer> => {
      const response = await fetch(`${drive.url}${path}`, { headers: { range: `bytes=${bytes}` } });
      expect(response.status).toBe(206);
      return Buffer.from(await response.arrayBuffer());
    };
    expect((await range('0-99')).equals(large.subarray(0, 100))).toBe(true);
    expect(await countOf(id)).toBe(0);
    expect((await range('100-')).equals(large.subarray(100))).toBe(true);
    expect(await countOf(id)).toBe(1);
  });

  it('come from the server if they are limited, shown in a page, small, HEAD, or requested by a script', async () => {
    const id = await upload(large);
    const share = await drive.fetch(`/api/files/${id}/share`, {
      method: 'POST',
      key: user.key,
      json: { maxDownloads: 1 },
    });
    const { shareToken } = (await share.json()) as { shareToken: string };
    const small = await upload(large.subarray(0, 1000));
    const limited = await signed(`/api/public/share/${shareToken}/download-url`);
    const another = await signed(`/api/public/share/${shareToken}/download-url`);
    for (const path of [
      limited,
      await signed(`/api/files/${id}/download-url?inline=true`),
      await signed(`/api/files/${small}/download-url`),
    ]) {
      const answer = await drive.fetch(path);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    expect((await drive.fetch(another)).status).toBe(410);
    const path = await signed(`/api/files/${id}/download-url`);
    const head = await drive.fetch(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '300000']);
    const statusInBrowser = async (mode: string): Promise<number | undefined> => {
      const sent = await openRequest(`${drive.url}${path}`, 'GET', {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': mode,
        connection: 'close',
      });
      return (await sent.answer)?.status;
    };
    expect(await statusInBrowser('cors')).toBe(200);
    expect(await statusInBrowser('navigate')).toBe(302);
  });

  it('come from the server if the storage could not judge a condition, which the server has judged', async () => {
    const path = await signed(`/api/files/${await upload(large)}/download-url`);
    const head = await drive.fetch(path, { method: 'HEAD' });
    const [etag, date] = [head.headers.get('etag') ?? '', head.headers.get('last-modified') ?? ''];
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await drive.fetch(path, { headers })).status;
    expect(await statusOf({ 'if-match': '"x"' })).toBe(412);
    expect(await statusOf({ 'if-match': etag })).toBe(200);
    expect(await statusOf({ 'if-unmodified-since': date })).toBe(200);
    expect(await statusOf({ 'if-modified-since': date })).toBe(304);
    expect(await statusOf({ range: 'bytes=1-', 'if-range': etag })).toBe(206);
    expect(await statusOf({ range: 'bytes=1-', 'if-range': '"of the storage"' })).toBe(302);
  });

  it('are refused like others if the file is in the trash', async () => {
    const id = await upload(large);
    const path = await signed(`/api/files/${id}/download-url`);
    await drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: user.key });
    expect((await drive.fetch(path)).status).toBe(404);
  });
});
