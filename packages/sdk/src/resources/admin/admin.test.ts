import { describe, expect, it } from 'vitest';
import { startScene } from '../../../test/drive-behind-proxy.ts';
import { failure } from '../../../test/expect-failure.ts';
import type { DriveClient } from '../../index.ts';

async function startAdmin() {
  const scene = await startScene({ settings: { REGISTRATION: 'invite' } });
  const chief = await scene.drive.createUser({ isAdmin: true });
  return { ...scene, chief, adminClient: scene.newClient({ apiKey: chief.key }) };
}

const put = async (client: DriveClient, name: string): Promise<string> =>
  (await client.uploads.upload(new Blob(['hello']), { name })).fileId;

describe('client.admin', () => {
  it('is refused for other users', async () => {
    const { client } = await startAdmin();
    expect(await failure(client.admin.stats())).toMatchObject({ code: 'access_denied', status: 403 });
  });

  it('creates, finds, changes and deletes accounts', async () => {
    const { adminClient, newClient, user } = await startAdmin();
    const { users } = adminClient.admin;
    const ada = await users.create({ email: 'ada@example.com', password: 'correct horse', plan: 'paid' });
    expect(ada).toMatchObject({ email: 'ada@example.com', plan: 'paid', disabledAt: null });
    expect(await users.get(ada.id)).toEqual(ada);
    expect((await users.list({ q: 'ada@' })).items).toEqual([ada]);
    const emails: string[] = [];
    for await (const { email } of users.list({ limit: 1 })) emails.push(email);
    expect(emails).toContain(user.email);
    expect(await users.update(ada.id, { quotaBytes: 1000 })).toMatchObject({ quotaBytes: 1000 });

    const [found] = (await users.list({ q: user.email })).items;
    await users.update(found?.id ?? '', { disabled: true });
    expect(await failure(newClient({ apiKey: user.key }).account.me())).toMatchObject({ status: 401 });
    expect((await users.list({ disabled: true })).items).toMatchObject([{ email: user.email }]);
    await users.update(found?.id ?? '', { disabled: false });
    expect(await newClient({ apiKey: user.key }).account.me()).toMatchObject({ email: user.email });

    await users.delete(ada.id);
    expect(await failure(users.get(ada.id))).toMatchObject({ code: 'user_not_found' });
  });

  it('creates and revokes invitations', async () => {
    const { adminClient } = await startAdmin();
    const { invites } = adminClient.admin;
    const invite = await invites.create();
    expect(invite.url).toContain(invite.token);
    expect((await invites.list()).items).toMatchObject([{ id: invite.id, email: null }]);
    await invites.revoke(invite.id);
    expect((await invites.list()).items).toEqual([]);
    expect(await failure(invites.revoke(invite.id))).toMatchObject({ code: 'invite_not_found' });
  });

  it('lists, quarantines and deletes files of all users', async () => {
    const { adminClient, client, user } = await startAdmin();
    const { files } = adminClient.admin;
    const id = await put(client, 'setup.exe');
    await put(client, 'notes.txt');
    const page = await files.list({ q: 'SETUP' });
    expect(page.items).toMatchObject([{ id, name: 'setup.exe', owner: { email: user.email } }]);
    const names: string[] = [];
    for await (const { name } of files.list({ anonymous: false, limit: 1 })) names.push(name);
    expect(names).toEqual(['notes.txt', 'setup.exe']);

    expect(await files.quarantine(id, { quarantined: true, reason: 'a virus' })).toMatchObject({
      quarantineReason: 'a virus',
    });
    expect(await client.files.get(id)).toMatchObject({ quarantined: true });
    expect((await files.list({ quarantined: true })).pagination.totalItems).toBe(1);
    await files.quarantine(id, { quarantined: false });
    await files.delete(id);
    expect(await failure(client.files.get(id))).toMatchObject({ code: 'file_not_found' });
  });

  it('returns statistics, jobs and the audit log', async () => {
    const { adminClient, client, drive, chief } = await startAdmin();
    const id = await put(client, 'a.txt');
    await adminClient.admin.files.quarantine(id, { quarantined: true });
    expect(await adminClient.admin.stats()).toMatchObject({ users: { total: 2 }, files: { total: 1, quarantined: 1 } });
    expect((await adminClient.admin.listAudit({ action: 'file.quarantined' })).items).toMatchObject([
      { actor: { email: chief.email, via: 'key' }, target: { kind: 'file', id } },
    ]);
    const [sweep] = (await adminClient.admin.jobs.list({ name: 'files.trash' })).items;
    expect(sweep).toMatchObject({ state: 'waiting' });
    expect(await adminClient.admin.jobs.retry(sweep?.id ?? '')).toMatchObject({ id: sweep?.id, state: 'due' });
    await drive.drain();
    expect((await adminClient.admin.jobs.list({ state: 'due' })).items).toEqual([]);
  });
});
