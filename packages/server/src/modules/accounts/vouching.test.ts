import type { AuditEntry, UserIdentity } from '@drive/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authenticatorOf } from '../../../test/api/authenticator.ts';
import { createTestPasskey } from '../../../test/api/test-passkey.ts';
import { startDrive, type Drive, type DriveInit, type TestSession, type TestUser } from '../../../test/drive.ts';
import { comeBack, signInBy, startIssuer, type TestIssuer } from '../../../test/network/test-issuer.ts';

const scimToken = 'a token of the identity provider';
const baseUrl = 'http://drive.localhost';
let issuer: TestIssuer;
let drive: Drive;
let admin: TestUser;
beforeAll(async () => {
  issuer = await startIssuer();
  issuer.register({ url: baseUrl });
  drive = await startDrive({
    settings: {
      ...issuer.settings,
      BASE_URL: baseUrl,
      REGISTRATION: 'open',
      OIDC_LINK_BY_EMAIL: 'on',
      SCIM_TOKEN: scimToken,
      FEATURE_LIMITS: 'off',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    },
    outbound: { allowCidrs: ['127.0.0.0/8'] },
  });
  admin = await drive.createUser({ isAdmin: true, email: 'admin@example.org' });
});
afterAll(async () => {
  await drive.close();
  await issuer.close();
});

async function call(method: string, path: string, init: DriveInit = {}): Promise<{ status: number; body: any }> {
  const response = await drive.fetch(path, { method, ...init });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
const asAdmin = (method: string, path: string, json?: unknown) =>
  call(method, path, { key: admin.key, ...(json === undefined ? {} : { json }) });

interface Account {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly session: TestSession;
  readonly key: string;
}

let registered = 0;
/** Registers an address of which nobody has shown that it is theirs, signs in and creates an API key. */
async function register(): Promise<Account> {
  const user = { email: `grace${(registered += 1)}@example.com`, password: 'correct horse' };
  expect((await call('POST', '/api/auth/register', { json: user })).status).toBe(201);
  const session = await drive.signIn(user);
  const { id } = (await call('GET', '/api/me', { session })).body;
  const { rawKey: key } = (await call('POST', '/api/me/api-keys', { session })).body;
  return { ...user, id, session, key };
}

async function addTotp({ session, password }: Account): Promise<void> {
  const { body } = await call('POST', '/api/auth/totp/enroll', { session, json: { password } });
  const code = authenticatorOf(drive, body.secret)();
  expect((await call('POST', '/api/auth/totp/confirm', { session, json: { code } })).status).toBe(200);
}
async function addPasskey({ session }: Account): Promise<void> {
  const options = await call('POST', '/api/auth/passkeys/register/options', { session, json: {} });
  const json = { name: 'Laptop', response: createTestPasskey(baseUrl).create(options.body) };
  expect((await call('POST', '/api/auth/passkeys/register', { session, json })).status).toBe(201);
}
/** Links an identity of somebody else. */
async function linkIdentity({ session }: Account, subject: string): Promise<void> {
  issuer.users.set(subject, { email: `${subject}@example.com`, email_verified: true });
  const link = await drive.fetch('/api/me/identities/link', { method: 'POST', session });
  const { url } = (await link.json()) as { url: string };
  const cookie = [session.cookie, ...link.headers.getSetCookie().map((each) => each.split(';')[0])].join('; ');
  expect((await comeBack(drive, await issuer.createBrowser().signIn(url, subject), cookie)).status).toBe(303);
}
async function addWebhook({ key }: Account): Promise<string> {
  const json = { url: 'http://127.0.0.1:9/hook' };
  const { status, body } = await call('POST', '/api/users/me/webhooks', { key, json });
  expect(status).toBe(201);
  return body.id;
}

/** The user of the address signs in by the issuer. */
async function signInAs({ email }: Account, subject = email): Promise<TestSession> {
  issuer.users.set(subject, { email, email_verified: true });
  const { status, session } = await signInBy(drive, issuer, subject);
  expect(status).toBe(303);
  return session;
}
const scim = (method: string, path: string, json: object) =>
  call(method, `/scim/v2${path}`, {
    headers: { authorization: `Bearer ${scimToken}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(json),
  });
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The answers to the session, the key and the password of the person who registered the account. */
async function waysLeft({ session, key, email, password }: Account): Promise<unknown[]> {
  const bySession = await call('GET', '/api/me', { session });
  const byKey = await call('GET', '/api/me', { key });
  const byPassword = await call('POST', '/api/auth/login', { json: { email, password } });
  return [bySession.status, byKey.status, byPassword.body['code'] ?? byPassword.status];
}
const vouchedBy = async ({ id }: Account): Promise<unknown[]> => {
  const { body } = await asAdmin('GET', `/api/admin/audit?action=account.vouched&limit=100`);
  return (body.audit as AuditEntry[]).filter(({ user }) => user?.id === id).map(({ details }) => details);
};
const isVouched = async ({ id }: Account): Promise<boolean> =>
  (await asAdmin('GET', `/api/admin/users/${id}`)).body.vouchedAt !== null;
async function resetPassword({ email }: Account, newPassword: string): Promise<void> {
  await call('POST', '/api/auth/password/forgot', { json: { email } });
  await drive.drain();
  const token = /reset\?token=([\w-]+)/.exec(drive.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1];
  const json = { token, newPassword, revokeKeys: false };
  expect((await call('POST', '/api/auth/password/reset', { json })).status).toBe(204);
}

describe('an account that was registered openly', () => {
  it('is given by single sign-on to the user of its address, and to nobody who registered it', async () => {
    const account = await register();
    await addWebhook(account);
    await linkIdentity(account, 'mallory');
    await addPasskey(account);
    await addTotp(account);
    expect(await isVouched(account)).toBe(false);
    const session = await signInAs(account);
    expect((await call('GET', '/api/me', { session })).body).toMatchObject({ id: account.id });
    expect(await waysLeft(account)).toEqual([401, 401, 'invalid_credentials']);
    const identities = await call('GET', '/api/me/identities', { session });
    expect((identities.body as UserIdentity[]).map(({ email }) => email)).toEqual([account.email]);
    expect((await call('GET', '/api/me/passkeys', { session })).body).toEqual([]);
    expect((await call('GET', '/api/auth/totp', { session })).body).toMatchObject({ enabled: false });
    expect((await call('GET', '/api/users/me/webhooks', { session })).body).toMatchObject([{ enabled: false }]);
    const mallory = await signInBy(drive, issuer, 'mallory');
    expect((await call('GET', '/api/me', { session: mallory.session })).body['id']).not.toBe(account.id);
    await drive.drain();
    const confirmed = { to: account.email, subject: 'The address of your account is confirmed' };
    expect(drive.mails).toContainEqual(expect.objectContaining(confirmed));
    expect(drive.mails.find(({ subject }) => subject === confirmed.subject)?.text).toContain(
      'upload grants are revoked',
    );
    expect([await isVouched(account), await vouchedBy(account)]).toEqual([true, [{ by: 'single_sign_on' }]]);
  });

  it.each([
    [
      'a user that it changes',
      (id: string, email: string) =>
        scim('PATCH', `/Users/${id}`, {
          schemas: [patchSchema],
          Operations: [{ op: 'Add', path: 'externalId', value: email }],
        }),
    ],
    [
      'a member of a group',
      (id: string, email: string) => scim('POST', '/Groups', { displayName: email, members: [{ value: id }] }),
    ],
  ])('is given by SCIM to the user of its address as %s', async (_, adopt) => {
    const account = await register();
    expect((await adopt(account.id, account.email)).status).toBeLessThan(300);
    expect(await waysLeft(account)).toEqual([401, 401, 'invalid_credentials']);
    expect(await vouchedBy(account)).toEqual([{ by: 'scim' }]);
    const session = await signInAs(account);
    expect((await call('GET', '/api/me', { session })).body).toMatchObject({ id: account.id });
  });

  it('keeps no key if its password is set by a link that was sent to the address', async () => {
    const account = await register();
    await resetPassword(account, 'another horse');
    expect(await waysLeft(account)).toEqual([401, 401, 'invalid_credentials']);
    expect(await vouchedBy(account)).toEqual([{ by: 'password_reset' }]);
    const session = await drive.signIn({ ...account, password: 'another horse' });
    const { rawKey: key } = (await call('POST', '/api/me/api-keys', { session })).body;
    await resetPassword(account, 'a third horse');
    expect((await call('GET', '/api/me', { key })).status).toBe(200);
  });

  it('keeps no webhook and no identity if the operator sets its password', async () => {
    const account = await register();
    await addWebhook(account);
    await linkIdentity(account, 'oscar');
    await drive.app.accounts.setPassword(account.email, 'another horse');
    const session = await drive.signIn({ ...account, password: 'another horse' });
    expect((await call('GET', '/api/users/me/webhooks', { session })).body).toMatchObject([{ enabled: false }]);
    expect((await call('GET', '/api/me/identities', { session })).body).toEqual([]);
    expect(await vouchedBy(account)).toEqual([{ by: 'password_reset' }]);
  });

  it('keeps no upload grant that a session has made, nor the uploads that it let begin', async () => {
    const account = await register();
    const { token } = (await call('POST', '/api/upload-grants', { session: account.session, json: {} })).body;
    const reserve = () =>
      call('POST', '/api/public/grants/uploads', {
        headers: { 'x-upload-grant': token },
        json: { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 },
      });
    const { uploadUrl } = (await reserve()).body;
    await resetPassword(account, 'another horse');
    expect((await reserve()).body).toMatchObject({ code: 'grant_invalid' });
    await drive.jobs.runNow('grants.forsaken');
    expect((await call('PUT', new URL(uploadUrl).pathname, { body: 'hello' })).status).toBe(410);
  });

  it('has its upload grants found along an index', async () => {
    if (drive.database.dialect !== 'sqlite') return;
    const statement = sql<{ detail: string }>`explain query plan
      update upload_grants set revoked_at = ${1} where created_by = ${1} and revoked_at is null`;
    const { rows } = await statement.execute(drive.database.reader);
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining('INDEX upload_grants_maker')]);
  });

  it.each([
    ['session', 'taken over'],
    ['key', 'taken over'],
    ['session', 'disabled'],
    ['key', 'disabled'],
  ] as const)('gets nothing by a request of a %s that was under way when it was %s', async (kind, end) => {
    const { vouching, directory } = drive.app.accounts;
    const late = async (method: string, path: (account: Account) => Promise<string>, json: object): Promise<number> => {
      const account = await register();
      const to = await path(account);
      const by = kind === 'key' ? { key: account.key } : { session: account.session };
      const { userId } = (await drive.app.accounts.findUserById(drive.database.reader, account.id))!;
      const write = drive.database.write.bind(drive.database);
      vi.spyOn(drive.database, 'write').mockImplementationOnce(async (work, ...rest) => {
        await write<unknown>((tx) =>
          end === 'disabled'
            ? directory.changeIn(tx, 'server', { id: account.id }, { disabled: true })
            : vouching.adopt(tx, userId, 'scim'),
        );
        return write(work, ...rest);
      });
      const { status } = await call(method, to, { ...by, json });
      vi.restoreAllMocks();
      return status;
    };
    const webhooks = '/api/users/me/webhooks';
    expect(await late('POST', async () => webhooks, { url: 'http://127.0.0.1:9/hook' })).toBe(401);
    const first = async (account: Account) => `${webhooks}/${await addWebhook(account)}`;
    expect(await late('PATCH', first, { enabled: true })).toBe(401);
    // A grant of a key ends with the key.
    if (kind === 'session') expect(await late('POST', async () => '/api/upload-grants', {})).toBe(401);
  });

  it('is not vouched for by a new password while it has a second factor, without which nobody gets in', async () => {
    const account = await register();
    await addTotp(account);
    await resetPassword(account, 'another horse');
    const { email } = account;
    const code = (await call('POST', '/api/auth/login', { json: { email, password: 'another horse' } })).body['code'];
    expect([await waysLeft(account), code]).toEqual([[401, 401, 'invalid_credentials'], 'totp_required']);
    expect(await isVouched(account)).toBe(false);
  });

  it('gets from administrators nothing that is meant for its address until its user has opened a link', async () => {
    const account = await register();
    const group = (await asAdmin('POST', '/api/admin/groups', { name: account.email })).body;
    const leaver = await drive.createUser();
    const { id: leaverId } = await drive.app.accounts.directory.get({ email: leaver.email });
    const give = async (): Promise<unknown[]> => [
      (await asAdmin('PUT', `/api/admin/groups/${group.id}/members/${account.id}`)).status,
      (await asAdmin('POST', `/api/admin/users/${leaverId}/transfer`, { toUserId: account.id })).status,
      (await asAdmin('PATCH', `/api/admin/users/${account.id}`, { isAdmin: true })).status,
    ];
    expect(await give()).toEqual([403, 403, 403]);
    const { token } = (await asAdmin('POST', '/api/admin/invites', { email: account.email })).body;
    const { cookie, xsrf } = account.session;
    const accepted = await drive.fetch('/register/accept', {
      method: 'POST',
      headers: { cookie, origin: drive.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ invite: token, xsrf }),
    });
    expect(accepted.status).toBe(303);
    expect(await vouchedBy(account)).toEqual([{ by: 'invite' }]);
    expect((await give()).every((status) => Number(status) < 300)).toBe(true);
    // The person who opened the link is the one who was signed in, so the key stays.
    expect((await call('GET', '/api/me', { key: account.key })).status).toBe(200);
  });
});

it('an account that somebody let in keeps its password and keys when single sign-on or SCIM adopt it', async () => {
  const { token } = (await asAdmin('POST', '/api/admin/invites', { email: 'ada@example.com' })).body;
  const invited = { email: 'ada@example.com', password: 'correct horse' };
  await call('POST', '/api/auth/register', { json: { ...invited, inviteToken: token } });
  for (const user of [invited, await drive.createUser()]) {
    const session = await drive.signIn(user);
    const { id } = (await call('GET', '/api/me', { session })).body;
    const { rawKey: key } = (await call('POST', '/api/me/api-keys', { session })).body;
    const account = { ...user, id, session, key };
    await signInAs(account);
    await scim('PATCH', `/Users/${id}`, {
      schemas: [patchSchema],
      Operations: [{ op: 'Add', path: 'externalId', value: user.email }],
    });
    expect(await waysLeft(account)).toEqual([200, 200, 200]);
    expect(await vouchedBy(account)).toEqual([]);
  }
});
