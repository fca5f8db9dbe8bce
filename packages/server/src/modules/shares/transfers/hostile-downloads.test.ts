import type { ShareDescriptor } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browser, visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let owner: TestUser;
let mine: SharedApi;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  drive.mails.length = 0;
});

const { addressOf, addresses, archiveOf, ask, fetchWhole } = visitorOf(() => drive);
const downloadsOf = async (token: string): Promise<number> => {
  await drive.drain();
  const { shares } = (await mine.call('GET', '/api/shares?limit=200')).body;
  return shares.find((one: ShareDescriptor) => one.shareToken === token).downloadCount;
};
async function sendTo(token: string, email: string): Promise<{ id: string; r: string }> {
  const { body } = await mine.call('POST', `/api/shares/${token}/recipients`, { emails: [email] });
  await drive.drain();
  const r = /\?r=([\w.-]+)/.exec(drive.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  expect(r).not.toBe('');
  return { id: body.recipients[0].id, r };
}
const toOwner = () => drive.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
describe('a limit on downloads', () => {
  const bytes = 3 * 1024 * 1024;
  const limited = async (maxDownloads: number, size = bytes) => {
    const id = await mine.file('a.bin', { bytes: size });
    return { id, token: (await mine.shareFile(id, { maxDownloads })).shareToken };
  };

  test('[P-147] of three admits exactly three of twenty concurrent downloads', async () => {
    for (const size of [10, bytes]) {
      const { token } = await limited(3, size);
      const statuses = await Promise.all((await addresses(token, 20)).map((url) => fetchWhole(url)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(3);
      expect(statuses.filter((status) => status === 410)).toHaveLength(17);
      expect(await downloadsOf(token)).toBe(3);
    }
  });

  test('admits consecutive downloads up to the limit', async () => {
    const { token } = await limited(8, 10);
    for (const url of await addresses(token, 8)) expect(await fetchWhole(url)).toBe(200);
    expect(await downloadsOf(token)).toBe(8);
  });

  test('[P-148] applies to a file and a ZIP together', async () => {
    const { token } = await limited(1);
    const statuses = await Promise.all(
      [await addressOf(token), await archiveOf(token), await addressOf(token), await archiveOf(token)].map((url) =>
        fetchWhole(url),
      ),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('[P-241] is not consumed by HEAD, small ranges, 416 or 304 responses', async () => {
    const { token } = await limited(1);
    const url = await addressOf(token);
    const etag = (await drive.fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const asks: [number, RequestInit][] = [
      [200, { method: 'HEAD' }],
      [206, { headers: { range: 'bytes=0-99' } }],
      [206, { headers: { range: 'bytes=1000-1099' } }],
      [416, { headers: { range: `bytes=${bytes}-` } }],
      [304, { headers: { 'if-none-match': etag } }],
      [200, { method: 'HEAD', headers: { range: 'bytes=-1' } }],
    ];
    for (const [status, init] of asks) expect(await fetchWhole(url, init)).toBe(status);
    const archive = await archiveOf(token);
    expect(await fetchWhole(archive, { method: 'HEAD' })).toBe(200);
    expect(await downloadsOf(token)).toBe(0);
    expect(await fetchWhole(url)).toBe(200);
    expect(await downloadsOf(token)).toBe(1);
    expect(await fetchWhole(archive, { method: 'HEAD' })).toBe(410);
    expect(await fetchWhole(url, { method: 'HEAD' })).toBe(200);
    drive.clock.advance(16 * 60_000);
    expect(await fetchWhole(url, { method: 'HEAD' })).toBe(403);
  });

  test('admits all ranges of one download, in any order', async () => {
    const { token } = await limited(1);
    const [url = '', other = ''] = await addresses(token, 2);
    const piece = (range: string, of = url) => fetchWhole(of, { headers: { range: `bytes=${range}` } });
    expect(await piece('2000000-')).toBe(206);
    expect(await downloadsOf(token)).toBe(1);
    expect(await piece('0-999999')).toBe(206);
    expect(await piece('1000000-1999999')).toBe(206);
    expect(await piece('0-999999', other)).toBe(410);
    expect(await fetchWhole(other)).toBe(410);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('admits one download also if its ranges are requested concurrently', async () => {
    const { token } = await limited(2);
    const [url = '', other = ''] = await addresses(token, 2);
    const size = Math.ceil(bytes / 6);
    const pieces = Array.from({ length: 6 }, (_, n) =>
      fetchWhole(url, { headers: { range: `bytes=${n * size}-${Math.min((n + 1) * size, bytes) - 1}` } }),
    );
    expect(await Promise.all([...pieces, fetchWhole(other)])).toEqual([206, 206, 206, 206, 206, 206, 200]);
    expect(await downloadsOf(token)).toBe(2);
  });

  test('[P-113] frees the slot of an aborted transfer, also after a restart', async () => {
    const { token } = await limited(1, 16 * 1024 * 1024);
    for (const end of ['abort', 'restart'] as const) {
      const url = await addressOf(token);
      const stopping = new AbortController();
      const begun = await drive.fetch(url, { signal: stopping.signal });
      const reader = begun.body?.getReader();
      await reader?.read();
      expect(await fetchWhole(await addressOf(token))).toBe(410);
      if (end === 'restart') await drive.restart();
      stopping.abort();
      await reader?.cancel().catch(() => {});
      await drive.drain();
      expect(await downloadsOf(token)).toBe(0);
    }
    expect(await fetchWhole(await addressOf(token))).toBe(200);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('is not consumed by programs that render link previews', async () => {
    const { token } = await limited(1, 10);
    for (const agent of ['Slackbot 1.0', 'WhatsApp/2.23', 'facebookexternalhit/1.1', 'Twitterbot/1.0'])
      await drive.fetch(`/share/${token}`, { headers: { ...browser, 'user-agent': agent } });
    expect(await downloadsOf(token)).toBe(0);
    expect((await ask('GET', `/api/public/share/${token}`)).status).toBe(200);
  });
});

describe('counts', () => {
  test('of concurrent requests for one URL are one download of the file and of the share', async () => {
    const id = await mine.file('a');
    const { shareToken } = await mine.shareFile(id);
    const url = await addressOf(shareToken);
    await Promise.all(Array.from({ length: 12 }, () => fetchWhole(url)));
    expect(await downloadsOf(shareToken)).toBe(1);
    expect((await mine.get(id)).downloadCount).toBe(1);
    await drive.restart();
    expect((await drive.fetch(url.replace(/^http:\/\/[^/]+/, drive.url))).status).toBe(200);
    expect(await downloadsOf(shareToken)).toBe(1);
  });

  test('[P-107] of two concurrent first downloads or views cause one email', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'), { notifyOnDownload: true, notifyOnView: true });
    const { r } = await sendTo(shareToken, 'anna@example.com');
    await Promise.all(Array.from({ length: 6 }, () => ask('GET', `/api/public/share/${shareToken}?r=${r}`)));
    const urls = await Promise.all(Array.from({ length: 6 }, () => addressOf(shareToken, `r=${r}`)));
    await Promise.all(urls.map((url) => fetchWhole(url)));
    expect(await downloadsOf(shareToken)).toBe(6);
    expect(toOwner().toSorted()).toEqual(['anna@example.com downloaded a', 'anna@example.com opened a']);
  });

  test('[P-97] leave out a removed recipient: by link, cookie, URL and archive', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'), { notifyOnDownload: true, notifyOnView: true });
    const { id, r } = await sendTo(shareToken, 'anna@example.com');
    const before = [await addressOf(shareToken, `r=${r}`), await archiveOf(shareToken, { 'x-share-recipient': r })];
    expect((await mine.call('DELETE', `/api/shares/${shareToken}/recipients/${id}`)).status).toBe(204);
    const cookie = `recipient_${shareToken}=${r}`;
    await ask('GET', `/share/${shareToken}?r=${r}`, undefined, { ...browser, cookie });
    for (const url of [...before, await addressOf(shareToken, '', { cookie })]) expect(await fetchWhole(url)).toBe(200);
    expect(await downloadsOf(shareToken)).toBe(3);
    expect(toOwner()).toEqual([]);
    await sendTo(shareToken, 'anna@example.com');
    await fetchWhole(await addressOf(shareToken, `r=${r}`));
    await drive.drain();
    expect(toOwner()).toEqual([]);
  });

  test('of a recipient stay with that recipient if another personal link is opened', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'), { notifyOnDownload: true });
    const { r } = await sendTo(shareToken, 'anna@example.com');
    const cookieOf = ({ response }: { response: Response }) =>
      response.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('recipient_'))
        ?.split(';')[0];
    const cookie = cookieOf(await ask('GET', `/share/${shareToken}?r=${r}`, undefined, browser));
    expect(cookie).toBe(`recipient_${shareToken}=${r}`);
    const junk = await ask('GET', `/share/${shareToken}?r=junk`, undefined, { ...browser, cookie: cookie ?? '' });
    expect([cookie, undefined]).toContain(cookieOf(junk));
    expect(cookieOf(await ask('GET', `/share/${shareToken}?r=junk`, undefined, browser))).toBeUndefined();
  });
});
