import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUserWithTwoFactor } from '../../../../test/api/authenticator.ts';
import { createTestBrowser, type TestBrowser, type TestPage } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';

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

test('the code page works below a path', async () => {
  const below = await startDrive({ settings: { BASE_URL: 'http://drive.test/our/drive' } });
  try {
    const { user, authenticator } = await createUserWithTwoFactor(below);
    const browser = createTestBrowser(below);
    const page = await browser.open('/our/drive/sign-in?next=/device');
    const second = await browser.submit(page, { email: user.email, password: user.password });
    expect(second.html).toContain('action="/our/drive/sign-in/code"');
    expect((await browser.submit(second, { code: authenticator() })).path).toBe('/our/drive/device');
  } finally {
    await below.close();
  }
});
