import { endpoints, errorsOf, type EndpointShape } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive } from '../../../server/test/drive.ts';
import { DriveClient, isDriveError } from '../index.ts';
import { unwrap } from '../webhooks/index.ts';
import { FakeDrive } from './index.ts';

const all: readonly EndpointShape[] = Object.values(endpoints);

/** Checks that each answer of the fake is one that the contract describes. */
function checked(drive: FakeDrive): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await drive.fetch(request.clone());
    const { pathname } = new URL(request.url);
    const endpoint = all
      .filter(({ method, path }) => method === request.method && patternOf(path).test(pathname))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    if (endpoint === undefined || !response.headers.get('content-type')?.startsWith('application/json'))
      return response;
    const body: unknown = await response.clone().json();
    if (response.ok) endpoint.responses[response.status]!.schema?.parse(body);
    else expect(errorsOf(endpoint)).toContain((body as { code: string }).code);
    return response;
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{path\}|\{name\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

let server: Drive;
beforeAll(async () => {
  server = await startDrive();
});
afterAll(() => server.close());

const text = (content: string): Blob => new Blob([content], { type: 'text/plain' });

const codeOf = async (call: PromiseLike<unknown>): Promise<string> => {
  try {
    await call;
    return 'no error';
  } catch (error) {
    return isDriveError(error) ? `${error.status ?? ''} ${error.code}` : String(error);
  }
};

/** The types of the events of what the test did. */
type Kind = 'fake' | 'server';

describe.each(['fake', 'server'] satisfies Kind[])('the drive of the %s', (kind) => {
  let client: DriveClient;
  let eventTypes: () => Promise<string[]>;
  let visit: (url: string | null) => Promise<Response>;
  beforeEach(async () => {
    if (kind === 'fake') {
      const drive = new FakeDrive();
      client = drive.client({ fetch: checked(drive) });
      eventTypes = async () => drive.events.map(({ type }) => type);
      visit = (url) => drive.fetch(new Request(url ?? ''));
      return;
    }
    const user = await server.createUser();
    client = new DriveClient({ baseUrl: server.url, apiKey: user.key, maxRetries: 0 });
    visit = (url) => server.fetch(url ?? '');
    eventTypes = async () => {
      const rows = await server.database.reader
        .selectFrom('events')
        .select('type')
        .where('user_id', '=', user.userId)
        .orderBy('row_id')
        .execute();
      return rows.map(({ type }) => type);
    };
  });

  it.each([false, true])('stores an upload (resumable: %s) and gives its bytes back', async (resumable) => {
    const { id: parentId } = await client.files.createFolder({ name: 'Photos' });
    const sent = await client.uploads.upload(text('hello'), { name: 'a.txt', parentId, resumable, withItem: true });
    expect(sent).toMatchObject({
      fileName: 'a.txt',
      item: { size: 5, mimeType: 'text/plain', contentKind: 'text', parentId },
    });
    expect(await (await client.files.download(sent.fileId)).text()).toBe('hello');
    expect(await (await client.files.downloadBlob(sent.fileId)).text()).toBe('hello');
    const part = await client.files.download(sent.fileId, { headers: { range: 'bytes=1-2' } });
    expect([part.status, await part.text()]).toEqual([206, 'el']);
  });

  it('numbers taken names, replaces contents as versions, and refuses otherwise', async () => {
    const first = await client.uploads.upload(text('one'), { name: 'a.txt' });
    expect((await client.uploads.upload(text('two'), { name: 'a.txt' })).fileName).toBe('a (1).txt');
    const again = await client.uploads.upload(text('three'), { name: 'a.txt', onConflict: 'replace' });
    expect(again.fileId).toBe(first.fileId);
    const { items } = await client.files.versions.list(first.fileId);
    expect(items).toMatchObject([{ version: 1, size: 3 }]);
    await client.files.versions.restore(first.fileId, 1);
    expect(await (await client.files.download(first.fileId)).text()).toBe('one');
    expect(await codeOf(client.uploads.upload(text('x'), { name: 'a.txt', onConflict: 'fail' }))).toBe(
      '409 name_conflict',
    );
    expect(await codeOf(client.uploads.upload(text('x'), { name: 'a.txt', ifAbsent: true }))).toBe(
      '412 precondition_failed',
    );
    expect(await codeOf(client.uploads.upload(text('x'), { name: 'a.txt', ifMatch: '0'.repeat(64) }))).toBe(
      '412 precondition_failed',
    );
  });

  it('stores and finds files by their paths', async () => {
    const stored = await client.files.put('/a/b/c.json', text('{}'), {
      contentType: 'application/json',
      tags: ['x'],
      metadata: { order: '42' },
    });
    expect(stored).toMatchObject({ name: 'c.json', contentKind: 'text', tags: ['x'], metadata: { order: '42' } });
    expect((await client.files.getByPath('/a/b/c.json')).id).toBe(stored.id);
    expect((await client.files.path(stored.id)).map(({ name }) => name)).toEqual(['a', 'b', 'c.json']);
    expect(await codeOf(client.files.getByPath('/a/none'))).toBe('404 file_not_found');
    expect(await codeOf(client.files.put('/a/b/c.json', text('x'), { ifAbsent: true }))).toBe(
      '412 precondition_failed',
    );
    expect((await client.files.put('/a/b/c.json', text('x'), { onConflict: 'replace' })).id).toBe(stored.id);
    expect((await client.files.put('/a/b/c.json', text('y'))).name).toBe('c (1).json');
  });

  it('lists folders in order and in pages, the tree, and what a search finds', async () => {
    for (const path of ['/b.txt', '/a.txt', '/Box/report May.txt']) await client.files.put(path, text(path));
    const names = async (sort?: 'name' | '-size'): Promise<string[]> =>
      (await client.files.list(sort === undefined ? {} : { sort })).items.map(({ name }) => name);
    expect(await names()).toEqual(['Box', 'a.txt', 'b.txt']);
    const page = await client.files.list({ limit: 2 });
    expect(page.pagination).toMatchObject({ totalItems: 3, totalPages: 2 });
    const found: string[] = [];
    for await (const { name } of client.files.list({ limit: 1 })) found.push(name);
    expect(found).toEqual(['Box', 'a.txt', 'b.txt']);
    const tree: string[] = [];
    for await (const { path } of client.files.tree()) tree.push(path);
    expect(tree.toSorted()).toEqual(['Box', 'Box/report May.txt', 'a.txt', 'b.txt']);
    expect((await client.search({ q: 'may REPORT' })).items).toMatchObject([{ path: '/Box/report May.txt' }]);
    expect((await client.files.list({ q: '.TXT' })).items).toHaveLength(3);
  });

  it('renames, moves, copies and describes items', async () => {
    const box = await client.files.createFolder({ name: 'Box' });
    const { id } = await client.files.put('/a.txt', text('a'));
    expect(await client.files.update(id, { name: 'b.txt', parentId: box.id })).toMatchObject({
      name: 'b.txt',
      parentId: box.id,
    });
    expect(await client.files.update(id, { metadata: { a: '1' }, tags: ['x'] })).toMatchObject({
      metadata: { a: '1' },
      tags: ['x'],
    });
    expect((await client.files.update(id, { metadata: { a: null, b: '2' } })).metadata).toEqual({ b: '2' });
    const { copied } = await client.files.copy({ ids: [box.id], parentId: null });
    expect(copied).toMatchObject([{ name: 'Box (1)', size: 1 }]);
    expect((await client.files.move({ ids: [id, box.id], parentId: box.id })).failed).toMatchObject([
      { id: box.id, code: 'folder_cycle' },
    ]);
    expect(await codeOf(client.files.createFolder({ name: 'Box' }))).toBe('409 name_conflict');
    const { changeTag } = await client.files.get(id);
    await client.files.update(id, { name: 'c.txt' }, { ifMatch: changeTag });
    expect(await codeOf(client.files.update(id, { name: 'd.txt' }, { ifMatch: changeTag }))).toBe(
      '412 precondition_failed',
    );
  });

  it('trashes, restores and deletes', async () => {
    const { id } = await client.files.put('/Box/a.txt', text('a'));
    const box = await client.files.getByPath('/Box');
    expect(await codeOf(client.files.trash(box.id, { onlyIfEmpty: true }))).toBe('409 folder_not_empty');
    await client.files.trash(box.id);
    expect([await codeOf(client.files.get(id)), await codeOf(client.files.get(box.id))]).toEqual([
      '404 file_not_found',
      '404 file_not_found',
    ]);
    const trashed: (string | null)[] = [];
    for await (const { path } of client.trash.items()) trashed.push(path);
    expect(trashed).toEqual(['/Box']);
    await client.trash.restore(box.id);
    expect((await client.files.get(id)).name).toBe('a.txt');
    await client.files.trashMany([id]);
    await client.trash.purge(id);
    expect(await codeOf(client.trash.restore(id))).toBe('404 file_not_found');
    expect((await client.files.trashMany([id])).failed).toMatchObject([{ id, status: 404 }]);
  });

  it('shares by links that visitors open', async () => {
    const { id } = await client.files.put('/Box/a.txt', text('hello'));
    const shared = await client.shares.create(id, { expiresInDays: 7, password: 'open sesame', maxDownloads: 1 });
    expect(shared).toMatchObject({ shareMode: 'SHARED', passwordProtected: true, maxDownloads: 1 });
    expect(await client.files.get(id)).toMatchObject({ shareMode: 'SHARED', shareToken: shared.shareToken });
    expect((await client.shares.create(id)).shareToken).toBe(shared.shareToken);
    expect((await client.shares.list()).items).toMatchObject([
      { kind: 'file', itemId: id, name: 'a.txt', fileCount: 1 },
    ]);
    const visit = await client.public.open(shared.shareToken);
    expect(visit.info).toMatchObject({ locked: true });
    expect((await client.public.open(shared.shortUrl)).info).toEqual(visit.info);
    expect(await codeOf(visit.unlock('wrong one'))).toBe('403 share_password_incorrect');
    expect(await visit.unlock('open sesame')).toMatchObject({
      locked: false,
      name: 'a.txt',
      size: 5,
      downloadsLeft: 1,
    });
    expect(await (await visit.download()).text()).toBe('hello');
    expect(await codeOf(client.public.open('no-such-token-at-all00'))).toBe('404 share_not_found');
    await client.shares.revoke({ fileId: id });
    for (const link of [shared.shareToken, shared.shortUrl])
      expect(await codeOf(client.public.open(link))).toBe('404 share_not_found');

    const { id: folderId } = await client.files.getByPath('/Box');
    const { shareToken } = await client.shares.createForFolder(folderId);
    const folder = await client.public.open(shareToken);
    expect(folder.info).toMatchObject({ kind: 'folder', fileCount: 1 });
    expect((await folder.list()).items).toMatchObject([{ id, name: 'a.txt' }]);
    await client.shares.setMode({ token: shareToken }, 'PRIVATE');
    expect(await codeOf(client.public.open(shareToken))).toBe('404 share_not_found');
  });

  it('serves a file that is open to everybody at its public URL', async () => {
    const { id } = await client.files.put('/a b.txt', text('hello'));
    expect((await client.files.get(id)).publicUrl).toBeNull();
    const { publicUrl } = await client.shares.create(id, { shareMode: 'PUBLIC' });
    expect((await client.files.get(id)).publicUrl).toBe(publicUrl);
    expect(await (await visit(publicUrl)).text()).toBe('hello');
    await client.shares.setPassword({ fileId: id }, 'open sesame');
    expect((await client.files.get(id)).publicUrl).toBeNull();
    expect((await visit(publicUrl)).status).toBe(404);
  });

  it('shares an upload at once, if that is asked for', async () => {
    const { shareToken } = await client.uploads.upload(text('hello'), { name: 'a.txt', autoShare: true });
    expect((await client.public.open(shareToken ?? '')).info).toMatchObject({ name: 'a.txt' });
  });

  it('publishes events of files and folders', async () => {
    const { id } = await client.files.createFolder({ name: 'Box' });
    await client.uploads.upload(text('one'), { name: 'a.txt', parentId: id });
    await client.uploads.upload(text('two'), { name: 'a.txt', parentId: id, onConflict: 'replace' });
    await client.files.update(id, { name: 'Chest' });
    await client.files.trash(id);
    await client.trash.restore(id);
    expect(await eventTypes()).toEqual([
      'folder.created',
      'file.created',
      'file.replaced',
      'folder.updated',
      'folder.trashed',
      'folder.restored',
    ]);
  });

  it('knows its user, and no other key', async () => {
    expect(await client.account.me()).toMatchObject({ isAdmin: false, usedBytes: 0 });
    expect((await client.apiKeys.current()).scopes).toContain('files:write');
    const other = client.withOptions({ apiKey: `svc_${'x'.repeat(40)}` });
    expect(await codeOf(other.files.list())).toBe('401 authentication_required');
  });
});

describe('a fake drive', () => {
  it('fails as it is told to, once for each failure', async () => {
    const drive = new FakeDrive();
    const client = drive.client();
    drive.failNext('createUpload', { status: 409, code: 'storage_quota_exceeded' }, 'network');
    const upload = () => client.uploads.upload(text('x'), { name: 'a.txt' });
    expect(await codeOf(upload())).toBe('409 storage_quota_exceeded');
    expect(await codeOf(upload())).toBe(' network_error');
    expect((await upload()).fileName).toBe('a.txt');
    drive.failNext('listFiles', { status: 429, code: 'rate_limited', retryAfter: 0 });
    expect((await drive.client({ maxRetries: 1 }).files.list()).items).toHaveLength(1);
  });

  it('has a quota and a clock', async () => {
    let now = new Date('2026-11-27T12:00:00Z');
    const drive = new FakeDrive({ quotaBytes: 5, now: () => now });
    const client = drive.client();
    const { id, uploadedAt } = await client.files.put('/a.txt', text('hello'));
    expect(uploadedAt).toBe('2026-11-27T12:00:00.000Z');
    expect(await codeOf(client.files.put('/b.txt', text('x')))).toBe('409 storage_quota_exceeded');
    const { shareToken } = await client.shares.create(id, { expiresInDays: 1 });
    now = new Date('2026-11-28T12:00:00Z');
    expect(await codeOf(client.public.open(shareToken))).toBe('410 share_expired');
  });

  it('signs deliveries as the server does', async () => {
    const drive = new FakeDrive();
    await drive.client().files.put('/a.txt', text('hello'));
    const [event] = drive.events;
    const request = await drive.delivery(event!, { secret: 'a secret of the test' });
    const received = await unwrap(await request.text(), request.headers, 'a secret of the test');
    expect(received).toMatchObject({ type: 'file.created', data: { path: '/a.txt', file_size: 5 } });
  });

  it('refuses what it does not know instead of inventing an answer', async () => {
    const client = new FakeDrive().client();
    expect(await codeOf(client.pastes.list())).toBe('501 not_faked');
    expect(await codeOf(client.files.list({ starred: true }))).toBe('501 not_faked');
  });
});
