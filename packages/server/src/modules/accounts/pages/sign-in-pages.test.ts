import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestBrowser, type TestBrowser, type TestPage } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let user: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser({ email: 'ada@example.com' });
});
afterAll(() => drive.close());

async function signIn(browser: TestBrowser, next = '', values: object = {}): Promise<TestPage> {
  const page = await browser.open(`/sign-in${next === '' ? '' : `?next=${encodeURIComponent(next)}`}`);
  return browser.submit(page, { email: user.email, password: user.password, ...values });
}

describe('every page', () => {
  test('runs no script, loads nothing from other hosts, and is not cached', async () => {
    const { headers, html } = await createTestBrowser(drive).open('/sign-in');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self' data:; form-action 'self'/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(html).not.toMatch(/<script|\son\w+=|javascript:|\sstyle="|https?:\/\/(?!www\.w3\.org)/);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
  });
});

describe('the start page', () => {
  test('links to the sign-in page for visitors', async () => {
    const { heading, html } = await createTestBrowser(drive).open('/');
    expect(heading).toBe('Drive');
    expect(html).toContain('href="/sign-in"');
    expect(html).not.toContain('/register');
  });

  test('leads signed-in users to the web app', async () => {
    const browser = createTestBrowser(drive);
    expect((await signIn(browser)).path).toBe('/app/');
    expect((await browser.open('/')).path).toBe('/app/');
  });
});

describe('the sign-in page', () => {
  test('starts a session that the API accepts, too', async () => {
    const browser = createTestBrowser(drive);
    await signIn(browser);
    const cookie = `auth_token=${browser.cookies.get('auth_token')}`;
    expect((await drive.fetch('/api/me', { headers: { cookie } })).status).toBe(200);
  });

  test('shows the error and keeps the address, but not the password', async () => {
    const browser = createTestBrowser(drive);
    const wrong = await signIn(browser, '', { password: 'not my horse' });
    expect(wrong.status).toBe(401);
    expect(wrong.notice).toBe('The email address or the password is wrong.');
    expect(wrong.fields).toEqual({ next: '/', email: 'ada@example.com', password: '' });
    expect(wrong.html).not.toContain('not my horse');
    expect(wrong.html).toContain('role="alert"');
    expect(browser.cookies.size).toBe(0);
    expect(await signIn(browser, '', { email: 'nobody@example.com' })).toMatchObject({
      status: 401,
      notice: wrong.notice,
    });
  });

  test('shows an error beside each blank field', async () => {
    const browser = createTestBrowser(drive);
    expect(await signIn(browser, '', { email: ' ' })).toMatchObject({
      status: 400,
      errors: { email: 'Type your email address.' },
    });
    const noPassword = await signIn(browser, '', { password: '' });
    expect(noPassword).toMatchObject({ status: 400, errors: { password: 'Type your password.' } });
    expect(noPassword.html).toMatch(/aria-invalid="true" aria-describedby="field-password-error"/);
  });

  test('escapes what was typed', async () => {
    const email = '"><img src=x onerror=alert(1)>';
    const page = await signIn(createTestBrowser(drive), '', { email, password: 'x' });
    expect(page.fields['email']).toBe(email);
    expect(page.html).not.toContain('<img');
  });

  test('redirects to the wanted page, on this server only', async () => {
    expect((await signIn(createTestBrowser(drive), '/device')).path).toBe('/device');
    for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example'])
      expect((await signIn(createTestBrowser(drive), elsewhere)).path).toBe('/app/');
    const browser = createTestBrowser(drive);
    const page = await browser.open('/sign-in');
    const tricked = await browser.submit(page, {
      email: user.email,
      password: user.password,
      next: 'https://evil.example/',
    });
    expect(tricked.path).toBe('/app/');
  });

  test('redirects users who are signed in', async () => {
    const browser = createTestBrowser(drive);
    await signIn(browser);
    expect((await browser.open('/sign-in?next=/device')).path).toBe('/device');
  });

  test('refuses forms from another site', async () => {
    const browser = createTestBrowser(drive);
    const page = await browser.open('/sign-in');
    const values = { email: user.email, password: user.password };
    for (const site of ['cross-site', 'same-site']) {
      const refused = await browser.submit(page, values, { headers: { 'sec-fetch-site': site } });
      expect([refused.status, refused.heading]).toEqual([403, 'This request was refused']);
    }
    expect(browser.cookies.size).toBe(0);
  });

  test('recognizes another site by the Origin header alone', async () => {
    const post = (origin: string): Promise<Response> =>
      drive.fetch('/sign-in', {
        method: 'POST',
        body: new URLSearchParams({ email: user.email, password: user.password }),
        headers: { origin, accept: 'text/html' },
      });
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post('null')).status).toBe(403);
    expect((await post(drive.url)).status).toBe(303);
  });

  test('counts in the rate limit on signing in', async () => {
    const limited = await startDrive({ settings: { RATE_AUTH: '3' } });
    try {
      const browser = createTestBrowser(limited);
      const page = await browser.open('/sign-in');
      const values = { email: 'ada@example.com', password: 'wrong password' };
      for (let n = 0; n < 3; n += 1) expect((await browser.submit(page, values)).status).toBe(401);
      const refused = await browser.submit(page, values);
      expect(refused).toMatchObject({ status: 429, heading: 'Too many requests' });
      expect(refused.headers.get('retry-after')).toBe('60');
      expect((await browser.open('/sign-in')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('accepts only forms, and only small ones', async () => {
    const post = async (body: string, type = 'application/x-www-form-urlencoded'): Promise<number> =>
      (await drive.fetch('/sign-in', { method: 'POST', body, headers: { 'content-type': type } })).status;
    expect(await post(`email=${'x'.repeat(70_000)}`)).toBe(413);
    expect(await post('{}', 'application/json')).toBe(415);
  });
});

describe('signing out', () => {
  test('ends the session and clears the cookies', async () => {
    const browser = createTestBrowser(drive);
    await signIn(browser);
    const page = await browser.open('/device');
    const cookie = `auth_token=${browser.cookies.get('auth_token')}`;
    const after = await browser.submit(page, {}, { action: '/sign-out' });
    expect(after.path).toBe('/');
    expect(browser.cookies.size).toBe(0);
    expect((await drive.fetch('/api/me', { headers: { cookie } })).status).toBe(401);
  });

  test('is refused without the XSRF token of the session', async () => {
    const browser = createTestBrowser(drive);
    await signIn(browser);
    const page = await browser.open('/device');
    expect((await browser.submit(page, { xsrf: 'guessed' }, { action: '/sign-out' })).status).toBe(403);
    expect((await browser.open('/device')).html).toContain('ada@example.com');
  });
});

test('the pages work below a path', async () => {
  const below = await startDrive({ settings: { BASE_URL: 'http://drive.test/our/drive', REGISTRATION: 'open' } });
  try {
    const { email, password } = await below.createUser();
    const browser = createTestBrowser(below);
    const page = await browser.open('/our/drive/sign-in?next=/device');
    expect(page.html).toContain('href="/our/drive/forgot"');
    const device = await browser.submit(page, { email, password });
    expect(device.path).toBe('/our/drive/device');
    expect(device.html).toContain('action="/our/drive/sign-out"');
  } finally {
    await below.close();
  }
});
