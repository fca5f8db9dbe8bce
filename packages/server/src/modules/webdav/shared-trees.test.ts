import type { MemberRole, TeamDrive } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
let boss: SharedApi;
let bossDav: DavApi;
let member: TestUser;
let theirs: SharedApi;
let dav: DavApi;
let team: TeamDrive;
let root: string;
let made = 0;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  admin = await drive.createUser({ isAdmin: true });
  boss = sharedApi(drive, admin);
  bossDav = davApi(drive, admin, '/dav-all');
  member = await drive.createUser();
  theirs = sharedApi(drive, member);
  dav = davApi(drive, member, '/dav-all');
  team = (await boss.call('POST', '/api/drives', { name: `Team ${(made += 1)}` })).body;
  root = `/Drives/${encodeURIComponent(team.name)}`;
});

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function give(role: MemberRole, itemId = team.rootId, to = member, by = boss): Promise<string> {
  const grants = [{ userId: await idOf(to), role }];
  const { status, body } = await by.call('POST', `/api/files/${itemId}/access`, { grants, notify: false });
  expect(status).toBe(201);
  return body.access.find((grant: { principal: { id: string } }) => grant.principal.id === grants[0]?.userId).id;
}
const take = async (accessId: string, itemId = team.rootId): Promise<void> => {
  expect((await boss.call('DELETE', `/api/files/${itemId}/access/${accessId}`)).status).toBe(204);
};
const having = (token: string): Record<string, string> => ({ if: `(<${token}>)` });
const statusOf = async (method: string, path: string, headers = {}): Promise<number> =>
  (await dav.call(method, path, { headers })).status;

describe('the second root of WebDAV', () => {
  it('[P-1490] shows team drives and what others share, and nothing else', async () => {
    expect(await dav.members('/')).toEqual(['/dav-all/Drives/', '/dav-all/Shared%20with%20me/']);
    expect([await dav.members('/Drives/'), await dav.members('/Shared%20with%20me/')]).toEqual([[], []]);
    expect(await statusOf('PROPFIND', `${root}/`, { depth: '0' })).toBe(404);
    await give('viewer');
    await boss.put('a.txt', 'hello', { in: team.rootId });
    const given = await boss.folder('Plans');
    await boss.put('b.txt', 'there', { in: given });
    await give('viewer', given);
    expect(await dav.members('/Drives/')).toEqual([`/dav-all${root}/`]);
    expect(await dav.members(`${root}/`)).toEqual([`/dav-all${root}/a.txt`]);
    expect(await dav.read(`${root}/a.txt`)).toBe('hello');
    expect(await dav.members('/Shared%20with%20me/')).toEqual(['/dav-all/Shared%20with%20me/Plans/']);
    expect(await dav.read('/Shared%20with%20me/Plans/b.txt')).toBe('there');
    expect(await dav.read('/Shared%20with%20me/')).toContain('<a href="Plans/">Plans/</a>');
    expect(await davApi(drive, member).members('/')).toEqual([]);
    expect(await statusOf('MKCOL', '/Drives/New')).toBe(403);
    expect(await statusOf('PUT', '/Shared%20with%20me/new.txt')).toBe(403);
    expect((await dav.tryLock('/Drives/')).status).toBe(403);
    expect([await statusOf('DELETE', root), await statusOf('DELETE', '/Shared%20with%20me/Plans')]).toEqual([403, 403]);
  });

  it('[P-1491] tells apart what others share under one name', async () => {
    const other = sharedApi(drive, await drive.createUser());
    await other.call('PATCH', '/api/me', { name: 'Bea' });
    await boss.call('PATCH', '/api/me', { name: 'Ada/1' });
    await give('viewer', await boss.put('plan.txt', 'of Ada'));
    await give('editor', await other.put('plan.txt', 'of Bea'), member, other);
    const names = ['plan%20(Ada%201).txt', 'plan%20(Bea).txt'].map((name) => `/Shared%20with%20me/${name}`);
    expect((await dav.members('/Shared%20with%20me/')).toSorted()).toEqual(names.map((name) => `/dav-all${name}`));
    expect(await dav.read(names[1]!)).toBe('of Bea');
    expect([await dav.put(names[1]!, 'changed'), await dav.put(names[0]!, 'changed')]).toEqual([204, 403]);
    expect(await dav.read(names[1]!)).toBe('changed');
    expect(await other.names()).toEqual(['plan.txt']);
  });

  it('[P-1492] lets members do what their role allows', async () => {
    await boss.put('a.txt', 'hello', { in: team.rootId });
    const attempts = async (): Promise<number[]> => [
      await dav.put(`${root}/new.txt`, 'new'),
      (await dav.call('MKCOL', `${root}/Folder`)).status,
      await dav.transfer('COPY', `${root}/a.txt`, `${root}/copy.txt`),
      await dav.transfer('MOVE', `${root}/new.txt`, `${root}/renamed.txt`),
      await dav.transfer('MOVE', `${root}/renamed.txt`, `${root}/Folder/renamed.txt`),
      await dav.put(`${root}/a.txt`, 'changed'),
      await dav.transfer('MOVE', `${root}/a.txt`, `${root}/b.txt`),
      await statusOf('DELETE', `${root}/b.txt`),
    ];
    const access = await give('viewer');
    expect(await attempts()).toEqual([403, 403, 403, 404, 404, 403, 403, 404]);
    await take(access);
    expect(await attempts()).toEqual([409, 409, 404, 404, 404, 409, 404, 404]);
    const contributor = await give('contributor');
    expect(await attempts()).toEqual([201, 201, 201, 201, 403, 403, 403, 404]);
    await boss.trash(
      ...(await boss.call('GET', `/api/files?driveId=${team.id}`)).body.files.map(({ id }: { id: string }) => id),
    );
    await boss.put('a.txt', 'hello', { in: team.rootId });
    await take(contributor);
    await give('editor');
    expect(await attempts()).toEqual([201, 201, 201, 201, 201, 204, 201, 204]);
    expect((await theirs.usage()).usedBytes).toBe(0);
    const { body } = await boss.call('GET', `/api/drives/${team.id}`);
    expect(body.usedBytes).toBeGreaterThan(0);
  });

  it('[P-1493] lets a contributor send the content of a file that a lock has created, and the times of a new one', async () => {
    await give('contributor');
    const token = await dav.lock(`${root}/a.txt`);
    expect(await dav.put(`${root}/a.txt`, 'hello', having(token))).toBe(204);
    expect(await dav.put(`${root}/a.txt`, 'again', having(token))).toBe(403);
    expect(await dav.read(`${root}/a.txt`)).toBe('hello');
    expect(await dav.put(`${root}/b.txt`, 'hello')).toBe(201);
    const time = 'Thu, 01 Jan 2026 10:00:00 GMT';
    const windows = ['Win32CreationTime', 'Win32LastModifiedTime']
      .map((name) => `<Z:${name}>${time}</Z:${name}>`)
      .join('');
    const patch = async (properties: string, change = 'set'): Promise<number> => {
      const spaces = 'xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:" xmlns:X="urn:x"';
      const body = `<D:propertyupdate ${spaces}><D:${change}><D:prop>${properties}</D:prop></D:${change}></D:propertyupdate>`;
      return (await dav.call('PROPPATCH', `${root}/b.txt`, { body })).status;
    };
    expect([await patch(windows), await patch('<D:lastmodified>1500000000</D:lastmodified>')]).toEqual([207, 207]);
    const { headers } = await dav.call('HEAD', `${root}/b.txt`);
    expect(headers.get('last-modified')).toBe('Fri, 14 Jul 2017 02:40:00 GMT');
    const mark = '<X:mark>1</X:mark>';
    expect([await patch(mark), await patch(windows + mark), await patch(windows, 'remove')]).toEqual([403, 403, 403]);
    await give('editor');
    expect(await patch(mark)).toBe(207);
  });

  it('[P-1494] moves between team drives as an editor of both, and never above a tree', async () => {
    const other = (await boss.call('POST', '/api/drives', { name: `Team ${(made += 1)}` })).body as TeamDrive;
    const otherRoot = `/Drives/${encodeURIComponent(other.name)}`;
    await give('editor');
    const access = await give('contributor', other.rootId);
    await boss.put('a.txt', 'hello', { in: team.rootId });
    expect(await dav.transfer('MOVE', `${root}/a.txt`, `${otherRoot}/a.txt`)).toBe(403);
    await take(access, other.rootId);
    await give('editor', other.rootId);
    expect(await dav.transfer('MOVE', `${root}/a.txt`, `${otherRoot}/b.txt`)).toBe(201);
    expect([await dav.members(`${root}/`), await dav.read(`${otherRoot}/b.txt`)]).toEqual([[], 'hello']);
    await boss.holdBack(await boss.put('held.txt', 'hello', { in: team.rootId }));
    expect(await dav.transfer('MOVE', `${root}/held.txt`, `${otherRoot}/held.txt`)).toBe(403);
    expect(await dav.transfer('MOVE', `${otherRoot}/b.txt`, '/Drives/b.txt')).toBe(403);
    const toOther = { headers: { destination: `${drive.url}/dav/b.txt` } };
    expect((await dav.call('MOVE', `${otherRoot}/b.txt`, toOther)).status).toBe(502);
  });

  it('copies of others only what a member may download, and lists the rest', async () => {
    const other = (await boss.call('POST', '/api/drives', { name: `Team ${(made += 1)}` })).body as TeamDrive;
    await give('editor');
    await give('editor', other.rootId);
    const folder = await boss.folder('Plans', team.rootId);
    await boss.put('a.txt', 'hello', { in: folder });
    const infected = await boss.put('b.txt', 'hello', { in: folder });
    await boss.put('c.txt', 'hello', { in: folder });
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ scan: 'infected' }).where('id', '=', infected).execute(),
    );
    const toOther = `/Drives/${encodeURIComponent(other.name)}`;
    for (const [at, quotaBytes] of [
      [root, 25],
      [toOther, 10],
    ] as const) {
      await boss.call('PATCH', `/api/drives/${at === root ? team.id : other.id}`, { quotaBytes });
      const headers = { destination: `${drive.url}/dav-all${at}/Copy` };
      const { status, body } = await dav.call('COPY', `${root}/Plans`, { headers });
      expect([status, body.match(/<D:href>[^<]*|HTTP[^<]*/g)]).toEqual([
        207,
        [`<D:href>/dav-all${root}/Plans/b.txt`, 'HTTP/1.1 403 Forbidden'],
      ]);
      const copies = ['a.txt', 'c.txt'].map((name) => `/dav-all${at}/Copy/${name}`);
      expect((await dav.members(`${at}/Copy/`)).toSorted()).toEqual(copies);
    }
    expect(await dav.transfer('COPY', `${root}/Plans/b.txt`, `${root}/b.txt`)).toBe(403);
  });

  it('[P-1495] shows the quota of a team drive, and that of no other owner', async () => {
    await give('viewer');
    const given = await boss.folder('Plans');
    await give('viewer', given);
    const quota = '<D:propfind xmlns:D="DAV:"><D:prop><D:quota-used-bytes/></D:prop></D:propfind>';
    const answerOf = async (path: string): Promise<string> =>
      (await dav.call('PROPFIND', path, { headers: { depth: '0' }, body: quota })).body;
    expect(await answerOf(`${root}/`)).toContain('<D:quota-used-bytes>0</D:quota-used-bytes>');
    expect(await answerOf('/Shared%20with%20me/Plans/')).toContain('404 Not Found');
  });
});

describe('a lock of a member', () => {
  it('[P-1496] protects from all who change the tree, and only its maker may use it', async () => {
    await give('editor');
    await boss.put('a.txt', 'hello', { in: team.rootId });
    const token = await dav.lock(`${root}/a.txt`);
    expect([await bossDav.put(`${root}/a.txt`, 'x'), await bossDav.put(`${root}/a.txt`, 'x', having(token))]).toEqual([
      423, 412,
    ]);
    const unlock = { headers: { 'lock-token': `<${token}>` } };
    expect((await bossDav.call('UNLOCK', `${root}/a.txt`, unlock)).status).toBe(409);
    const shown = (await bossDav.call('PROPFIND', `${root}/a.txt`, { headers: { depth: '0' } })).body;
    expect([shown.includes('<D:activelock>'), shown.includes(token), shown.includes('>me<')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await dav.put(`${root}/a.txt`, 'changed', having(token))).toBe(204);
    expect((await dav.call('UNLOCK', `${root}/a.txt`, unlock)).status).toBe(204);
    expect(await bossDav.put(`${root}/a.txt`, 'x')).toBe(204);
  });

  it('[P-1497] ends with their role, and holds in the root of the owner', async () => {
    const given = await boss.folder('Plans');
    await boss.put('a.txt', 'hello', { in: given });
    const access = await give('editor', given);
    await dav.lock('/Shared%20with%20me/Plans/a.txt');
    const owners = davApi(drive, admin);
    expect(await owners.put('/Plans/a.txt', 'x')).toBe(423);
    await take(access, given);
    expect(await owners.put('/Plans/a.txt', 'x')).toBe(204);
    const token = await owners.lock('/Plans');
    await give('editor', given);
    expect(await dav.put('/Shared%20with%20me/Plans/new.txt', 'x')).toBe(423);
    expect(await owners.put('/Plans/new.txt', 'x', having(token))).toBe(201);
  });
});
