import { dayMs } from '@drive/base';
import type { Collection } from '@drive/contract';
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
} from '../../../test/api/file-requests.ts';
import { treeApi } from '../../../test/api/tree-api.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, user, mine } from '../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { SHARE_MAX_EXPIRY_DAYS: '100' } }));

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
describe('a file request, as its owner sees it', () => {
  it('creates a folder of its name if none is given, with the next free name if it is taken', async () => {
    const first = await create({ name: 'Holiday / 2026' });
    expect(first).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^[\w-]{22}$/),
      url: `${drive.url}/collect/${first.token}`,
      name: 'Holiday / 2026',
      message: null,
      driveId: null,
      folderId: expect.any(String),
      expiresAt: null,
      passwordProtected: false,
      maxFiles: null,
      maxFileBytes: null,
      allowedTypes: null,
      requireName: false,
      fileCount: 0,
      pendingCount: 0,
      createdAt: expect.any(String),
    });
    const second = await create({ name: 'Holiday / 2026' });
    expect(second.folderId).not.toBe(first.folderId);
    const { files } = (await mine.call('GET', '/api/files')).body as { files: { name: string }[] };
    expect(files.map(({ name }) => name).toSorted()).toEqual(['Holiday - 2026', 'Holiday - 2026 (1)']);
  });

  it('uses the given folder, which must be the owner’s and alive', async () => {
    const folderId = await mine.folder('in');
    expect((await create({ folderId })).folderId).toBe(folderId);
    const other = treeApi(drive, await drive.createUser());
    const theirs = await other.folder('theirs');
    const gone = await mine.folder('gone');
    await mine.call('DELETE', `/api/files/${gone}`);
    for (const id of [unknownId, theirs, gone, await mine.file('no folder')]) {
      const { status, body } = await mine.call('POST', '/api/collections', { name: 'x', folderId: id });
      expect([status, codeOf(body)]).toEqual([404, 'folder_not_found']);
    }
  });

  it('stores every option, changes each alone, and clears it with null', async () => {
    const wishes = {
      message: 'Please.\nThank you.',
      expiresInDays: 2,
      password: 'secret',
      maxFiles: 3,
      maxFileBytes: 100,
      allowedTypes: ['.PDF', 'image/*'],
      requireName: true,
    };
    const made = await create(wishes);
    const expected = {
      ...made,
      message: wishes.message,
      expiresAt: new Date(drive.clock.now() + 2 * dayMs).toISOString(),
      passwordProtected: true,
      maxFiles: 3,
      maxFileBytes: 100,
      allowedTypes: ['.pdf', 'image/*'],
      requireName: true,
    };
    expect(made).toEqual(expected);
    const patch = async (json: unknown) => (await mine.call('PATCH', `/api/collections/${made.id}`, json)).body;
    expect(await patch({})).toEqual(expected);
    expect(await patch({ name: 'Other' })).toEqual({ ...expected, name: 'Other' });
    expect(await patch({ message: null })).toEqual({ ...expected, name: 'Other', message: null });
    expect(
      await patch({
        expiresInDays: null,
        password: null,
        maxFiles: null,
        maxFileBytes: null,
        allowedTypes: null,
        requireName: false,
      }),
    ).toEqual({
      ...expected,
      name: 'Other',
      message: null,
      expiresAt: null,
      passwordProtected: false,
      maxFiles: null,
      maxFileBytes: null,
      allowedTypes: null,
      requireName: false,
    });
    expect(await again(made.id)).toMatchObject({ name: 'Other', passwordProtected: false });
    const folderId = await mine.folder('elsewhere');
    expect(await patch({ folderId })).toMatchObject({ folderId });
    expect(codeOf(await patch({ folderId: unknownId }))).toBe('folder_not_found');
  });

  it.each([
    ['no name', { name: undefined }],
    ['a blank name', { name: ' \n ' }],
    ['a name too long', { name: 'x'.repeat(201) }],
    ['a message too long', { message: 'x'.repeat(2001) }],
    ['too many days', { expiresInDays: 101 }],
    ['a short password', { password: 'abc' }],
    ['no file', { maxFiles: 0 }],
    ['no byte', { maxFileBytes: 0 }],
    ['no type', { allowedTypes: [] }],
    ['a type that is none', { allowedTypes: ['pdf'] }],
    ['a type of markup', { allowedTypes: ['image/*"><script>'] }],
    ['a field of its own', { maxfiles: 2 }],
  ])('refuses %s', async (_, json) => {
    const { status, body } = await mine.call('POST', '/api/collections', { name: 'x', ...json });
    expect([status, codeOf(body)]).toEqual([400, 'validation_failed']);
  });

  it('refuses a password that bcrypt would truncate', async () => {
    const { status, body } = await mine.call('POST', '/api/collections', { name: 'x', password: 'ä'.repeat(37) });
    expect([status, codeOf(body)]).toEqual([400, 'password_too_long']);
  });

  it('is listed for its owner only, newest first, with pages', async () => {
    const made = [await create({ name: '1' }), await create({ name: '2' }), await create({ name: '3' })];
    await treeApi(drive, await drive.createUser()).call('POST', '/api/collections', { name: 'theirs' });
    const { body } = await mine.call('GET', '/api/collections?limit=2');
    expect(body.collections.map(({ name }: Collection) => name)).toEqual(['3', '2']);
    expect(body.pagination).toEqual({
      currentPage: 1,
      totalItems: 3,
      totalPages: 2,
      nextCursor: expect.any(String) as string,
    });
    expect((await mine.call('GET', '/api/collections?limit=2&page=2')).body.collections).toEqual([made[0]]);
  });

  it('cannot be read, changed or closed by another user, and is gone once closed', async () => {
    const made = await create();
    const other = treeApi(drive, await drive.createUser());
    for (const [method, json] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      const refused = await other.call(method, `/api/collections/${made.id}`, json);
      expect([method, refused.status, codeOf(refused.body)]).toEqual([method, 403, 'access_denied']);
    }
    await send(made.token);
    expect((await mine.call('DELETE', `/api/collections/${made.id}`)).status).toBe(204);
    for (const [method, json] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      const refused = await mine.call(method, `/api/collections/${made.id}`, json);
      expect([method, refused.status, codeOf(refused.body)]).toEqual([method, 404, 'collection_not_found']);
    }
    expect((await mine.call('GET', '/api/collections')).body.collections).toEqual([]);
    expect(codeOf((await resolve(made.token)).body)).toBe('collection_not_found');
    expect(await inFolder(made.folderId!)).toEqual(['a.txt']);
  });

  it('lists received files with the stated senders for its owner only, newest first, with pages', async () => {
    const made = await create({ maxFiles: 3 });
    const list = async (query = '', by: Pick<typeof mine, 'call'> = mine) =>
      await by.call('GET', `/api/collections/${made.id}/uploads${query}`);
    expect((await list()).body).toEqual({
      uploads: [],
      pagination: { currentPage: 1, totalItems: 0, totalPages: 0, nextCursor: null },
    });
    const late = await reserve(made.token, { fileName: 'late.txt' });
    await send(made.token, { uploaderName: 'Ada', uploaderEmail: 'ada@example.org' });
    await send(made.token);
    drive.clock.advance(1000);
    await put(late.body['uploadUrl'] as string);
    const { body } = await list();
    const names = body['uploads'].map(({ fileName }: { fileName: string }) => fileName);
    expect(names).toEqual(['late.txt', 'a (1).txt', 'a.txt']);
    expect(body['uploads'][2]).toEqual({
      fileId: expect.any(String),
      fileName: 'a.txt',
      sizeBytes: 5,
      uploaderName: 'Ada',
      uploaderEmail: 'ada@example.org',
      uploadedAt: expect.stringMatching(/Z$/),
    });
    expect(body['uploads'][1]).toMatchObject({ uploaderName: null, uploaderEmail: null });
    await mine.call('DELETE', `/api/files/${body['uploads'][0].fileId}`);
    expect((await list('?page=2&limit=2')).body).toEqual({
      uploads: [body['uploads'][2]],
      pagination: { currentPage: 2, totalItems: 3, totalPages: 2, nextCursor: null },
    });
    const other = treeApi(drive, await drive.createUser());
    expect(await list('', other)).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    expect((await list('?limit=0')).status).toBe(400);
    await mine.call('DELETE', `/api/collections/${made.id}`);
    expect(await list()).toMatchObject({ status: 404, body: { code: 'collection_not_found' } });
  });

  it('is created once if the request is repeated with its Idempotency-Key', async () => {
    const init = { method: 'POST', key: user.key, json: { name: 'once' }, headers: { 'idempotency-key': 'k1' } };
    const first = await (await drive.fetch('/api/collections', init)).json();
    expect(await (await drive.fetch('/api/collections', init)).json()).toEqual(first);
    expect((await mine.call('GET', '/api/collections')).body.pagination.totalItems).toBe(1);
    expect((await mine.call('GET', '/api/files')).body.pagination.totalItems).toBe(1);
  });
});
