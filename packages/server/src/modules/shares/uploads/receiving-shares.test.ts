import { dayMs, hourMs } from '@drive/base';
import type { ListedShare, PublicShare, ShareDescriptor } from '@drive/contract';
import { describe, expect, it, vi } from 'vitest';
import { callAsVisitor, inFolder, put, type VisitorAnswer } from '../../../../test/api/file-requests.ts';
import { fileWish, formWith, readEvents } from '../../../../test/api/sender-api.ts';
import { createTestBrowser } from '../../../../test/browser/browser.ts';
import { startDrive } from '../../../../test/drive.ts';
import { sharedApi } from '../../../../test/shared.ts';
import { drive, driveForAllTests, mine, user } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

let folders = 0;
const newFolder = (): Promise<string> => mine.folder(`Inbox ${(folders += 1)}`);

async function receiving(json: Record<string, unknown> = {}): Promise<{ folderId: string; token: string }> {
  const folderId = await newFolder();
  const share = await sharedApi(drive, user).shareFolder(folderId, { allowUpload: true, ...json });
  return { folderId, token: share.shareToken };
}

const reserve = (token: string, json: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  callAsVisitor('POST', `/api/public/share/${token}/uploads`, { ...fileWish, ...json }, headers);
const send = async (token: string, json: Record<string, unknown> = {}): Promise<VisitorAnswer> => {
  const { status, body } = await reserve(token, json);
  expect([status, body]).toEqual([201, expect.anything()]);
  return put(body['uploadUrl'] as string);
};
const resolve = async (token: string): Promise<PublicShare> =>
  (await callAsVisitor('GET', `/api/public/share/${token}`)).body as PublicShare;
const listed = async (token: string): Promise<ListedShare> =>
  (await mine.call('GET', `/api/shares/${token}`)).body as ListedShare;
const change = (token: string, json: object) => mine.call('PATCH', `/api/shares/${token}`, json);
const refusal = ({ status, body }: VisitorAnswer): unknown[] => [status, body['code']];
const postForm = (path: string, name: string, headers: Record<string, string> = {}): Promise<Response> =>
  drive.fetch(`/files/share-form/${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: formWith(name),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });

describe('a share of a folder', () => {
  it('[P-1330] accepts files only if its owner allows it', async () => {
    const folderId = await newFolder();
    const { shareToken: token, allowUpload } = await sharedApi(drive, user).shareFolder(folderId);
    expect([allowUpload, (await resolve(token)).allowUpload]).toEqual([false, false]);
    expect(refusal(await reserve(token))).toEqual([403, 'access_denied']);
    expect((await postForm(token, 'a.txt')).status).toBe(403);
    const opened = await mine.call('PATCH', `/api/folders/${folderId}/share`, {
      shareMode: 'SHARED',
      allowUpload: true,
      uploadMaxFiles: 3,
    });
    expect(opened.body).toMatchObject({ shareToken: token, allowUpload: true, uploadMaxFiles: 3 });
    expect((await send(token)).status).toBe(200);
    await change(token, { allowUpload: false });
    expect(refusal(await reserve(token))).toEqual([403, 'access_denied']);
    expect(await inFolder(folderId)).toEqual(['a.txt']);
  });

  it('[P-1331] never replaces: a file whose name is taken gets the next free one', async () => {
    const { folderId, token } = await receiving();
    const kept = await mine.file('a.txt', { in: folderId, bytes: 3 });
    await send(token);
    await send(token);
    expect((await inFolder(folderId)).toSorted()).toEqual(['a (1).txt', 'a (2).txt', 'a.txt']);
    expect((await mine.call('GET', `/api/files/${kept}`)).body).toMatchObject({ size: 3, name: 'a.txt' });
    for (const field of ['onConflict', 'ifMatch', 'share', 'metadata'])
      expect(refusal(await reserve(token, { [field]: 'replace' }))).toEqual([400, 'validation_failed']);
  });

  it('[P-1332] gives visitors no way to rename, move or delete', async () => {
    const { folderId, token } = await receiving();
    const { body } = await send(token);
    const id = body['fileId'] as string;
    for (const [method, path, json] of [
      ['PATCH', `/api/files/${id}`, { name: 'b.txt' }],
      ['DELETE', `/api/files/${id}`, undefined],
      ['DELETE', `/api/public/share/${token}/files/${id}`, undefined],
      ['POST', '/api/files/move', { ids: [id], parentId: folderId }],
    ] as const)
      expect([401, 404, 405]).toContain((await callAsVisitor(method, path, json)).status);
    expect(await inFolder(folderId)).toEqual(['a.txt']);
  });

  it('[P-1333] takes files into a folder inside it, and into no other', async () => {
    const { folderId, token } = await receiving();
    const inner = await mine.folder('inner', folderId);
    const [outside, file] = [await newFolder(), await mine.file('x.txt', { in: folderId })];
    await send(token, { parentId: inner });
    expect(await inFolder(inner)).toEqual(['a.txt']);
    const unknown = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
    const answers = [];
    for (const parentId of [outside, file, unknown]) answers.push(await reserve(token, { parentId }));
    for (const { status, body } of answers)
      expect([status, body['code'], body['message']]).toEqual([404, 'folder_not_found', answers[2]!.body['message']]);
    await mine.call('DELETE', `/api/files/${inner}`);
    expect(refusal(await reserve(token, { parentId: inner }))).toEqual([404, 'folder_not_found']);
    expect(await inFolder(outside)).toEqual([]);
  });

  it('[P-1334] keeps the limits of size, number and type that its owner set', async () => {
    const limits = { uploadMaxFileBytes: 5, uploadMaxFiles: 2, uploadAllowedTypes: ['.TXT', 'image/*'] };
    const { token } = await receiving(limits);
    expect(await resolve(token)).toMatchObject({
      allowUpload: true,
      uploadsFull: false,
      uploadMaxFileBytes: 5,
      uploadAllowedTypes: ['.txt', 'image/*'],
    });
    expect(refusal(await reserve(token, { sizeBytes: 6 }))).toEqual([413, 'payload_too_large']);
    expect(refusal(await reserve(token, { fileName: 'a.exe', contentType: 'application/x-msdos-program' }))).toEqual([
      400,
      'file_type_not_allowed',
    ]);
    await send(token);
    expect((await reserve(token)).status).toBe(201);
    expect(refusal(await reserve(token))).toEqual([409, 'collection_full']);
    expect((await resolve(token)).uploadsFull).toBe(true);
    expect((await listed(token)).uploadCount).toBe(1);
    await change(token, { uploadMaxFiles: null, uploadMaxFileBytes: null, uploadAllowedTypes: null });
    expect((await send(token, { fileName: 'b.exe', sizeBytes: 5 })).status).toBe(200);
  });

  it('[P-1335] counts what visitors add in the quota of its owner', async () => {
    const { token } = await receiving();
    const before = (await mine.usage()).usedBytes;
    const { body } = await reserve(token, { sizeBytes: 5 });
    expect((await mine.usage()).usedBytes).toBe(before + 5);
    await put(body['uploadUrl'] as string);
    expect((await mine.usage()).usedBytes).toBe(before + 5);
    expect(refusal(await reserve(token, { sizeBytes: 2 ** 50 }))[1]).toMatch(
      /payload_too_large|storage_quota_exceeded/,
    );
  });

  it('[P-1336] announces each file with its sender, as file requests do', async () => {
    const { folderId, token } = await receiving();
    const { name } = (await mine.call('GET', `/api/files/${folderId}`)).body;
    const { body } = await send(token, { uploaderName: ' Ada ', uploaderEmail: 'ada@example.com' });
    expect((await readEvents(drive, user.userId, 'collect.uploaded')).at(-1)).toEqual({
      collection_token: token,
      collection_name: name,
      file_id: body['fileId'],
      file_name: 'a.txt',
      file_size: 5,
      uploader_name: 'Ada',
      occurred_at: expect.any(String),
    });
    const { uploads } = (await mine.call('GET', `/api/shares/${token}/uploads`)).body;
    expect(uploads).toEqual([
      {
        fileId: body['fileId'],
        fileName: 'a.txt',
        sizeBytes: 5,
        uploaderName: 'Ada',
        uploaderEmail: 'ada@example.com',
        uploadedAt: expect.any(String),
      },
    ]);
    drive.clock.advance(hourMs);
    await drive.jobs.drain();
    const mail = drive.mails.at(-1);
    expect(mail?.subject).toBe(`1 file for ${name}`);
    expect(mail?.text).toContain(`through your link to ${name}:`);
    expect(mail?.text).toContain('a.txt (5 bytes) from Ada <ada@example.com>');
    expect(mail?.text).toContain(`/app/files/${folderId}`);
  });

  it('[P-1337] accepts no file while it is locked, expired, private, used up or revoked', async () => {
    const { token } = await receiving({ password: 'secret', expiresInDays: 1 });
    expect(refusal(await reserve(token))).toEqual([401, 'share_locked']);
    expect((await postForm(token, 'a.txt')).status).toBe(401);
    const { body } = await callAsVisitor('POST', `/api/public/share/${token}/unlock`, { password: 'secret' });
    const unlocked = { 'x-share-unlock': body['unlockToken'] as string };
    expect((await reserve(token, {}, unlocked)).status).toBe(201);
    drive.clock.advance(2 * dayMs);
    expect(refusal(await reserve(token, {}, unlocked))).toEqual([410, 'share_expired']);
    await change(token, { expiresInDays: null, password: null, shareMode: 'PRIVATE' });
    expect(refusal(await reserve(token))).toEqual([404, 'share_not_found']);
    await change(token, { shareMode: 'PUBLIC' });
    expect((await reserve(token)).status).toBe(201);
    await mine.call('DELETE', `/api/shares/${token}`);
    expect(refusal(await reserve(token))).toEqual([404, 'share_not_found']);
  });

  it('[P-1338] ends reservations that have not begun when it is closed, and lets others finish', async () => {
    for (const close of [
      (token: string) => change(token, { allowUpload: false }),
      (token: string) => change(token, { password: 'secret' }),
      (token: string) => change(token, { shareMode: 'PRIVATE' }),
      (token: string) => mine.call('DELETE', `/api/shares/${token}`),
    ]) {
      const { folderId, token } = await receiving();
      const waiting = (await reserve(token)).body;
      const begun = (await reserve(token, { fileName: 'b.txt', sizeBytes: 8 })).body;
      const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
      const patch = (offset: string) =>
        drive.fetch(`/files/tus/${begun['sessionId']}`, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': offset },
          body: 'half',
        });
      expect((await patch('0')).status).toBe(204);
      await close(token);
      await drive.jobs.drain();
      expect((await put(waiting['uploadUrl'] as string)).status).toBe(410);
      expect((await patch('4')).status).toBe(204);
      expect(await inFolder(folderId)).toEqual(['b.txt']);
    }
  });

  it('settles uploads whose end a server of an earlier version told nobody', async () => {
    const { token } = await receiving({ uploadMaxFiles: 2 });
    const failed = (await reserve(token)).body['sessionId'] as string;
    await send(token);
    await drive.database.write(async (tx) => {
      await tx.updateTable('upload_sessions').set({ status: 'FAILED' }).where('id', '=', failed).execute();
      await tx
        .updateTable('share_uploads')
        .set({ completed_at: null, file_id: null })
        .where('share_id', 'in', (db) => db.selectFrom('shares').select('row_id').where('token', '=', token))
        .execute();
      const counts = { upload_pending_count: 2, upload_count: 0 };
      await tx.updateTable('shares').set(counts).where('token', '=', token).execute();
    });
    expect(refusal(await reserve(token))[0]).toBe(409);
    await drive.jobs.runNow('shares.uploads');
    const { uploads } = (await mine.call('GET', `/api/shares/${token}/uploads`)).body;
    expect(uploads).toMatchObject([{ fileName: 'a.txt', sizeBytes: 5 }]);
    expect((await send(token)).status).toBe(200);
    expect(refusal(await reserve(token))[0]).toBe(409);
  });

  it('is the only kind of link that accepts files', async () => {
    const fileId = await mine.file('plain.txt');
    const message = 'allowUpload is only for the link of a folder.';
    const own = await mine.call('POST', `/api/files/${fileId}/links`, { allowUpload: true });
    expect([own.status, own.body.message]).toEqual([400, message]);
    const { shareToken } = (await mine.call('POST', `/api/files/${fileId}/share`)).body as ShareDescriptor;
    expect((await change(shareToken, { allowUpload: true })).status).toBe(400);
    expect((await mine.call('POST', `/api/files/${fileId}/share`, { allowUpload: true })).status).toBe(400);
    const multi = await sharedApi(drive, user).shareTogether([fileId, await mine.file('other.txt')]);
    expect((await change(multi, { allowUpload: true })).body.message).toBe(message);
    expect(refusal(await reserve(multi))).toEqual([403, 'access_denied']);
  });
});

describe('the page of a share that accepts files', () => {
  it('[P-1339] has a form that works without a script, and shows what has arrived', async () => {
    const { folderId, token } = await receiving({ uploadAllowedTypes: ['.txt'] });
    const inner = await mine.folder('inner', folderId);
    const browser = createTestBrowser(drive);
    const page = await browser.open(`/share/${token}?folder=${inner}`);
    expect(page.html).toContain('<h2 id="add-title">Add files</h2>');
    expect(page.html).toContain('Everyone with this link can see them.');
    expect(page.html).toContain(`action="/files/share-form/${token}?folder=${inner}"`);
    const sent = await postForm(`${token}?folder=${inner}`, 'a.txt');
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/share/${token}?folder=${inner}&sent=1`]);
    const after = await browser.open(sent.headers.get('location')!);
    expect(after.html).toContain('Your file has arrived.');
    expect(after.html).toContain('a.txt');
    const refused = await postForm(`${token}?folder=${inner}`, 'a.exe');
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain('has a type that is not accepted');
    expect(html).toContain(`href="/share/${token}?folder=${inner}"`);
    expect(await inFolder(inner)).toEqual(['a.txt']);
  });

  it('[P-1802] needs no more room for a form than the form has bytes, however large files may be', async () => {
    const { token } = await receiving();
    const stage = vi.spyOn(drive.blobs, 'stage');
    expect((await postForm(token, 'a.txt')).status).toBe(303);
    expect(stage.mock.calls.map(([, { totalBytes }]) => totalBytes < 1000)).toEqual([true]);
  });

  it('[P-1803] says for how many more files there is room, and refuses a form with more', async () => {
    const { folderId, token } = await receiving({ uploadMaxFiles: 2 });
    const browser = createTestBrowser(drive);
    expect((await browser.open(`/share/${token}`)).html).toContain('Room for 2 more files');
    expect((await postForm(token, 'a.txt')).status).toBe(303);
    expect((await browser.open(`/share/${token}`)).html).toContain('Room for one more file');
    const body = formWith('b.txt');
    body.append('files', new File(['hello'], 'c.txt'));
    const headers = { 'sec-fetch-site': 'same-origin' };
    const refused = await drive.fetch(`/files/share-form/${token}`, { method: 'POST', body, headers });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Fewer files than these are accepted. Remove some.');
    expect(await inFolder(folderId)).toEqual(['a.txt']);
  });

  it('speaks German, and has no form for a share that accepts no files', async () => {
    const { token } = await receiving({ uploadMaxFiles: 1 });
    const open = async (path: string): Promise<string> =>
      (await drive.fetch(path, { headers: { accept: 'text/html', 'accept-language': 'de' } })).text();
    expect(await open(`/share/${token}`)).toContain('Dateien hinzufügen');
    await send(token);
    expect(await open(`/share/${token}`)).toContain('Dieser Ordner nimmt keine Dateien mehr an.');
    await change(token, { allowUpload: false });
    expect(await open(`/share/${token}`)).not.toContain('Dateien hinzufügen');
  });
});
