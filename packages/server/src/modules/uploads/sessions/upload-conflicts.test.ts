import { limits, type Item } from '@drive/contract';
import { afterEach, assert, beforeEach, describe, expect, it } from 'vitest';
import { adoptBytes } from '../../../../test/api/interrupted-uploads.ts';
import { createTusCalls } from '../../../../test/api/tus-requests.ts';
import {
  listBlobs,
  putBytes,
  readStatus,
  readUsage,
  refusalOf,
  reserveUpload,
  sha256,
  someBytes,
  type WantedUpload,
} from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';

let drive: Drive;
let user: TestUser;
beforeEach(async () => {
  drive = await startDrive({ settings: { VERSIONS_KEEP: '30', FREE_QUOTA_BYTES: '5000' } });
  user = await drive.createUser();
});
afterEach(async () => {
  const { kept, counted } = await readTallies(drive.database);
  assert.deepEqual(kept, counted);
  await drive.close();
});

async function upload(name: string, bytes: Buffer, wanted: WantedUpload = {}): Promise<Item> {
  const reservation = await reserveUpload(drive, user, { name, bytes: bytes.length, ...wanted });
  const { fileId } = (await putBytes(reservation, bytes)) as { fileId: string };
  return itemOf(fileId);
}

const call = (path: string, method = 'GET', json?: unknown): Promise<Response> =>
  drive.fetch(path, { method, key: user.key, ...(json === undefined ? {} : { json }) });
const itemOf = async (id: string): Promise<Item> => (await (await call(`/api/files/${id}`)).json()) as Item;
const namesIn = async (parentId = ''): Promise<string[]> => {
  const page = await (await call(`/api/files?${parentId === '' ? '' : `parentId=${parentId}`}`)).json();
  return (page as { files: Item[] }).files.map(({ name }) => name);
};
const makeFolder = async (name: string): Promise<string> =>
  ((await (await call('/api/files/folders', 'POST', { name })).json()) as Item).id;
const reserving = async (wanted: object): Promise<[number, string]> =>
  refusalOf(await call('/api/uploads', 'POST', { contentType: 'text/plain', fileSizeBytes: 10, ...wanted }));
const putting = async (uploadUrl: string, bytes: Buffer): Promise<[number, string]> =>
  refusalOf(await fetch(uploadUrl, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> }));
const versionsOf = async (id: string) =>
  drive.database.reader
    .selectFrom('file_versions as v')
    .innerJoin('items as i', 'i.row_id', 'v.item_id')
    .select(['v.version', 'v.size', 'v.sha256'])
    .where('i.id', '=', id)
    .orderBy('v.version')
    .execute();

describe('an upload with onConflict replace', () => {
  it('gives the file of its name the new content, and keeps everything else of it', async () => {
    const [first, second] = [someBytes(100), someBytes(40)];
    const before = await upload('report.pdf', first, { type: 'application/pdf', autoShare: true });
    drive.clock.advance(5000);
    const after = await upload('report.pdf', second, { type: 'text/plain', onConflict: 'replace' });
    expect(after).toEqual({
      ...before,
      size: 40,
      mimeType: 'text/plain',
      contentKind: 'text',
      sha256: sha256(second),
      uploadedAt: new Date(drive.clock.now()).toISOString(),
      changeTag: expect.not.stringMatching(`^${before.changeTag}$`),
      modifiedBy: before.createdBy,
    });
    expect(await namesIn()).toEqual(['report.pdf']);
    expect(await versionsOf(after.id)).toEqual([{ version: 1, size: 100, sha256: sha256(first) }]);
    expect(await readUsage(drive)).toEqual({ stored: 140, reserved: 0 });
    const shared = await drive.fetch(`/api/public/share/${before.shareToken}`);
    expect(await shared.json()).toMatchObject({ size: 40, contentKind: 'text' });
  });

  it('creates a file if none has its name, and its status names the file either way', async () => {
    const made = await upload('a.txt', someBytes(10), { onConflict: 'replace' });
    const reservation = await reserveUpload(drive, user, { name: 'a.txt', onConflict: 'replace' });
    expect(reservation.fileId).not.toBe(made.id);
    await putBytes(reservation, someBytes(10));
    expect(await readStatus(drive, user, reservation.sessionId)).toEqual({
      sessionId: reservation.sessionId,
      status: 'COMPLETE',
      fileId: made.id,
      fileName: 'a.txt',
    });
  });

  it('replaces the file that has the name when the bytes are complete', async () => {
    const reservation = await reserveUpload(drive, user, { name: 'a.txt', onConflict: 'replace' });
    const made = await upload('a.txt', someBytes(20));
    expect(await putBytes(reservation, someBytes(10))).toMatchObject({ fileId: made.id });
    expect(await itemOf(made.id)).toMatchObject({ size: 10 });
  });

  it('resizes the folders above', async () => {
    const parentFolderId = await makeFolder('folder');
    await upload('a.txt', someBytes(10), { parentFolderId });
    await upload('a.txt', someBytes(300), { parentFolderId, onConflict: 'replace' });
    expect(await itemOf(parentFolderId)).toMatchObject({ size: 300 });
  });

  it('never replaces a folder', async () => {
    await makeFolder('name');
    expect(await reserving({ fileName: 'name', onConflict: 'replace' })).toEqual([409, 'name_conflict']);
    const reservation = await reserveUpload(drive, user, { name: 'later', onConflict: 'replace' });
    await makeFolder('later');
    expect(await putting(reservation.uploadUrl, someBytes(10))).toEqual([409, 'name_conflict']);
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    expect(await listBlobs(drive)).toEqual({ staged: [], blobs: [] });
  });

  it('replaces nothing in the root if its folder is trashed meanwhile', async () => {
    const parentFolderId = await makeFolder('folder');
    await upload('a.txt', someBytes(20));
    const reservation = await reserveUpload(drive, user, { name: 'a.txt', parentFolderId, onConflict: 'replace' });
    await call(`/api/files/${parentFolderId}`, 'DELETE');
    expect(await putBytes(reservation, someBytes(10))).toMatchObject({ fileName: 'a (1).txt' });
  });

  it('reserves all of the new bytes, and a refusal keeps the old content', async () => {
    const old = someBytes(3000);
    const { id } = await upload('a.txt', old);
    const wanted = { fileName: 'a.txt', fileSizeBytes: 2001, onConflict: 'replace' };
    expect(await reserving(wanted)).toEqual([409, 'storage_quota_exceeded']);
    expect(await itemOf(id)).toMatchObject({ sha256: sha256(old) });
    await upload('a.txt', someBytes(2000), { onConflict: 'replace' });
    expect(await readUsage(drive)).toEqual({ stored: 5000, reserved: 0 });
  });

  it('ends with one content and nineteen versions after twenty concurrent uploads', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => someBytes(50 + index));
    const reservations = await Promise.all(
      contents.map((bytes) => reserveUpload(drive, user, { name: 'a', bytes: bytes.length, onConflict: 'replace' })),
    );
    const ended = await Promise.all(
      reservations.map(async (each, index) => (await putBytes(each, contents[index]!)) as { fileId: string }),
    );
    const [id, ...others] = new Set(ended.map(({ fileId }) => fileId));
    expect(others).toEqual([]);
    const { sha256: current } = await itemOf(id!);
    const versions = await versionsOf(id!);
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
    expect(new Set([current, ...versions.map((each) => each.sha256)])).toEqual(new Set(contents.map(sha256)));
    expect(await readUsage(drive)).toEqual({ stored: 20 * 50 + 190, reserved: 0 });
  });

  it('returns the link of the file it replaces, or adds the link it created', async () => {
    const shared = await upload('shared.txt', someBytes(10), { autoShare: true });
    const wanted = { onConflict: 'replace', autoShare: true } as const;
    const again = await reserveUpload(drive, user, { name: 'shared.txt', ...wanted });
    expect(again.shareToken).toBe(shared.shareToken);
    await putBytes(again, someBytes(10));
    const { id } = await upload('private.txt', someBytes(10));
    const first = await reserveUpload(drive, user, { name: 'private.txt', ...wanted });
    await putBytes(first, someBytes(10));
    expect(await itemOf(id)).toMatchObject({ shareToken: first.shareToken, shareMode: 'SHARED' });
    expect((await drive.fetch(`/api/public/share/${first.shareToken}`)).status).toBe(200);
  });

  it('keeps its link as a further one of a file that got links meanwhile, and ends it if that has as many as it may', async () => {
    const { id } = await upload('private.txt', someBytes(10));
    const wanted = { name: 'private.txt', onConflict: 'replace', autoShare: true } as const;
    const [first, second, third] = [
      await reserveUpload(drive, user, wanted),
      await reserveUpload(drive, user, wanted),
      await reserveUpload(drive, user, wanted),
    ];
    const own = (await (await call(`/api/files/${id}/share`, 'POST', {})).json()) as { shareToken: string };
    for (const each of [first, second]) await putBytes(each, someBytes(10));
    const list = async () =>
      ((await (await call(`/api/files/${id}/links`)).json()) as { links: { shareToken: string }[] }).links;
    const tokens = new Set((await list()).map(({ shareToken }) => shareToken));
    expect(tokens).toEqual(new Set([own.shareToken, first.shareToken, second.shareToken]));
    expect(await itemOf(id)).toMatchObject({ shareToken: own.shareToken });
    for (let links = 3; links < limits.linksPerItem; links += 1) await call(`/api/files/${id}/links`, 'POST', {});
    await putBytes(third, someBytes(10));
    const opens = async (token: string | null) => (await drive.fetch(`/api/public/share/${token}`)).status;
    expect(await Promise.all([own, first, second, third].map(({ shareToken }) => opens(shareToken)))).toEqual([
      200, 200, 200, 404,
    ]);
    expect(await endedLinks()).toEqual({ events: [third.shareToken], audited: 1 });
  });

  /** Tokens of links of which events told the end, and how many ends the audit log has. */
  async function endedLinks(): Promise<object> {
    const { reader } = drive.database;
    const events = await reader.selectFrom('events').select('data').where('type', '=', 'share.revoked').execute();
    const audited = await reader.selectFrom('audit_log').select('id').where('action', '=', 'share.revoked').execute();
    return {
      events: events.map(({ data }) => (JSON.parse(data) as { share_token: string }).share_token),
      audited: audited.length,
    };
  }

  it('that fails ends its link, as events and the audit log tell', async () => {
    const { uploadUrl, shareToken } = await reserveUpload(drive, user, { name: 'a.txt', autoShare: true });
    expect((await fetch(uploadUrl, { method: 'DELETE' })).status).toBe(204);
    expect(await endedLinks()).toEqual({ events: [shareToken], audited: 1 });
  });
});

describe('an upload with onConflict fail', () => {
  it('is refused if the name is taken, and stores the file if it is not', async () => {
    await upload('a.txt', someBytes(10), { onConflict: 'fail' });
    expect(await reserving({ fileName: 'a.txt', onConflict: 'fail' })).toEqual([409, 'name_conflict']);
    expect(await readUsage(drive)).toEqual({ stored: 10, reserved: 0 });
  });

  it('fails if the name is taken meanwhile: nothing is stored, and its bytes are free', async () => {
    const reservation = await reserveUpload(drive, user, { name: 'a.txt', onConflict: 'fail' });
    await upload('a.txt', someBytes(20));
    expect(await putting(reservation.uploadUrl, someBytes(10))).toEqual([409, 'name_conflict']);
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'FAILED', fileId: null });
    expect(await putting(reservation.uploadUrl, someBytes(10))).toEqual([410, 'upload_session_expired']);
    expect(await namesIn()).toEqual(['a.txt']);
    expect(await readUsage(drive)).toEqual({ stored: 20, reserved: 0 });
    expect((await listBlobs(drive)).blobs).toHaveLength(1);
  });

  it('fails over tus, too', async () => {
    const tus = createTusCalls(() => drive);
    const { sessionId } = await reserveUpload(drive, user, { name: 'a.txt', onConflict: 'fail' });
    await tus.create(sessionId, 10);
    await upload('a.txt', someBytes(20));
    expect(await refusalOf(await tus.patch(sessionId, 0, someBytes(10)))).toEqual([409, 'name_conflict']);
    expect((await tus.head(sessionId)).status).toBe(410);
    expect(await readUsage(drive)).toEqual({ stored: 20, reserved: 0 });
  });

  it('fails if a crash left its bytes and its name is taken since', async () => {
    const reservation = await reserveUpload(drive, user, { name: 'a.txt', onConflict: 'fail' });
    await upload('a.txt', someBytes(20));
    await adoptBytes(drive, reservation, someBytes(10));
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'FAILED', fileId: null });
    expect(await readUsage(drive)).toEqual({ stored: 20, reserved: 0 });
    expect((await listBlobs(drive)).blobs).toHaveLength(1);
  });
});

describe('a batch', () => {
  it('reserves nothing if one of its names is taken', async () => {
    await upload('a.txt', someBytes(10));
    const file = { contentType: 'text/plain', fileSizeBytes: 10 };
    const files = [
      { ...file, fileName: 'b.txt' },
      { ...file, fileName: 'a.txt', onConflict: 'fail' },
    ];
    expect(await refusalOf(await call('/api/uploads/batch', 'POST', { files }))).toEqual([409, 'name_conflict']);
    expect(await readUsage(drive)).toEqual({ stored: 10, reserved: 0 });
  });

  it('refuses a policy that does not exist', async () => {
    expect(await reserving({ fileName: 'a', onConflict: 'overwrite' })).toEqual([400, 'validation_failed']);
  });
});

describe('a guarded upload', () => {
  const failed = [412, 'precondition_failed'];
  const first = Buffer.from('first');
  const other = Buffer.from('other');

  /** Nothing of a refused upload is left. */
  async function expectFailed(sessionId: string, content: Buffer): Promise<void> {
    expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'FAILED', fileId: null });
    expect(await readUsage(drive)).toMatchObject({ reserved: 0 });
    const { staged, blobs } = await listBlobs(drive);
    expect([staged, blobs.length]).toEqual([[], content.length === 0 ? 0 : 1 + (await versionCount())]);
  }
  const versionCount = async (): Promise<number> =>
    (await drive.database.reader.selectFrom('file_versions').select('version').execute()).length;

  it('[P-857] with ifMatch replaces the content of that SHA-256 only: at the reservation and at the end', async () => {
    const { id } = await upload('a.txt', first);
    const wanted = { fileName: 'a.txt', ifMatch: sha256(first) };
    expect(await reserving({ ...wanted, ifMatch: sha256(other) })).toEqual(failed);
    expect(await reserving({ ...wanted, fileName: 'b.txt' })).toEqual(failed);
    expect(await readUsage(drive)).toMatchObject({ reserved: 0 });
    const guard = { name: 'a.txt', bytes: 5, ifMatch: sha256(first).toUpperCase() };
    const [winner, loser] = [await reserveUpload(drive, user, guard), await reserveUpload(drive, user, guard)];
    expect(await putBytes(winner, other)).toMatchObject({ fileId: id });
    expect(await putting(loser.uploadUrl, someBytes(5))).toEqual(failed);
    await expectFailed(loser.sessionId, other);
    expect(await itemOf(id)).toMatchObject({ sha256: sha256(other) });
    expect(await namesIn()).toEqual(['a.txt']);
  });

  it('[P-858] with ifAbsent makes a new file only: at the reservation and at the end', async () => {
    const guard = { name: 'a.txt', bytes: 5, ifAbsent: true };
    const [winner, loser] = [await reserveUpload(drive, user, guard), await reserveUpload(drive, user, guard)];
    await putBytes(winner, first);
    expect(await putting(loser.uploadUrl, other)).toEqual(failed);
    await expectFailed(loser.sessionId, first);
    expect(await reserving({ fileName: 'a.txt', ifAbsent: true })).toEqual(failed);
    await makeFolder('folder');
    expect(await reserving({ fileName: 'folder', ifAbsent: true })).toEqual(failed);
    expect(await namesIn()).toEqual(['folder', 'a.txt']);
  });

  it('is refused at the last byte of tus, also if tus has reserved it', async () => {
    const tus = createTusCalls(() => drive);
    const { sessionId } = await reserveUpload(drive, user, { name: 'a.txt', bytes: 5, ifAbsent: true });
    await tus.create(sessionId, 5);
    expect((await tus.patch(sessionId, 0, first.subarray(0, 2))).status).toBe(204);
    const metadata = `filename ${btoa('a.txt')},ifAbsent ${btoa('true')}`;
    const create = (more: string): Promise<Response> =>
      tus.call('POST', '', { 'upload-length': '5', 'upload-metadata': more, authorization: `Bearer ${user.key}` });
    const created = await create(metadata);
    expect(created.status).toBe(201);
    await upload('a.txt', first);
    expect(await refusalOf(await tus.patch(sessionId, 2, first.subarray(2)))).toEqual(failed);
    await drive.drain();
    const own = created.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await refusalOf(await tus.patch(own, 0, other))).toEqual(failed);
    await expectFailed(own, first);
    expect(await refusalOf(await create(metadata))).toEqual(failed);
    expect((await create(`filename ${btoa('a.txt')},ifAbsent ${btoa('yes')}`)).status).toBe(400);
    expect((await create(`filename ${btoa('a.txt')},ifMatch ${btoa(sha256(first))}`)).status).toBe(201);
  });

  it('is refused in a folder that is gone, and reserves all of a batch or nothing', async () => {
    const parentFolderId = await makeFolder('folder');
    await upload('a.txt', first, { parentFolderId });
    const guard = { name: 'a.txt', bytes: 5, parentFolderId, ifMatch: sha256(first) };
    const { uploadUrl, sessionId } = await reserveUpload(drive, user, guard);
    const files = ['b.txt', 'a.txt'].map((fileName) => ({
      fileName,
      parentFolderId,
      contentType: 'text/plain',
      fileSizeBytes: 5,
      ifAbsent: true,
    }));
    expect(await refusalOf(await call('/api/uploads/batch', 'POST', { files }))).toEqual(failed);
    expect(await readUsage(drive)).toMatchObject({ reserved: 5 });
    await call(`/api/files/${parentFolderId}`, 'DELETE');
    expect(await putting(uploadUrl, other)).toEqual(failed);
    await expectFailed(sessionId, first);
    expect(await namesIn()).toEqual([]);
  });

  it.each([
    [{ ifMatch: 'x' }, 'ifMatch'],
    [{ ifMatch: 'a'.repeat(64), onConflict: 'rename' }, 'onConflict'],
    [{ ifMatch: 'a'.repeat(64), ifAbsent: true }, 'ifAbsent'],
  ])('is refused with a contradiction: %j', async (wanted, field) => {
    const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5, ...wanted };
    const answer = await call('/api/uploads', 'POST', body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ field }] }]);
  });

  it('[P-859] has exactly one winner among several at once', async () => {
    const { id } = await upload('a.txt', first);
    const guards = [{ ifMatch: sha256(first) }, { ifAbsent: true }];
    for (const [index, guard] of guards.entries()) {
      const name = index === 0 ? 'a.txt' : 'new.txt';
      const wanted = { name, bytes: 5, ...guard };
      const reserved = await Promise.all([1, 2, 3, 4].map(() => reserveUpload(drive, user, wanted)));
      const answers = await Promise.all(
        reserved.map(({ uploadUrl }) => fetch(uploadUrl, { method: 'PUT', body: other as Uint8Array<ArrayBuffer> })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    }
    expect(await namesIn()).toEqual(['a.txt', 'new.txt']);
    expect((await versionsOf(id)).length).toBe(1);
    expect(await readUsage(drive)).toMatchObject({ reserved: 0 });
  });
});
