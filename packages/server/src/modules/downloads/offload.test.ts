import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putBytes, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

describe('with a proxy that sends files by their path', () => {
  let drive: Drive;
  let user: TestUser;
  beforeAll(async () => {
    drive = await startDrive({ settings: { OFFLOAD: 'x-sendfile' } });
    user = await drive.createUser();
  });
  afterAll(() => drive.close());

  const upload = async (bytes: Buffer): Promise<string> => {
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    await putBytes(reservation, bytes);
    return reservation.fileId;
  };
  const addressOf = async (path: string): Promise<string> => {
    const response = await drive.fetch(path, { key: user.key });
    return ((await response.json()) as { downloadUrl: string }).downloadUrl;
  };

  it('hands a large download to the proxy and counts it', async () => {
    const bytes = randomBytes(300_000);
    const id = await upload(bytes);
    const response = await drive.fetch(await addressOf(`/api/files/${id}/download-url`));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(readFileSync(response.headers.get('x-sendfile') ?? '').equals(bytes)).toBe(true);
    const item = await drive.fetch(`/api/files/${id}`, { key: user.key });
    expect(await item.json()).toMatchObject({ downloadCount: 1 });
  });

  it('sends small files, inline content, HEAD and limited downloads without the proxy', async () => {
    const small = await upload(randomBytes(1000));
    const large = await upload(randomBytes(300_000));
    const share = await drive.fetch(`/api/files/${large}/share`, {
      method: 'POST',
      key: user.key,
      json: { maxDownloads: 2 },
    });
    const { shareToken } = (await share.json()) as { shareToken: string };
    for (const [path, length] of [
      [`/api/files/${small}/download-url`, 1000],
      [`/api/files/${large}/download-url?inline=true`, 300_000],
      [`/api/public/share/${shareToken}/download-url`, 300_000],
    ] as const) {
      const response = await drive.fetch(await addressOf(path));
      expect(response.headers.get('x-sendfile')).toBeNull();
      expect((await response.arrayBuffer()).byteLength).toBe(length);
    }
    const head = await drive.fetch(await addressOf(`/api/files/${large}/download-url`), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('300000');
    expect(head.headers.get('x-sendfile')).toBeNull();
  });

  it('judges conditions itself, and sends what the proxy could not judge by validators of its own', async () => {
    const bytes = randomBytes(300_000);
    const url = await addressOf(`/api/files/${await upload(bytes)}/download-url`);
    const { headers } = await drive.fetch(url, { method: 'HEAD' });
    const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const ask = (conditions: Record<string, string>): Promise<Response> => drive.fetch(url, { headers: conditions });
    for (const [status, conditions] of [
      [412, { 'if-match': '"x"' }],
      [412, { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }],
      [304, { 'if-none-match': etag }],
      [304, { 'if-modified-since': date }],
      [200, { 'if-match': etag }],
      [200, { 'if-unmodified-since': date }],
      [206, { range: 'bytes=1-', 'if-range': etag }],
      [206, { range: 'bytes=1-', 'if-range': date }],
      [416, { range: 'bytes=300000-' }],
    ] as [number, Record<string, string>][]) {
      const answer = await ask(conditions);
      expect([conditions, answer.status, answer.headers.get('x-sendfile')]).toEqual([conditions, status, null]);
      if (status === 200) expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      if (status === 206) expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(1))).toBe(true);
    }
    for (const conditions of [
      { 'if-none-match': '"x"' },
      { range: 'bytes=1-' },
      { range: 'bytes=1-', 'if-range': '"of the proxy"' },
    ]) {
      const answer = await ask(conditions);
      const shown = ['etag', 'last-modified', 'accept-ranges'].map((name) => answer.headers.get(name));
      expect([answer.status, ...shown]).toEqual([200, etag, date, null]);
      expect(answer.headers.get('x-sendfile')).not.toBeNull();
    }
  });
});
