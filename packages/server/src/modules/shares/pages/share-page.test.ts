import { dayMs } from '@drive/base';
import { png } from '@drive/thumbnails/test';
import { describe, expect, test } from 'vitest';
import { sha256, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { sharedApi } from '../../../../test/shared.ts';
import { driveForAllTests, drive, user, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' };
const open = (path: string, headers: Record<string, string> = browser, method = 'GET') =>
  drive.fetch(path, { headers, method });
const htmlOf = async (path: string, headers?: Record<string, string>) => (await open(path, headers)).text();

describe('the page of a file', () => {
  test('shows name, size, type, expiry and plain links to the bytes, and not its folder', async () => {
    const folder = await mine.folder('Secret folder');
    const id = await mine.put('Sea & <b>sun.jpg', Buffer.alloc(1_234_567), { type: 'image/jpeg', in: folder });
    const { shareToken } = await mine.shareFile(id, { expiresInDays: 7 });
    const response = await open(`/share/${shareToken}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await response.text();
    expect(html).toContain('<title>Sea &amp; &lt;b&gt;sun.jpg · Drive</title>');
    expect(html).toContain('<h1 dir="auto">Sea &amp; &lt;b&gt;sun.jpg</h1>');
    expect(html).toContain('1.2 MiB');
    expect(html).toContain('Image (JPG)');
    expect(html).toContain(new Date(drive.clock.now() + 7 * dayMs).toISOString());
    for (const way of ['download', 'view']) expect(html).toContain(`href="/share/${shareToken}/${way}"`);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('Secret folder');
    expect(html).not.toContain(user.email);
    expect(html).not.toContain(id);
  });

  test('links to the bytes, for saving and for display', async () => {
    const bytes = someBytes(10_000);
    const { shareToken } = await mine.shareFile(await mine.put('a.png', bytes, { type: 'image/png' }));
    for (const [way, disposition] of [
      ['download', 'attachment'],
      ['view', 'inline'],
    ]) {
      const handedOut = await open(`/share/${shareToken}/${way}`);
      expect(handedOut.status).toBe(302);
      const address = handedOut.headers.get('location') ?? '';
      expect(address).toContain('/files/d/');
      const got = await drive.fetch(address);
      expect(got.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
      expect(sha256(Buffer.from(await got.arrayBuffer()))).toBe(sha256(bytes));
    }
  });

  test('offers display only for types that browsers show, and not if downloads are limited', async () => {
    const opens = async (name: string, type: string, wishes = {}) => {
      const { shareToken } = await mine.shareFile(await mine.put(name, 'x', { type }), wishes);
      return (await htmlOf(`/share/${shareToken}`)).includes('/view');
    };
    for (const type of ['image/png', 'application/pdf', 'text/plain', 'audio/mpeg', 'video/mp4'])
      expect([type, await opens('file', type)]).toEqual([type, true]);
    for (const type of ['application/zip', 'application/octet-stream'])
      expect([type, await opens('file', type)]).toEqual([type, false]);
    expect(await opens('a.png', 'image/png', { maxDownloads: 3 })).toBe(false);
  });

  test('shows an image that browsers draw, and the thumbnail of any other', async () => {
    const drawn = await mine.shareFile(await mine.put('b.png', png({ width: 40, height: 30 }), { type: 'image/png' }));
    expect(await htmlOf(`/share/${drawn.shareToken}`)).toContain(
      `<img class="shown" src="/share/${drawn.shareToken}/view"`,
    );
    const id = await mine.put('a.png', png({ width: 40, height: 30 }), { type: 'image/tiff' });
    await drive.drain();
    const { shareToken } = await mine.shareFile(id);
    const html = await htmlOf(`/share/${shareToken}`);
    const [, address = ''] = /<img class="shown" src="([^"]+)"/.exec(html) ?? [];
    expect(address).toContain('/files/previews/');
    expect((await drive.fetch(address)).headers.get('content-type')).toBe('image/webp');
    expect(html).toContain(`<meta property="og:image" content="${address}"/>`);
    expect(html.match(/<img/g)).toHaveLength(1);
    await mine.revoke(id);
    expect((await drive.fetch(address)).status).toBe(403);
  });

  test('has metadata for programs that render link previews', async () => {
    const { shareToken, shareUrl } = await mine.shareFile(
      await mine.put('Sea & "<sun>".jpg', Buffer.alloc(1_234), { type: 'image/jpeg' }),
    );
    await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { name: 'A "da" <x>' } });
    const html = await htmlOf(`/share/${shareToken}`, { accept: '*/*', 'user-agent': 'Slackbot-LinkExpanding 1.0' });
    expect(html).toContain('<meta property="og:title" content="Sea &amp; &quot;&lt;sun&gt;&quot;.jpg"/>');
    expect(html).toContain(`<meta property="og:url" content="${shareUrl}"/>`);
    expect(html).toContain('content="Image (JPG), 1.2 KiB, shared by A &quot;da&quot; &lt;x&gt;"');
  });

  test('allows only its own scripts, styles and form targets', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a', 'x'));
    const response = await open(`/share/${shareToken}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]+={0,2}'$/),
      "img-src 'self' data:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('answers HEAD like GET, and counts nothing', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a', 'x'));
    for (const [path, status] of [
      ['', 200],
      ['/download', 302],
      ['/archive', 302],
    ] as const) {
      const response = await open(`/share/${shareToken}${path}`, browser, 'HEAD');
      expect([response.status, await response.text()]).toEqual([status, '']);
    }
    expect((await mine.call('GET', '/api/shares')).body.shares).toMatchObject([{ viewCount: 0, downloadCount: 0 }]);
  });
});

describe('a personal link', () => {
  const sendTo = async (token: string, email: string) => {
    drive.mails.length = 0;
    await mine.call('POST', `/api/shares/${token}/recipients`, { emails: [email] });
    await drive.drain();
    return /\?r=([\w.-]+)/.exec(drive.mails[0]?.text ?? '')?.[1] ?? '';
  };

  test('[P-95] sets a cookie for its share, which counts views and downloads for the recipient', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'x'));
    const r = await sendTo(shareToken, 'anna@example.com');
    const page = await open(`/share/${shareToken}?r=${r}`);
    const [cookie = ''] = page.headers.getSetCookie();
    expect(page.headers.getSetCookie()).toEqual(
      ['/share/', '/api/public/share/', '/files/share-form/'].map(
        (path) => `recipient_${shareToken}=${r}; Max-Age=34560000; Path=${path}${shareToken}; HttpOnly; SameSite=Lax`,
      ),
    );
    const handedOut = await open(`/share/${shareToken}/download`, { ...browser, cookie: cookie.split(';')[0] ?? '' });
    await (await drive.fetch(handedOut.headers.get('location') ?? '')).text();
    await drive.drain();
    const { body } = await mine.call('GET', `/api/shares/${shareToken}/recipients`);
    expect(body.recipients).toMatchObject([{ firstOpenedAt: expect.any(String), downloadCount: 1 }]);
  });

  test('[P-101] sets none if it is forged or of another share', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'x'));
    const other = await mine.shareFile(await mine.put('b.txt', 'x'));
    const r = await sendTo(other.shareToken, 'anna@example.com');
    for (const forged of [r, 'x', '', '%00', 'a%0d%0aset-cookie:x=y'])
      expect((await open(`/share/${shareToken}?r=${forged}`)).headers.getSetCookie()).toEqual([]);
  });

  test('counts for the recipient without cookies, too', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'x'));
    const r = await sendTo(shareToken, 'anna@example.com');
    await (
      await drive.fetch(`/share/${shareToken}?r=${r}`, { headers: { 'user-agent': 'curl/8' }, redirect: 'follow' })
    ).text();
    await drive.drain();
    const { body } = await mine.call('GET', `/api/shares/${shareToken}/recipients`);
    expect(body.recipients).toMatchObject([{ downloadCount: 1 }]);
  });
});

describe('a command-line program', () => {
  test.each([
    'curl/8.7.1',
    'Wget/1.21.4',
    'Wget2/2.1.0',
    'aria2/1.37.0',
    'HTTPie/3.2.2',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.2506',
    'Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.22631; en-US) PowerShell/7.4.1',
    'fetch libfetch/2.0',
  ])('[P-252] such as %s is redirected to the bytes', async (userAgent) => {
    const { shareToken } = await mine.shareFile(await mine.put('a', 'x'));
    const response = await open(`/share/${shareToken}`, { accept: '*/*', 'user-agent': userAgent });
    expect([response.status, response.headers.get('location')]).toEqual([302, `/share/${shareToken}/download`]);
  });

  test.each([
    { 'user-agent': 'curl/8.7.1', accept: 'text/html' },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)', accept: '*/*' },
    { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*' },
    { 'user-agent': 'WhatsApp/2.23 curlew/1.0', accept: '*/*' },
    { accept: '*/*', 'user-agent': '' },
  ])('does not include %j, which gets the page', async (headers) => {
    const { shareToken } = await mine.shareFile(await mine.put('a', 'x'));
    expect((await open(`/share/${shareToken}`, headers)).status).toBe(200);
  });

  test('[P-253] gets a file from its short link, and a ZIP from the link of a folder', async () => {
    const bytes = someBytes(5_000);
    const get = async (url: string) => {
      const response = await drive.fetch(url, { headers: { 'user-agent': 'curl/8' }, redirect: 'follow' });
      return [response.headers.get('content-disposition'), Buffer.from(await response.arrayBuffer())] as const;
    };
    const [disposition, got] = await get((await mine.shareFile(await mine.put('a.bin', bytes))).shortUrl);
    expect(disposition).toContain('filename="a.bin"');
    expect(sha256(got)).toBe(sha256(bytes));
    const folder = await mine.folder('Trip');
    await mine.put('plan.txt', 'x', { in: folder });
    const [name, zip] = await get((await mine.shareFolder(folder)).shareUrl);
    expect(name).toContain('filename="Trip.zip"');
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(zip.includes('plan.txt')).toBe(true);
  });

  test('gets the error envelope if the link is closed or locked', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a', 'x'), { password: 'open sesame' });
    const curl = { accept: '*/*', 'user-agent': 'curl/8.7.1' };
    const nothing = await open('/share/nothing', curl);
    expect([nothing.status, await nothing.json()]).toMatchObject([404, { code: 'share_not_found' }]);
    const locked = await open(`/share/${shareToken}`, curl);
    expect([locked.status, await locked.json()]).toMatchObject([401, { code: 'share_locked' }]);
  });
});

describe('the short link', () => {
  test('[P-85] redirects to the page, as does a vanity link', async () => {
    const id = await mine.put('a', 'x');
    const { shareUrl, shortUrl } = await mine.shareFile(id);
    const leadsTo = async (path: string) => {
      const response = await open(path);
      return [response.status, response.headers.get('location')];
    };
    expect(await leadsTo(shortUrl)).toEqual([302, shareUrl]);
    const slug = 'trip-to-the-sea';
    await mine.call('PATCH', `/api/files/${id}/share/slug`, { slug });
    expect(await leadsTo(`/s/${slug}`)).toEqual([302, shareUrl]);
    expect(await leadsTo(shortUrl)).toEqual([302, shareUrl]);
  });

  test('[P-250] answers 404 once the share is not open, and shows the expiry of an expired one', async () => {
    const id = await mine.put('a', 'x');
    const { shortUrl } = await mine.shareFile(id, { expiresInDays: 1 });
    drive.clock.advance(dayMs);
    expect((await open(shortUrl)).status).toBe(410);
    await mine.setMode(id, 'PRIVATE');
    for (const path of [shortUrl, '/s/nothing', '/s/%00', '/s/%ff', `/s/${'x'.repeat(2000)}`])
      expect((await open(path)).status).toBe(404);
  });
});

test('under a base URL with a path every URL contains the path', async () => {
  const behind = await startDrive({ settings: { BASE_URL: 'https://example.com/drive' } });
  try {
    const theirs = sharedApi(behind, await behind.createUser());
    const call = (path: string, headers: Record<string, string> = browser) =>
      behind.fetch(`/drive${path}`, { headers });
    const folder = await theirs.folder('Trip');
    const inner = await theirs.folder('Day 1', folder);
    const picture = await theirs.put('a.png', png({ width: 8, height: 8 }), { type: 'image/png', in: folder });
    await behind.drain();
    const { shareToken, shareUrl, shortUrl } = await theirs.shareFolder(folder, { password: 'open sesame' });
    expect(shareUrl).toBe(`https://example.com/drive/share/${shareToken}`);
    expect(shortUrl).toMatch(/^https:\/\/example\.com\/drive\/s\//);
    expect(await (await call(`/share/${shareToken}`)).text()).toContain(`action="/drive/share/${shareToken}/unlock"`);
    const unlocked = await behind.fetch(`/drive/share/${shareToken}/unlock`, {
      method: 'POST',
      headers: { ...browser, origin: 'https://example.com' },
      body: new URLSearchParams({ password: 'open sesame' }),
    });
    expect([unlocked.status, unlocked.headers.get('location')]).toEqual([303, `/drive/share/${shareToken}`]);
    const [cookie = ''] = unlocked.headers.getSetCookie();
    expect(cookie).toContain(`; Path=/drive/share/${shareToken}; HttpOnly; Secure; SameSite=Lax`);
    const html = await (await call(`/share/${shareToken}`, { ...browser, cookie: cookie.split(';')[0] ?? '' })).text();
    for (const rest of ['/archive', `?folder=${inner}`, `/view?file=${picture}`, `/download?file=${picture}`])
      expect(html).toContain(`href="/drive/share/${shareToken}${rest}"`);
    expect(html).toMatch(/<img src="\/drive\/files\/previews\//);
    expect(html.match(/(?:href|src|action)="\/(?!drive\/)/g)).toBeNull();
  } finally {
    await behind.close();
  }
});
