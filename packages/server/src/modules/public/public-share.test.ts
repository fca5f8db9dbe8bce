import type { PublicShare, ShareDescriptor } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { treeOn, type Tree } from '../../../test/tree.ts';
import { dayMs } from '../../platform/clock.ts';

let drive: Drive;
let tree: Tree;
let user: TestUser;
let fileId: string;

beforeAll(async () => {
  drive = await startDrive({ featureBudgets: { shareResolve: { calls: 1000, seconds: 60 } } });
  tree = treeOn(drive);
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  const folderId = await tree.makeFolder(user.userId, 'Secret folder');
  fileId = (
    await tree.upload(user.userId, 'Sea & <b>sun</b>.jpg', { folderId, sizeBytes: 1_234_567, mimeType: 'image/jpeg' })
  ).id;
});

const share = async (json: object = {}): Promise<ShareDescriptor> =>
  (await (
    await drive.fetch(`/api/files/${fileId}/share`, { method: 'POST', key: user.key, json })
  ).json()) as ShareDescriptor;
const revoke = () => drive.fetch(`/api/files/${fileId}/share`, { method: 'DELETE', key: user.key });
const setMode = (shareMode: string) =>
  drive.fetch(`/api/files/${fileId}/share`, { method: 'PATCH', key: user.key, json: { shareMode } });
const trash = () =>
  drive.database.write(async (tx) => {
    await tx.updateTable('items').set({ state: 'trashed' }).where('id', '=', fileId).execute();
  });
const resolve = (token: string) => drive.fetch(`/api/public/share/${token}`);
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' };
const open = (path: string, headers: Record<string, string> = browser) => drive.fetch(path, { headers });
const pageOf = (token: string) => open(`/share/${token}`);

describe('resolving a share', () => {
  test('tells a stranger what it holds, and nothing of the owner’s tree', async () => {
    const { shareToken, shareUrl, shortUrl, expiresAt } = await share({ expiresInDays: 7 });
    const response = await resolve(shareToken);
    expect(response.status).toBe(200);
    const body = (await response.json()) as PublicShare;
    const facts = { name: 'Sea & <b>sun</b>.jpg', size: 1_234_567, mimeType: 'image/jpeg', contentKind: 'image' };
    expect(body).toEqual({
      ...facts,
      shareToken,
      shareMode: 'SHARED',
      shareUrl,
      shortUrl,
      kind: 'file',
      previewUrl: null,
      fileCount: 1,
      expiresAt,
      passwordProtected: false,
      locked: false,
      indexable: false,
      ownerName: null,
      item: {
        ...facts,
        id: fileId,
        type: 'file',
        parentId: null,
        previewUrl: null,
        shareMode: 'SHARED',
        shareToken,
        uploadedAt: new Date(drive.clock.now()).toISOString(),
        deletedAt: null,
        downloadCount: 0,
        likesCount: 0,
        commentsCount: 0,
        sha256: '0'.repeat(64),
        quarantined: false,
      },
    });
  });

  test('tells the owner’s name where there is one, never the address', async () => {
    const { shareToken } = await share();
    await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { name: 'Ada' } });
    const text = await (await resolve(shareToken)).text();
    expect(JSON.parse(text)).toMatchObject({ ownerName: 'Ada' });
    expect(text).not.toContain(user.email);
  });

  test('says that a PUBLIC one may be indexed', async () => {
    const { shareToken } = await share({ shareMode: 'PUBLIC' });
    expect(await (await resolve(shareToken)).json()).toMatchObject({ shareMode: 'PUBLIC', indexable: true });
  });

  test('that is unknown, revoked, private or trashed is the same 404', async () => {
    const answers = [await resolve('nothing-of-that-token'), await resolve('%00')];
    const revoked = await share();
    await revoke();
    answers.push(await resolve(revoked.shareToken));
    const closed = await share({ expiresInDays: 1 });
    await setMode('PRIVATE');
    answers.push(await resolve(closed.shareToken));
    drive.clock.advance(2 * dayMs);
    answers.push(await resolve(closed.shareToken));
    await setMode('SHARED');
    await trash();
    answers.push(await resolve(closed.shareToken));
    const bodies = new Set<string>();
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      const { timestamp, ...body } = (await answer.json()) as Record<string, unknown>;
      expect(timestamp).toEqual(expect.any(String));
      bodies.add(JSON.stringify(body));
    }
    expect([...bodies].map((body) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({ code: 'share_not_found' }),
    ]);
  });

  test('past its expiry is 410, from the very moment', async () => {
    const { shareToken } = await share({ expiresInDays: 1 });
    drive.clock.advance(dayMs - 1);
    expect((await resolve(shareToken)).status).toBe(200);
    drive.clock.advance(1);
    const response = await resolve(shareToken);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: 'share_expired' });
  });

  test('whose file is held back by the administrator is 403, as a page and as a short link, too', async () => {
    const { shareToken, shortUrl } = await share();
    await drive.database.write(async (tx) => {
      await tx.updateTable('items').set({ quarantined: 1 }).where('id', '=', fileId).execute();
    });
    const response = await resolve(shareToken);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'file_quarantined' });
    for (const path of [`/share/${shareToken}`, shortUrl]) {
      const page = await open(path);
      expect(page.status).toBe(403);
      expect(await page.text()).toContain('held back by the administrator');
    }
  });

  test('ignores whatever credential comes along', async () => {
    const { shareToken } = await share();
    const response = await drive.fetch(`/api/public/share/${shareToken}`, { key: 'svc_nonsense' });
    expect(response.status).toBe(200);
  });
});

describe('the page of a share', () => {
  test('shows name, size, type, expiry and a plain link to the bytes, without any script', async () => {
    const { shareToken } = await share({ expiresInDays: 7 });
    const response = await pageOf(shareToken);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('<h1 dir="auto">Sea &amp; &lt;b&gt;sun&lt;/b&gt;<wbr/>.jpg</h1>');
    expect(html).toContain('1.2 MB');
    expect(html).toContain('Image (JPG)');
    expect(html).toContain(new Date(drive.clock.now() + 7 * dayMs).toISOString());
    expect(html).toMatch(new RegExp(`<a [^>]*href="/share/${shareToken}/download"`));
    expect(html).not.toContain('<script');
    expect(html).not.toContain('Secret folder');
    expect(html).not.toContain(user.email);
  });

  test('shows a name without the marks that turn its direction', async () => {
    await drive.database.write(async (tx) => {
      await tx.updateTable('items').set({ name: 'photo\u202egpj.exe' }).where('id', '=', fileId).execute();
    });
    const { shareToken } = await share();
    const html = await (await pageOf(shareToken)).text();
    expect(html).toContain('<title>photogpj.exe · Drive</title>');
    expect(html).not.toContain('\u202e');
  });

  test('describes itself to whoever makes a preview of the link', async () => {
    const { shareToken, shareUrl } = await share();
    await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { name: 'A "da" <x>' } });
    const response = await open(`/share/${shareToken}`, { accept: '*/*', 'user-agent': 'Slackbot-LinkExpanding 1.0' });
    const html = await response.text();
    expect(html).toContain('<meta property="og:title" content="Sea &amp; &lt;b&gt;sun&lt;/b&gt;.jpg"');
    expect(html).toContain(`<meta property="og:url" content="${shareUrl}"`);
    expect(html).toContain('content="Image (JPG), 1.2 MB, shared by A &quot;da&quot; &lt;x&gt;"');
  });

  test('is kept from search engines unless the share is PUBLIC', async () => {
    const { shareToken } = await share();
    expect((await pageOf(shareToken)).headers.get('x-robots-tag')).toContain('noindex');
    await setMode('PUBLIC');
    expect((await pageOf(shareToken)).headers.get('x-robots-tag')).toBeNull();
  });

  test('says so where the link leads nowhere, with nothing of what was there', async () => {
    const { shareToken } = await share();
    await revoke();
    const pages = [await pageOf(shareToken), await pageOf('nothing-of-that-token')];
    const texts = new Set<string>();
    for (const page of pages) {
      expect(page.status).toBe(404);
      expect(page.headers.get('x-robots-tag')).toContain('noindex');
      texts.add(await page.text());
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).toContain('This link leads nowhere');
  });

  test('says so where the link has expired', async () => {
    const { shareToken } = await share({ expiresInDays: 1 });
    drive.clock.advance(dayMs);
    const page = await pageOf(shareToken);
    expect(page.status).toBe(410);
    const html = await page.text();
    expect(html).toContain('This link has expired');
    expect(html).not.toContain('Sea');
  });

  test('is answered to programs by the envelope where there is none', async () => {
    const response = await open('/share/nothing', { accept: '*/*', 'user-agent': 'curl/8.7.1' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'share_not_found' });
  });

  test.each([
    'curl/8.7.1',
    'Wget/1.21.4',
    'Wget2/2.1.0',
    'aria2/1.37.0',
    'HTTPie/3.2.2',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.2506',
    'Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.22631; en-US) PowerShell/7.4.1',
    'fetch libfetch/2.0',
  ])('sends %s on to the bytes', async (userAgent) => {
    const { shareToken } = await share();
    const response = await open(`/share/${shareToken}`, { accept: '*/*', 'user-agent': userAgent });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`/share/${shareToken}/download`);
  });

  test.each([
    { 'user-agent': 'curl/8.7.1', accept: 'text/html' },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)', accept: '*/*' },
    { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*' },
    { 'user-agent': 'WhatsApp/2.23 curlew/1.0', accept: '*/*' },
    { accept: '*/*', 'user-agent': '' },
  ])('is given to %j', async (headers) => {
    const { shareToken } = await share();
    expect((await open(`/share/${shareToken}`, headers)).status).toBe(200);
  });

  test('answers HEAD as it answers GET', async () => {
    const { shareToken } = await share();
    const response = await drive.fetch(`/share/${shareToken}`, { method: 'HEAD', headers: browser });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('the short link', () => {
  test('leads to the page', async () => {
    const { shareUrl, shortUrl } = await share();
    const response = await open(shortUrl);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(shareUrl);
  });

  test('leads nowhere once the share is not open, and tells when it expired', async () => {
    const { shortUrl } = await share({ expiresInDays: 1 });
    drive.clock.advance(dayMs);
    expect((await open(shortUrl)).status).toBe(410);
    await setMode('PRIVATE');
    expect((await open(shortUrl)).status).toBe(404);
    expect((await open('/s/nothing')).status).toBe(404);
    expect((await open('/s/%00')).status).toBe(404);
  });
});

describe('under a base URL with a path', () => {
  test('every address bears the path', async () => {
    const behind = await startDrive({ settings: { BASE_URL: 'https://example.com/drive' } });
    try {
      const { userId, key } = await behind.createUser();
      const { id } = await treeOn(behind).upload(userId, 'a.txt');
      const response = await behind.fetch(`/drive/api/files/${id}/share`, { method: 'POST', key });
      const { shareToken, shareUrl, shortUrl } = (await response.json()) as ShareDescriptor;
      expect(shareUrl).toBe(`https://example.com/drive/share/${shareToken}`);
      expect(shortUrl).toMatch(/^https:\/\/example\.com\/drive\/s\//);
      const page = await behind.fetch(`/drive/share/${shareToken}`, { headers: browser });
      expect(await page.text()).toContain(`href="/drive/share/${shareToken}/download"`);
      const fetched = await behind.fetch(`/drive/share/${shareToken}`, { headers: { 'user-agent': 'curl/8' } });
      expect(fetched.headers.get('location')).toBe(`/drive/share/${shareToken}/download`);
    } finally {
      await behind.close();
    }
  });
});

describe('the limit on resolving', () => {
  test('counts calls, pages and wrong short links of one network together, and a followed short link once', async () => {
    const limited = await startDrive({ featureBudgets: { shareResolve: { calls: 4, seconds: 60 } } });
    try {
      const { userId, key } = await limited.createUser();
      const { id } = await treeOn(limited).upload(userId, 'a.txt');
      const response = await limited.fetch(`/api/files/${id}/share`, { method: 'POST', key });
      const { shareToken, shortUrl } = (await response.json()) as ShareDescriptor;
      const statusOf = async (path: string): Promise<number> =>
        (await limited.fetch(path, { headers: browser })).status;

      expect(await statusOf(shortUrl)).toBe(302);
      expect(await statusOf(`/share/${shareToken}`)).toBe(200);
      expect(await statusOf('/s/nothing')).toBe(404);
      expect(await statusOf(`/api/public/share/${shareToken}`)).toBe(200);
      expect(await statusOf('/api/public/share/nothing')).toBe(404);
      for (const path of [shortUrl, `/share/${shareToken}`, `/api/public/share/${shareToken}`]) {
        const refused = await limited.fetch(path, { headers: { ...browser, accept: '*/*' } });
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
      }
      limited.clock.advance(60_000);
      expect(await statusOf(`/share/${shareToken}`)).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
