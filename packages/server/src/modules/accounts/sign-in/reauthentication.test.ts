import { minuteMs } from '@drive/base';
import type { CreatedApiKey } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUserWithTwoFactor } from '../../../../test/api/authenticator.ts';
import { createTestBrowser, type TestBrowser } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

type By = { readonly session: TestSession } | { readonly key: string };
const post = async (path: string, by: By, json?: object): Promise<[number, string | undefined]> => {
  const response = await drive.fetch(path, { method: 'POST', ...by, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  return [response.status, text === '' ? undefined : (JSON.parse(text) as { code?: string }).code];
};
const createKey = (by: By) => post('/api/me/api-keys', by);
const reauthenticate = (by: By, json: object) => post('/api/auth/reauthenticate', by, json);

interface Device {
  readonly deviceCode: string;
  readonly userCode: string;
}
const startDevice = async (): Promise<Device> =>
  (await (await drive.fetch('/api/auth/device', { method: 'POST' })).json()) as Device;
const poll = async ({ deviceCode }: Device): Promise<Partial<CreatedApiKey> & { code?: string }> =>
  (await (await drive.fetch('/api/auth/device/token', { method: 'POST', json: { deviceCode } })).json()) as object;

const needed = [403, 'reauthentication_required'];

describe('a session that is older than ten minutes', () => {
  test('[P-361] creates keys and approves devices again after the password was confirmed', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    drive.clock.advance(10 * minuteMs);
    expect(await createKey({ session })).toEqual([201, undefined]);
    drive.clock.advance(1);
    expect(await createKey({ session })).toEqual(needed);
    const device = await startDevice();
    const approve = { userCode: device.userCode };
    expect(await post('/api/auth/device/approve', { session }, approve)).toEqual(needed);
    expect(await poll(device)).toMatchObject({ code: 'authorization_pending' });

    expect(await reauthenticate({ session }, { password: 'a guess' })).toEqual([401, 'invalid_credentials']);
    expect(await createKey({ session })).toEqual(needed);
    expect(await reauthenticate({ session }, { password: user.password })).toEqual([204, undefined]);
    expect(await createKey({ session })).toEqual([201, undefined]);
    expect(await post('/api/auth/device/approve', { session }, approve)).toEqual([204, undefined]);
    drive.clock.advance(10 * minuteMs + 1);
    expect(await createKey({ session })).toEqual(needed);
  });

  test('refuses a device without the password', async () => {
    const session = await drive.signIn(await drive.createUser());
    drive.clock.advance(11 * minuteMs);
    const device = await startDevice();
    const refuse = { userCode: device.userCode, approve: false };
    expect(await post('/api/auth/device/approve', { session }, refuse)).toEqual([204, undefined]);
    expect(await poll(device)).toMatchObject({ code: 'access_denied' });
  });

  test('[P-362] needs a code, too, with two-factor authentication, which works once', async () => {
    const { user, session, authenticator } = await createUserWithTwoFactor(drive);
    drive.clock.advance(11 * minuteMs);
    const { password } = user;
    expect(await reauthenticate({ session }, { password })).toEqual([401, 'totp_required']);
    expect(await reauthenticate({ session }, { password, totp: '000000' })).toEqual([401, 'invalid_credentials']);
    expect(await createKey({ session })).toEqual(needed);
    const totp = authenticator();
    expect(await reauthenticate({ session }, { password, totp })).toEqual([204, undefined]);
    expect(await createKey({ session })).toEqual([201, undefined]);
    expect(await reauthenticate({ session }, { password, totp })).toEqual([401, 'invalid_credentials']);
  });

  test('proves nothing for other sessions of the account', async () => {
    const user = await drive.createUser();
    const [session, other] = [await drive.signIn(user), await drive.signIn(user)];
    drive.clock.advance(11 * minuteMs);
    await reauthenticate({ session }, { password: user.password });
    expect(await createKey({ session: other })).toEqual(needed);
  });
});

test('an API key creates keys as before, and cannot reauthenticate', async () => {
  const { key, password } = await drive.createUser();
  drive.clock.advance(60 * minuteMs);
  expect(await createKey({ key })).toEqual([201, undefined]);
  expect(await reauthenticate({ key }, { password })).toEqual([403, 'access_denied']);
});

test('[P-364] guesses at the password of a session count like sign-ins', async () => {
  const limited = await startDrive({ settings: { RATE_AUTH: '3' } });
  try {
    const session = await limited.signIn(await limited.createUser());
    const guess = async (): Promise<number> =>
      (await limited.fetch('/api/auth/reauthenticate', { method: 'POST', session, json: { password: 'a guess' } }))
        .status;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  } finally {
    await limited.close();
  }
});

describe('the device page, without JavaScript', () => {
  async function browserOf({ email, password }: TestUser): Promise<TestBrowser> {
    const browser = createTestBrowser(drive);
    await browser.submit(await browser.open('/sign-in'), { email, password });
    return browser;
  }

  test('[P-363] asks for the password in place if the sign-in is older than ten minutes', async () => {
    const user = await drive.createUser();
    const browser = await browserOf(user);
    drive.clock.advance(5 * minuteMs);
    const device = await startDevice();
    const path = `/device?code=${device.userCode}`;
    expect((await browser.open(path)).fields).not.toHaveProperty('password');
    drive.clock.advance(6 * minuteMs);
    const page = await browser.open(path);
    expect(page.fields).toHaveProperty('password');
    const wrong = await browser.submit(page, { decision: 'approve', password: 'a guess' });
    expect(wrong).toMatchObject({ status: 401, notice: 'The password is wrong.', heading: 'Allow this device?' });
    const done = await browser.submit(wrong, { decision: 'approve', password: user.password });
    expect(done.path).toBe('/device?done=approved');
    expect(await poll(device)).toHaveProperty('rawKey');
  });

  test('asks for it, too, if the sign-in became too old while the page was open', async () => {
    const user = await drive.createUser();
    const browser = await browserOf(user);
    drive.clock.advance(5 * minuteMs);
    const { userCode } = await startDevice();
    drive.clock.advance(5 * minuteMs - 1);
    const page = await browser.open(`/device?code=${userCode}`);
    drive.clock.advance(2);
    const again = await browser.submit(page, { decision: 'approve' });
    expect(again).toMatchObject({ status: 403, fields: { password: '' } });
    expect((await browser.submit(again, { decision: 'refuse' })).path).toBe('/device?done=refused');
  });

  test('asks for a code beside it with two-factor authentication', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const browser = createTestBrowser(drive);
    const step = await browser.open('/sign-in');
    const { email } = user;
    const asked = await browser.submit(step, { email, password: user.password });
    await browser.submit(asked, { code: authenticator() });
    drive.clock.advance(9 * minuteMs);
    const device = await startDevice();
    drive.clock.advance(2 * minuteMs);
    const page = await browser.open(`/device?code=${device.userCode}`);
    expect(page.fields).toMatchObject({ password: '', totp: '' });
    const { password } = user;
    const missing = await browser.submit(page, { decision: 'approve', password });
    expect(missing).toMatchObject({ status: 401, notice: 'Type the code.' });
    const done = await browser.submit(missing, { decision: 'approve', password, totp: authenticator() });
    expect(done.path).toBe('/device?done=approved');
  });
});

describe('a reset password', () => {
  async function reset(user: TestUser, more: object = {}): Promise<void> {
    await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: user.email } });
    await drive.drain();
    const token = /\/reset\?token=([\w-]+)/.exec(drive.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const json = { token, newPassword: 'another horse', ...more };
    expect((await drive.fetch('/api/auth/password/reset', { method: 'POST', json })).status).toBe(204);
  }
  const works = async (key: string): Promise<boolean> => (await drive.fetch('/api/me', { key })).status === 200;

  test.each([
    ['revokes the keys of the account', {}, false],
    ['revokes them if it is told to', { revokeKeys: true }, false],
    ['keeps them if it is told to', { revokeKeys: false }, true],
  ])('%s', async (_, more, kept) => {
    const [user, other] = [await drive.createUser(), await drive.createUser()];
    await reset(user, more);
    expect([await works(user.key), await works(other.key)]).toEqual([kept, true]);
  });

  test('[P-366] gives no key to a device that was approved before', async () => {
    const user = await drive.createUser();
    const device = await startDevice();
    const approval = { userCode: device.userCode };
    expect(await post('/api/auth/device/approve', { key: user.key }, approval)).toEqual([204, undefined]);
    await reset(user);
    expect(await poll(device)).toMatchObject({ code: 'expired_token' });
  });

  test('[P-367] lets no request that began before it leave a key behind', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    const racing = [createKey({ session }), createKey({ key: user.key }), reset(user)];
    await Promise.all(racing);
    const keys = await drive.database.reader
      .selectFrom('api_keys')
      .select('id')
      .where('user_id', '=', user.userId)
      .where('revoked_at', 'is', null)
      .execute();
    expect(keys).toEqual([]);
  });

  test('on the page keeps the keys only if the box is ticked', async () => {
    for (const [values, kept] of [
      [{}, false],
      [{ keepKeys: 'true' }, true],
    ] as const) {
      const user = await drive.createUser();
      await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: user.email } });
      await drive.drain();
      const browser = createTestBrowser(drive);
      const page = await browser.open(/\/reset\?token=[\w-]+/.exec(drive.mails.at(-1)?.text ?? '')?.[0] ?? '');
      expect(page.html).toContain('<input type="checkbox" name="keepKeys" value="true"/>');
      await browser.submit(page, { password: 'another horse', ...values });
      expect(await works(user.key)).toBe(kept);
    }
  });

  test('[P-368] by the operator revokes the keys, and the audit log names them', async () => {
    const user = await drive.createUser();
    await drive.app.accounts.setPassword(user.email, 'another horse');
    expect(await works(user.key)).toBe(false);
    const actions = await drive.database.reader
      .selectFrom('audit_log')
      .innerJoin('users', 'users.id', 'audit_log.user_id')
      .select('action')
      .where('users.row_id', '=', user.userId)
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['api_key.revoked', 'password.set']));
  });
});
