import { dayMs } from '@drive/base';
import type { PublicShare, ShareDescriptor } from '@drive/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDrive } from '../../../../test/drive.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';

let tree: Tree;
let fileId: string;

driveForAllTests(() => startDrive({ featureBudgets: { shareResolve: { calls: 1000, seconds: 60 } } }));
beforeAll(() => {
  tree = treeOn(drive);
});
beforeEach(async () => {
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

describe('resolving a share', () => {
  test('[P-187] shows a visitor its content and nothing else of the owner’s tree', async () => {
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
      downloadsLeft: null,
      indexable: false,
      ownerName: null,
      likesEnabled: false,
      allowUpload: false,
      commentsEnabled: false,
      likeCount: null,
      commentCount: null,
      likedByMe: false,
      item: {
        ...facts,
        id: fileId,
        type: 'file',
        parentId: null,
        previewUrl: null,
        publicUrl: null,
        shareMode: 'SHARED',
        shareToken,
        uploadedAt: new Date(drive.clock.now()).toISOString(),
        modifiedAt: null,
        deletedAt: null,
        downloadCount: 0,
        likesCount: 0,
        commentsCount: 0,
        sha256: '0'.repeat(64),
        quarantined: false,
        scan: null,
        virus: null,
        changeTag: 'c0',
        metadata: {},
        tags: [],
        starred: false,
        role: null,
        ownerId: null,
        ownerName: null,
        driveId: null,
        createdBy: null,
        modifiedBy: null,
      },
    });
  });

  test('[P-188] returns the owner’s name if there is one, never the email address', async () => {
    const { shareToken } = await share();
    await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { name: 'Ada' } });
    const text = await (await resolve(shareToken)).text();
    expect(JSON.parse(text)).toMatchObject({ ownerName: 'Ada' });
    expect(text).not.toContain(user.email);
  });

  test('[P-196] marks a PUBLIC one as indexable', async () => {
    const { shareToken } = await share({ shareMode: 'PUBLIC' });
    expect(await (await resolve(shareToken)).json()).toMatchObject({ shareMode: 'PUBLIC', indexable: true });
  });

  test('[P-59] answers the same 404 for unknown, revoked, private and trashed ones', async () => {
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

  test('[P-194] answers 410 from the millisecond of its expiry', async () => {
    const { shareToken } = await share({ expiresInDays: 1 });
    drive.clock.advance(dayMs - 1);
    expect((await resolve(shareToken)).status).toBe(200);
    drive.clock.advance(1);
    const response = await resolve(shareToken);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: 'share_expired' });
  });

  test('[P-198] answers 403 if its file is quarantined, also as a page and as a short link', async () => {
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
      expect(await page.text()).toContain('quarantined by the administrator');
    }
  });

  test('[P-197] ignores any credential', async () => {
    const { shareToken } = await share();
    const response = await drive.fetch(`/api/public/share/${shareToken}`, { key: 'svc_nonsense' });
    expect(response.status).toBe(200);
  });
});
