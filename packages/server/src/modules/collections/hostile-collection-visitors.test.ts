import { setImmediate } from 'node:timers/promises';
import type { Collection } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { createCollection as create } from '../../../test/api/file-requests.ts';
import { formWith, readEvents, refusalIn, senderApi } from '../../../test/api/sender-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { openRequest } from '../../../test/network/raw-request.ts';
import { driveForAllTests, drive, user as owner, mine } from '../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { ask, reserve, put, postForm } = senderApi(() => drive);
const again = async ({ id }: Collection): Promise<Collection> =>
  (await mine.call('GET', `/api/collections/${id}`)).body as Collection;
const events = () => readEvents(drive, owner.userId, 'collect.uploaded');
/** An upload in progress. */
async function beginSlowly(token: string) {
  const { body } = await reserve(token, { sizeBytes: 10 });
  const request = await openRequest(body['uploadUrl'] as string, 'PUT', {
    'content-length': 10,
    expect: '100-continue',
  });
  await request.continued;
  await request.send('12345');
  return { fileId: body['fileId'] as string, finish: async () => (await request.send('67890'), request.answer) };
}
describe('concurrent requests', () => {
  test('get the last place once, and once more after it is freed', async () => {
    const made = await create({ maxFiles: 1 });
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 8 }, () => reserve(made.token)));
      const [won, ...others] = all.filter(({ status }) => status === 201);
      expect(others).toEqual([]);
      expect(all.filter((said) => said.body['code'] === 'collection_full')).toHaveLength(7);
      const path = new URL(won!.body['uploadUrl'] as string).pathname;
      // Concurrent cancellations free its place once.
      await Promise.all(Array.from({ length: 3 }, () => ask('DELETE', path)));
      expect(await again(made)).toMatchObject({ pendingCount: 0, fileCount: 0 });
    }
    expect((await put((await reserve(made.token)).body['uploadUrl'])).status).toBe(200);
    expect(refusalIn(await reserve(made.token))).toEqual([409, 'collection_full']);
  });

  test('that send and cancel one file have one outcome, which the number of places matches', async () => {
    for (let round = 0; round < 4; round += 1) {
      const made = await create({ maxFiles: 5 });
      const url = (await reserve(made.token)).body['uploadUrl'] as string;
      await Promise.all([put(url), ask('DELETE', new URL(url).pathname), put(url)]);
      const { fileCount, pendingCount } = await again(made);
      expect(fileCount + pendingCount).toBeLessThanOrEqual(1);
      expect((await mine.names(made.folderId!)).length).toBe(fileCount);
      expect((await events()).filter(({ collection_token: token }) => token === made.token)).toHaveLength(fileCount);
    }
  });

  test('begun before the request is closed complete and are announced; all others are refused', async () => {
    const made = await create();
    const upload = await beginSlowly(made.token);
    const [, late] = await Promise.all([mine.call('DELETE', `/api/collections/${made.id}`), reserve(made.token)]);
    expect([201, 404]).toContain(late.status);
    expect(refusalIn(await reserve(made.token))).toEqual([404, 'collection_not_found']);
    expect((await upload.finish())?.status).toBe(200);
    expect(await events()).toMatchObject([{ collection_name: 'Holiday', file_id: upload.fileId }]);
    expect(await mine.names(made.folderId!)).toEqual(['a.txt']);
  });

  test('reservations of visitors without bytes leave the owner’s quota once the request is closed', async () => {
    const made = await create();
    const upload = await beginSlowly(made.token);
    for (let n = 0; n < 5; n += 1) await reserve(made.token, { sizeBytes: 1_000_000_000 });
    const resumed = (await reserve(made.token, { sizeBytes: 8 })).body['sessionId'] as string;
    const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    expect((await ask('PATCH', `/files/tus/${resumed}`, { headers: tus, body: 'half' })).status).toBe(204);
    await mine.call('DELETE', `/api/collections/${made.id}`);
    await drive.jobs.drain();
    expect((await mine.usage()).usedBytes).toBe(18);
    expect((await upload.finish())?.status).toBe(200);
    expect(
      (await ask('PATCH', `/files/tus/${resumed}`, { headers: { ...tus, 'upload-offset': '4' }, body: 'half' })).status,
    ).toBe(204);
    expect(await events()).toHaveLength(2);
    expect(await mine.usage()).toMatchObject({ usedBytes: 18 });
  });

  test('upload URLs without bytes end when a password is set or changed, unlike those issued with it', async () => {
    const made = await create();
    const grantFor = async (password: string): Promise<Record<string, string>> => {
      const { body } = await ask('POST', `/api/public/collect/${made.token}/unlock`, { json: { password } });
      return { 'x-share-unlock': body['unlockToken'] as string };
    };
    let grant: Record<string, string> = {};
    for (const password of ['first secret', 'second secret']) {
      const url = (await reserve(made.token, {}, grant)).body['uploadUrl'] as string;
      expect((await mine.call('PATCH', `/api/collections/${made.id}`, { password })).status).toBe(200);
      grant = await grantFor(password);
      const later = (await reserve(made.token, {}, grant)).body['uploadUrl'] as string;
      await drive.jobs.drain();
      expect((await put(url)).status).toBe(410);
      expect((await put(later)).status).toBe(200);
    }
    const url = (await reserve(made.token, {}, grant)).body['uploadUrl'] as string;
    await mine.call('PATCH', `/api/collections/${made.id}`, { password: null });
    await drive.jobs.drain();
    expect((await put(url)).status).toBe(200);
  });

  test.each(['trashed', 'purged'] as const)(
    'a folder that is %s during an upload closes the link, and the file is stored in the root',
    async (how) => {
      const made = await create();
      const upload = await beginSlowly(made.token);
      await mine.trash(made.folderId!);
      if (how === 'purged') {
        await mine.purge(made.folderId!);
        // A plain drain: the upload is still in progress.
        await drive.jobs.drain();
      }
      expect(refusalIn(await reserve(made.token))).toEqual([404, 'collection_not_found']);
      expect((await postForm(made.token, formWith('b'))).status).toBe(404);
      expect((await upload.finish())?.status).toBe(200);
      expect(await mine.get(upload.fileId)).toMatchObject({ name: 'a.txt', parentId: null });
      expect(await events()).toMatchObject([{ file_id: upload.fileId, file_size: 10 }]);
    },
  );

  test('limits that are lowered after the page was opened apply to its reservations', async () => {
    const made = await create();
    await mine.call('PATCH', `/api/collections/${made.id}`, { maxFileBytes: 4, allowedTypes: ['.txt'] });
    expect(refusalIn(await reserve(made.token))).toEqual([413, 'payload_too_large']);
    expect(refusalIn(await reserve(made.token, { sizeBytes: 4, fileName: 'a.exe' }))).toEqual([
      400,
      'file_type_not_allowed',
    ]);
    expect((await postForm(made.token, formWith('a.txt', 'hello'))).status).toBe(413);
    expect((await reserve(made.token, { sizeBytes: 4 })).status).toBe(201);
  });
});

describe('a sent file', () => {
  test.each([
    ['../../etc/passwd'],
    ['a/b'],
    ['a\\b'],
    ['.'],
    ['..'],
    [''],
    [' \u0000 '],
    ['x'.repeat(256)],
    ['\ud800.txt'],
  ])('is refused under the name %j, by the API and by the form', async (fileName) => {
    const made = await create();
    expect(refusalIn(await reserve(made.token, { fileName }))).toEqual([400, 'validation_failed']);
    const sent = await postForm(made.token, formWith(fileName));
    // A browser's form sends no name for an empty field, and no lone surrogates; the server uses the last segment of a path.
    if (sent.status === 303)
      for (const name of await mine.names(made.folderId!)) expect(name).not.toMatch(/[/\\\0]|^\.+$/);
    else expect(sent.status).toBe(400);
    expect(await mine.names()).toEqual(['Holiday']);
  });

  test('keeps an unusual name, in the requested folder, without replacing another file', async () => {
    const made = await create();
    const odd = [
      'CON',
      '-rf',
      '…',
      "'; drop table items; --",
      'photo\u202egpj.exe',
      '<script>.html',
      '.htaccess',
      '%2e%2e%2f',
    ];
    for (const fileName of [...odd, ...odd]) {
      const said = await reserve(made.token, { fileName });
      expect([fileName, said.status, (await put(said.body['uploadUrl'])).status]).toEqual([fileName, 201, 200]);
    }
    const names = (await mine.call('GET', `/api/files?parentId=${made.folderId}&limit=50`)).body.files.map(
      ({ name }: { name: string }) => name,
    );
    expect(new Set(names).size).toBe(16);
    expect(names).toEqual(expect.arrayContaining(odd));
    expect(await mine.names()).toEqual(['Holiday']);
  });

  test.each([
    { sizeBytes: 0 },
    { sizeBytes: -1 },
    { sizeBytes: 1.5 },
    { sizeBytes: '5' },
    { sizeBytes: Number.MAX_SAFE_INTEGER + 2 },
    { contentType: ' \r\n' },
    { contentType: 'x'.repeat(1000) },
    { folderId: crypto.randomUUID() },
    { purpose: 'own' },
    { uploaderName: 'x'.repeat(101) },
    { uploaderName: ['Ada'] },
    { uploaderEmail: 'ada@example.org\nBcc: eve@example.org' },
    { fileName: undefined },
  ])('is refused as %j, and takes no place', async (json) => {
    const made = await create();
    expect(refusalIn(await reserve(made.token, json))).toEqual([400, 'validation_failed']);
    expect(await again(made)).toMatchObject({ pendingCount: 0 });
  });

  test('matches a type by its extension or its media type, not by a part of either', async () => {
    const made = await create({ allowedTypes: ['.pdf', 'image/*', 'text/csv'] });
    const fits = async (fileName: string, contentType: string) =>
      (await reserve(made.token, { fileName, contentType })).status;
    for (const [name, type] of [
      ['A.PDF', 'application/octet-stream'],
      ['x', 'IMAGE/PNG'],
      ['x', 'image/png; charset=x'],
      ['x', 'text/csv'],
    ] as const)
      expect([name, type, await fits(name, type)]).toEqual([name, type, 201]);
    for (const [name, type] of [
      ['.pdf', 'text/plain'],
      ['a.pdf.exe', 'text/plain'],
      ['pdf', 'text/plain'],
      ['x', 'text/csvx'],
      ['image/png', 'text/plain'],
    ] as const)
      expect([name, type, await fits(name, type)]).toEqual([name, type, 400]);
  });

  test('with a wrong length is not stored, and its place stays taken until it is sent again or cancelled', async () => {
    const made = await create({ maxFiles: 1 });
    const url = (await reserve(made.token)).body['uploadUrl'] as string;
    expect(refusalIn(await put(url, 'too long'))).toEqual([400, 'upload_size_mismatch']);
    expect(refusalIn(await put(url, 'shor'))).toEqual([400, 'upload_size_mismatch']);
    expect(await again(made)).toMatchObject({ pendingCount: 1, fileCount: 0 });
    expect((await put(url)).status).toBe(200);
    expect(refusalIn(await put(url))).toEqual([409, 'upload_already_complete']);
    expect(await again(made)).toMatchObject({ pendingCount: 0, fileCount: 1 });
    expect(await events()).toHaveLength(1);
  });

  test('never runs as a page of the server when the owner opens it', async () => {
    const made = await create();
    const said = await reserve(made.token, { fileName: 'a.html', contentType: 'text/html', sizeBytes: 8 });
    await put(said.body['uploadUrl'], '<script>');
    const { downloadUrl } = (await mine.call('GET', `/api/files/${said.body['fileId']}/download-url?inline=true`)).body;
    const { headers } = await ask('GET', downloadUrl as string);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  test('is streamed: a form of 160 MB needs little memory', async () => {
    const made = await create();
    const bytes = 160 * 1024 * 1024;
    const head = '--b\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n';
    const tail = '\r\n--b--\r\n';
    const request = await openRequest(`${drive.url}/files/collect-form/${made.token}`, 'POST', {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + bytes + tail.length,
    });
    await request.send(head);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const chunk = Buffer.alloc(1024 * 1024, 1);
    for (let sent = 0; sent < bytes; sent += chunk.length) {
      await request.send(chunk);
      await setImmediate();
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    await request.send(tail);
    expect((await request.answer)?.status).toBe(303);
    expect(most).toBeLessThan(64 * 1024 * 1024);
    expect(await again(made)).toMatchObject({ fileCount: 1 });
  });
});
