import type { Item } from '@drive/contract';
import { png } from '@drive/thumbnails/test';
import { describe, expect, it } from 'vitest';
import { putByPath } from '../../../test/api/by-path-requests.ts';
import { startDrive } from '../../../test/drive.ts';
import { drive, driveForAllTests, mine, user } from '../../../test/use-drive.ts';

driveForAllTests();

const picture = png({ width: 4, height: 4 });

const pathOf = (url: string | null): string => {
  const { pathname, search } = new URL(url ?? '');
  return pathname + search;
};
const get = (url: string | null, init: RequestInit = {}) => drive.fetch(pathOf(url), init);
const headerOf = async (url: string, name: string): Promise<string | null> => (await get(url)).headers.get(name);

async function putPublic(name = 'sea.png'): Promise<Item & { readonly publicUrl: string }> {
  const id = await mine.put(name, picture, { type: 'image/png' });
  await mine.shareFile(id, { shareMode: 'PUBLIC' });
  return (await mine.get(id)) as Item & { readonly publicUrl: string };
}

describe('a file that its share opens to everybody', () => {
  it('[P-940] has a public URL in item, listings and descriptor, which names its content', async () => {
    const item = await putPublic('the sea & “you”.png');
    const url = `${drive.url}/files/public/${item.shareToken}/${encodeURIComponent(item.name)}?v=${item.sha256?.slice(0, 12)}`;
    expect(item.publicUrl).toBe(url);
    const shown = [
      ...(await mine.call('GET', '/api/files')).body.files,
      (await mine.call('GET', `/api/search?q=sea&limit=1`)).body.results[0].item,
      ...(await mine.call('GET', '/api/shares')).body.shares,
      await mine.shareFile(item.id),
      (await mine.call('GET', `/api/public/share/${item.shareToken}`)).body.item,
    ];
    expect(shown.map(({ publicUrl }) => publicUrl)).toEqual([url, url, url, url, url]);
  });

  it('[P-941] is sent to everybody, in caches for five minutes, without being counted', async () => {
    const item = await putPublic();
    const response = await get(item.publicUrl);
    expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, picture]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${item.sha256}"`,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'all',
    });
    for (const name of ['set-cookie', 'vary']) expect(response.headers.has(name)).toBe(false);
    await drive.drain();
    expect((await mine.get(item.id)).downloadCount).toBe(0);
    expect((await mine.call('GET', '/api/shares')).body.shares[0]).toMatchObject({ downloadCount: 0, viewCount: 0 });
  });

  it('[P-945] never runs a script: a page is text', async () => {
    const id = await mine.put('page.html', '<script>alert(1)</script>', { type: 'text/html' });
    const { publicUrl } = await mine.shareFile(id, { shareMode: 'PUBLIC' });
    const { headers } = await get(publicUrl);
    expect([headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
      'text/plain; charset=utf-8',
      expect.stringContaining('sandbox'),
    ]);
  });

  it('[P-942] is sent with the current content to an older URL, for a minute', async () => {
    const item = await putPublic('new.png');
    const replaced = await putByPath(drive, user, 'new.png?onConflict=replace', 'new content');
    expect(replaced.status).toBe(200);
    const old = await get(item.publicUrl);
    expect([old.status, await old.text(), old.headers.get('cache-control')]).toEqual([
      200,
      'new content',
      'public, max-age=60',
    ]);
    const { publicUrl } = await mine.get(item.id);
    expect(publicUrl).not.toBe(item.publicUrl);
    expect(await headerOf(publicUrl ?? '', 'cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400');
    const withoutVersion = publicUrl?.replace(/\?.*/, '?utm_source=mail') ?? '';
    expect(await headerOf(withoutVersion, 'cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400');
  });

  it('answers scripts of other origins that ask before they send conditions', async () => {
    const { publicUrl } = await putPublic();
    const asked = await get(publicUrl, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-headers')).toContain('If-None-Match');
  });

  it('ignores credentials', async () => {
    const { publicUrl } = await putPublic();
    const { status } = await get(publicUrl, {
      headers: { authorization: 'Bearer svc_unknown', cookie: 'auth_token=x' },
    });
    expect(status).toBe(200);
  });
});

const closings: Readonly<Record<string, (item: Item) => Promise<unknown>>> = {
  'a revoked share': ({ id }) => mine.revoke(id),
  'a share for those who know the link': ({ id }) => mine.setMode(id, 'SHARED'),
  'a private share': ({ id }) => mine.setMode(id, 'PRIVATE'),
  'a password': ({ id }) => mine.call('PATCH', `/api/files/${id}/share/password`, { password: 'secret' }),
  'a download limit': ({ id }) =>
    mine.call('PATCH', `/api/files/${id}/share`, { shareMode: 'PUBLIC', maxDownloads: 1 }),
  'an expired share': async ({ id }) => {
    await mine.call('PATCH', `/api/files/${id}/share/expiry`, { expiresInDays: 1 });
    drive.clock.advance(86_400_000);
  },
  quarantine: ({ id }) => mine.holdBack(id),
  'a content whose digest is not known yet': ({ id }) =>
    drive.database.write((tx) => tx.updateTable('items').set({ sha256: null }).where('id', '=', id).execute()),
};

describe('a file that is not open to everybody', () => {
  it.each(Object.entries(closings))(
    '[P-943] has no public URL, and the one it had answers 404: %s',
    async (_, close) => {
      const item = await putPublic();
      await close(item);
      const response = await get(item.publicUrl);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'file_not_found']);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect((await mine.get(item.id)).publicUrl).toBeNull();
      const { shares } = (await mine.call('GET', '/api/shares')).body;
      expect(shares.map(({ publicUrl }: Item) => publicUrl).filter((url: string | null) => url !== null)).toEqual([]);
    },
  );

  it('answers 404 from the trash, and again after it', async () => {
    const item = await putPublic();
    await mine.call('DELETE', `/api/files/${item.id}`);
    const [trashed] = (await mine.call('GET', '/api/files/trash')).body;
    expect([(await get(item.publicUrl)).status, trashed.publicUrl]).toEqual([404, null]);
    await mine.call('POST', `/api/files/${item.id}/restore`);
    expect((await get(item.publicUrl)).status).toBe(200);
  });

  it('has none by a link to several files or to its folder, and shows none to visitors of these', async () => {
    const inFolder = await mine.folder('public');
    const id = await mine.put('a.png', picture, { type: 'image/png', in: inFolder });
    const other = await mine.put('b.png', picture, { type: 'image/png', in: inFolder });
    const together = await mine.shareTogether([id, other], { shareMode: 'PUBLIC' });
    const folder = await mine.shareFolder(inFolder, { shareMode: 'PUBLIC' });
    expect([(await mine.get(id)).publicUrl, folder.publicUrl]).toEqual([null, null]);
    for (const token of [together, folder.shareToken])
      expect((await drive.fetch(`/files/public/${token}/a.png`)).status).toBe(404);
    await mine.shareFile(id, { shareMode: 'PUBLIC' });
    const { files } = (await mine.call('GET', `/api/public/share/${folder.shareToken}/files`)).body;
    expect(files.map(({ publicUrl }: Item) => publicUrl)).toEqual([null, null]);
  });
});

describe('the settings of public files', () => {
  it('[P-944] let caches keep the current content for ever with a year, count per network, and name another origin', async () => {
    const own = await startDrive({
      settings: { PUBLIC_MAX_AGE: '31536000', RATE_PUBLIC: '3', CONTENT_URL: 'https://content.example/c' },
    });
    try {
      const owner = await own.createUser();
      const stored = await putByPath(own, owner, 'a.txt?share=true', 'hello');
      const { id } = stored.json as unknown as Item;
      await own.fetch('/api/files/visibility', {
        method: 'PATCH',
        key: owner.key,
        json: { ids: [id], mode: 'PUBLIC' },
      });
      const { publicUrl } = (await (await own.fetch(`/api/files/${id}`, { key: owner.key })).json()) as Item;
      expect(publicUrl).toMatch(/^https:\/\/content\.example\/c\/files\/public\//);
      const path = pathOf(publicUrl).replace(/^\/c/, '');
      const caching = async (url: string) => (await own.fetch(url)).headers.get('cache-control');
      expect(await caching(path)).toBe('public, max-age=31536000, stale-while-revalidate=86400, immutable');
      expect(await caching(path.replace(/v=.*/, 'v=000000000000'))).toBe('public, max-age=60');
      expect(await caching(path.replace(/\?.*/, ''))).toBe('public, max-age=31536000, stale-while-revalidate=86400');
      const refused = await own.fetch(path, { key: owner.key });
      expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    } finally {
      await own.close();
    }
  });
});
