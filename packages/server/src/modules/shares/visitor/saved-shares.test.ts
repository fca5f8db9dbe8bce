import { describe, expect, test } from 'vitest';
import { readEvents } from '../../../../test/api/sender-api.ts';
import { browser, visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive, type DriveInit } from '../../../../test/drive.ts';
import { sharedApi } from '../../../../test/shared.ts';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';
import { driveForAllTests, drive, mine, user } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { grantOf } = visitorOf(() => drive);
const someone = async () => {
  const account = await drive.createUser();
  const api = sharedApi(drive, account);
  const save = async (token: string, json: object = {}, init: DriveInit = { key: account.key }) => {
    const answer = await drive.fetch(`/api/public/share/${token}/save`, { method: 'POST', json, ...init });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  return { account, api, save };
};
const downloadsOf = async (token: string): Promise<number> =>
  (await mine.call('GET', `/api/shares/${token}`)).body.downloadCount;
async function shareTrip(options: object = {}) {
  const trip = await mine.folder(`Trip ${crypto.randomUUID()}`);
  const day = await mine.folder('Day', trip);
  const plan = await mine.put('plan.txt', 'to the sea', { in: trip });
  const raw = await mine.put('raw.bin', 'rawraw', { in: day });
  const { shareToken: token } = await mine.shareFolder(trip, options);
  return { trip, day, plan, raw, token };
}

describe('saving a share', () => {
  test('[P-1857] copies it to the drive of the caller, in full against their quota, as one download of the link', async () => {
    const { trip, token, day } = await shareTrip();
    await mine.call('PATCH', `/api/files/${day}`, { metadata: { secret: 'of the owner' }, tags: ['mine'] });
    const { api, save, account } = await someone();
    const { status, body } = await save(token);
    expect([status, body.failed, body.copied]).toEqual([
      200,
      [],
      [expect.objectContaining({ type: 'folder', size: 16 })],
    ]);
    const [top] = body.copied;
    expect(await api.names(top.id)).toEqual(['Day', 'plan.txt']);
    const copyOfDay = (await api.call('GET', `/api/files?parentId=${top.id}`)).body.files[0];
    expect([copyOfDay.metadata, copyOfDay.tags]).toEqual([{}, []]);
    expect((await api.usage()).usedBytes).toBe(16);
    expect(await downloadsOf(token)).toBe(1);
    expect(await readEvents(drive, user.userId, 'share.download.anonymous')).toHaveLength(1);
    expect(await readEvents(drive, account.userId, 'folder.created')).toHaveLength(1);
    // The copy stays when the link ends, and is another one each time.
    await mine.call('DELETE', `/api/folders/${trip}/share`);
    expect(await api.names(top.id)).toEqual(['Day', 'plan.txt']);
    expect(await save(token)).toMatchObject({ status: 404, body: { code: 'share_not_found' } });
    const { kept, counted } = await readTallies(drive.database, account.userId);
    expect(kept).toEqual(counted);
  });

  test('[P-1858] copies chosen files, and of several shared files all or some, to a folder', async () => {
    const { token, raw, plan } = await shareTrip();
    const outside = await mine.put('outside.txt', 'x');
    const { api, save } = await someone();
    const into = await api.folder('Received');
    expect(await save(token, { fileIds: [raw, plan, raw], parentId: into })).toMatchObject({
      status: 200,
      body: { copied: [{ name: 'raw.bin' }, { name: 'plan.txt' }] },
    });
    expect((await api.names(into)).toSorted()).toEqual(['plan.txt', 'raw.bin']);
    for (const fileIds of [[outside], [plan, crypto.randomUUID()]])
      expect(await save(token, { fileIds })).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    expect(await save(token, { parentId: crypto.randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'folder_not_found' },
    });
    const multi = await mine.shareTogether([raw, plan]);
    expect((await save(multi)).body.copied.map(({ name }: { name: string }) => name)).toEqual(['raw.bin', 'plan.txt']);
    const { shareToken: single } = await mine.shareFile(plan);
    expect((await save(single, { parentId: into })).body.copied).toMatchObject([{ name: 'plan (1).txt' }]);
    expect(await downloadsOf(token)).toBe(1);
  });

  test('[P-1859] obeys the password and the limit, which two callers do not exceed, and gives nothing to crawlers', async () => {
    const locked = await shareTrip({ password: 'open sesame' });
    const { save, api, account } = await someone();
    expect(await save(locked.token)).toMatchObject({ status: 401, body: { code: 'share_locked' } });
    const headers = { 'x-share-unlock': await grantOf(locked.token, 'open sesame') };
    expect((await save(locked.token, {}, { headers, key: account.key })).status).toBe(200);
    const robot = { 'user-agent': 'Googlebot/2.1' };
    const { token } = await shareTrip({ maxDownloads: 1 });
    expect((await save(token, {}, { headers: robot, key: account.key })).status).toBe(403);
    const before = (await api.usage()).usedBytes;
    const answers = await Promise.all([save(token), save(token), save(token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await api.usage()).usedBytes).toBe(before + 16);
    expect(await downloadsOf(token)).toBe(1);
    expect(await save(token)).toMatchObject({ status: 410, body: { code: 'share_limit_reached' } });
  });

  test('[P-1860] that fails for want of space copies nothing, and takes no download of the link', async () => {
    const { token } = await shareTrip({ maxDownloads: 1 });
    const { save, account, api } = await someone();
    await drive.app.accounts.directory.change('console', { email: account.email }, { quotaBytes: 10 });
    expect(await save(token)).toMatchObject({
      status: 207,
      body: { copied: [], failed: [{ code: 'storage_quota_exceeded' }] },
    });
    expect(await api.names()).toEqual([]);
    expect(await downloadsOf(token)).toBe(0);
  });

  test('[P-1861] leaves out what is held back, and needs an account that may write', async () => {
    const { token, raw, plan } = await shareTrip();
    await mine.holdBack(raw);
    const { save, api, account } = await someone();
    const { status, body } = await save(token);
    expect([status, body.failed]).toEqual([207, [expect.objectContaining({ id: raw, code: 'file_quarantined' })]]);
    expect(await api.names(body.copied[0].id)).toEqual(['Day', 'plan.txt']);
    expect((await save(token, {}, {})).status).toBe(401);
    const reader = (await api.call('POST', '/api/me/api-keys', { scopes: ['files:read'] })).body;
    expect((await save(token, {}, { key: reader.rawKey })).status).toBe(403);
    const folder = await api.folder('Only');
    const confined = (await api.call('POST', '/api/me/api-keys', { folderId: folder })).body;
    expect((await save(token, { fileIds: [plan] }, { key: confined.rawKey })).status).toBe(200);
    expect(await api.names(folder)).toEqual(['plan.txt']);
    expect(account.email).not.toBe(user.email);
  });

  test('[P-1862] is a button of the page for users who are signed in, but not for the owner', async () => {
    const { token, plan } = await shareTrip();
    const path = `/share/${token}`;
    const { account, api } = await someone();
    const session = await drive.signIn(account);
    const look = async (at: string, headers: Record<string, string> = {}) =>
      (await drive.fetch(at, { headers: { ...browser, ...headers } })).text();
    const post = (body: Record<string, string>) =>
      drive.fetch(`${path}/save`, {
        method: 'POST',
        headers: { ...browser, cookie: session.cookie, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(body),
      });
    expect(await look(path)).not.toContain('Save to my drive');
    expect(await look(path, { cookie: (await drive.signIn(user)).cookie })).not.toContain('Save to my drive');
    expect(await look(path, { cookie: session.cookie })).toContain(`action="${path}/save"`);
    expect((await post({})).status).toBe(403);
    const saved = await post({ xsrf: session.xsrf });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?saved=1`]);
    expect(await look(`${path}?saved=1`, { cookie: session.cookie })).toContain('It is in your drive now.');
    expect((await api.names()).length).toBe(1);
    expect((await post({ xsrf: session.xsrf, file: plan })).status).toBe(303);
    expect(await api.names()).toContain('plan.txt');
    expect(await look(`${path}?select=1`, { cookie: session.cookie })).toContain(`formaction="${path}/save"`);
  });

  test('repeated with its Idempotency-Key copies nothing again, and gets the first answer', async () => {
    const { token, plan } = await shareTrip({ maxDownloads: 2 });
    const { save, api, account } = await someone();
    const init = { key: account.key, headers: { 'idempotency-key': crypto.randomUUID() } };
    const first = await save(token, {}, init);
    expect([first.status, await save(token, {}, init)]).toEqual([200, first]);
    expect((await save(token, { fileIds: [plan] }, init)).status).toBe(409);
    expect([(await api.names()).length, await downloadsOf(token)]).toEqual([1, 1]);
  });

  test('of one file counts as a download of it', async () => {
    const plan = await mine.put('counted.txt', 'to the sea');
    const { shareToken } = await mine.shareFile(plan);
    const { save } = await someone();
    expect((await save(shareToken)).status).toBe(200);
    expect((await mine.call('GET', `/api/files/${plan}`)).body.downloadCount).toBe(1);
    expect(await downloadsOf(shareToken)).toBe(1);
  });

  test.each([
    ['is revoked', (trip: string) => mine.call('DELETE', `/api/folders/${trip}/share`)],
    ['gets another password', (trip: string) => mine.shareFolder(trip, { password: 'another one' })],
  ])('by an operation ends when the link %s', async (_, close) => {
    const { trip, day, token } = await shareTrip();
    const some = await mine.folder('some', trip);
    for (let name = 0; name < 24; name += 1) await mine.folder(`${name}`, some);
    for (let copies = 0; copies < 41; copies += 1)
      await mine.call('POST', '/api/files/copy', { ids: [some], parentId: day });
    const { save, api } = await someone();
    const { status, body } = await save(token);
    expect(status).toBe(202);
    await close(trip);
    await drive.drain();
    expect((await api.call('GET', `/api/operations/${body.operationId}`)).body).toMatchObject({
      status: 'complete',
      result: { copied: [], failed: [{ code: 'share_not_found' }] },
    });
    expect(await api.names()).toEqual([]);
  });

  test('[P-1900] by a form of the page that is sent twice copies once, and another form copies again', async () => {
    const { token, plan } = await shareTrip();
    const { account, api } = await someone();
    const session = await drive.signIn(account);
    const headers = { ...browser, cookie: session.cookie, 'sec-fetch-site': 'same-origin' };
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ xsrf: session.xsrf, ...fields });
      const answer = await drive.fetch(`/share/${token}/save`, { method: 'POST', headers, body });
      return [answer.status, answer.headers.get('location')];
    };
    const formKey = async (): Promise<string> => {
      const html = await (await drive.fetch(`/share/${token}`, { headers })).text();
      return /name="once" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
    };
    const once = await formKey();
    const answers = await Promise.all([post({ once }), post({ once })]);
    expect(answers).toEqual([1, 2].map(() => [303, `/share/${token}?saved=1`]));
    expect((await api.names()).length).toBe(1);
    expect(await post({ once, file: plan })).toEqual([409, null]);
    expect(await post({ once: await formKey() })).toEqual([303, `/share/${token}?saved=1`]);
    expect([(await api.names()).length, await downloadsOf(token)]).toEqual([2, 2]);
  });

  test('by the page says how many files were left out', async () => {
    const plan = await mine.put('kept.txt', 'to the sea');
    const raw = await mine.put('held.bin', 'rawraw');
    const token = await mine.shareTogether([plan, raw]);
    await mine.holdBack(raw);
    const { account } = await someone();
    const session = await drive.signIn(account);
    const headers = { ...browser, cookie: session.cookie, 'sec-fetch-site': 'same-origin' };
    const body = new URLSearchParams({ xsrf: session.xsrf });
    const saved = await drive.fetch(`/share/${token}/save`, { method: 'POST', headers, body });
    const path = `/share/${token}?saved=1&left=1`;
    expect([saved.status, saved.headers.get('location')]).toEqual([303, path]);
    expect(await (await drive.fetch(path, { headers })).text()).toContain('1 item could not be copied.');
  });
});
