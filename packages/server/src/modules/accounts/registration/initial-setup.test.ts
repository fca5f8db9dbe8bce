import type { User } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { startDrive, type Drive } from '../../../../test/drive.ts';

let drive: Drive;
beforeEach(async () => {
  drive = await startDrive();
});
afterEach(() => drive.close());

const person = { email: 'ada@example.com', password: 'correct horse' };
const setUp = (token: string, more: object = {}): Promise<Response> =>
  drive.fetch('/api/auth/setup', { method: 'POST', json: { token, ...person, ...more } });
const link = async (): Promise<string> => (await drive.app.accounts.createSetupLink()) ?? '';
const tokenOf = (url: string): string => new URL(url).searchParams.get('token') ?? '';

describe('the set-up link', () => {
  test('creates the first administrator, and works once', async () => {
    const token = tokenOf(await link());
    const response = await setUp(token, { name: 'Ada' });
    expect(response.status).toBe(201);
    expect((await response.json()) as User).toMatchObject({ email: person.email, name: 'Ada', isAdmin: true });
    expect(response.headers.getSetCookie()).toEqual([]);
    const again = await setUp(token, { email: 'eve@example.com' });
    expect(await again.json()).toMatchObject({ status: 403, code: 'access_denied' });
  });

  test('exists only while there is no account', async () => {
    const early = tokenOf(await link());
    await drive.createUser();
    expect(await drive.app.accounts.createSetupLink()).toBeUndefined();
    expect((await setUp(early)).status).toBe(403);
  });

  test('creates one administrator if two requests use it at once', async () => {
    const token = tokenOf(await link());
    const answers = await Promise.all([setUp(token), setUp(token, { email: 'eve@example.com' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
    expect(await drive.app.accounts.listUsers()).toHaveLength(1);
  });

  test('is invalid once a newer one was created', async () => {
    const old = tokenOf(await link());
    const fresh = tokenOf(await link());
    expect((await setUp(old)).status).toBe(403);
    expect((await setUp(fresh)).status).toBe(201);
  });

  test.each(['', 'wrong', 'x'.repeat(32)])('is refused with the token %j', async (token) => {
    await link();
    expect((await setUp(token)).status).toBe(403);
  });

  test('stays valid after a form with errors', async () => {
    const token = tokenOf(await link());
    const refused = await setUp(token, { email: 'nonsense', password: 'short' });
    expect(await refused.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'email' }, { field: 'password' }],
    });
    expect((await setUp(token)).status).toBe(201);
  });

  test.runIf(inject('databaseKind') === 'postgres')('of one server works on another', async () => {
    const other = await drive.startAnother();
    const token = tokenOf(await link());
    expect(tokenOf((await other.app.accounts.createSetupLink()) ?? '')).toBe(token);
    const page = await other.fetch(`/setup?token=${token}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="token"')]);
    expect((await setUp(token)).status).toBe(201);
    expect((await other.fetch(`/setup?token=${token}`)).status).toBe(403);
  });

  test('begins with the base URL', async () => {
    const other = await startDrive({ settings: { BASE_URL: 'https://example.com/drive' } });
    try {
      const url = (await other.app.accounts.createSetupLink()) ?? '';
      expect(url).toMatch(/^https:\/\/example\.com\/drive\/setup\?token=[\w-]{43}$/);
    } finally {
      await other.close();
    }
  });
});

describe('the administrator of the settings', () => {
  test('is created if the address has no account', async () => {
    const admin = await drive.app.accounts.ensureAdmin(person.email, person.password);
    expect(admin).toMatchObject({ email: person.email, isAdmin: true });
    await drive.signIn(person);
  });

  test('is created once if two servers start at the same time', async () => {
    const { ensureAdmin } = drive.app.accounts;
    const started = await Promise.all([1, 2].map(() => ensureAdmin(person.email, person.password)));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  });

  test('is not changed afterwards, and keeps its password', async () => {
    const { id } = await drive.app.accounts.ensureAdmin(person.email, person.password);
    await drive.app.accounts.setPassword(person.email, 'another horse');
    expect((await drive.app.accounts.ensureAdmin(person.email.toUpperCase(), person.password)).id).toBe(id);
    await drive.signIn({ email: person.email, password: 'another horse' });
  });

  test('is not made of an account that registered the address before', async () => {
    await drive.createUser(person);
    expect((await drive.app.accounts.ensureAdmin(person.email, 'another horse')).isAdmin).toBe(false);
    expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'warn', setting: 'ADMIN_EMAIL' }));
  });

  test('stays disabled if another administrator disabled it, and the log says so', async () => {
    await drive.createUser({ isAdmin: true });
    await drive.app.accounts.ensureAdmin(person.email, person.password);
    await drive.app.accounts.directory.change('console', { email: person.email }, { disabled: true });
    expect((await drive.app.accounts.ensureAdmin(person.email, person.password)).disabledAt).toBe(drive.clock.now());
    expect(drive.logged).toContainEqual(expect.objectContaining({ event: 'the account of this setting is disabled' }));
  });

  test('needs a valid email address and a valid password', async () => {
    const { ensureAdmin } = drive.app.accounts;
    await expect(ensureAdmin('nonsense', person.password)).rejects.toMatchObject({ issues: [{ field: 'email' }] });
    await expect(ensureAdmin(person.email, 'short')).rejects.toMatchObject({ issues: [{ field: 'password' }] });
  });
});
