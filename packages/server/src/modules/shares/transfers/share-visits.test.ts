import type { DownloadUrl, ErrorEnvelope, FoundShare, NewShare, Recipient, ShareDescriptor } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let owner: TestUser;
let mine: TreeApi;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  owner = await drive.createUser();
  mine = treeApi(drive, owner);
  drive.mails.length = 0;
});

const share = async (id: string, wishes: NewShare = {}): Promise<ShareDescriptor> =>
  (await mine.call('POST', `/api/files/${id}/share`, wishes)).body;
const addressOf = async (token: string, query = ''): Promise<string> => {
  const response = await drive.fetch(`/api/public/share/${token}/download-url${query === '' ? '' : `?${query}`}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as DownloadUrl).downloadUrl;
};
const fetchWhole = async (url: string, init: RequestInit = {}): Promise<number> => {
  const response = await drive.fetch(url, init);
  await response.arrayBuffer();
  await drive.drain();
  return response.status;
};
const counts = async (token: string) => {
  const { shares } = (await mine.call('GET', '/api/shares')).body;
  const { viewCount, downloadCount } = shares.find((one: ShareDescriptor) => one.shareToken === token);
  return { viewCount, downloadCount };
};
const eventsOf = () =>
  drive.database.reader
    .selectFrom('events')
    .select(['type', 'data'])
    .where('user_id', '=', owner.userId)
    .where('type', 'like', 'share.download%')
    .orderBy('row_id')
    .execute();

/** Emails the share and returns each recipient's `r` from the email. */
async function sendTo(token: string, ...emails: readonly string[]): Promise<string[]> {
  const { status, body } = await mine.call('POST', `/api/shares/${token}/recipients`, { emails });
  expect(status).toBe(201);
  expect(body.recipients.map(({ email }: Recipient) => email)).toEqual(emails);
  await drive.drain();
  return emails.map((email) => {
    const mail = drive.mails.find(({ to }) => to === email);
    return /[?]r=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  });
}
const toOwner = () => drive.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);

describe('a download', () => {
  test('[P-212] is counted once per URL, after the last byte', async () => {
    const id = await mine.file('a.bin', { bytes: 100 });
    const { shareToken } = await share(id);
    const url = await addressOf(shareToken);
    await fetchWhole(url, { method: 'HEAD' });
    await fetchWhole(url, { headers: { range: 'bytes=0-49' } });
    expect((await counts(shareToken)).downloadCount).toBe(0);
    await fetchWhole(url);
    await fetchWhole(url);
    await fetchWhole(url, { headers: { range: 'bytes=50-99' } });
    expect((await counts(shareToken)).downloadCount).toBe(1);
    expect((await mine.get(id)).downloadCount).toBe(1);
    await fetchWhole(await addressOf(shareToken));
    expect((await counts(shareToken)).downloadCount).toBe(2);
  });

  test('of a much visited share is counted exactly, among many at the same time', async () => {
    const folder = await mine.folder('Trip');
    const [first, second] = [await mine.file('a.bin', { in: folder }), await mine.file('b.bin', { in: folder })];
    const { shareToken } = (await mine.call('POST', `/api/folders/${folder}/share`, {})).body;
    const urls = await Promise.all(
      Array.from({ length: 30 }, (_, index) => addressOf(shareToken, `fileId=${index % 3 === 0 ? first : second}`)),
    );
    // Each URL twice.
    await Promise.all([...urls, ...urls].map((url) => fetchWhole(url)));
    expect((await counts(shareToken)).downloadCount).toBe(30);
    expect([(await mine.get(first)).downloadCount, (await mine.get(second)).downloadCount]).toEqual([10, 20]);
    const files = (await eventsOf()).map(({ data }) => (JSON.parse(data) as { file_id: string }).file_id);
    expect([files.length, files.filter((id) => id === first).length]).toEqual([30, 10]);
  });

  test('[P-341] by an anonymous visitor publishes an event with the file', async () => {
    const id = await mine.file('a.bin');
    const { shareToken } = await share(id, { notifyOnDownload: true });
    await fetchWhole(await addressOf(shareToken));
    expect(await eventsOf()).toEqual([
      {
        type: 'share.download.anonymous',
        data: JSON.stringify({
          share_token: shareToken,
          share_name: 'a.bin',
          file_id: id,
          file_name: 'a.bin',
          occurred_at: new Date(drive.clock.now()).toISOString(),
        }),
      },
    ]);
    expect(toOwner()).toEqual([]);
  });

  test('[P-342] of everything as a ZIP publishes an event without a file', async () => {
    const folder = await mine.folder('Trip');
    await mine.file('a.bin', { in: folder });
    const { shareToken } = (await mine.call('POST', `/api/folders/${folder}/share`, {})).body;
    const response = await drive.fetch(`/api/public/share/${shareToken}/archive`, { method: 'POST' });
    await fetchWhole(((await response.json()) as DownloadUrl).downloadUrl);
    expect(await eventsOf()).toEqual([
      {
        type: 'share.download.anonymous',
        data: JSON.stringify({
          share_token: shareToken,
          share_name: 'Trip',
          file_id: null,
          file_name: null,
          occurred_at: new Date(drive.clock.now()).toISOString(),
        }),
      },
    ]);
  });

  test('[P-245] is not counted for inline content', async () => {
    const { shareToken } = await share(await mine.file('a.pdf'));
    await fetchWhole(await addressOf(shareToken, 'inline=true'));
    expect((await counts(shareToken)).downloadCount).toBe(0);
  });

  test('[P-98] by a recipient publishes an event with the domain of the email address only', async () => {
    const { shareToken } = await share(await mine.file('a.bin'));
    const [r] = await sendTo(shareToken, 'Anna@Example.ORG');
    await fetchWhole(await addressOf(shareToken, `r=${r}`));
    expect(await eventsOf()).toEqual([
      {
        type: 'share.download',
        data: JSON.stringify({
          share_token: shareToken,
          share_name: 'a.bin',
          recipient_email_domain: 'example.org',
          occurred_at: new Date(drive.clock.now()).toISOString(),
        }),
      },
    ]);
    const { body } = await mine.call('GET', `/api/shares/${shareToken}/recipients`);
    expect(body.recipients).toMatchObject([{ downloadCount: 1 }]);
  });
});

describe('a limit on downloads', () => {
  test('[P-111] closes the share when it is reached, also for unused URLs', async () => {
    const { shareToken } = await share(await mine.file('a.bin'), { maxDownloads: 2 });
    const urls = [];
    for (let n = 0; n < 3; n += 1) urls.push(await addressOf(shareToken));
    const statuses = [];
    for (const url of urls) statuses.push(await fetchWhole(url));
    expect(statuses).toEqual([200, 200, 410]);
    const closed = await drive.fetch(`/api/public/share/${shareToken}`);
    expect([closed.status, ((await closed.json()) as ErrorEnvelope).code]).toEqual([410, 'share_limit_reached']);
  });

  test('[P-112] admits at most its number at once, and frees the slot of an aborted download', async () => {
    const bytes = 8 * 1024 * 1024;
    const { shareToken } = await share(await mine.file('a.bin', { bytes }), { maxDownloads: 1 });
    const [first, second] = [await addressOf(shareToken), await addressOf(shareToken)] as const;
    const stopping = new AbortController();
    const begun = await drive.fetch(first, { signal: stopping.signal });
    const reader = begun.body?.getReader();
    await reader?.read();
    const refused = await drive.fetch(second);
    expect([refused.status, ((await refused.json()) as ErrorEnvelope).code]).toEqual([410, 'share_limit_reached']);
    stopping.abort();
    await reader?.cancel().catch(() => {});
    await drive.drain();
    expect(await fetchWhole(second)).toBe(200);
    expect((await counts(shareToken)).downloadCount).toBe(1);
  });

  test('counts inline requests, too', async () => {
    const { shareToken } = await share(await mine.file('a.pdf'), { maxDownloads: 1 });
    expect(await fetchWhole(await addressOf(shareToken, 'inline=true'))).toBe(200);
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(410);
  });

  test('[P-150] opens the share again when it is raised', async () => {
    const id = await mine.file('a.bin');
    const { shareToken } = await share(id, { maxDownloads: 1 });
    await fetchWhole(await addressOf(shareToken));
    await share(id, { maxDownloads: 2 });
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
  });
});

describe('a view', () => {
  test('is counted for browsers, and not for bots, prefetches and HEAD', async () => {
    const { shareToken } = await share(await mine.file('a.bin'));
    const look = (headers: Record<string, string>, method = 'GET') =>
      drive.fetch(`/share/${shareToken}`, { method, headers: { accept: 'text/html', ...headers } });
    await look({ 'user-agent': 'Mozilla/5.0 Firefox/140.0' });
    await drive.fetch(`/api/public/share/${shareToken}`);
    expect((await counts(shareToken)).viewCount).toBe(2);
    for (const agent of ['Slackbot-LinkExpanding 1.0', 'WhatsApp/2.23', 'facebookexternalhit/1.1', 'Googlebot/2.1'])
      await look({ 'user-agent': agent });
    await look({ 'sec-purpose': 'prefetch' });
    await look({}, 'HEAD');
    expect((await counts(shareToken)).viewCount).toBe(2);
  });
});

describe('sending a share by email', () => {
  test('[P-92] sends each recipient a personal link, as text and HTML, with the message', async () => {
    const { shareToken, shareUrl } = await share(await mine.file('Report <1>.pdf'));
    const { body } = await mine.call('POST', `/api/shares/${shareToken}/recipients`, {
      emails: ['a@example.com', 'b@example.com', 'A@example.com'],
      message: 'For <you>',
    });
    expect(body.recipients).toMatchObject([{ sentAt: null, firstOpenedAt: null, downloadCount: 0 }, {}]);
    expect(drive.mails).toEqual([]);
    await drive.drain();
    expect(drive.mails.map(({ to }) => to)).toEqual(['A@example.com', 'b@example.com']);
    for (const mail of drive.mails) {
      expect(mail.subject).toContain('Report <1>.pdf');
      expect(mail.text).toContain('For <you>');
      expect(mail.html).toContain('For &lt;you&gt;');
      expect(mail.text).toContain(`${shareUrl}?r=`);
    }
    const { body: listed } = await mine.call('GET', `/api/shares/${shareToken}/recipients?limit=1`);
    expect(listed).toMatchObject({
      recipients: [{ email: 'b@example.com', firstOpenedAt: null }],
      pagination: { totalItems: 2, totalPages: 2 },
    });
  });

  test('[P-94] answers the links, and that nothing is sent if there is no mail server, and records no time', async () => {
    const { shareToken } = await share(await mine.file('a'));
    const { body } = await mine.call('POST', `/api/shares/${shareToken}/recipients`, { emails: ['a@example.com'] });
    expect(body).toMatchObject({ recipients: [{ url: expect.stringContaining('?r=') }], mailDelivery: 'outbox' });
    await drive.drain();
    expect(drive.mails.map(({ text }) => text)).toEqual([expect.stringContaining(body.recipients[0].url)]);
    const { body: listed } = await mine.call('GET', `/api/shares/${shareToken}/recipients`);
    expect(listed.recipients).toMatchObject([{ url: body.recipients[0].url, sentAt: null }]);
  });

  test('again sends the same link', async () => {
    const { shareToken } = await share(await mine.file('a'));
    const [first] = await sendTo(shareToken, 'a@example.com');
    drive.mails.length = 0;
    expect(await sendTo(shareToken, 'a@example.com')).toEqual([first]);
  });

  test('[P-91] is limited to its owner, and to one to fifty addresses', async () => {
    const { shareToken } = await share(await mine.file('a'));
    const theirs = treeApi(drive, await drive.createUser());
    const to = (emails: readonly string[]) => ({ emails });
    expect((await theirs.call('POST', `/api/shares/${shareToken}/recipients`, to(['a@b.de']))).status).toBe(404);
    const many = Array.from({ length: 51 }, (_, n) => `${n}@example.com`);
    for (const emails of [[], many, ['no address'], ['a@b.de\r\nBcc: c@d.de']])
      expect((await mine.call('POST', `/api/shares/${shareToken}/recipients`, to(emails))).status).toBe(400);
    const { status, body } = await mine.call('POST', `/api/shares/${shareToken}/recipients`, to(many.slice(0, 50)));
    expect([status, body.recipients.length]).toEqual([201, 50]);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', `/${body.recipients[0].id}`],
    ] as const)
      expect(await theirs.call(method, `/api/shares/${shareToken}/recipients${path}`)).toMatchObject({
        status: 404,
        body: { code: 'share_not_found' },
      });
    const { body: left } = await mine.call('GET', `/api/shares/${shareToken}/recipients`);
    expect(left.pagination.totalItems).toBe(50);
  });

  test('[P-96] can be undone: the link becomes anonymous, and publishes nothing more about the recipient', async () => {
    const { shareToken } = await share(await mine.file('a'), { notifyOnView: true, notifyOnDownload: true });
    const [r] = await sendTo(shareToken, 'a@example.com');
    const { body } = await mine.call('GET', `/api/shares/${shareToken}/recipients`);
    const path = `/api/shares/${shareToken}/recipients/${body.recipients[0].id}`;
    expect((await mine.call('DELETE', path)).status).toBe(204);
    expect(await mine.call('DELETE', path)).toMatchObject({ status: 404, body: { code: 'recipient_not_found' } });
    await fetchWhole(await addressOf(shareToken, `r=${r}`));
    expect((await eventsOf()).map(({ type }) => type)).toEqual(['share.download.anonymous']);
    expect(toOwner()).toEqual([]);
  });

  test('[P-102] ignores forged personal links and those of another share', async () => {
    const { shareToken } = await share(await mine.file('a'));
    const other = await share(await mine.file('b'));
    const [r = ''] = await sendTo(other.shareToken, 'a@example.com');
    for (const wrong of [r, `${r}x`, 'x', ''])
      await fetchWhole(await addressOf(shareToken, `r=${encodeURIComponent(wrong)}`));
    expect(new Set((await eventsOf()).map(({ type }) => type))).toEqual(new Set(['share.download.anonymous']));
  });
});

describe('the owner of a share', () => {
  test('[P-104] gets an email at a recipient’s first view if enabled, once', async () => {
    const { shareToken } = await share(await mine.file('a.bin'), { notifyOnView: true });
    const [anna, bert] = await sendTo(shareToken, 'anna@example.com', 'bert@example.com');
    const open = async (r?: string) => {
      await drive.fetch(`/api/public/share/${shareToken}${r === undefined ? '' : `?r=${r}`}`);
      await drive.drain();
    };
    await open();
    expect(toOwner()).toEqual([]);
    for (const r of [anna, anna, bert, bert]) await open(r);
    expect(toOwner()).toEqual(['anna@example.com opened a.bin', 'bert@example.com opened a.bin']);
  });

  test('[P-106] gets an email at the first download of a recipient, or at each, as configured', async () => {
    const id = await mine.file('a.bin');
    const { shareToken } = await share(id, { notifyOnDownload: true });
    const [anna, bert] = await sendTo(shareToken, 'anna@example.com', 'bert@example.com');
    const download = async (r?: string) => fetchWhole(await addressOf(shareToken, r === undefined ? '' : `r=${r}`));
    await download();
    expect(toOwner()).toEqual([]);
    for (const r of [anna, anna, bert]) await download(r);
    expect(toOwner()).toEqual(['anna@example.com downloaded a.bin']);
    await share(id, { notifyPerRecipient: true });
    for (const r of [anna, bert]) await download(r);
    expect(toOwner()).toHaveLength(3);
    await share(id, { notifyOnDownload: false });
    await download(anna);
    expect(toOwner()).toHaveLength(3);
  });

  test('gets the email also if the mail server fails for a while', async () => {
    const { shareToken } = await share(await mine.file('a.bin'), { notifyOnDownload: true });
    const [r] = await sendTo(shareToken, 'anna@example.com');
    const { push } = drive.mails;
    drive.mails.push = () => {
      throw new Error('no mail server');
    };
    await fetchWhole(await addressOf(shareToken, `r=${r}`));
    drive.mails.push = push;
    expect(toOwner()).toEqual([]);
    drive.clock.advance(60_000);
    await drive.drain();
    expect(toOwner()).toHaveLength(1);
  });
});

describe('the public search', () => {
  test('[P-60] finds PUBLIC open shares of every owner, and nothing else', async () => {
    const word = crypto.randomUUID().slice(0, 8);
    const theirs = treeApi(drive, await drive.createUser());
    const find = async (query = '') => {
      const response = await drive.fetch(`/api/public/search?q=${word.toUpperCase()}${query}`);
      return (await response.json()) as { items: FoundShare[]; pagination: unknown };
    };
    const publish = async (name: string, wishes: NewShare = {}): Promise<string> => {
      const id = await mine.file(`${name} ${word}`);
      await share(id, { shareMode: 'PUBLIC', ...wishes });
      return id;
    };
    await publish('first');
    const folder = await theirs.folder(`folder ${word}`);
    await theirs.call('POST', `/api/folders/${folder}/share`, { shareMode: 'PUBLIC' });
    await publish('locked', { password: 'secret' });
    await publish('unlisted', { shareMode: 'SHARED' });
    await publish('lapsed', { expiresInDays: 1 });
    await mine.trash(await publish('trashed'));
    const under = await mine.folder('under');
    await mine.patch(await publish('in a trashed folder'), { parentId: under });
    await mine.trash(under);
    drive.clock.advance(2 * 24 * 3_600_000);

    const found = await find();
    expect(found.items).toMatchObject([
      { name: `folder ${word}`, kind: 'folder', ownerName: null },
      { name: `first ${word}`, kind: 'file', size: 10 },
    ]);
    expect(found.pagination).toEqual({ currentPage: 1, totalItems: 2, totalPages: 1, nextCursor: null });
    expect((await find('&limit=1&page=2')).items).toMatchObject([{ name: `first ${word}` }]);
    expect(JSON.stringify(found)).not.toContain(owner.email);
  });

  test('[P-254] finds a multi-share by the name of any open file, and lists it in the sitemap', async () => {
    const word = crypto.randomUUID().slice(0, 8);
    const fileIds = [await mine.file(`one ${word}`), await mine.file('two'), await mine.file(`three ${word}x`)];
    const { body } = await mine.call('POST', '/api/files/share-multi', { fileIds, shareMode: 'PUBLIC' });
    const find = async (q: string) =>
      ((await (await drive.fetch(`/api/public/search?q=${q}`)).json()) as { items: FoundShare[] }).items;
    const { shareToken, shareUrl } = body as ShareDescriptor;
    const expected = { shareToken, kind: 'multi', name: '3 files', size: 30, mimeType: null, ownerName: null };
    expect(await find(word)).toMatchObject([expected]);
    expect(await find(`${word}x`)).toMatchObject([expected]);
    expect(await (await drive.fetch('/sitemap.xml')).text()).toContain(`<loc>${shareUrl}</loc>`);
    await mine.trash(fileIds[2] ?? '');
    expect(await find(`${word}x`)).toEqual([]);
    expect(await find(word)).toMatchObject([{ shareToken, name: '2 files', size: 20 }]);
    await mine.call('PATCH', `/api/shares/${shareToken}/password`, { password: 'secret' });
    expect(await find(word)).toEqual([]);
  });
});
