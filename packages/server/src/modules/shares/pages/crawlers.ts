import { setImmediate } from 'node:timers/promises';
import { type BaseUrl, isoTime } from '@drive/base';
import { limits } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError } from '../../../platform/errors.ts';
import { pageQuery, pageText, type Router } from '../../../platform/http/index.ts';
import { shareUrl } from '../share-descriptor.ts';
import { listPublicPages } from '../visitor/public-search-store.ts';
import type { PublicNames } from '../visitor/public-search.ts';
import type { PublicSharesDeps } from '../visitor/public-shares.ts';

/** sitemaps.org allows 50,000; smaller ones are built faster. */
const PAGES_PER_SITEMAP = 10_000;
const PAGES_PER_QUERY = 500;

const sitemapQuery = pageQuery({ part: pageText(limits.codeCharacters) });

export function mountCrawlerFiles(
  router: Router,
  { database, baseUrl }: PublicSharesDeps,
  publicNames: PublicNames,
): void {
  const robots = robotsOf(baseUrl);
  router.page('GET', '/robots.txt', (context) => context.text(robots));

  router.page('GET', '/sitemap.xml', async (context) => {
    const names = await publicNames.list();
    const parts = Math.max(1, Math.ceil(names.length / PAGES_PER_SITEMAP));
    const { part } = sitemapQuery.of(context);
    if (part === undefined && parts > 1) return sendXml(context, indexOf(baseUrl, parts));
    const number = part === undefined ? 1 : Number(part);
    if (!Number.isInteger(number) || number < 1 || number > parts)
      throw new DomainError('not_found', 'This sitemap does not exist.');
    const rowIds = names.slice((number - 1) * PAGES_PER_SITEMAP, number * PAGES_PER_SITEMAP).map(({ rowId }) => rowId);
    return sendXml(context, await sitemapOf(rowIds));
  });

  async function sitemapOf(rowIds: readonly number[]): Promise<string> {
    let urls = '';
    for (let at = 0; at < rowIds.length; at += PAGES_PER_QUERY) {
      if (at > 0) await setImmediate();
      const pages = await listPublicPages(database.reader, rowIds.slice(at, at + PAGES_PER_QUERY));
      for (const { token, createdAt } of pages)
        urls += `<url><loc>${escapeXml(shareUrl(baseUrl, { token }))}</loc><lastmod>${isoTime(createdAt)}</lastmod></url>\n`;
    }
    return `<urlset xmlns="${sitemapNamespace}">\n${urls}</urlset>\n`;
  }
}

/** Share pages say by X-Robots-Tag whether they may be indexed; link previews need short links and thumbnails. */
function robotsOf(baseUrl: BaseUrl): string {
  const closed = ['api/', 'files/', 'share/*/download', 'share/*/view', 'share/*/archive'];
  const forms = ['sign-in', 'register', 'forgot', 'reset', 'setup', 'device', 'upload'];
  return [
    'User-agent: *',
    `Allow: ${baseUrl.path}/files/previews/`,
    ...[...closed, ...forms].map((path) => `Disallow: ${baseUrl.path}/${path}`),
    `Sitemap: ${baseUrl.link('/sitemap.xml')}`,
    '',
  ].join('\n');
}

function indexOf(baseUrl: BaseUrl, parts: number): string {
  const sitemaps = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${escapeXml(baseUrl.link(`/sitemap.xml?part=${index + 1}`))}</loc></sitemap>\n`,
  );
  return `<sitemapindex xmlns="${sitemapNamespace}">\n${sitemaps.join('')}</sitemapindex>\n`;
}

const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const sendXml = (context: Context, root: string): Response =>
  context.body(`<?xml version="1.0" encoding="UTF-8"?>\n${root}`, 200, {
    'content-type': 'application/xml; charset=utf-8',
  });

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
