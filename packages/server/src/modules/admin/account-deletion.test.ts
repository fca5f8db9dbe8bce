import { hourMs } from '@drive/base';
import type { BlobStore } from '@drive/blobs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listBlobs, putBytes, refusalOf, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
let user: TestUser;
let mine: SharedApi;
/** Behavior of the next blob deletions. */
let onDelete: () => void = () => undefined;
const faulty = (disk: BlobStore): BlobStore =>
  overriding(disk, {
    delete: (key) => {
      onDelete();
      return disk.delete(key);
    },
  });
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', REGISTRATION: 'open' }, blobs: faulty });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  mine = sharedApi(drive, user);
});

const remove = async (): Promise<number> => {
  const { id } = await drive.app.accounts.directory.get({ email: user.email });
  return (await drive.fetch(`/api/admin/users/${id}`, { method: 'DELETE', key: admin.key })).status;
};
const blobs = async (): Promise<number> => (await listBlobs(drive)).blobs.length;

/** Creates items in every state. */
async function fill(): Promise<{ shareToken: string; ids: string[] }> {
  const outer = await mine.folder('Outer');
  const inner = await mine.folder('Inner', outer);
  const ids = [
    await mine.put('a.txt', 'a'),
    await mine.put('b.txt', 'bb', { in: outer }),
    await mine.put('c.txt', 'ccc', { in: inner }),
    await mine.put('d.txt', 'dddd', { in: inner }),
    await mine.put('e.txt', 'eeeee'),
  ];
  await mine.trash(ids[2] ?? '', ids[4] ?? '');
  const { shareToken } = await mine.shareFolder(outer);
  await mine.call('POST', `/api/shares/${shareToken}/recipients`, { emails: ['friend@example.com'] });
  await mine.shareTogether([ids[0] ?? '', ids[1] ?? '']);
  await mine.call('POST', '/api/collections', { name: 'Holiday' });
  await mine.call('POST', '/api/proofings', { name: 'Wedding', fileIds: [ids[0]] });
  await mine.call('POST', '/api/pastes', { content: 'hello' });
  await mine.call('POST', '/api/auth/totp/enroll', { password: user.password });
  await mine.call('POST', '/api/users/me/webhooks', { url: 'https://203.0.113.1/hook' });
  return { shareToken, ids };
}

/** Rows that still refer to the account. */
async function traces(): Promise<Record<string, number>> {
  const { reader } = drive.database;
  const count = async (rows: Promise<readonly unknown[]>): Promise<number> => (await rows).length;
  const of = user.userId;
  return {
    keys: await count(reader.selectFrom('api_keys').select('id').where('user_id', '=', of).execute()),
    sessions: await count(reader.selectFrom('sessions').select('id').where('user_id', '=', of).execute()),
    resets: await count(reader.selectFrom('password_resets').select('user_id').where('user_id', '=', of).execute()),
    webhooks: await count(reader.selectFrom('webhooks').select('id').where('user_id', '=', of).execute()),
    collections: await count(reader.selectFrom('collections').select('id').where('owner_id', '=', of).execute()),
    proofings: await count(reader.selectFrom('proofings').select('id').where('owner_id', '=', of).execute()),
    pastes: await count(reader.selectFrom('pastes').select('id').where('owner_id', '=', of).execute()),
    uploads: await count(reader.selectFrom('upload_sessions').select('id').where('owner_id', '=', of).execute()),
    shares: await count(
      reader.selectFrom('shares').select('row_id').where('owner_id', '=', of).where('revoked_at', 'is', null).execute(),
    ),
    recipients: await count(
      reader
        .selectFrom('share_recipients as r')
        .innerJoin('shares as s', 's.row_id', 'r.share_id')
        .select('r.id')
        .where('s.owner_id', '=', of)
        .execute(),
    ),
    items: await count(
      reader
        .selectFrom('items')
        .select('id')
        .where('owner_id', '=', of)
        .where('parent_id', 'is not', null)
        .where('state', '<>', 'purged')
        .execute(),
    ),
    totp: await count(reader.selectFrom('totp').select('user_id').where('user_id', '=', of).execute()),
  };
}
const usage = async () =>
  drive.database.reader
    .selectFrom('storage_usage')
    .select(['stored_bytes', 'trash_bytes', 'reserved_bytes'])
    .where('owner_id', '=', user.userId)
    .executeTakeFirstOrThrow();
const nothing = { stored_bytes: 0, trash_bytes: 0, reserved_bytes: 0 };

describe('a deleted account', () => {
  it('disappears at once, and all of its data soon after', async () => {
    const before = await blobs();
    const { shareToken } = await fill();
    const session = await drive.signIn(user);
    expect(await blobs()).toBe(before + 5);
    expect(await remove()).toBe(204);

    expect((await drive.fetch('/api/me', { key: user.key })).status).toBe(401);
    expect((await drive.fetch('/api/me', { session })).status).toBe(401);
    expect(await refusalOf(await drive.fetch(`/api/public/share/${shareToken}`))).toEqual([404, 'share_not_found']);
    expect(await drive.app.accounts.findUserByEmail(drive.database.reader, user.email)).toBeUndefined();

    await drive.drain();
    expect(Object.entries(await traces()).filter(([, left]) => left > 0)).toEqual([]);
    expect(await usage()).toEqual(nothing);
    expect(await blobs()).toBe(before);
    const row = await drive.database.reader
      .selectFrom('users')
      .selectAll()
      .where('row_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(user.email);
    expect(row).toMatchObject({ name: null, password_hash: '!', is_admin: 0 });
  });

  it('takes its stars from items of others', async () => {
    const owner = await drive.createUser();
    const theirs = sharedApi(drive, owner);
    const folder = await theirs.folder('Shared');
    const { id: userId } = await drive.app.accounts.directory.get({ email: user.email });
    await theirs.call('POST', `/api/files/${folder}/access`, { grants: [{ userId, role: 'viewer' }], notify: false });
    for (const each of [mine, theirs]) await each.call('PUT', `/api/files/${folder}/star`);
    await mine.call('PUT', `/api/files/${await mine.put('a.txt', 'a')}/star`);
    const { reader } = drive.database;
    const stars = async () => [
      (await reader.selectFrom('items').select('star_count').where('id', '=', folder).executeTakeFirst())?.star_count,
      (await reader.selectFrom('item_stars').select('item_id').where('user_id', '=', user.userId).execute()).length,
    ];
    expect(await stars()).toEqual([2, 2]);
    await remove();
    await drive.drain();
    expect(await stars()).toEqual([1, 0]);
  });

  it('loses the versions of its files, with their bytes', async () => {
    const before = await blobs();
    for (const bytes of [10, 20, 30])
      await putBytes(
        await reserveUpload(drive, user, { name: 'v.bin', bytes, onConflict: 'replace' }),
        Buffer.alloc(bytes),
      );
    expect(await blobs()).toBe(before + 3);
    expect(await remove()).toBe(204);
    await drive.drain();
    const versions = drive.database.reader.selectFrom('file_versions').select('version');
    expect(await versions.where('owner_id', '=', user.userId).execute()).toEqual([]);
    expect(await usage()).toEqual(nothing);
    expect(await blobs()).toBe(before);
  });

  it('frees its email address, and a new account with it inherits nothing', async () => {
    await fill();
    await remove();
    const json = { email: user.email, password: 'another horse' };
    expect((await drive.fetch('/api/auth/register', { method: 'POST', json })).status).toBe(201);
    await drive.drain();
    const session = await drive.signIn(json);
    const { files } = (await (await drive.fetch('/api/files', { session })).json()) as { files: unknown[] };
    expect(files).toEqual([]);
    expect(await remove()).toBe(204);
  });

  it('ends uploads in progress and releases their reservations', async () => {
    const [open, begun] = [await reserveUpload(drive, user), await reserveUpload(drive, user)];
    const first = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const metadata = `sessionId ${Buffer.from(begun.sessionId).toString('base64')}`;
    await drive.fetch('/files/tus', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': metadata },
    });
    await drive.fetch(`/files/tus/${begun.sessionId}`, { method: 'PATCH', headers: first, body: 'hello' });
    await remove();
    await drive.drain();
    expect(await usage()).toEqual(nothing);
    await expect(putBytes(open, Buffer.alloc(10))).rejects.toThrow('upload_session_not_found');
    expect((await listBlobs(drive)).staged).toEqual([]);
  });

  it('is erased completely even if a step fails and the process dies', async () => {
    const before = await blobs();
    await fill();
    await remove();
    let left = 2;
    onDelete = () => {
      left -= 1;
      if (left < 0) throw new Error('the disk does not answer');
    };
    await drive.drain();
    expect(await blobs()).toBeGreaterThan(before);
    await drive.restart();
    onDelete = () => undefined;
    drive.clock.advance(hourMs);
    await drive.drain();
    expect(Object.entries(await traces()).filter(([, count]) => count > 0)).toEqual([]);
    expect([await blobs(), await usage()]).toEqual([before, nothing]);
  });

  it('is erased again later, which catches data of requests that were in progress', async () => {
    await remove();
    await drive.drain();
    const { userId } = user;
    await drive.database.write(async (tx) => {
      const values = { id: crypto.randomUUID(), user_id: userId, prefix: 'svc_', key_hash: `late ${userId}` };
      await tx
        .insertInto('api_keys')
        .values({ ...values, label: null, created_at: 1 })
        .execute();
    });
    drive.clock.advance(hourMs);
    await drive.drain();
    expect((await traces())['keys']).toBe(0);
  });

  it('can be deleted only once', async () => {
    const { id } = await drive.app.accounts.directory.get({ email: user.email });
    const send = (): Promise<Response> => drive.fetch(`/api/admin/users/${id}`, { method: 'DELETE', key: admin.key });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect(await refusalOf(await send())).toEqual([404, 'user_not_found']);
    expect((await drive.fetch(`/api/admin/users/${id}`, { key: admin.key })).status).toBe(404);
  });
});
