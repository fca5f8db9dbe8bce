import { dayMs } from '@drive/base';
import type { NewShare } from '@drive/contract';
import { png } from '@drive/thumbnails/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type DriveOptions } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let mine: SharedApi;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  mine = sharedApi(drive, await drive.createUser());
});
afterAll(() => drive.close());

const people = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' };
const robotsTag = async (path: string, init: RequestInit = {}) =>
  (
    await drive.fetch(path, { ...init, headers: { ...people, ...(init.headers as Record<string, string>) } })
  ).headers.get('x-robots-tag');
const addressesIn = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
const sitemapOf = async (of: Drive = drive, path = '/sitemap.xml') => {
  const response = await of.fetch(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  return response.text();
};
const shareNew = async (wishes: NewShare) => {
  const id = await mine.put(`${crypto.randomUUID()}.png`, png({ width: 4, height: 4 }), { type: 'image/png' });
  return { id, ...(await mine.shareFile(id, wishes)) };
};

describe('a link that is not for search engines', () => {
  test('[P-61] says so on every page, redirect, URL and response', async () => {
    const trip = await mine.folder('Trip');
    const inner = await mine.folder('Day 1', trip);
    const plan = await mine.put('plan.png', png({ width: 4, height: 4 }), { type: 'image/png', in: inner });
    await drive.drain();
    const { shareToken: folder, shortUrl } = await mine.shareFolder(trip);
    const { shareToken: locked } = await shareNew({ shareMode: 'PUBLIC', password: 'open sesame' });
    const multi = await mine.shareTogether([plan, (await shareNew({})).id]);
    const { body } = await mine.call('GET', `/api/public/share/${folder}/files?parentId=${inner}`);
    const addresses = [];
    for (const way of [`download?file=${plan}`, `view?file=${plan}`, 'archive'])
      addresses.push((await drive.fetch(`/share/${folder}/${way}`)).headers.get('location') ?? '');
    for (const path of [
      `/share/${folder}`,
      `/share/${folder}?folder=${inner}`,
      `/share/${folder}/download?file=${plan}`,
      `/share/${multi}`,
      `/share/${locked}`,
      '/share/nothing',
      new URL(shortUrl).pathname,
      `/api/public/share/${folder}`,
      `/api/public/share/${folder}/files`,
      body.files[0].previewUrl as string,
      ...addresses,
      '/upload',
    ])
      expect([path, await robotsTag(path)]).toEqual([path, 'noindex, nofollow']);
    expect(await robotsTag(`/share/${folder}`, { method: 'HEAD' })).toBe('noindex, nofollow');
  });

  test('[P-255] includes a PUBLIC one while it has a password', async () => {
    const { id, shareToken, shareUrl } = await shareNew({ shareMode: 'PUBLIC' });
    const isListed = async () => addressesIn(await sitemapOf()).includes(shareUrl);
    const state = async () => [await robotsTag(`/share/${shareToken}`), await isListed()];
    expect(await state()).toEqual(['all', true]);
    await mine.call('PATCH', `/api/files/${id}/share/password`, { password: 'open sesame' });
    expect(await state()).toEqual(['noindex, nofollow', false]);
    await mine.call('PATCH', `/api/files/${id}/share/password`, { password: null });
    expect(await state()).toEqual(['all', true]);
    await mine.setMode(id, 'SHARED');
    expect(await state()).toEqual(['noindex, nofollow', false]);
  });
});

describe('the sitemap', () => {
  test('[P-62] contains the pages that may be indexed with their dates, and no others', async () => {
    const folder = await mine.folder('Another trip');
    const { shareUrl: ofFolder } = await mine.shareFolder(folder, { shareMode: 'PUBLIC' });
    const open = await shareNew({ shareMode: 'PUBLIC', expiresInDays: 5 });
    const others = [
      await shareNew({}),
      await shareNew({ shareMode: 'PUBLIC', password: 'open sesame' }),
      await shareNew({ shareMode: 'PUBLIC', expiresInDays: 1 }),
    ];
    const trashed = await shareNew({ shareMode: 'PUBLIC' });
    await mine.trash(trashed.id);
    const revoked = await shareNew({ shareMode: 'PUBLIC' });
    await mine.revoke(revoked.id);
    const held = await shareNew({ shareMode: 'PUBLIC' });
    await mine.holdBack(held.id);
    const lastmod = new Date(drive.clock.now()).toISOString();
    drive.clock.advance(2 * dayMs);
    const xml = await sitemapOf();
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org/);
    expect(xml).toContain(`<url><loc>${open.shareUrl}</loc><lastmod>${lastmod}</lastmod></url>`);
    const addresses = addressesIn(xml);
    expect(addresses).toEqual(expect.arrayContaining([ofFolder, open.shareUrl]));
    for (const { shareUrl } of [...others, trashed, revoked, held]) expect(addresses).not.toContain(shareUrl);
    for (const address of addresses)
      expect([(await drive.fetch(address)).status, await robotsTag(address)]).toEqual([200, 'all']);
  });

  test('of many shares is an index of sitemaps with at most ten thousand URLs each, cached for a minute', async () => {
    const many = await startDrive({ settings: { BASE_URL: 'https://example.com/a&b' } });
    try {
      const theirs = sharedApi(many, await many.createUser());
      const id = await theirs.put('a.txt', 'x');
      const { shareUrl } = await theirs.shareFile(id, { shareMode: 'PUBLIC' });
      await copyShares(many, id, 10_001);
      const index = await sitemapOf(many);
      expect(index).toContain('<sitemapindex');
      expect(addressesIn(index)).toEqual([1, 2].map((n) => `https://example.com/a&amp;b/sitemap.xml?part=${n}`));
      const [first, second] = [
        await sitemapOf(many, '/sitemap.xml?part=1'),
        await sitemapOf(many, '/sitemap.xml?part=2'),
      ];
      const all = [...addressesIn(first), ...addressesIn(second)];
      expect([addressesIn(first).length, all.length, new Set(all).size]).toEqual([10_000, 10_002, 10_002]);
      expect(all[0]).toBe(shareUrl.replace('&', '&amp;'));
      for (const part of ['0', '3', '-1', 'x', '1.5'])
        expect((await many.fetch(`/sitemap.xml?part=${part}`)).status).toBe(404);

      const search = async () =>
        ((await (await many.fetch('/api/public/search?limit=1')).json()) as any).pagination.totalItems;
      expect(await search()).toBe(10_002);
      await theirs.revoke(id);
      expect(await search()).toBe(10_002);
      many.clock.advance(60_000);
      expect(await search()).toBe(10_001);
    } finally {
      await many.close();
    }
  });

  /** Inserts many files with a PUBLIC share each, without the slow API. */
  async function copyShares(to: Drive, id: string, count: number): Promise<void> {
    await to.database.write(async (tx) => {
      const {
        row_id: _row,
        file_size: _size,
        ...item
      } = await tx.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const { row_id: _share, ...share } = await tx
        .selectFrom('shares')
        .selectAll()
        .where('item_id', '=', id)
        .executeTakeFirstOrThrow();
      for (let at = 0; at < count; at += 500) {
        const copies = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
          n: at + n,
          id: crypto.randomUUID(),
        }));
        await tx
          .insertInto('items')
          .values(
            copies.map((copy) => ({
              ...item,
              id: copy.id,
              blob_key: copy.id,
              name: `${copy.n}`,
              name_key: `${copy.n}`,
            })),
          )
          .execute();
        await tx
          .insertInto('shares')
          .values(copies.map((copy) => ({ ...share, item_id: copy.id, token: copy.id })))
          .execute();
      }
    });
  }
});

describe('robots.txt', () => {
  const rulesOf = async (settings: DriveOptions['settings'], path: string) => {
    const of = await startDrive(settings === undefined ? {} : { settings });
    try {
      const response = await of.fetch(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
      return { text: await response.text(), url: of.config.baseUrl ?? of.url };
    } finally {
      await of.close();
    }
  };

  test('[P-256] excludes bytes and forms, allows share pages for link previews, and names the sitemap', async () => {
    const { text, url } = await rulesOf({}, '/robots.txt');
    const lines = text.trim().split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines).toEqual(expect.arrayContaining(['Disallow: /api/', 'Disallow: /files/', 'Allow: /files/previews/']));
    expect(lines.at(-1)).toBe(`Sitemap: ${url}/sitemap.xml`);
    for (const page of ['/share/', '/share', '/s/', '/s', '/']) expect(lines).not.toContain(`Disallow: ${page}`);
  });

  test('has the path of the base URL', async () => {
    const { text } = await rulesOf({ BASE_URL: 'https://example.com/drive' }, '/drive/robots.txt');
    expect(text.match(/^(?:Allow|Disallow): (?!\/drive\/)/gm)).toBeNull();
    expect(text).toContain('Disallow: /drive/share/*/download\n');
    expect(text).toContain('Sitemap: https://example.com/drive/sitemap.xml\n');
  });
});
