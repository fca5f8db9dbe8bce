import { dayMs } from '@drive/base';
import type { Item, MemberRole, TeamDrive } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
let boss: SharedApi;
let member: TestUser;
let theirs: SharedApi;
let stranger: SharedApi;
let team: TeamDrive;
let made = 0;
const nextName = (): string => `Team ${(made += 1)}`;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  admin = await drive.createUser({ isAdmin: true });
  boss = sharedApi(drive, admin);
  stranger = sharedApi(drive, await drive.createUser());
});
afterAll(() => drive.close());
beforeEach(async () => {
  member = await drive.createUser();
  theirs = sharedApi(drive, member);
  team = (await boss.call('POST', '/api/drives', { name: nextName() })).body;
});

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function add(role: MemberRole, to: TestUser = member): Promise<string> {
  const grants = [{ userId: await idOf(to), role }];
  const { status, body } = await boss.call('POST', `/api/files/${team.rootId}/access`, { grants, notify: false });
  expect([status, body.code]).toEqual([201, undefined]);
  return body.access[0].id;
}
const codeOf = async (answer: Promise<{ status: number; body: any }>): Promise<string> => {
  const { status, body } = await answer;
  return body?.code ?? String(status);
};
const namesIn = async (api: SharedApi, query: string): Promise<string[]> =>
  (await api.call('GET', `/api/files?${query}`)).body.files.map(({ name }: { name: string }) => name);

describe('a team drive', () => {
  it('[P-1250] is made by administrators, who become its managers, under a name that no other has', async () => {
    expect(team).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      rootId: expect.any(String),
      role: 'manager',
      usedBytes: 0,
      quotaBytes: null,
      memberCount: 1,
      linkRole: 'manager',
      createdAt: expect.any(String),
    });
    expect((await boss.call('GET', '/api/drives')).body).toMatchObject({ mayCreate: true });
    expect((await theirs.call('GET', '/api/drives')).body).toEqual({ drives: [], mayCreate: false });
    expect(await codeOf(theirs.call('POST', '/api/drives', { name: 'Mine' }))).toBe('access_denied');
    expect(await codeOf(boss.call('POST', '/api/drives', { name: team.name.toUpperCase() }))).toBe('name_conflict');
    for (const name of ['drive', 'SHARED', 'C', 'a:b', 'a/b', '..', ' '])
      expect([name, await codeOf(boss.call('POST', '/api/drives', { name }))]).toEqual([name, 'validation_failed']);
    const race = nextName();
    const races = await Promise.all([1, 2, 3].map(() => codeOf(boss.call('POST', '/api/drives', { name: race }))));
    expect(races.toSorted()).toEqual(['201', 'name_conflict', 'name_conflict']);
  });

  it('[P-1251] is a tree in which members do what their role allows, and nobody else finds anything', async () => {
    await add('contributor');
    const folder = (await theirs.call('POST', '/api/files/folders', { name: 'Logos', driveId: team.id })).body;
    expect(folder).toMatchObject({
      parentId: team.rootId,
      ownerId: null,
      ownerName: null,
      driveId: team.id,
      role: 'contributor',
    });
    const file = await theirs.put('a.txt', 'hello', { in: team.rootId });
    await theirs.put('b.txt', 'hello', { in: folder.id });
    expect(await namesIn(theirs, `driveId=${team.id}`)).toEqual(['Logos', 'a.txt']);
    expect(await namesIn(boss, `driveId=${team.id}&q=TXT`)).toEqual(['a.txt', 'b.txt']);
    expect(await namesIn(theirs, '')).toEqual([]);
    const byPath = `/api/files/by-path?path=/Logos/b.txt&driveId=${team.id}`;
    expect((await boss.call('GET', byPath)).body).toMatchObject({ role: 'manager', createdBy: { name: null } });
    expect((await boss.call('GET', `/api/files/${team.rootId}`)).body).toMatchObject({
      name: team.name,
      type: 'folder',
      parentId: null,
      driveId: team.id,
    });
    const tree = (await theirs.call('GET', `/api/files/tree?driveId=${team.id}`)).body;
    expect(tree.items.map(({ path }: { path: string }) => path).toSorted()).toEqual(['Logos', 'Logos/b.txt', 'a.txt']);
    const { results } = (await theirs.call('GET', `/api/search?q=b.txt&driveId=${team.id}`)).body;
    expect(results).toMatchObject([{ path: '/Logos/b.txt', item: { driveId: team.id } }]);
    for (const [path, code] of [
      [`/api/drives/${team.id}`, 'drive_not_found'],
      [`/api/files?driveId=${team.id}`, 'drive_not_found'],
      [byPath, 'drive_not_found'],
      [`/api/files/${team.rootId}`, 'file_not_found'],
      [`/api/files/${file}`, 'file_not_found'],
      [`/api/files?parentId=${team.rootId}`, 'folder_not_found'],
      [`/api/changes?driveId=${team.id}`, 'drive_not_found'],
      [`/api/files?driveId=${team.id}&sharedWithMe=true`, 'validation_failed'],
    ] as const)
      expect([path, await codeOf(stranger.call('GET', path))]).toEqual([path, code]);
    const both = `/api/files?driveId=${team.id}&parentId=${team.rootId}`;
    expect(await codeOf(boss.call('GET', both))).toBe('validation_failed');
  });

  it('[P-1780] begins the paths of what is in it with its root for its members, and for others with the topmost that they reach', async () => {
    const folder = await boss.folder('Plans', team.rootId);
    const file = await boss.put('a.txt', 'hello', { in: folder });
    const pathOf = async (api: SharedApi, id: string): Promise<unknown> => {
      const { status, body } = await api.call('GET', `/api/files/${id}/path`);
      return status === 200 ? body.map((item: Item) => [item.name, item.parentId, item.driveId]) : body.code;
    };
    const [root, top, end] = [
      [team.name, null, team.id],
      ['Plans', team.rootId, team.id],
      ['a.txt', folder, team.id],
    ] as const;
    expect(await pathOf(boss, file)).toEqual([root, top, end]);
    expect(await pathOf(boss, team.rootId)).toEqual([root]);
    for (const id of [file, team.rootId]) expect(await pathOf(theirs, id)).toBe('file_not_found');
    const grants = [{ userId: await idOf(member), role: 'viewer' }];
    await boss.call('POST', `/api/files/${folder}/access`, { grants, notify: false });
    expect(await pathOf(theirs, file)).toEqual([['Plans', null, team.id], end]);
    expect(await pathOf(theirs, team.rootId)).toBe('file_not_found');
    await add('viewer');
    expect(await pathOf(theirs, file)).toEqual([root, top, end]);
    const { body } = await theirs.call('POST', '/api/me/api-keys', { folderId: await theirs.folder('Only') });
    const confined = await drive.fetch(`/api/files/${team.rootId}/path`, { key: body.rawKey });
    expect(confined.status).toBe(404);
  });

  it('[P-1252] has its own quota and usage, and costs no member anything', async () => {
    await add('editor');
    await theirs.put('a.txt', 'hello', { in: team.rootId });
    expect((await theirs.call('GET', `/api/drives/${team.id}`)).body).toMatchObject({ usedBytes: 5, memberCount: 2 });
    expect((await theirs.call('GET', '/api/me')).body.usedBytes).toBe(0);
    const quota = { quotaBytes: 7 };
    expect(await codeOf(theirs.call('PATCH', `/api/drives/${team.id}`, { name: 'x y' }))).toBe('access_denied');
    expect((await boss.call('PATCH', `/api/drives/${team.id}`, quota)).body).toMatchObject(quota);
    const wanted = { fileName: 'c.txt', contentType: 'text/plain', fileSizeBytes: 5, driveId: team.id };
    expect(await codeOf(theirs.call('POST', '/api/uploads', wanted))).toBe('storage_quota_exceeded');
    await add('manager');
    expect(await codeOf(theirs.call('PATCH', `/api/drives/${team.id}`, { quotaBytes: null }))).toBe('access_denied');
    expect((await theirs.call('PATCH', `/api/drives/${team.id}`, { linkRole: 'editor' })).body).toMatchObject({
      linkRole: 'editor',
      quotaBytes: 7,
    });
  });

  it('[P-1269] lets managers make links, or editors as well', async () => {
    await add('editor');
    const file = await theirs.put('a.txt', 'hello', { in: team.rootId });
    const share = () => codeOf(theirs.call('POST', `/api/files/${file}/share`, {}));
    expect(await share()).toBe('access_denied');
    await boss.call('PATCH', `/api/drives/${team.id}`, { linkRole: 'editor' });
    expect(await share()).toBe('200');
    const { shareToken } = (await theirs.call('GET', `/api/files/${file}`)).body;
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
    const listed = `/api/shares?driveId=${team.id}`;
    expect((await boss.call('GET', listed)).body.shares).toMatchObject([{ shareToken }]);
    expect([await codeOf(theirs.call('GET', listed)), await codeOf(stranger.call('GET', listed))]).toEqual([
      'access_denied',
      'drive_not_found',
    ]);
    await boss.call('PATCH', `/api/drives/${team.id}`, { linkRole: 'manager' });
    expect((await theirs.call('GET', `/api/files/${file}`)).body.shareToken).toBeNull();
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
  });

  it('[P-1253] keeps a manager, and is renamed by managers', async () => {
    const accessId = await add('manager');
    const path = `/api/files/${team.rootId}/access`;
    const name = nextName();
    expect((await theirs.call('PATCH', `/api/drives/${team.id}`, { name })).body.name).toBe(name);
    const { access } = (await theirs.call('GET', path)).body;
    const first = access.find(({ id }: { id: string }) => id !== accessId).id;
    expect(await codeOf(theirs.call('DELETE', `${path}/${first}`))).toBe('204');
    expect(await codeOf(theirs.call('DELETE', `${path}/${accessId}`))).toBe('last_manager');
    expect(await codeOf(boss.call('GET', `/api/drives/${team.id}`))).toBe('drive_not_found');
  });

  it('[P-1254] is deleted for everybody, restored by administrators, and purged with its bytes', async () => {
    await add('editor');
    const file = await theirs.put('a.txt', 'hello', { in: team.rootId });
    expect(await codeOf(theirs.call('DELETE', `/api/drives/${team.id}`))).toBe('access_denied');
    const { downloadUrl } = (await theirs.call('GET', `/api/files/${file}/download-url`)).body;
    expect(await codeOf(boss.call('DELETE', `/api/drives/${team.id}`))).toBe('204');
    expect((await fetch(downloadUrl)).status).toBe(404);
    expect(await codeOf(theirs.call('GET', `/api/files/${file}`))).toBe('file_not_found');
    expect((await theirs.call('GET', '/api/drives')).body.drives).toEqual([]);
    const purge = `/api/admin/drives/${team.id}/permanent`;
    const restore = `/api/admin/drives/${team.id}/restore`;
    const deleted = async () =>
      (await boss.call('GET', '/api/admin/drives?deleted=true')).body.drives.map(({ id }: TeamDrive) => id);
    expect(await deleted()).toEqual([team.id]);
    expect((await boss.call('POST', restore)).body).toMatchObject({ id: team.id, deletedAt: null, itemCount: 1 });
    expect((await fetch(downloadUrl)).status).toBe(200);
    expect(await codeOf(boss.call('DELETE', purge))).toBe('not_in_trash');
    await boss.call('DELETE', `/api/drives/${team.id}`);
    const again = (await boss.call('POST', '/api/drives', { name: team.name })).body;
    expect(await codeOf(boss.call('POST', restore))).toBe('name_conflict');
    expect(await codeOf(boss.call('DELETE', purge))).toBe('204');
    expect([await codeOf(boss.call('POST', restore)), await deleted()]).toEqual(['drive_not_found', []]);
    await drive.drain();
    drive.clock.advance(2 * dayMs);
    await drive.drain();
    const left = await drive.database.reader.selectFrom('items').select('id').where('id', '=', file).execute();
    const states = await drive.database.reader.selectFrom('items').select('state').where('id', '=', file).execute();
    expect([left.length, states[0]?.state]).toEqual([1, 'purged']);
    expect((await boss.call('GET', '/api/drives')).body.drives).toContainEqual(again);
  });

  it('[P-1255] that was deleted is purged after the retention of the trash', async () => {
    await boss.call('DELETE', `/api/drives/${team.id}`);
    drive.clock.advance(40 * dayMs);
    await drive.drain();
    expect(await codeOf(boss.call('POST', `/api/admin/drives/${team.id}/restore`))).toBe('drive_not_found');
  });

  it('[P-1256] gets the administrator as manager who restores it when none of its managers is left', async () => {
    await add('manager');
    const path = `/api/files/${team.rootId}/access`;
    const { access } = (await theirs.call('GET', path)).body;
    const own = access.find(({ principal }: any) => principal.email === admin.email);
    await theirs.call('DELETE', `${path}/${own.id}`);
    await boss.call('DELETE', `/api/admin/users/${await idOf(member)}`);
    await drive.drain();
    expect(await codeOf(boss.call('GET', `/api/drives/${team.id}`))).toBe('drive_not_found');
    await boss.call('POST', `/api/admin/drives/${team.id}/restore`);
    expect((await boss.call('GET', `/api/drives/${team.id}`)).body).toMatchObject({ role: 'manager', memberCount: 1 });
    const { audit } = (await boss.call('GET', '/api/admin/audit?action=access.given')).body;
    const { activity } = (await boss.call('GET', `/api/activity?driveId=${team.id}`)).body;
    // The manager's, and then that of the administrator.
    expect(audit.filter(({ target }: any) => target.id === team.rootId)).toMatchObject([
      { actor: { email: admin.email }, user: { email: admin.email }, details: { role: 'manager', to: 'user' } },
      { actor: { email: admin.email } },
    ]);
    expect(activity.filter(({ type }: any) => type === 'access.given')).toHaveLength(2);
  });

  it('[P-1257] has a trash of its own, in which editors see and restore what was thrown away', async () => {
    await add('editor');
    const file = await boss.put('a.txt', 'hello', { in: team.rootId });
    await theirs.call('DELETE', `/api/files/${file}`);
    const trashed = async (api: SharedApi) =>
      (await api.call('GET', `/api/trash?driveId=${team.id}`)).body.items?.map(({ path }: { path: string }) => path);
    expect([await trashed(theirs), await trashed(boss)]).toEqual([['/a.txt'], ['/a.txt']]);
    expect((await boss.call('GET', '/api/trash')).body.items).toEqual([]);
    expect((await theirs.call('POST', `/api/files/${file}/restore`)).body).toMatchObject({ parentId: team.rootId });
    expect(await namesIn(theirs, `driveId=${team.id}`)).toEqual(['a.txt']);
    await theirs.call('DELETE', `/api/files/${file}`);
    const empty = (api: SharedApi) => codeOf(api.call('DELETE', `/api/files/trash?driveId=${team.id}`));
    expect([await empty(stranger), await empty(theirs), await empty(boss)]).toEqual([
      'drive_not_found',
      'access_denied',
      '204',
    ]);
    expect(await trashed(theirs)).toEqual([]);
  });

  it('[P-1258] has a change feed and tags of its own, and events that name no session of others', async () => {
    await add('viewer');
    const { cursor } = (await theirs.call('GET', `/api/changes/latest?driveId=${team.id}`)).body;
    const file = await boss.put('a.txt', 'hello', { in: team.rootId });
    await boss.call('PATCH', `/api/files/${file}`, { tags: ['Paid'] });
    const { changes } = (await theirs.call('GET', `/api/changes?driveId=${team.id}&cursor=${cursor}`)).body;
    expect(changes).toMatchObject([
      { type: 'created', itemId: file, item: { role: 'viewer', driveId: team.id, parentId: team.rootId } },
      { type: 'updated', itemId: file },
    ]);
    expect((await theirs.call('GET', '/api/changes')).body.changes).toEqual([]);
    expect(await codeOf(theirs.call('GET', `/api/changes?cursor=${cursor}`))).toBe('cursor_expired');
    expect((await theirs.call('GET', `/api/tags?driveId=${team.id}`)).body.tags).toEqual([{ name: 'Paid', count: 1 }]);
    const stream = await drive.fetch(`/api/users/me/events/stream?driveId=${team.id}`, {
      key: member.key,
      headers: { 'last-event-id': 'evt_none' },
    });
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('file.updated')) break;
    }
    expect(text).toContain('event: file.created');
    expect(text).not.toContain('share.');
    expect(text).toContain('"origin":{"kind":"api_key","id":null}');
  });

  it('[P-1259] closes streams and held requests of members whose role was taken away', async () => {
    const accessId = await add('viewer');
    const { cursor } = (await theirs.call('GET', `/api/changes/latest?driveId=${team.id}`)).body;
    const held = codeOf(theirs.call('GET', `/api/changes?driveId=${team.id}&cursor=${cursor}&wait=30`));
    const stream = await drive.fetch(`/api/users/me/events/stream?driveId=${team.id}`, { key: member.key });
    await boss.call('DELETE', `/api/files/${team.rootId}/access/${accessId}`);
    await boss.put('a.txt', 'hello', { in: team.rootId });
    expect(await held).toBe('folder_not_found');
    expect(await stream.text()).not.toContain('file.created');
  });

  it('[P-1260] is unknown to a key for one folder', async () => {
    await add('editor');
    const folder = await theirs.folder('Own');
    const { rawKey } = (await theirs.call('POST', '/api/me/api-keys', { folderId: folder })).body;
    const answer = await drive.fetch(`/api/files?driveId=${team.id}`, { key: rawKey });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'drive_not_found']);
  });
});
