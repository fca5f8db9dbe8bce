import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { NewShare } from '@drive/contract';
import { png } from '@drive/thumbnails/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestBrowser } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let mine: SharedApi;

beforeAll(async () => {
  drive = await startDrive({ featureBudgets: { shareResolve: { calls: 10_000, seconds: 60 } } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  const user = await drive.createUser();
  await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { name: 'Ada Lovelace' } });
  mine = sharedApi(drive, user);
});

const people = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' };
async function look(path: string) {
  const response = await drive.fetch(path, { headers: people });
  // Headers that differ between equal responses.
  const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, html: await response.text() };
}
const ways = ['', '/download', '/view', '/archive', '?page=2', `?folder=${crypto.randomUUID()}`];

describe('a link that is not open', () => {
  test('looks the same, byte for byte, if it is unknown, revoked, private, trashed, in a trashed folder or purged', async () => {
    const shared = async (wishes: NewShare = {}) => {
      const folder = await mine.folder(`Folder ${crypto.randomUUID()}`);
      const id = await mine.put('plan.txt', 'to the sea', { in: folder });
      return { id, folder, ...(await mine.shareFile(id, wishes)) };
    };
    const closed: Record<string, { readonly shareToken: string; readonly shortUrl: string }> = {};
    const revoked = (closed['revoked'] = await shared());
    await mine.revoke(revoked.id);
    const hidden = (closed['private'] = await shared({ password: 'open sesame' }));
    await mine.setMode(hidden.id, 'PRIVATE');
    const lapsed = (closed['private and lapsed'] = await shared({ expiresInDays: 1 }));
    await mine.setMode(lapsed.id, 'PRIVATE');
    const trashed = (closed['trashed'] = await shared({ password: 'open sesame' }));
    await mine.trash(trashed.id);
    const under = (closed['in a trashed folder'] = await shared());
    await mine.trash(under.folder);
    const purged = (closed['purged'] = await shared());
    await mine.trash(purged.id);
    await mine.purge(purged.id);
    const folder = await mine.folder('Trip');
    closed['a trashed folder'] = await mine.shareFolder(folder);
    await mine.trash(folder);
    drive.clock.advance(2 * dayMs);

    const nothing = 'x'.repeat(revoked.shareToken.length);
    for (const way of ways) {
      const unknown = await look(`/share/${nothing}${way}`);
      expect([unknown.status, unknown.html.includes('This link does not exist')]).toEqual([404, true]);
      for (const [why, { shareToken }] of Object.entries(closed))
        expect([why, await look(`/share/${shareToken}${way}`)]).toEqual([why, unknown]);
      for (const odd of ['%00', '%ff', "'", '..%2f..%2fetc', 'ü', '💥', 'x'.repeat(3000)])
        expect([odd, await look(`/share/${odd}${way}`)]).toEqual([odd, unknown]);
    }
    const unknown = await look('/s/nothing');
    for (const [why, { shortUrl }] of Object.entries(closed))
      expect([why, await look(new URL(shortUrl).pathname)]).toEqual([why, unknown]);
  });

  test('says only that it has expired', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('plan.txt', 'to the sea'), { expiresInDays: 1 });
    drive.clock.advance(dayMs - 1);
    expect((await look(`/share/${shareToken}`)).status).toBe(200);
    drive.clock.advance(1);
    for (const way of ways) {
      const { status, html, headers } = await look(`/share/${shareToken}${way}`);
      expect([status, headers['x-robots-tag']]).toEqual([410, 'noindex, nofollow']);
      expect(html).toContain('This link has expired');
      expect(html).not.toMatch(/plan|10 bytes|Ada|og:|2026/);
    }
  });

  test('says only that its download limit is reached', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('plan.txt', 'to the sea'), { maxDownloads: 1 });
    const handedOut = await drive.fetch(`/share/${shareToken}/download`);
    await (await drive.fetch(handedOut.headers.get('location') ?? '')).text();
    await drive.drain();
    for (const way of ways) {
      const { status, html } = await look(`/share/${shareToken}${way}`);
      expect(status).toBe(410);
      expect(html).toContain('This link has no downloads left');
      expect(html).not.toMatch(/plan|10 bytes|Ada|og:/);
    }
  });

  test('says only that its file is quarantined', async () => {
    const id = await mine.put('plan.txt', 'to the sea');
    const { shareToken, shortUrl } = await mine.shareFile(id);
    await mine.holdBack(id);
    for (const path of [...ways.map((way) => `/share/${shareToken}${way}`), new URL(shortUrl).pathname]) {
      const { status, html } = await look(path);
      expect(status).toBe(403);
      expect(html).toContain('quarantined by the administrator');
      expect(html).not.toMatch(/plan|10 bytes|Ada|og:/);
    }
  });
});

describe('a link with a password', () => {
  const lockedShares = async (): Promise<Record<string, string>> => {
    const picture = png({ width: 8, height: 8 });
    const wishes: NewShare = { password: 'open sesame', shareMode: 'PUBLIC' };
    const file = await mine.put('plan.png', picture, { type: 'image/png' });
    const trip = await mine.folder('Trip');
    await mine.put('plan.png', picture, { type: 'image/png', in: trip });
    const together = [await mine.put('plan 1.png', picture), await mine.put('plan 2.png', picture)];
    await drive.drain();
    return {
      file: (await mine.shareFile(file, wishes)).shareToken,
      folder: (await mine.shareFolder(trip, wishes)).shareToken,
      multi: await mine.shareTogether(together, wishes),
    };
  };

  test('reveals no name, size, count, owner or thumbnail, for any kind of share and any endpoint', async () => {
    const pages = new Set<string>();
    for (const [kind, token] of Object.entries(await lockedShares()))
      for (const way of ways) {
        const { status, html, headers } = await look(`/share/${token}${way}`);
        expect([kind, status, headers['x-robots-tag']]).toEqual([kind, 401, 'noindex, nofollow']);
        expect(html).not.toMatch(
          /plan|png|Trip|\d+ (bytes|files|items)|Ada|previews|og:|twitter:|canonical|description/,
        );
        expect(html).toContain('<title>Password needed · Drive</title>');
        pages.add(html.replaceAll(token, ''));
      }
    expect(pages.size).toBe(1);
  });

  test('opens with the right one for two hours, in this browser only', async () => {
    const { folder: token } = await lockedShares();
    const browser = createTestBrowser(drive);
    const page = await browser.open(`/share/${token}`);
    expect([page.status, page.heading]).toEqual([401, 'This link needs a password']);
    const opened = await browser.submit(page, { password: 'open sesame' });
    expect([opened.status, opened.path, opened.html.includes('plan.png')]).toEqual([200, `/share/${token}`, true]);
    // An unlocked share is shown to this browser, and has no metadata for link previews.
    expect(opened.html).not.toContain('og:');
    expect(opened.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect((await browser.open(`/share/${token}?page=1`)).status).toBe(200);
    expect((await look(`/share/${token}`)).status).toBe(401);
    drive.clock.advance(2 * hourMs);
    expect((await browser.open(`/share/${token}`)).status).toBe(401);
  });

  test('is unlocked by a redirect, with a cookie that is HttpOnly and SameSite', async () => {
    const { file: token } = await lockedShares();
    const post = (password: string, headers: Record<string, string>) =>
      drive.fetch(`/share/${token}/unlock`, {
        method: 'POST',
        headers: { ...people, ...headers },
        body: new URLSearchParams({ password }),
      });
    const response = await post('open sesame', { 'sec-fetch-site': 'same-origin' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/share/${token}`]);
    expect(response.headers.getSetCookie()).toEqual(
      ['/share/', '/api/public/share/', '/files/share-form/'].map((path) =>
        expect.stringMatching(
          new RegExp(`^unlock_${token}=[\\w.-]+; Max-Age=7200; Path=${path}${token}; HttpOnly; SameSite=Lax$`),
        ),
      ),
    );
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const refused = await post('open sesame', headers);
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    }
  });

  test('[P-159] shows the error of a wrong password beside the field, and after five of them the time to wait', async () => {
    const { file: token } = await lockedShares();
    const browser = createTestBrowser(drive);
    let page = await browser.open(`/share/${token}`);
    const left = ['4 attempts are', '3 attempts are', '2 attempts are', '1 attempt is', 'No attempts are'];
    for (const [index, password] of ['Open sesame', '', ' ', 'x'.repeat(500), '<b>💥</b>'].entries()) {
      page = await browser.submit(page, { password });
      const error = `Wrong password. ${left[index]} left.`;
      expect([page.status, page.errors, page.fields['password']]).toEqual([403, { password: error }, '']);
      expect(page.html).toContain('aria-invalid="true"');
      expect(page.html).not.toContain('💥');
    }
    page = await browser.submit(page, { password: 'open sesame' });
    expect([page.status, page.errors]).toEqual([429, { password: 'Too many attempts. Try again in 15 minutes.' }]);
    expect(page.headers.get('retry-after')).toBe('900');
    drive.clock.advance(14 * minuteMs);
    page = await browser.submit(page, { password: 'open sesame' });
    expect(page.errors['password']).toContain('in a minute');
    drive.clock.advance(minuteMs);
    expect((await browser.submit(page, { password: 'open sesame' })).status).toBe(200);
  });

  test('shows that it is gone or expired instead of unlocking', async () => {
    const id = await mine.put('a', 'x');
    const { shareToken } = await mine.shareFile(id, { password: 'open sesame', expiresInDays: 1 });
    const browser = createTestBrowser(drive);
    const page = await browser.open(`/share/${shareToken}`);
    drive.clock.advance(dayMs);
    expect(await browser.submit(page, { password: 'open sesame' })).toMatchObject({
      status: 410,
      heading: 'This link has expired',
    });
    await mine.revoke(id);
    expect(await browser.submit(page, { password: 'open sesame' })).toMatchObject({
      status: 404,
      heading: 'This link does not exist',
    });
    expect([...browser.cookies]).toEqual([]);
  });
});
