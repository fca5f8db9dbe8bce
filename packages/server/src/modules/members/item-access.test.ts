import type { MemberRole } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: SharedApi;
let owner: TestUser;
let mine: SharedApi;
let member: TestUser;
let memberId: string;
let theirs: SharedApi;
let top: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  admin = sharedApi(drive, await drive.createUser({ isAdmin: true }));
});
afterAll(() => drive.close());

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;

beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  member = await drive.createUser();
  memberId = await idOf(member);
  theirs = sharedApi(drive, member);
  top = await mine.folder('Top');
});

type Given = { readonly userId?: string; readonly groupId?: string; readonly email?: string };
const give = (to: Given, role: MemberRole, id = top, more: object = { notify: false }) =>
  mine.call('POST', `/api/files/${id}/access`, { grants: [{ ...to, role }], ...more });
const roleOn = async (id: string): Promise<string> => {
  const { status, body } = await theirs.call('GET', `/api/files/${id}`);
  return status === 200 ? body.role : String(status);
};
async function group(...members: readonly string[]): Promise<string> {
  const { body } = await admin.call('POST', '/api/admin/groups', { name: crypto.randomUUID() });
  for (const id of members) await admin.call('PUT', `/api/admin/groups/${body.id}/members/${id}`);
  return body.id;
}

describe('a role', () => {
  it('counts below the item, and the highest of several counts', async () => {
    const inner = await mine.folder('Inner', top);
    const file = await mine.put('a.txt', 'hello', { in: inner });
    expect(await give({ userId: memberId }, 'editor')).toMatchObject({
      status: 201,
      body: { access: [{ role: 'editor', inheritedFrom: null, principal: { type: 'user', email: member.email } }] },
    });
    await give({ userId: memberId }, 'viewer', inner);
    expect([await roleOn(top), await roleOn(inner), await roleOn(file)]).toEqual(['editor', 'editor', 'editor']);
    const { body } = await theirs.call('GET', `/api/files/${file}/access`);
    expect(body.access.map((each: { inheritedFrom: string }) => each.inheritedFrom)).toEqual([inner, top]);
  });

  it('is that of a group as long as its user is in it', async () => {
    const groupId = await group(memberId);
    expect((await give({ groupId }, 'contributor')).body.access[0].principal).toMatchObject({
      type: 'group',
      id: groupId,
      email: null,
    });
    expect(await roleOn(top)).toBe('contributor');
    await give({ userId: memberId }, 'viewer');
    expect(await roleOn(top)).toBe('contributor');
    await admin.call('DELETE', `/api/admin/groups/${groupId}/members/${memberId}`);
    expect(await roleOn(top)).toBe('viewer');
  });

  it('ends with its group and with the account', async () => {
    const groupId = await group(memberId);
    await give({ groupId }, 'viewer');
    await admin.call('DELETE', `/api/admin/groups/${groupId}`);
    expect(await roleOn(top)).toBe('404');
    await give({ userId: memberId }, 'viewer');
    await admin.call('DELETE', `/api/admin/users/${memberId}`);
    await drive.drain();
    expect((await mine.call('GET', `/api/files/${top}/access`)).body.access).toEqual([]);
  });

  it('ends with the purge of its item, which is told and audited', async () => {
    const inner = await mine.folder('Inner', top);
    for (const id of [top, inner]) await give({ userId: memberId }, 'editor', id);
    await mine.trash(top);
    await mine.purge(top);
    await drive.jobs.drain();
    const { reader } = drive.database;
    const told = await reader.selectFrom('events').select('data').where('type', '=', 'access.revoked').execute();
    const audited = await reader
      .selectFrom('audit_log')
      .select(['actor_kind as actor', 'target_id as id'])
      .where('action', '=', 'access.revoked')
      .where('target_id', 'in', [top, inner])
      .execute();
    const toldIds = told.map(({ data }) => (JSON.parse(data) as { item_id: string }).item_id);
    expect(toldIds.filter((id) => [top, inner].includes(id)).toSorted()).toEqual([top, inner].toSorted());
    expect(audited.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual(
      [top, inner].toSorted().map((id) => ({ actor: 'server', id })),
    );
    const left = reader.selectFrom('access_grants as g').innerJoin('items as i', 'i.row_id', 'g.item_id');
    expect(await left.select('i.id').where('i.id', 'in', [top, inner]).execute()).toEqual([]);
  });

  it('given again is replaced, and changed by its id', async () => {
    const { body } = await give({ email: member.email.toUpperCase() }, 'viewer');
    const [{ id }] = body.access;
    expect((await give({ userId: memberId }, 'editor')).body.access).toMatchObject([{ id, role: 'editor' }]);
    expect(await mine.call('PATCH', `/api/files/${top}/access/${id}`, { role: 'manager' })).toMatchObject({
      status: 200,
      body: { id, role: 'manager' },
    });
    expect(await roleOn(top)).toBe('manager');
  });

  it('is not found on another item, nor after it was taken away', async () => {
    const { body } = await give({ userId: memberId }, 'viewer');
    const other = await mine.folder('Other');
    const code = async (id: string, accessId: string) =>
      (await mine.call('DELETE', `/api/files/${id}/access/${accessId}`)).body?.code ?? 'done';
    expect(await code(other, body.access[0].id)).toBe('access_not_found');
    expect(await code(top, body.access[0].id)).toBe('done');
    expect(await code(top, body.access[0].id)).toBe('access_not_found');
  });

  it('is given to existing users and groups only, all or none', async () => {
    const code = async (to: Given) => (await give(to, 'viewer')).body.code;
    expect(await code({ userId: crypto.randomUUID() })).toBe('user_not_found');
    expect(await code({ email: 'nobody@nowhere.example' })).toBe('user_not_found');
    expect(await code({ groupId: crypto.randomUUID() })).toBe('group_not_found');
    const grants = [{ userId: memberId }, { userId: crypto.randomUUID() }].map((to) => ({ ...to, role: 'viewer' }));
    expect((await mine.call('POST', `/api/files/${top}/access`, { grants })).status).toBe(404);
    expect(await roleOn(top)).toBe('404');
  });

  it('is told to its user by mail, unless the caller says otherwise', async () => {
    drive.mails.length = 0;
    await give({ userId: memberId }, 'viewer');
    await drive.drain();
    expect(drive.mails).toEqual([]);
    await give({ userId: memberId }, 'viewer', top, { message: 'For you.' });
    await drive.drain();
    expect(drive.mails).toMatchObject([{ to: member.email }]);
    expect(drive.mails[0]?.text).toContain(`/app/files/${top}\n`);
    expect(drive.mails[0]?.text).toContain('For you.');
    drive.mails.length = 0;
    const file = await mine.put('mail.txt', 'hello', { in: top });
    await give({ userId: memberId }, 'viewer', file, { message: 'For you.' });
    await drive.drain();
    expect(drive.mails[0]?.text).toContain(`/app/files?view=${file}\n`);
  });

  it('cannot be taken from the last manager of a tree that no user owns', async () => {
    await drive.database.write((tx) =>
      tx.updateTable('owners').set({ kind: 'drive' }).where('row_id', '=', owner.userId).execute(),
    );
    const { id: root } = await drive.database.reader
      .selectFrom('items')
      .select('id')
      .where('owner_id', '=', owner.userId)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow();
    const { body } = await give({ userId: memberId }, 'manager', root);
    const path = `/api/files/${root}/access/${body.access[0].id}`;
    const code = async (method: string, json?: unknown) => (await theirs.call(method, path, json)).body?.code ?? 'done';
    expect([await code('PATCH', { role: 'editor' }), await code('DELETE')]).toEqual(['last_manager', 'last_manager']);
    const other = await drive.createUser();
    await give({ userId: await idOf(other) }, 'manager', root);
    const { directory } = drive.app.accounts;
    await drive.database.write((tx) => directory.suspend(tx, other.userId));
    expect(await code('DELETE')).toBe('last_manager');
    await drive.database.write((tx) => directory.admit(tx, other.userId));
    expect(await code('DELETE')).toBe('done');
  });
});

describe('the directory', () => {
  const search = async (api: SharedApi, q: string) =>
    (await api.call('GET', `/api/directory?q=${encodeURIComponent(q)}`)).body.results;

  it('finds users and groups by a part, with nothing but names and addresses', async () => {
    await theirs.call('PATCH', '/api/me', { name: 'Ada 100% Sure' });
    const ada = { type: 'user', id: memberId, name: 'Ada 100% Sure', email: member.email };
    expect(await search(mine, ' 0% s ')).toEqual([ada]);
    expect((await mine.call('GET', '/api/directory?q=%20%20a%20')).status).toBe(400);
    expect(await search(mine, member.email.slice(0, -3).toUpperCase())).toContainEqual(ada);
    const name = `Group ${crypto.randomUUID()}`;
    const { body } = await admin.call('POST', '/api/admin/groups', { name });
    expect(await search(mine, name)).toEqual([{ type: 'group', id: body.id, name, email: null }]);
    await admin.call('DELETE', `/api/admin/users/${memberId}`);
    expect(await search(mine, '0% s')).toEqual([]);
  });

  it.each([
    ['exact', 1],
    ['off', 0],
  ])('with DRIVE_DIRECTORY=%s finds %i user by a complete address and none by a part', async (value, found) => {
    const other = await startDrive({ settings: { DIRECTORY: value } });
    try {
      const [one, two] = [await other.createUser(), await other.createUser()];
      const api = sharedApi(other, one);
      expect(await search(api, two.email.slice(0, -1))).toEqual([]);
      expect(await search(api, two.email)).toHaveLength(found);
      const folder = await api.folder('a');
      const grants = [{ email: two.email, role: 'viewer' }];
      const { status } = await api.call('POST', `/api/files/${folder}/access`, { grants, notify: false });
      expect(status).toBe(found === 1 ? 201 : 403);
    } finally {
      await other.close();
    }
  });
});
