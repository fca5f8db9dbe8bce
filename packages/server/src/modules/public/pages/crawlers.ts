import { isoTime } from '../../../platform/clock.ts';
import type { Router } from '../../../platform/http/index.ts';
import { shareUrl } from '../../shares/index.ts';
import type { PublicDeps } from '../routes.ts';
import { listPublicPages } from '../search-store.ts';

/** The most a sitemap may have, by its protocol (sitemaps.org). */
const mostUrls = 50_000;

/** What search engines read: which pages are for them, and that the others are not. */
export function mountCrawlerFiles(router: Router, { database, clock, config }: PublicDeps): void {
  const { baseUrl } = config;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  // Shares have to be looked at to be seen not to be listed: they say so themselves (X-Robots-Tag).
  const rules = ['api', 'files', 's', 'sign-in', 'register', 'forgot', 'reset', 'setup', 'device', 'upload'];
  const robots = [
    'User-agent: *',
    ...rules.map(
      (path) => `Disallow: ${basePath}/${path}${path === 'api' || path === 'files' || path === 's' ? '/' : ''}`,
    ),
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');

  router.page('GET', '/robots.txt', (context) => context.text(robots));

  router.page('GET', '/sitemap.xml', async (context) => {
    const pages = await listPublicPages(database.reader, clock.now(), mostUrls);
    const urls = pages.map(
      ({ token, createdAt }) =>
        `<url><loc>${escapeXml(shareUrl(baseUrl, { token }))}</loc><lastmod>${isoTime(createdAt)}</lastmod></url>`,
    );
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
    return context.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8' });
  });
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
