import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';
import { sharedApi } from '../../test/shared.ts';

const composed = 'p\u00e4ssword \u00fcber';
const decomposed = composed.normalize('NFD');

let drive: Drive;
let user: TestUser;
let fileIds: readonly string[];
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', REGISTRATION: 'open' } });
  user = await drive.createUser();
  const mine = sharedApi(drive, user);
  fileIds = [await mine.put('a.txt', 'a'), await mine.put('b.txt', 'b')];
});
afterAll(() => drive.close());

const post = (path: string, json: object, key?: string): Promise<Response> =>
  drive.fetch(path, { method: 'POST', json, ...(key === undefined ? {} : { key }) });

/** Systems differ in how they send a letter with a mark, and a password passes from one person to another. */
describe.each([
  ['composed', composed],
  ['decomposed', decomposed],
])('a password that was set %s', (_, password) => {
  test.each([
    ['share', '/api/files/share-multi', () => ({ fileIds }), 'shareToken', '/api/public/share'],
    ['file request', '/api/collections', () => ({ name: 'Photos' }), 'token', '/api/public/collect'],
    ['proofing', '/api/proofings', () => ({ name: 'Wedding', fileIds }), 'token', '/api/public/proofing'],
    ['paste', '/api/pastes', () => ({ content: 'text' }), 'token', '/api/public/pastes'],
  ])('opens a %s in either form', async (_kind, path, fields, name, publicPath) => {
    const created = await post(path, { ...fields(), password }, user.key);
    const token = ((await created.json()) as Record<string, string>)[name];
    const unlock = async (typed: string): Promise<number> =>
      (await post(`${publicPath}/${token}/unlock`, { password: typed })).status;
    expect([await unlock(composed), await unlock(decomposed)]).toEqual([200, 200]);
    expect(await unlock('password uber')).toBe(403);
  });

  test('signs in to an account in either form, and changes it', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await post('/api/auth/register', { email, password })).status).toBe(201);
    for (const typed of [composed, decomposed])
      expect((await post('/api/auth/login', { email, password: typed })).status).toBe(200);
    const session = await drive.signIn({ email, password: decomposed });
    const change = { currentPassword: composed, newPassword: 'another horse' };
    expect((await drive.fetch('/api/auth/password', { method: 'POST', session, json: change })).status).toBe(204);
  });
});

test('72 bytes of a password are measured composed, and so are the characters it needs', async () => {
  const email = 'ida@example.com';
  const register = async (password: string): Promise<number> =>
    (await post('/api/auth/register', { email, password })).status;
  expect(await register('a\u0308'.repeat(7))).toBe(400);
  expect(await register('a\u0308'.repeat(37))).toBe(400);
  expect(await register('a\u0308'.repeat(36))).toBe(201);
  const share = async (password: string): Promise<unknown> => {
    const response = await post('/api/collections', { name: 'Photos', password }, user.key);
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  expect(await share('a\u0308'.repeat(3))).toEqual([400, 'validation_failed']);
  expect(await share('a\u0308'.repeat(37))).toEqual([400, 'password_too_long']);
  expect(await share('a\u0308'.repeat(36))).toEqual([201, undefined]);
});
