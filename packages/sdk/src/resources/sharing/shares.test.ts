import { describe, expect, it } from 'vitest';
import { startScene, type Scene } from '../../../test/drive-behind-proxy.ts';
import { failure } from '../../../test/expect-failure.ts';
import type { ShareKey } from '../../index.ts';

const put = async ({ client }: Scene, name: string, folderId?: string): Promise<string> =>
  (await client.uploads.upload(new Blob([name]), { name, parentId: folderId })).fileId;

/** A file, a folder and two files together, each shared, with what names its share. */
async function sharedThings(): Promise<Scene & { keys: [string, ShareKey][] }> {
  const scene = await startScene();
  const { client } = scene;
  const fileId = await put(scene, 'a.txt');
  const { id: folderId } = await client.files.createFolder({ name: 'Photos' });
  await client.shares.create(fileId);
  await client.shares.createForFolder(folderId);
  const multi = await client.shares.createMulti({ fileIds: [await put(scene, 'b.txt'), await put(scene, 'c.txt')] });
  return {
    ...scene,
    keys: [
      ['file', { fileId }],
      ['folder', { folderId }],
      ['multi', { token: multi.shareToken }],
    ],
  };
}

describe('a share of a file, of a folder, and of several files', () => {
  it('is created, changed by the given fields, and listed newest first', async () => {
    const scene = await startScene();
    const { client } = scene;
    const fileId = await put(scene, 'a.txt');
    const { id: folderId } = await client.files.createFolder({ name: 'Photos' });
    const file = await client.shares.create(fileId, { expiresInDays: 7 });
    scene.drive.clock.advance(1000);
    const folder = await client.shares.createForFolder(folderId, { shareMode: 'PUBLIC' });
    scene.drive.clock.advance(1000);
    const multi = await client.shares.createMulti({ fileIds: [fileId, await put(scene, 'b.txt')], password: 'sesame' });
    expect(await client.shares.create(fileId, { maxDownloads: 3 })).toEqual({ ...file, maxDownloads: 3 });
    expect(await client.shares.createForFolder(folderId)).toEqual(folder);

    const { items, pagination } = await client.shares.list({ limit: 2 });
    expect(items).toMatchObject([
      { kind: 'multi', shareToken: multi.shareToken, itemId: null, fileCount: 2, passwordProtected: true },
      { kind: 'folder', shareToken: folder.shareToken, itemId: folderId, name: 'Photos' },
    ]);
    expect(pagination).toMatchObject({ totalItems: 3, totalPages: 2 });
    const kinds: string[] = [];
    for await (const { kind } of client.shares.list({ limit: 1 })) kinds.push(kind);
    expect(kinds).toEqual(['multi', 'folder', 'file']);
  });

  it('is changed by its item or its token', async () => {
    const { client, drive, keys } = await sharedThings();
    const { shares } = client;
    for (const [name, key] of keys) {
      const { shareToken } = await shares.setMode(key, { shareMode: 'PUBLIC', maxDownloads: 5 });
      const byToken = { token: shareToken };
      const changes = [
        [await shares.setMode(key, 'SHARED'), { shareMode: 'SHARED', maxDownloads: 5 }],
        [await shares.setMode(byToken, { shareMode: 'PUBLIC', maxDownloads: null }), { maxDownloads: null }],
        [await shares.setExpiry(key, 1), { expiresAt: new Date(drive.clock.now() + 24 * 3600 * 1000).toISOString() }],
        [await shares.setExpiry(byToken, null), { expiresAt: null }],
        [await shares.setPassword(key, 'open sesame'), { passwordProtected: true }],
        [await shares.setPassword(byToken, null), { passwordProtected: false }],
        [await shares.setNotify(key, { notifyOnDownload: true, notifyOnView: true }), { notifyOnView: true }],
        [await shares.setNotify(byToken, { notifyOnDownload: false }), { notifyOwnerOnDownload: false }],
        [await shares.setSlug(key, `a-${name}-2026`), { shortUrl: expect.stringMatching(`/s/a-${name}-2026$`) }],
        [await shares.setSlug(byToken, null), { shortUrl: expect.not.stringContaining('2026') }],
      ] as const;
      for (const [share, expected] of changes) expect(share).toMatchObject({ shareToken, ...expected });
    }
  });

  it('ends when it is revoked', async () => {
    const { client, keys } = await sharedThings();
    for (const [, key] of keys) await client.shares.revoke(key);
    expect((await client.shares.list()).items).toEqual([]);
    const [, byToken] = keys.at(-1)!;
    expect(await failure(client.shares.revoke(byToken))).toMatchObject({ code: 'share_not_found', status: 404 });
    expect(await failure(client.shares.setExpiry(keys[0]![1], 1))).toMatchObject({ code: 'no_active_share' });
  });

  it('lists the attempts to unlock it', async () => {
    const { client, keys } = await sharedThings();
    for (const [, key] of keys) {
      const { shareToken } = await client.shares.setPassword(key, 'open sesame');
      const share = await client.public.open(shareToken);
      await failure(share.unlock('wrong'));
      await share.unlock('open sesame');
      for (const named of [key, { token: shareToken }])
        expect(await client.shares.unlockEvents(named)).toMatchObject({
          recentEvents: [{ result: 'success' }, { result: 'failure' }],
          failedLast24h: 1,
          bruteForceAlert: false,
        });
    }
  });
});

it('assigns each slug once', async () => {
  const { client, keys } = await sharedThings();
  expect(await client.shares.slugAvailable('report-2026')).toMatchObject({ available: true, reason: null });
  await client.shares.setSlug(keys[0]![1], 'report-2026');
  expect(await client.shares.slugAvailable('report-2026')).toMatchObject({ available: false, reason: 'taken' });
  expect(await client.shares.slugAvailable('ä')).toMatchObject({ reason: 'invalid' });
  expect(await failure(client.shares.setSlug(keys[1]![1], 'report-2026'))).toMatchObject({ code: 'vanity_slug_taken' });
});

it('changes the visibility of several files and lists the IDs of failures', async () => {
  const scene = await startScene();
  const [id, missing] = [await put(scene, 'a.txt'), crypto.randomUUID()];
  const { updated, failed } = await scene.client.shares.setVisibility({ ids: [id, missing], mode: 'PUBLIC' });
  expect(updated).toMatchObject([{ id, shareMode: 'PUBLIC' }]);
  expect(failed).toMatchObject([{ id: missing, status: 404 }]);
  const found = await scene.newClient({ apiKey: null }).public.search({ q: 'a.t' });
  expect(found.items).toMatchObject([{ name: 'a.txt', kind: 'file' }]);
  expect((await scene.client.shares.setVisibility({ ids: [id], mode: 'PRIVATE' })).failed).toEqual([]);
  expect((await scene.client.public.search({ q: 'a.t' })).items).toEqual([]);
});

it('emails a share to recipients, who are identified by their links and can be removed', async () => {
  const scene = await startScene();
  const { client, drive } = scene;
  const { shareToken } = await client.shares.create(await put(scene, 'a.txt'));
  const sent = await client.shares.send(shareToken, {
    emails: ['ada@example.com', 'grace@example.com'],
    message: 'Look.',
  });
  expect(sent.mailDelivery).toBe('outbox');
  expect(sent.recipients.map(({ email }) => email)).toEqual(['ada@example.com', 'grace@example.com']);
  await drive.drain();
  const link = /http\S+\/share\/\S+r=[\w.-]+/.exec(
    drive.mails.find(({ to }) => to === 'ada@example.com')?.text ?? '',
  )?.[0];

  const share = await scene.newClient({ apiKey: null }).public.open(link ?? '');
  expect(await (await share.download()).text()).toBe('a.txt');
  await drive.drain();
  const recipients: [string, number, boolean][] = [];
  for await (const { email, downloadCount, firstOpenedAt } of client.shares.listRecipients(shareToken, { limit: 1 }))
    recipients.push([email, downloadCount, firstOpenedAt !== null]);
  expect(recipients.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
    ['ada@example.com', 1, true],
    ['grace@example.com', 0, false],
  ]);
  await client.shares.removeRecipient(shareToken, sent.recipients[0]!.id);
  expect((await client.shares.listRecipients(shareToken)).items).toMatchObject([{ email: 'grace@example.com' }]);
});

it('creates a ZIP of own files and folders, or refuses it with the sizes', async () => {
  const scene = await startScene({ settings: { ARCHIVE_MAX_BYTES: '11' } });
  const ids = [await put(scene, 'a.txt'), await put(scene, 'b.txt'), await put(scene, 'c.txt')];
  const { downloadUrl, fileCount, totalBytes } = await scene.client.files.archive(ids.slice(0, 2));
  expect([fileCount, totalBytes]).toEqual([2, 10]);
  expect((await fetch(downloadUrl)).headers.get('content-type')).toBe('application/zip');
  const folder = await scene.client.files.createFolder({ name: 'Trip' });
  await scene.client.files.update(ids[0]!, { parentId: folder.id });
  const { fileCount: below } = await scene.client.files.archive({ fileIds: [ids[1]!], folderIds: [folder.id] });
  expect(below).toBe(2);
  expect(await failure(scene.client.files.archive(ids))).toMatchObject({
    code: 'archive_size_exceeded',
    status: 413,
    details: { actual_bytes: 15, cap_bytes: 11 },
  });
});
