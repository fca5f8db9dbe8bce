import { afterEach, describe, expect, test } from 'vitest';
import { createTestBrowser } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';

let drive: Drive;
afterEach(() => drive.close());

const person = { email: 'ada@example.com', name: 'Ada', password: 'correct horse' };
const pathOf = (url: string | undefined): string => (url ?? '').replace(drive.url, '');

describe('the set-up page', () => {
  test('creates the administrator and signs them in', async () => {
    drive = await startDrive();
    const browser = createTestBrowser(drive);
    expect((await browser.open('/')).html).toContain('Open the set-up link');
    const page = await browser.open(pathOf(await drive.app.accounts.createSetupLink()));
    expect(page).toMatchObject({ status: 200, heading: 'Set up Drive' });
    // The page shows all three steps; the other two are in the app.
    expect(page.html.match(/<h2>[^<]+/g)).toEqual([
      '<h2>Your account',
      '<h2>Upload a file',
      '<h2>Share it with a link',
    ]);
    const after = await browser.submit(page, person);
    expect(after).toMatchObject({ path: '/app/start' });
    expect(await drive.app.accounts.listUsers()).toMatchObject([{ email: person.email, isAdmin: true }]);
  });

  test('shows errors beside the fields and keeps what was typed, except the password', async () => {
    drive = await startDrive();
    const browser = createTestBrowser(drive);
    const path = pathOf(await drive.app.accounts.createSetupLink());
    const refused = await browser.submit(await browser.open(path), {
      email: 'nonsense',
      name: 'Ada',
      password: 'short',
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/<input[^>]* name="email"[^>]* autofocus/);
    expect(refused.errors).toEqual({
      email: 'Must be an email address.',
      password: 'Must have at least 8 characters.',
    });
    expect(refused.fields).toMatchObject({ email: 'nonsense', name: 'Ada', password: '' });
    expect(refused.html).not.toContain('short');
    expect(await browser.submit(refused, person)).toMatchObject({ path: '/app/start' });
  });

  test('says that an old link no longer works, and later that the server is set up', async () => {
    drive = await startDrive();
    const browser = createTestBrowser(drive);
    const wrong = await browser.open('/setup?token=wrong');
    expect(wrong).toMatchObject({ status: 403, heading: 'This link no longer works' });
    const path = pathOf(await drive.app.accounts.createSetupLink());
    const page = await browser.open(path);
    await drive.createUser();
    expect(await browser.open(path)).toMatchObject({ status: 403, heading: 'This server is already set up' });
    expect(await browser.submit(page, person)).toMatchObject({ status: 403, heading: 'This server is already set up' });
  });

  test('refuses forms from another site', async () => {
    drive = await startDrive();
    const browser = createTestBrowser(drive);
    const page = await browser.open(pathOf(await drive.app.accounts.createSetupLink()));
    const refused = await browser.submit(page, person, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(refused.status).toBe(403);
    expect(await drive.app.accounts.listUsers()).toEqual([]);
  });
});

describe('the registration page', () => {
  test('creates an account and signs in if registration is open', async () => {
    drive = await startDrive({ settings: { REGISTRATION: 'open' } });
    await drive.createUser({ email: 'taken@example.com' });
    const browser = createTestBrowser(drive);
    expect((await browser.open('/')).html).toContain('href="/register"');
    const page = await browser.open('/register');
    const taken = await browser.submit(page, { ...person, email: 'Taken@example.com' });
    expect(taken).toMatchObject({
      status: 409,
      errors: { email: 'This email address already has an account.' },
      fields: { email: 'Taken@example.com', name: 'Ada', password: '' },
    });
    expect(await browser.submit(taken, { ...person, name: '' })).toMatchObject({ path: '/app/' });
  });

  test('creates an account from an invitation, with its address filled in', async () => {
    drive = await startDrive({ settings: { REGISTRATION: 'invite' } });
    const { key } = await drive.createUser({ isAdmin: true });
    const json = { email: person.email };
    const invite = await drive.fetch('/api/admin/invites', { method: 'POST', key, json });
    const path = pathOf(((await invite.json()) as { url: string }).url);
    const browser = createTestBrowser(drive);
    const page = await browser.open(path);
    expect(page.fields['email']).toBe(person.email);
    const other = await browser.submit(page, { ...person, email: 'eve@example.com' });
    expect(other).toMatchObject({ status: 403, notice: expect.stringContaining('meant for another') as string });
    expect(await browser.submit(other, person)).toMatchObject({ path: '/app/' });
    expect(await createTestBrowser(drive).open(path)).toMatchObject({
      status: 403,
      heading: 'This invitation no longer works',
    });
  });

  test.each(['invite', 'closed'])('shows only a refusal if registration is %s', async (registration) => {
    drive = await startDrive({ settings: { REGISTRATION: registration } });
    await drive.createUser();
    const browser = createTestBrowser(drive);
    expect(await browser.open('/register')).toMatchObject({ status: 403, heading: 'Registration is closed' });
    expect((await browser.open('/')).html).not.toContain('/register');
    expect((await browser.open('/sign-in')).html).not.toContain('/register');
  });
});
