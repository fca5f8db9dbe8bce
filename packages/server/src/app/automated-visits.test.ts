import { png } from '@drive/thumbnails/test';
import { describe, expect, it } from 'vitest';
import { pasteApi } from '../../test/api/paste-api.ts';
import { startDrive } from '../../test/drive.ts';
import { driveForEachTest, drive, mine, user } from '../../test/use-drive.ts';

driveForEachTest(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** Crawlers and link previews as they introduce themselves, and browsers that fetch ahead. */
const automated: Readonly<Record<string, string>>[] = [
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'WhatsApp/2.23.20.0 A',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1;kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 (KHTML, like Gecko) Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'Twitterbot/1.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/103.0.5060.134 Safari/537.36',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; YandexMetrika/2.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
  'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
  'Mattermost-Bot/1.1',
  'Synapse (bot; +https://github.com/matrix-org/synapse)',
  'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/)',
  'ZulipURLPreview/8.0',
].map((agent) => ({ 'user-agent': agent }));
automated.push(
  { 'user-agent': chrome, 'sec-purpose': 'prefetch' },
  { 'user-agent': chrome, 'sec-purpose': 'prefetch;prerender' },
  { 'user-agent': chrome, 'sec-purpose': 'prefetch;anonymous-client-ip' },
  { 'user-agent': chrome, purpose: 'prefetch' },
  { 'user-agent': 'Mozilla/5.0 (Macintosh) Version/17.0 Safari/605.1.15', 'x-purpose': 'preview' },
  { 'user-agent': 'Mozilla/5.0 (X11; rv:60.0) Gecko/20100101 Firefox/60.0', 'x-moz': 'prefetch' },
  { 'user-agent': 'curl/8.0', 'sec-purpose': 'prefetch' },
);

/** Browsers that people use inside apps, and a telephone whose maker is called Cubot. */
const people = [
  chrome,
  'Mozilla/5.0 (Linux; Android 14; K) Chrome/126.0 Mobile Safari/537.36 Telegram-Android/11.3.3 (Samsung; Android 14)',
  'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/95 Mobile DuckDuckGo/5 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [LinkedInApp]/9.29',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Twitter for iPhone/10.44',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile [Pinterest/iOS]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/467.0]',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/124.0.0.0 YaBrowser/24.6 Yowser/2.5 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 9) Chrome/76 Mobile Safari/537.36 baiduboxapp/13.1',
  'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13) Chrome/120 Mobile Safari/537.36 Line/13.5.0',
  'curl/8.5.0',
  'Wget/1.21.4',
  'python-requests/2.31.0',
];

const prefixes = /^\w+ \/(?:share|s|p|collect|proof)\//;
const secret = 'the bytes of the file';

/** Links of every kind, each with all that a visit could change switched on. */
async function makeLinks() {
  const wishes = { notifyOnDownload: true, notifyOnView: true, likesEnabled: true, commentsEnabled: true };
  const folderId = await mine.folder('Trip');
  const [one, two] = [await mine.put('a.txt', secret, { in: folderId }), await mine.put('b.txt', secret)];
  const picture = await mine.put('c.png', png({ width: 8, height: 8 }), { type: 'image/png' });
  const shares = [
    await mine.shareFile(two, { ...wishes, maxDownloads: 1 }),
    await mine.shareFile(picture, wishes),
    await mine.shareFolder(folderId, { ...wishes, maxDownloads: 1 }),
  ];
  const tokens = [...shares.map(({ shareToken }) => shareToken), await mine.shareTogether([one, two], wishes)];
  const r: string[] = [];
  for (const token of tokens) {
    await mine.call('POST', `/api/shares/${token}/recipients`, { emails: [`of-${token}@example.com`] });
    await drive.drain();
    r.push(/\?r=([\w.-]+)/.exec(drive.mails.at(-1)?.text ?? '')?.[1] ?? '');
  }
  const paste = await pasteApi(() => drive).create({ content: secret, burnAfterReading: true }, { key: user.key });
  const make = async (path: string, json: object): Promise<string> =>
    (await mine.call('POST', path, json)).body.token as string;
  drive.mails.length = 0;
  return {
    files: [one, two, picture],
    shares: tokens.map((token, index) => ({ token, r: r[index] ?? '' })),
    codes: shares.map(({ shortUrl }) => shortUrl.split('/').at(-1) ?? ''),
    paste,
    collection: await make('/api/collections', { name: 'Holiday' }),
    proofing: await make('/api/proofings', { name: 'Wedding', fileIds: [one, two] }),
  };
}
type Links = Awaited<ReturnType<typeof makeLinks>>;

/** The paths of a route for every link that it can open. */
function pathsOf(route: string, links: Links): string[] {
  const path = route.slice(route.indexOf('/'));
  const [, kind] = path.split('/');
  const filled = (token: string): string =>
    path.replace(/\{(?:token|code)\}/, token).replaceAll(/\{\w+\}/g, links.files[0] ?? '');
  if (kind === 's') return links.codes.map(filled);
  if (kind === 'p') return [filled(links.paste.token)];
  if (kind === 'collect') return [filled(links.collection)];
  if (kind === 'proof') return [filled(links.proofing)];
  return links.shares.flatMap(({ token, r }) =>
    ['', `?r=${r}`, `?file=${links.files[0]}`, '?zip=1'].map((query) => filled(token) + query),
  );
}

/** Everything that a visit can change, and that nobody has asked for yet. */
async function countersOf(links: Links) {
  await drive.drain();
  const { reader } = drive.database;
  const count = async (
    table: 'share_comments' | 'share_likes' | 'reports' | 'proofing_submissions' | 'share_transfers',
  ) => (await reader.selectFrom(table).selectAll().execute()).length;
  const recipients = links.shares.map(({ token }) => mine.call('GET', `/api/shares/${token}/recipients`));
  return {
    shares: (await mine.call('GET', '/api/shares?limit=100')).body.shares.map(
      ({ viewCount, downloadCount, likeCount, commentCount }: Record<string, number>) =>
        [viewCount, downloadCount, likeCount, commentCount].join(' '),
    ),
    files: await Promise.all(links.files.map(async (id) => (await mine.get(id)).downloadCount)),
    opened: (await Promise.all(recipients)).map(({ body }) => body.recipients[0].firstOpenedAt),
    events: (await reader.selectFrom('events').select('id').execute()).length,
    mails: drive.mails.length,
    rows: [
      await count('share_comments'),
      await count('share_likes'),
      await count('reports'),
      await count('proofing_submissions'),
      await count('share_transfers'),
    ],
    burned: (await pasteApi(() => drive).resolve(links.paste)).status,
  };
}

describe('automated visits', () => {
  it('[P-242] of every page of a link get a page, and count, burn, store and send nothing', async () => {
    const links = await makeLinks();
    const before = await countersOf(links);
    const routes = [...drive.app.routes].filter((route) => prefixes.test(route));
    expect(routes.length).toBeGreaterThan(20);
    const visit = async (route: string, path: string, headers: Readonly<Record<string, string>>): Promise<void> => {
      const [method = ''] = route.split(' ');
      const form = { reason: 'malware', body: 'hello', file: links.files[0] ?? '', clientName: 'Ada' };
      const response = await drive.fetch(path, {
        method,
        headers,
        redirect: 'follow',
        ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
      });
      const text = await response.text();
      expect([route, path, headers, text.includes(secret) || text.startsWith('PK')]).toEqual([
        route,
        path,
        headers,
        false,
      ]);
    };
    for (const headers of [...automated.slice(0, 2), ...automated.slice(-7)])
      for (const route of routes) for (const path of pathsOf(route, links)) await visit(route, path, headers);
    expect(await countersOf(links)).toEqual(before);
  });

  it('of the bytes of a share get its page with what a preview shows', async () => {
    const links = await makeLinks();
    for (const { token } of links.shares)
      for (const page of ['download', 'view', 'archive']) {
        const response = await drive.fetch(`/share/${token}/${page}`, { headers: automated[0] ?? {} });
        const text = await response.text();
        expect([page, response.status, response.headers.get('content-type')]).toEqual([
          page,
          200,
          'text/html; charset=utf-8',
        ]);
        expect(text).toContain('<meta property="og:title"');
      }
  });

  it('[P-243] are recognized by what they say about themselves', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('d.txt', secret), { maxDownloads: 1 });
    for (const headers of automated)
      expect([headers, (await drive.fetch(`/share/${shareToken}/download`, { headers })).status]).toEqual([
        headers,
        200,
      ]);
  });

  it('[P-519] take no bytes by the URLs that were issued to a person, and no new archive', async () => {
    const { shareToken } = await mine.shareFolder(await mine.folder('Trip'), { maxDownloads: 1 });
    const { shareToken: ofFile } = await mine.shareFile(await mine.put('d.txt', secret), { maxDownloads: 1 });
    const headers = automated[0] ?? {};
    const issued = await drive.fetch(`/share/${ofFile}/download`, { redirect: 'manual' });
    const url = issued.headers.get('location') ?? '';
    const archive = (path: string, init?: RequestInit) =>
      drive.fetch(`/api/public/share/${shareToken}/${path}`, { method: 'POST', ...init });
    expect((await drive.fetch(url, { headers })).status).toBe(403);
    expect(
      (await archive('archive', { headers: { ...headers, 'content-type': 'application/json' }, body: '{}' })).status,
    ).toBe(403);
    expect(await (await drive.fetch(url)).text()).toBe(secret);
  });

  it('cannot reveal a paste by the API, and its owner still can', async () => {
    const pastes = pasteApi(() => drive);
    const paste = await pastes.create({ content: secret, burnAfterReading: true }, { key: user.key });
    const headers = { 'user-agent': 'Twitterbot/1.0' };
    expect(await pastes.reveal(paste, { headers })).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    expect(await pastes.reveal(paste, { headers, key: user.key })).toMatchObject({
      status: 200,
      body: { content: secret },
    });
  });

  it('[P-244] are not those of people in the browsers of apps, and of programs that download', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('d.txt', secret));
    for (const agent of people) {
      const response = await drive.fetch(`/share/${shareToken}/download`, { headers: { 'user-agent': agent } });
      expect([agent, response.status]).toEqual([agent, 302]);
    }
  });
});
