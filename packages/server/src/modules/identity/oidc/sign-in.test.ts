import { hourMs } from '@drive/base';
import type { PublicConfig, UserIdentity } from '@drive/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type DriveOptions, type TestSession } from '../../../../test/drive.ts';
import { comeBack, signInBy, startIssuer, type TestIssuer } from '../../../../test/network/test-issuer.ts';

let issuer: TestIssuer;
const drives: Drive[] = [];
beforeAll(async () => {
  issuer = await startIssuer();
});
afterEach(async () => {
  for (const drive of drives.splice(0)) await drive.close();
  issuer.refreshes = false;
  issuer.whenAsked = undefined;
});
afterAll(() => issuer.close());

let users = 0;
/** A user of the issuer. */
function newUser(claims: Readonly<Record<string, unknown>> = {}): string {
  users += 1;
  const subject = `subject-${users}`;
  issuer.users.set(subject, {
    email: `person${users}@example.com`,
    email_verified: true,
    name: `Person ${users}`,
    groups: ['staff'],
    ...claims,
  });
  return subject;
}

/** A server with an administrator, whose issuer is that of the tests. */
async function start(settings: DriveOptions['settings'] = {}): Promise<Drive> {
  const drive = await startDrive({ settings: { ...issuer.settings, ...settings } });
  drives.push(drive);
  issuer.register(drive);
  await drive.createUser({ isAdmin: true, email: `admin${drives.length}@example.org` });
  return drive;
}

const me = async (drive: Drive, session: TestSession): Promise<Record<string, unknown> & { id: string }> =>
  (await (await drive.fetch('/api/me', { session })).json()) as Record<string, unknown> & { id: string };
const statusOf = async (drive: Drive, session: TestSession): Promise<number> =>
  (await drive.fetch('/api/me', { session })).status;
const identitiesOf = async (drive: Drive, session: TestSession): Promise<UserIdentity[]> =>
  (await (await drive.fetch('/api/me/identities', { session })).json()) as UserIdentity[];

describe('a sign-in by the issuer', () => {
  test('[P-1080] makes an account at the first time, finds it by issuer and subject later, and leads to where it began', async () => {
    const drive = await start();
    const subject = newUser({ name: 'Ada Lovelace' });
    const first = await signInBy(drive, issuer, subject, { start: '/api/auth/oidc/start?returnTo=/device' });
    expect([first.status, first.location]).toEqual([303, '/device']);
    const account = await me(drive, first.session);
    expect(account).toMatchObject({
      email: issuer.users.get(subject)?.['email'],
      name: 'Ada Lovelace',
      isAdmin: false,
    });
    expect(await identitiesOf(drive, first.session)).toEqual([
      expect.objectContaining({ name: 'Example login', issuer: issuer.url, email: account['email'] }),
    ]);
    issuer.users.set(subject, { email: 'new-address@example.com', email_verified: true });
    const again = await signInBy(drive, issuer, subject);
    expect((await me(drive, again.session)).id).toBe(account.id);
  });

  test('[P-1081] leads to a path of this server only', async () => {
    const drive = await start();
    const start_ = `/api/auth/oidc/start?returnTo=${encodeURIComponent('https://elsewhere.example/')}`;
    expect((await signInBy(drive, issuer, newUser(), { start: start_ })).location).toBe('/');
  });

  test('[P-1082] is offered by the sign-in page and by the public configuration', async () => {
    const drive = await start();
    const page = await (await drive.fetch('/sign-in?next=/device', { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('href="/api/auth/oidc/start?returnTo=%2Fdevice"');
    expect(page).toContain('Sign in with Example login');
    const config = (await (await drive.fetch('/api/public/config')).json()) as PublicConfig;
    expect(config).toMatchObject({ oidc: { name: 'Example login' }, passkeys: false, passwordLogin: true });
  });

  test('[P-1083] works after the issuer has replaced its keys', async () => {
    const drive = await start();
    const subject = newUser();
    expect((await signInBy(drive, issuer, subject)).status).toBe(303);
    issuer.rotateKeys();
    expect((await signInBy(drive, issuer, subject)).status).toBe(303);
  });

  test('[P-1084] counts once: an answer that is sent again, from another browser, or too late is refused', async () => {
    const drive = await start();
    const done = await signInBy(drive, issuer, newUser());
    expect((await comeBack(drive, done.callback, done.cookie)).status).toBe(403);
    const elsewhere = await signInBy(drive, issuer, newUser(), { tamper: () => {} });
    expect(elsewhere.status).toBe(303);
    const begun = await drive.fetch('/api/auth/oidc/start');
    const url = await issuer.createBrowser().signIn(begun.headers.get('location') ?? '', newUser());
    expect((await comeBack(drive, url, '')).status).toBe(403);
    const late = await drive.fetch('/api/auth/oidc/start');
    const lateUrl = await issuer.createBrowser().signIn(late.headers.get('location') ?? '', newUser());
    drive.clock.advance(hourMs);
    expect((await comeBack(drive, lateUrl, late.headers.getSetCookie()[0]?.split(';')[0] ?? '')).status).toBe(403);
  });

  test.each([
    ['the name of another issuer', ({ searchParams }: URL) => searchParams.set('iss', 'https://other.example')],
    ['no name of an issuer', ({ searchParams }: URL) => searchParams.delete('iss')],
    ['another code', ({ searchParams }: URL) => searchParams.set('code', 'x'.repeat(43))],
    [
      'an error',
      ({ searchParams }: URL) => {
        searchParams.delete('code');
        searchParams.set('error', 'access_denied');
      },
    ],
  ])('[P-1085] is refused if the browser comes back with %s', async (_, tamper) => {
    const drive = await start();
    const outcome = await signInBy(drive, issuer, newUser(), { tamper });
    expect(outcome.status).toBe(403);
    expect(outcome.html).toContain('Sign-in failed');
    expect(outcome.session.cookie).toBe('');
  });

  test('[P-1086] is refused if a code of another issuer is mixed in', async () => {
    const other = await startIssuer();
    try {
      const drive = await start();
      other.register(drive);
      other.users.set('subject-1', { email: 'mallory@example.com', email_verified: true });
      let foreign = '';
      const atOther = await drive.fetch('/api/auth/oidc/start');
      const url = new URL(atOther.headers.get('location') ?? '');
      foreign = await other.createBrowser().signIn(url.href.replace(issuer.url, other.url), 'subject-1');
      const cookie = atOther.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      expect((await comeBack(drive, foreign, cookie)).status).toBe(403);
    } finally {
      await other.close();
    }
  });

  test('counts like other sign-ins', async () => {
    const drive = await start({ RATE_AUTH: '2' });
    const statusOfStart = async (): Promise<number> => (await drive.fetch('/api/auth/oidc/start')).status;
    expect([await statusOfStart(), await statusOfStart(), await statusOfStart()]).toEqual([302, 302, 429]);
  });

  test('[P-1087] says so if the issuer is away, while every other way to sign in works', async () => {
    const drive = await start();
    const user = await drive.createUser();
    await issuer.goAway();
    try {
      const response = await drive.fetch('/api/auth/oidc/start', { headers: { accept: 'text/html' } });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await response.text()).toContain('Example login can’t be reached right now');
      expect(await statusOf(drive, await drive.signIn(user))).toBe(200);
    } finally {
      await issuer.comeBack();
    }
    expect((await signInBy(drive, issuer, newUser())).status).toBe(303);
  });
});

describe('an email address that has an account', () => {
  test('[P-1088] is not taken over: the identity is refused until its owner links it', async () => {
    const drive = await start();
    const user = await drive.createUser();
    const subject = newUser({ email: user.email });
    const refused = await signInBy(drive, issuer, subject);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('There is an account with the address');

    const session = await drive.signIn(user);
    const link = await drive.fetch('/api/me/identities/link', { method: 'POST', session });
    const { url } = (await link.json()) as { url: string };
    const cookie = [session.cookie, ...link.headers.getSetCookie().map((each) => each.split(';')[0])].join('; ');
    const back = await comeBack(drive, await issuer.createBrowser().signIn(url, subject), cookie);
    expect([back.status, back.location]).toEqual([303, '/app/account/security']);
    const signedIn = await signInBy(drive, issuer, subject);
    expect((await me(drive, signedIn.session)).id).toBe((await me(drive, session)).id);
  });

  test('[P-1089] is linked by DRIVE_OIDC_LINK_BY_EMAIL if the issuer has verified it, and its owner is told', async () => {
    const drive = await start({ OIDC_LINK_BY_EMAIL: 'on' });
    const user = await drive.createUser();
    for (const email_verified of [false, undefined, 'no'])
      expect((await signInBy(drive, issuer, newUser({ email: user.email, email_verified }))).status).toBe(403);
    const linked = await signInBy(drive, issuer, newUser({ email: user.email.toUpperCase() }));
    expect(await me(drive, linked.session)).toMatchObject({ email: user.email });
    await drive.drain();
    expect(drive.mails.at(-1)).toMatchObject({ to: user.email, subject: 'You can sign in with Example login' });
  });

  test('[P-1090] that the issuer has not verified makes no account, and none is made with DRIVE_OIDC_AUTO_CREATE=off', async () => {
    const drive = await start();
    expect((await signInBy(drive, issuer, newUser({ email_verified: false }))).status).toBe(403);
    expect((await signInBy(drive, issuer, newUser({ email: undefined }))).status).toBe(403);
    const closed = await start({ OIDC_AUTO_CREATE: 'off' });
    expect((await signInBy(closed, issuer, newUser())).status).toBe(403);
  });

  test('[P-1091] of another account is not linked twice', async () => {
    const drive = await start();
    const subject = newUser();
    await signInBy(drive, issuer, subject);
    const session = await drive.signIn(await drive.createUser());
    const link = await drive.fetch('/api/me/identities/link', {
      method: 'POST',
      session,
      json: { returnTo: '/device' },
    });
    const { url } = (await link.json()) as { url: string };
    const cookie = [session.cookie, ...link.headers.getSetCookie().map((each) => each.split(';')[0])].join('; ');
    const back = await comeBack(drive, await issuer.createBrowser().signIn(url, subject), cookie);
    expect(back.status).toBe(403);
    expect(await identitiesOf(drive, session)).toEqual([]);
  });
});

describe('groups and domains', () => {
  test('[P-1092] admit the members of DRIVE_OIDC_ALLOWED_GROUPS only', async () => {
    const drive = await start({ OIDC_ALLOWED_GROUPS: 'staff, drive users' });
    for (const [groups, status] of [
      [['drive users'], 303],
      ['staff', 303],
      [['guests'], 403],
      [undefined, 403],
      [{ staff: true }, 403],
    ] as const)
      expect([groups, (await signInBy(drive, issuer, newUser({ groups }))).status]).toEqual([groups, status]);
  });

  test('[P-1093] admit verified addresses of DRIVE_OIDC_ALLOWED_DOMAINS only', async () => {
    const drive = await start({ OIDC_ALLOWED_DOMAINS: 'bücher.example' });
    for (const [claims, status] of [
      [{ email: 'ada@xn--bcher-kva.example' }, 303],
      [{ email: 'eve@sub.bücher.example' }, 403],
      [{ email: 'eve@bücher.example', email_verified: undefined }, 403],
    ] as const)
      expect([claims, (await signInBy(drive, issuer, newUser(claims))).status]).toEqual([claims, status]);
  });

  test('[P-1094] make administrators of DRIVE_OIDC_ADMIN_GROUP at each sign-in, and leave one', async () => {
    const drive = await start({ OIDC_ADMIN_GROUP: 'admins' });
    const subject = newUser({ groups: ['admins'] });
    const isAdmin = async (): Promise<unknown> =>
      (await me(drive, (await signInBy(drive, issuer, subject)).session))['isAdmin'];
    expect(await isAdmin()).toBe(true);
    issuer.users.set(subject, { ...issuer.users.get(subject), groups: [] });
    expect(await isAdmin()).toBe(false);
    issuer.users.set(subject, { ...issuer.users.get(subject), groups: ['admins'] });
    expect(await isAdmin()).toBe(true);
    await drive.app.accounts.directory.change('console', { email: 'admin1@example.org' }, { isAdmin: false });
    issuer.users.set(subject, { ...issuer.users.get(subject), groups: [] });
    expect(await isAdmin()).toBe(true);
  });

  test('[P-1582] make an administrator also of an account that is linked, and of nobody else', async () => {
    const drive = await start({ OIDC_ADMIN_GROUP: 'admins' });
    for (const [groups, isAdmin] of [
      [['admins'], true],
      [['staff'], false],
    ] as const) {
      const session = await drive.signIn(await drive.createUser({ isAdmin: !isAdmin }));
      const link = await drive.fetch('/api/me/identities/link', { method: 'POST', session });
      const { url } = (await link.json()) as { url: string };
      const cookie = [session.cookie, ...link.headers.getSetCookie().map((each) => each.split(';')[0])].join('; ');
      await comeBack(drive, await issuer.createBrowser().signIn(url, newUser({ groups })), cookie);
      expect((await me(drive, session))['isAdmin']).toBe(isAdmin);
    }
  });
});

describe('a session of single sign-on', () => {
  test('[P-1095] ends after 12 hours if the issuer gives no refresh token', async () => {
    const drive = await start();
    const { session } = await signInBy(drive, issuer, newUser());
    drive.clock.advance(11 * hourMs);
    expect(await statusOf(drive, session)).toBe(200);
    await drive.restart();
    drive.clock.advance(hourMs + 1);
    expect(await statusOf(drive, session)).toBe(401);
  });

  test('[P-1096] ends, and keys are refused, within an hour after the user left the allowed groups', async () => {
    issuer.refreshes = true;
    const drive = await start({ OIDC_ALLOWED_GROUPS: 'staff' });
    const subject = newUser();
    const { session } = await signInBy(drive, issuer, subject);
    const created = await drive.fetch('/api/me/api-keys', { method: 'POST', session });
    const { rawKey } = (await created.json()) as { rawKey: string };
    const works = async (): Promise<number[]> => [
      await statusOf(drive, session),
      (await drive.fetch('/api/me', { key: rawKey })).status,
    ];
    drive.clock.advance(hourMs + 1);
    await drive.drain();
    expect(await works()).toEqual([200, 200]);
    issuer.users.set(subject, { ...issuer.users.get(subject), groups: ['guests'] });
    drive.clock.advance(hourMs + 1);
    await drive.drain();
    expect(await works()).toEqual([401, 401]);
    expect((await signInBy(drive, issuer, subject)).status).toBe(403);
    const { email } = issuer.users.get(subject) ?? {};
    await drive.app.accounts.directory.change('console', { email: String(email) }, { disabled: false });
    expect(await works()).toEqual([401, 200]);
    expect((await signInBy(drive, issuer, subject)).status).toBe(403);
    expect(await works()).toEqual([401, 401]);
    issuer.users.set(subject, { ...issuer.users.get(subject), groups: ['staff'] });
    expect((await signInBy(drive, issuer, subject)).status).toBe(303);
    expect(await works()).toEqual([401, 200]);
  });

  test.each([
    ['openid profile email', [200, 200], [401, 200]],
    ['openid profile email offline_access', [401, 401], [401, 401]],
  ])(
    '[P-1097] outlives a refresh token that the issuer refuses for 12 hours, unless it has offline_access: %s',
    async (OIDC_SCOPES, atOnce, later) => {
      issuer.refreshes = true;
      const drive = await start({ OIDC_SCOPES });
      const subject = newUser();
      const { session } = await signInBy(drive, issuer, subject);
      const created = await drive.fetch('/api/me/api-keys', { method: 'POST', session });
      const { rawKey } = (await created.json()) as { rawKey: string };
      const works = async (): Promise<number[]> => [
        await statusOf(drive, session),
        (await drive.fetch('/api/me', { key: rawKey })).status,
      ];
      issuer.users.delete(subject);
      drive.clock.advance(hourMs + 1);
      await drive.drain();
      expect(await works()).toEqual(atOnce);
      drive.clock.advance(11 * hourMs);
      expect(await works()).toEqual(later);
    },
  );

  test('goes on with the new refresh token if its user signs in, without one, while the issuer is asked', async () => {
    issuer.refreshes = true;
    const drive = await start({ OIDC_SCOPES: 'openid profile email offline_access' });
    const subject = newUser();
    const { session } = await signInBy(drive, issuer, subject);
    const another: TestSession[] = [];
    issuer.whenAsked = async () => {
      issuer.whenAsked = undefined;
      issuer.refreshes = false;
      another.push((await signInBy(drive, issuer, subject)).session);
    };
    for (let hours = 0; hours < 2; hours += 1) {
      drive.clock.advance(hourMs + 1);
      await drive.drain();
    }
    expect(await Promise.all([session, ...another].map((each) => statusOf(drive, each)))).toEqual([200, 200]);
  });

  test('[P-1098] goes on while the issuer is away', async () => {
    issuer.refreshes = true;
    const drive = await start();
    const { session } = await signInBy(drive, issuer, newUser());
    await issuer.goAway();
    try {
      drive.clock.advance(hourMs + 1);
      await drive.drain();
      expect(await statusOf(drive, session)).toBe(200);
    } finally {
      await issuer.comeBack();
    }
  });

  test('[P-1099] ends with the session of the issuer, which notifies the server, and others of the user go on', async () => {
    const drive = await start();
    const subject = newUser();
    const [here, there] = [issuer.createBrowser(), issuer.createBrowser()];
    const { session } = await signInBy(drive, issuer, subject, { browser: here });
    const { session: other } = await signInBy(drive, issuer, subject, { browser: there });
    const page = await drive.fetch('/sign-out', {
      method: 'POST',
      headers: {
        cookie: other.cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      body: new URLSearchParams({ xsrf: other.xsrf }).toString(),
    });
    const url = /content="0;url=([^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(url).toContain(`${issuer.url}/session/end?`);
    expect(new URL(await there.signOut(url)).href).toBe(`${drive.url}/`);
    expect([await statusOf(drive, other), await statusOf(drive, session)]).toEqual([401, 200]);

    const { session: third } = await signInBy(drive, issuer, subject, { browser: here });
    expect(await statusOf(drive, third)).toBe(200);
    await here.signOut(`${issuer.url}/session/end?client_id=drive`);
    expect([await statusOf(drive, third), await statusOf(drive, session)]).toEqual([401, 401]);
  });

  test('[P-1100] is not ended by a token that is no logout token of the issuer', async () => {
    const drive = await start();
    const { session } = await signInBy(drive, issuer, newUser());
    const post = async (logout_token: string): Promise<number> =>
      (
        await drive.fetch('/api/auth/oidc/backchannel-logout', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ logout_token }).toString(),
        })
      ).status;
    const none = [{ alg: 'none' }, { iss: issuer.url, aud: 'drive', sub: 'subject-1', events: {} }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const row = await drive.database.reader.selectFrom('sessions').select('id_token').executeTakeFirst();
    expect(row?.id_token).not.toContain('eyJ');
    for (const token of ['', 'no token', `${none}.`]) expect(await post(token)).toBe(400);
    expect(await statusOf(drive, session)).toBe(200);
  });
});

describe('an account of single sign-on', () => {
  test('[P-1101] keeps a way to sign in', async () => {
    const drive = await start();
    const { session } = await signInBy(drive, issuer, newUser());
    const [identity] = await identitiesOf(drive, session);
    const remove = async (id: string): Promise<unknown[]> => {
      const response = await drive.fetch(`/api/me/identities/${id}`, { method: 'DELETE', session });
      return [response.status, ((await response.json().catch(() => ({}))) as { code?: string }).code];
    };
    expect(await remove(identity?.id ?? '')).toEqual([409, 'last_sign_in_method']);
    expect(await remove('6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).toEqual([404, 'identity_not_found']);
    await drive.app.accounts.setPassword((await me(drive, session))['email'] as string, 'correct horse');
    expect(await statusOf(drive, session)).toBe(401);
    const password = await drive.signIn({ email: identity?.email ?? '', password: 'correct horse' });
    const response = await drive.fetch(`/api/me/identities/${identity?.id}`, { method: 'DELETE', session: password });
    expect(response.status).toBe(204);
    expect(await identitiesOf(drive, password)).toEqual([]);
  });

  test('loses what the issuer gave when it unlinks the identity', async () => {
    const drive = await start({ OIDC_ADMIN_GROUP: 'admins' });
    const root = await drive.createUser({ isAdmin: true });
    const api = async (path: string, method = 'GET', json?: object) =>
      (
        await drive.fetch(`/api/admin/groups${path}`, { method, key: root.key, ...(json && { json }) })
      ).json() as Promise<Record<string, unknown>>;
    const [staff, byHand] = [await api('', 'POST', { name: 'staff' }), await api('', 'POST', { name: 'by hand' })];
    const subject = newUser({ groups: ['admins', 'staff'] });
    const { session } = await signInBy(drive, issuer, subject);
    const account = await me(drive, session);
    await api(`/${String(byHand['id'])}/members/${account.id}`, 'PUT');
    const rights = async () => [
      (await drive.app.accounts.directory.get({ id: account.id })).isAdmin,
      ...(await Promise.all([staff, byHand].map(async ({ id }) => (await api(`/${String(id)}`))['memberCount']))),
    ];
    expect(await rights()).toEqual([true, 1, 1]);
    const [identity] = await identitiesOf(drive, session);
    await drive.app.accounts.setPassword(account['email'] as string, 'correct horse');
    const password = await drive.signIn({ email: account['email'] as string, password: 'correct horse' });
    await drive.fetch(`/api/me/identities/${identity?.id}`, { method: 'DELETE', session: password });
    expect(await rights()).toEqual([false, 0, 1]);
  });

  test.each([
    ['that it may do so', ['admins', 'staff']],
    ['that it may not', ['guests']],
  ])(
    'keeps what it has if it unlinks the identity while the issuer is asked, and the answer is %s',
    async (_, groups) => {
      issuer.refreshes = true;
      const drive = await start({ OIDC_ADMIN_GROUP: 'admins', OIDC_ALLOWED_GROUPS: 'staff' });
      await drive.createUser({ isAdmin: true });
      const subject = newUser({ groups: ['admins', 'staff'] });
      const { session } = await signInBy(drive, issuer, subject);
      const { id, email } = await me(drive, session);
      await drive.app.accounts.setPassword(String(email), 'correct horse');
      drive.clock.advance(hourMs + 1);
      const password = await drive.signIn({ email: String(email), password: 'correct horse' });
      const [identity] = await identitiesOf(drive, password);
      issuer.users.set(subject, { ...issuer.users.get(subject), groups });
      issuer.whenAsked = async () => {
        issuer.whenAsked = undefined;
        await drive.fetch(`/api/me/identities/${identity?.id}`, { method: 'DELETE', session: password });
      };
      await drive.drain();
      expect([issuer.whenAsked, await identitiesOf(drive, password)]).toEqual([undefined, []]);
      expect(await statusOf(drive, password)).toBe(200);
      expect((await drive.app.accounts.directory.get({ id })).isAdmin).toBe(false);
    },
  );

  test('has proved who it is when it signed in at the issuer, not when it came back from there', async () => {
    const drive = await start();
    const subject = newUser();
    const createKey = async ({ session }: { readonly session: TestSession }): Promise<number> =>
      (await drive.fetch('/api/me/api-keys', { method: 'POST', session })).status;
    // The issuer has its own clock.
    drive.clock.advance(Date.now() - drive.clock.now());
    const browser = issuer.createBrowser();
    expect(await createKey(await signInBy(drive, issuer, subject, { browser }))).toBe(201);
    drive.clock.advance(hourMs);
    const later = await signInBy(drive, issuer, subject, { browser });
    expect([later.status, await createKey(later)]).toEqual([303, 403]);
  });

  test('[P-1102] proves who uses its session again at the issuer, as nobody else', async () => {
    const drive = await start();
    const subject = newUser();
    const { session } = await signInBy(drive, issuer, subject);
    const createKey = async (): Promise<number> =>
      (await drive.fetch('/api/me/api-keys', { method: 'POST', session })).status;
    drive.clock.advance(hourMs);
    expect(await createKey()).toBe(403);
    const again = { start: '/api/auth/oidc/start?reauthenticate=true&returnTo=/device', cookie: session.cookie };
    expect((await signInBy(drive, issuer, newUser(), again)).status).toBe(403);
    expect(await createKey()).toBe(403);
    expect(await signInBy(drive, issuer, subject, again)).toMatchObject({ status: 303, location: '/device' });
    expect(await createKey()).toBe(201);
  });

  test('[P-1103] approves a device, and has no session once it is disabled', async () => {
    const drive = await start();
    const subject = newUser();
    const { session } = await signInBy(drive, issuer, subject);
    const device = (await (await drive.fetch('/api/auth/device', { method: 'POST' })).json()) as Record<string, string>;
    const approve = { method: 'POST', session, json: { userCode: device['userCode'] } };
    expect((await drive.fetch('/api/auth/device/approve', approve)).status).toBe(204);
    const json = { deviceCode: device['deviceCode'] };
    const polled = await drive.fetch('/api/auth/device/token', { method: 'POST', json });
    const { rawKey } = (await polled.json()) as { rawKey: string };
    expect((await drive.fetch('/api/me', { key: rawKey })).status).toBe(200);
    await drive.app.accounts.directory.change('console', { id: (await me(drive, session)).id }, { disabled: true });
    expect(await statusOf(drive, session)).toBe(401);
    expect((await signInBy(drive, issuer, subject)).status).toBe(403);
  });
});

describe('DRIVE_PASSWORD_LOGIN=off', () => {
  test('[P-1104] refuses passwords, except of administrators on the machine itself', async () => {
    const drive = await start({ PASSWORD_LOGIN: 'off' });
    const [user, admin] = [await drive.createUser(), await drive.createUser({ isAdmin: true })];
    const login = async (json: object, headers: Record<string, string> = {}): Promise<unknown[]> => {
      const response = await drive.fetch('/api/auth/login', { method: 'POST', json, headers });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    const of = ({ email, password }: typeof user) => ({ email, password });
    const refused = [403, 'access_denied'];
    expect(await login(of(user))).toEqual(refused);
    expect(await login(of(admin), { 'x-forwarded-for': '203.0.113.7' })).toEqual(refused);
    expect(await login(of(admin))).toEqual([200, undefined]);
    const register = { email: 'new@example.com', password: 'correct horse' };
    expect((await drive.fetch('/api/auth/register', { method: 'POST', json: register })).status).toBe(403);
    await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: user.email } });
    await drive.drain();
    expect(drive.mails).toEqual([]);
    const config = (await (await drive.fetch('/api/public/config')).json()) as PublicConfig;
    expect(config).toMatchObject({ passwordLogin: false, registration: 'closed' });
  });

  test('[P-1105] leaves administrators a link of the operator, which works once, within ten minutes', async () => {
    const drive = await start({ PASSWORD_LOGIN: 'off' });
    const { createLoginLink } = drive.app.accounts;
    const [user, admin] = [await drive.createUser(), await drive.createUser({ isAdmin: true })];
    await expect(createLoginLink(user.email)).rejects.toMatchObject({ code: 'access_denied' });
    await expect(createLoginLink('nobody@example.com')).rejects.toMatchObject({ code: 'user_not_found' });
    const use = async (link: string): Promise<Response> => {
      const { pathname, searchParams } = new URL(link);
      return drive.fetch(pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ token: searchParams.get('token') ?? '' }).toString(),
      });
    };
    const link = await createLoginLink(admin.email);
    const page = await drive.fetch(link, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain(`This link signs you in as ${admin.email}, once.`);
    const response = await use(link);
    const cookie = response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    expect(await statusOf(drive, { cookie, xsrf: '' })).toBe(200);
    expect((await use(link)).status).toBe(403);
    const late = await createLoginLink(admin.email);
    drive.clock.advance(hourMs);
    expect((await use(late)).status).toBe(403);
  });
});
