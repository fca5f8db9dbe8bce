import { hourMs, minuteMs } from '@drive/base';
import type { Passkey, PasskeyOptions, RegisteredPasskey } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUserWithTwoFactor } from '../../../../test/api/authenticator.ts';
import { createTestPasskey, type TestPasskey } from '../../../../test/api/test-passkey.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../../../test/drive.ts';
import { sharedApi } from '../../../../test/shared.ts';

const origin = 'https://drive.test';
let drive: Drive;
let user: TestUser;
let session: TestSession;
beforeAll(async () => {
  drive = await startDrive({ settings: { BASE_URL: origin } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  session = await drive.signIn(user);
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly code?: string; readonly methods?: readonly string[] };
  readonly session: TestSession;
}
async function call(method: string, path: string, json?: object, by?: TestSession, server = drive): Promise<Answer> {
  const response = await server.fetch(path, {
    method,
    ...(by === undefined ? {} : { session: by }),
    ...(json === undefined ? {} : { json }),
  });
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const xsrf = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  const body = (await response.json().catch(() => ({}))) as Answer['body'];
  return { status: response.status, body, session: { cookie: pairs.join('; '), xsrf: decodeURIComponent(xsrf) } };
}
const optionsOf = ({ body }: Answer): PasskeyOptions => body as unknown as PasskeyOptions;
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.code];

const startCreation = (json: object = {}, by = session) =>
  call('POST', '/api/auth/passkeys/register/options', json, by);
async function add(name = 'Laptop', by = session): Promise<{ passkey: TestPasskey; added: RegisteredPasskey }> {
  const passkey = createTestPasskey(origin);
  const response = passkey.create(optionsOf(await startCreation({}, by)));
  const answer = await call('POST', '/api/auth/passkeys/register', { name, response }, by);
  expect(answer.status).toBe(201);
  return { passkey, added: answer.body as unknown as RegisteredPasskey };
}
const challenge = async (json: object = {}): Promise<PasskeyOptions> =>
  optionsOf(await call('POST', '/api/auth/passkeys/authenticate/options', json));
const signIn = (response: object) => call('POST', '/api/auth/passkeys/authenticate', { response });
const login = (more: object = {}) =>
  call('POST', '/api/auth/login', { email: user.email, password: user.password, ...more });
const refused = [401, 'invalid_credentials'];

describe('a passkey', () => {
  test('[P-1106] is added with a name, listed, renamed, and removed', async () => {
    const { added } = await add('Laptop');
    expect(added).toMatchObject({ name: 'Laptop', lastUsedAt: null, transports: ['internal', 'hybrid'] });
    const list = async (): Promise<Passkey[]> =>
      (await (await drive.fetch('/api/me/passkeys', { session })).json()) as Passkey[];
    expect(await list()).toEqual([expect.objectContaining({ id: added.id, name: 'Laptop' })]);
    const path = `/api/me/passkeys/${added.id}`;
    expect((await call('PATCH', path, { name: ' Phone ' }, session)).body).toMatchObject({ name: 'Phone' });
    const other = await drive.signIn(await drive.createUser());
    expect(codeOf(await call('PATCH', path, { name: 'Mine' }, other))).toEqual([404, 'passkey_not_found']);
    expect(codeOf(await call('DELETE', path, undefined, other))).toEqual([404, 'passkey_not_found']);
    expect((await call('DELETE', path, undefined, session)).status).toBe(204);
    expect(await list()).toEqual([]);
    await drive.drain();
    const subjects = drive.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
    expect(subjects).toEqual(['Two-factor authentication is on', 'A passkey was removed']);
  });

  test('[P-1107] signs in without a name, as often as it is asked, and says when', async () => {
    const { passkey, added } = await add();
    for (let times = 0; times < 2; times += 1) {
      const done = await signIn(passkey.get(await challenge()));
      expect([done.status, done.body['email']]).toEqual([200, user.email]);
      expect((await drive.fetch('/api/me', { session: done.session })).status).toBe(200);
    }
    const [listed] = (await (await drive.fetch('/api/me/passkeys', { session })).json()) as Passkey[];
    expect(listed).toMatchObject({ id: added.id, lastUsedAt: expect.any(String) });
  });

  test('[P-1108] is refused with a challenge that was answered, has expired, or was never made', async () => {
    const { passkey } = await add();
    const options = await challenge();
    expect((await signIn(passkey.get(options))).status).toBe(200);
    expect(codeOf(await signIn(passkey.get(options)))).toEqual(refused);
    const late = await challenge();
    drive.clock.advance(5 * minuteMs);
    expect(codeOf(await signIn(passkey.get(late)))).toEqual(refused);
    expect(codeOf(await signIn(passkey.get({ options: { challenge: 'x'.repeat(43) } })))).toEqual(refused);
    const forCreation = optionsOf(
      await call('POST', '/api/auth/passkeys/register/options', { password: user.password }, session),
    );
    expect(codeOf(await signIn(passkey.get(forCreation)))).toEqual(refused);
  });

  test.each([
    ['of another site', { origin: 'https://drive.test.evil.example' }],
    ['whose counter went back', { counter: 1 }],
    ['that did not verify its user', { verifiesUser: false }],
  ])('[P-1109] is refused with an answer %s', async (_, signing) => {
    const { passkey } = await add();
    for (let times = 0; times < 2; times += 1) expect((await signIn(passkey.get(await challenge()))).status).toBe(200);
    expect(codeOf(await signIn(passkey.get(await challenge(), signing)))).toEqual(refused);
  });

  test('[P-1110] of nobody, or one that was removed, gets the answer of a wrong one', async () => {
    const { passkey, added } = await add();
    const stranger = createTestPasskey(origin);
    expect(codeOf(await signIn(stranger.get(await challenge())))).toEqual(refused);
    expect(codeOf(await signIn({ ...passkey.get(await challenge()), id: stranger.id, rawId: stranger.id }))).toEqual(
      refused,
    );
    await call('DELETE', `/api/me/passkeys/${added.id}`, undefined, session);
    expect(codeOf(await signIn(passkey.get(await challenge())))).toEqual(refused);
    const bad = {
      ...passkey.get(await challenge()),
      response: { clientDataJSON: 'e30', authenticatorData: '', signature: '' },
    };
    expect(codeOf(await signIn(bad))).toEqual(refused);
  });

  test('[P-1111] does not sign in to a disabled account', async () => {
    const { passkey } = await add();
    await drive.app.accounts.directory.change('console', { email: user.email }, { disabled: true });
    expect(codeOf(await signIn(passkey.get(await challenge())))).toEqual([403, 'access_denied']);
  });

  test('[P-1112] is added by a session only, within ten minutes of the sign-in or with the password', async () => {
    expect((await startCreation()).status).toBe(200);
    drive.clock.advance(hourMs);
    expect(codeOf(await startCreation())).toEqual([403, 'reauthentication_required']);
    expect(codeOf(await startCreation({ password: 'a guess' }))).toEqual(refused);
    expect((await startCreation({ password: user.password })).status).toBe(200);
    const byKey = await drive.fetch('/api/auth/passkeys/register/options', { method: 'POST', key: user.key });
    expect(byKey.status).toBe(403);
  });

  test('[P-1113] belongs to one account, which has at most 20', async () => {
    const { passkey } = await add();
    const options = optionsOf(await startCreation());
    expect(options.options).toMatchObject({ excludeCredentials: [{ id: passkey.id }] });
    const response = passkey.create(options);
    expect(codeOf(await call('POST', '/api/auth/passkeys/register', { name: 'Again', response }, session))).toEqual(
      refused,
    );
    for (let n = 1; n < 20; n += 1) await add(`Key ${n}`);
    const more = createTestPasskey(origin).create(optionsOf(await startCreation()));
    const answer = await call('POST', '/api/auth/passkeys/register', { name: 'One more', response: more }, session);
    expect(codeOf(answer)).toEqual([409, 'passkey_limit_reached']);
  });

  test('[P-1114] is not told apart from none by the options for an address', async () => {
    await add();
    const shapeOf = async (email: string): Promise<unknown> => {
      const { options } = await challenge({ email });
      return { ...options, challenge: '' };
    };
    expect(await shapeOf(user.email)).toEqual(await shapeOf('nobody@example.com'));
  });
});

describe('a passkey as second factor', () => {
  test('[P-1115] is asked for after the password, and each recovery code replaces it once', async () => {
    expect((await login()).status).toBe(200);
    const { passkey, added } = await add();
    expect(added.recoveryCodes).toHaveLength(10);
    const asked = await login();
    expect([...codeOf(asked), asked.body.methods]).toEqual([401, 'totp_required', ['passkey', 'recovery_code']]);
    const options = await challenge({ email: user.email });
    expect((await login({ passkey: passkey.get(options, { verifiesUser: false }) })).status).toBe(200);
    const totp = added.recoveryCodes?.[0];
    expect((await login({ totp })).status).toBe(200);
    expect(codeOf(await login({ totp }))).toEqual(refused);
    const { added: second } = await add('Phone');
    expect(second.recoveryCodes).toBeNull();
  });

  test('[P-1116] of another account is refused', async () => {
    await add();
    const other = await drive.createUser();
    const { passkey } = await add('Theirs', await drive.signIn(other));
    expect(codeOf(await login({ passkey: passkey.get(await challenge({ email: user.email })) }))).toEqual(refused);
  });

  test('[P-1117] stands beside codes, and recovery codes stay until the last factor is removed', async () => {
    const { user: ada, session: hers, authenticator, recoveryCodes } = await createUserWithTwoFactor(drive);
    const { passkey, added } = await add('Laptop', hers);
    expect(added.recoveryCodes).toBeNull();
    const { email, password } = ada;
    const enter = (more: object = {}) => call('POST', '/api/auth/login', { email, password, ...more });
    expect((await enter()).body.methods).toEqual(['totp', 'passkey', 'recovery_code']);
    expect((await enter({ totp: authenticator() })).status).toBe(200);
    expect((await enter({ passkey: passkey.get(await challenge()) })).status).toBe(200);
    await call('DELETE', '/api/auth/totp', { password }, hers);
    expect((await enter()).body.methods).toEqual(['passkey', 'recovery_code']);
    expect((await enter({ totp: recoveryCodes[0] })).status).toBe(200);
    await call('DELETE', `/api/me/passkeys/${added.id}`, undefined, hers);
    expect((await enter()).status).toBe(200);
    const left = await drive.database.reader
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', ada.userId)
      .execute();
    expect(left).toEqual([]);
  });

  test('[P-1118] confirms who uses a session: alone, or with the password', async () => {
    const { passkey } = await add();
    const createKey = async (): Promise<number> => (await call('POST', '/api/me/api-keys', {}, session)).status;
    const reauthenticate = (json: object) => call('POST', '/api/auth/reauthenticate', json, session);
    drive.clock.advance(hourMs);
    expect(await createKey()).toBe(403);
    expect((await reauthenticate({})).status).toBe(400);
    const { passkey: foreign } = await add('Theirs', await drive.signIn(await drive.createUser()));
    expect(codeOf(await reauthenticate({ passkey: foreign.get(await challenge()) }))).toEqual(refused);
    const weak = passkey.get(await challenge(), { verifiesUser: false });
    expect(codeOf(await reauthenticate({ passkey: weak }))).toEqual(refused);
    expect(await createKey()).toBe(403);
    expect((await reauthenticate({ passkey: passkey.get(await challenge()) })).status).toBe(204);
    expect(await createKey()).toBe(201);
    drive.clock.advance(hourMs);
    const both = { password: user.password, passkey: passkey.get(await challenge(), { verifiesUser: false }) };
    expect((await reauthenticate(both)).status).toBe(204);
  });
});

test.each([
  ['http://drive.test', false],
  ['https://203.0.113.7', false],
  ['https://[2001:db8::1]', false],
  ['http://localhost:8080', true],
  ['http://drive.localhost', true],
])('[P-1119] is there with the base URL %s: %s', async (BASE_URL, passkeys) => {
  const other = await startDrive({ settings: { BASE_URL } });
  try {
    expect(await (await other.fetch('/api/public/config')).json()).toMatchObject({ passkeys });
    const { status } = await call('POST', '/api/auth/passkeys/authenticate/options', {}, undefined, other);
    expect(status).toBe(passkeys ? 200 : 403);
  } finally {
    await other.close();
  }
});

describe('DRIVE_REQUIRE_2FA', () => {
  test('[P-1120] lets a user without a second factor set one up, and do nothing else', async () => {
    const strict = await startDrive({ settings: { BASE_URL: origin, REQUIRE_2FA: 'all' } });
    try {
      const eve = await strict.createUser();
      const hers = await strict.signIn(eve);
      const needed = [403, 'two_factor_required'];
      for (const [method, path, json] of [
        ['GET', '/api/files'],
        ['POST', '/api/me/api-keys', {}],
        ['PATCH', '/api/me', { name: 'Eve' }],
        ['GET', '/api/users/me/webhooks'],
      ] as const)
        expect([path, ...codeOf(await call(method, path, json, hers, strict))]).toEqual([path, ...needed]);
      const device = (await (await strict.fetch('/api/auth/device', { method: 'POST' })).json()) as {
        userCode: string;
      };
      const approve = { userCode: device.userCode };
      expect(codeOf(await call('POST', '/api/auth/device/approve', approve, hers, strict))).toEqual(needed);
      for (const path of ['/api/me', '/api/auth/totp', '/api/me/passkeys', '/api/me/identities', '/api/public/config'])
        expect([path, (await strict.fetch(path, { session: hers })).status]).toEqual([path, 200]);

      const start = await call('POST', '/api/auth/passkeys/register/options', {}, hers, strict);
      const response = createTestPasskey(origin).create(optionsOf(start));
      const json = { name: 'Laptop', response };
      expect((await call('POST', '/api/auth/passkeys/register', json, hers, strict)).status).toBe(201);
      expect((await strict.fetch('/api/files', { session: hers })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test('counts for forms of pages, whose sender is a visitor, too', async () => {
    const strict = await startDrive({ settings: { REQUIRE_2FA: 'all', ANONYMOUS_UPLOADS: 'on' } });
    try {
      const eve = await strict.createUser();
      const { shareToken } = await sharedApi(strict, eve).shareFile(await sharedApi(strict, eve).put('a.txt', 'hello'));
      const hers = await strict.signIn(eve);
      const open = async (path: string) =>
        strict.fetch(path, { headers: { accept: 'text/html', cookie: hers.cookie } });
      const send = async (path: string, fields: Record<string, string>) => {
        const headers = { cookie: hers.cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' };
        const body = new URLSearchParams({ xsrf: hers.xsrf, ...fields }).toString();
        const type = 'application/x-www-form-urlencoded';
        return strict.fetch(path, { method: 'POST', headers: { ...headers, 'content-type': type }, body });
      };
      for (const [path, fields] of [
        ['/paste', { content: 'hello' }],
        [`/share/${shareToken}/like`, {}],
        [`/share/${shareToken}/comments`, { body: 'hello' }],
        ['/device', { code: 'BCDF-GHJK', decision: 'refuse' }],
      ] as const)
        expect([path, (await send(path, fields)).status]).toEqual([path, 403]);
      const form = new FormData();
      form.set('xsrf', hers.xsrf);
      form.set('file', new File(['hello'], 'a.txt'));
      const encoded = new Response(form);
      const upload = await strict.fetch('/files/upload-form', {
        method: 'POST',
        headers: {
          cookie: hers.cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        body: Buffer.from(await encoded.arrayBuffer()),
      });
      expect(upload.status).toBe(403);
      expect(await (await open('/paste')).text()).not.toContain(hers.xsrf);
      expect((await open('/')).headers.get('location')).toBe('/app/');
      expect((await open('/sign-in?next=/device')).headers.get('location')).toBe('/app/account/security');
      expect((await send('/sign-out', {})).status).toBe(303);
      expect((await strict.fetch('/api/me', { session: hers })).status).toBe(401);
    } finally {
      await strict.close();
    }
  });

  test('[P-1121] counts for administrators only, if it says so, and never for API keys', async () => {
    const strict = await startDrive({ settings: { REQUIRE_2FA: 'admins' } });
    try {
      const [plain, admin] = [await strict.createUser(), await strict.createUser({ isAdmin: true })];
      const statusOf = async (by: object): Promise<number> => (await strict.fetch('/api/files', by)).status;
      expect(await statusOf({ session: await strict.signIn(plain) })).toBe(200);
      expect(await statusOf({ session: await strict.signIn(admin) })).toBe(403);
      expect(await statusOf({ key: admin.key })).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
