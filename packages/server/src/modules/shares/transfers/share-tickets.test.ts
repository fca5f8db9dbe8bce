import { dayMs } from '@drive/base';
import type { NewShare, ShareDescriptor } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../../../../test/api/sender-api.ts';
import { visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { readSlowly } from '../../../../test/network/slow-reader.ts';
import { driveForAllTests, drive, mine, user } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { addressOf, archiveOf, ask, grantOf } = visitorOf(() => drive);
const bytes = 50_000;
const names = ['a.bin', 'b.bin', 'c.bin'];

interface Folder {
  readonly token: string;
  readonly folderId: string;
  readonly ids: readonly string[];
}
async function shareFolder(options: NewShare = {}): Promise<Folder> {
  const folderId = await mine.folder(`Trip ${performance.now()}`);
  const ids: string[] = [];
  for (const name of names) ids.push(await mine.file(name, { in: folderId, bytes }));
  return { token: (await mine.shareFolder(folderId, options)).shareToken, folderId, ids };
}
const shareOf = async (token: string): Promise<ShareDescriptor & { downloadCount: number }> => {
  await drive.drain();
  const { shares } = (await mine.call('GET', '/api/shares?limit=200')).body;
  return shares.find((one: ShareDescriptor) => one.shareToken === token);
};
const downloadsOf = async (token: string): Promise<number> => (await shareOf(token)).downloadCount;
const take = (token: string, headers: Record<string, string> = {}) =>
  ask('POST', `/api/public/share/${token}/tickets`, undefined, headers);
async function ticketOf(token: string, headers: Record<string, string> = {}): Promise<{ 'x-share-ticket': string }> {
  const { status, body } = await take(token, headers);
  expect({ status, body }).toMatchObject({ status: 201, body: { ticket: expect.any(String) } });
  return { 'x-share-ticket': body.ticket };
}
async function get(url: string, range?: string): Promise<readonly [status: number, bytes: number]> {
  const response = await drive.fetch(url, range === undefined ? {} : { headers: { range: `bytes=${range}` } });
  const { byteLength } = await response.arrayBuffer();
  await drive.drain();
  return [response.status, response.status < 300 ? byteLength : 0];
}
const getFile = async (token: string, id: string, headers: Record<string, string>, range?: string) =>
  get(await addressOf(token, `fileId=${id}`, headers), range);
const codeOf = ({ status, body }: { status: number; body: any }): unknown[] => [status, body?.code];
const refused = [410, 0];

describe('a ticket for a share with a limit', () => {
  test('[P-129] takes one download at once, and every file of the share is then a part of it', async () => {
    const { token, ids } = await shareFolder({ maxDownloads: 1 });
    const { status, body } = await take(token);
    expect([status, body]).toEqual([
      201,
      { ticket: expect.any(String), expiresAt: new Date(drive.clock.now() + dayMs).toISOString() },
    ]);
    expect(await downloadsOf(token)).toBe(1);
    expect(codeOf(await take(token))).toEqual([410, 'share_limit_reached']);
    const headers = { 'x-share-ticket': body.ticket };
    for (const id of ids) expect(await getFile(token, id, headers)).toEqual([200, bytes]);
    expect(await downloadsOf(token)).toBe(1);
    expect(await readEvents(drive, user.userId, 'share.download.anonymous')).toMatchObject([
      { share_token: token, file_id: null, file_name: null },
    ]);
    for (const id of ids) expect((await mine.get(id)).downloadCount).toBe(1);
  });

  test('[P-135] opens the share that has no downloads left: what it is, its files and their pages', async () => {
    const { token, ids } = await shareFolder({ maxDownloads: 1, password: 'open sesame' });
    const unlocked = { 'x-share-unlock': await grantOf(token, 'open sesame') };
    expect((await ask('GET', `/api/public/share/${token}`, undefined, unlocked)).body.downloadsLeft).toBe(1);
    const headers = { ...(await ticketOf(token, unlocked)), ...unlocked };
    expect(codeOf(await ask('GET', `/api/public/share/${token}`))).toEqual([410, 'share_limit_reached']);
    expect(await ask('GET', `/api/public/share/${token}`, undefined, headers)).toMatchObject({
      status: 200,
      body: { downloadsLeft: 0, fileCount: 3 },
    });
    const listed = await ask('GET', `/api/public/share/${token}/files`, undefined, headers);
    expect(listed.body.files).toHaveLength(3);
    const page = await ask('GET', `/share/${token}/download?file=${ids[0]}`, undefined, headers);
    expect(page.status).toBe(302);
    expect(await get(page.response.headers.get('location') ?? '')).toEqual([200, bytes]);
    const { shortUrl } = await shareOf(token);
    const short = new URL(shortUrl).pathname;
    expect((await ask('GET', short)).status).toBe(410);
    expect((await ask('GET', short, undefined, headers)).status).toBe(302);
    const withoutGrant = { 'x-share-ticket': headers['x-share-ticket'] };
    const again = await ask('POST', `/api/public/share/${token}/unlock`, { password: 'open sesame' }, withoutGrant);
    expect(again.status).toBe(200);
    expect(codeOf(await ask('GET', `/api/public/share/${token}/files`, undefined, withoutGrant))).toEqual([
      401,
      'share_locked',
    ]);
  });

  test('[P-130] delivers each file once, and once more to a client that tries again or was interrupted', async () => {
    const { token, ids } = await shareFolder({ maxDownloads: 1 });
    const [one = '', two = '', three = ''] = ids;
    const headers = await ticketOf(token);
    const url = await addressOf(token, `fileId=${one}`, headers);
    expect(await getFile(token, one, headers)).toEqual([200, bytes]);
    expect(await get(url)).toEqual([200, bytes]);
    expect(await get(url)).toEqual(refused);
    const refusal = (id: string) =>
      ask('GET', `/api/public/share/${token}/download-url?fileId=${id}`, undefined, headers);
    expect(codeOf(await refusal(one))).toEqual([410, 'share_limit_reached']);
    const reader = await readSlowly(await addressOf(token, `fileId=${two}`, headers));
    await reader.read(1000);
    reader.reset();
    await drive.drain();
    drive.clock.advance(3 * 3_600_000);
    expect(await getFile(token, two, headers, '1000-')).toEqual([206, bytes - 1000]);
    drive.clock.advance(16 * 60_000);
    expect(codeOf(await refusal(two))).toEqual([410, 'share_limit_reached']);
    expect((await ask('GET', `/share/${token}/download?file=${two}`, undefined, headers)).status).toBe(410);
    expect(await getFile(token, three, headers, `0-${bytes / 2 - 1}`)).toEqual([206, bytes / 2]);
    expect(await getFile(token, three, headers, `${bytes / 2}-`)).toEqual([206, bytes / 2]);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('[P-133] is not issued more often than downloads are left, and leaves the others alone', async () => {
    const { token, ids } = await shareFolder({ maxDownloads: 3 });
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await take(token)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 410)).toHaveLength(7);
    expect(await downloadsOf(token)).toBe(3);

    const other = await shareFolder({ maxDownloads: 2 });
    const headers = await ticketOf(other.token);
    for (const id of other.ids) {
      const reader = await readSlowly(await addressOf(other.token, `fileId=${id}`, headers));
      reader.reset();
      await drive.drain();
    }
    expect((await ask('GET', `/api/public/share/${other.token}`)).body.downloadsLeft).toBe(1);
    expect(await get(await addressOf(other.token, `fileId=${other.ids[0]}`))).toEqual([200, bytes]);
    expect((await shareOf(other.token)).downloadCount).toBe(2);
    expect(ids).toHaveLength(3);
  });

  test('[P-132] works for a ZIP, a file and a ticket together as one limit', async () => {
    const { token, ids } = await shareFolder({ maxDownloads: 3 });
    expect((await get(await archiveOf(token)))[0]).toBe(200);
    expect(await get(await addressOf(token, `fileId=${ids[0]}`))).toEqual([200, bytes]);
    const archive = await archiveOf(token);
    const headers = await ticketOf(token);
    expect((await get(archive))[0]).toBe(410);
    expect(await getFile(token, ids[0] ?? '', headers)).toEqual([200, bytes]);
    expect(await downloadsOf(token)).toBe(3);
  });
});

describe('a ticket for a share without a limit', () => {
  test('[P-131] counts one download with its first file', async () => {
    const { token, ids } = await shareFolder();
    expect((await ask('GET', `/api/public/share/${token}`)).body.downloadsLeft).toBeNull();
    const headers = await ticketOf(token);
    expect(await downloadsOf(token)).toBe(0);
    await Promise.all(ids.map((id) => getFile(token, id, headers)));
    expect(await downloadsOf(token)).toBe(1);
    expect(await readEvents(drive, user.userId, 'share.download.anonymous')).toMatchObject([{ file_id: null }]);
    const again = await ticketOf(token);
    for (const id of ids) await getFile(token, id, again);
    expect(await downloadsOf(token)).toBe(2);
    for (const id of ids) expect((await mine.get(id)).downloadCount).toBe(2);
  });

  test('[P-137] takes a download when the owner has set a limit meanwhile, and goes on if it has taken one', async () => {
    const { token, folderId, ids } = await shareFolder();
    const [used, unused, late] = [await ticketOf(token), await ticketOf(token), await ticketOf(token)];
    expect(await getFile(token, ids[0] ?? '', used)).toEqual([200, bytes]);
    await mine.shareFolder(folderId, { maxDownloads: 2 });
    expect(await getFile(token, ids[1] ?? '', used)).toEqual([200, bytes]);
    const together = await Promise.all(ids.map((id) => getFile(token, id, unused)));
    expect(together).toEqual(ids.map(() => [200, bytes]));
    expect(await getFile(token, ids[1] ?? '', late)).toEqual(refused);
    expect(await downloadsOf(token)).toBe(2);
    await mine.shareFolder(folderId, { maxDownloads: null });
    expect(await getFile(token, ids[1] ?? '', late)).toEqual([200, bytes]);
    expect(await downloadsOf(token)).toBe(3);
  });

  test('[P-139] of a recipient counts as theirs, and the owner’s email names the share', async () => {
    const { token, ids } = await shareFolder({ notifyOnDownload: true });
    await mine.call('POST', `/api/shares/${token}/recipients`, { emails: ['ada@example.com'] });
    const { url } = (await mine.call('GET', `/api/shares/${token}/recipients`)).body.recipients[0];
    const headers = await ticketOf(token, { 'x-share-recipient': new URL(url).searchParams.get('r') ?? '' });
    await drive.drain();
    drive.mails.length = 0;
    for (const id of ids) expect(await getFile(token, id, headers)).toEqual([200, bytes]);
    expect((await mine.call('GET', `/api/shares/${token}/recipients`)).body.recipients[0].downloadCount).toBe(1);
    expect(drive.mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^ada@example\.com downloaded Trip [\d.]+$/),
    ]);
  });
});

describe('a ticket', () => {
  test('[P-134] is valid for its share, its password and a day', async () => {
    const { token, ids, folderId } = await shareFolder({ maxDownloads: 9 });
    const other = await shareFolder();
    const refusedWith = async (headers: Record<string, string>) =>
      codeOf(await ask('GET', `/api/public/share/${token}/download-url?fileId=${ids[0]}`, undefined, headers));
    const denied = [403, 'access_denied'];
    expect(await refusedWith(await ticketOf(other.token))).toEqual(denied);
    const headers = await ticketOf(token);
    const { 'x-share-ticket': ticket } = headers;
    for (const forged of ['', 'x', ticket.slice(0, -1), ticket.replace(/^./, '_'), 'a.b.c.d.e.f'])
      expect(await refusedWith({ 'x-share-ticket': forged })).toEqual(denied);
    expect(await refusedWith(headers)).toEqual([200, undefined]);
    drive.clock.advance(dayMs - 1000);
    expect(await refusedWith(headers)).toEqual([200, undefined]);
    drive.clock.advance(1000);
    expect(await refusedWith(headers)).toEqual(denied);
    expect((await ask('GET', `/share/${token}/download?file=${ids[0]}`, undefined, headers)).status).toBe(403);
    // An old ticket closes nothing.
    for (const rest of ['', '/files'])
      expect((await ask('GET', `/api/public/share/${token}${rest}`, undefined, headers)).status).toBe(200);

    const fresh = await ticketOf(token);
    const url = await addressOf(token, `fileId=${ids[0]}`, fresh);
    await mine.shareFolder(folderId, { password: 'open sesame' });
    const unlocked = { 'x-share-unlock': await grantOf(token, 'open sesame') };
    expect(await refusedWith({ ...fresh, ...unlocked })).toEqual(denied);
    expect((await get(url))[0]).toBe(403);
    const last = await ticketOf(token, unlocked);
    await mine.call('DELETE', `/api/shares/${token}`);
    expect(await refusedWith({ ...last, ...unlocked })).toEqual([404, 'share_not_found']);
  });

  test('[P-136] needs the share unlocked and open, and is not for programs that preview links', async () => {
    const { token } = await shareFolder({ password: 'open sesame', maxDownloads: 1 });
    expect(codeOf(await take(token))).toEqual([401, 'share_locked']);
    const unlocked = { 'x-share-unlock': await grantOf(token, 'open sesame') };
    expect(codeOf(await take(token, { ...unlocked, 'user-agent': 'Slackbot 1.0' }))).toEqual([403, 'access_denied']);
    expect(await downloadsOf(token)).toBe(0);
    expect(codeOf(await take('unknown'))).toEqual([404, 'share_not_found']);
  });

  test('[P-138] is issued once for one Idempotency-Key of a network', async () => {
    const { token } = await shareFolder({ maxDownloads: 2 });
    const first = await take(token, { 'idempotency-key': 'once' });
    const again = await take(token, { 'idempotency-key': 'once' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await downloadsOf(token)).toBe(1);
    expect((await take(token, { 'idempotency-key': 'twice' })).body).not.toEqual(first.body);
    expect(await downloadsOf(token)).toBe(2);
    expect(codeOf(await take(token, { 'idempotency-key': 'a b' }))).toEqual([400, 'validation_failed']);
  });
});
