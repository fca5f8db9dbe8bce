import { type AuditEntry, type Item, listSorts } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callByPath, codeOf, putByPath } from '../../../test/api/by-path-requests.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { openRequest } from '../../../test/network/raw-request.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';
import { grants } from '../access/index.ts';

/** What managers of one folder do with links, and by paths. */
let drive: Drive;
let owner: TestUser;
let mine: SharedApi;
let manager: TestUser;
let theirs: SharedApi;
/** /Hidden/Shared, of which `Shared` is given. */
let hidden: string;
let shared: string;
let accessId: string;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function give(itemId: string, role: string, user = manager): Promise<string> {
  const json = { grants: [{ userId: await idOf(user), role }], notify: false };
  return (await mine.call('POST', `/api/files/${itemId}/access`, json)).body.access[0].id;
}

beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  manager = await drive.createUser();
  theirs = sharedApi(drive, manager);
  hidden = await mine.folder('Hidden');
  shared = await mine.folder('Shared', hidden);
  accessId = await give(shared, 'manager');
});

describe('a link of the owner to several files', () => {
  it('is neither shown to a manager of one of them nor changed by them', async () => {
    const file = await mine.put('a.txt', 'hello', { in: shared });
    const token = await mine.shareTogether([file, await mine.put('b.txt', 'hello')]);
    expect(await mine.get(file)).toMatchObject({ shareToken: token, shareMode: 'SHARED' });
    expect(await theirs.get(file)).toMatchObject({ shareToken: null, shareMode: 'PRIVATE' });
    const { body: listed } = await theirs.call('GET', `/api/files?parentId=${shared}`);
    expect(listed.files).toMatchObject([{ shareToken: null, shareMode: 'PRIVATE' }]);
    const { body: before } = await mine.call('GET', `/api/shares/${token}`);
    for (const [path, json] of [
      ['', { shareMode: 'PUBLIC' }],
      ['/expiry', { expiresInDays: 1 }],
      ['/notify', { notifyOnDownload: true }],
      ['/password', { password: 'correct horse battery' }],
      ['/slug', { slug: `slug-${crypto.randomUUID().slice(0, 8)}` }],
    ] as const)
      expect([path, (await theirs.call('PATCH', `/api/files/${file}/share${path}`, json)).body]).toEqual([
        path,
        expect.objectContaining({ code: path === '' ? 'share_not_found' : 'no_active_share' }),
      ]);
    expect((await mine.call('GET', `/api/shares/${token}`)).body).toEqual(before);

    const { shareToken } = await theirs.shareFile(file);
    expect(await theirs.get(file)).toMatchObject({ shareToken, shareMode: 'SHARED' });
    await theirs.setMode(file, 'PUBLIC');
    expect((await mine.call('GET', `/api/shares/${token}`)).body).toMatchObject({ shareMode: 'SHARED' });
  });
});

it('the audit log names the manager who makes, changes and revokes a link of the owner', async () => {
  const file = await mine.put('a.txt', 'hello', { in: shared });
  await theirs.shareFile(file);
  await theirs.setMode(file, 'PUBLIC');
  await theirs.revoke(file);
  await mine.shareFile(file);
  const admin = sharedApi(drive, await drive.createUser({ isAdmin: true }));
  const { body } = await admin.call('GET', `/api/admin/audit?userId=${await idOf(owner)}`);
  const entries: AuditEntry[] = body.audit.filter(({ action }: AuditEntry) => action.startsWith('share.'));
  expect(entries.map(({ action, actor, user }) => [action, actor.email, user?.email])).toEqual([
    ['share.created', owner.email, owner.email],
    ['share.revoked', manager.email, owner.email],
    ['share.changed', manager.email, owner.email],
    ['share.created', manager.email, owner.email],
  ]);
});

it.each([
  ['upload grant', '/api/upload-grants', (folderId: string) => ({ folderId })],
  ['file request', '/api/collections', (folderId: string) => ({ name: 'a', folderId })],
  ['proofing', '/api/proofings', (folderId: string) => ({ name: 'a', folderId })],
])('a manager makes a %s of a folder of others for its owner, and of no other folder', async (_, path, json) => {
  const stranger = sharedApi(drive, await drive.createUser());
  const ask = async (api: SharedApi, id = shared) => {
    const { status, body } = await api.call('POST', path, json(id));
    return [status, body.code];
  };
  const idsOf = async (api: SharedApi): Promise<unknown[]> => {
    const { body } = await api.call('GET', path);
    return (Object.values(body).find(Array.isArray) as { readonly id: string }[]).map(({ id }) => id);
  };
  const [ofOwner, ofManager] = [await idsOf(mine), await idsOf(theirs)];
  expect(await ask(theirs)).toEqual([201, undefined]);
  expect(await idsOf(mine)).toHaveLength(ofOwner.length + 1);
  expect(await idsOf(theirs)).toEqual(ofManager);
  expect(await ask(theirs, hidden)).toEqual([404, 'folder_not_found']);
  expect(await ask(stranger)).toEqual([404, 'folder_not_found']);
  expect(await ask(mine)).toEqual([201, undefined]);
});

it('a manager makes no proofing of files of others, and learns why', async () => {
  const fileIds = [await mine.put('a.png', 'hello', { in: shared })];
  const { status, body } = await theirs.call('POST', '/api/proofings', { name: 'a', fileIds });
  expect([status, body.code]).toEqual([403, 'access_denied']);
});

describe('a path below a folder of others', () => {
  it('is what the answer to a PUT names, and is read by members only', async () => {
    const put = await putByPath(drive, manager, `a/b.txt?folderId=${shared}`);
    const rawPath = `a/b.txt?folderId=${shared}`;
    expect([put.status, String(put.headers['location']).split('/files/by-path/')[1]]).toEqual([201, rawPath]);
    expect((await callByPath(drive, manager, rawPath)).body.toString()).toBe('hello');
    expect((await callByPath(drive, manager, 'a/b.txt')).status).toBe(404);
    expect(codeOf(await callByPath(drive, await drive.createUser(), rawPath))).toEqual([404, 'folder_not_found']);
    await mine.call('DELETE', `/api/files/${shared}/access/${accessId}`);
    expect(codeOf(await callByPath(drive, manager, rawPath))).toEqual([404, 'folder_not_found']);
    // In the tree of the caller, the path begins in the root.
    const own = await putByPath(drive, owner, `c.txt?folderId=${shared}`);
    expect(String(own.headers['location'])).toMatch(/\/files\/by-path\/Hidden\/Shared\/c\.txt$/);
  });

  it('is read within the folder of a key', async () => {
    const other = await mine.folder('Other');
    await putByPath(drive, owner, `a.txt?folderId=${shared}`);
    await putByPath(drive, owner, `a.txt?folderId=${other}`);
    const { body } = await mine.call('POST', '/api/me/api-keys', { folderId: hidden });
    const key = { key: body.rawKey };
    expect((await callByPath(drive, key, `a.txt?folderId=${shared}`)).status).toBe(200);
    expect((await callByPath(drive, key, 'Shared/a.txt')).status).toBe(200);
    expect(codeOf(await callByPath(drive, key, `a.txt?folderId=${other}`))).toEqual([404, 'folder_not_found']);
  });

  it('gets no link if the role is taken away while the bytes arrive', async () => {
    const request = await openRequest(`${drive.url}/files/by-path/a.txt?folderId=${shared}&share=true`, 'PUT', {
      authorization: `Bearer ${manager.key}`,
      'content-length': 5,
      expect: '100-continue',
    });
    await request.continued;
    await mine.call('PATCH', `/api/files/${shared}/access/${accessId}`, { role: 'contributor' });
    await request.send('hello');
    expect(await request.answer).toMatchObject({ status: 403 });
    request.cut();
    expect(await mine.names(shared)).toEqual([]);
    expect((await mine.call('GET', '/api/shares')).body.shares).toEqual([]);
  });
});

describe('what others gave to a user', () => {
  it('is listed page by page in every order', async () => {
    await mine.call('DELETE', `/api/files/${shared}/access/${accessId}`);
    for (const name of ['b', 'B', 'a', 'c'])
      await give(await mine.folder(name, await mine.folder(`in ${name}`)), 'viewer');
    for (const name of ['b', 'd']) await give(await mine.put(name, name.repeat(name === 'b' ? 2 : 1)), 'viewer');
    const page = async (sort: string, query: string) => {
      const { status, body } = await theirs.call('GET', `/api/files?sharedWithMe=true&sort=${sort}&${query}`);
      expect(status).toBe(200);
      return { ids: body.files.map(({ id }: Item) => id) as string[], ...body.pagination };
    };
    for (const sort of listSorts) {
      const { ids: all, nextCursor: none } = await page(sort, 'limit=10');
      expect([all.length, none]).toEqual([6, null]);
      const found: string[] = [];
      let cursor = '';
      for (let pages = 0; pages < 3; pages += 1) {
        const { ids, nextCursor, totalItems } = await page(sort, `limit=2${cursor}`);
        found.push(...ids);
        cursor = `&cursor=${encodeURIComponent(nextCursor ?? '')}`;
        expect([totalItems, nextCursor === null]).toEqual([6, pages === 2]);
      }
      expect([sort, found]).toEqual([sort, all]);
      expect((await page(sort, 'limit=4&page=2')).ids).toEqual(all.slice(4));
    }
  });

  it('is read with the newest first, if it is too much', async () => {
    const ids = [shared];
    for (const name of ['a', 'b']) ids.push(await mine.folder(name));
    for (const id of ids.slice(1)) await give(id, 'viewer');
    const { reader } = drive.database;
    const { userId } = manager;
    const rows = await reader.selectFrom('items').select(['id', 'row_id']).where('id', 'in', ids).execute();
    const found = await grants.listGivenItems(reader, userId, 2);
    expect(found.map((rowId) => rows.find((row) => row.row_id === rowId)?.id)).toEqual([ids[2], ids[1]]);
  });
});
