import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import { isoTime } from '../../../platform/clock.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Router } from '../../../platform/http/index.ts';
import { shareUrl } from '../../shares/index.ts';
import type { PublicNamesSource } from '../public-names.ts';
import type { PublicDeps } from '../routes.ts';
import { listPublicPages } from '../search-store.ts';

/** A sitemap may have 50,000 (sitemaps.org); a smaller one is made sooner and fetched by pieces. */
const pagesOfSitemap = 10_000;
/** What is read before others get their turn. */
const pagesAtOnce = 500;

/** What search engines read: which pages are for them, and that the others are not. */
export function mountCrawlerFiles(
  router: Router,
  { database, config: { baseUrl } }: PublicDeps,
  publicNames: PublicNamesSource,
): void {
  const robots = robotsOf(baseUrl);
  router.page('GET', '/robots.txt', (context) => context.text(robots));

  /** One sitemap, or where there is too much for one the list of them. */
  router.page('GET', '/sitemap.xml', async (context) => {
    const names = await publicNames.list();
    const parts = Math.max(1, Math.ceil(names.length / pagesOfSitemap));
    const part = context.req.query('part');
    if (part === undefined && parts > 1) return sendXml(context, indexOf(baseUrl, parts));
    const number = part === undefined ? 1 : Number(part);
    if (!Number.isInteger(number) || number < 1 || number > parts)
      throw new DomainError('not_found', 'There is no such part of the sitemap.');
    const rowIds = names.slice((number - 1) * pagesOfSitemap, number * pagesOfSitemap).map(({ rowId }) => rowId);
    return sendXml(context, await sitemapOf(rowIds));
  });

  async function sitemapOf(rowIds: readonly number[]): Promise<string> {
    let urls = '';
    for (let at = 0; at < rowIds.length; at += pagesAtOnce) {
      if (at > 0) await setImmediate();
      const pages = await listPublicPages(database.reader, rowIds.slice(at, at + pagesAtOnce));
      for (const { token, createdAt } of pages)
        urls += `<url><loc>${escapeXml(shareUrl(baseUrl, { token }))}</loc><lastmod>${isoTime(createdAt)}</lastmod></url>\n`;
    }
    return `<urlset xmlns="${sitemapNamespace}">\n${urls}</urlset>\n`;
  }
}

/**
 * Shares may be looked at, or nobody would see that they are not to be listed: each says so itself (X-Robots-Tag). So may
 * short links and previews, which those fetch who show what is behind a link; addresses of bytes are for people.
 */
function robotsOf(baseUrl: string): string {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const closed = ['api/', 'files/', 'share/*/download', 'share/*/view', 'share/*/archive'];
  const forms = ['sign-in', 'register', 'forgot', 'reset', 'setup', 'device', 'upload'];
  return [
    'User-agent: *',
    `Allow: ${basePath}/files/previews/`,
    ...[...closed, ...forms].map((path) => `Disallow: ${basePath}/${path}`),
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function indexOf(baseUrl: string, parts: number): string {
  const sitemaps = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${escapeXml(`${baseUrl}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>\n`,
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
