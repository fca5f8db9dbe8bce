import type { Item } from '@drive/contract';
import { describe, expect, test } from 'vitest';
import { putByPath } from '../../../../test/api/by-path-requests.ts';
import { createTusCalls } from '../../../../test/api/tus-requests.ts';
import { putBytes, refusalOf, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { CORS_ORIGINS: 'https://app.example.com' } }));

const metadata = { order: '42', __proto__x: 'ü' };
const tags = ['Rechnung', 'To do'];

const call = (method: string, path: string, json?: unknown): Promise<Response> =>
  drive.fetch(path, { method, key: user.key, ...(json === undefined ? {} : { json }) });
async function ask<T = Item>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await call(method, path, json);
  expect([200, 201, 204, 207]).toContain(response.status);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
const get = (id: string) => ask('GET', `/api/files/${id}`);
const patch = (id: string, json: unknown) => ask('PATCH', `/api/files/${id}`, json);
const used = async (): Promise<number> => (await ask<{ usedBytes: number }>('GET', '/api/me')).usedBytes;
const tagCounts = async () => (await ask<{ tags: unknown[] }>('GET', '/api/tags')).tags;
const listed = async (query: string): Promise<string[]> =>
  (await ask<{ files: Item[] }>('GET', `/api/files?${query}`)).files.map(({ name }) => name);

interface Wanted {
  readonly name?: string;
  readonly bytes?: number;
  readonly [field: string]: unknown;
}
async function upload({ name = 'a.txt', bytes = 10, ...fields }: Wanted = {}): Promise<Item> {
  const body = { fileName: name, contentType: 'text/plain', fileSizeBytes: bytes, ...fields };
  const reservation = await ask<{ uploadUrl: string; fileId: string }>('POST', '/api/uploads', body);
  const { fileId } = (await putBytes(reservation, someBytes(bytes))) as { fileId: string };
  return get(fileId);
}
const makeFolder = (name: string, parentId?: string) =>
  ask('POST', '/api/files/folders', { name, ...(parentId === undefined ? {} : { parentId }) });

describe('metadata and tags', () => {
  test('of a new item are empty', async () => {
    const none = { metadata: {}, tags: [], starred: false };
    expect(await upload()).toMatchObject(none);
    expect(await makeFolder('f')).toMatchObject(none);
  });

  test('come with a reservation, a batch, a PUT by path and a tus creation', async () => {
    const given = { metadata, tags };
    expect(await upload(given)).toMatchObject(given);
    const batch = await ask<{ files: { uploadUrl: string; fileId: string }[] }>('POST', '/api/uploads/batch', {
      files: [
        { fileName: 'b1', contentType: 'a/b', fileSizeBytes: 3, ...given },
        { fileName: 'b2', contentType: 'a/b', fileSizeBytes: 3 },
      ],
    });
    for (const each of batch.files) await putBytes(each, someBytes(3));
    expect(await get(batch.files[0]!.fileId)).toMatchObject(given);
    expect(await get(batch.files[1]!.fileId)).toMatchObject({ metadata: {}, tags: [] });

    for (const bytes of [5, 1_200_000]) {
      const headers = { 'x-drive-metadata': JSON.stringify({ order: '42' }), 'x-drive-tags': '["Gr\\u00fcn"]' };
      const put = await drive.fetch(`/files/by-path/p/${bytes}`, {
        method: 'PUT',
        key: user.key,
        headers,
        body: someBytes(bytes),
      });
      expect(await put.json()).toMatchObject({ metadata: { order: '42' }, tags: ['Grün'] });
    }

    const encode = (value: unknown) =>
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');
    const { call: tus } = createTusCalls(() => drive);
    const created = await tus(
      'POST',
      '',
      {
        authorization: `Bearer ${user.key}`,
        'upload-length': '3',
        'upload-metadata': `filename ${encode('t')},metadata ${encode(metadata)},tags ${encode(tags)}`,
        'content-type': 'application/offset+octet-stream',
      },
      Buffer.from('abc'),
    );
    expect(created.status).toBe(201);
    expect(await ask('GET', '/api/files/by-path?path=/t')).toMatchObject(given);
  });

  test('survive a rename, a move, a new content, the trash and a restore, and are answered everywhere', async () => {
    const item = await upload({ metadata, tags, name: 'a.txt' });
    const folder = await makeFolder('f');
    const kept = { metadata, tags };
    expect(await patch(item.id, { name: 'b.txt', parentId: folder.id })).toMatchObject(kept);
    expect(await listed(`parentId=${folder.id}&tag=rechnung`)).toEqual(['b.txt']);
    expect(await listed('tag=rechnung')).toEqual([]);
    const again = await upload({ name: 'b.txt', parentFolderId: folder.id, onConflict: 'replace' });
    expect(again).toMatchObject({ id: item.id, ...kept });
    expect((await ask<{ updated: Item[] }>('POST', '/api/files/trash', { ids: [item.id] })).updated).toMatchObject([
      kept,
    ]);
    expect(await listed(`parentId=${folder.id}&tag=rechnung`)).toEqual([]);
    expect(await ask('GET', '/api/files/trash')).toMatchObject([kept]);
    expect((await ask<{ items: Item[] }>('GET', '/api/trash')).items).toMatchObject([kept]);
    expect(await tagCounts()).toEqual([]);
    expect(await ask('POST', `/api/files/${item.id}/restore`)).toMatchObject(kept);
    expect(await listed(`parentId=${folder.id}&meta.order=42&tag=RECHNUNG&tag=to+do`)).toEqual(['b.txt']);
    expect((await ask<{ files: Item[] }>('GET', `/api/files?parentId=${folder.id}`)).files).toMatchObject([kept]);
    expect((await ask<{ items: Item[] }>('GET', '/api/files/tree')).items[1]).toMatchObject(kept);
    expect((await ask<Item[]>('GET', `/api/files/${item.id}/path`))[1]).toMatchObject(kept);
    expect(await ask('GET', '/api/files/by-path?path=/f/b.txt')).toMatchObject(kept);
  });

  test('that come with a new content take the place of those of the file', async () => {
    await upload({ metadata: { a: '1', b: '2' }, tags: ['x'] });
    expect(await upload({ onConflict: 'replace', metadata: { c: '3' } })).toMatchObject({
      metadata: { c: '3' },
      tags: ['x'],
    });
    expect(await upload({ onConflict: 'replace', tags: [] })).toMatchObject({ metadata: { c: '3' }, tags: [] });
  });

  test('of a patch are merged, key by key; null removes, tags are replaced', async () => {
    const { id } = await upload({ metadata: { a: '1', b: '2' }, tags: ['x'] });
    expect(await patch(id, { metadata: { b: null, c: '3', never: null } })).toMatchObject({
      metadata: { a: '1', c: '3' },
      tags: ['x'],
    });
    expect(await patch(id, { metadata: {} })).toMatchObject({ metadata: { a: '1', c: '3' } });
    expect(await patch(id, { tags: ['y', 'Y', ' z '], name: 'n' })).toMatchObject({ tags: ['y', 'z'], name: 'n' });
    expect(await patch(id, { metadata: null })).toMatchObject({ metadata: {}, tags: ['y', 'z'] });
    expect(await patch(id, { tags: [] })).toMatchObject({ metadata: {}, tags: [] });
    expect(await refusalOf(await call('PATCH', `/api/files/${id}`, { tags: null }))).toEqual([
      400,
      'validation_failed',
    ]);
  });

  test('[P-742] of concurrent patches are all kept', async () => {
    const { id } = await makeFolder('f');
    const keys = Array.from({ length: 12 }, (_, number) => `k${number}`);
    await Promise.all(keys.map((key) => patch(id, { metadata: { [key]: key } })));
    expect((await get(id)).metadata).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
  });

  test('[P-740] are never shown to visitors, as stars and change tags, nor can visitors search by them', async () => {
    const folder = await makeFolder('f');
    await patch(folder.id, { metadata: { order: 'geheim' }, tags });
    const { id } = await upload({ metadata: { order: 'geheim' }, tags, parentFolderId: folder.id });
    await ask('PUT', `/api/files/${folder.id}/star`);
    const { shareToken, shortUrl } = await ask<Record<'shareToken' | 'shortUrl', string>>(
      'POST',
      `/api/folders/${folder.id}/share`,
    );
    const none = { metadata: {}, tags: [], starred: false, changeTag: 'c0' };
    const fetchAsVisitor = (path: string): Promise<Response> => drive.fetch(`/api/public/share/${shareToken}${path}`);
    const open = async (path: string): Promise<unknown> => (await fetchAsVisitor(path)).json();
    for (const name of ['b.txt', 'a.txt']) {
      await patch(id, { name });
      expect(await open('')).toMatchObject({ item: none });
      for (const query of ['', '?q=txt']) expect(await open(`/files${query}`)).toMatchObject({ files: [none] });
    }
    const page = await (await drive.fetch(new URL(shortUrl).pathname, { redirect: 'follow' })).text();
    expect(page).toContain('a.txt');
    expect(page).not.toMatch(/geheim|Rechnung/);
    for (const filter of ['tag=Rechnung', 'meta.order=geheim', 'starred=true'])
      expect(await refusalOf(await fetchAsVisitor(`/files?${filter}`))).toEqual([400, 'validation_failed']);
  });

  test('[P-741] are found by a key for a folder below its folder only', async () => {
    const folder = await makeFolder('f');
    const inner = await makeFolder('g', folder.id);
    for (const parentFolderId of [undefined, folder.id, inner.id])
      await upload({ name: `in ${parentFolderId ?? 'root'}`, metadata: { order: '42' }, tags: ['x'], parentFolderId });
    const outside = await upload({ name: 'outside' });
    const { rawKey } = await ask<{ rawKey: string }>('POST', '/api/me/api-keys', {
      folderId: folder.id,
      scopes: ['files:read', 'files:write'],
    });
    const asKey = (path: string, method = 'GET', json?: unknown): Promise<Response> =>
      drive.fetch(path, { method, key: rawKey, ...(json === undefined ? {} : { json }) });
    for (const filter of ['tag=x', 'meta.order=42', 'minSize=1']) {
      const found = (await (await asKey(`/api/search?${filter}`)).json()) as { results: { item: Item }[] };
      expect(found.results.map(({ item }) => item.name).toSorted()).toEqual(
        [`in ${folder.id}`, `in ${inner.id}`].toSorted(),
      );
      const { files } = (await (await asKey(`/api/files?${filter}`)).json()) as { files: Item[] };
      expect(files.map(({ name }) => name)).toEqual([`in ${folder.id}`]);
    }
    expect(await (await asKey('/api/tags')).json()).toEqual({ tags: [{ name: 'x', count: 2 }] });
    const tagged = await asKey('/api/files/tags', 'POST', { ids: [outside.id], add: ['y'] });
    expect(await tagged.json()).toMatchObject({ updated: [], failed: [{ status: 404 }] });
    for (const [path, method, json] of [
      [`/api/files/${outside.id}`, 'PATCH', { metadata: { a: 'b' } }],
      [`/api/files/${outside.id}/star`, 'PUT', undefined],
      [`/api/files/${outside.id}/star`, 'DELETE', undefined],
    ] as const)
      expect(await refusalOf(await asKey(path, method, json))).toEqual([404, 'file_not_found']);
    expect(await get(outside.id)).toMatchObject({ metadata: {}, tags: [], starred: false });
  });

  test('of a folder of a key are not mistaken for places', async () => {
    const folder = await makeFolder('f');
    const { id } = await upload({ parentFolderId: folder.id });
    const parentId = folder.id;
    await patch(id, { metadata: { parentId } });
    const { rawKey } = await ask<{ rawKey: string }>('POST', '/api/me/api-keys', { folderId: folder.id });
    const item = await drive.fetch(`/api/files/${id}`, { key: rawKey });
    expect(await item.json()).toMatchObject({ parentId: null, metadata: { parentId } });
  });
});

describe('the limits of metadata and tags', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, 'v']));
  test.each([
    ['25 keys', { metadata: keys(25) }],
    ['a key with a space', { metadata: { 'a b': 'x' } }],
    ['an empty key', { metadata: { '': 'x' } }],
    ['a key of 65 characters', { metadata: { ['k'.repeat(65)]: 'x' } }],
    ['a value of 1,025 characters', { metadata: { k: '\u{1f600}'.repeat(1025) } }],
    ['a number', { metadata: { k: 1 } }],
    ['an array', { metadata: ['k'] }],
    ['more than 8 KiB', { metadata: Object.fromEntries(['a', 'b', 'c'].map((key) => [key, '\u{1f600}'.repeat(700)])) }],
    ['NUL', { metadata: { k: '\0' } }],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, number) => `t${number}`) }],
    ['a tag of 51 characters', { tags: ['x'.repeat(51)] }],
    ['a blank tag', { tags: [' '] }],
    ['a tag that is a number', { tags: [1] }],
  ])('refuse %s', async (_, body) => {
    const { id } = await makeFolder('f');
    expect(await refusalOf(await call('PATCH', `/api/files/${id}`, body))).toEqual([400, 'validation_failed']);
    const reservation = { fileName: 'a', contentType: 'a/b', fileSizeBytes: 1, ...body };
    expect(await refusalOf(await call('POST', '/api/uploads', reservation))).toEqual([400, 'validation_failed']);
  });

  test('accept 24 keys of 64 characters, values of 1,024 characters and 20 tags of 50 characters', async () => {
    const { id } = await makeFolder('f');
    const long = Object.fromEntries(
      Array.from({ length: 24 }, (_, number) => [
        String(number).padStart(64, 'k'),
        number === 0 ? 'v'.repeat(1024) : '',
      ]),
    );
    const many = Array.from({ length: 20 }, (_, number) => String(number).padStart(50, 'ü'));
    expect(await patch(id, { metadata: long, tags: many })).toMatchObject({ metadata: long, tags: many });
    expect(await listed(`meta.${Object.keys(long)[0]}=${'v'.repeat(1024)}`)).toEqual(['f']);
    expect(await listed(`meta.${Object.keys(long)[0]}=${'v'.repeat(1023)}w`)).toEqual([]);
    expect(await refusalOf(await call('PATCH', `/api/files/${id}`, { metadata: { more: '' } }))).toEqual([
      400,
      'validation_failed',
    ]);
    const { failed } = await ask<{ failed: unknown[] }>('POST', '/api/files/tags', { ids: [id], add: ['one more'] });
    expect(failed).toMatchObject([{ id, status: 400, code: 'validation_failed' }]);
  });

  test('keep every key, also one that objects of JavaScript have', async () => {
    const text = '{"metadata":{"__proto__":"a","constructor":"b"}}';
    const { id } = await makeFolder('f');
    const response = await drive.fetch(`/api/files/${id}`, {
      method: 'PATCH',
      key: user.key,
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect(await response.text()).toContain(text.slice(1, -1));
    expect(await listed('meta.__proto__=a')).toEqual(['f']);
    expect(await listed('meta.__proto__=b')).toEqual([]);
  });

  test('hold for headers, which are refused before anything is stored', async () => {
    for (const headers of [
      { 'x-drive-metadata': 'order=42' },
      { 'x-drive-tags': '"a"' },
      { 'x-drive-metadata': '{"a b":""}' },
    ])
      expect((await putByPath(drive, user, 'x', 'text', headers)).json['code']).toBe('validation_failed');
    const preflight = await drive.fetch('/files/by-path/x', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Drive-Metadata, X-Drive-Tags');
  });
});

describe('the bytes of metadata', () => {
  test('[P-743] count in the quota from the reservation to the purge', async () => {
    const five = { metadata: { ab: 'ü1' } };
    const start = await used();
    const reservation = await ask<{ uploadUrl: string; sessionId: string }>('POST', '/api/uploads', {
      fileName: 'a',
      contentType: 'a/b',
      fileSizeBytes: 10,
      ...five,
    });
    expect((await used()) - start).toBe(15);
    await drive.fetch(new URL(reservation.uploadUrl).pathname, { method: 'DELETE' });
    expect((await used()) - start).toBe(0);

    const { id } = await upload({ bytes: 10, ...five, tags: ['free'] });
    expect((await used()) - start).toBe(15);
    await patch(id, { metadata: { ab: null, c: '1234567' } });
    expect((await used()) - start).toBe(18);
    await upload({ bytes: 4, onConflict: 'replace', ...five });
    expect((await used()) - start).toBe(10 + 4 + 5);
    await ask('DELETE', `/api/files/${id}`);
    expect((await used()) - start).toBe(10 + 4 + 5);
    await ask('DELETE', `/api/files/${id}/permanent`);
    await drive.drain();
    expect((await used()) - start).toBe(0);
    const left = drive.database.reader.selectFrom('item_terms').selectAll().where('owner_id', '=', user.userId);
    expect(await left.execute()).toEqual([]);
  });

  test('[P-744] are refused if the quota has no room for them', async () => {
    const { id } = await upload({ bytes: 10, metadata: { a: '1' } });
    await drive.database.write((tx) =>
      tx.updateTable('owners').set({ quota_bytes: 20 }).where('row_id', '=', user.userId).execute(),
    );
    const full = [409, 'storage_quota_exceeded'];
    expect(await refusalOf(await call('PATCH', `/api/files/${id}`, { metadata: { b: '12345678' } }))).toEqual(full);
    expect(await patch(id, { metadata: { b: '1234567' } })).toMatchObject({ metadata: { a: '1', b: '1234567' } });
    expect(await patch(id, { metadata: { a: null } })).toMatchObject({ metadata: { b: '1234567' } });
    const reservation = { fileName: 'b', contentType: 'a/b', fileSizeBytes: 1, metadata: { k: '12' } };
    expect(await refusalOf(await call('POST', '/api/uploads', reservation))).toEqual(full);
    const put = await putByPath(drive, user, 'c', 'x', { 'x-drive-metadata': '{"k":"12"}' });
    expect([put.status, put.json['code']]).toEqual(full);
  });
});

describe('tags', () => {
  test('are added and removed of up to 200 items, each alone', async () => {
    const one = await upload({ name: 'one', tags: ['Alt', 'x'] });
    const two = await makeFolder('two');
    const unknown = '0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84';
    const answer = await ask<{ updated: Item[]; failed: unknown[] }>('POST', '/api/files/tags', {
      ids: [one.id, unknown, two.id],
      add: ['Neu', 'X'],
      remove: ['alt', 'never'],
    });
    expect(answer.updated.map((item) => item.tags)).toEqual([
      ['x', 'Neu'],
      ['Neu', 'X'],
    ]);
    expect(answer.failed).toMatchObject([{ id: unknown, status: 404 }]);
    for (const body of [{ ids: [one.id] }, { ids: [one.id], add: [] }, { ids: [], add: ['x'] }])
      expect(await refusalOf(await call('POST', '/api/files/tags', body))).toEqual([400, 'validation_failed']);
  });

  test('are counted for alive items, folded, and to a folder key for what is below its folder', async () => {
    const folder = await makeFolder('f');
    const inner = await makeFolder('g', folder.id);
    await upload({ name: '1', tags: ['Straße', 'b'] });
    await upload({ name: '2', tags: ['STRASSE'], parentFolderId: inner.id });
    const trashed = await makeFolder('t');
    await upload({ name: '3', tags: ['b', 'gone'], parentFolderId: trashed.id });
    await ask('DELETE', `/api/files/${trashed.id}`);
    expect(await tagCounts()).toEqual([
      { name: 'b', count: 1 },
      { name: 'STRASSE', count: 2 },
    ]);
    const { rawKey } = await ask<{ rawKey: string }>('POST', '/api/me/api-keys', { folderId: folder.id });
    const ofKey = await drive.fetch('/api/tags', { key: rawKey });
    expect(await ofKey.json()).toEqual({ tags: [{ name: 'STRASSE', count: 1 }] });
    const other = await drive.createUser();
    expect(await (await drive.fetch('/api/tags', { key: other.key })).json()).toEqual({ tags: [] });
  });
});

test('a change is one event with what changed, and with metadata and tags', async () => {
  const { id } = await upload({ name: 'a', metadata: { a: '1' }, tags: ['x'] });
  await patch(id, { name: 'b', metadata: { a: '2' }, tags: ['x'] });
  await patch(id, { metadata: { a: '2' } });
  await ask('POST', '/api/files/tags', { ids: [id], add: ['y'] });
  await ask('POST', '/api/files/tags', { ids: [id], add: ['Y'] });
  await upload({ name: 'b', onConflict: 'replace', metadata: {} });
  const rows = await drive.database.reader.selectFrom('events').select(['type', 'data']).orderBy('row_id').execute();
  const events = rows.map(({ type, data }) => ({ type, ...(JSON.parse(data) as Record<string, unknown>) }));
  expect(events.filter((event) => 'file_id' in event && event.file_id === id)).toMatchObject([
    { type: 'file.created', metadata: { a: '1' }, tags: ['x'] },
    { type: 'file.updated', changed: ['name', 'metadata'], metadata: { a: '2' }, tags: ['x'] },
    { type: 'file.updated', changed: ['tags'], metadata: { a: '2' }, tags: ['x', 'y'] },
    { type: 'file.replaced', metadata: {}, tags: ['x', 'y'] },
  ]);
});

describe('a star', () => {
  test('is set and removed any number of times, and selects items', async () => {
    const { id } = await upload({ name: 'a' });
    await upload({ name: 'b' });
    for (let time = 0; time < 2; time += 1) expect((await call('PUT', `/api/files/${id}/star`)).status).toBe(204);
    expect(await get(id)).toMatchObject({ starred: true, metadata: {}, tags: [] });
    expect(await listed('starred=true')).toEqual(['a']);
    expect(await listed('starred=false')).toEqual(['b']);
    await ask('DELETE', `/api/files/${id}`);
    expect(await refusalOf(await call('PUT', `/api/files/${id}/star`))).toEqual([404, 'file_not_found']);
    expect(await ask('POST', `/api/files/${id}/restore`)).toMatchObject({ starred: true });
    for (let time = 0; time < 2; time += 1) expect((await call('DELETE', `/api/files/${id}/star`)).status).toBe(204);
    expect(await get(id)).toMatchObject({ starred: false });
    const other = await drive.createUser();
    const theirs = await drive.fetch(`/api/files/${id}/star`, { method: 'PUT', key: other.key });
    expect(await refusalOf(theirs)).toEqual([404, 'file_not_found']);
  });
});
