import { dayMs, hourMs } from '@drive/base';
import type { AdminUser, AdminUserPage, AuditEntry, Invite, InvitePage } from '@drive/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type DriveInit, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let admin: TestUser;

interface Said<Body> {
  readonly status: number;
  readonly code?: string;
  readonly body: Body;
}
async function call<Body = AdminUser>(
  method: string,
  path: string,
  json?: unknown,
  init: DriveInit = { key: admin.key },
): Promise<Said<Body>> {
  const response = await drive.fetch(`/api/admin${path}`, { method, ...init, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Body & { code?: string };
  return { status: response.status, body, ...(body.code === undefined ? {} : { code: body.code }) };
}
const idOf = async ({ email }: { email: string }): Promise<string> =>
  (await drive.app.accounts.directory.get({ email })).id;
const change = async (whom: TestUser, json: object, init?: DriveInit) =>
  call('PATCH', `/users/${await idOf(whom)}`, json, init);
const list = async (query = ''): Promise<AdminUserPage> => (await call<AdminUserPage>('GET', `/users${query}`)).body;
const emails = async (query: string): Promise<string[]> => (await list(query)).users.map(({ email }) => email);

describe('accounts', () => {
  beforeAll(async () => {
    drive = await startDrive({ settings: { FREE_QUOTA_BYTES: '1000', LIST_MAX: '3' } });
  });
  afterAll(() => drive.close());
  beforeEach(async () => {
    admin = await drive.createUser({ isAdmin: true });
  });
  afterEach(() => drive.database.write((tx) => tx.updateTable('users').set({ is_admin: 0 }).execute()));

  it('are created once per idempotency key, and can sign in', async () => {
    const wanted = { email: 'Zoe@example.com', password: 'correct horse', name: 'Zoë', plan: 'paid', quotaBytes: 70 };
    const init: DriveInit = { key: admin.key, headers: { 'idempotency-key': 'zoe' } };
    const made = await call('POST', '/users', wanted, init);
    expect(made).toMatchObject({
      status: 201,
      body: {
        email: 'Zoe@example.com',
        name: 'Zoë',
        plan: 'paid',
        isAdmin: false,
        quotaBytes: 70,
        quotaOverrideBytes: 70,
        usedBytes: 0,
        disabledAt: null,
        lastSignInAt: null,
        lastActiveAt: null,
      },
    });
    expect(await call('POST', '/users', wanted, init)).toEqual(made);
    expect(await call('POST', '/users', { ...wanted, email: 'zoe@EXAMPLE.com' })).toMatchObject({
      status: 409,
      code: 'email_taken',
    });
    expect(await call('GET', `/users/${made.body.id}`)).toEqual({ status: 200, body: made.body });

    drive.clock.advance(hourMs);
    const session = await drive.signIn({ email: wanted.email, password: wanted.password });
    expect((await drive.fetch('/api/me', { session })).status).toBe(200);
    const now = new Date(drive.clock.now()).toISOString();
    expect((await call('GET', `/users/${made.body.id}`)).body).toMatchObject({ lastSignInAt: now, lastActiveAt: now });
  });

  it('are managed by administrators only, by key or session', async () => {
    const user = await drive.createUser();
    const path = `/users/${await idOf(user)}`;
    for (const [method, json] of [['GET'], ['PATCH', { plan: 'paid' }], ['DELETE']] as const) {
      expect(await call(method, path, json, { key: user.key })).toMatchObject({ status: 403, code: 'access_denied' });
      expect(await call(method, path, json, {})).toMatchObject({ status: 401, code: 'authentication_required' });
    }
    const session = await drive.signIn(admin);
    expect(await call('PATCH', path, { plan: 'paid' }, { session })).toMatchObject({
      status: 200,
      body: { plan: 'paid' },
    });
    expect(await call('GET', '/users/6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
    expect(await call('GET', '/users/nobody')).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('are listed newest first, with pages, without the owner of anonymous uploads', async () => {
    await drive.database.write((tx) => drive.app.accounts.ensureAnonymousOwner(tx));
    const made = [admin.email];
    for (let count = 0; count < 3; count += 1) made.unshift((await drive.createUser()).email);
    const { users, pagination } = await list('?limit=100');
    expect(users.map(({ email }) => email)).toEqual(made.slice(0, 3));
    expect(await emails('?limit=2&page=2')).toEqual(made.slice(2, 4));
    const { rows } = await rowsOfPeople();
    expect(pagination).toEqual({
      currentPage: 1,
      totalItems: rows,
      totalPages: Math.ceil(rows / 3),
      nextCursor: rows > 3 ? expect.any(String) : null,
    });
  });

  it('are found by part of an email address or name, literally and ignoring case', async () => {
    const make = (email: string, name: string): Promise<unknown> =>
      call('POST', '/users', { email, name, password: 'correct horse' });
    await make('strasse_1@example.net', 'Ödön Q');
    await make('strassexx@example.net', '100% Ann');
    expect(await emails('?q=example.NET')).toEqual(['strassexx@example.net', 'strasse_1@example.net']);
    expect(await emails(`?q=${encodeURIComponent('ödÖN')}`)).toEqual(['strasse_1@example.net']);
    expect(await emails(`?q=${encodeURIComponent('0% a')}`)).toEqual(['strassexx@example.net']);
    expect(await emails('?q=_')).toEqual(['strasse_1@example.net']);
    expect(await emails('?q=!')).toEqual([]);
    await drive.fetch('/api/me', { method: 'PATCH', key: admin.key, json: { name: 'Über Ann' } });
    expect(await emails(`?q=${encodeURIComponent('ÜBER')}`)).toEqual([admin.email]);
  });

  it('can be filtered by whether they are disabled', async () => {
    const user = await drive.createUser();
    await change(user, { disabled: true });
    expect(await emails('?disabled=true')).toEqual([user.email]);
    expect(await emails(`?disabled=false&q=${user.email}`)).toEqual([]);
    expect(await emails(`?q=${user.email}`)).toEqual([user.email]);
  });

  it('have the quota of their plan until they get their own', async () => {
    const user = await drive.createUser();
    const quotaOf = async (): Promise<unknown> =>
      ((await (await drive.fetch('/api/me', { key: user.key })).json()) as { quotaBytes: unknown }).quotaBytes;
    const reserves = (bytes: number): Promise<boolean> =>
      reserveUpload(drive, user, { bytes }).then(
        () => true,
        () => false,
      );
    expect([await quotaOf(), await reserves(1001)]).toEqual([1000, false]);
    expect((await change(user, { quotaBytes: 5000 })).body).toMatchObject({
      quotaBytes: 5000,
      quotaOverrideBytes: 5000,
    });
    expect([await quotaOf(), await reserves(4000), await reserves(1001)]).toEqual([5000, true, false]);
    // A quota below the current usage deletes nothing and allows no upload.
    await change(user, { quotaBytes: 0 });
    expect([await quotaOf(), await reserves(1)]).toEqual([0, false]);
    expect((await change(user, { quotaBytes: null })).body).toMatchObject({
      quotaBytes: 1000,
      quotaOverrideBytes: null,
    });
    await change(user, { plan: 'paid' });
    expect([await quotaOf(), await reserves(100_000)]).toEqual([null, true]);
  });

  it('never exceed a lowered quota with uploads that start afterwards, even concurrently', async () => {
    const user = await drive.createUser({ plan: 'paid' });
    const twelve = (): Promise<unknown>[] =>
      Array.from({ length: 12 }, () => reserveUpload(drive, user, { bytes: 100 }).catch(() => undefined));
    const usedBytes = async (): Promise<number> => (await call('GET', `/users/${await idOf(user)}`)).body.usedBytes;
    await Promise.all([...twelve(), change(user, { quotaBytes: 1400 })]);
    expect(await usedBytes()).toBe(1200);
    await Promise.all(twelve());
    expect(await usedBytes()).toBe(1400);
    await change(user, { quotaBytes: 500 });
    await Promise.all(twelve());
    expect(await usedBytes()).toBe(1400);
  });

  it('are changed in one request, and omitted fields stay unchanged', async () => {
    const user = await drive.createUser();
    expect((await change(user, { name: 'Ann', isAdmin: true, plan: 'paid' })).body).toMatchObject({
      name: 'Ann',
      isAdmin: true,
      plan: 'paid',
    });
    expect((await change(user, {})).body).toMatchObject({ name: 'Ann', isAdmin: true, plan: 'paid' });
    expect(await call('GET', '/users', undefined, { key: user.key })).toMatchObject({ status: 200 });
    expect((await change(user, { isAdmin: false, name: null })).body).toMatchObject({ name: null, isAdmin: false });
    expect(await call('GET', '/users', undefined, { key: user.key })).toMatchObject({ status: 403 });
    for (const json of [{ quotaBytes: -1 }, { plan: 'gold' }, { email: 'x@example.com' }, { disabled: 'yes' }])
      expect(await change(user, json)).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('cannot disable or delete themselves', async () => {
    await drive.createUser({ isAdmin: true });
    expect(await change(admin, { disabled: true })).toMatchObject({ status: 403, code: 'access_denied' });
    expect(await call('DELETE', `/users/${await idOf(admin)}`)).toMatchObject({ status: 403, code: 'access_denied' });
    expect((await change(admin, { isAdmin: false })).body).toMatchObject({ isAdmin: false });
  });

  it('always keep one administrator who can sign in', async () => {
    const other = await drive.createUser({ isAdmin: true });
    await change(other, { disabled: true });
    expect(await change(admin, { isAdmin: false })).toMatchObject({ status: 409, code: 'last_admin' });
    const { directory } = drive.app.accounts;
    for (const json of [{ isAdmin: false }, { disabled: true }])
      await expect(directory.change('console', { email: admin.email }, json)).rejects.toMatchObject({
        code: 'last_admin',
      });
    await expect(directory.remove('console', { email: admin.email })).rejects.toMatchObject({ code: 'last_admin' });
    await change(other, { disabled: false });
    const { userId } = other;
    await drive.database.write((tx) => directory.suspend(tx, userId));
    expect(await change(admin, { isAdmin: false })).toMatchObject({ status: 409, code: 'last_admin' });
    expect(await change(other, { isAdmin: false, disabled: false })).toMatchObject({ status: 200 });
  });

  const ways: readonly (readonly [string, (id: string, key: string) => Promise<Said<unknown>>])[] = [
    ['demote', (id, key) => call('PATCH', `/users/${id}`, { isAdmin: false }, { key })],
    ['disable', (id, key) => call('PATCH', `/users/${id}`, { disabled: true }, { key })],
    ['delete', (id, key) => call('DELETE', `/users/${id}`, undefined, { key })],
  ];
  it.each(ways)('keep one of two administrators who %s each other at the same time', async (_, act) => {
    const other = await drive.createUser({ isAdmin: true });
    const [one, two] = [await idOf(admin), await idOf(other)];
    const answers = await Promise.all([act(two, admin.key), act(one, other.key)]);
    // The later request fails with 409, or with 401 or 403 because its sender is disabled, deleted or demoted by then.
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused).toHaveLength(1);
    expect([401, 403, 409]).toContain(refused[0]?.status);
    const left = await drive.database.reader
      .selectFrom('users')
      .select('row_id')
      .where('is_admin', '=', 1)
      .where('disabled_at', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
  });

  it('write every change to the audit log', async () => {
    const user = await drive.createUser();
    const id = await idOf(user);
    await change(user, { plan: 'paid', name: 'Ann' });
    await change(user, { disabled: true });
    await change(user, { disabled: true });
    await change(user, { disabled: false });
    await call('DELETE', `/users/${id}`);
    const { audit } = (await call<{ audit: AuditEntry[] }>('GET', `/audit?userId=${id}&limit=100`)).body;
    expect(audit.filter(({ action }) => action.startsWith('user.')).map(({ action }) => action)).toEqual([
      'user.deleted',
      'user.enabled',
      'user.disabled',
    ]);
    const second = (await call<{ audit: AuditEntry[] }>('GET', `/audit?userId=${id}&limit=3&page=2`)).body.audit;
    expect(second.find(({ action }) => action === 'user.changed')).toMatchObject({
      actor: { kind: 'user', email: admin.email, via: 'key' },
      user: { id, email: null },
      details: { changed: 'name,plan' },
    });
  });
});

const rowsOfPeople = async (): Promise<{ rows: number }> => {
  const rows = await drive.database.reader
    .selectFrom('users')
    .select('row_id')
    .where('is_system', '=', 0)
    .where('deleted_at', 'is', null)
    .execute();
  return { rows: rows.length };
};

describe('invitations', () => {
  const start = async (registration: string): Promise<void> => {
    drive = await startDrive({ settings: { REGISTRATION: registration } });
    admin = await drive.createUser({ isAdmin: true });
  };
  afterEach(() => drive.close());
  const invite = async (json: object = {}): Promise<Invite> => (await call<Invite>('POST', '/invites', json)).body;
  const listed = async (): Promise<string[]> =>
    (await call<InvitePage>('GET', '/invites')).body.invites.map(({ id }) => id);
  const register = (json: object): Promise<Response> =>
    drive.fetch('/api/auth/register', {
      method: 'POST',
      json: { email: 'ada@example.com', password: 'correct horse', ...json },
    });

  test('for an email address are emailed with the same link as in the answer', async () => {
    await start('invite');
    const { url } = await invite({ email: 'ada@example.com' });
    await drive.drain();
    expect(drive.mails).toMatchObject([{ to: 'ada@example.com', subject: 'You are invited to Drive' }]);
    expect(drive.mails[0]?.text).toContain(url);
    await invite();
    await drive.drain();
    expect(drive.mails).toHaveLength(1);
  });

  test('are emailed by a job whose payload is encrypted, and not after they are revoked', async () => {
    await start('invite');
    const { id, token } = await invite({ email: 'ada@example.com' });
    const jobs = await drive.database.reader.selectFrom('jobs').select('payload').execute();
    expect(jobs.some(({ payload }) => payload.includes(id))).toBe(true);
    expect(JSON.stringify(jobs)).not.toContain(token);
    expect(await call('DELETE', `/invites/${id}`)).toMatchObject({ status: 204 });
    await drive.drain();
    expect(drive.mails).toEqual([]);
  });

  test('are listed without tokens while they can be used', async () => {
    await start('invite');
    const [used, gone, old, open] = [
      await invite(),
      await invite(),
      await invite({ expiresInDays: 1 }),
      await invite(),
    ];
    await register({ inviteToken: used.token });
    await call('DELETE', `/invites/${gone.id}`);
    drive.clock.advance(dayMs);
    expect(await listed()).toEqual([open.id]);
    const { body } = await call<InvitePage>('GET', '/invites');
    expect(body).toMatchObject({ invites: [{ invitedBy: admin.email, email: null }], pagination: { totalItems: 1 } });
    expect(JSON.stringify(body)).not.toContain(open.token);
    for (const { id } of [used, gone, old])
      expect(await call('DELETE', `/invites/${id}`)).toMatchObject({ status: 404, code: 'invite_not_found' });
    expect((await register({ inviteToken: gone.token, email: 'eve@example.com' })).status).toBe(403);
  });

  test('created by a command belong to the first administrator who can sign in', async () => {
    await start('invite');
    const second = await drive.createUser({ isAdmin: true });
    await change(second, { disabled: true });
    await drive.app.accounts.invites.create('console', { email: 'ada@example.com' });
    expect((await call<InvitePage>('GET', '/invites')).body.invites).toMatchObject([{ invitedBy: admin.email }]);
  });
});
