import { createBaseUrl, type Log, systemRandom } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { JobQueue } from '@drive/jobs';
import type { PasswordHasher } from '@drive/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { overriding } from '../../../../test/overriding.ts';
import { createAudit } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { createSecrets } from '../../../platform/secrets.ts';
import { createNewPasswords } from '../passwords/new-passwords.ts';
import { createUsers } from '../registration/create-user.ts';
import { Sessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { TwoFactor } from './two-factor.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

const login = (email: string, password: string): Promise<Response> =>
  drive.fetch('/api/auth/login', { method: 'POST', json: { email, password } });

describe('signing in', () => {
  test('returns the account and sets two cookies', async () => {
    const { email, password } = await drive.createUser();
    const response = await login(email, password);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ email, plan: 'free', isAdmin: false });
    const [token, xsrf, ...more] = response.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(token).toMatch(/^auth_token=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(xsrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Max-Age=\d+; Path=\/; SameSite=Lax$/);
  });

  test('limits the cookies to the path of the server, and to https if the base URL has it', async () => {
    const other = await startDrive({ settings: { BASE_URL: 'https://example.com/drive' } });
    try {
      const { email, password } = await other.createUser();
      const response = await other.fetch('/api/auth/login', { method: 'POST', json: { email, password } });
      for (const cookie of response.headers.getSetCookie()) {
        expect(cookie).toContain('; Path=/drive;');
        expect(cookie).toContain('; Secure;');
      }
    } finally {
      await other.close();
    }
  });

  test('accepts the email address in any case and with spaces around', async () => {
    const { password } = await drive.createUser({ email: 'Ada@Example.com' });
    expect((await login(' aDA@example.COM ', password)).status).toBe(200);
  });

  test('[P-348] responds the same to a wrong password and to an unknown address', async () => {
    const { email } = await drive.createUser();
    const answers = await Promise.all(
      [await login(email, 'wrong password'), await login('nobody@example.com', 'wrong password')].map(
        async (response) => ({ status: response.status, body: (await response.json()) as object }),
      ),
    );
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers.map(({ body }) => body)).not.toHaveProperty('0.errors');
  });

  test('[P-343] refuses a password over 72 bytes, also if its first 72 are right', async () => {
    const password = 'é'.repeat(36);
    const { email } = await drive.createUser({ password });
    expect((await login(email, password)).status).toBe(200);
    expect((await login(email, `${password}x`)).status).toBe(401);
  });

  test('[P-351] stores only a keyed hash of the session', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    const token = /auth_token=([\w-]+)/.exec(session.cookie)?.[1] ?? '';
    const rows = await drive.database.reader
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(session.xsrf);
  });
});

test('[P-349] an unknown address costs as many hashes and as many writes as a known one', async () => {
  const calls: string[] = [];
  const counted: PasswordHasher = {
    hash: (text) => Promise.resolve(`hash of ${text}`),
    verify: (text, hash) => {
      calls.push('verify');
      return Promise.resolve(hash === `hash of ${text}`);
    },
    dummyVerify: () => {
      calls.push('dummyVerify');
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  const ports = await createTestDatabase();
  const database: Database = overriding(ports.database, {
    reader: ports.database.reader,
    write: (work) => {
      calls.push('write');
      return ports.database.write(work);
    },
  });
  const clock = createTestClock();
  const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const jobs = new JobQueue({ database: ports.database, clock, random: systemRandom, log });
  const secrets = createSecrets(Buffer.alloc(32));
  const audit = createAudit({ clock, random: systemRandom, jobs });
  const deps = { database, clock, random: systemRandom, secrets, audit, log, passwords: counted };
  const mails = { enqueue: () => Promise.resolve() };
  const from = { clientNetwork: '192.0.2.1', isLocal: false };
  const passkeys = { isOn: false, check: () => Promise.reject(new Error('off')), use: () => Promise.resolve(false) };
  const sessions = new Sessions({ ...deps, config: { requireSecondFactor: 'off' } });
  const signIn = new SignIn({
    ...deps,
    sessions,
    passkeys,
    config: { passwordLogin: true },
    twoFactor: new TwoFactor({
      ...deps,
      mails,
      sessions,
      passkeys,
      baseUrl: createBaseUrl('http://localhost'),
      requirePassword: () => Promise.reject(new Error('not asked for')),
    }),
  });
  try {
    const instance = { name: 'Drive', color: undefined, logo: undefined };
    const newPasswords = createNewPasswords({ ...deps, instance });
    const { userId } = await createUsers({ ...deps, newPasswords }).createUser({
      email: 'ada@example.com',
      password: 'correct horse',
    });
    expect(await signIn.checkPassword('ada@example.com', 'correct horse', from)).toMatchObject({ userId });
    calls.splice(0);
    for (let n = 0; n < 12; n += 1) {
      await expect(signIn.checkPassword('ada@example.com', 'wrong', from)).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
      const known = calls.splice(0).toString();
      await expect(signIn.checkPassword('nobody@example.com', 'wrong', from)).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
      expect([n, calls.splice(0).toString()]).toEqual([n, known.replace('verify', 'dummyVerify')]);
    }
  } finally {
    await ports.close();
  }
});
