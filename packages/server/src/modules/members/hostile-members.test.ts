import { hourMs, secondMs } from '@drive/base';
import type { Item, MemberRole } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putBytes, readStatus, reserveUpload, someBytes } from '../../../test/api/uploads.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { openRequest } from '../../../test/network/raw-request.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

/** What members and strangers try to learn and to keep. */
let drive: Drive;
let counted: ReturnType<typeof countStatements>;
let owner: TestUser;
let mine: SharedApi;
let member: TestUser;
let theirs: SharedApi;
let stranger: TestUser;
/** /Hidden/Shared/Inner, of which `Shared` is given. */
let hidden: string;
let shared: string;
let inner: string;

beforeAll(async () => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off' },
    database: (database) => (counted = countStatements(database)).database,
  });
});
afterAll(() => drive.close());

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;

async function give(user: TestUser, role: MemberRole, itemId = shared): Promise<string> {
  const grants = [{ userId: await idOf(user), role }];
  const { status, body } = await mine.call('POST', `/api/files/${itemId}/access`, { grants, notify: false });
  expect(status).toBe(201);
  return body.access[0].id;
}

beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  member = await drive.createUser();
  theirs = sharedApi(drive, member);
  stranger = await drive.createUser();
  hidden = await mine.folder('Hidden');
  shared = await mine.folder('Shared', hidden);
  inner = await mine.folder('Inner', shared);
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
  statements: number;
}
const varies = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

async function ask(user: TestUser, method: string, path: string, json?: unknown): Promise<Answer> {
  counted.take();
  const init = { method, key: user.key, ...(json === undefined ? {} : { json }) };
  const response = await drive.fetch(path, init);
  const body = (await response.text()).replaceAll(/"timestamp":"[^"]*"/g, '');
  const headers = [...response.headers].filter(([name]) => !varies.has(name));
  return { status: response.status, body, headers, statements: counted.take().statements };
}

describe('a stranger', () => {
  /** Requests about an item by its id. Two operations are documented to answer 403 for items of others, and are left out. */
  type Ask = readonly [what: string, method: string, path: (id: string) => string, json?: (id: string) => unknown];
  const requests: readonly Ask[] = [
    ['reads', 'GET', (id) => `/api/files/${id}`],
    ['reads the path of', 'GET', (id) => `/api/files/${id}/path`],
    ['lists', 'GET', (id) => `/api/files?parentId=${id}`],
    ['filters', 'GET', (id) => `/api/files?parentId=${id}&type=file`],
    ['walks', 'GET', (id) => `/api/files/tree?folderId=${id}`],
    ['searches', 'GET', (id) => `/api/search?q=a&in=${id}`],
    ['looks below', 'GET', (id) => `/api/files/by-path?folderId=${id}&path=/a`],
    ['lists the trash of', 'GET', (id) => `/api/trash?folderId=${id}`],
    ['lists the versions of', 'GET', (id) => `/api/files/${id}/versions`],
    ['lists who has', 'GET', (id) => `/api/files/${id}/access`],
    ['reads what happened to', 'GET', (id) => `/api/files/${id}/activity`],
    ['reads what happened in', 'GET', (id) => `/api/activity?driveId=${id}`],
    [
      'gives',
      'POST',
      (id) => `/api/files/${id}/access`,
      () => ({ grants: [{ email: 'a@b.example', role: 'viewer' }] }),
    ],
    [
      'changes a role on',
      'PATCH',
      (id) => `/api/files/${id}/access/${crypto.randomUUID()}`,
      () => ({ role: 'viewer' }),
    ],
    ['renames', 'PATCH', (id) => `/api/files/${id}`, () => ({ name: 'x' })],
    ['tags', 'POST', () => '/api/files/tags', (id) => ({ ids: [id], add: ['a'] })],
    ['moves', 'PATCH', () => '/api/files/move', (id) => ({ ids: [id], moveToRoot: true })],
    ['copies', 'POST', () => '/api/files/copy', (id) => ({ ids: [id], copyToRoot: true })],
    ['trashes', 'DELETE', (id) => `/api/files/${id}`],
    ['restores', 'POST', (id) => `/api/files/${id}/restore`],
    ['purges', 'DELETE', (id) => `/api/files/${id}/permanent`],
    ['stars', 'PUT', (id) => `/api/files/${id}/star`],
    ['adds to', 'POST', () => '/api/files/folders', (id) => ({ name: 'x', parentId: id })],
    ['signs', 'POST', () => '/api/files/download-urls', (id) => ({ ids: [id] })],
  ];

  it.each(requests.map((each) => [each[0], each] as const))(
    '[P-1023] %s an item of others as if it did not exist',
    async (_, [, method, path, json]) => {
      const unknown = crypto.randomUUID();
      const about = (id: string) => ask(stranger, method, path(id), json?.(id));
      // The first request of a user creates their root, and others meet jobs that run beside them.
      await about(unknown);
      const [foreign, none] = [await about(shared), await about(unknown)];
      for (let again = 0; again < 3 && foreign.statements !== none.statements; again++) {
        foreign.statements = Math.min(foreign.statements, (await about(shared)).statements);
        none.statements = Math.min(none.statements, (await about(unknown)).statements);
      }
      const named = (answer: Answer, id: string): Answer => ({ ...answer, body: answer.body.replaceAll(id, 'ID') });
      expect(named(foreign, shared)).toEqual(named(none, unknown));
    },
  );

  it('finds nothing of others in lists', async () => {
    await mine.put('needle.txt', 'hello', { in: shared });
    expect((await ask(stranger, 'GET', '/api/files?sharedWithMe=true')).body).toContain('"files":[]');
    expect((await ask(stranger, 'GET', '/api/search?q=needle')).body).toContain('"results":[]');
    expect((await ask(stranger, 'GET', '/api/files?q=needle')).body).toContain('"files":[]');
  });
});

describe('a member', () => {
  it('[P-1024] sees no folder above the topmost that they reach', async () => {
    await give(member, 'manager');
    const file = await mine.put('a.txt', 'hello', { in: inner });
    await mine.put('b.txt', 'hello', { in: hidden });
    const all: string[] = [];
    for (const path of [
      `/api/files/${shared}`,
      `/api/files/${shared}/path`,
      `/api/files/${file}/path`,
      `/api/files/${shared}/access`,
      `/api/files/${shared}/activity`,
      `/api/files/${file}/activity`,
      `/api/files/${file}/access`,
      `/api/files?parentId=${shared}`,
      `/api/files/tree?folderId=${shared}`,
      `/api/search?q=a.txt&in=${shared}`,
      '/api/files?sharedWithMe=true',
    ])
      all.push((await ask(member, 'GET', path)).body);
    expect(all.filter((body) => body.includes(hidden) || body.includes('Hidden'))).toEqual([]);
    expect(await theirs.get(shared)).toMatchObject({ parentId: null, role: 'manager', ownerId: await idOf(owner) });
    expect(await theirs.get(inner)).toMatchObject({ parentId: shared });
    const { body: path } = await theirs.call('GET', `/api/files/${file}/path`);
    expect(path.map(({ name }: Item) => name)).toEqual(['Shared', 'Inner', 'a.txt']);
    const { body: found } = await theirs.call('GET', `/api/search?q=a.txt&in=${inner}`);
    expect(found.results.map((result: { path: string }) => result.path)).toEqual(['/Shared/Inner/a.txt']);
    for (const id of [hidden]) expect((await theirs.call('GET', `/api/files/${id}`)).status).toBe(404);
    await mine.trash(file);
    const { body: trash } = await theirs.call('GET', `/api/trash?folderId=${shared}`);
    expect(trash.items.map((item: { path: string }) => item.path)).toEqual(['/Shared/Inner/a.txt']);
  });

  it('[P-1025] learns neither links nor other members, nor how full the tree is', async () => {
    await give(member, 'editor');
    const other = await drive.createUser();
    await give(other, 'viewer');
    const file = await mine.put('a.txt', 'hello', { in: shared });
    const { shareToken } = await mine.shareFile(file);
    expect(await theirs.get(file)).toMatchObject({ shareToken: null });
    const { body } = await theirs.call('GET', `/api/files/${file}/access`);
    expect(body).toMatchObject({ effectiveRole: 'editor', access: [{ principal: { email: member.email } }] });
    expect((await theirs.call('GET', `/api/shares/${shareToken}`)).status).toBe(404);
    expect((await theirs.call('GET', '/api/shares')).body.shares ?? []).toEqual([]);
    const usage = await theirs.usage();
    expect(usage.usedBytes).toBe(0);
    const admin = await drive.createUser({ isAdmin: true });
    const quota = { method: 'PATCH', key: admin.key, json: { quotaBytes: 6 } };
    expect((await drive.fetch(`/api/admin/users/${await idOf(owner)}`, quota)).status).toBe(200);
    const full = await theirs.call('POST', '/api/uploads', {
      fileName: 'b.txt',
      contentType: 'text/plain',
      fileSizeBytes: 5,
      parentFolderId: shared,
    });
    expect([full.status, full.body.code]).toEqual([409, 'storage_quota_exceeded']);
    expect(full.body.message).not.toMatch(/\d/);
  });

  it('[P-1027] adds to the tree of the owner, and counts in its quota', async () => {
    await give(member, 'contributor');
    const id = await theirs.put('from-member.txt', 'hello', { in: shared });
    expect(await mine.get(id)).toMatchObject({
      role: 'owner',
      ownerId: await idOf(owner),
      createdBy: { id: await idOf(member) },
    });
    expect([(await mine.usage()).usedBytes, (await theirs.usage()).usedBytes]).toEqual([5, 0]);
    const folder = await theirs.folder('From member', shared);
    expect((await theirs.get(folder)).role).toBe('contributor');
  });

  it('[P-1028] as a contributor tidies what they added for a day, and nothing of others', async () => {
    await give(member, 'contributor');
    const id = await theirs.put('a.txt', 'hello', { in: shared });
    const folder = await theirs.folder('Mine', shared);
    expect((await theirs.patch(id, { name: 'b.txt' })).status).toBe(200);
    expect((await theirs.patch(id, { metadata: { a: 'b' } })).status).toBe(403);
    await theirs.trash(id);
    expect((await theirs.restore(id)).status).toBe(200);
    await mine.put('of-owner.txt', 'hello', { in: folder });
    expect((await theirs.call('DELETE', `/api/files/${folder}`)).status).toBe(403);
    // Once somebody has replaced it, it is no longer what they added.
    const other = await theirs.put('c.txt', 'hello', { in: shared });
    const again = { name: 'c.txt', bytes: 5, parentFolderId: shared, onConflict: 'replace' } as const;
    await putBytes(await reserveUpload(drive, owner, again), Buffer.from('there'));
    expect((await theirs.call('DELETE', `/api/files/${other}`)).status).toBe(403);
    drive.clock.advance(24 * hourMs);
    expect((await theirs.call('DELETE', `/api/files/${id}`)).status).toBe(403);
  });

  it('[P-1029] has the highest of several roles', async () => {
    const admin = await drive.createUser({ isAdmin: true });
    const api = sharedApi(drive, admin);
    const { body: group } = await api.call('POST', '/api/admin/groups', { name: crypto.randomUUID() });
    await api.call('PUT', `/api/admin/groups/${group.id}/members/${await idOf(member)}`);
    await give(member, 'viewer');
    await mine.call('POST', `/api/files/${inner}/access`, { grants: [{ groupId: group.id, role: 'manager' }] });
    expect((await theirs.get(shared)).role).toBe('viewer');
    expect((await theirs.get(inner)).role).toBe('manager');
    await api.call('DELETE', `/api/admin/groups/${group.id}/members/${await idOf(member)}`);
    expect((await theirs.get(inner)).role).toBe('viewer');
  });

  it('[P-1030] reaches nothing while the account of the owner is disabled', async () => {
    await give(member, 'manager');
    const file = await mine.put('a.txt', 'hello', { in: shared });
    const { downloadUrl } = (await theirs.call('GET', `/api/files/${file}/download-url`)).body;
    const admin = await drive.createUser({ isAdmin: true });
    const json = { disabled: true };
    await drive.fetch(`/api/admin/users/${await idOf(owner)}`, { method: 'PATCH', key: admin.key, json });
    expect((await theirs.call('GET', `/api/files/${file}`)).status).toBe(404);
    expect((await theirs.call('GET', '/api/files?sharedWithMe=true')).body.files).toEqual([]);
    expect((await drive.fetch(downloadUrl)).status).toBe(404);
  });

  it('[P-1481] who is suspended neither downloads nor uploads by what was handed out', async () => {
    await give(member, 'editor');
    const file = await mine.put('a.txt', 'hello', { in: shared });
    const { downloadUrl } = (await theirs.call('GET', `/api/files/${file}/download-url`)).body;
    const upload = await reserveUpload(drive, member, { bytes: 5, parentFolderId: shared });
    const archive = (await theirs.call('POST', '/api/files/archive', { fileIds: [file] })).body.downloadUrl;
    await drive.database.write((tx) => drive.app.accounts.directory.suspend(tx, member.userId));
    expect((await drive.fetch(downloadUrl)).status).toBe(404);
    expect((await drive.fetch(archive, { method: 'HEAD' })).status).toBe(403);
    await expect(putBytes(upload, Buffer.from('hello'))).rejects.toThrow('upload_session_expired');
    await drive.database.write((tx) => drive.app.accounts.directory.admit(tx, member.userId));
    expect((await drive.fetch(downloadUrl)).status).toBe(200);
  });

  it('cannot give a role to themselves, nor name the owner', async () => {
    await give(member, 'manager');
    const grant = async (userId: string) =>
      (await theirs.call('POST', `/api/files/${shared}/access`, { grants: [{ userId, role: 'manager' }] })).status;
    expect([await grant(await idOf(member)), await grant(await idOf(owner))]).toEqual([403, 400]);
    expect(await grant(crypto.randomUUID())).toBe(404);
  });

  it('downloads nothing that is in quarantine', async () => {
    await give(member, 'manager');
    const file = await mine.put('a.txt', 'hello', { in: shared });
    const { downloadUrl } = (await theirs.call('GET', `/api/files/${file}/download-url`)).body;
    await mine.holdBack(file);
    expect((await drive.fetch(downloadUrl)).status).toBe(403);
    expect((await theirs.call('GET', `/api/files/${file}/download-url`)).status).toBe(403);
    expect((await theirs.call('POST', '/api/files/archive', { fileIds: [file] })).status).toBe(403);
    expect((await mine.call('GET', `/api/files/${file}/download-url`)).status).toBe(200);
  });
});

describe('taking a role away', () => {
  it('[P-1026] ends everything that was handed out at once, and for good', async () => {
    const accessId = await give(member, 'contributor');
    const file = await mine.put('a.txt', 'hello', { in: shared });
    const { downloadUrl } = (await theirs.call('GET', `/api/files/${file}/download-url`)).body;
    const archive = (await theirs.call('POST', '/api/files/archive', { fileIds: [file] })).body.downloadUrl;
    const upload = await reserveUpload(drive, member, { bytes: 5, parentFolderId: shared });
    expect((await drive.fetch(downloadUrl)).status).toBe(200);
    expect((await mine.call('DELETE', `/api/files/${shared}/access/${accessId}`)).status).toBe(204);

    expect((await drive.fetch(downloadUrl)).status).toBe(404);
    expect((await drive.fetch(archive, { method: 'HEAD' })).status).toBe(404);
    const sent = await drive.fetch(upload.uploadUrl, { method: 'PUT', body: 'hello' });
    expect([sent.status, ((await sent.json()) as { code: string }).code]).toEqual([410, 'upload_session_expired']);
    expect((await theirs.call('GET', `/api/files?parentId=${shared}`)).status).toBe(404);
    expect((await theirs.call('GET', '/api/files?sharedWithMe=true')).body.files).toEqual([]);
    expect(await mine.names(shared)).toEqual(['Inner', 'a.txt']);

    await give(member, 'viewer');
    expect((await drive.fetch(downloadUrl)).status).toBe(404);
    const again = (await theirs.call('GET', `/api/files/${file}/download-url`)).body.downloadUrl;
    expect((await drive.fetch(again)).status).toBe(200);
    await mine.trash(file);
    expect((await drive.fetch(again)).status).toBe(404);
  });

  const reservedOf = async ({ userId }: TestUser): Promise<number> => {
    const rows = drive.database.reader.selectFrom('storage_usage').select('reserved_bytes');
    return (await rows.where('owner_id', '=', userId).executeTakeFirstOrThrow()).reserved_bytes;
  };
  const reserve = (bytes: number) =>
    reserveUpload(drive, member, { name: `${crypto.randomUUID()}.txt`, bytes, parentFolderId: shared });
  async function begin() {
    const upload = await reserve(600_000);
    const request = await openRequest(upload.uploadUrl, 'PUT', { 'content-length': 600_000 });
    await request.send(someBytes(300_000));
    await expect.poll(() => readStatus(drive, member, upload.sessionId)).toMatchObject({ status: 'UPLOADING' });
    return request;
  }

  it('ends uploads whose bytes arrive, and frees the room of all in the quota of the owner', async () => {
    const accessId = await give(member, 'contributor');
    const [sending, silent, cancelled] = [await begin(), await begin(), await reserve(5)];
    await reserve(7);
    expect((await mine.call('DELETE', `/api/files/${shared}/access/${accessId}`)).status).toBe(204);
    drive.clock.advance(secondMs);
    await sending.send(someBytes(1));
    expect(await sending.answer).toMatchObject({ status: 410 });
    expect(await reservedOf(owner)).toBe(1_200_012);
    expect((await drive.fetch(cancelled.uploadUrl, { method: 'DELETE' })).status).toBe(204);
    expect(await reservedOf(owner)).toBe(1_200_007);
    await drive.jobs.runNow('uploads.forsaken');
    expect(await silent.answer).toMatchObject({ status: 410 });
    expect(await reservedOf(owner)).toBe(0);
    for (const request of [sending, silent]) request.cut();
  });

  it('ends a large PUT by path, which goes on while there is a role', async () => {
    const accessId = await give(member, 'contributor');
    const size = 2_000_000;
    const open = async (name: string) => {
      const request = await openRequest(`${drive.url}/files/by-path/${name}?folderId=${shared}`, 'PUT', {
        authorization: `Bearer ${member.key}`,
        'content-length': size,
      });
      await request.send(someBytes(size / 2));
      await expect.poll(() => reservedOf(owner)).toBe(size);
      return request;
    };
    const lasting = await open('a.bin');
    await drive.jobs.runNow('uploads.forsaken');
    await lasting.send(someBytes(size / 2));
    expect(await lasting.answer).toMatchObject({ status: 201 });
    const ending = await open('b.bin');
    await mine.call('DELETE', `/api/files/${shared}/access/${accessId}`);
    drive.clock.advance(secondMs);
    await ending.send(someBytes(1));
    expect(await ending.answer).toMatchObject({ status: 404 });
    await expect.poll(() => reservedOf(owner)).toBe(0);
    for (const request of [lasting, ending]) request.cut();
  });

  it.each([
    ['disabled', 'PATCH'],
    ['deleted', 'DELETE'],
  ])('is what happens to a member who is %s', async (_, method) => {
    await give(member, 'contributor');
    const other = await drive.createUser();
    await give(other, 'contributor');
    await reserve(5);
    await reserveUpload(drive, other, { bytes: 7, parentFolderId: shared });
    const admin = sharedApi(drive, await drive.createUser({ isAdmin: true }));
    await admin.call(
      method,
      `/api/admin/users/${await idOf(member)}`,
      method === 'PATCH' ? { disabled: true } : undefined,
    );
    await drive.jobs.runNow('uploads.forsaken');
    expect(await reservedOf(owner)).toBe(7);
  });

  it('is open to members for their own role', async () => {
    const accessId = await give(member, 'viewer');
    const other = await give(await drive.createUser(), 'viewer');
    expect((await theirs.call('DELETE', `/api/files/${shared}/access/${other}`)).status).toBe(404);
    expect((await theirs.call('DELETE', `/api/files/${shared}/access/${accessId}`)).status).toBe(204);
    expect((await theirs.call('GET', `/api/files/${shared}`)).status).toBe(404);
  });

  it('follows an item that is moved out of the folder', async () => {
    await give(member, 'editor');
    const file = await mine.put('a.txt', 'hello', { in: shared });
    expect((await mine.patch(file, { moveToRoot: true })).status).toBe(200);
    expect((await theirs.call('GET', `/api/files/${file}`)).status).toBe(404);
    expect((await theirs.patch(file, { name: 'b.txt' })).status).toBe(404);
  });
});

it('two managers who change one role at once leave one of the two', async () => {
  const first = await drive.createUser();
  await give(first, 'manager');
  const userId = await idOf(member);
  const put = (api: SharedApi, role: MemberRole) =>
    api.call('POST', `/api/files/${shared}/access`, { grants: [{ userId, role }], notify: false });
  const roles: readonly MemberRole[] = ['viewer', 'editor', 'contributor', 'manager'];
  const answers = await Promise.all(
    roles.map((role, index) => put(index % 2 === 0 ? mine : sharedApi(drive, first), role)),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const { body } = await mine.call('GET', `/api/files/${shared}/access`);
  const own = body.access.filter((grant: { principal: { id: string } }) => grant.principal.id === userId);
  expect(own).toHaveLength(1);
  expect(roles).toContain(own[0].role);
});
