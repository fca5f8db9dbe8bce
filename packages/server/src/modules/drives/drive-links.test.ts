import { dayMs } from '@drive/base';
import type { MemberRole, TeamDrive } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

/** Links, file requests, proofings, upload grants and webhooks that belong to a team drive. */
let drive: Drive;
let admin: TestUser;
let boss: SharedApi;
let member: TestUser;
let theirs: SharedApi;
let team: TeamDrive;
let folder: string;
let made = 0;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function give(role: MemberRole, to = member): Promise<string> {
  const grants = [{ userId: await idOf(to), role }];
  const { status, body } = await boss.call('POST', `/api/files/${team.rootId}/access`, { grants, notify: false });
  expect(status).toBe(201);
  return body.access.find((grant: { principal: { id: string } }) => grant.principal.id === grants[0]?.userId).id;
}
const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;
async function post(api: SharedApi, path: string, json: unknown): Promise<any> {
  const { status, body } = await api.call('POST', path, json);
  expect([path, status, body.code]).toEqual([path, 201, undefined]);
  return body;
}
/** Addresses of the emails since the last call. */
async function mailed(): Promise<string[]> {
  await drive.drain();
  return drive.mails.splice(0).map(({ to }) => to);
}

beforeEach(async () => {
  admin = await drive.createUser({ isAdmin: true });
  boss = sharedApi(drive, admin);
  member = await drive.createUser();
  theirs = sharedApi(drive, member);
  team = await post(boss, '/api/drives', { name: `Team ${(made += 1)}` });
  folder = await boss.folder('Inbox', team.rootId);
});

async function sendTo(token: string, fileName: string): Promise<number> {
  const json = { fileName, contentType: 'text/plain', sizeBytes: 5 };
  const reserved = await drive.fetch(`/api/public/collect/${token}/uploads`, { method: 'POST', json });
  if (reserved.status !== 201) return reserved.status;
  const { uploadUrl } = (await reserved.json()) as { uploadUrl: string };
  return (await drive.fetch(uploadUrl, { method: 'PUT', body: 'hello' })).status;
}

describe('a file request in a team drive', () => {
  it('[P-1505] belongs to the drive: its managers see and change it, and it stays when its maker leaves', async () => {
    const access = await give('manager');
    const request = await post(theirs, '/api/collections', { name: 'Photos', folderId: folder });
    const inRoot = await post(theirs, '/api/collections', { name: 'Papers', driveId: team.id });
    expect(await boss.names(team.rootId)).toEqual(['Inbox', 'Papers']);
    expect((await theirs.call('GET', '/api/collections')).body.collections).toEqual([]);
    const listed = (await boss.call('GET', `/api/collections?driveId=${team.id}`)).body.collections;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([inRoot.id, request.id]);
    expect(await statusOf(boss.call('PATCH', `/api/collections/${request.id}`, { maxFiles: 2 }))).toBe(200);
    expect(await sendTo(request.token, 'a.txt')).toBe(200);
    expect(await boss.names(folder)).toEqual(['a.txt']);
    const { body } = await boss.call('GET', `/api/drives/${team.id}`);
    expect([body.usedBytes, (await theirs.usage()).usedBytes]).toEqual([5, 0]);

    expect(await statusOf(boss.call('DELETE', `/api/files/${team.rootId}/access/${access}`))).toBe(204);
    expect(await statusOf(theirs.call('GET', `/api/collections/${request.id}`))).toBe(403);
    expect(await sendTo(request.token, 'b.txt')).toBe(200);
    expect(await statusOf(boss.call('DELETE', `/api/collections/${request.id}`))).toBe(204);
    expect(await sendTo(request.token, 'c.txt')).toBe(404);
  });

  it('[P-1506] tells its maker while they are in the drive, and else the managers', async () => {
    const access = await give('manager');
    const { token } = await post(theirs, '/api/collections', { name: 'Photos', folderId: folder });
    // Emails of earlier tests, which gather what arrives.
    drive.clock.advance(600_000);
    await mailed();
    await sendTo(token, 'a.txt');
    drive.clock.advance(600_000);
    expect(await mailed()).toEqual([member.email]);
    await boss.call('DELETE', `/api/files/${team.rootId}/access/${access}`);
    await sendTo(token, 'b.txt');
    drive.clock.advance(600_000);
    expect(await mailed()).toEqual([admin.email]);
  });

  it('no longer tells its maker who has kept a role elsewhere in the drive only', async () => {
    const access = await give('manager');
    const other = await boss.folder('Other', team.rootId);
    const { token } = await post(theirs, '/api/collections', { name: 'Photos', folderId: folder });
    const grants = [{ userId: await idOf(member), role: 'viewer' }];
    await post(boss, `/api/files/${other}/access`, { grants, notify: false });
    await boss.call('DELETE', `/api/files/${team.rootId}/access/${access}`);
    drive.clock.advance(600_000);
    await mailed();
    await sendTo(token, 'a.txt');
    drive.clock.advance(600_000);
    expect(await mailed()).toEqual([admin.email]);
  });

  it('[P-1518] that ends soon is told of to its maker', async () => {
    await give('manager');
    await post(theirs, '/api/collections', { name: 'Ending', folderId: folder, expiresInDays: 10 });
    drive.clock.advance(8 * dayMs);
    for (let again = 0; again < 2; again += 1) await drive.jobs.runNow('notifications.links');
    const told = async (api: SharedApi): Promise<unknown[]> =>
      (await api.call('GET', '/api/notifications')).body.notifications.filter(
        ({ type }: { type: string }) => type === 'link_expiring',
      );
    expect([(await told(theirs)).length, (await told(boss)).length]).toEqual([1, 0]);
  });

  it('[P-1507] is made by who may make links, and of the owner by a manager of the folder', async () => {
    await give('editor');
    const wanted = { name: 'Photos', folderId: folder };
    const attempts = async (): Promise<number[]> => [
      await statusOf(theirs.call('POST', '/api/collections', wanted)),
      await statusOf(theirs.call('POST', '/api/upload-grants', { folderId: folder })),
      await statusOf(theirs.call('POST', '/api/proofings', wanted)),
    ];
    expect(await attempts()).toEqual([403, 403, 403]);
    expect(await statusOf(boss.call('PATCH', `/api/drives/${team.id}`, { linkRole: 'editor' }))).toBe(200);
    expect(await attempts()).toEqual([201, 201, 201]);
    expect(await statusOf(theirs.call('GET', `/api/collections?driveId=${team.id}`))).toBe(403);
    const own = await boss.folder('Own');
    const grants = [{ userId: await idOf(member), role: 'manager' }];
    await post(boss, `/api/files/${own}/access`, { grants, notify: false });
    await post(theirs, '/api/collections', { name: 'For the owner', folderId: own });
    expect((await boss.call('GET', '/api/collections')).body.collections).toHaveLength(1);
  });
});

it('[P-1508] proofings and upload grants of a team drive work for visitors, and belong to the drive', async () => {
  await give('manager');
  const file = await boss.put('a.txt', 'hello', { in: folder });
  const ofFolder = await post(theirs, '/api/proofings', { name: 'Choose', folderId: folder });
  const ofFile = await post(theirs, '/api/proofings', { name: 'Choose', fileIds: [file] });
  for (const { token } of [ofFolder, ofFile]) {
    const shown = (await (await drive.fetch(`/api/public/proofing/${token}`)).json()) as any;
    expect(shown).toMatchObject({ ownerName: team.name, files: [{ id: file }] });
    const json = { fileIds: [file] };
    const sent = await drive.fetch(`/api/public/proofing/${token}/submissions`, { method: 'POST', json });
    expect(sent.status).toBe(201);
  }
  expect((await boss.call('GET', `/api/proofings?driveId=${team.id}`)).body.proofings).toHaveLength(2);
  const grant = await post(theirs, '/api/upload-grants', { driveId: team.id });
  const headers = { 'x-upload-grant': grant.token };
  const json = { fileName: 'b.txt', contentType: 'text/plain', sizeBytes: 5 };
  const reserved = await drive.fetch('/api/public/grants/uploads', { method: 'POST', headers, json });
  expect([reserved.status, ((await reserved.json()) as any).code]).toEqual([201, undefined]);
  const listed = (await boss.call('GET', `/api/upload-grants?driveId=${team.id}`)).body.uploadGrants;
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([grant.id]);
  expect(await statusOf(boss.call('DELETE', `/api/upload-grants/${grant.id}`))).toBe(204);
});

it('[P-1926] one link to several files of a team drive belongs to the drive, and every manager changes it', async () => {
  const access = await give('manager');
  const fileIds = [
    await boss.put('a.txt', 'hello', { in: folder }),
    await theirs.put('b.txt', 'hello', { in: folder }),
  ];
  const { shareToken } = await post(theirs, '/api/files/share-multi', { fileIds });
  expect((await theirs.call('GET', '/api/shares')).body.shares).toEqual([]);
  const [listed] = (await boss.call('GET', `/api/shares?driveId=${team.id}`)).body.shares;
  expect(listed).toMatchObject({ shareToken, kind: 'multi', fileCount: 2, driveId: team.id });
  const opened = (await (await drive.fetch(`/api/public/share/${shareToken}`)).json()) as any;
  expect(opened).toMatchObject({ kind: 'multi', ownerName: team.name, fileCount: 2 });
  for (const api of [boss, theirs])
    expect((await api.call('GET', `/api/files/${fileIds[0]}`)).body).toMatchObject({ shareMode: 'SHARED', shareToken });
  const change = (api: SharedApi, json: object) => statusOf(api.call('PATCH', `/api/shares/${shareToken}`, json));
  expect([await change(boss, { maxDownloads: 3 }), await change(theirs, { label: 'x' })]).toEqual([200, 200]);
  expect(await statusOf(boss.call('PATCH', `/api/files/${fileIds[1]}/share/expiry`, { expiresInDays: 2 }))).toBe(200);

  await boss.call('DELETE', `/api/files/${team.rootId}/access/${access}`);
  expect([await change(theirs, { label: 'y' }), await change(boss, { label: 'z' })]).toEqual([404, 200]);
  expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
});

it('[P-1927] one link takes files of others whose manager the user is, of one owner only', async () => {
  const own = await boss.folder('Own');
  const fileIds = [await boss.put('a.txt', 'a', { in: own }), await boss.put('b.txt', 'b', { in: own })];
  const userId = await idOf(member);
  const create = (ids: readonly string[]) => theirs.call('POST', '/api/files/share-multi', { fileIds: ids });
  expect((await create(fileIds)).body.message).toContain('not yours');
  const { access } = await post(boss, `/api/files/${own}/access`, {
    grants: [{ userId, role: 'editor' }],
    notify: false,
  });
  expect((await create(fileIds)).body.message).toContain('needs the role manager');
  const { id } = access.find((grant: { principal: { id: string } }) => grant.principal.id === userId);
  expect(await statusOf(boss.call('PATCH', `/api/files/${own}/access/${id}`, { role: 'manager' }))).toBe(200);
  const mixed = await create([...fileIds, await theirs.put('c.txt', 'c')]);
  expect([mixed.status, mixed.body.message]).toEqual([403, expect.stringContaining('several owners')]);
  const made = await create(fileIds);
  expect(made.status).toBe(201);
  const [listed] = (await boss.call('GET', '/api/shares')).body.shares;
  expect(listed).toMatchObject({ shareToken: made.body.shareToken, createdBy: { id: userId } });
  // The link could have other files of the owner.
  expect((await theirs.call('GET', `/api/files/${fileIds[0]}`)).body).toMatchObject({ shareToken: null });
  expect(await statusOf(theirs.call('DELETE', `/api/shares/${made.body.shareToken}`))).toBe(204);
  expect((await drive.fetch(`/api/public/share/${made.body.shareToken}`)).status).toBe(404);
});

it('[P-1509] a link of a team drive is opened with its name, and receives files for it', async () => {
  await give('manager');
  const { shareToken } = (await theirs.call('POST', `/api/folders/${folder}/share`, { allowUpload: true })).body;
  const shown = (await (await drive.fetch(`/api/public/share/${shareToken}`)).json()) as any;
  expect(shown).toMatchObject({ ownerName: team.name, allowUpload: true });
  const json = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
  const reserved = await drive.fetch(`/api/public/share/${shareToken}/uploads`, { method: 'POST', json });
  expect(reserved.status).toBe(201);
});

it('[P-1510] webhooks of a team drive are made and seen by its managers', async () => {
  const hook = { url: 'https://example.com/hook', events: ['*'], driveId: team.id };
  await give('editor');
  expect(await statusOf(theirs.call('POST', '/api/users/me/webhooks', hook))).toBe(403);
  const { id } = await post(boss, '/api/users/me/webhooks', hook);
  expect((await boss.call('GET', '/api/users/me/webhooks')).body).toEqual([]);
  expect((await boss.call('GET', `/api/users/me/webhooks?driveId=${team.id}`)).body).toMatchObject([{ id }]);
  expect(await statusOf(theirs.call('GET', `/api/users/me/webhooks?driveId=${team.id}`))).toBe(403);
  await theirs.folder('New', team.rootId);
  const deliveries = (await boss.call('GET', `/api/users/me/webhooks/${id}/deliveries`)).body.deliveries;
  expect(deliveries.map(({ type }: { type: string }) => type)).toContain('folder.created');
  for (const path of [
    `/api/users/me/webhooks/${id}/deliveries`,
    `/api/users/me/webhooks/${crypto.randomUUID()}/deliveries`,
  ])
    expect(await statusOf(theirs.call('GET', path))).toBe(404);
  const { rawKey } = await post(boss, '/api/me/api-keys', {
    folderId: await boss.folder('Key'),
    scopes: ['webhooks'],
  });
  const confined = sharedApi(drive, { ...admin, key: rawKey });
  expect(await statusOf(confined.call('POST', '/api/users/me/webhooks', hook))).toBe(404);
  expect(await statusOf(boss.call('DELETE', `/api/users/me/webhooks/${id}`))).toBe(204);
});

it('[P-1517] clients of tus upload into a team drive by its id', async () => {
  await give('contributor');
  const create = async (driveId: string, more = ''): Promise<Response> => {
    const encode = (text: string): string => Buffer.from(text).toString('base64');
    return drive.fetch('/files/tus', {
      method: 'POST',
      key: member.key,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${encode('a.txt')},driveId ${encode(driveId)}${more}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: 'hello',
    });
  };
  expect((await create(team.id)).status).toBe(201);
  expect(await boss.names(team.rootId)).toEqual(['Inbox', 'a.txt']);
  expect((await create(crypto.randomUUID())).status).toBe(404);
  const both = await create(team.id, `,parentFolderId ${Buffer.from(folder).toString('base64')}`);
  expect(both.status).toBe(400);
});

it('[P-1781] says of links, file requests, proofings, upload grants and webhooks to which drive they belong', async () => {
  const url = 'https://example.com/hook';
  const file = await boss.put('a.txt', 'hello', { in: folder });
  const own = await boss.folder('Own');
  const ownFile = await boss.put('own.txt', 'hello');
  const made = {
    collections: (id: string) => ['/api/collections', { name: 'Photos', folderId: id }] as const,
    proofings: (id: string) => ['/api/proofings', { name: 'Album', folderId: id }] as const,
    uploadGrants: (id: string) => ['/api/upload-grants', { folderId: id }] as const,
  };
  for (const [list, wanted] of Object.entries(made))
    for (const [folderId, driveId] of [
      [folder, team.id],
      [own, null],
    ] as const) {
      const [path, json] = wanted(folderId);
      const { id, driveId: created } = await post(boss, path, json);
      const one = (await boss.call('GET', `${path}/${id}`)).body;
      const [listed] = (await boss.call('GET', driveId === null ? path : `${path}?driveId=${driveId}`)).body[list];
      expect([path, created, one.driveId, listed.id, listed.driveId]).toEqual([path, driveId, driveId, id, driveId]);
    }
  const changed = await boss.call(
    'PATCH',
    `/api/collections/${(await firstOf('/api/collections', 'collections')).id}`,
    {
      maxFiles: 2,
    },
  );
  expect(changed.body.driveId).toBe(team.id);
  for (const driveId of [team.id, undefined]) {
    const hook = await post(boss, '/api/users/me/webhooks', { url, ...(driveId === undefined ? {} : { driveId }) });
    const query = driveId === undefined ? '' : `?driveId=${driveId}`;
    const [listed] = (await boss.call('GET', `/api/users/me/webhooks${query}`)).body;
    const patched = (await boss.call('PATCH', `/api/users/me/webhooks/${hook.id}`, { enabled: false })).body;
    const rotated = (await boss.call('POST', `/api/users/me/webhooks/${hook.id}/rotate-secret`)).body;
    for (const one of [hook, listed, patched, rotated])
      expect([one.id, one.driveId]).toEqual([hook.id, driveId ?? null]);
  }
  for (const [id, driveId] of [
    [file, team.id],
    [ownFile, null],
  ] as const) {
    const { shareToken } = await boss.shareFile(id);
    await post(boss, `/api/files/${id}/links`, {});
    const { links } = (await boss.call('GET', `/api/files/${id}/links`)).body;
    const one = (await boss.call('GET', `/api/shares/${shareToken}`)).body;
    const { shares } = (await boss.call('GET', driveId === null ? '/api/shares' : `/api/shares?driveId=${driveId}`))
      .body;
    expect([...links, one, ...shares].map((share: { driveId: string | null }) => share.driveId)).toEqual(
      Array.from({ length: links.length + 1 + shares.length }, () => driveId),
    );
  }
});

const firstOf = async (path: string, list: string): Promise<{ id: string }> =>
  (await boss.call('GET', `${path}?driveId=${team.id}`)).body[list][0];
