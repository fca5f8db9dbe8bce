import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestBrowser, type TestBrowser, type TestPage } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { authenticatorOf, createUserWithTwoFactor } from '../../../../test/api/authenticator.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

const signIn = async (
  browser: TestBrowser,
  { email, password }: { readonly email: string; readonly password: string },
  next = '',
): Promise<TestPage> =>
  browser.submit(await browser.open(`/sign-in${next === '' ? '' : `?next=${encodeURIComponent(next)}`}`), {
    email,
    password,
  });

const secretOn = (page: TestPage): string =>
  (/<p class="usercode long">([^<]*)</.exec(page.html)?.[1] ?? '').replaceAll(' ', '');

describe('the account page', () => {
  test('requires a signed-in user', async () => {
    const browser = createTestBrowser(drive);
    expect((await browser.open('/account')).path).toBe('/sign-in?next=%2Faccount');
    expect((await browser.open('/account/totp')).path).toBe('/sign-in?next=%2Faccount');
    const user = await drive.createUser();
    expect((await signIn(browser, user, '/account')).heading).toBe('Your account');
    const posts = ['totp/enroll', 'totp/confirm', 'totp/remove', 'sessions/end'];
    for (const post of posts) {
      const response = await drive.fetch(`/account/${post}`, {
        method: 'POST',
        body: new URLSearchParams({ xsrf: 'guessed' }),
        headers: { cookie: `auth_token=${browser.cookies.get('auth_token')}`, accept: 'text/html' },
      });
      expect([post, response.status]).toEqual([post, 403]);
      const signedOut = await drive.fetch(`/account/${post}`, { method: 'POST', body: new URLSearchParams() });
      expect([post, signedOut.status, signedOut.headers.get('location')]).toEqual([
        post,
        303,
        '/sign-in?next=%2Faccount',
      ]);
    }
  });

  test('shows active sessions and ends one', async () => {
    const user = await drive.createUser();
    const elsewhere = await drive.signIn(user);
    const browser = createTestBrowser(drive);
    const page = await signIn(browser, user, '/account');
    expect(page.html.match(/<li>/g)).toHaveLength(2);
    expect(page.html).toContain('This session');
    const ended = await browser.submit(
      page,
      { session: page.fields['session'] ?? '' },
      {
        action: '/account/sessions/end',
      },
    );
    expect(ended).toMatchObject({ path: '/account?done=ended', notice: 'The session has ended.' });
    expect(ended.html.match(/<li>/g)).toHaveLength(1);
    expect((await drive.fetch('/api/me', { session: elsewhere })).status).toBe(401);
    // The form of a page loaded before the change.
    const again = await browser.submit(page, {}, { action: '/account/sessions/end' });
    expect(again.path).toBe('/account?done=ended');
  });

  test('turns two-factor authentication on and off', async () => {
    const user = await drive.createUser();
    const browser = createTestBrowser(drive);
    const account = await signIn(browser, user, '/account');
    const unproved = await browser.submit(account, { password: '' });
    expect([unproved.status, unproved.errors]).toEqual([400, { password: 'Type your password.' }]);
    const guessed = await browser.submit(account, { password: 'a guess' });
    expect([guessed.status, guessed.errors]).toEqual([401, { password: 'The password is wrong.' }]);
    const enrolling = await browser.submit(guessed, { password: user.password });
    expect([enrolling.path, enrolling.heading]).toEqual(['/account/totp', 'Turn on two-factor authentication']);
    expect(enrolling.html).toContain('<svg class="qr" role="img"');
    const secret = secretOn(enrolling);
    expect(secretOn(await browser.open('/account/totp'))).toBe(secret);
    const authenticator = authenticatorOf(drive, secret);

    expect((await browser.submit(enrolling, { code: '' })).errors).toEqual({ code: 'Type the code.' });
    const wrong = await browser.submit(enrolling, { code: authenticator() === '111111' ? '111112' : '111111' });
    expect([wrong.status, secretOn(wrong)]).toEqual([401, secret]);
    expect(wrong.errors['code']).toContain('Wrong code.');
    const on = await browser.submit(wrong, { code: authenticator() });
    expect([on.status, on.heading, on.notice]).toEqual([
      200,
      'Save your recovery codes',
      'Two-factor authentication is on. Signing in now asks for a code.',
    ]);
    expect(on.headers.get('cache-control')).toBe('no-store');
    expect(/<code>([^<]*)</.exec(on.html)?.[1]?.split('\n')).toHaveLength(10);
    // A reload posts the form again.
    expect((await browser.submit(wrong, { code: authenticator() })).path).toBe('/account');
    expect((await browser.open('/account/totp')).path).toBe('/account');

    const page = await browser.open('/account');
    expect(page.html).toContain('10 of your recovery codes are left');
    const refused = await browser.submit(page, { password: 'wrong' });
    expect([refused.status, refused.errors]).toEqual([401, { password: 'The password is wrong.' }]);
    const off = await browser.submit(refused, { password: user.password });
    expect(off).toMatchObject({ path: '/account?done=off', notice: 'Two-factor authentication is off.' });
    expect((await signIn(createTestBrowser(drive), user)).path).toBe('/app/');
  });
});

describe('the code page', () => {
  test('asks for a code, and redirects to the wanted page', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const browser = createTestBrowser(drive);
    const second = await signIn(browser, user, '/device?code=ABCD-EFGH');
    expect([second.status, second.heading, browser.cookies.size]).toEqual([200, 'Type your code', 0]);
    expect(second.html).not.toContain(user.password);
    expect((await browser.submit(second, { code: ' ' })).errors).toEqual({ code: 'Type the code.' });
    const wrong = await browser.submit(second, { code: 'nothing' });
    expect([wrong.status, browser.cookies.size]).toEqual([401, 0]);
    expect(wrong.errors['code']).toContain('The code is wrong');
    expect((await browser.submit(wrong, { code: authenticator() })).path).toBe('/device?code=ABCD-EFGH');
    expect(browser.cookies.size).toBe(2);
  });

  test('accepts a recovery code', async () => {
    const { user, recoveryCodes } = await createUserWithTwoFactor(drive);
    const browser = createTestBrowser(drive);
    const page = await browser.submit(await signIn(browser, user), { code: recoveryCodes[0] ?? '' });
    expect(page.path).toBe('/app/');
  });

  test('redirects to this server only', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const browser = createTestBrowser(drive);
    const second = await signIn(browser, user);
    const page = await browser.submit(second, { code: authenticator(), next: 'https://evil.example/' });
    expect(page.path).toBe('/app/');
  });

  test('says that there were too many wrong codes', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const browser = createTestBrowser(drive);
    let page = await signIn(browser, user);
    for (let n = 0; n < 5; n += 1) page = await browser.submit(page, { code: 'nothing' });
    const refused = await browser.submit(page, { code: authenticator() });
    expect([refused.status, refused.errors['code']]).toEqual([429, 'Too many wrong codes. Try again in 15 minutes.']);
  });

  test('starts again after ten minutes, a change of the password, or an invalid step', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const browser = createTestBrowser(drive);
    const second = await signIn(browser, user, '/device');
    const late = async (): Promise<void> => {
      const page = await browser.submit(second, { code: authenticator() });
      expect([page.heading, page.notice, page.fields['next']]).toEqual([
        'Sign in',
        'That took too long. Start again.',
        '/device',
      ]);
    };
    expect((await browser.submit(second, { code: authenticator(), step: 'made-up' })).heading).toBe('Sign in');
    const { step = '' } = second.fields;
    const other = `${step.startsWith('A') ? 'B' : 'A'}${step.slice(1)}`;
    expect((await browser.submit(second, { code: authenticator(), step: other })).heading).toBe('Sign in');
    drive.clock.advance(600_000);
    await late();
    const again = await signIn(browser, user);
    await drive.app.accounts.setPassword(user.email, 'another password');
    expect((await browser.submit(again, { code: authenticator() })).heading).toBe('Sign in');
  });

  test('refuses forms from another site', async () => {
    const { user, authenticator } = await createUserWithTwoFactor(drive);
    const browser = createTestBrowser(drive);
    const second = await signIn(browser, user);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await browser.submit(second, { code: authenticator() }, { headers })).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });
});

test('the pages work below a path', async () => {
  const below = await startDrive({ settings: { BASE_URL: 'http://drive.test/our/drive' } });
  try {
    const { user, authenticator } = await createUserWithTwoFactor(below);
    const browser = createTestBrowser(below);
    const page = await browser.open('/our/drive/sign-in?next=/account');
    const second = await browser.submit(page, { email: user.email, password: user.password });
    expect(second.html).toContain('action="/our/drive/sign-in/code"');
    const account = await browser.submit(second, { code: authenticator() });
    expect(account.path).toBe('/our/drive/account');
    expect(account.html).toContain('action="/our/drive/account/totp/remove"');
  } finally {
    await below.close();
  }
});
