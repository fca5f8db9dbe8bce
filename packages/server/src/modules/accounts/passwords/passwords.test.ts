import { hourMs, minuteMs } from '@drive/base';
import { beforeEach, describe, expect, test } from 'vitest';
import { startDrive, type TestSession } from '../../../../test/drive.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

/** Number of mails that the mail server will refuse. */
let refusals = 0;
beforeEach(() => {
  refusals = 0;
});
driveForEachTest(() =>
  startDrive({
    onMail: () => {
      refusals -= 1;
      if (refusals >= 0) throw new Error('connection refused');
    },
  }),
);

const post = (path: string, json: object, by: { key?: string; session?: TestSession } = {}): Promise<Response> =>
  drive.fetch(path, { method: 'POST', json, ...by });
const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;
const isSignedIn = async ({ cookie }: TestSession): Promise<boolean> =>
  (await drive.fetch('/api/me', { headers: { cookie } })).status === 200;
const canSignIn = async (password: string): Promise<boolean> =>
  (await post('/api/auth/login', { email: user.email, password })).status === 200;
const tokenIn = (text: string | undefined): string => /\/reset\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

describe('changing the password', () => {
  const change = (currentPassword: string, newPassword: string, by: object): Promise<Response> =>
    post('/api/auth/password', { currentPassword, newPassword }, by);

  test('ends the other sessions and keeps the current one', async () => {
    const [session, other] = [await drive.signIn(user), await drive.signIn(user)];
    const otherUser = await drive.signIn(await drive.createUser());
    expect((await change(user.password, 'another horse', { session })).status).toBe(204);
    expect([await isSignedIn(session), await isSignedIn(other), await isSignedIn(otherUser)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([await canSignIn(user.password), await canSignIn('another horse')]).toEqual([false, true]);
  });

  test('ends all sessions if an API key changes it', async () => {
    const session = await drive.signIn(user);
    expect((await change(user.password, 'another horse', { key: user.key })).status).toBe(204);
    expect(await isSignedIn(session)).toBe(false);
  });

  test('requires the current password', async () => {
    const session = await drive.signIn(user);
    const response = await change('wrong password', 'another horse', { session });
    expect([response.status, await codeOf(response)]).toEqual([401, 'invalid_credentials']);
    expect(await canSignIn(user.password)).toBe(true);
  });

  test('accepts one of two concurrent changes', async () => {
    const answers = await Promise.all(
      ['another horse', 'a third horse'].map((password) => change(user.password, password, { key: user.key })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401]);
  });

  test('refuses a password that is too short or too long', async () => {
    for (const password of ['short', 'x'.repeat(73)])
      expect(await codeOf(await change(user.password, password, { key: user.key }))).toBe('validation_failed');
  });

  test('revokes reset links', async () => {
    await post('/api/auth/password/forgot', { email: user.email });
    await drive.drain();
    await change(user.password, 'another horse', { key: user.key });
    const response = await post('/api/auth/password/reset', {
      token: tokenIn(drive.mails[0]?.text),
      newPassword: 'a third horse',
    });
    expect(await codeOf(response)).toBe('access_denied');
  });
});

describe('a forgotten password', () => {
  const forget = (email: string): Promise<Response> => post('/api/auth/password/forgot', { email });
  const reset = (token: string, newPassword = 'another horse'): Promise<Response> =>
    post('/api/auth/password/reset', { token, newPassword });
  async function mailedToken(): Promise<string> {
    await forget(user.email);
    await drive.drain();
    return tokenIn(drive.mails.at(-1)?.text);
  }

  test('[P-365] is reset by the link in the email, once, which ends every session', async () => {
    const session = await drive.signIn(user);
    const token = await mailedToken();
    expect(drive.mails[0]).toMatchObject({ to: user.email, subject: 'Set a new password for Drive' });
    expect(drive.mails[0]?.html).toContain(`${drive.url}/reset?token=${token}`);
    expect((await reset(token)).status).toBe(204);
    expect(await isSignedIn(session)).toBe(false);
    expect([await canSignIn(user.password), await canSignIn('another horse')]).toEqual([false, true]);
    expect(await codeOf(await reset(token, 'a third horse'))).toBe('access_denied');
    expect(await canSignIn('another horse')).toBe(true);
  });

  test('is reset by one of two requests that use the link at once', async () => {
    const token = await mailedToken();
    const answers = await Promise.all([reset(token, 'another horse'), reset(token, 'a third horse')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403]);
  });

  test('is not reset by a link that is older than an hour', async () => {
    const token = await mailedToken();
    drive.clock.advance(hourMs);
    expect(await codeOf(await reset(token))).toBe('access_denied');
    const fresh = await mailedToken();
    drive.clock.advance(hourMs - 1);
    expect((await reset(fresh)).status).toBe(204);
  });

  test('is not reset by other links once it was reset', async () => {
    const [first, second] = [await mailedToken(), await mailedToken()];
    expect(first).not.toBe(second);
    expect((await reset(first)).status).toBe(204);
    expect((await reset(second)).status).toBe(403);
  });

  test('keeps its link if the new password is refused', async () => {
    const token = await mailedToken();
    expect(await codeOf(await reset(token, 'short'))).toBe('validation_failed');
    expect((await reset(token)).status).toBe(204);
  });

  test.each(['', 'wrong', 'x'.repeat(43)])('is not reset by the token %j', async (token) => {
    await mailedToken();
    expect((await reset(token)).status).toBe(403);
  });

  test('gets the same response after the same work for an address without an account', async () => {
    const jobs = async (): Promise<unknown[]> =>
      drive.database.reader
        .selectFrom('jobs')
        .select(['type', 'run_at'])
        .where('type', '=', 'accounts.reset-mail')
        .execute();
    const known = await forget(user.email);
    const afterKnown = await jobs();
    await drive.drain();
    const unknown = await forget('nobody@example.com');
    expect(await jobs()).toEqual(afterKnown);
    expect([known.status, await known.text()]).toEqual([202, '']);
    expect([unknown.status, await unknown.text()]).toEqual([202, '']);
    await drive.drain();
    expect(drive.mails.map(({ to }) => to)).toEqual([user.email]);
  });

  test.each(['', 'nonsense', 'x'.repeat(300), 'a\r\nBcc: eve@example.com'])(
    'is answered alike for %j',
    async (email) => {
      expect((await forget(email)).status).toBe(202);
      await drive.drain();
      expect(drive.mails).toEqual([]);
    },
  );

  test('leaves no link in the database, neither in a row nor in a job', async () => {
    await forget(user.email);
    const jobs = await drive.database.reader.selectFrom('jobs').selectAll().execute();
    await drive.drain();
    const token = tokenIn(drive.mails[0]?.text);
    const resets = await drive.database.reader.selectFrom('password_resets').selectAll().execute();
    expect(resets).toHaveLength(1);
    expect(JSON.stringify([jobs, resets])).not.toContain(token);
  });

  test('cannot be used to flood a mailbox', async () => {
    for (let n = 0; n < 8; n += 1) await mailedToken();
    expect(drive.mails).toHaveLength(3);
    drive.clock.advance(hourMs);
    await mailedToken();
    expect(drive.mails).toHaveLength(4);
  });

  test('has its link deleted by the sweep once it has expired', async () => {
    await mailedToken();
    drive.clock.advance(2 * hourMs);
    await drive.jobs.runNow('accounts.sweep');
    expect(await drive.database.reader.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  });

  test('sends the email again with a working link if the mail server was down', async () => {
    refusals = 2;
    await forget(user.email);
    await drive.drain();
    drive.clock.advance(10_000);
    await drive.drain();
    expect(drive.mails).toEqual([]);
    drive.clock.advance(minuteMs);
    await drive.drain();
    expect(drive.mails).toHaveLength(1);
    expect(await drive.database.reader.selectFrom('password_resets').selectAll().execute()).toHaveLength(1);
    expect((await reset(tokenIn(drive.mails[0]?.text))).status).toBe(204);
  });
});

describe('account commands', () => {
  test('a password set by an operator ends the sessions of the user', async () => {
    const session = await drive.signIn(user);
    expect(await drive.app.accounts.setPassword(user.email.toUpperCase(), 'another horse')).toMatchObject({
      userId: user.userId,
    });
    expect([await isSignedIn(session), await canSignIn('another horse')]).toEqual([false, true]);
    await expect(drive.app.accounts.setPassword(user.email, 'short')).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await drive.app.accounts.setPassword('nobody@example.com', 'another horse')).toBeUndefined();
  });

  test('a plan applies from the next request on', async () => {
    await drive.app.accounts.directory.change('console', { email: user.email }, { plan: 'paid' });
    expect(await (await drive.fetch('/api/me', { key: user.key })).json()).toMatchObject({ plan: 'paid' });
  });

  test('accounts are listed oldest first', async () => {
    const second = await drive.createUser({ isAdmin: true });
    expect((await drive.app.accounts.listUsers()).map(({ email }) => email)).toEqual([user.email, second.email]);
  });
});
