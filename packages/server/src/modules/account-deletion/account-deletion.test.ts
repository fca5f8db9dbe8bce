import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { AccountDeletionPreview, TeamDrive } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUserWithTwoFactor } from '../../../test/api/authenticator.ts';
import { createTestBrowser } from '../../../test/browser/browser.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../../test/drive.ts';
import { toReceivers } from '../../../test/network/receivers.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
let user: TestUser;
let session: TestSession;
let mine: SharedApi;
beforeAll(async () => {
  drive = await startDrive({
    outbound: toReceivers,
    settings: { FEATURE_LIMITS: 'off', TEAM_DRIVES: 'everyone', REGISTRATION: 'open' },
  });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  session = await drive.signIn(user);
  mine = sharedApi(drive, user);
});

const remove = async (json: object = { password: user.password }, by: TestSession = session) => {
  const response = await drive.fetch('/api/me/deletion', { method: 'POST', session: by, json });
  const body = (await response.json()) as { code?: string; deletesAt?: string; driveIds?: string[] };
  return { status: response.status, ...body };
};
const preview = async (of = user): Promise<AccountDeletionPreview> =>
  (await (await drive.fetch('/api/me/deletion', { key: of.key })).json()) as AccountDeletionPreview;
const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
const canSignIn = async (of = user): Promise<boolean> => {
  const json = { email: of.email, password: of.password };
  return (await drive.fetch('/api/auth/login', { method: 'POST', json })).ok;
};
const lastMail = async (): Promise<{ to: string; subject: string; text: string }> => {
  await drive.drain();
  return drive.mails.at(-1)!;
};
const keepPath = async (): Promise<string> => /\/keep-account\?token=[\w.%-]+/.exec((await lastMail()).text)?.[0] ?? '';
const asAdmin = (method: string, path: string, json?: unknown) => sharedApi(drive, admin).call(method, path, json);
const makeDrive = async (name: string): Promise<TeamDrive> => (await mine.call('POST', '/api/drives', { name })).body;
const give = (item: string, userId: string, role: string) =>
  mine.call('POST', `/api/files/${item}/access`, { grants: [{ userId, role }], notify: false });

describe('the preview of a deletion', () => {
  it('[P-1890] counts what ends for others, and names the team drives without another manager', async () => {
    const [other, folder] = [await drive.createUser(), await mine.folder('Shared')];
    await give(folder, await idOf(other), 'viewer');
    const file = await mine.put('a.txt', 'a');
    await mine.shareFolder(folder);
    await mine.shareFile(file);
    await mine.revoke(file);
    await mine.call('POST', '/api/collections', { name: 'Holiday' });
    await mine.call('POST', '/api/proofings', { name: 'Wedding', fileIds: [file] });
    await mine.call('POST', '/api/pastes', { content: 'hello' });
    await mine.call('POST', '/api/users/me/webhooks', { url: 'http://127.0.0.1:9/hook' });
    const alone = await makeDrive('Alone');
    const together = await makeDrive('Together');
    await give(alone.rootId, await idOf(other), 'editor');
    await give(together.rootId, await idOf(other), 'manager');
    expect(await preview()).toEqual({
      keptDays: 30,
      needsPassword: true,
      obstacle: null,
      ends: {
        links: 1,
        fileRequests: 1,
        proofings: 1,
        pastes: 1,
        uploadGrants: 0,
        roles: 1,
        webhooks: 1,
        apiKeys: 1,
      },
      drives: [
        {
          id: alone.id,
          name: 'Alone',
          memberCount: 2,
          members: [{ id: await idOf(other), name: null, email: other.email, role: 'editor' }],
        },
      ],
    });
  });

  it('names members of a group to those alone who find every user', async () => {
    const strict = await startDrive({
      settings: { TEAM_DRIVES: 'everyone', DIRECTORY: 'exact', FEATURE_LIMITS: 'off' },
    });
    try {
      const [boss, direct, grouped] = [
        await strict.createUser({ isAdmin: true }),
        await strict.createUser(),
        await strict.createUser(),
      ];
      const named = async (by: TestUser): Promise<string[]> => {
        const { body: made } = await sharedApi(strict, by).call('POST', '/api/drives', { name: crypto.randomUUID() });
        const { body: group } = await sharedApi(strict, boss).call('POST', '/api/admin/groups', {
          name: crypto.randomUUID(),
        });
        const id = (of: TestUser) => strict.app.accounts.directory.get({ email: of.email }).then((user) => user.id);
        await sharedApi(strict, boss).call('PUT', `/api/admin/groups/${group.id}/members/${await id(grouped)}`);
        await sharedApi(strict, by).call('POST', `/api/files/${made.rootId}/access`, {
          grants: [
            { userId: await id(direct), role: 'viewer' },
            { groupId: group.id, role: 'viewer' },
          ],
          notify: false,
        });
        const { drives } = (await (
          await strict.fetch('/api/me/deletion', { key: by.key })
        ).json()) as AccountDeletionPreview;
        return drives.flatMap(({ members }) => members.map(({ email }) => email));
      };
      expect(await named(await strict.createUser())).toEqual([direct.email]);
      expect((await named(boss)).toSorted()).toEqual([direct.email, grouped.email].toSorted());
    } finally {
      await strict.close();
    }
  });
});

describe('the deletion of the own account', () => {
  it('[P-1891] ends all access at once, and deletes everything at its time', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'hello'));
    const { userId } = user;
    const { status, deletesAt } = await remove();
    expect([status, Date.parse(deletesAt ?? '')]).toEqual([202, drive.clock.now() + 30 * dayMs]);
    expect((await drive.fetch('/api/me', { session })).status).toBe(401);
    expect((await drive.fetch('/api/me', { key: user.key })).status).toBe(401);
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(404);
    expect(await canSignIn()).toBe(false);
    const mail = await lastMail();
    expect(mail).toMatchObject({ to: user.email, subject: `Your account is deleted on ${deletesAt?.slice(0, 10)}` });
    expect((await asAdmin('GET', `/api/admin/users/${await idOf(user)}`)).body).toMatchObject({ deletesAt });

    const rows = () => drive.database.reader.selectFrom('items').select('id').where('owner_id', '=', userId);
    const files = rows().where('parent_id', 'is not', null).where('state', '<>', 'purged');
    drive.clock.advance(30 * dayMs - 1);
    await drive.jobs.runNow('account-deletion.due');
    await drive.drain();
    expect(await files.execute()).toHaveLength(1);
    drive.clock.advance(1);
    await drive.jobs.runNow('account-deletion.due');
    expect(await lastMail()).toMatchObject({ to: user.email, subject: 'Your account was deleted' });
    expect(await files.execute()).toEqual([]);
    const json = { email: user.email, password: 'another horse' };
    expect((await drive.fetch('/api/auth/register', { method: 'POST', json })).status).toBe(201);
  });

  it('[P-1892] is undone by the link in the email, once, or by an administrator', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'hello'));
    await remove();
    const path = await keepPath();
    const browser = createTestBrowser(drive);
    const page = await browser.open(path);
    expect(await canSignIn()).toBe(false);
    expect((await browser.submit(page, {})).heading).toBe('Your account is kept');
    expect(await canSignIn()).toBe(true);
    expect((await drive.fetch('/api/me', { key: user.key })).status).toBe(200);
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
    expect((await browser.open(path)).status).toBe(403);

    session = await drive.signIn(user);
    drive.clock.advance(1000);
    await remove();
    // The link of the first deletion does not undo the second.
    expect((await createTestBrowser(drive).open(path)).status).toBe(403);
    const { body } = await asAdmin('PATCH', `/api/admin/users/${await idOf(user)}`, { disabled: false });
    expect(body).toMatchObject({ disabledAt: null, deletesAt: null });
    expect(await canSignIn()).toBe(true);
    drive.clock.advance(31 * dayMs);
    await drive.jobs.runNow('account-deletion.due');
    expect(await canSignIn()).toBe(true);
  });

  it('is stopped by an administrator who disables the account, and not undone by the link in the email', async () => {
    await remove();
    const path = await keepPath();
    const { body } = await asAdmin('PATCH', `/api/admin/users/${await idOf(user)}`, { disabled: true });
    expect(body).toMatchObject({ disabledAt: expect.any(String), deletesAt: null });
    expect((await createTestBrowser(drive).open(path)).status).toBe(403);
    drive.clock.advance(31 * dayMs);
    await drive.jobs.runNow('account-deletion.due');
    await drive.drain();
    expect((await asAdmin('GET', `/api/admin/users/${await idOf(user)}`)).status).toBe(200);
    expect(await canSignIn()).toBe(false);
  });

  it('is begun once by two requests at the same time', async () => {
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    await drive.drain();
    expect(drive.mails.filter(({ to }) => to === user.email)).toHaveLength(1);
    expect(await keepPath()).not.toBe('');
  });

  it('is refused to an account that an administrator disabled meanwhile', async () => {
    const { userId } = user;
    const { app, database } = drive;
    const accountId = await idOf(user);
    const caller = { userId, accountId } as Parameters<typeof app.accounts.directory.leave>[1];
    await asAdmin('PATCH', `/api/admin/users/${accountId}`, { disabled: true });
    const late = database.write((tx) => app.accounts.directory.leave(tx, caller, drive.clock.now() + dayMs));
    await expect(late).rejects.toMatchObject({ code: 'access_denied' });
    const { body } = await asAdmin('GET', `/api/admin/users/${accountId}`);
    expect(body).toMatchObject({ deletesAt: null });
  });

  it('[P-1893] needs a session with a recent sign-in, and the password', async () => {
    const json = { password: user.password };
    const byKey = await drive.fetch('/api/me/deletion', { method: 'POST', key: user.key, json });
    expect(byKey.status).toBe(403);
    expect(await remove({})).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(await remove({ password: 'a guess' })).toMatchObject({ status: 401, code: 'invalid_credentials' });
    drive.clock.advance(11 * minuteMs);
    expect(await remove()).toMatchObject({ status: 403, code: 'reauthentication_required' });
    await drive.fetch('/api/auth/reauthenticate', { method: 'POST', session, json });
    expect((await remove()).status).toBe(202);
  });

  it('takes the second factor with the recent sign-in', async () => {
    const { user: careful, session: old, authenticator } = await createUserWithTwoFactor(drive);
    const { password } = careful;
    drive.clock.advance(11 * minuteMs);
    expect(await remove({ password }, old)).toMatchObject({ code: 'reauthentication_required' });
    const again = (json: object) => drive.fetch('/api/auth/reauthenticate', { method: 'POST', session: old, json });
    expect((await again({ password })).status).toBe(401);
    expect((await again({ password, totp: authenticator() })).status).toBe(204);
    expect((await remove({ password }, old)).status).toBe(202);
  });

  it('needs the recent sign-in only from a user without a password', async () => {
    await drive.database.write(async (tx) => {
      await tx.updateTable('users').set({ password_hash: '!' }).where('row_id', '=', user.userId).execute();
    });
    expect(await preview()).toMatchObject({ needsPassword: false });
    drive.clock.advance(11 * minuteMs);
    expect(await remove({})).toMatchObject({ code: 'reauthentication_required' });
    session = await drive.signIn(await drive.createUser());
    expect(await remove({})).toMatchObject({ code: 'invalid_credentials' });
  });

  it('[P-1894] is refused to the last administrator', async () => {
    const by = await drive.signIn(admin);
    expect(await preview(admin)).toMatchObject({ obstacle: 'last_admin' });
    expect(await remove({ password: admin.password }, by)).toMatchObject({ status: 409, code: 'last_admin' });
    const second = await drive.createUser({ isAdmin: true });
    expect(await preview(second)).toMatchObject({ obstacle: null });
    expect((await remove({ password: second.password }, await drive.signIn(second))).status).toBe(202);
    expect(await preview(admin)).toMatchObject({ obstacle: 'last_admin' });
  });

  it('[P-1895] is refused for an account that SCIM manages, also while SCIM is off', async () => {
    await drive.database.write(async (tx) => {
      const row = { user_id: user.userId, external_id: user.email, user_name: user.email, user_name_key: user.email };
      await tx.insertInto('scim_users').values(row).execute();
    });
    expect(await preview()).toMatchObject({ obstacle: 'managed' });
    expect(await remove()).toMatchObject({ status: 403, code: 'access_denied' });
    expect(await canSignIn()).toBe(true);
  });

  it('[P-1896] leaves no team drive without a manager', async () => {
    const [heir, stranger] = [await drive.createUser(), await drive.createUser()];
    const [kept, dropped] = [await makeDrive('Kept'), await makeDrive('Dropped')];
    await give(kept.rootId, await idOf(heir), 'viewer');
    const { password } = user;
    expect(await remove()).toMatchObject({ status: 409, code: 'last_manager' });
    const choose = (managerId: string) => ({
      password,
      drives: [
        { driveId: dropped.id, managerId: null },
        { driveId: kept.id, managerId },
      ],
    });
    expect(await remove(choose(await idOf(stranger)))).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await mine.call('GET', `/api/drives/${dropped.id}`)).status).toBe(200);
    const heirId = await idOf(heir);
    expect((await remove(choose(heirId))).status).toBe(202);
    const theirs = sharedApi(drive, heir);
    expect((await theirs.call('GET', `/api/drives/${kept.id}`)).body).toMatchObject({ role: 'manager' });
    const { body } = await theirs.call('GET', '/api/notifications');
    expect(body.notifications).toMatchObject([{ type: 'access_given', item: { id: kept.rootId } }]);
    const deleted = await asAdmin('GET', '/api/admin/drives?deleted=true');
    expect(deleted.body.drives.map(({ id }: TeamDrive) => id)).toContain(dropped.id);
  });

  it('lets two managers of a drive not go at once', async () => {
    const other = await drive.createUser();
    const shared = await makeDrive('Both');
    await give(shared.rootId, await idOf(other), 'manager');
    const theirs = await drive.signIn(other);
    const answers = await Promise.all([remove(), remove({ password: other.password }, theirs)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
  });

  it('deletes at once if the operator keeps deleted accounts for no day', async () => {
    const strict = await startDrive({ settings: { ACCOUNT_DELETION_DAYS: '0' } });
    try {
      await strict.createUser({ isAdmin: true });
      const one = await strict.createUser();
      const json = { password: one.password };
      const by = await strict.signIn(one);
      const response = await strict.fetch('/api/me/deletion', { method: 'POST', session: by, json });
      expect(response.status).toBe(202);
      await strict.drain();
      expect(strict.mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
      expect(await strict.app.accounts.findUserByEmail(strict.database.reader, one.email)).toBeUndefined();
      strict.clock.advance(hourMs);
      await strict.drain();
    } finally {
      await strict.close();
    }
  });
});
