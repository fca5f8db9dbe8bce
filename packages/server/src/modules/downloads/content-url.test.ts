import { png } from '@drive/thumbnails/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { openRequest, type RawAnswer } from '../../../test/network/raw-request.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let user: TestUser;
let mine: SharedApi;
let fileId: string;
let shareToken: string;

beforeAll(async () => {
  drive = await startDrive({
    settings: {
      FEATURE_LIMITS: 'off',
      BASE_URL: 'https://drive.example/drive',
      CONTENT_URL: 'https://content.example/c',
    },
  });
  user = await drive.createUser();
  mine = sharedApi(drive, user);
  fileId = await mine.put('a.png', png({ width: 4, height: 4 }), { type: 'image/png' });
  ({ shareToken } = await mine.shareFile(fileId));
  await drive.drain();
});
afterAll(() => drive.close());

/** Requests the URL like a browser. */
async function ask(address: string, method = 'GET', more: Record<string, string> = {}): Promise<RawAnswer> {
  const { host, pathname } = new URL(address);
  const { answer, closed } = await openRequest(`${drive.url}${pathname}`, method, {
    host,
    connection: 'close',
    ...more,
  });
  const got = await answer;
  await closed;
  if (got === undefined) throw new Error('no answer');
  return got;
}
const locationOf = async (path: string): Promise<string> => (await drive.fetch(path)).headers.get('location') ?? '';

describe('with a separate origin for uploaded content', () => {
  test('serves inline content on that origin, and nothing else', async () => {
    const { body: shown } = await mine.call('GET', `/api/files/${fileId}/download-url?inline=true`);
    const { body: saved } = await mine.call('GET', `/api/files/${fileId}/download-url`);
    const inline = [shown.downloadUrl as string, await locationOf(`/share/${shareToken}/view`)];
    const own = [saved.downloadUrl as string, await locationOf(`/share/${shareToken}/download`)];
    for (const address of inline) {
      expect(address).toMatch(/^https:\/\/content\.example\/c\/files\/d\//);
      const { status, headers } = await ask(address);
      expect([status, headers['content-type']]).toEqual([200, 'image/png']);
      // A page of the base URL shows documents in a frame.
      expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self' https:\/\/drive\.example$/);
      expect((await ask(address, 'HEAD')).status).toBe(200);
    }
    for (const address of own) {
      expect(address).toMatch(/^https:\/\/drive\.example\/drive\/files\/d\//);
      expect((await ask(address)).status).toBe(200);
    }
    const item = await mine.get(fileId);
    expect(item.previewUrl).toMatch(/^https:\/\/drive\.example\/drive\/files\/previews\//);
  });

  test('lets the script of a share page read a file on the origin of the page', async () => {
    const read = await drive.fetch(`/share/${shareToken}/view`, { headers: { 'sec-fetch-dest': 'empty' } });
    const path = read.headers.get('location') ?? '';
    expect(path).toMatch(/^\/drive\/files\/d\//);
    expect((await ask(`https://drive.example${path}`)).headers['content-type']).toBe('image/png');
    const shown = await drive.fetch(`/share/${shareToken}/view`, { headers: { 'sec-fetch-dest': 'iframe' } });
    expect(shown.headers.get('location')).toMatch(/^https:\/\/content\.example\//);
  });

  test('answers pages and API calls with 404 there', async () => {
    for (const path of [
      '',
      '/',
      `/share/${shareToken}`,
      '/sign-in',
      '/upload',
      '/api/me',
      '/api/public/config',
      '/healthz',
      '/robots.txt',
    ])
      for (const base of ['https://content.example/c', 'https://content.example', 'https://CONTENT.example/drive']) {
        const { status, body } = await ask(`${base}${path}`);
        expect([base, path, status, JSON.parse(body).code]).toEqual([base, path, 404, 'not_found']);
      }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const path of ['/files/tus', '/files/upload-form', `/files/uploads/${crypto.randomUUID()}`])
        expect([method, path, (await ask(`https://content.example/c${path}`, method)).status]).toEqual([
          method,
          path,
          404,
        ]);
  });

  test('answers pages of other sites there that ask before they send conditions for a public file', async () => {
    await mine.setMode(fileId, 'PUBLIC');
    const { publicUrl } = await mine.get(fileId);
    const asking = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    const { status, headers } = await ask(publicUrl ?? '', 'OPTIONS', asking);
    expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
    await mine.setMode(fileId, 'SHARED');
  });

  test('answers pages and API calls on every other host name', async () => {
    for (const host of ['drive.example', 'content.example.evil.example', '127.0.0.1'])
      expect((await ask(`https://${host}/drive/share/${shareToken}`)).status).toBe(200);
  });
});
