import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putBytes, type Reservation } from '../../../test/api/uploads.ts';
import { startDrive, type Drive } from '../../../test/drive.ts';

let drive: Drive;
beforeEach(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', REGISTRATION: 'open' } });
});
afterEach(() => drive.close());

async function upload(publicListing = false): Promise<Reservation> {
  const response = await drive.fetch('/api/public/uploads', {
    method: 'POST',
    json: { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5, publicListing },
  });
  const reservation = (await response.json()) as Reservation;
  await putBytes(reservation, Buffer.from('hello'));
  return reservation;
}

const codeOf = async (response: Response): Promise<[number, string | undefined]> => [
  response.status,
  ((await response.json()) as { code?: string }).code,
];

describe('the owner of anonymous uploads', () => {
  it('is created once by concurrent first uploads', async () => {
    await Promise.all(Array.from({ length: 8 }, () => upload()));
    const rows = await drive.database.reader.selectFrom('users').select(['email', 'is_system', 'is_admin']).execute();
    expect(rows).toEqual([{ email: 'nobody', is_system: 1, is_admin: 0 }]);
    expect(await drive.app.accounts.findAnonymousOwner(drive.database.reader)).toEqual(expect.any(Number));
  });

  it('does not exist before the first upload, nor after a refused one', async () => {
    const findOwner = () => drive.app.accounts.findAnonymousOwner(drive.database.reader);
    expect(await findOwner()).toBeUndefined();
    const refused = { fileName: 'a', contentType: 'text/plain', sizeBytes: 2 ** 50 };
    expect((await drive.fetch('/api/public/uploads', { method: 'POST', json: refused })).status).toBe(413);
    expect(await findOwner()).toBeUndefined();
    await expect(
      drive.database.write(async (tx) => {
        await drive.app.accounts.ensureAnonymousOwner(tx);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await findOwner()).toBeUndefined();
    await upload();
    expect(await findOwner()).toEqual(expect.any(Number));
  });

  it('is not counted as an account: the first administrator can still be created', async () => {
    await upload();
    const link = await drive.app.accounts.createSetupLink();
    expect(link).toMatch(/\/setup\?token=/);
    const token = new URL(link!).searchParams.get('token');
    const person = { email: 'ada@example.com', password: 'correct horse' };
    expect(await codeOf(await drive.fetch('/api/auth/register', { method: 'POST', json: person }))).toEqual([
      403,
      'access_denied',
    ]);
    const response = await drive.fetch('/api/auth/setup', { method: 'POST', json: { token, ...person } });
    expect([response.status, ((await response.json()) as { isAdmin: boolean }).isAdmin]).toEqual([201, true]);
    expect(await drive.app.accounts.createSetupLink()).toBeUndefined();
  });

  it('is not counted by the start page, which still names the set-up link', async () => {
    await upload();
    expect(await (await drive.fetch('/')).text()).toContain('There is no account yet. Open the set-up link');
  });

  it('does not prevent the administrator of the settings from being the first account', async () => {
    await upload();
    const admin = await drive.app.accounts.ensureAdmin('ada@example.com', 'correct horse');
    expect(admin.isAdmin).toBe(true);
    expect(drive.logged.filter(({ event }) => event === 'first account made')).toHaveLength(1);
  });

  it('is in no list and in no search result', async () => {
    await upload();
    const user = await drive.createUser();
    const { accounts } = drive.app;
    expect((await accounts.listUsers()).map(({ email }) => email)).toEqual([user.email]);
    const ownerId = (await accounts.findAnonymousOwner(drive.database.reader))!;
    expect(await accounts.findUser(drive.database.reader, ownerId)).toBeUndefined();
    await expect(accounts.requireAccount(drive.database.reader, ownerId)).rejects.toMatchObject({
      code: 'authentication_required',
    });
    expect(await accounts.findUserByEmail(drive.database.reader, 'nobody')).toBeUndefined();
    expect(await accounts.isAnonymous(drive.database.reader, ownerId)).toBe(true);
    expect(await accounts.isAnonymous(drive.database.reader, user.userId)).toBe(false);
  });

  it('cannot sign in, and cannot be given a password or a plan', async () => {
    await upload();
    const { accounts } = drive.app;
    for (const password of ['!', '', 'nobody', 'correct horse'])
      expect(
        (await drive.fetch('/api/auth/login', { method: 'POST', json: { email: 'nobody', password } })).status,
      ).not.toBe(200);
    expect(await accounts.setPassword('nobody', 'correct horse')).toBeUndefined();
    await expect(accounts.directory.change('console', { email: 'nobody' }, { plan: 'paid' })).rejects.toMatchObject({
      code: 'user_not_found',
    });
    await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: 'nobody' } });
    await drive.drain();
    expect(drive.mails).toEqual([]);
    const rows = await drive.database.reader.selectFrom('users').select(['password_hash', 'plan']).execute();
    expect(rows).toEqual([{ password_hash: '!', plan: 'free' }]);
  });

  it('does not prevent other accounts, and its name cannot be registered', async () => {
    await upload();
    await drive.createUser({ email: 'nobody@example.com' });
    const person = { email: 'nobody', password: 'correct horse' };
    expect(await codeOf(await drive.fetch('/api/auth/register', { method: 'POST', json: person }))).toEqual([
      400,
      'validation_failed',
    ]);
    await expect(drive.app.accounts.createUser(person)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('an anonymous file', () => {
  it('is refused to every user as a file of another user', async () => {
    const user = await drive.createUser({ isAdmin: true });
    const { fileId, sessionId, shareToken } = await upload();
    const { key } = user;
    for (const path of [`/api/files/${fileId}`, `/api/files/${fileId}/path`])
      expect((await drive.fetch(path, { key })).status).toBe(404);
    expect((await drive.fetch(`/api/files/${fileId}`, { method: 'DELETE', key })).status).toBe(404);
    expect((await drive.fetch(`/api/files/${fileId}/permanent`, { method: 'DELETE', key })).status).toBe(404);
    for (const [method, path] of [
      ['GET', `/api/files/${fileId}/download-url`],
      ['POST', `/api/files/${fileId}/share`],
      ['DELETE', `/api/files/${fileId}/share`],
      ['GET', `/api/uploads/${sessionId}/status`],
    ] as const)
      expect([path, ...(await codeOf(await drive.fetch(path, { method, key })))]).toEqual([path, 403, 'access_denied']);
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
  });

  it('[P-171] is refused in multi-shares and in changes of visibility', async () => {
    const { key } = await drive.createUser();
    const fileIds = [(await upload()).fileId, (await upload()).fileId];
    expect(
      await codeOf(await drive.fetch('/api/files/share-multi', { method: 'POST', key, json: { fileIds } })),
    ).toEqual([409, 'anonymous_file']);
    const response = await drive.fetch('/api/files/visibility', {
      method: 'PATCH',
      key,
      json: { ids: fileIds, mode: 'PUBLIC' },
    });
    expect([response.status, await response.json()]).toEqual([
      207,
      { updated: [], failed: fileIds.map((id) => expect.objectContaining({ id, status: 409 })) },
    ]);
  });

  it('is found by the public search if it is listed, without the name of an owner', async () => {
    await upload();
    const { shareToken } = await upload(true);
    const found = (await (await drive.fetch('/api/public/search?q=a.txt')).json()) as { items: object[] };
    expect(found.items).toEqual([expect.objectContaining({ shareToken, ownerName: null })]);
  });
});
