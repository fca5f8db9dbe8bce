import { dayMs } from '@drive/base';
import { describe, expect, test } from 'vitest';
import { treeApi } from '../../../../test/api/tree-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { treeOn } from '../../../../test/tree/tree.ts';
import { driveForAllTests, drive, user, mine } from '../../../../test/use-drive.ts';
import { findShare, removeShareFiles } from '../share-store.ts';

driveForAllTests();

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
const share = (fileIds: readonly string[], json: object = {}) =>
  mine.call('POST', '/api/files/share-multi', { fileIds, ...json });
const files = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await treeOn(drive).upload(user.userId, `${n}.txt`)).id);
  return ids;
};
const listed = async () => (await mine.call('GET', '/api/shares')).body.shares;

describe('sharing several files', () => {
  test('[P-167] creates one link to all of them', async () => {
    const ids = await files(3);
    const { status, body } = await share(ids, { shareMode: 'PUBLIC', expiresInDays: 3, password: 'secret' });
    expect(status).toBe(201);
    expect(body).toEqual({
      shareToken: expect.any(String),
      shareUrl: `${drive.url}/share/${body.shareToken}`,
      shareMode: 'PUBLIC',
      listed: false,
      fileCount: 3,
    });
    expect(await listed()).toMatchObject([
      { shareToken: body.shareToken, kind: 'multi', itemId: null, fileCount: 3, passwordProtected: true },
    ]);
  });

  test('[P-172] is SHARED by default, and keeps the files’ own shares', async () => {
    const [first = '', second = ''] = await files(2);
    const own = await mine.call('POST', `/api/files/${first}/share`, {});
    const { body } = await share([first, second]);
    expect(body.shareMode).toBe('SHARED');
    expect((await mine.get(first)).shareToken).toBe(own.body.shareToken);
    expect((await mine.get(second)).shareToken).toBe(body.shareToken);
    expect(await listed()).toHaveLength(2);
  });

  test('[P-174] accepts the options of a single share, and sets none that is omitted', async () => {
    const ids = await files(2);
    const wished = async (json: object) => {
      expect((await share(ids, json)).status).toBe(201);
      return (await listed())[0];
    };
    const none = { notifyOwnerOnDownload: false, notifyOnView: false, notifyPerRecipient: false, maxDownloads: null };
    for (const json of [{}, { expiresInDays: 0, password: null }, { expiresInDays: null, maxDownloads: null }])
      expect(await wished(json)).toMatchObject({
        ...none,
        shareMode: 'SHARED',
        expiresAt: null,
        passwordProtected: false,
      });
    const notify = { notifyOnDownload: true, notifyOnView: true, notifyPerRecipient: true };
    const all = { ...notify, shareMode: 'PUBLIC', expiresInDays: 365, password: 'x'.repeat(72), maxDownloads: 5 };
    expect(await wished(all)).toMatchObject({
      shareMode: 'PUBLIC',
      expiresAt: new Date(drive.clock.now() + 365 * dayMs).toISOString(),
      passwordProtected: true,
      notifyOwnerOnDownload: true,
      notifyOnView: true,
      notifyPerRecipient: true,
      maxDownloads: 5,
    });
  });

  test('[P-75] refuses more days than the server is configured for', async () => {
    const strict = await startDrive({ settings: { SHARE_MAX_EXPIRY_DAYS: '30' } });
    try {
      const theirs = treeApi(strict, await strict.createUser());
      const fileIds = [await theirs.file('a'), await theirs.file('b')];
      const shareFor = (expiresInDays: number) =>
        theirs.call('POST', '/api/files/share-multi', { fileIds, expiresInDays });
      expect(await shareFor(31)).toMatchObject({ status: 400, body: { errors: [{ field: 'expiresInDays' }] } });
      expect((await shareFor(30)).status).toBe(201);
    } finally {
      await strict.close();
    }
  });

  test('[P-168] accepts 2 to 50 files', async () => {
    const ids = await files(51);
    expect((await share(ids.slice(0, 50))).status).toBe(201);
    for (const some of [ids, ids.slice(0, 1), []])
      expect(await share(some)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test.each([
    [{ shareMode: 'PRIVATE' }, 'validation_failed'],
    [{ password: 'abc' }, 'validation_failed'],
    [{ password: 'x'.repeat(73) }, 'password_too_long'],
    [{ expiresInDays: 366 }, 'validation_failed'],
  ])('[P-173] refuses %j and shares nothing', async (json, code) => {
    expect(await share(await files(2), json)).toMatchObject({ status: 400, body: { code } });
    expect(await listed()).toEqual([]);
  });

  test('[P-169] refuses a repeated file', async () => {
    const [id = ''] = await files(1);
    expect((await share([id, id])).status).toBe(400);
    expect((await share([id, id.toUpperCase()])).status).toBe(400);
  });

  test('[P-170] fails as a whole if one file is missing, trashed, purged, a folder or foreign', async () => {
    const [id = '', trashed = '', purged = ''] = await files(3);
    await mine.trash(trashed, purged);
    await mine.purge(purged);
    for (const bad of [unknownId, trashed, purged, await mine.folder('f')])
      expect(await share([id, bad])).toMatchObject({ status: 404, body: { code: 'file_not_found' } });
    const theirs = await treeApi(drive, await drive.createUser()).file('theirs');
    expect(await share([id, theirs])).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    expect(await share([theirs, unknownId])).toMatchObject({ status: 404 });
    expect(await listed()).toEqual([]);
  });

  test('[P-178] repeated with one Idempotency-Key creates one share', async () => {
    const fileIds = await files(2);
    const send = async () =>
      (
        await drive.fetch('/api/files/share-multi', {
          method: 'POST',
          key: user.key,
          json: { fileIds },
          headers: { 'idempotency-key': 'once' },
        })
      ).json();
    expect(await send()).toEqual(await send());
    expect(await listed()).toHaveLength(1);
  });
});

describe('the link of several files', () => {
  test('[P-21] is changed by its token like the link of one', async () => {
    const { shareToken, shareUrl } = (await share(await files(2))).body;
    const change = (path: string, json: object) => mine.call('PATCH', `/api/shares/${shareToken}${path}`, json);
    const slug = 'several-at-once';
    for (const [path, json, then] of [
      ['', { shareMode: 'PUBLIC', maxDownloads: 3 }, { shareMode: 'PUBLIC', maxDownloads: 3 }],
      ['/expiry', { expiresInDays: 2 }, { expiresAt: new Date(drive.clock.now() + 2 * dayMs).toISOString() }],
      ['/notify', { notifyOnDownload: true, notifyOnView: true }, { notifyOwnerOnDownload: true, notifyOnView: true }],
      ['/password', { password: 'secret' }, { passwordProtected: true }],
      ['/slug', { slug }, { shortUrl: `${drive.url}/s/${slug}` }],
    ] as const)
      expect([path, await change(path, json)]).toMatchObject([path, { status: 200, body: { shareToken, ...then } }]);
    expect((await drive.fetch(`/s/${slug}`)).headers.get('location')).toBe(shareUrl);
    const json = { password: 'wrong' };
    await drive.fetch(`/api/public/share/${shareToken}/unlock`, { method: 'POST', json });
    expect((await mine.call('GET', `/api/shares/${shareToken}/unlock-events`)).body).toMatchObject({
      recentEvents: [{ result: 'failure' }],
      failedLast24h: 1,
    });
  });
});

describe('a file that is only in multi-shares', () => {
  test('[P-20] applies changes of its share to the newest multi-share', async () => {
    const [a = '', b = '', c = ''] = await files(3);
    const older = (await share([a, b])).body.shareToken;
    const newer = (await share([a, c])).body.shareToken;
    const { body } = await mine.call('PATCH', `/api/files/${a}/share/password`, { password: 'secret' });
    expect(body).toMatchObject({ shareToken: newer, passwordProtected: true });
    expect((await mine.call('PATCH', `/api/files/${c}/share/expiry`, { expiresInDays: 2 })).body).toMatchObject({
      shareToken: newer,
      passwordProtected: true,
    });
    expect((await mine.call('PATCH', `/api/files/${b}/share/notify`, { notifyOnDownload: true })).body).toMatchObject({
      shareToken: older,
      passwordProtected: false,
    });
  });

  test('[P-175] is removed from the link by revoking its share, and the last one ends the link', async () => {
    const [a = '', b = ''] = await files(2);
    const { shareToken } = (await share([a, b])).body;
    expect((await mine.call('DELETE', `/api/files/${a}/share`)).status).toBe(204);
    expect(await listed()).toMatchObject([{ shareToken, fileCount: 1 }]);
    await mine.call('DELETE', `/api/files/${b}/share`);
    expect(await listed()).toEqual([]);
  });

  test('does not change by the loss of files that it has lost already, or once it is revoked', async () => {
    const [a = '', b = '', c = ''] = await files(3);
    const { shareToken } = (await share([a, b, c])).body;
    await mine.call('DELETE', `/api/files/${a}/share`);
    const { rowId } = (await findShare(drive.database.reader, { token: shareToken }))!;
    const remove = (...ids: string[]) => drive.database.write((tx) => removeShareFiles(tx, rowId, ids));
    expect([await remove(), await remove(a), await remove(a, b)]).toEqual([undefined, undefined, 1]);
    await mine.call('DELETE', `/api/shares/${shareToken}`);
    expect(await remove(c)).toBeUndefined();
  });

  test('is no longer shared after the multi-share is revoked by its token', async () => {
    const { shareToken } = (await share(await files(2))).body;
    expect((await mine.call('DELETE', `/api/shares/${shareToken}`)).status).toBe(204);
    expect(await mine.call('DELETE', `/api/shares/${shareToken}`)).toMatchObject({
      status: 404,
      body: { code: 'share_not_found' },
    });
    expect(await listed()).toEqual([]);
  });
});

describe('the list of shares', () => {
  test('[P-47] contains every kind, newest first, with pages', async () => {
    const ids = await files(2);
    const folder = await mine.folder('Photos');
    await mine.file('in', { in: folder });
    await mine.call('POST', `/api/files/${ids[0]}/share`, {});
    await mine.call('POST', `/api/folders/${folder}/share`, {});
    await share(ids);
    const page = async (n: number) => (await mine.call('GET', `/api/shares?limit=2&page=${n}`)).body;
    const first = await page(1);
    expect(first.shares).toMatchObject([
      { kind: 'multi', name: '2 files', fileCount: 2, viewCount: 0, downloadCount: 0 },
      { kind: 'folder', name: 'Photos', itemId: folder, fileCount: 1 },
    ]);
    expect(first.pagination).toEqual({
      currentPage: 1,
      totalItems: 3,
      totalPages: 2,
      nextCursor: expect.any(String) as string,
    });
    expect((await page(2)).shares).toMatchObject([{ kind: 'file', name: '0.txt', itemId: ids[0], fileCount: 1 }]);
  });

  test('has the same entries as the request for one share, with the slug', async () => {
    const [id = '', other = ''] = await files(2);
    await mine.call('POST', `/api/files/${id}/share`, {});
    await mine.call('PATCH', `/api/files/${id}/share/slug`, { slug: 'report-2026' });
    await share([id, other]);
    const all = (await listed()) as { shareToken: string }[];
    for (const each of all)
      expect(await mine.call('GET', `/api/shares/${each.shareToken}`)).toMatchObject({ status: 200, body: each });
    expect(all).toMatchObject([{ slug: null }, { slug: 'report-2026' }]);
    const theirs = treeApi(drive, await drive.createUser());
    for (const token of [all[0]?.shareToken, 'unknown', '%00'])
      expect(await theirs.call('GET', `/api/shares/${token}`)).toMatchObject({
        status: 404,
        body: { code: 'share_not_found' },
      });
  });

  test('[P-26] is empty after each is revoked by its token, for every kind', async () => {
    const [first = '', second = ''] = await files(2);
    await mine.call('POST', `/api/files/${first}/share`, {});
    await mine.call('POST', `/api/folders/${await mine.folder('Photos')}/share`, {});
    await share([first, second]);
    const tokens = ((await listed()) as { shareToken: string }[]).map(({ shareToken }) => shareToken);
    expect(tokens).toHaveLength(3);
    for (const token of tokens) {
      expect((await mine.call('DELETE', `/api/shares/${token}`)).status).toBe(204);
      expect((await drive.fetch(`/api/public/share/${token}`)).status).toBe(404);
    }
    expect(await listed()).toEqual([]);
  });

  test('[P-38] contains no share of a purged item or of another user', async () => {
    const [id = ''] = await files(1);
    await mine.call('POST', `/api/files/${id}/share`, {});
    const theirs = treeApi(drive, await drive.createUser());
    expect((await theirs.call('GET', '/api/shares')).body.shares).toEqual([]);
    await mine.trash(id);
    expect(await listed()).toHaveLength(1);
    await mine.purge(id);
    expect(await listed()).toEqual([]);
  });
});
