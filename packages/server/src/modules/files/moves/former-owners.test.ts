import type { Images } from '@drive/thumbnails';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';
import { createSecrets } from '../../../platform/secrets.ts';

const secrets = createSecrets(Buffer.alloc(32, 7));
const images: Images = {
  render: () => Promise.resolve({ bytes: Buffer.from('RIFF\x14\0\0\0WEBP a small picture'), width: 3, height: 2 }),
  close: () => Promise.resolve(),
};

let drive: Drive;
let boss: SharedApi;
let user: TestUser;
let mine: SharedApi;
let userId: string;
let driveId: string;
let rootId: string;
let roleId: string;
let made = 0;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' }, images, secrets: () => secrets });
  boss = sharedApi(drive, await drive.createUser({ isAdmin: true }));
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  mine = sharedApi(drive, user);
  userId = (await drive.app.accounts.directory.get({ email: user.email })).id;
  ({ id: driveId, rootId } = (await boss.call('POST', '/api/drives', { name: `Team ${(made += 1)}` })).body);
  const grants = [{ userId, role: 'editor' }];
  const { body } = await boss.call('POST', `/api/files/${rootId}/access`, { grants, notify: false });
  roleId = body.access.find(({ principal }: { principal: { id: string } }) => principal.id === userId).id;
});

const picture = (text: string) => ({ type: 'image/svg+xml', content: `picture ${text}` });
async function putPicture(api: SharedApi, name: string, parentId?: string): Promise<string> {
  const { type, content } = picture(name);
  const id = await api.put(name, content, { type, ...(parentId === undefined ? {} : { in: parentId }) });
  await drive.drain();
  return id;
}
async function replace(api: SharedApi, name: string, parentFolderId?: string): Promise<void> {
  const { type, content } = picture('new');
  const json = { fileName: name, contentType: type, fileSizeBytes: content.length, parentFolderId };
  const { uploadUrl } = (await api.call('POST', '/api/uploads', { ...json, onConflict: 'replace' })).body;
  expect((await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: content })).status).toBe(200);
  await drive.drain();
}
/** The URLs of a thumbnail, a file, one to display, a version and a picture of another size. */
async function urlsOf(api: SharedApi, id: string): Promise<string[]> {
  const urlOf = async (path: string): Promise<string> =>
    (await api.call('GET', `/api/files/${id}/${path}`)).body.downloadUrl;
  const { versions } = (await api.call('GET', `/api/files/${id}/versions`)).body;
  const transformed = await api.call('POST', '/api/files/download-urls', { ids: [id], transform: { w: 16 } });
  return [
    (await api.get(id)).previewUrl ?? '',
    await urlOf('download-url'),
    await urlOf('download-url?inline=true'),
    await urlOf(`versions/${versions[0].version}/download-url`),
    transformed.body.urls[0].downloadUrl,
  ];
}
const statuses = async (urls: readonly string[]): Promise<number[]> => {
  const found: number[] = [];
  for (const url of urls) found.push((await drive.fetch(url, { method: 'HEAD' })).status);
  return found;
};
const toTeam = (id: string): Promise<unknown> => mine.call('PATCH', `/api/files/${id}`, { moveToRoot: true, driveId });
const served = [200, 200, 200, 200, 200];
const gone = [404, 404, 404, 404, 404];

describe('URLs that were handed to the owner of a file', () => {
  it('end once the file moves to a team drive, whatever is done to it there', async () => {
    const id = await putPicture(mine, 'a.svg');
    await replace(mine, 'a.svg');
    const urls = await urlsOf(mine, id);
    expect(await statuses(urls)).toEqual(served);
    await toTeam(id);
    expect(await statuses(urls)).toEqual(gone);
    // A member has URLs of their own, which end with the role.
    const asMember = await urlsOf(mine, id);
    expect(await statuses(asMember)).toEqual(served);
    await boss.call('DELETE', `/api/files/${rootId}/access/${roleId}`);
    await replace(boss, 'a.svg', rootId);
    await boss.holdBack(id);
    expect([await statuses(urls), await statuses(asMember)]).toEqual([gone, gone]);
  });

  it('end for a member who owned the file for a while', async () => {
    const id = await putPicture(boss, 'a.svg', rootId);
    await replace(boss, 'a.svg', rootId);
    await mine.call('PATCH', `/api/files/${id}`, { moveToRoot: true });
    const urls = await urlsOf(mine, id);
    await toTeam(id);
    await boss.call('DELETE', `/api/files/${rootId}/access/${roleId}`);
    expect(await statuses(urls)).toEqual(gone);
  });

  it('stay dead when the files of a disabled account are handed over', async () => {
    const id = await putPicture(mine, 'a.svg');
    await replace(mine, 'a.svg');
    const urls = await urlsOf(mine, id);
    await boss.call('PATCH', `/api/admin/users/${userId}`, { disabled: true });
    expect(await statuses(urls)).toEqual(gone);
    await boss.call('POST', `/api/admin/users/${userId}/transfer`, { driveId });
    await drive.drain();
    expect(await statuses(await urlsOf(boss, id))).toEqual(served);
    expect(await statuses(urls)).toEqual(gone);
  });

  it('are served if a server of an earlier version has signed them, which names no owner', async () => {
    const id = await putPicture(mine, 'a.svg');
    const { pathname } = new URL((await mine.get(id)).previewUrl ?? '');
    const [file, , ...rest] = pathname.split('/').at(-1)?.split('.').slice(0, -1) ?? [];
    const text = [file, '0', ...rest].join('.');
    const token = `${text}.${secrets.sign('download-url', text)}`;
    expect((await drive.fetch(`/files/previews/${token}`)).status).toBe(200);
    expect((await drive.fetch(`/files/previews/${token.replace('.0.', '.1.')}`)).status).toBe(403);
  });
});

describe('events of a change of owner', () => {
  const listEvents = async (): Promise<unknown[]> => {
    const rows = await drive.database.reader
      .selectFrom('events')
      .select(['type', 'user_id', 'item_id', 'folder_ids'])
      .where('user_id', '=', user.userId)
      .where('type', 'in', ['access.revoked', 'share.revoked', 'file.deleted', 'folder.deleted'])
      .orderBy('row_id')
      .execute();
    return rows.map((row) => [row.type, row.item_id, row.folder_ids?.split(' ')]);
  };

  it('name the place that an item and its link had in the tree of its former owner', async () => {
    const outer = await mine.folder('Outer');
    const top = await mine.folder('Top', outer);
    const file = await mine.put('a.txt', 'hello', { in: top });
    const inner = await mine.folder('Inner', top);
    const below = await mine.put('b.txt', 'hello', { in: inner });
    await mine.shareFolder(top);
    await mine.shareFile(below);
    const { id: otherId } = await drive.app.accounts.directory.get({ email: (await drive.createUser()).email });
    const given = { grants: [{ userId: otherId, role: 'viewer' }], notify: false };
    expect((await mine.call('POST', `/api/files/${inner}/access`, given)).status).toBe(201);
    // The file moves first: the folder that it was in is in the other tree at the end of the transaction.
    const { body } = await mine.call('PATCH', '/api/files/move', { ids: [file, top], moveToRoot: true, driveId });
    expect(body.failed).toEqual([]);
    expect(await listEvents()).toEqual([
      ['file.deleted', file, [outer, top]],
      ['share.revoked', below, [outer, top, inner]],
      ['share.revoked', top, [outer]],
      ['access.revoked', inner, [outer, top]],
      ['folder.deleted', top, [outer]],
    ]);
  });

  it('tell of the end of links also while the account of their owner is disabled', async () => {
    const ids = [await mine.put('a.txt', 'hello'), await mine.put('b.txt', 'hello')];
    const [first = ''] = ids;
    const { shareToken } = await mine.shareFile(first);
    await mine.shareTogether(ids);
    await boss.call('PATCH', `/api/admin/users/${userId}`, { disabled: true });
    await boss.call('POST', `/api/admin/users/${userId}/transfer`, { driveId });
    await drive.drain();
    const revoked = await drive.database.reader
      .selectFrom('events')
      .select('data')
      .where('user_id', '=', user.userId)
      .where('type', '=', 'share.revoked')
      .orderBy('row_id')
      .execute();
    expect(revoked.map(({ data }) => JSON.parse(data))).toMatchObject([
      { share_token: shareToken },
      { kind: 'multi_share' },
    ]);
    expect(await boss.get(first)).toMatchObject({ shareToken: null, shareMode: 'PRIVATE' });
    expect(await boss.shareFile(first)).not.toMatchObject({ shareToken });
  });
});
