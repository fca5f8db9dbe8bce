import type { TotpEnrolment, TotpStatus } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticatorOf, createUserWithTwoFactor } from '../../../../test/api/authenticator.ts';
import { startDrive, type Drive, type DriveInit, type TestSession, type TestUser } from '../../../../test/drive.ts';
import type { Caller } from '../../../platform/access/index.ts';
import { createSecrets } from '../../../platform/secrets.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings: { BASE_URL: 'http://drive.example.com' } });
});
afterAll(() => drive.close());

interface Refusal {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

const login = async ({ email, password }: Pick<TestUser, 'email' | 'password'>, totp?: string): Promise<Refusal> => {
  const response = await drive.fetch('/api/auth/login', {
    method: 'POST',
    json: { email, password, ...(totp === undefined ? {} : { totp }) },
  });
  const { code, message } = (await response.json()) as { code?: string; message?: string };
  return {
    status: response.status,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
  };
};
const signedIn: Refusal = { status: 200 };
const wrong = { status: 401, code: 'invalid_credentials' };

const enroll = (init: DriveInit, password = 'correct horse'): Promise<Response> =>
  drive.fetch('/api/auth/totp/enroll', { method: 'POST', json: { password }, ...init });
const confirm = (session: TestSession, code: string): Promise<Response> =>
  drive.fetch('/api/auth/totp/confirm', { method: 'POST', session, json: { code } });
const remove = (session: TestSession, password: string): Promise<Response> =>
  drive.fetch('/api/auth/totp', { method: 'DELETE', session, json: { password } });
const status = async (session: TestSession): Promise<TotpStatus> =>
  (await (await drive.fetch('/api/auth/totp', { session })).json()) as TotpStatus;

describe('turning two-factor authentication on', () => {
  test('creates a secret, and requires a code that confirms it', async () => {
    const user = await drive.createUser({ email: 'ada+1@example.com' });
    const session = await drive.signIn(user);
    const { secret, otpauthUrl } = (await (await enroll({ session })).json()) as TotpEnrolment;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(otpauthUrl);
    expect(otpauthUrl).toContain('otpauth://totp/Drive%20drive.example.com:ada%2B1%40example.com?');
    expect(Object.fromEntries(url.searchParams)).toEqual({ secret, issuer: 'Drive drive.example.com' });
    expect(await login(user)).toEqual(signedIn);
    expect(await status(session)).toEqual({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });

    const authenticator = authenticatorOf(drive, secret);
    const refused = await confirm(session, authenticator() === '000000' ? '000001' : '000000');
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'invalid_credentials' }]);
    const confirmed = await confirm(session, ` ${authenticator().slice(0, 3)} ${authenticator().slice(3)} `);
    expect(confirmed.status).toBe(200);
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const enabledAt = new Date(drive.clock.now()).toISOString();
    expect(await status(session)).toEqual({ enabled: true, enabledAt, recoveryCodesLeft: 10 });
    expect(await login(user)).toMatchObject({ status: 401, code: 'totp_required' });
  });

  test('[P-379] requires the password, because an unattended browser must not lock its owner out', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    const refused = await enroll({ session }, 'a guess');
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'invalid_credentials' }]);
    for (const json of [undefined, {}, { password: '' }]) expect((await enroll({ session, json })).status).toBe(400);
    expect(
      await drive.database.reader.selectFrom('totp').select('user_id').where('user_id', '=', user.userId).execute(),
    ).toEqual([]);
    expect((await enroll({ session }, user.password)).status).toBe(200);
  });

  test('is refused for API keys, which could lock the owner out', async () => {
    const { key } = await drive.createUser();
    expect((await enroll({ key })).status).toBe(403);
    for (const [path, method, json] of [
      ['/api/auth/totp/confirm', 'POST', { code: '123456' }],
      ['/api/auth/totp', 'DELETE', { password: 'correct horse' }],
    ] as const)
      expect((await drive.fetch(path, { method, key, json })).status).toBe(403);
  });

  test('creates a new secret on each start, and accepts a code of the last one within an hour', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    expect(await (await confirm(session, '123456')).json()).toMatchObject({ status: 409, code: 'totp_not_enrolled' });
    const [first, second] = [
      (await (await enroll({ session })).json()) as TotpEnrolment,
      (await (await enroll({ session })).json()) as TotpEnrolment,
    ];
    expect((await confirm(session, authenticatorOf(drive, first.secret)())).status).toBe(401);
    drive.clock.advance(3_600_000);
    const late = await confirm(session, authenticatorOf(drive, second.secret)());
    expect(await late.json()).toMatchObject({ status: 409, code: 'totp_not_enrolled' });
  });

  test('is refused if it is already on, so that the secret cannot be replaced', async () => {
    const { session, authenticator, user } = await createUserWithTwoFactor(drive);
    expect(await (await enroll({ session })).json()).toMatchObject({ status: 409, code: 'totp_already_enabled' });
    expect((await confirm(session, authenticator())).status).toBe(409);
    expect(await login(user, authenticator())).toEqual(signedIn);
  });

  test('is refused to a session that ended meanwhile, as when the password was reset', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    const { secret } = (await (await enroll({ session })).json()) as TotpEnrolment;
    const sessions = drive.database.reader.selectFrom('sessions').where('user_id', '=', user.userId);
    const { row_id: credentialId } = await sessions.select('row_id').executeTakeFirstOrThrow();
    await drive.database.write((tx) => tx.deleteFrom('sessions').where('row_id', '=', credentialId).execute());
    // The request was authorized before.
    const caller = { kind: 'session', userId: user.userId, credentialId } as Caller;
    const late = drive.app.accounts.signIns.twoFactor.confirm(caller, authenticatorOf(drive, secret)());
    await expect(late).rejects.toMatchObject({ code: 'authentication_required' });
    expect(await login(user)).toEqual(signedIn);
  });

  test('succeeds for one of many concurrent confirmations', async () => {
    const session = await drive.signIn(await drive.createUser());
    const { secret } = (await (await enroll({ session })).json()) as TotpEnrolment;
    const code = authenticatorOf(drive, secret)();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(session, code)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
    expect((await status(session)).recoveryCodesLeft).toBe(10);
  });

  test('[P-353] stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes, user } = await createUserWithTwoFactor(drive);
    const { reader } = drive.database;
    const rows = JSON.stringify([
      await reader.selectFrom('totp').selectAll().where('user_id', '=', user.userId).execute(),
      await reader.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.userId).execute(),
      await reader.selectFrom('audit_log').selectAll().execute(),
    ]);
    expect(rows).toContain('"secret"');
    for (const one of [secret, ...recoveryCodes]) expect(rows).not.toContain(one);
  });
});

describe('signing in with a code', () => {
  test('checks the password first, and does not reveal that a code is required', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const other = { ...user, password: 'wrong password' };
    expect(await login(other)).toEqual(await login({ ...user, email: 'nobody@example.com' }));
    expect(await login(other, authenticator())).toEqual(await login(other));
    expect(await login(user, '')).toMatchObject({ status: 401, code: 'totp_required' });
    expect(await login(user, authenticator())).toEqual(signedIn);
  });

  test('accepts a code one step early or late, and each code once', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    expect(await login(user, authenticator(-2))).toMatchObject(wrong);
    expect(await login(user, authenticator(-1))).toEqual(signedIn);
    expect(await login(user, authenticator(-1))).toMatchObject(wrong);
    expect(await login(user, authenticator(1))).toEqual(signedIn);
    expect(await login(user, authenticator(1))).toMatchObject(wrong);
    expect(await login(user, authenticator(0))).toMatchObject(wrong);
    drive.clock.advance(60_000);
    expect(await login(user, authenticator())).toEqual(signedIn);
  });

  test('refuses the code that turned it on', async () => {
    const session = await drive.signIn(await drive.createUser({ email: 'once@example.com' }));
    const { secret } = (await (await enroll({ session })).json()) as TotpEnrolment;
    const code = authenticatorOf(drive, secret)();
    expect((await confirm(session, code)).status).toBe(200);
    expect(await login({ email: 'once@example.com', password: 'correct horse' }, code)).toMatchObject(wrong);
  });

  test('accepts one of many concurrent attempts with the same code', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const code = authenticator();
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(user, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const { count } = await drive.database.reader
      .selectFrom('sessions')
      .select((of) => of.fn.countAll().as('count'))
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });

  test('[P-350] checks no code after five wrong ones in 15 minutes, also with concurrent attempts', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const code = authenticator() === '000000' ? '000001' : '000000';
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(user, code)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
    const refused = await drive.fetch('/api/auth/login', {
      method: 'POST',
      json: { email: user.email, password: user.password, totp: authenticator() },
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
    drive.clock.advance(899_000);
    expect(await login(user, authenticator())).toMatchObject({ status: 429 });
    drive.clock.advance(1000);
    expect(await login(user, authenticator())).toEqual(signedIn);
  });

  test('takes codes again once a clock that was ahead is set back', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const aheadMs = 365 * 86_400_000;
    drive.clock.advance(aheadMs);
    expect(await login(user, authenticator())).toEqual(signedIn);
    for (let n = 0; n < 5; n += 1) expect(await login(user, 'no code')).toMatchObject(wrong);
    drive.clock.advance(-aheadMs);
    expect(await login(user, authenticator())).toEqual(signedIn);
  });

  test('resets the count of wrong codes after a right one', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect(await login(user, 'no code')).toMatchObject(wrong);
      expect(await login(user, authenticator())).toEqual(signedIn);
      drive.clock.advance(30_000);
    }
  });

  test('accepts each recovery code once, in any case, also with concurrent attempts', async () => {
    const { user, recoveryCodes, session } = await createUserWithTwoFactor(drive);
    const [first = '', second = ''] = recoveryCodes;
    expect(await login(user, ` ${first.toUpperCase().replace('-', ' ')} `)).toEqual(signedIn);
    expect(await login(user, first)).toMatchObject(wrong);
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(user, second)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await status(session)).recoveryCodesLeft).toBe(8);
    const another = await createUserWithTwoFactor(drive);
    expect(await login(another.user, recoveryCodes[2])).toMatchObject(wrong);
  });

  test('says what to do if the secret of the server has changed', async () => {
    const { user, authenticator, secret } = await createUserWithTwoFactor(drive);
    const others = createSecrets(Buffer.alloc(32, 8));
    await drive.database.write((tx) =>
      tx
        .updateTable('totp')
        .set({ secret: others.encrypt('totp', `user ${user.userId}`, secret) })
        .where('user_id', '=', user.userId)
        .execute(),
    );
    const refused = await login(user, authenticator());
    expect(refused).toMatchObject({ status: 503, code: 'unavailable' });
    expect(refused.message).toContain('drive-server user reset-totp');
  });

  test('stays on if the password is reset or set', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: user.email } });
    await drive.drain();
    const token = /reset\?token=([\w-]+)/.exec(drive.mails.at(-1)?.text ?? '')?.[1];
    const newPassword = 'another password';
    const reset = await drive.fetch('/api/auth/password/reset', { method: 'POST', json: { token, newPassword } });
    expect(reset.status).toBe(204);
    expect(await login({ ...user, password: newPassword })).toMatchObject({ code: 'totp_required' });
    await drive.app.accounts.setPassword(user.email, 'a third password');
    expect(await login({ ...user, password: 'a third password' })).toMatchObject({ code: 'totp_required' });
    expect(await login({ ...user, password: 'a third password' }, authenticator())).toEqual(signedIn);
  });
});

describe('turning two-factor authentication off', () => {
  test('requires the password, and deletes the secret and the codes', async () => {
    const { user, session, recoveryCodes } = await createUserWithTwoFactor(drive);
    expect((await remove(session, 'wrong password')).status).toBe(401);
    expect(await login(user)).toMatchObject({ code: 'totp_required' });
    expect((await remove(session, user.password)).status).toBe(204);
    expect((await remove(session, user.password)).status).toBe(204);
    expect(await login(user)).toEqual(signedIn);
    expect(await login(user, recoveryCodes[0])).toEqual(signedIn);
    expect(await status(session)).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    expect((await enroll({ session })).status).toBe(200);
  });

  test('[P-380] emails the owner after it is turned on or off, also by an administrator or operator', async () => {
    const mailsAfter = async (change: () => Promise<unknown>) => {
      await drive.drain();
      const before = drive.mails.length;
      await change();
      await drive.drain();
      return drive.mails.slice(before).map(({ to, subject }) => [to, subject]);
    };
    let withCodes = await createUserWithTwoFactor(drive);
    const { email } = withCodes.user;
    const { session, user } = withCodes;
    expect(drive.mails.filter(({ to }) => to === email)).toEqual([]);
    expect(await mailsAfter(() => remove(session, 'a guess'))).toEqual([]);
    expect(drive.mails.at(-1)).toMatchObject({ to: email, subject: 'Two-factor authentication is on' });
    expect(drive.mails.at(-1)?.text).toContain('http://drive.example.com/app/account/security');
    expect(await mailsAfter(() => remove(session, user.password))).toEqual([
      [email, 'Two-factor authentication is off'],
    ]);
    expect(await mailsAfter(() => remove(session, user.password))).toEqual([]);
    withCodes = await createUserWithTwoFactor(drive);
    await drive.drain();
    await drive.app.accounts.directory.change('console', { email: withCodes.user.email }, { disabled: true });
    const reset = () => drive.app.accounts.resetTotp(withCodes.user.email);
    expect(await mailsAfter(reset)).toEqual([[withCodes.user.email, 'Two-factor authentication was reset']]);
    expect(await mailsAfter(reset)).toEqual([]);
  });

  test('enqueues the email in the transaction of the change', async () => {
    const { user, session } = await createUserWithTwoFactor(drive);
    const waiting = async (): Promise<string[]> => {
      const rows = await drive.database.reader
        .selectFrom('jobs')
        .select('payload')
        .where('type', '=', 'accounts.security-mail')
        .execute();
      return rows
        .map(({ payload }) => JSON.parse(payload))
        .filter(({ userId }) => userId === user.userId)
        .map(({ change }) => change as string);
    };
    expect(await waiting()).toEqual(['totp_enabled']);
    await remove(session, user.password);
    expect(await waiting()).toEqual(['totp_enabled', 'totp_disabled']);
  });

  test('can be done by an operator', async () => {
    const { user } = await createUserWithTwoFactor(drive);
    const { resetTotp } = drive.app.accounts;
    expect(await resetTotp('nobody@example.com')).toBeUndefined();
    expect([await resetTotp(user.email), await resetTotp(user.email)]).toEqual([true, false]);
    expect(await login(user)).toEqual(signedIn);
  });
});
