import { dayMs } from '@drive/base';
import type { Activity, ActivityPage, MemberRole } from '@drive/contract';
import { describe, expect, it } from 'vitest';
import { startDrive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';
import { driveForEachTest, drive, mine, user } from '../../../test/use-drive.ts';

driveForEachTest(() => startDrive({ settings: { FEATURE_LIMITS: 'off', SHARE_FEEDBACK: 'on' } }));

async function page(path: string, key = user.key): Promise<ActivityPage> {
  const response = await drive.fetch(path, { key });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as ActivityPage;
}
const activityOf = async (itemId: string | undefined, key?: string): Promise<readonly Activity[]> =>
  (await page(itemId === undefined ? '/api/activity' : `/api/files/${itemId}/activity`, key)).activity;
const told = (entries: readonly Activity[]): readonly (readonly [string, string | undefined])[] =>
  entries.map(({ type, item }) => [type, item?.name] as const);

interface Member {
  readonly user: TestUser;
  readonly api: SharedApi;
  readonly id: string;
}
async function member(itemId: string, role: MemberRole): Promise<Member> {
  const who = await drive.createUser();
  const { id } = await drive.app.accounts.directory.get({ email: who.email });
  const grants = [{ userId: id, role }];
  const { status } = await mine.call('POST', `/api/files/${itemId}/access`, { grants, notify: false });
  expect(status).toBe(201);
  return { user: who, api: sharedApi(drive, who), id };
}
const keyOf = async (fields: object): Promise<string> => {
  const { status, body } = await mine.call('POST', '/api/me/api-keys', fields);
  expect(status).toBe(201);
  return body.rawKey as string;
};

describe('the activity of an item', () => {
  it('[P-1370] tells who did what, the latest first', async () => {
    const folder = await mine.folder('Projects');
    const ada = await member(folder, 'editor');
    const file = await ada.api.put('draft.txt', 'hello', { in: folder });
    await mine.patch(file, { name: 'final.txt' });
    await ada.api.trash(file);
    const { id: mineId } = await drive.app.accounts.directory.get({ email: user.email });
    const entries = await activityOf(folder);
    expect(entries.map(({ type, item, actor }) => [type, item?.name, actor?.id])).toEqual([
      ['file.trashed', 'final.txt', ada.id],
      ['file.updated', 'final.txt', mineId],
      ['file.created', 'draft.txt', ada.id],
      ['access.given', 'Projects', mineId],
      ['folder.created', 'Projects', mineId],
    ]);
    expect(entries[1]?.details).toEqual({
      changed: ['name'],
      previousName: 'draft.txt',
      previousPath: '/Projects/draft.txt',
    });
    expect(entries[3]?.details).toMatchObject({ principal: { type: 'user', id: ada.id }, role: 'editor' });
    await mine.restore(file);
    expect(told(await activityOf(file))).toEqual([
      ['file.restored', 'final.txt'],
      ['file.trashed', 'final.txt'],
      ['file.updated', 'final.txt'],
      ['file.created', 'draft.txt'],
    ]);
  });

  it('has each entry once, however it is read in pages', async () => {
    const folder = await mine.folder('Projects');
    const other = await mine.folder('Other');
    for (let n = 0; n < 7; n += 1) await mine.folder(`f${n}`, n % 2 === 0 ? folder : other);
    const all = await activityOf(folder);
    expect(all).toHaveLength(5);
    for (const limit of [1, 2, 5]) {
      const read: Activity[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { activity, pagination } = await page(`/api/files/${folder}/activity?limit=${limit}${next}`);
        expect(activity.length).toBeLessThanOrEqual(limit);
        read.push(...activity);
        cursor = pagination.nextCursor;
      }
      expect(read).toEqual(all);
    }
  });

  it('tells what visitors and recipients did to the owner', async () => {
    const folder = await mine.folder('Projects');
    const file = await mine.put('a.txt', 'hello', { in: folder });
    const { shareToken } = await mine.shareFile(file, { commentsEnabled: true });
    const sent = await mine.call('POST', `/api/shares/${shareToken}/recipients`, { emails: ['ada@example.org'] });
    expect(sent.status).toBe(201);
    await drive.drain();
    const [, recipient = ''] = /\?(r=\S+)/.exec(drive.mails[0]?.text ?? '') ?? [];
    expect(recipient).not.toBe('');
    const comment = { body: 'nice', authorName: 'Grace' };
    await drive.fetch(`/api/public/share/${shareToken}/comments`, { method: 'POST', json: comment });
    for (const query of ['', `?${recipient}`]) {
      const signed = await drive.fetch(`/api/public/share/${shareToken}/download-url${query}`);
      const { downloadUrl } = (await signed.json()) as { downloadUrl: string };
      await (await fetch(downloadUrl)).text();
      await drive.app.idle();
    }
    const entries = await activityOf(folder);
    expect(entries.map(({ type, actor, item }) => [type, actor === null, item?.name])).toEqual([
      ['share.download', true, 'a.txt'],
      ['share.download.anonymous', true, 'a.txt'],
      ['comment.created', true, 'a.txt'],
      ['share.created', false, 'a.txt'],
      ['file.created', false, 'a.txt'],
      ['folder.created', false, 'Projects'],
    ]);
    expect(entries[0]?.details).toMatchObject({ recipient: 'ada@example.org' });
    const through = async (token: string): Promise<unknown> =>
      (await mine.call('GET', `/api/activity?shareToken=${token}`)).body.activity.map(
        ({ details }: Activity) => details.recipient,
      );
    expect(await through(shareToken)).toEqual(['ada@example.org', null]);
    expect(await through('another')).toEqual([]);
    expect(entries[1]?.details).toMatchObject({ recipient: null });
    expect(entries[2]?.details).toMatchObject({ visitor: 'Grace' });
  });

  it('tells a file that a visitor sent once, with the name of the visitor', async () => {
    const folder = await mine.folder('Inbox');
    const { body } = await mine.call('POST', '/api/collections', { name: 'Invoices', folderId: folder });
    const wanted = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5, uploaderName: 'Ada' };
    const reserved = await drive.fetch(`/api/public/collect/${body.token}/uploads`, { method: 'POST', json: wanted });
    const { uploadUrl } = (await reserved.json()) as { uploadUrl: string };
    expect((await fetch(uploadUrl, { method: 'PUT', body: 'hello' })).status).toBe(200);
    const [arrived, ...older] = await activityOf(folder);
    expect(arrived).toMatchObject({ type: 'collect.uploaded', actor: null, item: { name: 'a.txt' } });
    expect(arrived?.details).toEqual({ linkName: 'Invoices', visitor: 'Ada' });
    expect(told(older)).toEqual([
      ['share.created', 'Inbox'],
      ['folder.created', 'Inbox'],
    ]);
  });
});

describe('a name', () => {
  /** The activity that links and visitors left on a file and on a folder. */
  async function visited(
    api: SharedApi,
    parent: string,
  ): Promise<Readonly<Record<'file' | 'inbox' | 'request', string>>> {
    const file = await api.put('plan.txt', 'hello', { in: parent });
    const { shareToken } = await api.shareFile(file, { commentsEnabled: true });
    await api.call('PATCH', `/api/shares/${shareToken}`, { label: 'For Ada' });
    const comment = { body: 'nice', authorName: 'Grace' };
    await drive.fetch(`/api/public/share/${shareToken}/comments`, { method: 'POST', json: comment });
    const sent = await api.call('POST', `/api/shares/${shareToken}/recipients`, { emails: ['ada@example.org'] });
    const recipient = new URL(sent.body.recipients[0].url as string).search;
    const signed = await drive.fetch(`/api/public/share/${shareToken}/download-url${recipient}`);
    await (await fetch(((await signed.json()) as { downloadUrl: string }).downloadUrl)).text();
    await drive.app.idle();
    const inbox = await api.folder('Inbox', parent);
    const { body } = await api.call('POST', '/api/collections', { name: 'Invoices', folderId: inbox });
    return { file, inbox, request: body.id as string };
  }
  const ofVisits: readonly (readonly [string, string])[] = [
    ['folder.created', 'Inbox'],
    ['share.download', 'plan.txt'],
    ['comment.created', 'plan.txt'],
    ['share.updated', 'plan.txt'],
    ['share.created', 'plan.txt'],
    ['file.created', 'plan.txt'],
  ];

  it('is that of the time, whatever became of the item', async () => {
    const folder = await mine.folder('Projects');
    const { file, inbox } = await visited(mine, folder);
    await mine.patch(file, { name: 'later.txt' });
    await mine.patch(inbox, { name: 'Later' });
    const changes = ['folder.updated', 'file.updated'];
    expect(told(await activityOf(folder)).filter(([type]) => !changes.includes(type))).toEqual([
      ['share.created', 'Inbox'],
      ...ofVisits,
      ['folder.created', 'Projects'],
    ]);
  });

  it('that a new owner gives to an item is not in the activity of the former one', async () => {
    const boss = sharedApi(drive, await drive.createUser({ isAdmin: true }));
    const { rootId, id: driveId } = (await boss.call('POST', '/api/drives', { name: 'Design' })).body;
    const { id: userId } = await drive.app.accounts.directory.get({ email: user.email });
    const grants = [{ userId, role: 'editor' }];
    await boss.call('POST', `/api/files/${rootId}/access`, { grants, notify: false });
    const { file, inbox, request } = await visited(boss, rootId as string);
    const mineRoot = await mine.folder('Mine');
    // One change that also gives another name, and a name that follows the change.
    expect((await mine.patch(file, { name: 'resignation.txt', parentId: mineRoot })).status).toBe(200);
    await mine.call('PATCH', '/api/files/move', { ids: [inbox], parentId: mineRoot });
    await mine.patch(inbox, { name: 'Lawyers' });
    expect((await boss.call('DELETE', `/api/collections/${request}`)).status).toBe(204);
    const { activity } = (await boss.call('GET', `/api/activity?driveId=${driveId}`)).body as ActivityPage;
    expect(told(activity)).toEqual(expect.arrayContaining([...ofVisits, ['share.revoked', 'plan.txt']]));
    expect(JSON.stringify(activity)).not.toMatch(/resignation|Lawyers|later/i);
    const { reader } = drive.database;
    const { row_id: ownerId } = await reader
      .selectFrom('owners')
      .select('row_id')
      .where('id', '=', driveId as string)
      .executeTakeFirstOrThrow();
    const events = await reader.selectFrom('events').select('data').where('user_id', '=', ownerId).execute();
    expect(JSON.stringify(events)).not.toMatch(/resignation|Lawyers/);
  });
});

describe('somebody else', () => {
  it('[P-1371] sees no activity outside of what they were given', async () => {
    const hidden = await mine.folder('Hidden');
    const shared = await mine.folder('Shared', hidden);
    const viewer = await member(shared, 'viewer');
    const file = await mine.put('secret-name.txt', 'hello', { in: hidden });
    await mine.patch(file, { name: 'public-name.txt' });
    await mine.call('PATCH', '/api/files/move', { ids: [file], parentId: shared });
    expect(told(await activityOf(file, viewer.user.key))).toEqual([['file.updated', 'public-name.txt']]);
    await mine.call('PATCH', '/api/files/move', { ids: [file], parentId: hidden });
    await mine.patch(file, { name: 'later-name.txt' });
    // One change that also gives another name, into the folder and out of it.
    const other = await mine.put('former-name.txt', 'hello', { in: hidden });
    await mine.patch(other, { name: 'seen-name.txt', parentId: shared });
    await mine.patch(other, { name: 'outer-name.txt', parentId: hidden });
    const entries = await activityOf(shared, viewer.user.key);
    expect(told(entries)).toEqual([
      ['file.updated', 'seen-name.txt'],
      ['file.updated', 'seen-name.txt'],
      ['file.updated', 'public-name.txt'],
      ['file.updated', 'public-name.txt'],
      ['folder.created', 'Shared'],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret-name|later-name|former-name|outer-name|Hidden/);
    expect((await drive.fetch(`/api/files/${file}/activity`, { key: viewer.user.key })).status).toBe(404);
    expect(await activityOf(undefined, viewer.user.key)).toEqual([]);
  });

  it('sees links, visitors and roles only as a manager', async () => {
    const folder = await mine.folder('Shared');
    const file = await mine.put('a.txt', 'hello', { in: folder });
    const [editor, manager] = [await member(folder, 'editor'), await member(folder, 'manager')];
    await mine.shareFile(file);
    expect(told(await activityOf(folder, editor.user.key))).toEqual([
      ['file.created', 'a.txt'],
      ['folder.created', 'Shared'],
    ]);
    expect((await activityOf(folder, manager.user.key)).map(({ type }) => type)).toEqual([
      'share.created',
      'access.given',
      'access.given',
      'file.created',
      'folder.created',
    ]);
  });

  it('[P-1372] sees only the folder of their key, and links only by its scopes', async () => {
    const [open, closed] = [await mine.folder('Open'), await mine.folder('Closed')];
    const file = await mine.put('a.txt', 'hello', { in: open });
    await mine.put('b.txt', 'hello', { in: closed });
    await mine.shareFile(file);
    const ofFolder = await keyOf({ folderId: open });
    expect(told(await activityOf(undefined, ofFolder))).toEqual([
      ['share.created', 'a.txt'],
      ['file.created', 'a.txt'],
      ['folder.created', 'Open'],
    ]);
    expect((await drive.fetch(`/api/files/${closed}/activity`, { key: ofFolder })).status).toBe(404);
    const reading = await keyOf({ scopes: ['files:read'] });
    expect(told(await activityOf(file, reading))).toEqual([['file.created', 'a.txt']]);
  });
});

it('[P-1373] a deleted account shows as deleted user', async () => {
  const folder = await mine.folder('Shared');
  const ada = await member(folder, 'editor');
  await ada.api.folder('theirs', folder);
  const admin = await drive.createUser({ isAdmin: true });
  const deleted = await drive.fetch(`/api/admin/users/${ada.id}`, { method: 'DELETE', key: admin.key });
  expect(deleted.status).toBe(204);
  await drive.drain();
  expect((await activityOf(folder))[0]).toMatchObject({
    type: 'folder.created',
    actor: { id: ada.id, name: 'deleted user', deleted: true },
  });
});

it('[P-1374] ends after the days that changes are kept', async () => {
  const folder = await mine.folder('Projects');
  drive.clock.advance(30 * dayMs - 1);
  expect(await activityOf(folder)).toHaveLength(1);
  drive.clock.advance(2);
  expect(await activityOf(folder)).toEqual([]);
});

it('shows the activity of a team drive to its members only', async () => {
  const manager = await drive.createUser();
  const stranger = await drive.createUser();
  await mine.folder('Plans');
  const { id: driveId } = await drive.app.accounts.directory.get({ email: user.email });
  // An owner that is no user has a root on which roles are given.
  await drive.database.write((tx) =>
    tx.updateTable('owners').set({ kind: 'drive' }).where('row_id', '=', user.userId).execute(),
  );
  const { id: root } = await drive.database.reader
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', user.userId)
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow();
  const { id: userId } = await drive.app.accounts.directory.get({ email: manager.email });
  const grants = [{ userId, role: 'manager' }];
  expect((await mine.call('POST', `/api/files/${root}/access`, { grants, notify: false })).status).toBe(201);
  const path = `/api/activity?driveId=${driveId}`;
  expect((await page(path, manager.key)).activity.map(({ type }) => type)).toEqual(['access.given', 'folder.created']);
  expect((await drive.fetch(path, { key: stranger.key })).status).toBe(404);
});
