import type { MemberRole } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { openRequest } from '../../../test/network/raw-request.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

/** What bad input to the sharing of files gets. */
let drive: Drive;
let asAdmin: SharedApi;
let owner: TestUser;
let mine: SharedApi;
let manager: TestUser;
let theirs: SharedApi;
let editor: TestUser;
let shared: string;
let managersGrant: string;
const ids = new Map<TestUser, string>();

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  asAdmin = sharedApi(drive, await newUser({ isAdmin: true }));
});
afterAll(() => drive.close());

async function newUser(options: { isAdmin?: boolean } = {}): Promise<TestUser> {
  const user = await drive.createUser(options);
  ids.set(user, (await drive.app.accounts.directory.get({ email: user.email })).id);
  return user;
}
async function give(api: SharedApi, itemId: string, user: TestUser, role: MemberRole): Promise<string> {
  const json = { grants: [{ userId: ids.get(user), role }], notify: false };
  const { status, body } = await api.call('POST', `/api/files/${itemId}/access`, json);
  expect([status, body.code]).toEqual([201, undefined]);
  return body.access[0].id;
}
const accessOf = async (itemId: string): Promise<readonly [string, MemberRole][]> => {
  const { body } = await mine.call('GET', `/api/files/${itemId}/access`);
  return body.access.map(({ principal, role }: { principal: { id: string }; role: MemberRole }) => [
    principal.id,
    role,
  ]);
};

beforeEach(async () => {
  [owner, manager, editor] = [await newUser(), await newUser(), await newUser()];
  mine = sharedApi(drive, owner);
  theirs = sharedApi(drive, manager);
  shared = await mine.folder('Shared');
  managersGrant = await give(mine, shared, manager, 'manager');
  await give(mine, shared, editor, 'editor');
});

interface Refusal {
  readonly api: () => SharedApi;
  readonly method?: string;
  readonly path?: () => string;
  readonly json: () => unknown;
  readonly gets: readonly [status: number, code: string];
}
const grant = (fields: object) => () => ({ grants: [{ role: 'viewer', ...fields }], notify: false });
const asEditor = () => sharedApi(drive, editor);
const unknown = '5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11';

const refusals: Readonly<Record<string, Refusal>> = {
  'an unknown user': { api: () => theirs, json: grant({ userId: unknown }), gets: [404, 'user_not_found'] },
  'an address without an account': {
    api: () => theirs,
    json: grant({ email: 'nobody@example.com' }),
    gets: [404, 'user_not_found'],
  },
  'an unknown group': { api: () => theirs, json: grant({ groupId: unknown }), gets: [404, 'group_not_found'] },
  'a user and a group in one': {
    api: () => theirs,
    json: () => ({ grants: [{ role: 'viewer', userId: unknown, groupId: unknown }] }),
    gets: [400, 'validation_failed'],
  },
  'an unknown role': {
    api: () => theirs,
    json: grant({ userId: unknown, role: 'owner' }),
    gets: [400, 'validation_failed'],
  },
  'the owner': { api: () => theirs, json: () => grant({ userId: ids.get(owner) })(), gets: [400, 'validation_failed'] },
  'a role by somebody who has none to give': {
    api: asEditor,
    json: () => grant({ userId: ids.get(manager) })(),
    gets: [403, 'access_denied'],
  },
  'a role for oneself': {
    api: () => theirs,
    json: () => grant({ userId: ids.get(manager) })(),
    gets: [403, 'access_denied'],
  },
  'the change of a role by an editor': {
    api: asEditor,
    method: 'PATCH',
    path: () => `/${managersGrant}`,
    json: () => ({ role: 'viewer' }),
    gets: [403, 'access_denied'],
  },
  'the end of the role of another, by an editor': {
    api: asEditor,
    method: 'DELETE',
    path: () => `/${managersGrant}`,
    json: () => undefined,
    gets: [404, 'access_not_found'],
  },
  'an unknown grant': {
    api: () => theirs,
    method: 'PATCH',
    path: () => `/${unknown}`,
    json: () => ({ role: 'viewer' }),
    gets: [404, 'access_not_found'],
  },
};

it.each(Object.keys(refusals))('[P-1590] %s is refused, and changes nothing', async (name) => {
  const { api, method = 'POST', path = () => '', json, gets } = refusals[name]!;
  const before = await accessOf(shared);
  const { status, body } = await api().call(method, `/api/files/${shared}/access${path()}`, json());
  expect([status, body.code]).toEqual(gets);
  expect(await accessOf(shared)).toEqual(before);
});

it('[P-1591] nobody raises a role of their own, also by an item below', async () => {
  const inner = await mine.folder('Inner', shared);
  const lower = await give(mine, inner, manager, 'viewer');
  const raised = await theirs.call('PATCH', `/api/files/${inner}/access/${lower}`, { role: 'manager' });
  expect([raised.status, raised.body.code]).toEqual([403, 'access_denied']);
  expect((await theirs.call('PATCH', `/api/files/${shared}/access/${managersGrant}`, { role: 'editor' })).status).toBe(
    200,
  );
  expect((await theirs.call('PATCH', `/api/files/${shared}/access/${managersGrant}`, { role: 'manager' })).status).toBe(
    403,
  );
});

it('[P-1592] a role on an item that was moved meanwhile is judged where the item is now', async () => {
  const file = await mine.put('a.txt', 'hello', { in: shared });
  const [moved, given] = await Promise.all([
    mine.patch(file, { moveToRoot: true }),
    theirs.call('POST', `/api/files/${file}/access`, grant({ userId: ids.get(editor) })()),
  ]);
  expect(moved.status).toBe(200);
  // Either was first: a role that was given before the move stays, and after it the manager finds no file.
  expect([201, 404]).toContain(given.status);
  const editors = (await accessOf(file)).filter(([id]) => id === ids.get(editor));
  expect(editors).toEqual(given.status === 201 ? [[ids.get(editor), 'viewer']] : []);
  const again = await theirs.call('POST', `/api/files/${file}/access`, grant({ userId: ids.get(editor) })());
  expect([again.status, again.body.code]).toEqual([404, 'file_not_found']);
});

it('[P-1593] of managers who change one role at once the last wins, and none is doubled', async () => {
  const second = await newUser();
  const member = await newUser();
  await give(mine, shared, second, 'manager');
  const id = await give(mine, shared, member, 'viewer');
  const roles: readonly MemberRole[] = ['viewer', 'editor', 'contributor', 'manager'];
  const answers = await Promise.all(
    roles.map((role, index) =>
      (index % 2 === 0 ? theirs : sharedApi(drive, second)).call('PATCH', `/api/files/${shared}/access/${id}`, {
        role,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await accessOf(shared)).filter(([principal]) => principal === ids.get(member))).toHaveLength(1);
});

it('[P-1594] an item that is restored by two at once is restored once', async () => {
  const file = await mine.put('a.txt', 'hello', { in: shared });
  await mine.trash(file);
  const answers = await Promise.all(
    [mine, theirs, asEditor(), mine].map((api) => api.call('POST', `/api/files/${file}/restore`)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
  expect(await mine.names(shared)).toEqual(['a.txt']);
});

describe('a team drive', () => {
  it('[P-1595] keeps its last manager, also if two leave at once', async () => {
    const { body: made } = await asAdmin.call('POST', '/api/drives', { name: crypto.randomUUID() });
    const path = `/api/files/${made.rootId}/access`;
    const theirGrant = await give(asAdmin, made.rootId, manager, 'manager');
    const { body } = await asAdmin.call('GET', path);
    const first = body.access.find(({ id }: { id: string }) => id !== theirGrant);
    const left = await Promise.all([
      asAdmin.call('DELETE', `${path}/${first.id}`),
      theirs.call('DELETE', `${path}/${theirGrant}`),
    ]);
    expect(left.map(({ status, body: answer }) => `${status} ${answer?.code ?? 'left'}`).toSorted()).toEqual([
      '204 left',
      '409 last_manager',
    ]);
  });

  it('[P-1596] takes no folder into itself', async () => {
    const { body: made } = await asAdmin.call('POST', '/api/drives', { name: crypto.randomUUID() });
    await give(asAdmin, made.rootId, owner, 'editor');
    const outer = await mine.folder('Outer');
    const inner = await mine.folder('Inner', outer);
    expect((await mine.patch(outer, { moveToRoot: true, driveId: made.id })).status).toBe(200);
    const { status, body } = await mine.patch(outer, { parentId: inner });
    expect([status, body.code]).toEqual([409, 'folder_cycle']);
    expect((await mine.patch(inner, { moveToRoot: true })).status).toBe(200);
    expect((await mine.patch(outer, { parentId: inner })).status).toBe(200);
  });
});

it.each([
  ['disabled', 'PATCH'],
  ['deleted', 'DELETE'],
] as const)('[P-1581] a member who is %s while a PUT by path runs adds nothing', async (_, method) => {
  const request = await openRequest(`${drive.url}/files/by-path/a.txt?folderId=${shared}`, 'PUT', {
    authorization: `Bearer ${manager.key}`,
    'content-length': 5,
    expect: '100-continue',
  });
  await request.continued;
  const json = method === 'PATCH' ? { disabled: true } : undefined;
  await asAdmin.call(method, `/api/admin/users/${ids.get(manager)}`, json);
  await request.send('hello');
  expect(await request.answer).toMatchObject({ status: 403 });
  request.cut();
  expect(await mine.names(shared)).toEqual([]);
});
