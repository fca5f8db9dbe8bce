import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { PublicCollection } from '@drive/contract';
import { describe, expect, it } from 'vitest';
import {
  again,
  codeOf,
  createCollection as create,
  inFolder,
  put,
  reserve,
  resolve,
  send,
  callAsVisitor,
} from '../../../test/api/file-requests.ts';
import { readEvents } from '../../../test/api/sender-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, user, mine } from '../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { SHARE_MAX_EXPIRY_DAYS: '100' } }));

const events = () => readEvents(drive, user.userId, 'collect.uploaded');

describe('a file request, as visitors see it', () => {
  it('shows its request and its owner’s name, and nothing of the files sent', async () => {
    const { token } = await create({ message: 'Please', maxFiles: 2, maxFileBytes: 100, allowedTypes: ['.txt'] });
    await send(token, { uploaderName: 'Ada' });
    const { status, body } = await resolve(token);
    expect([status, body]).toEqual([
      200,
      {
        token,
        passwordProtected: false,
        locked: false,
        expiresAt: null,
        name: 'Holiday',
        message: 'Please',
        ownerName: null,
        full: false,
        maxFileBytes: 100,
        allowedTypes: ['.txt'],
        requireName: false,
      } satisfies PublicCollection,
    ]);
  });

  it('is answered like an unknown link while it is closed or its folder is gone, and opens again with the folder', async () => {
    const made = await create();
    for (const token of ['nothing', '%00', '..', "'", 'x'.repeat(65), made.id])
      expect(codeOf((await resolve(token)).body)).toBe(token === '..' ? 'not_found' : 'collection_not_found');
    await mine.call('DELETE', `/api/files/${made.folderId}`);
    expect((await resolve(made.token)).status).toBe(404);
    expect((await reserve(made.token)).status).toBe(404);
    expect((await again(made.id)).folderId).toBe(null);
    await mine.call('POST', `/api/files/${made.folderId}/restore`);
    expect((await resolve(made.token)).status).toBe(200);
  });

  it('ends at its expiry, and opens again when the owner extends it', async () => {
    const made = await create({ expiresInDays: 1 });
    drive.clock.advance(dayMs - 1);
    expect((await resolve(made.token)).status).toBe(200);
    drive.clock.advance(1);
    for (const said of [await resolve(made.token), await reserve(made.token)])
      expect([said.status, codeOf(said.body)]).toEqual([410, 'collection_expired']);
    await mine.call('PATCH', `/api/collections/${made.id}`, { expiresInDays: 1 });
    expect((await reserve(made.token)).status).toBe(201);
  });

  it('stores files in its folder, within the owner’s quota, without a share', async () => {
    const made = await create();
    const { body } = await reserve(made.token, { fileName: 'a.txt' });
    expect(body).toMatchObject({ shareToken: null, shortUrl: null, directUrl: null });
    expect(await again(made.id)).toMatchObject({ pendingCount: 1, fileCount: 0 });
    expect((await put(body['uploadUrl'] as string)).status).toBe(200);
    expect(await again(made.id)).toMatchObject({ pendingCount: 0, fileCount: 1 });
    expect(await inFolder(made.folderId!)).toEqual(['a.txt']);
    const usage = await drive.database.reader
      .selectFrom('storage_usage')
      .select(['stored_bytes', 'reserved_bytes'])
      .where('owner_id', '=', user.userId)
      .execute();
    expect(usage).toEqual([{ stored_bytes: 5, reserved_bytes: 0 }]);
    expect((await drive.fetch(`/api/files/${body['fileId']}`)).status).toBe(401);
  });

  it('does not reveal to a sender that the name was taken', async () => {
    const made = await create();
    await send(made.token);
    const second = await send(made.token);
    expect(second.body).toMatchObject({ status: 'COMPLETE', fileName: 'a.txt' });
    expect((await inFolder(made.folderId!)).toSorted()).toEqual(['a (1).txt', 'a.txt']);
    expect((await events()).map((event) => event['file_name'])).toEqual(['a.txt', 'a (1).txt']);
  });

  it('accepts only the requested types, by file name or media type', async () => {
    const { token } = await create({ allowedTypes: ['.pdf', 'image/*', 'text/csv'] });
    for (const [fileName, contentType, status] of [
      ['a.pdf', 'application/octet-stream', 201],
      ['A.PDF', 'x/y', 201],
      ['a', 'image/png', 201],
      ['a.bin', 'IMAGE/PNG; q=1', 201],
      ['a.x', 'text/csv; charset=utf-8', 201],
      ['.pdf', 'x/y', 400],
      ['a.pdf.exe', 'x/y', 400],
      ['a.txt', 'text/plain', 400],
      ['a', 'imagex/png', 400],
      ['a', 'text/csvx', 400],
    ] as const) {
      const said = await reserve(token, { fileName, contentType });
      expect([fileName, contentType, said.status]).toEqual([fileName, contentType, status]);
      if (status === 400) expect(codeOf(said.body)).toBe('file_type_not_allowed');
    }
  });

  it('refuses files above its own limit or the plan’s', async () => {
    const small = await create({ maxFileBytes: 10 });
    expect((await reserve(small.token, { sizeBytes: 10 })).status).toBe(201);
    const refused = await reserve(small.token, { sizeBytes: 11 });
    expect([refused.status, codeOf(refused.body)]).toEqual([413, 'payload_too_large']);
    const any = await create();
    const most = drive.config.freeUserMaxBytes;
    expect((await resolve(any.token)).body).toMatchObject({ maxFileBytes: most });
    expect(codeOf((await reserve(any.token, { sizeBytes: most + 1 })).body)).toBe('payload_too_large');
  });

  it('requires a sender name if the owner asks for one', async () => {
    const { token } = await create({ requireName: true });
    for (const uploaderName of [undefined, null]) {
      const { status, body } = await reserve(token, { uploaderName });
      expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ field: 'uploaderName' })]]);
    }
    expect((await reserve(token, { uploaderName: ' ' })).status).toBe(400);
    expect((await reserve(token, { uploaderName: 'Ada', uploaderEmail: 'no address' })).status).toBe(400);
    expect((await reserve(token, { uploaderName: 'Ada', uploaderEmail: 'ada@example.org' })).status).toBe(201);
  });

  it('frees a place if the upload is cancelled or expires', async () => {
    const made = await create({ maxFiles: 1 });
    const first = await reserve(made.token);
    expect((await resolve(made.token)).body).toMatchObject({ full: true });
    const refused = await reserve(made.token);
    expect([refused.status, codeOf(refused.body)]).toEqual([409, 'collection_full']);
    expect((await fetch(first.body['uploadUrl'] as string, { method: 'DELETE' })).status).toBe(204);
    expect((await reserve(made.token)).status).toBe(201);
    drive.clock.advance(25 * hourMs);
    await drive.jobs.runNow('uploads.expire');
    expect(await again(made.id)).toMatchObject({ pendingCount: 0, fileCount: 0 });
    expect((await send(made.token)).status).toBe(200);
    expect(codeOf((await reserve(made.token)).body)).toBe('collection_full');
    await mine.call('PATCH', `/api/collections/${made.id}`, { maxFiles: 2 });
    expect((await reserve(made.token)).status).toBe(201);
  });

  it('accepts exactly its maximum of files from concurrent senders', async () => {
    const made = await create({ maxFiles: 7 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => reserve(made.token)));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(7);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    await Promise.all(
      taken.map(({ body }, index) =>
        index < 3 ? fetch(body['uploadUrl'] as string, { method: 'DELETE' }) : put(body['uploadUrl'] as string),
      ),
    );
    expect(await again(made.id)).toMatchObject({ pendingCount: 0, fileCount: 4 });
    const rest = await Promise.all(Array.from({ length: 10 }, () => reserve(made.token)));
    expect(rest.filter(({ status }) => status === 201)).toHaveLength(3);
  });
});

describe('a locked file request', () => {
  it('shows only that it is locked, and accepts nothing until the password is given', async () => {
    const { token } = await create({ password: 'open sesame', expiresInDays: 1, message: 'hush' });
    const locked = { token, passwordProtected: true, locked: true, expiresAt: expect.any(String) };
    expect((await resolve(token)).body).toEqual(locked);
    const refused = await reserve(token);
    expect([refused.status, codeOf(refused.body)]).toEqual([401, 'share_locked']);
    const wrong = await callAsVisitor('POST', `/api/public/collect/${token}/unlock`, { password: 'wrong' });
    expect([wrong.status, codeOf(wrong.body)]).toEqual([403, 'share_password_incorrect']);
    const right = await drive.fetch(`/api/public/collect/${token}/unlock`, {
      method: 'POST',
      json: { password: 'open sesame' },
    });
    const { unlockToken } = (await right.json()) as { unlockToken: string };
    const cookie = right.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(right.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/);
    for (const headers of [{ 'x-share-unlock': unlockToken }, { cookie: `a=b; ${cookie}` }]) {
      expect((await resolve(token, headers)).body).toMatchObject({ locked: false, message: 'hush' });
      expect((await reserve(token, {}, headers)).status).toBe(201);
    }
    drive.clock.advance(2 * hourMs);
    expect((await resolve(token, { 'x-share-unlock': unlockToken })).body).toEqual(locked);
  });

  it('locks again with a new password, and refuses grants of other links', async () => {
    const [one, two] = [await create({ password: 'same' }), await create({ password: 'same' })];
    const itemId = await mine.file('shared.txt');
    const share = (await mine.call('POST', `/api/files/${itemId}/share`, { password: 'same' })).body;
    const unlock = async (path: string) =>
      (await callAsVisitor('POST', `/api/public/${path}/unlock`, { password: 'same' })).body['unlockToken'] as string;
    const grant = await unlock(`collect/${one.token}`);
    const isLocked = async (token: string, unlockToken: string) =>
      (await resolve(token, { 'x-share-unlock': unlockToken })).body['locked'];
    expect(await isLocked(one.token, grant)).toBe(false);
    expect(await isLocked(two.token, grant)).toBe(true);
    // Row ids of shares and requests may be equal; their signatures differ.
    const ofShare = await unlock(`share/${share.shareToken}`);
    for (const token of [one.token, two.token]) expect(await isLocked(token, ofShare)).toBe(true);
    await mine.call('PATCH', `/api/collections/${one.id}`, { password: 'same' });
    expect(await isLocked(one.token, grant)).toBe(true);
    await mine.call('PATCH', `/api/collections/${one.id}`, { password: null });
    expect((await resolve(one.token)).body).toMatchObject({ locked: false, passwordProtected: false });
  });

  it('accepts five attempts in 15 minutes', async () => {
    const { token } = await create({ password: 'open sesame' });
    const guess = (password: string) => callAsVisitor('POST', `/api/public/collect/${token}/unlock`, { password });
    for (let time = 0; time < 5; time += 1) expect((await guess('wrong')).status).toBe(403);
    const refused = await guess('open sesame');
    expect([refused.status, codeOf(refused.body)]).toEqual([429, 'too_many_requests']);
    drive.clock.advance(15 * minuteMs);
    expect((await guess('open sesame')).status).toBe(200);
  });
});

describe('notifications of a file request', () => {
  it('are one event per file, and one email for files sent within minutes', async () => {
    drive.clock.advance(10 * minuteMs);
    await drive.drain();
    drive.mails.length = 0;
    const made = await create({ name: 'Photos' });
    await send(made.token, { uploaderName: 'Ada\nLovelace', uploaderEmail: 'ada@example.org' });
    await send(made.token, { fileName: 'b.txt' });
    const [first, second] = await events();
    expect(first).toEqual({
      collection_token: made.token,
      collection_name: 'Photos',
      file_id: expect.any(String),
      file_name: 'a.txt',
      file_size: 5,
      uploader_name: 'Ada Lovelace',
      occurred_at: expect.any(String),
    });
    expect(second).toMatchObject({ file_name: 'b.txt', uploader_name: null });
    await drive.drain();
    expect(drive.mails).toEqual([]);
    drive.clock.advance(5 * minuteMs);
    await drive.drain();
    expect(drive.mails.map(({ to, subject }) => [to, subject])).toEqual([[user.email, '2 files for Photos']]);
    expect(drive.mails[0]?.text).toContain('a.txt (5 bytes) from Ada Lovelace <ada@example.org>');
    await send(made.token, { fileName: 'c.txt' });
    drive.clock.advance(5 * minuteMs);
    await drive.drain();
    expect(drive.mails.map(({ subject }) => subject)).toEqual(['2 files for Photos', '1 file for Photos']);
  });

  it('leave out cancelled files, and include files that were in progress when it was closed', async () => {
    const made = await create();
    const [cancelled, underWay] = [await reserve(made.token), await reserve(made.token)];
    await fetch(cancelled.body['uploadUrl'] as string, { method: 'DELETE' });
    await mine.call('DELETE', `/api/collections/${made.id}`);
    expect(await events()).toEqual([]);
    await put(underWay.body['uploadUrl'] as string);
    expect(await events()).toHaveLength(1);
  });
});

describe('a crash between a reservation and its bytes', () => {
  it('leaves the file with its request, stored once', async () => {
    const made = await create({ maxFiles: 2 });
    const { body } = await reserve(made.token, { uploaderName: 'Ada' });
    await drive.restart();
    expect(await again(made.id)).toMatchObject({ pendingCount: 1 });
    expect((await put(`${drive.url}/files/uploads/${body['sessionId']}`)).status).toBe(200);
    expect(await again(made.id)).toMatchObject({ pendingCount: 0, fileCount: 1 });
    expect(await events()).toMatchObject([{ uploader_name: 'Ada', file_id: body['fileId'] }]);
    await drive.restart();
    drive.clock.advance(5 * minuteMs);
    await drive.drain();
    expect(await events()).toHaveLength(1);
  });
});
