import { type AdminFile, type AdminFilePage, type AuditEntry, endpoints } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { putBytes, type Reservation } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';
import { readTallies } from '../../../test/tree/tree-tallies.ts';

let drive: Drive;
let admin: TreeApi;
let owner: TestUser;
let mine: SharedApi;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  admin = treeApi(drive, await drive.createUser({ isAdmin: true }));
});
afterAll(() => drive.close());
beforeEach(async () => {
  await drive.drain();
  drive.mails.length = 0;
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
});

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
const list = async (query: Record<string, string | number | boolean> = {}): Promise<AdminFilePage> => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await admin.call('GET', `/api/admin/files?${search.toString()}`);
  expect(answer.status).toBe(200);
  return answer.body as AdminFilePage;
};
const namesIn = ({ files }: AdminFilePage): string[] => files.map(({ name }) => name);
const ownerId = async (): Promise<string> => ((await mine.call('GET', '/api/me')).body as { id: string }).id;

async function uploadAsNobody(name: string): Promise<Reservation> {
  const response = await drive.fetch('/api/public/uploads', {
    method: 'POST',
    json: { fileName: name, contentType: 'text/plain', sizeBytes: 5 },
  });
  const reservation = (await response.json()) as Reservation;
  await putBytes(reservation, Buffer.from('hello'));
  return reservation;
}

const statesBelow = async (user: number): Promise<string[]> =>
  (
    await drive.database.reader
      .selectFrom('items')
      .select('state')
      .where('owner_id', '=', user)
      .where('parent_id', 'is not', null)
      .execute()
  ).map(({ state }) => state);

const audited = async (action: string): Promise<AuditEntry[]> =>
  ((await admin.call('GET', `/api/admin/audit?action=${action}&limit=200`)).body as { audit: AuditEntry[] }).audit;

describe('the files of all users', () => {
  it('[P-18] no response to an administrator contains a share token of another user', async () => {
    const [one, two] = [await mine.file('one'), await mine.file('two')];
    const { shareToken, shortUrl } = await mine.shareFile(one, { shareMode: 'PUBLIC' });
    await mine.call('PATCH', `/api/files/${one}/share/slug`, { slug: 'a-secret-slug' });
    const together = await mine.shareTogether([one, two]);
    const nobodys = await uploadAsNobody('nobody.txt');
    const secrets = [
      shareToken,
      shortUrl.split('/').at(-1) ?? '',
      'a-secret-slug',
      together,
      nobodys.shareToken ?? '',
      nobodys.shortUrl?.split('/').at(-1) ?? '',
    ];
    expect(secrets).not.toContain('');
    const reads = Object.values(endpoints).filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/api/admin/'),
    );
    expect(reads.length).toBeGreaterThanOrEqual(6);
    const group = await admin.call('POST', '/api/admin/groups', { name: 'Sales' });
    for (const { path } of reads) {
      const id = path.includes('/groups/') ? (group.body as { id: string }).id : await ownerId();
      const { status, body } = await admin.call('GET', `${path.replace(/\{\w+\}/, id)}?limit=200`);
      const answer = status === 400 ? await admin.call('GET', path.replace(/\{\w+\}/, id)) : { status, body };
      expect([path, answer.status]).toEqual([path, 200]);
      for (const secret of secrets) expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
    const held = await admin.call('POST', `/api/admin/files/${one}/quarantine`, { quarantined: true });
    expect(held.status).toBe(200);
    expect(held.body).not.toHaveProperty('shareToken');
    expect((await list()).files.find(({ id }) => id === one)).not.toHaveProperty('shareToken');
  });

  it('are listed with their owners, newest first, files in the trash included', async () => {
    const folder = await mine.folder('Photos');
    const first = await mine.file('first.txt', { bytes: 3 });
    const second = await mine.file('second.txt', { in: folder, bytes: 4 });
    await mine.trash(folder);
    const { files, pagination } = await list({ ownerId: await ownerId() });
    expect(pagination).toEqual({ currentPage: 1, totalItems: 2, totalPages: 1, nextCursor: null });
    expect(files).toMatchObject([
      { id: second, name: 'second.txt', size: 4, parentId: folder, inTrash: true, quarantined: false },
      { id: first, name: 'first.txt', inTrash: false, quarantinedAt: null, quarantineReason: null, previewUrl: null },
    ]);
    expect(files[0]?.owner).toEqual({ id: await ownerId(), email: owner.email, name: null });
    const newest = await list({ limit: 2 });
    expect(newest.files.map(({ id }) => id)).toEqual([second, first]);
    expect(newest.pagination.totalItems).toBeGreaterThanOrEqual(2);
  });

  it('are paged under every filter', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) await mine.file(name);
    const id = await ownerId();
    expect(namesIn(await list({ ownerId: id, limit: 2, page: 2 }))).toEqual(['c.txt', 'b.txt']);
    expect(namesIn(await list({ ownerId: id, limit: 2, page: 3 }))).toEqual(['a.txt']);
    expect(await list({ ownerId: id, limit: 2, page: 4 })).toMatchObject({ files: [], pagination: { totalPages: 3 } });
    expect(await list({ ownerId: unknownId })).toMatchObject({ files: [], pagination: { totalItems: 0 } });
    const all = await list({ limit: 200 });
    const paged: string[] = [];
    for (let page = 1; paged.length < all.files.length; page += 1)
      paged.push(...(await list({ limit: 3, page })).files.map((file) => file.id));
    expect(paged).toEqual(all.files.map((file) => file.id));
    expect(all.pagination.totalItems).toBe(all.files.length);
  });

  it('can be filtered by whether they have an owner', async () => {
    const { fileId } = await uploadAsNobody('nobody.txt');
    await mine.file('somebody.txt');
    const anonymous = await list({ anonymous: true });
    expect(anonymous.files[0]).toMatchObject({ id: fileId, owner: null });
    expect(anonymous.files.every((file) => file.owner === null)).toBe(true);
    const others = await list({ anonymous: false, limit: 200 });
    expect(others.files[0]?.name).toBe('somebody.txt');
    expect(others.files.some((file) => file.owner === null)).toBe(false);
    expect(others.pagination.totalItems).toBe(others.files.length);
    const { totalItems } = (await list()).pagination;
    expect(anonymous.pagination.totalItems + others.pagination.totalItems).toBe(totalItems);
    expect((await list({ anonymous: true, ownerId: await ownerId() })).files).toEqual([]);
  });

  it('are found by part of the name, by id, by share token and by short code', async () => {
    const id = await mine.file('Straße nach Rom 7x7.txt');
    await mine.file('elsewhere.txt');
    expect(namesIn(await list({ q: 'NACH rom 7X7' }))).toEqual(['Straße nach Rom 7x7.txt']);
    expect(namesIn(await list({ q: id }))).toEqual(['Straße nach Rom 7x7.txt']);
    const { shareToken, shortUrl } = await mine.shareFile(id);
    expect(namesIn(await list({ q: shareToken }))).toEqual(['Straße nach Rom 7x7.txt']);
    expect(namesIn(await list({ q: shortUrl.slice(shortUrl.lastIndexOf('/') + 1) }))).toEqual([
      'Straße nach Rom 7x7.txt',
    ]);
    const other = await mine.file('other 7x7.txt');
    const token = await mine.shareTogether([id, other]);
    expect((await list({ q: token })).files.map((file) => file.id).toSorted()).toEqual([id, other].toSorted());
    expect(await list({ q: '7x7', limit: 1, page: 2 })).toMatchObject({
      files: [{ id }],
      pagination: { totalItems: 2, totalPages: 2 },
    });
    expect((await list({ q: 'in no name at all' })).pagination.totalItems).toBe(0);
  });

  it('are no longer listed once their purge begins', async () => {
    const folder = await mine.folder('Gone');
    const inFolder = await mine.file('in-folder-gone.txt', { in: folder });
    await mine.trash(folder);
    await mine.purge(folder);
    expect((await list({ q: 'in-folder-gone' })).files).toEqual([]);
    await drive.drain();
    expect((await list({ ownerId: await ownerId() })).pagination.totalItems).toBe(0);
    expect((await list({ q: inFolder })).files).toEqual([]);
  });
});

describe('deleting a file as an administrator', () => {
  const remove = (id: string) => admin.call('DELETE', `/api/admin/files/${id}`);

  it('skips the trash, runs the usual purge job and updates the counts', async () => {
    // The tests of the job files.purge show that it survives a crash at any moment.
    const folder = await mine.folder('Folder');
    const id = await mine.file('bad.bin', { in: folder, bytes: 30 });
    await mine.file('good.bin', { bytes: 5 });
    const token = (await mine.shareFile(id)).shareToken;
    expect((await remove(id)).status).toBe(204);
    expect(await mine.usage()).toEqual({ usedBytes: 5, trashBytes: 0 });
    expect(await mine.call('GET', `/api/files/${id}`)).toMatchObject({ status: 404 });
    expect((await drive.fetch(`/api/public/share/${token}`)).status).toBe(404);
    const waiting = await drive.database.reader
      .selectFrom('jobs')
      .select('type')
      .where('type', '=', 'files.purge')
      .execute();
    expect(waiting).toEqual([{ type: 'files.purge' }]);
    await drive.drain();
    expect(await mine.call('GET', `/api/files/${id}/download-url`)).toMatchObject({ body: { code: 'file_purged' } });
    const { kept, counted } = await readTallies(drive.database);
    expect(kept).toEqual(counted);
  });

  it('is idempotent and writes one audit entry', async () => {
    const id = await mine.file('twice.bin');
    const before = (await audited('file.deleted')).length;
    expect(await Promise.all([remove(id), remove(id)])).toMatchObject([{ status: 204 }, { status: 204 }]);
    await drive.drain();
    expect((await remove(id)).status).toBe(204);
    const entries = await audited('file.deleted');
    expect(entries.length).toBe(before + 1);
    expect(entries[0]).toMatchObject({
      actor: { via: 'key' },
      user: { id: await ownerId() },
      target: { kind: 'file', id },
    });
  });

  it('deletes a file in the trash, on its own or inside a folder', async () => {
    const folder = await mine.folder('Folder');
    const inFolder = await mine.file('in.bin', { in: folder, bytes: 7 });
    const alone = await mine.file('alone.bin', { bytes: 9 });
    await mine.trash(folder, alone);
    for (const id of [inFolder, alone]) expect((await remove(id)).status).toBe(204);
    await drive.drain();
    expect(await mine.usage()).toEqual({ usedBytes: 0, trashBytes: 0 });
    expect((await mine.restore(folder)).status).toBe(200);
    expect(await mine.names(folder)).toEqual([]);
    const { kept, counted } = await readTallies(drive.database);
    expect(kept).toEqual(counted);
  });

  it('deletes an anonymous upload together with its folder', async () => {
    const { fileId } = await uploadAsNobody('nobody.bin');
    const nobody = (await drive.app.accounts.findAnonymousOwner(drive.database.reader)) ?? 0;
    const before = (await statesBelow(nobody)).filter((state) => state === 'alive').length;
    expect((await remove(fileId)).status).toBe(204);
    await drive.drain();
    const states = await statesBelow(nobody);
    expect(states.filter((state) => state === 'alive').length).toBe(before - 2);
    expect(states).not.toContain('purging');
    expect((await list({ q: fileId })).files).toEqual([]);
  });

  it('answers 404 for a folder and for an unknown file', async () => {
    const folder = await mine.folder('Folder');
    for (const id of [folder, unknownId, 'nonsense'])
      expect(await remove(id)).toMatchObject({ status: 404, body: { code: 'file_not_found' } });
    expect(await mine.names()).toEqual(['Folder']);
  });
});

describe('quarantining a file', () => {
  const change = (id: string, body: object) => admin.call('POST', `/api/admin/files/${id}/quarantine`, body);
  const hold = async (id: string, reason?: string): Promise<AdminFile> => {
    const { status, body } = await change(id, { quarantined: true, ...(reason === undefined ? {} : { reason }) });
    expect(status).toBe(200);
    return body as AdminFile;
  };

  it('closes its links, including signed URLs issued earlier, and leaves the owner access', async () => {
    const id = await mine.put('report.pdf', 'content');
    const { shareToken: token } = await mine.shareFile(id);
    const address = `/api/public/share/${token}/download-url`;
    const handedOut = (await (await drive.fetch(address)).json()) as { downloadUrl: string };
    expect(await hold(id, 'Reported as malware')).toMatchObject({
      id,
      quarantined: true,
      quarantineReason: 'Reported as malware',
      quarantinedAt: new Date(drive.clock.now()).toISOString(),
    });
    for (const closed of [address, handedOut.downloadUrl, `/api/public/share/${token}`]) {
      const response = await drive.fetch(closed);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'file_quarantined']);
    }
    expect(await mine.get(id)).toMatchObject({ quarantined: true });
    const own = (await mine.call('GET', `/api/files/${id}/download-url`)).body as { downloadUrl: string };
    expect(await (await drive.fetch(own.downloadUrl)).text()).toBe('content');

    expect((await change(id, { quarantined: false })).body).toMatchObject({
      quarantined: false,
      quarantineReason: null,
      quarantinedAt: null,
    });
    expect(await (await drive.fetch(handedOut.downloadUrl)).text()).toBe('content');
  });

  it('emails the owner the reason once, and again on release, also if they want no emails about others', async () => {
    expect((await mine.call('PATCH', '/api/me', { notifications: { mail: 'never' } })).status).toBe(200);
    const id = await mine.file('invoice.exe');
    await hold(id, 'It holds a virus');
    await hold(id, 'It holds a virus');
    await hold(id, 'It holds two');
    await drive.drain();
    expect(drive.mails).toMatchObject([{ to: owner.email, subject: 'Your file was quarantined' }]);
    expect(drive.mails[0]?.text).toContain('invoice.exe');
    expect(drive.mails[0]?.text).toContain('It holds a virus');
    expect(drive.mails[0]?.text).not.toContain('You choose in your account when you get such emails');
    expect((await list({ q: id })).files[0]?.quarantineReason).toBe('It holds two');
    await change(id, { quarantined: false });
    await change(id, { quarantined: false });
    await drive.drain();
    expect(drive.mails.map(({ subject }) => subject)).toEqual(['Your file was quarantined', 'Your file was released']);
    const entries = [...(await audited('file.quarantined')), ...(await audited('file.released'))];
    expect(entries.filter(({ target }) => target?.id === id).map(({ action }) => action)).toEqual([
      'file.quarantined',
      'file.quarantined',
      'file.released',
    ]);
  });

  it('sends no email for an anonymous upload, or if the file is released before the email is sent', async () => {
    const { fileId } = await uploadAsNobody('nobody.exe');
    const id = await mine.file('mine.exe');
    await hold(fileId);
    await hold(id);
    await change(id, { quarantined: false });
    await drive.drain();
    expect(drive.mails.map(({ subject }) => subject)).toEqual(['Your file was released']);
  });

  it('can be used as a filter', async () => {
    const id = await ownerId();
    const [a, b, c] = [await mine.file('a'), await mine.file('b'), await mine.file('c')];
    await hold(a);
    await hold(c);
    expect((await list({ ownerId: id, quarantined: true })).files.map((file) => file.id)).toEqual([c, a]);
    expect(await list({ ownerId: id, quarantined: false })).toMatchObject({
      files: [{ id: b }],
      pagination: { totalItems: 1 },
    });
    const all = await list({ quarantined: true, anonymous: false, limit: 200 });
    expect(all.pagination.totalItems).toBe(all.files.length);
    expect(all.files.slice(0, 2).map((file) => file.id)).toEqual([c, a]);
  });

  it('is refused for a folder, an unknown file and a purged file', async () => {
    const folder = await mine.folder('Folder');
    for (const id of [folder, unknownId, 'nonsense'])
      expect(await change(id, { quarantined: true })).toMatchObject({ status: 404, body: { code: 'file_not_found' } });
    const id = await mine.file('gone.txt');
    await hold(id, 'soon gone');
    await mine.trash(id);
    expect((await change(id, { quarantined: true, reason: 'in the trash, too' })).body).toMatchObject({
      inTrash: true,
    });
    await mine.purge(id);
    expect(await change(id, { quarantined: false })).toMatchObject({ status: 410, body: { code: 'file_purged' } });
    await drive.drain();
    expect(await change(id, { quarantined: true })).toMatchObject({ status: 410, body: { code: 'file_purged' } });
    const rows = await drive.database.reader.selectFrom('quarantines').select('reason').execute();
    expect(rows).not.toContainEqual({ reason: 'in the trash, too' });
    expect(await change(id, { quarantined: 'yes' })).toMatchObject({ status: 400 });
    expect(await change(id, { quarantined: true, reason: 'x'.repeat(501) })).toMatchObject({ status: 400 });
  });
});

it('administrator endpoints accept a session as well as a key', async () => {
  const chief = await drive.createUser({ isAdmin: true });
  const session = await drive.signIn(chief);
  const id = await mine.file('any.txt');
  const hold = { method: 'POST', json: { quarantined: true } };
  const path = `/api/admin/files/${id}/quarantine`;
  expect((await drive.fetch(path, { ...hold, session })).status).toBe(200);
  expect((await drive.fetch(path, { ...hold, session: { ...session, xsrf: 'wrong' } })).status).toBe(403);
  expect((await drive.fetch(path, { ...hold, key: owner.key })).status).toBe(403);
  expect((await drive.fetch(`/api/admin/files/${id}`, { method: 'DELETE', session })).status).toBe(204);
});
