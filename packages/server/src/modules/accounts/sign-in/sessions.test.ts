import type { User } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive } from '../../../../test/drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

const me = (cookie: string): Promise<Response> => drive.fetch('/api/me', { headers: { cookie } });

describe('a session', () => {
  const change = (cookie: string, headers: Record<string, string>): Promise<Response> =>
    drive.fetch('/api/me', { method: 'PATCH', json: { name: 'Ada' }, headers: { cookie, ...headers } });

  test('reads without its XSRF token, and changes only with it', async () => {
    const [one, other] = [await drive.signIn(await drive.createUser()), await drive.signIn(await drive.createUser())];
    expect((await me(one.cookie)).status).toBe(200);
    expect((await change(one.cookie, {})).status).toBe(403);
    expect(await (await change(one.cookie, { 'x-xsrf-token': other.xsrf })).json()).toMatchObject({
      code: 'access_denied',
    });
    expect((await change(one.cookie, { 'x-xsrf-token': one.xsrf })).status).toBe(200);
  });

  test('expires thirty days after its last use', async () => {
    const { cookie } = await drive.signIn(await drive.createUser());
    const day = 86_400_000;
    drive.clock.advance(29 * day);
    expect((await me(cookie)).status).toBe(200);
    await drive.app.accounts.flush();
    drive.clock.advance(29 * day);
    expect((await me(cookie)).status).toBe(200);
    await drive.app.accounts.flush();
    drive.clock.advance(30 * day);
    expect((await me(cookie)).status).toBe(401);
  });

  test('[P-369] ends ninety days after the sign-in, however often it is used, and so does its cookie', async () => {
    const user = await drive.createUser();
    const json = { email: user.email, password: user.password };
    const signedIn = await drive.fetch('/api/auth/login', { method: 'POST', json });
    for (const cookie of signedIn.headers.getSetCookie()) expect(cookie).toContain('; Max-Age=7776000;');
    const { cookie } = await drive.signIn(user);
    const day = 86_400_000;
    for (let days = 0; days < 90; days += 10) {
      expect((await me(cookie)).status).toBe(200);
      await drive.app.accounts.flush();
      drive.clock.advance(10 * day - (days === 80 ? 1 : 0));
    }
    expect((await me(cookie)).status).toBe(200);
    await drive.app.accounts.flush();
    drive.clock.advance(1);
    expect((await me(cookie)).status).toBe(401);
  });

  test('is deleted by the sweep once it has expired', async () => {
    const user = await drive.createUser();
    await drive.signIn(user);
    const sessions = drive.database.reader.selectFrom('sessions').select('row_id').where('user_id', '=', user.userId);
    const count = async (): Promise<number> => (await sessions.execute()).length;
    await drive.jobs.runNow('accounts.sweep');
    expect(await count()).toBe(1);
    drive.clock.advance(31 * 86_400_000);
    await drive.jobs.runNow('accounts.sweep');
    expect(await count()).toBe(0);
  });

  test('records its last use at most once a minute', async () => {
    const session = await drive.signIn(await drive.createUser());
    const start = drive.clock.now();
    const lastUsedAt = async (): Promise<number> => {
      const [row] = (await (await drive.fetch('/api/me/sessions', { session })).json()) as { lastUsedAt: string }[];
      return Date.parse(row?.lastUsedAt ?? '');
    };
    drive.clock.advance(59_999);
    expect(await lastUsedAt()).toBe(start);
    drive.clock.advance(1);
    expect(await lastUsedAt()).toBe(start + 60_000);
    drive.clock.advance(59_999);
    expect(await lastUsedAt()).toBe(start + 60_000);
  });

  test('ends on sign-out, which clears the cookies', async () => {
    const user = await drive.createUser();
    const [session, other] = [await drive.signIn(user), await drive.signIn(user)];
    const response = await drive.fetch('/api/auth/logout', { method: 'POST', session });
    expect(response.status).toBe(204);
    for (const cookie of response.headers.getSetCookie())
      expect(cookie).toMatch(/^(auth_token|XSRF-TOKEN)=; Max-Age=0;/);
    expect((await me(session.cookie)).status).toBe(401);
    expect((await me(other.cookie)).status).toBe(200);
  });

  test('is never used in place of an invalid API key', async () => {
    const { cookie } = await drive.signIn(await drive.createUser());
    const headers = { cookie, authorization: `Bearer svc_${'x'.repeat(40)}` };
    expect((await drive.fetch('/api/me', { headers })).status).toBe(401);
  });

  test('is ignored beside a valid API key', async () => {
    const [one, other] = [await drive.createUser(), await drive.createUser()];
    const { cookie } = await drive.signIn(one);
    const response = await drive.fetch('/api/me', { headers: { cookie }, key: other.key });
    expect(((await response.json()) as User).email).toBe(other.email);
  });

  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5000), '%00'])(
    'is not authenticated by the token %j',
    async (token) => {
      expect((await me(`auth_token=${token}`)).status).toBe(401);
    },
  );
});

describe('the list of sessions', () => {
  test('shows active sessions, newest first, and which one is current', async () => {
    const user = await drive.createUser();
    const headers = { 'user-agent': 'First/1.0' };
    await drive.fetch('/api/auth/login', {
      method: 'POST',
      json: { email: user.email, password: user.password },
      headers,
    });
    drive.clock.advance(1000);
    const session = await drive.signIn(user);
    await drive.signIn(await drive.createUser());
    const list = (await (await drive.fetch('/api/me/sessions', { session })).json()) as Record<string, unknown>[];
    expect(list.map(({ current }) => current)).toEqual([true, false]);
    expect(list[1]).toMatchObject({ userAgent: 'First/1.0', current: false });
    const asKey = (await (await drive.fetch('/api/me/sessions', { key: user.key })).json()) as { current: boolean }[];
    expect(asKey.map(({ current }) => current)).toEqual([false, false]);
  });

  test('ends any of the user’s sessions, once, and none of another user', async () => {
    const [user, otherUser] = [await drive.createUser(), await drive.createUser()];
    const [session, other] = [await drive.signIn(user), await drive.signIn(user)];
    const list = (await (await drive.fetch('/api/me/sessions', { session })).json()) as {
      id: string;
      current: boolean;
    }[];
    const id = list.find(({ current }) => !current)?.id ?? '';
    const end = (key: string): Promise<Response> => drive.fetch(`/api/me/sessions/${id}`, { method: 'DELETE', key });
    expect(await (await end(otherUser.key)).json()).toMatchObject({ status: 404, code: 'session_not_found' });
    expect((await end(user.key)).status).toBe(204);
    expect((await me(other.cookie)).status).toBe(401);
    expect((await me(session.cookie)).status).toBe(200);
    expect((await end(user.key)).status).toBe(404);
    const malformed = await drive.fetch('/api/me/sessions/nonsense', { method: 'DELETE', key: user.key });
    expect(await malformed.json()).toMatchObject({ status: 404, code: 'session_not_found' });
  });
});
