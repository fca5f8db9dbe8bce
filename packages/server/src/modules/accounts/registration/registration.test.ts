import type { Invite } from '@drive/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let admin: TestUser;
afterEach(() => drive.close());

async function start(registration: string, mail: DriveOptions['settings'] = {}): Promise<void> {
  drive = await startDrive({ settings: { REGISTRATION: registration, ...mail } });
  admin = await drive.createUser({ isAdmin: true });
}

const register = async (
  json: object,
): Promise<{ status: number; id?: string; code?: string; email?: string; isAdmin?: boolean }> => {
  const body = { email: 'ada@example.com', password: 'correct horse', ...json };
  const response = await drive.fetch('/api/auth/register', { method: 'POST', json: body });
  return { ...((await response.json()) as object), status: response.status };
};
const invite = async (json: object = {}): Promise<Invite> =>
  (await (await drive.fetch('/api/admin/invites', { method: 'POST', key: admin.key, json })).json()) as Invite;

describe('if registration is open', () => {
  test('anybody can create an account without administrator rights, and sign in', async () => {
    await start('open');
    expect(await register({ name: 'Ada' })).toMatchObject({ status: 201, name: 'Ada', isAdmin: false, plan: 'free' });
    await drive.signIn({ email: 'ada@example.com', password: 'correct horse' });
  });

  test('an address has one account in any case, also with concurrent requests', async () => {
    await start('open');
    const answers = await Promise.all([register({}), register({ email: 'ADA@example.com' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'email_taken' });
  });

  test('an address has one account in any form of its domain', async () => {
    await start('open');
    expect(await register({ email: 'Ada@BÜCHER.example' })).toMatchObject({ status: 201, email: 'Ada@BÜCHER.example' });
    for (const email of ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'ada@bu\u0308cher.example']) {
      expect(await register({ email })).toMatchObject({ status: 409, code: 'email_taken' });
      await drive.signIn({ email, password: 'correct horse' });
    }
    expect(await register({ email: 'jürgen@example.com' })).toMatchObject({ status: 201 });
    expect(await register({ email: 'JU\u0308RGEN@example.com' })).toMatchObject({ status: 409 });
    expect(await register({ email: `${'ü'.repeat(33)}@example.com` })).toMatchObject({ status: 400 });
    const found = await drive.fetch('/api/admin/users?q=bücher', { key: admin.key });
    expect(await found.json()).toMatchObject({ users: [] });
    const byForm = await drive.fetch(`/api/admin/users?q=${encodeURIComponent('ada@bücher.example')}`, {
      key: admin.key,
    });
    expect(await byForm.json()).toMatchObject({ users: [{ email: 'Ada@BÜCHER.example' }] });
  });

  test('passwords have at least 8 characters and at most 72 bytes', async () => {
    await start('open');
    expect(await register({ password: 'é'.repeat(7) })).toMatchObject({ code: 'validation_failed' });
    expect(await register({ password: 'é'.repeat(37) })).toMatchObject({ code: 'validation_failed' });
    expect((await register({ password: 'é'.repeat(36) })).status).toBe(201);
    expect((await register({ email: 'eve@example.com', password: 'é'.repeat(8) })).status).toBe(201);
  });

  test('an invitation without an address, or to that of the account, is used up, and any other does not matter', async () => {
    await start('open');
    const to = (address: string) => invite({ email: address });
    for (const [email, token, isVouched] of [
      ['ada@example.com', (await invite()).token, true],
      ['eve@example.com', (await to('eve@example.com')).token, true],
      ['mallory@example.com', (await to('grace@example.com')).token, false],
    ] as const) {
      const { id } = await register({ email, inviteToken: token });
      const found = await (await drive.fetch(`/api/admin/users/${id}`, { key: admin.key })).json();
      expect(found).toMatchObject({ vouchedAt: isVouched ? expect.any(String) : null });
    }
    const left = await (await drive.fetch('/api/admin/invites', { key: admin.key })).json();
    expect(left).toMatchObject({ invites: [{ email: 'grace@example.com' }] });
  });

  test('no account can be created before the administrator’s', async () => {
    drive = await startDrive({ settings: { REGISTRATION: 'open' } });
    expect(await register({})).toMatchObject({ status: 403, code: 'access_denied' });
    expect(await drive.app.accounts.createSetupLink()).toBeDefined();
  });
});

test('by default, invited people can register once there is an administrator, and nobody before', async () => {
  drive = await startDrive();
  expect(await register({})).toMatchObject({ status: 403, code: 'access_denied' });
  admin = await drive.createUser({ isAdmin: true });
  expect(await register({})).toMatchObject({ status: 403, code: 'access_denied' });
  const { token } = await invite();
  expect(await register({ inviteToken: token })).toMatchObject({ status: 201 });
});

describe('if registration is closed', () => {
  test('registrations and invitations are refused, and the setting is named', async () => {
    await start('closed');
    const message = expect.stringContaining('DRIVE_REGISTRATION=invite');
    expect(await register({})).toMatchObject({ status: 403, code: 'access_denied', message });
    const response = await drive.fetch('/api/admin/invites', { method: 'POST', key: admin.key });
    expect(await response.json()).toMatchObject({ status: 403, code: 'access_denied', message });
  });
});

describe('if registration is by invitation', () => {
  test('an invitation creates one account', async () => {
    await start('invite');
    expect(await register({})).toMatchObject({ status: 403, code: 'access_denied' });
    const { token, url, email } = await invite();
    expect(email).toBeNull();
    expect(url).toBe(`${drive.url}/register?invite=${token}`);
    expect(await register({ inviteToken: token })).toMatchObject({ status: 201, isAdmin: false });
    expect(await register({ inviteToken: token, email: 'eve@example.com' })).toMatchObject({ code: 'access_denied' });
  });

  test('one of eight requests that use an invitation at once succeeds', async () => {
    await start('invite');
    const { token } = await invite();
    // The hasher refuses a ninth password of one address while eight wait.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => register({ inviteToken: token, email: `guest${n}@example.com` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'access_denied')).toHaveLength(7);
    expect(await drive.app.accounts.listUsers()).toHaveLength(2);
  });

  test('an invitation for an address works for that address only, in any case', async () => {
    await start('invite');
    const { token } = await invite({ email: 'Ada@example.com' });
    expect(await register({ inviteToken: token, email: 'eve@example.com' })).toMatchObject({ code: 'access_denied' });
    expect((await register({ inviteToken: token, email: 'ada@EXAMPLE.com' })).status).toBe(201);
  });

  test('an invitation stays valid if the address already has an account', async () => {
    await start('invite');
    const { token } = await invite();
    expect(await register({ inviteToken: token, email: admin.email })).toMatchObject({ code: 'email_taken' });
    expect((await register({ inviteToken: token })).status).toBe(201);
  });

  test('an invitation expires after a week, or after the time that was set', async () => {
    await start('invite');
    const [week, day] = [await invite(), await invite({ expiresInDays: 1 })];
    expect(Date.parse(day.expiresAt) - drive.clock.now()).toBe(86_400_000);
    drive.clock.advance(86_400_000);
    expect(await register({ inviteToken: day.token })).toMatchObject({ code: 'access_denied' });
    drive.clock.advance(6 * 86_400_000 - 1);
    expect((await register({ inviteToken: week.token })).status).toBe(201);
  });

  test('an invitation is stored as a keyed hash, and deleted by the sweep once it has expired', async () => {
    await start('invite');
    const { token } = await invite();
    const rows = () => drive.database.reader.selectFrom('invites').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain(token);
    await drive.jobs.runNow('accounts.sweep');
    expect(await rows()).toHaveLength(1);
    drive.clock.advance(8 * 86_400_000);
    await drive.jobs.runNow('accounts.sweep');
    expect(await rows()).toEqual([]);
  });

  test.each([
    ['is only written to the outbox', {}, 'outbox'],
    ['is emailed', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' }, 'smtp'],
  ])('the answer says that an invitation %s', async (_, mail, mailDelivery) => {
    await start('invite', mail);
    expect(await invite({ email: 'ada@example.com' })).toMatchObject({ mailDelivery });
    expect(await invite()).toMatchObject({ email: null, mailDelivery: null });
  });

  test('only administrators create invitations, whose token is shown once', async () => {
    await start('invite');
    const { key } = await drive.createUser();
    const asUser = await drive.fetch('/api/admin/invites', { method: 'POST', key });
    expect(await asUser.json()).toMatchObject({ status: 403, code: 'access_denied' });
    const headers = { 'idempotency-key': 'one' };
    const send = (): Promise<Response> =>
      drive.fetch('/api/admin/invites', { method: 'POST', key: admin.key, headers });
    expect((await send()).status).toBe(201);
    expect(await (await send()).json()).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    expect(await drive.database.reader.selectFrom('invites').select('id').execute()).toHaveLength(1);
  });
});
