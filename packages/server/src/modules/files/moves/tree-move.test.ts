import { limits, type BatchFailure, type Item, type MemberRole, type Operation } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';
import { fillFolder } from '../../../../test/tree/fill-folder.ts';
import { checkFolders, checkUsage } from '../contents/check-files.ts';

let drive: Drive;
let admin: TestUser;
let boss: SharedApi;
let user: TestUser;
let mine: SharedApi;
let driveId: string;
let rootId: string;
let made = 0;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', WEBDAV: 'on' } });
  admin = await drive.createUser({ isAdmin: true });
  boss = sharedApi(drive, admin);
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  mine = sharedApi(drive, user);
  ({ id: driveId, rootId } = (await boss.call('POST', '/api/drives', { name: `Team ${(made += 1)}` })).body);
});

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function add(role: MemberRole, to = user): Promise<void> {
  const grants = [{ userId: await idOf(to), role }];
  await boss.call('POST', `/api/files/${rootId}/access`, { grants, notify: false });
}
const used = async (api: SharedApi): Promise<number> => (await api.call('GET', '/api/me')).body.usedBytes;
const usedByTeam = async (): Promise<number> => (await boss.call('GET', `/api/drives/${driveId}`)).body.usedBytes;
const move = async (ids: readonly string[], to: object): Promise<{ moved: Item[]; failed: BatchFailure[] }> =>
  (await mine.call('PATCH', '/api/files/move', { ids, ...to })).body;
const toTeam = () => ({ moveToRoot: true, driveId });
async function expectExact(): Promise<void> {
  const { reader } = drive.database;
  const wrong: unknown[] = [await checkUsage(reader)];
  for await (const folder of checkFolders(reader)) wrong.push(folder);
  expect(wrong).toEqual([[]]);
}
const find = async (api: SharedApi, query: string): Promise<string[]> =>
  (await api.call('GET', `/api/search?${query}`)).body.results.map(({ path }: { path: string }) => path);

/** A folder with a file with two versions and tags, a folder, and something in the trash. */
async function fill(): Promise<{ top: string; file: string; trashed: string }> {
  const top = await mine.folder('Top');
  const file = await mine.put('plan.txt', 'hello', { in: top });
  const again = { fileName: 'plan.txt', contentType: 'text/plain', fileSizeBytes: 3, parentFolderId: top };
  const { uploadUrl } = (await mine.call('POST', '/api/uploads', { ...again, onConflict: 'replace' })).body;
  await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: 'two' });
  await mine.call('PATCH', `/api/files/${file}`, { tags: ['Paid'], metadata: { order: '42' } });
  const inner = await mine.folder('Inner', top);
  const trashed = await mine.put('old.txt', '1234567', { in: inner });
  await mine.trash(trashed);
  return { top, file, trashed };
}

describe('a move to another owner', () => {
  it('[P-1261] takes versions, annotations, the trash within it and the bytes of all of them with it', async () => {
    await add('editor');
    const { top, file, trashed } = await fill();
    const before = await used(mine);
    const { moved, failed } = await move([top], toTeam());
    expect({ moved, failed }).toMatchObject({
      moved: [{ id: top, driveId, parentId: rootId, accessChanged: true, role: 'editor' }],
      failed: [],
    });
    expect([await used(mine), await usedByTeam()]).toEqual([0, before]);
    await expectExact();
    expect((await boss.call('GET', `/api/files/${file}`)).body).toMatchObject({
      tags: ['Paid'],
      metadata: { order: '42' },
    });
    expect((await boss.call('GET', `/api/files/${file}/versions`)).body.versions).toHaveLength(1);
    expect([await find(mine, 'q=plan'), await find(mine, `q=plan&driveId=${driveId}`)]).toEqual([
      [],
      ['/Top/plan.txt'],
    ]);
    expect(await find(boss, `tag=paid&driveId=${driveId}`)).toEqual(['/Top/plan.txt']);
    expect((await mine.call('GET', '/api/trash')).body.items).toEqual([]);
    expect((await boss.call('GET', `/api/trash?driveId=${driveId}`)).body.items).toMatchObject([{ id: trashed }]);
    expect((await boss.call('POST', `/api/files/${trashed}/restore`)).status).toBe(200);
    await expectExact();
    const back = (await mine.call('PATCH', `/api/files/${file}`, { moveToRoot: true, name: 'mine.txt' })).body;
    expect(back).toMatchObject({ name: 'mine.txt', driveId: null, role: 'owner', parentId: null, accessChanged: true });
    await expectExact();
  });

  it('counts once what a request names together with its folder, in any order', async () => {
    await add('editor');
    for (const insideFirst of [false, true]) {
      const top = await mine.folder(`Top ${insideFirst}`);
      const file = await mine.put(`${insideFirst}.txt`, 'hello', { in: top });
      const before = await usedByTeam();
      const { moved, failed } = await move(insideFirst ? [file, top] : [top, file], toTeam());
      expect([moved.map(({ parentId }) => parentId), failed]).toEqual([[rootId, rootId], []]);
      expect([await used(mine), await usedByTeam()]).toEqual([0, before + 5]);
      await expectExact();
    }
  });

  it('[P-1262] is a deletion in one change feed and a creation in the other', async () => {
    await add('editor');
    const file = await mine.put('a.txt', 'hello');
    const [own, team] = [
      (await mine.call('GET', '/api/changes/latest')).body.cursor,
      (await mine.call('GET', `/api/changes/latest?driveId=${driveId}`)).body.cursor,
    ];
    await move([file], toTeam());
    const typesOf = async (query: string) =>
      (await mine.call('GET', `/api/changes?${query}`)).body.changes.map(({ type, item }: any) => [type, item?.id]);
    expect(await typesOf(`cursor=${own}`)).toEqual([['deleted', undefined]]);
    expect(await typesOf(`cursor=${team}&driveId=${driveId}`)).toEqual([['created', file]]);
  });

  it('[P-1263] needs an editor on both sides, a free name and room, or changes nothing', async () => {
    const file = await mine.put('a.txt', 'hello');
    const codes = async (ids = [file]) => (await move(ids, { parentId: rootId })).failed.map(({ code }) => code);
    expect(await codes()).toEqual(['folder_not_found']);
    await add('contributor');
    expect(await codes()).toEqual(['access_denied']);
    await add('editor');
    await boss.put('a.txt', 'theirs', { in: rootId });
    expect(await codes()).toEqual(['name_conflict']);
    const other = await mine.put('b.txt', 'hello');
    await boss.call('PATCH', `/api/drives/${driveId}`, { quotaBytes: 10 });
    expect(await codes([other])).toEqual(['storage_quota_exceeded']);
    expect(await used(mine)).toBe(10);
    await expectExact();
    const viewed = await boss.folder('Viewed');
    const grants = [{ userId: await idOf(user), role: 'viewer' }];
    await boss.call('POST', `/api/files/${viewed}/access`, { grants, notify: false });
    expect(await codes([viewed])).toEqual(['access_denied']);
  });

  it('[P-1264] ends the links and the roles that the former owner has given', async () => {
    await add('editor');
    const top = await mine.folder('Top');
    const file = await mine.put('a.txt', 'hello', { in: top });
    const { shareToken } = await mine.shareFile(file);
    const guest = await drive.createUser();
    const grants = [{ userId: await idOf(guest), role: 'viewer' }];
    await mine.call('POST', `/api/files/${file}/access`, { grants, notify: false });
    const { downloadUrl } = (await sharedApi(drive, guest).call('GET', `/api/files/${file}/download-url`)).body;
    await move([top], toTeam());
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(404);
    expect((await fetch(downloadUrl)).status).toBe(404);
    expect((await sharedApi(drive, guest).call('GET', `/api/files/${file}`)).status).toBe(404);
    expect((await boss.call('GET', `/api/files/${file}`)).body).toMatchObject({
      shareToken: null,
      shareMode: 'PRIVATE',
    });
  });

  it('[P-1265] leaves an upload that was open in the folder with its owner', async () => {
    await add('editor');
    const top = await mine.folder('Top');
    const wanted = { fileName: 'late.txt', contentType: 'text/plain', fileSizeBytes: 5, parentFolderId: top };
    const { uploadUrl } = (await mine.call('POST', '/api/uploads', wanted)).body;
    await move([top], toTeam());
    expect((await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: 'hello' })).status).toBe(200);
    expect(await mine.names()).toEqual(['late.txt']);
    await expectExact();
  });

  it('ends an upload of a member that was open in the folder, and adds nothing to the root of its former owner', async () => {
    await add('editor');
    const top = await mine.folder('Top');
    const guest = await drive.createUser();
    const theirs = sharedApi(drive, guest);
    await add('editor', guest);
    const grants = [{ userId: await idOf(guest), role: 'contributor' }];
    await mine.call('POST', `/api/files/${top}/access`, { grants, notify: false });
    const wanted = { fileName: 'late.txt', contentType: 'text/plain', fileSizeBytes: 5, parentFolderId: top };
    const { uploadUrl } = (await theirs.call('POST', '/api/uploads', wanted)).body;
    await move([top], toTeam());
    expect((await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: 'hello' })).status).toBe(410);
    expect([await mine.names(), await boss.names(top)]).toEqual([[], []]);
    await expectExact();
  });

  it('[P-1266] of more items than one request moves is an operation, which another process continues', async () => {
    await add('editor');
    const top = await mine.folder('Many');
    await drive.database.write(async (tx) => {
      await fillFolder(tx, top, 0);
      await tx.updateTable('items').set({ child_files: 1000 }).where('id', '=', top).execute();
      await tx
        .updateTable('storage_usage')
        .set((of) => ({ file_count: of('file_count', '+', 1000), item_count: of('item_count', '+', 1000) }))
        .where('owner_id', '=', user.userId)
        .execute();
    });
    await expectExact();
    expect((await move([top], toTeam())).failed).toMatchObject([{ id: top, code: 'move_too_large', status: 409 }]);
    const unknown = crypto.randomUUID();
    const started = await mine.call('POST', '/api/operations/move', { ids: [top, unknown], ...toTeam() });
    expect(started.status).toBe(202);
    const operation = async (): Promise<Operation> =>
      (await mine.call('GET', `/api/operations/${started.body.operationId}`)).body;
    expect(await operation()).toMatchObject({ kind: 'move', status: 'running', done: 0, total: 1001, result: null });
    await drive.restart();
    await drive.drain();
    expect(await operation()).toMatchObject({
      status: 'complete',
      done: 1001,
      result: { moved: [{ id: top, driveId }], failed: [{ id: unknown, code: 'file_not_found' }] },
    });
    expect((await boss.call('GET', `/api/files?driveId=${driveId}`)).body.files).toMatchObject([{ id: top }]);
    await expectExact();
  });

  it('[P-1267] within a tree, or of what is gone, is in an operation as in a request', async () => {
    const [folder, file] = [await mine.folder('To'), await mine.put('a.txt', 'hello')];
    const { operationId } = (await mine.call('POST', '/api/operations/move', { ids: [file], parentId: folder })).body;
    await drive.drain();
    const { result } = (await mine.call('GET', `/api/operations/${operationId}`)).body;
    expect(result).toMatchObject({ moved: [{ id: file, parentId: folder }], failed: [] });
    expect((await boss.call('GET', `/api/operations/${operationId}`)).status).toBe(404);
    const denied = await mine.call('POST', '/api/operations/move', { ids: [file], parentId: rootId });
    expect(denied).toMatchObject({ status: 404, body: { code: 'folder_not_found' } });
  });

  it('takes what is held back, or has such a version, from its owner only', async () => {
    await add('editor');
    const top = await boss.folder('Top', rootId);
    const file = await boss.put('a.txt', 'hello', { in: top });
    await boss.trash(file);
    await boss.holdBack(file);
    const refused = { code: 'file_quarantined', status: 403 };
    const refusals = async (id: string): Promise<unknown[]> => {
      const { operationId } = (await mine.call('POST', '/api/operations/move', { ids: [id], moveToRoot: true })).body;
      await drive.drain();
      const { result } = (await mine.call('GET', `/api/operations/${operationId}`)).body;
      return [
        await mine.call('PATCH', `/api/files/${id}`, { moveToRoot: true }),
        await move([id], { moveToRoot: true }),
        result,
      ];
    };
    const everywhere = (id: string) => [
      { status: 403, body: { code: 'file_quarantined' } },
      { moved: [], failed: [{ id, ...refused }] },
      { moved: [], failed: [{ id, ...refused }] },
    ];
    expect(await refusals(top)).toMatchObject(everywhere(top));
    await boss.restore(file);
    expect(await refusals(file)).toMatchObject(everywhere(file));
    const again = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 3, parentFolderId: top };
    const { uploadUrl } = (await boss.call('POST', '/api/uploads', { ...again, onConflict: 'replace' })).body;
    await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: 'two' });
    await drive.database.write(async (tx) => {
      await tx.updateTable('items').set({ quarantined: 0 }).where('id', '=', file).execute();
      const { row_id: itemRowId } = await tx
        .selectFrom('items')
        .select('row_id')
        .where('id', '=', file)
        .executeTakeFirstOrThrow();
      await tx.updateTable('file_versions').set({ scan: 'infected' }).where('item_id', '=', itemRowId).execute();
    });
    expect(await refusals(file)).toMatchObject(everywhere(file));
    const own = await mine.put('own.txt', 'hello');
    await mine.holdBack(own);
    expect((await move([own], toTeam())).moved).toMatchObject([{ id: own, driveId, quarantined: true }]);
    await expectExact();
  });

  it('as an operation moves nothing more once the account that asked for it is disabled', async () => {
    await add('editor');
    const file = await boss.put('a.txt', 'hello', { in: rootId });
    const started = await mine.call('POST', '/api/operations/move', { ids: [file], moveToRoot: true });
    expect(started.status).toBe(202);
    await boss.call('PATCH', `/api/admin/users/${await idOf(user)}`, { disabled: true });
    await drive.drain();
    expect((await boss.call('GET', `/api/files/${file}`)).body).toMatchObject({ driveId, parentId: rootId });
  });
});

describe('a transfer', () => {
  it('[P-1268] moves all that a user has to a folder of another owner, and deletes the account at the end', async () => {
    const { top, file } = await fill();
    const single = await mine.put('single.txt', 'hello');
    // Not a name that a folder may have.
    await mine.call('PATCH', '/api/me', { name: '..' });
    await mine.holdBack(single);
    const id = await idOf(user);
    const path = `/api/admin/users/${id}`;
    const code = async (to: object) => (await boss.call('POST', `${path}/transfer`, to)).body.code;
    expect(await code({ driveId: crypto.randomUUID() })).toBe('drive_not_found');
    expect(await code({ toUserId: crypto.randomUUID() })).toBe('user_not_found');
    expect([await code({ toUserId: id }), await code({})]).toEqual(['validation_failed', 'validation_failed']);
    const bytes = await used(mine);
    const { status, body } = await boss.call('DELETE', path, { driveId });
    expect([status, (await mine.call('GET', '/api/me')).status]).toEqual([202, 401]);
    await drive.drain();
    const operation = (await boss.call('GET', `/api/operations/${body.operationId}`)).body;
    expect(operation).toMatchObject({ kind: 'transfer', status: 'complete', result: { failed: [] } });
    const { folder } = operation.result;
    expect(folder).toMatchObject({ driveId, parentId: rootId, name: user.email });
    const { files } = (await boss.call('GET', `/api/files?parentId=${folder.id}`)).body;
    expect(files.map((item: Item) => item.id)).toEqual([top, single]);
    expect((await boss.call('GET', `/api/files/${file}`)).body.parentId).toBe(top);
    expect([await usedByTeam(), (await boss.call('GET', path)).status]).toEqual([bytes, 404]);
    await drive.drain();
    await expectExact();
  });

  /** Starts the deletion of the user, with all files for the drive. */
  async function leave() {
    const path = `/api/admin/users/${await idOf(user)}`;
    const { operationId } = (await boss.call('DELETE', path, { driveId })).body;
    return {
      setProgress: (change: object) =>
        drive.database.write(async (tx) => {
          const progress = JSON.stringify({ next: 0, moved: [], failed: [], ...change });
          await tx.updateTable('operations').set({ progress }).where('id', '=', operationId).execute();
        }),
      end: async (): Promise<Operation> => {
        await drive.drain();
        return (await boss.call('GET', `/api/operations/${operationId}`)).body;
      },
      account: () => boss.call('GET', path),
      enable: () => boss.call('PATCH', path, { disabled: false }),
    };
  }

  it('makes another folder if the one that receives everything was trashed or given away', async () => {
    for (const isGivenAway of [false, true]) {
      user = await drive.createUser();
      mine = sharedApi(drive, user);
      const file = await mine.put('a.txt', 'hello');
      const former = await boss.folder('Former', isGivenAway ? undefined : rootId);
      const { row_id: folderRowId } = await drive.database.reader
        .selectFrom('items')
        .select('row_id')
        .where('id', '=', former)
        .executeTakeFirstOrThrow();
      const { setProgress, end } = await leave();
      await setProgress({ folderRowId });
      if (!isGivenAway) await boss.trash(former);
      expect(await end()).toMatchObject({ result: { folder: { driveId, parentId: rootId }, failed: [] } });
      expect((await boss.call('GET', `/api/files/${file}`)).body).toMatchObject({ driveId });
      await expectExact();
    }
  });

  it('leaves files and account where they are once the receiver is deleted', async () => {
    const file = await mine.put('a.txt', 'hello');
    const { end, account } = await leave();
    expect((await boss.call('DELETE', `/api/drives/${driveId}`)).status).toBe(204);
    const failed = [{ id: file, code: 'folder_not_found' }];
    expect(await end()).toMatchObject({ status: 'complete', result: { folder: null, failed } });
    expect((await account()).body).toMatchObject({ usedBytes: 5, disabledAt: expect.any(String) });
  });

  it('looks at the whole root again before it deletes the account, which stays if it was enabled', async () => {
    const file = await mine.put('a.txt', 'hello');
    const first = await leave();
    await first.setProgress({ next: Number.MAX_SAFE_INTEGER });
    expect(await first.end()).toMatchObject({ status: 'complete', done: 1 });
    expect((await boss.call('GET', `/api/files/${file}`)).body).toMatchObject({ driveId });
    expect((await first.account()).status).toBe(404);
    user = await drive.createUser();
    const second = await leave();
    await second.enable();
    expect(await second.end()).toMatchObject({ status: 'failed', result: null });
    expect((await second.account()).body).toMatchObject({ disabledAt: null });
  });

  it('that is refused leaves the account enabled', async () => {
    const path = `/api/admin/users/${await idOf(user)}`;
    for (let count = 0; count < limits.runningOperations; count += 1)
      await boss.call('POST', `${path}/transfer`, { driveId });
    expect((await boss.call('DELETE', path, { driveId })).status).toBe(429);
    expect((await mine.call('GET', '/api/me')).status).toBe(200);
    await drive.drain();
  });
});
