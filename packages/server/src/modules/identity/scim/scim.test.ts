import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { signInBy, startIssuer, type TestIssuer } from '../../../../test/network/test-issuer.ts';

const token = 'a token of the identity provider';
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let issuer: TestIssuer;
let drive: Drive;
let admin: TestUser;
beforeAll(async () => {
  issuer = await startIssuer();
  drive = await startDrive({ settings: { ...issuer.settings, SCIM_TOKEN: token } });
  issuer.register(drive);
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(async () => {
  await drive.close();
  await issuer.close();
});

type Json = Record<string, any>;
async function scim(
  method: string,
  path: string,
  json?: object,
  bearer = token,
): Promise<{ status: number; body: Json }> {
  const response = await drive.fetch(`/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json) };
}
const find = async (what: 'Users' | 'Groups', filter: string): Promise<Json[]> =>
  (await scim('GET', `/${what}?filter=${encodeURIComponent(filter)}`)).body['Resources'];
const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [patchSchema], Operations });

let made = 0;
/** As the documentation of Entra ID creates users. */
async function createUser(more: object = {}): Promise<Json> {
  made += 1;
  const { status, body } = await scim('POST', '/Users', {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: `object-${made}`,
    userName: `Provisioned${made}@example.com`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `provisioned${made}@example.com` }],
    meta: { resourceType: 'User' },
    name: { formatted: `Given${made} Family${made}`, familyName: `Family${made}`, givenName: `Given${made}` },
    roles: [],
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

describe('users of SCIM', () => {
  test('[P-1122] are created, found by the filters of Entra ID and Okta, and shown', async () => {
    const user = await createUser();
    expect(user).toMatchObject({
      schemas: [userSchema],
      userName: `Provisioned${made}@example.com`,
      externalId: `object-${made}`,
      active: true,
      emails: [{ value: `provisioned${made}@example.com`, primary: true }],
      meta: { resourceType: 'User', location: `${drive.url}/scim/v2/Users/${user['id']}` },
    });
    for (const filter of [
      `userName eq "provisioned${made}@EXAMPLE.com"`,
      `externalId eq "object-${made}"`,
      `emails[type eq "work"].value eq "provisioned${made}@example.com"`,
      `id eq "${user['id']}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "provisioned${made}@example.com" and active eq true`,
    ])
      expect([filter, (await find('Users', filter)).map(({ id }) => id)]).toEqual([filter, [user['id']]]);
    expect(await find('Users', 'userName eq "nobody@example.com"')).toEqual([]);
    expect((await scim('GET', `/Users/${user['id']}`)).body).toEqual(user);
    expect((await scim('GET', '/Users/6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).status).toBe(404);
  });

  test('[P-1123] sign in by the issuer whose subject is their external id', async () => {
    const user = await createUser();
    issuer.users.set(user['externalId'], { email: 'another-address@example.com' });
    const { session } = await signInBy(drive, issuer, user['externalId']);
    const me = (await (await drive.fetch('/api/me', { session })).json()) as Json;
    expect([me['id'], me['email']]).toEqual([user['id'], `provisioned${made}@example.com`]);
  });

  test.each([
    [
      'Entra ID',
      [{ op: 'Replace', path: 'active', value: 'False' }],
      [{ op: 'Replace', path: 'active', value: 'True' }],
    ],
    ['Okta', [{ op: 'replace', value: { active: false } }], [{ op: 'replace', value: { active: true } }]],
  ])('[P-1124] lose sessions and keys at once when %s deactivates them, and get the keys back', async (_, off, on) => {
    const { id, externalId } = await createUser();
    issuer.users.set(externalId, {});
    const { session } = await signInBy(drive, issuer, externalId);
    const created = await drive.fetch('/api/me/api-keys', { method: 'POST', session });
    const { rawKey } = (await created.json()) as { rawKey: string };
    const works = async (): Promise<number[]> => [
      (await drive.fetch('/api/me', { session })).status,
      (await drive.fetch('/api/me', { key: rawKey })).status,
    ];
    expect(await works()).toEqual([200, 200]);
    expect((await patch(`/Users/${id}`, ...off)).body).toMatchObject({ active: false });
    expect(await works()).toEqual([401, 401]);
    expect((await signInBy(drive, issuer, externalId)).status).toBe(403);
    expect((await patch(`/Users/${id}`, ...on)).body).toMatchObject({ active: true });
    expect(await works()).toEqual([401, 200]);
  });

  test('[P-1125] are changed by PATCH and PUT', async () => {
    const { id } = await createUser();
    const changed = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Ada' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `ada${made}@example.com` },
      { op: 'Add', path: 'title', value: 'Countess' },
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { displayName: 'Ada', emails: [{ value: `ada${made}@example.com` }], externalId: `object-${made}` },
    });
    const replaced = await scim('PUT', `/Users/${id}`, {
      schemas: [userSchema],
      userName: `ada${made}@example.com`,
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      active: true,
    });
    expect(replaced.body).toMatchObject({ userName: `ada${made}@example.com`, displayName: 'Ada Lovelace' });
    expect(replaced.body).not.toHaveProperty('externalId');
  });

  test('[P-1126] never take over an account, but adopt one that the provider has found', async () => {
    const local = await drive.createUser();
    const again = { schemas: [userSchema], userName: local.email };
    expect(await scim('POST', '/Users', again)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const [found] = await find('Users', `userName eq "${local.email}"`);
    expect(found).not.toHaveProperty('externalId');
    await patch(`/Users/${found?.['id']}`, { op: 'Add', path: 'externalId', value: 'adopted' });
    issuer.users.set('adopted', {});
    const { session } = await signInBy(drive, issuer, 'adopted');
    expect(((await (await drive.fetch('/api/me', { session })).json()) as Json)['email']).toBe(local.email);
    const taken = { op: 'Replace', path: 'externalId', value: 'adopted' };
    expect((await patch(`/Users/${(await createUser())['id']}`, taken)).status).toBe(409);
  });

  test('that single sign-on has suspended stay so, whatever a synchronization repeats', async () => {
    const { id, userName } = await createUser();
    const user = await drive.database.reader
      .selectFrom('users')
      .select('row_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const isSuspended = async (): Promise<boolean> =>
      (
        await drive.database.reader
          .selectFrom('users')
          .select('suspended_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).suspended_at !== null;
    const { directory } = drive.app.accounts;
    const suspend = () => drive.database.write((tx) => directory.suspend(tx, user.row_id));
    await suspend();
    await scim('PUT', `/Users/${id}`, { schemas: [userSchema], userName, active: true });
    await patch(`/Users/${id}`, { op: 'Replace', path: 'displayName', value: 'Ada' });
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(await isSuspended()).toBe(true);
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(await isSuspended()).toBe(false);
    await suspend();
    await drive.fetch(`/api/admin/users/${id}`, { method: 'PATCH', key: admin.key, json: { disabled: false } });
    expect(await isSuspended()).toBe(false);
  });

  test('that an administrator has disabled stay so, and those that the provider deactivated come back', async () => {
    const { id, userName } = await createUser();
    const disable = (disabled: boolean) =>
      drive.fetch(`/api/admin/users/${id}`, { method: 'PATCH', key: admin.key, json: { disabled } });
    const put = async (active: boolean) =>
      (await scim('PUT', `/Users/${id}`, { schemas: [userSchema], userName, active })).body['active'];
    expect(await put(false)).toBe(false);
    expect(await put(true)).toBe(true);
    await disable(true);
    expect(await put(true)).toBe(false);
    expect(await put(false)).toBe(false);
    expect(await put(true)).toBe(false);
    await disable(false);
    expect(await put(true)).toBe(true);
    // A deactivation by the provider says nothing about what an administrator decides later.
    await put(false);
    await disable(false);
    drive.clock.advance(1);
    await disable(true);
    expect(await put(true)).toBe(false);
  });

  test('get another address with an entry in the audit log, and without the password resets of the former one', async () => {
    const local = await drive.createUser();
    const [found] = await find('Users', `userName eq "${local.email}"`);
    const id = found?.['id'] as string;
    await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: local.email } });
    await drive.drain();
    const token = /token=([\w-]+)/.exec(drive.mails.at(-1)?.text ?? '')?.[1];
    const changes = async (): Promise<Json[]> => {
      const log = await drive.fetch('/api/admin/audit?action=user.changed', { key: admin.key });
      const { audit } = (await log.json()) as { audit: Json[] };
      return audit.filter((entry) => entry['target']?.id === id).map((entry) => entry['details']);
    };
    await patch(`/Users/${id}`, { op: 'Replace', path: 'emails[type eq "work"].value', value: local.email });
    expect(await changes()).toEqual([]);
    const value = `moved${made}@example.com`;
    await patch(`/Users/${id}`, { op: 'Replace', path: 'emails[type eq "work"].value', value });
    expect(await changes()).toEqual([{ changed: 'email' }]);
    const json = { token, newPassword: 'another horse' };
    expect((await drive.fetch('/api/auth/password/reset', { method: 'POST', json })).status).toBe(403);
  });

  test('can be made again after an administrator has deleted the account', async () => {
    const again = { externalId: 'again', userName: 'again@example.com', emails: [{ value: 'again@example.com' }] };
    for (const drained of [false, true]) {
      const { id } = await createUser(again);
      await drive.fetch(`/api/admin/users/${id}`, { method: 'DELETE', key: admin.key });
      if (drained) await drive.drain();
    }
    const left = await drive.database.reader
      .selectFrom('scim_users')
      .select('user_id')
      .where('external_id', '=', 'again')
      .execute();
    expect(left).toEqual([]);
    await createUser(again);
  });

  test('[P-1127] that are deleted keep their files, without a way in', async () => {
    const { id } = await createUser();
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    const kept = await drive.fetch(`/api/admin/users/${id}`, { key: admin.key });
    expect(((await kept.json()) as Json)['disabledAt']).toEqual(expect.any(String));
    const [last] = await find('Users', `userName eq "${admin.email}"`);
    expect((await scim('DELETE', `/Users/${last?.['id']}`)).status).toBe(409);
  });
});

describe('groups of SCIM', () => {
  test('[P-1128] have members that are added, removed and replaced as Entra ID and Okta do', async () => {
    const [ada, eve, bob] = [await createUser(), await createUser(), await createUser()].map(({ id }) => ({
      value: id,
    }));
    const created = await scim('POST', '/Groups', {
      schemas: [groupSchema],
      externalId: 'group-object',
      displayName: 'Designers',
      members: [ada],
    });
    expect(created).toMatchObject({ status: 201, body: { displayName: 'Designers', members: [ada] } });
    const path = `/Groups/${created.body['id']}`;
    const members = async (): Promise<unknown[]> =>
      ((await scim('GET', path)).body['members'] as { value: string }[]).map(({ value }) => value).toSorted();
    const idsOf = (...users: readonly ({ value: string } | undefined)[]): string[] =>
      users.map((user) => user?.value ?? '').toSorted();
    expect((await patch(path, { op: 'Add', path: 'members', value: [eve] })).status).toBe(204);
    expect(await members()).toEqual(idsOf(ada, eve));
    expect((await patch(path, { op: 'Remove', path: 'members', value: [ada] })).status).toBe(204);
    expect(await members()).toEqual(idsOf(eve));
    expect((await patch(path, { op: 'add', path: 'members', value: [ada, bob] })).status).toBe(204);
    expect((await patch(path, { op: 'remove', path: `members[value eq "${eve?.value}"]` })).status).toBe(204);
    expect(await members()).toEqual(idsOf(ada, bob));
    expect(
      (await patch(path, { op: 'replace', value: { id: created.body['id'], displayName: 'Design' } })).status,
    ).toBe(204);
    await scim('PUT', path, { schemas: [groupSchema], displayName: 'Design', members: [bob] });
    expect(await members()).toEqual(idsOf(bob));
    for (const filter of [
      'displayName eq "design"',
      'externalId eq "group-object"',
      `id eq "${created.body['id']}" and members eq "${bob?.value}"`,
    ])
      expect([filter, (await find('Groups', filter)).length]).toEqual([filter, 1]);
    expect(await find('Groups', `id eq "${created.body['id']}" and members eq "${ada?.value}"`)).toEqual([]);
    const short = await scim('GET', `${path}?excludedAttributes=members`);
    expect(short.body).not.toHaveProperty('members');
    expect((await scim('DELETE', path)).status).toBe(204);
    expect((await scim('GET', path)).status).toBe(404);
  });

  test('[P-1129] leave members that an administrator has added, and lose those of single sign-on', async () => {
    const { id } = await createUser();
    const group = await drive.fetch('/api/admin/groups', { method: 'POST', key: admin.key, json: { name: 'Local' } });
    const { id: groupId } = (await group.json()) as Json;
    await drive.fetch(`/api/admin/groups/${groupId}/members/${id}`, { method: 'PUT', key: admin.key });
    await scim('PUT', `/Groups/${groupId}`, { schemas: [groupSchema], displayName: 'Local', members: [] });
    expect((await scim('GET', `/Groups/${groupId}`)).body['members']).toEqual([{ value: id }]);
    issuer.users.set('by claims', { email: 'by-claims@example.com', email_verified: true, groups: ['Local'] });
    const { session } = await signInBy(drive, issuer, 'by claims');
    const me = (await (await drive.fetch('/api/me', { session })).json()) as { id: string };
    const members = async (): Promise<string[]> =>
      ((await scim('GET', `/Groups/${groupId}`)).body['members'] as { value: string }[]).map(({ value }) => value);
    expect(await members()).toContain(me.id);
    await patch(`/Groups/${groupId}`, { op: 'Remove', path: 'members', value: [{ value: me.id }] });
    expect(await members()).toEqual([id]);
  });

  test('[P-1130] with the names or ids of claims get and lose members at each sign-in, and no others', async () => {
    for (const json of [{ name: 'Engineering' }, { name: 'Sales' }, { name: 'By hand' }])
      await drive.fetch('/api/admin/groups', { method: 'POST', key: admin.key, json });
    await scim('POST', '/Groups', { schemas: [groupSchema], externalId: '0b1c-object-id', displayName: 'Of Entra' });
    const again = { schemas: [groupSchema], externalId: '0b1c-object-id', displayName: 'Another' };
    expect((await scim('POST', '/Groups', again)).status).toBe(409);
    const groupsWith = async (userId: string): Promise<string[]> =>
      (await find('Groups', `members eq "${userId}"`)).map((group) => group['displayName'] as string).toSorted();
    const claims = { email: 'claims@example.com', email_verified: true };
    issuer.users.set('claims', { ...claims, groups: ['engineering', '0b1c-object-id', 'unknown here'] });
    const { session } = await signInBy(drive, issuer, 'claims');
    const { id } = (await (await drive.fetch('/api/me', { session })).json()) as { id: string };
    expect(await groupsWith(id)).toEqual(['Engineering', 'Of Entra']);
    const [byHand] = await find('Groups', 'displayName eq "By hand"');
    await drive.fetch(`/api/admin/groups/${byHand?.['id']}/members/${id}`, { method: 'PUT', key: admin.key });
    issuer.users.set('claims', { ...claims, groups: ['Sales'] });
    await signInBy(drive, issuer, 'claims');
    expect(await groupsWith(id)).toEqual(['By hand', 'Sales']);
  });
});

describe('SCIM', () => {
  test('[P-1131] needs its token, and is not there without one', async () => {
    expect((await scim('GET', '/Users', undefined, 'a wrong token of some length')).status).toBe(401);
    expect((await drive.fetch('/scim/v2/Users', { key: admin.key })).status).toBe(401);
    const without = await startDrive();
    try {
      expect((await without.fetch('/scim/v2/Users', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
        404,
      );
    } finally {
      await without.close();
    }
  });

  test.each([
    ['GET', '/Users?filter=userName%20sw%20%22a%22', 501],
    ['GET', '/Users?filter=title%20eq%20%22x%22', 501],
    ['GET', '/Groups?filter=displayName%20co%20%22x%22', 501],
    ['GET', '/Me', 501],
    ['POST', '/Bulk', 501],
    ['GET', '/Schemas', 501],
    ['GET', '/ServiceProviderConfig', 200],
  ])('[P-1132] says what it lacks: %s %s is %i', async (method, path, status) => {
    const answer = await scim(method, path, method === 'POST' ? {} : undefined);
    expect(answer.status).toBe(status);
    if (status === 501) expect(answer.body['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
  });

  test('[P-1133] refuses bodies that are not what they should be', async () => {
    for (const json of [{}, { userName: 7 }, { userName: 'no address' }, { userName: 'a@example.com', emails: 'x' }])
      expect([json, (await scim('POST', '/Users', json)).status]).toEqual([json, 400]);
    const { id } = await createUser();
    for (const operation of [
      { op: 'move', path: 'active' },
      { op: 'replace' },
      { op: 'replace', path: 'active', value: {} },
    ])
      expect([operation, (await patch(`/Users/${id}`, operation)).status]).toEqual([operation, 400]);
    expect((await scim('POST', '/Groups', { displayName: ' ' })).status).toBe(400);
    const stranger = [{ value: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }];
    expect((await scim('POST', '/Groups', { displayName: 'With a stranger', members: stranger })).status).toBe(400);
  });

  test('[P-1134] pages by index and count', async () => {
    const all = (await scim('GET', '/Users?count=200')).body;
    expect(all['totalResults']).toBe(all['Resources'].length);
    const page = (await scim('GET', '/Users?startIndex=2&count=1')).body;
    expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 1, totalResults: all['totalResults'] });
    expect(page['Resources'][0]).toEqual(all['Resources'][1]);
    expect((await scim('GET', '/Users?startIndex=0&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
  });
});
