import type { ArchiveUrl } from '@drive/contract';
import { expect, test } from 'vitest';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests();

const archive = async (token: string, json?: unknown, headers: Record<string, string> = {}) => {
  const response = await drive.fetch(`/api/public/share/${token}/archive`, {
    method: 'POST',
    headers,
    ...(json === undefined ? {} : { json }),
  });
  return { status: response.status, body: (await response.json()) as ArchiveUrl & { code?: string } };
};
/** Names in the ZIP, read from the local headers of its stored entries. */
async function pathsIn(url: string): Promise<string[]> {
  const bytes = Buffer.from(await (await drive.fetch(url)).arrayBuffer());
  const paths: string[] = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const nameBytes = bytes.readUInt16LE(at + 26);
    paths.push(bytes.toString('utf8', at + 30, at + 30 + nameBytes));
    at += 30 + nameBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt32LE(at + 18);
  }
  return paths;
}
async function sharedFolder() {
  const folder = await mine.folder('Trip');
  const day = await mine.folder('Day 1', folder);
  const [near, deep] = [await mine.file('plan.txt', { in: folder }), await mine.file('sea.jpg', { in: day })];
  const { body } = await mine.call('POST', `/api/folders/${folder}/share`, {});
  return { folder, near, deep, token: body.shareToken as string };
}

test('[P-248] a shared folder is one ZIP with its subfolders, and counts as one download', async () => {
  const { token, deep } = await sharedFolder();
  const { status, body } = await archive(token);
  expect([status, body.fileCount, body.totalBytes]).toEqual([200, 2, 20]);
  expect((await pathsIn(body.downloadUrl)).toSorted()).toEqual(['Day 1/sea.jpg', 'plan.txt']);
  await drive.drain();
  expect((await mine.call('GET', '/api/shares')).body.shares).toMatchObject([{ downloadCount: 1 }]);
  expect((await mine.get(deep)).downloadCount).toBe(1);
  expect((await drive.fetch(body.downloadUrl)).status).toBe(410);
});

test('[P-269] a ZIP of some files contains their folders, and no other file of the owner', async () => {
  const { token, deep } = await sharedFolder();
  const { body } = await archive(token, { fileIds: [deep, deep] });
  expect([body.fileCount, await pathsIn(body.downloadUrl)]).toEqual([1, ['Day 1/sea.jpg']]);
  for (const other of [await mine.file('secret'), crypto.randomUUID()])
    expect(await archive(token, { fileIds: [deep, other] })).toMatchObject({
      status: 403,
      body: { code: 'access_denied' },
    });
});

test('[P-268] a ZIP of some files accepts 1 to 200 ids', async () => {
  const { token, deep } = await sharedFolder();
  const ask = (count: number) => archive(token, { fileIds: Array.from({ length: count }, () => deep) });
  expect(await ask(200)).toMatchObject({ status: 200, body: { fileCount: 1 } });
  for (const count of [0, 201])
    expect(await ask(count)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});

test('[P-267] a multi-share is one ZIP', async () => {
  const fileIds = [await mine.file('a'), await mine.file('b')];
  const { body: shared } = await mine.call('POST', '/api/files/share-multi', { fileIds });
  expect(await pathsIn((await archive(shared.shareToken)).body.downloadUrl)).toEqual(['a', 'b']);
});

test('[P-270] a locked share refuses a ZIP until it is unlocked', async () => {
  const { token, folder } = await sharedFolder();
  await mine.call('PATCH', `/api/folders/${folder}/share/password`, { password: 'open sesame' });
  expect(await archive(token)).toMatchObject({ status: 401, body: { code: 'share_locked' } });
  const unlocked = await drive.fetch(`/api/public/share/${token}/unlock`, {
    method: 'POST',
    json: { password: 'open sesame' },
  });
  const { unlockToken } = (await unlocked.json()) as { unlockToken: string };
  expect((await archive(token, undefined, { 'x-share-unlock': unlockToken })).status).toBe(200);
});

test('a file trashed meanwhile fails the archive before the first byte', async () => {
  const { token, deep } = await sharedFolder();
  const { body } = await archive(token);
  await mine.trash(deep);
  expect((await drive.fetch(body.downloadUrl)).status).toBe(403);
});
