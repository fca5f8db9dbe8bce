import { describe, expect, test } from 'vitest';
import { callAsVisitor, inFolder, put } from '../../../../test/api/file-requests.ts';
import { fileWish, formWith, lookOf, readEvents, senderApi } from '../../../../test/api/sender-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { sharedApi } from '../../../../test/shared.ts';
import { drive, driveForAllTests, mine, user } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { ask } = senderApi(() => drive);
let folders = 0;
async function receiving(json: Record<string, unknown> = {}): Promise<{ folderId: string; token: string }> {
  const folderId = await mine.folder(`Inbox ${(folders += 1)}`);
  const share = await sharedApi(drive, user).shareFolder(folderId, { allowUpload: true, ...json });
  return { folderId, token: share.shareToken };
}
const reserve = (token: string, json: Record<string, unknown> = {}) =>
  callAsVisitor('POST', `/api/public/share/${token}/uploads`, { ...fileWish, ...json });
const pathIn = (body: Record<string, unknown>): string => new URL(body['uploadUrl'] as string).pathname;

describe('visitors who add files at the same time', () => {
  test('[P-1347] get the last place once, and once more after it is freed', async () => {
    const { folderId, token } = await receiving({ uploadMaxFiles: 1 });
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 8 }, () => reserve(token)));
      const [won, ...others] = all.filter(({ status }) => status === 201);
      expect(others).toEqual([]);
      expect(all.filter(({ body }) => body['code'] === 'collection_full')).toHaveLength(7);
      // Concurrent cancellations free its place once.
      await Promise.all(Array.from({ length: 3 }, () => ask('DELETE', pathIn(won!.body))));
    }
    const { body } = await reserve(token);
    await Promise.all([put(body['uploadUrl'] as string), put(body['uploadUrl'] as string)]);
    expect(await inFolder(folderId)).toEqual(['a.txt']);
    expect((await mine.call('GET', `/api/shares/${token}`)).body.uploadCount).toBe(1);
    expect(await readEvents(drive, user.userId, 'collect.uploaded')).toHaveLength(1);
  });

  test('keep every file, however many have one name', async () => {
    const { folderId, token } = await receiving();
    const sent = await Promise.all(
      Array.from({ length: 12 }, async () => put((await reserve(token)).body['uploadUrl'] as string)),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(new Set(await inFolder(folderId)).size).toBe(12);
  });

  test('add nothing once the link is closed', async () => {
    const { token } = await receiving();
    const [, late] = await Promise.all([
      mine.call('PATCH', `/api/shares/${token}`, { allowUpload: false }),
      reserve(token),
    ]);
    expect([201, 403]).toContain(late.status);
    expect((await reserve(token)).body['code']).toBe('access_denied');
    await drive.jobs.drain();
    if (late.status === 201) expect((await put(late.body['uploadUrl'] as string)).status).toBe(410);
    expect((await mine.usage()).usedBytes).toBe(0);
  });
});

describe('a visitor', () => {
  test('[P-1348] learns nothing of what lies outside the shared folder, and of links that are closed', async () => {
    const { folderId, token } = await receiving();
    const other = sharedApi(drive, await drive.createUser());
    const foreign = await other.folder('theirs');
    const above = await mine.folder('above');
    const unknown = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
    const look = async (parentId: string) =>
      lookOf(await ask('POST', `/api/public/share/${token}/uploads`, { json: { ...fileWish, parentId } }), parentId);
    const expected = await look(unknown);
    for (const id of [foreign, above]) expect(await look(id)).toEqual(expected);
    expect((await mine.call('PATCH', '/api/files/move', { ids: [folderId], parentId: above })).status).toBe(200);
    expect((await reserve(token)).status).toBe(201);
    expect((await mine.call('DELETE', `/api/files/${above}`)).status).toBe(204);
    const closed = await ask('POST', `/api/public/share/${token}/uploads`, { json: fileWish });
    const never = await ask('POST', `/api/public/share/${'x'.repeat(22)}/uploads`, { json: fileWish });
    expect(lookOf(closed, token)).toEqual(lookOf(never, 'x'.repeat(22)));
  });

  test('[P-1349] cannot use a form from another site, a forged folder or a name that leaves the folder', async () => {
    const { folderId, token } = await receiving();
    const form = (path: string, name: string, headers: Record<string, string>) =>
      drive.fetch(`/files/share-form/${path}`, { method: 'POST', redirect: 'manual', body: formWith(name), headers });
    expect((await form(token, 'a.txt', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const own = { 'sec-fetch-site': 'same-origin' };
    for (const folder of ["'%00", '..', 'a/b', '%27 or 1=1', 'x'.repeat(500)])
      expect((await form(`${token}?folder=${folder}`, 'a.txt', own)).status).toBe(404);
    for (const fileName of ['../a.txt', 'a/b.txt', '..', ''])
      expect((await reserve(token, { fileName })).status).toBe(400);
    expect(await inFolder(folderId)).toEqual([]);
  });
});
