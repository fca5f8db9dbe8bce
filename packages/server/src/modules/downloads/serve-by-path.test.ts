import { describe, expect, it } from 'vitest';
import { callByPath, codeOf, putByPath, type ByPathAnswer } from '../../../test/api/by-path-requests.ts';
import { sha256, someBytes } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, user } from '../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { CORS_ORIGINS: 'https://app.example.com' } }));

const bytes = someBytes(100_000);
const store = async (rawPath: string, body: Buffer = bytes): Promise<string> =>
  String((await putByPath(drive, user, rawPath, body)).json['id']);
const get = (rawPath: string, headers: Record<string, string> = {}, method = 'GET'): Promise<ByPathAnswer> =>
  callByPath(drive, user, rawPath, { method, headers });

describe('reading a path', () => {
  it('answers as the signed URL of the file does', async () => {
    const id = await store('Photos/Caf%C3%A9.jpg');
    const signed = await drive.fetch(`/api/files/${id}/download-url`, { key: user.key });
    const { downloadUrl } = (await signed.json()) as { downloadUrl: string };
    for (const method of ['GET', 'HEAD'])
      for (const headers of [
        {},
        { range: 'bytes=10-19' },
        { range: 'bytes=-5' },
        { range: 'bytes=100000-' },
        { range: 'bytes=0-1,5-6' },
        { range: 'bytes=0-9', 'if-range': '"other"' },
        { 'if-none-match': `"${sha256(bytes)}"` },
        { 'if-none-match': '"other"' },
      ]) {
        const [byPath, byUrl] = [
          await get('Photos/Caf%C3%A9.jpg', headers, method),
          await fetch(downloadUrl, { method, headers }),
        ];
        const shown = [
          'content-type',
          'content-length',
          'content-range',
          'content-disposition',
          'content-security-policy',
        ]
          .concat('etag', 'accept-ranges', 'last-modified', 'cache-control', 'x-content-type-options')
          .filter((name) => byUrl.status < 400 || name !== 'content-length');
        expect([byPath.status, ...shown.map((name) => byPath.headers[name] ?? null)]).toEqual([
          byUrl.status,
          ...shown.map((name) => byUrl.headers.get(name)),
        ]);
        const body = Buffer.from(await byUrl.arrayBuffer());
        if (byUrl.status < 400) expect(byPath.body.equals(body)).toBe(true);
        else
          expect([byPath.status, byPath.json['code'] ?? null]).toEqual([
            416,
            method === 'HEAD' ? null : 'range_not_satisfiable',
          ]);
      }
    expect((await get('Photos/Caf%C3%A9.jpg')).headers['content-disposition']).toContain(
      "filename*=UTF-8''Caf%C3%A9.jpg",
    );
  });

  it('counts no download', async () => {
    const id = await store('a.txt');
    await get('a.txt');
    await drive.drain();
    const item = await drive.fetch(`/api/files/${id}`, { key: user.key });
    expect(await item.json()).toMatchObject({ downloadCount: 0 });
  });

  it('answers 404 if the caller has no file there', async () => {
    const id = await store('folder/a.txt');
    const other = await drive.createUser();
    for (const rawPath of ['folder', 'folder/b.txt', 'nowhere/a.txt', 'folder/a.txt/b.txt'])
      expect([rawPath, ...codeOf(await get(rawPath))]).toEqual([rawPath, 404, 'file_not_found']);
    expect(codeOf(await callByPath(drive, other, 'folder/a.txt'))).toEqual([404, 'file_not_found']);
    expect(codeOf(await callByPath(drive, undefined, 'folder/a.txt'))).toEqual([401, 'authentication_required']);
    await drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: user.key });
    expect(codeOf(await get('folder/a.txt'))).toEqual([404, 'file_not_found']);
  });

  it('stays open to the owner of a quarantined file', async () => {
    const id = await store('a.txt');
    const admin = await drive.createUser({ isAdmin: true });
    const json = { quarantined: true, reason: 'virus' };
    await drive.fetch(`/api/admin/files/${id}/quarantine`, { method: 'POST', key: admin.key, json });
    expect((await get('a.txt')).status).toBe(200);
  });
});

describe('a path', () => {
  it('accepts cross-origin requests from the allowed origins', async () => {
    const origin = 'https://app.example.com';
    const preflight = await drive.fetch('/files/by-path/a/b.txt', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,if-none-match,repr-digest',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of ['authorization', 'content-type', 'if-none-match', 'if-match', 'repr-digest', 'range'])
      expect(allowed).toContain(name);
    const stored = await putByPath(drive, user, 'a/b.txt', 'x', { origin });
    expect(stored.headers).toMatchObject({ 'access-control-allow-origin': origin });
    expect(String(stored.headers['access-control-expose-headers'])).toMatch(/ETag.*Location/);
  });

  it('answers other methods with 405', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers, json } = await get('a/b.txt', {}, method);
      expect([status, json['code'], headers['allow']]).toEqual([405, 'method_not_allowed', 'GET, HEAD, PUT']);
    }
  });
});
