import type { Group, GroupMember } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let admin: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());

async function call(method: string, path: string, json?: unknown): Promise<{ status: number; body: any }> {
  const init = { method, key: admin.key, ...(json === undefined ? {} : { json }) };
  const response = await drive.fetch(`/api/admin/groups${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}
const create = async (name: string): Promise<Group> => (await call('POST', '', { name })).body;
const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
const emails = async (id: string): Promise<string[]> =>
  (await call('GET', `/${id}/members`)).body.members.map(({ email }: GroupMember) => email);

describe('groups', () => {
  it('[P-1020] have unique names, whether in upper or lower case', async () => {
    const group = await create(' Größe ');
    expect(group).toMatchObject({ name: 'Größe', externalId: null, memberCount: 0 });
    expect(await call('POST', '', { name: 'GRÖSSE' })).toMatchObject({ status: 409, body: { code: 'name_conflict' } });
    const other = await create('Other');
    expect(await call('PATCH', `/${other.id}`, { name: 'grösse' })).toMatchObject({ status: 409 });
    expect(await call('PATCH', `/${group.id}`, { name: 'GRÖSSE' })).toMatchObject({
      status: 200,
      body: { ...group, name: 'GRÖSSE' },
    });
    const races = await Promise.all(Array.from({ length: 5 }, () => call('POST', '', { name: 'Race' })));
    expect(races.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('are found by a part of their name', async () => {
    await create('100% sure');
    const names = async (q: string): Promise<string[]> =>
      (await call('GET', `?q=${encodeURIComponent(q)}`)).body.groups.map(({ name }: Group) => name);
    expect(await names('0% S')).toEqual(['100% sure']);
    expect(await names('%%')).toEqual([]);
  });

  it('take a user once, and lose them at once', async () => {
    const [group, user] = [await create('Members'), await drive.createUser()];
    const path = `/${group.id}/members/${await idOf(user)}`;
    const added = await call('PUT', path);
    expect(added).toMatchObject({ status: 200, body: { email: user.email, source: 'admin' } });
    drive.clock.advance(1000);
    expect(await call('PUT', path)).toEqual(added);
    expect([(await call('GET', `/${group.id}`)).body.memberCount, await emails(group.id)]).toEqual([1, [user.email]]);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(204);
    expect(await emails(group.id)).toEqual([]);
  });

  it('answer unknown groups and users by their own errors', async () => {
    const [group, user] = [await create('Known'), await idOf(await drive.createUser())];
    const nobody = crypto.randomUUID();
    for (const method of ['PUT', 'DELETE']) {
      const code = async (path: string) => (await call(method, path)).body.code;
      expect(await code(`/${group.id}/members/${nobody}`)).toBe('user_not_found');
      expect(await code(`/${nobody}/members/${user}`)).toBe('group_not_found');
    }
    expect((await call('GET', `/${nobody}/members`)).body.code).toBe('group_not_found');
  });

  it('[P-1021] forget a deleted account at once, and its row later', async () => {
    const [group, user] = [await create('Leavers'), await drive.createUser()];
    const id = await idOf(user);
    await call('PUT', `/${group.id}/members/${id}`);
    await drive.fetch(`/api/admin/users/${id}`, { method: 'DELETE', key: admin.key });
    expect([(await call('GET', `/${group.id}`)).body.memberCount, await emails(group.id)]).toEqual([0, []]);
    await drive.drain();
    const rows = drive.database.reader.selectFrom('group_members').selectAll().where('user_id', '=', user.userId);
    expect(await rows.execute()).toEqual([]);
  });

  it('are deleted with their memberships, never with their members', async () => {
    const [group, user] = [await create('Short-lived'), await drive.createUser()];
    await call('PUT', `/${group.id}/members/${await idOf(user)}`);
    expect((await call('DELETE', `/${group.id}`)).status).toBe(204);
    expect((await call('GET', `/${group.id}`)).body.code).toBe('group_not_found');
    expect((await drive.fetch('/api/me', { key: user.key })).status).toBe(200);
  });
});
