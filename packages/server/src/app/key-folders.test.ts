import {
  endpoints,
  type CreatedApiKey,
  type EndpointShape,
  type Item,
  type ItemPage,
  type UploadReservation,
} from '@drive/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startDrive } from '../../test/drive.ts';
import { driveForAllTests, drive, user } from '../../test/use-drive.ts';

const all: readonly EndpointShape[] = Object.values(endpoints);
const json = all.filter(({ transport, auth }) => transport === undefined && auth !== 'public');

/** `/Public`, `/Public/inner`, `/Private` and `/Private/secret.txt`, `/Public/notes.txt`. */
let folder: Item;
let inner: Item;
let outside: Item;
let secret: string;
let notes: string;
let key: string;
driveForAllTests(() => startDrive({ settings: { RATE_APIKEY: '100000' } }));
beforeEach(async () => {
  folder = await makeFolder('Public');
  inner = await makeFolder('inner', folder.id);
  outside = await makeFolder('Private');
  secret = await file('secret.txt', outside.id);
  notes = await file('notes.txt', folder.id);
  key = (await createKey({ folderId: folder.id })).rawKey;
});

const ask = (method: string, path: string, body?: unknown, by = key): Promise<Response> =>
  drive.fetch(path, { method, key: by, ...(body === undefined ? {} : { json: body }) });
async function read<T>(method: string, path: string, body?: unknown, by = key): Promise<T> {
  const response = await ask(method, path, body, by);
  expect([method, path, response.ok]).toEqual([method, path, true]);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
async function refusal(response: Promise<Response>): Promise<readonly [number, string]> {
  const answer = await response;
  return [answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code ?? ''];
}
const makeFolder = (name: string, parentId?: string): Promise<Item> =>
  read('POST', '/api/files/folders', { name, parentId }, user.key);
const createKey = (body: unknown): Promise<CreatedApiKey> => read('POST', '/api/me/api-keys', body, user.key);
const file = (name: string, parentFolderId: string): Promise<string> => store(user.key, name, { parentFolderId });
async function store(by: string, fileName: string, more: object = {}): Promise<string> {
  const { fileId, uploadUrl } = await read<{ fileId: string; uploadUrl: string }>(
    'POST',
    '/api/uploads',
    { fileName, contentType: 'text/plain', fileSizeBytes: 5, ...more },
    by,
  );
  const { pathname } = new URL(uploadUrl);
  expect((await drive.fetch(pathname, { method: 'PUT', body: 'hello' })).status).toBe(200);
  return fileId;
}
const namesOf = async (query = '', by = key): Promise<string[]> =>
  (await read<ItemPage>('GET', `/api/files${query}`, undefined, by)).files.map(({ name }) => name);

/** A valid body for an endpoint with ids in the body. */
const bodyWith = (shape: EndpointShape, field: string, id: string): unknown => {
  const name = field.split('.')[1] ?? '';
  const more: Record<string, object> = {
    createFolder: { name: 'a' },
    createUpload: { fileName: 'a', contentType: 'text/plain', fileSizeBytes: 1 },
    moveFiles: { moveToRoot: true },
    startMove: { moveToRoot: true },
    copyFiles: { ids: [notes] },
    tagFiles: { add: ['a'] },
  };
  if (shape.id === 'startMove' && name === 'parentId') return { ids: [notes], parentId: id };
  if (shape.id === 'createUploadBatch') return { files: [{ ...more['createUpload'], parentFolderId: id }] };
  return { ...more[shape.id], [name]: name.endsWith('s') ? [notes, id] : id };
};

describe('a key with a folder', () => {
  it.each(
    json.filter(({ folderKeys }) => folderKeys?.items ?? folderKeys?.folder).map((shape) => [shape.id, shape] as const),
  )('[P-370] finds nothing outside the folder, nor the folder itself as an item: %s', async (_, shape) => {
    const items = [shape.folderKeys?.items ?? []].flat();
    for (const field of [...items, shape.folderKeys?.folder]) {
      if (field === undefined) continue;
      const isItem = items.includes(field);
      const ids = [outside.id, isItem ? secret : outside.id, crypto.randomUUID(), ...(isItem ? [folder.id] : [])];
      for (const id of ids) {
        const query = new URLSearchParams({
          ...(field.startsWith('query') ? { [field.slice(6)]: id } : {}),
          ...(shape.id === 'getFileByPath' ? { path: '/notes.txt' } : {}),
        });
        const path = `${shape.path.replaceAll(/\{\w+\}/g, id)}?${query.toString()}`;
        const inBody = field.startsWith('body');
        const needsBody = shape.body !== undefined && (inBody || !(shape.bodyOptional ?? false));
        const body = inBody ? bodyWith(shape, field, id) : needsBody ? { name: 'x' } : undefined;
        if (shape.id === 'moveFiles' && !isItem)
          expect(await refusal(ask('PATCH', path, { ids: [notes], parentId: id }))).toEqual([404, 'folder_not_found']);
        else if (isItem && shape.folderKeys?.eachAlone === true) {
          const { failed } = await read<{ failed: { id: string; status: number }[] }>(shape.method, path, body);
          expect(failed).toContainEqual({
            id,
            code: 'file_not_found',
            status: 404,
            message: 'You have no such file or folder.',
          });
        } else
          expect([shape.id, ...(await refusal(ask(shape.method, path, body)))]).toEqual([
            shape.id,
            404,
            isItem ? 'file_not_found' : 'folder_not_found',
          ]);
      }
    }
    expect((await read<ItemPage>('GET', '/api/files', undefined, user.key)).files).toHaveLength(2);
  });

  it.each([
    ['POST', '/api/files/trash', 'updated', 207],
    ['PATCH', '/api/files/move', 'moved', 200],
    ['POST', '/api/files/download-urls', 'urls', 207],
  ])('gets the result of each item of a batch, in its order: %s %s', async (method, path, done, status) => {
    const second = await file('second.txt', folder.id);
    const unknown = crypto.randomUUID();
    const ids = [secret, notes, unknown, second, secret, folder.id];
    const moves = path.endsWith('move') ? { parentId: inner.id } : {};
    const response = await ask(method, path, { ids, ...moves });
    expect(response.status).toBe(status);
    const answer = (await response.json()) as Record<string, { id: string; status?: number }[]>;
    expect(answer[done]?.map(({ id }) => id)).toEqual([notes, second]);
    expect(answer['failed']?.map((failure) => [failure.id, failure.status])).toEqual([
      [secret, 404],
      [unknown, 404],
      [folder.id, 404],
    ]);
    expect(await read('GET', `/api/files/${secret}`, undefined, user.key)).toMatchObject({ parentId: outside.id });
  });

  it('restores and deletes the items of a batch that are below the folder', async () => {
    for (const id of [notes, secret, outside.id]) await read('DELETE', `/api/files/${id}`, undefined, user.key);
    const restored = await ask('POST', '/api/files/restore', { ids: [outside.id, notes] });
    expect([restored.status, await restored.json()]).toMatchObject([
      207,
      { updated: [{ id: notes }], failed: [{ id: outside.id, status: 404 }] },
    ]);
    await read('DELETE', `/api/files/${notes}`);
    const ids = [notes, secret, outside.id];
    const deleted = await ask('POST', '/api/files/delete', { ids });
    expect([deleted.status, await deleted.json()]).toMatchObject([
      207,
      { updated: [{ id: notes }], failed: [{ id: secret }, { id: outside.id }] },
    ]);
    const none = await ask('POST', '/api/files/delete', { ids: [secret] });
    expect([none.status, await none.json()]).toMatchObject([207, { updated: [], failed: [{ id: secret }] }]);
    const left = await read<Item[]>('GET', '/api/files/trash?includeFolders=true', undefined, user.key);
    expect(left.map(({ id }) => id).toSorted()).toEqual([outside.id, secret].toSorted());
  });

  it('[P-371] is refused by every endpoint without a rule for such keys', async () => {
    for (const shape of json.filter(
      ({ folderKeys, path }) => folderKeys === undefined && !path.startsWith('/api/public/'),
    )) {
      const path = shape.path.replaceAll(/\{\w+\}/g, notes);
      expect([shape.id, ...(await refusal(ask(shape.method, path)))]).toEqual([shape.id, 403, 'access_denied']);
    }
  });

  it('sees the folder as its root', async () => {
    expect(await namesOf()).toEqual(['inner', 'notes.txt']);
    const page = await read<ItemPage>('GET', '/api/files');
    expect(page.files.map(({ parentId }) => parentId)).toEqual([null, null]);
    const deep = await file('deep.txt', inner.id);
    expect(await read('GET', `/api/files/${deep}`)).toMatchObject({ parentId: inner.id });
    const path = await read<Item[]>('GET', `/api/files/${deep}/path`);
    expect(path.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['inner', null],
      ['deep.txt', inner.id],
    ]);
    expect(await read('GET', '/api/files/by-path?path=/inner/deep.txt')).toMatchObject({ id: deep });
    for (const missing of ['/', '/Public', '/Public/notes.txt', '/Private/secret.txt', '/../Private'])
      expect(await refusal(ask('GET', `/api/files/by-path?path=${missing}`))).toEqual([404, 'file_not_found']);
    const tree = await read<{ items: { path: string }[] }>('GET', '/api/files/tree');
    expect(tree.items.map((item) => item.path).toSorted()).toEqual(['inner', 'inner/deep.txt', 'notes.txt']);
  });

  it('searches and lists trash below the folder only', async () => {
    await file('deep notes.txt', inner.id);
    await file('notes of mine.txt', outside.id);
    expect((await namesOf('?q=notes')).toSorted()).toEqual(['deep notes.txt', 'notes.txt']);
    expect(await namesOf('?q=notes', user.key)).toHaveLength(3);
    const [shown, hidden] = [await file('shown.txt', inner.id), await file('hidden.txt', outside.id)];
    for (const id of [shown, hidden]) await read('DELETE', `/api/files/${id}`, undefined, user.key);
    const trash = await read<Item[]>('GET', '/api/files/trash');
    expect(trash.map(({ name }) => name)).toEqual(['shown.txt']);
    expect(await namesOf('?q=shown')).toEqual([]);
  });

  it('writes into the folder if a request means the root', async () => {
    const made = await read<Item>('POST', '/api/files/folders', { name: 'made' });
    expect(made.parentId).toBeNull();
    expect(await read('GET', `/api/files/${made.id}`, undefined, user.key)).toMatchObject({ parentId: folder.id });
    const stored = await store(key, 'stored.txt');
    expect(await read('GET', `/api/files/${stored}`, undefined, user.key)).toMatchObject({ parentId: folder.id });
    await read('PATCH', `/api/files/${stored}`, { parentId: inner.id });
    expect(await read('PATCH', `/api/files/${stored}`, { moveToRoot: true })).toMatchObject({ parentId: null });
    await read('PATCH', '/api/files/move', { ids: [stored], parentId: inner.id });
    await read('PATCH', '/api/files/move', { ids: [stored], moveToRoot: true });
    expect(await read('GET', `/api/files/${stored}`, undefined, user.key)).toMatchObject({ parentId: folder.id });
    expect(await refusal(ask('PATCH', `/api/files/${stored}`, { parentId: outside.id }))).toEqual([
      404,
      'folder_not_found',
    ]);
    expect(await namesOf('', user.key)).toEqual(['Private', 'Public']);
  });

  it('[P-437] stores and reads files by path from the folder', async () => {
    const at = (path: string): string => `/files/by-path/${path}`;
    const put = await drive.fetch(at('by-path/new.txt'), { method: 'PUT', key, body: 'hello' });
    expect(put.status).toBe(201);
    const top = await drive.fetch(at('top.txt'), { method: 'PUT', key, body: 'hello' });
    expect(await top.json()).toMatchObject({ name: 'top.txt', parentId: null });
    expect(await (await drive.fetch(at('by-path/new.txt'), { key })).text()).toBe('hello');
    expect(await (await drive.fetch(at('Public/by-path/new.txt'), { key: user.key })).text()).toBe('hello');
    for (const path of ['Private/secret.txt', 'Public/notes.txt', '%2e%2e/Private/secret.txt'])
      expect([path, (await drive.fetch(at(path), { key })).ok]).toEqual([path, false]);
    await read('DELETE', `/api/files/${folder.id}`, undefined, user.key);
    expect((await drive.fetch(at('notes.txt'), { key })).status).toBe(404);
    expect((await drive.fetch(at('notes.txt'), { method: 'PUT', key, body: 'hello' })).status).toBe(404);
  });

  it('restores to the folder if the item’s own one is trashed', async () => {
    const deep = await file('deep.txt', inner.id);
    await read('DELETE', `/api/files/${deep}`);
    await read('DELETE', `/api/files/${inner.id}`);
    expect(await read('POST', `/api/files/${deep}/restore`)).toMatchObject({ parentId: null });
    expect(await read('GET', `/api/files/${deep}`, undefined, user.key)).toMatchObject({ parentId: folder.id });
  });

  it('stores an upload in the folder if its own one is trashed meanwhile', async () => {
    const reserved = { fileName: 'late.txt', contentType: 'text/plain', fileSizeBytes: 5, parentFolderId: inner.id };
    const { uploadUrl, fileId } = await read<UploadReservation>('POST', '/api/uploads', reserved);
    await read('DELETE', `/api/files/${inner.id}`);
    expect((await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: 'hello' })).status).toBe(200);
    expect(await read('GET', `/api/files/${fileId}`, undefined, user.key)).toMatchObject({ parentId: folder.id });
  });

  it('[P-372] follows the folder when it moves, and reaches nothing once it is trashed or deleted', async () => {
    await read('PATCH', `/api/files/${folder.id}`, { parentId: outside.id, name: 'Moved' }, user.key);
    expect(await namesOf()).toEqual(['inner', 'notes.txt']);
    const gone = async (): Promise<void> => {
      for (const [method, path] of [
        ['GET', '/api/files'],
        ['GET', `/api/files/${notes}`],
        ['GET', '/api/files/trash'],
        ['DELETE', `/api/files/${notes}`],
      ] as const)
        expect([path, ...(await refusal(ask(method, path)))]).toEqual([path, 404, 'folder_not_found']);
      expect(await refusal(ask('POST', '/api/files/folders', { name: 'x' }))).toEqual([404, 'folder_not_found']);
    };
    await read('DELETE', `/api/files/${folder.id}`, undefined, user.key);
    await gone();
    await read('POST', `/api/files/${folder.id}/restore`, undefined, user.key);
    expect(await namesOf()).toEqual(['inner', 'notes.txt']);
    await read('DELETE', `/api/files/${outside.id}`, undefined, user.key);
    await gone();
    await read('DELETE', `/api/files/${outside.id}/permanent`, undefined, user.key);
    await drive.drain();
    await gone();
  });

  it('does not get the response of another key with the same Idempotency-Key', async () => {
    const send = (by: string, parentId?: string): Promise<Response> =>
      drive.fetch('/api/files/folders', {
        method: 'POST',
        key: by,
        headers: { 'idempotency-key': 'once' },
        json: { name: 'made', ...(parentId === undefined ? {} : { parentId }) },
      });
    const first = (await (await send(user.key, inner.id)).json()) as Item;
    const second = (await (await send(key)).json()) as Item;
    expect(second.id).not.toBe(first.id);
    expect(await (await send(key)).json()).toEqual(second);
    expect(second.parentId).toBeNull();
  });

  it('shares items below the folder, with the scope for it', async () => {
    expect((await ask('POST', `/api/files/${notes}/share`, {})).status).toBe(200);
    expect((await ask('DELETE', `/api/files/${notes}/share`)).status).toBe(204);
    const { rawKey } = await createKey({ folderId: folder.id, scopes: ['files:read'] });
    expect(await refusal(ask('POST', `/api/files/${notes}/share`, {}, rawKey))).toEqual([403, 'access_denied']);
    expect(await namesOf('', rawKey)).toEqual(['inner', 'notes.txt']);
  });
});

describe('a new key with a folder', () => {
  it('has the scopes that concern files, and on request that of webhooks', async () => {
    expect(await createKey({ folderId: inner.id })).toMatchObject({
      folderId: inner.id,
      scopes: ['files:read', 'files:write', 'shares'],
      expiresAt: null,
    });
    const withScope = (scope: string) =>
      ask('POST', '/api/me/api-keys', { folderId: inner.id, scopes: ['files:read', scope] }, user.key);
    expect(await refusal(withScope('account'))).toEqual([400, 'validation_failed']);
    expect((await withScope('webhooks')).status).toBe(201);
  });

  it('needs a folder of the user', async () => {
    const other = await drive.createUser();
    for (const [folderId, by] of [
      [notes, user.key],
      [crypto.randomUUID(), user.key],
      [folder.id, other.key],
    ] as const)
      expect(await refusal(ask('POST', '/api/me/api-keys', { folderId }, by))).toEqual([404, 'folder_not_found']);
  });
});
