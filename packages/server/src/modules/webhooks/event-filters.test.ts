import { endpoints, type CreatedApiKey, type WebhookWithSecret } from '@drive/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { startDrive, type TestUser } from '../../../test/drive.ts';
import { startReceiver, toReceivers } from '../../../test/network/receivers.ts';

type Json = Record<string, any>;

const drive = await startDrive({ outbound: toReceivers, settings: { FEATURE_LIMITS: 'off' } });
const receiver = await startReceiver();
let user: TestUser;
let tree: TreeApi;

beforeEach(async () => {
  user = await drive.createUser();
  tree = treeApi(drive, user);
  receiver.received.length = 0;
});
afterAll(async () => {
  await drive.close();
  await receiver.close();
});

const hooks = '/api/users/me/webhooks';
async function ask<T = Json>(method: string, path: string, json?: unknown, key = user.key): Promise<[number, T]> {
  const response = await drive.fetch(path, { method, key, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  return [response.status, (text === '' ? {} : JSON.parse(text)) as T];
}
const create = async (more: object, key = user.key): Promise<WebhookWithSecret> =>
  (await ask<WebhookWithSecret>('POST', hooks, { url: receiver.url, ...more }, key))[1];

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Type and path of the events that arrived since the call before, sorted: deliveries have no order. */
async function arrived(): Promise<[string, string | undefined][]> {
  await drive.drain();
  const bodies = receiver.received.splice(0).map(({ body }) => JSON.parse(body) as Json);
  return bodies.map(({ type, data }): [string, string | undefined] => [type, data.path]).toSorted(byText);
}

test('a webhook receives the types and patterns that it names, and by default those of before', async () => {
  await create({});
  await tree.file('a');
  expect(await arrived()).toEqual([]);
  const { id } = await create({ events: ['folder.*', 'file.deleted'] });
  const file = await tree.file('b');
  await tree.folder('f');
  await tree.trash(file);
  await tree.purge(file);
  expect(await arrived()).toEqual([
    ['file.deleted', '/b'],
    ['folder.created', '/f'],
  ]);
  await ask('PATCH', `${hooks}/${id}`, { events: ['*'] });
  await tree.call('POST', `/api/files/${await tree.file('c')}/share`, {});
  expect(await arrived()).toEqual([
    ['file.created', '/c'],
    ['share.created', undefined],
  ]);
  expect((await ask('POST', hooks, { url: receiver.url, events: ['file.'] }))[0]).toBe(400);
});

test('a webhook for a folder receives the events of what is in it, also of what leaves it', async () => {
  const folder = await tree.folder('f');
  const inner = await tree.folder('inner', folder);
  const { id, folderId } = await create({ events: ['file.*', 'folder.*', 'share.*'], folderId: folder });
  expect(folderId).toBe(folder);
  const inside = await tree.file('inside', { in: inner });
  const outside = await tree.file('outside');
  await tree.patch(inside, { moveToRoot: true });
  await tree.patch(inside, { name: 'gone' });
  await tree.patch(outside, { parentId: inner });
  await tree.call('POST', `/api/files/${outside}/share`, {});
  await tree.call('POST', `/api/files/${inside}/share`, {});
  await tree.patch(folder, { name: 'g' });
  expect(await arrived()).toEqual([
    ['file.created', '/f/inner/inside'],
    ['file.updated', '/f/inner/outside'],
    ['file.updated', '/inside'],
    ['share.created', undefined],
  ]);
  await tree.trash(inner);
  await tree.purge(inner);
  expect(await arrived()).toEqual([
    ['folder.deleted', '/g/inner'],
    ['folder.trashed', '/g/inner'],
    ['share.revoked', undefined],
  ]);
  expect((await ask('PATCH', `${hooks}/${id}`, { folderId: null }))[1]).toMatchObject({ folderId: null });
  await tree.file('anywhere');
  expect(await arrived()).toEqual([['file.created', '/anywhere']]);
  const unknown = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  for (const wrong of [unknown, outside])
    expect(await ask('POST', hooks, { url: receiver.url, folderId: wrong })).toMatchObject([
      404,
      { code: 'folder_not_found' },
    ]);
});

describe('a key for one folder', () => {
  let folder: string;
  let key: string;
  beforeEach(async () => {
    folder = await tree.folder('root');
    const wanted = { folderId: folder, scopes: ['webhooks', 'files:read'] };
    key = (await ask<CreatedApiKey>('POST', '/api/me/api-keys', wanted))[1].rawKey;
  });

  test('[P-608] has webhooks that see its folder only, with paths from there', async () => {
    const { id, folderId } = await create({ events: ['*'] }, key);
    expect(folderId).toBe(null);
    const inner = await tree.folder('inner', folder);
    const file = await tree.file('a', { in: inner });
    const other = await tree.file('other');
    await tree.patch(file, { name: 'b' });
    await tree.patch(file, { moveToRoot: true, name: 'secret' });
    await tree.patch(file, { name: 'elsewhere' });
    await tree.patch(other, { parentId: folder });
    await tree.patch(folder, { name: 'renamed' });
    await drive.drain();
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Json);
    const parentOf = (data: Json): unknown => ('parent_id' in data ? data['parent_id'] : data['folder_id']);
    expect(bodies.map(({ type, data }) => [type, data.path, parentOf(data)]).toSorted(byText)).toEqual([
      ['file.created', '/inner/a', inner],
      ['file.created', '/other', null],
      ['file.deleted', '/inner/b', inner],
      ['file.updated', '/inner/b', inner],
      ['folder.created', '/inner', null],
    ]);
    const renamed = bodies.find(({ type }) => type === 'file.updated');
    expect(renamed?.['data'].previous).toEqual({ name: 'a', path: '/inner/a' });
    expect(JSON.stringify(bodies)).not.toMatch(/secret|elsewhere|root/);

    const own = await create({ events: ['*'] });
    expect((await ask<Json[]>('GET', hooks, undefined, key))[1].map((webhook) => webhook['id'])).toEqual([id]);
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const) {
      const answer = await ask(
        method,
        `${hooks}/${own.id}${path}`,
        method === 'PATCH' ? { enabled: false } : undefined,
        key,
      );
      expect(answer).toMatchObject([404, { code: 'webhook_not_found' }]);
    }
    const outside = await tree.folder('outside');
    const wrong = await ask('POST', hooks, { url: receiver.url, folderId: outside }, key);
    expect(wrong).toMatchObject([404, { code: 'folder_not_found' }]);
    expect((await create({ folderId: inner }, key)).folderId).toBe(inner);
  });

  test('[P-609] has event streams that see its folder only', async () => {
    const stop = new AbortController();
    const response = await fetch(`${drive.url}${endpoints.streamEvents.path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: stop.signal,
    });
    const inner = await tree.folder('inner', folder);
    await tree.folder('elsewhere');
    const file = await tree.file('a', { in: inner });
    await tree.patch(file, { moveToRoot: true });
    const text = await readUntil(response, 'file.deleted');
    stop.abort();
    expect([...text.matchAll(/^event: (\S+)$/gm)].map(([, type]) => type)).toEqual([
      'folder.created',
      'file.created',
      'file.deleted',
    ]);
    expect(text).not.toMatch(/elsewhere|root/);
  });
});

test('a stream sends only the types that it asks for', async () => {
  const stop = new AbortController();
  const open = (types: string): Promise<Response> =>
    fetch(`${drive.url}${endpoints.streamEvents.path}?types=${types}`, {
      headers: { authorization: `Bearer ${user.key}` },
      signal: stop.signal,
    });
  expect((await open('file.*,nothing')).status).toBe(400);
  const response = await open('file.trashed,share.*');
  const file = await tree.file('a');
  await tree.call('POST', `/api/files/${file}/share`, {});
  await tree.trash(file);
  const text = await readUntil(response, 'file.trashed');
  stop.abort();
  expect([...text.matchAll(/^event: (\S+)$/gm)].map(([, type]) => type)).toEqual(['share.created', 'file.trashed']);
});

test('an upload that is reserved and ends without a file publishes why', async () => {
  await create({ events: ['upload.*'] });
  const wanted = { fileName: 'a', contentType: 'a/b', fileSizeBytes: 5 };
  const folder = await tree.folder('f');
  const reserve = async (more: object = {}): Promise<Json> =>
    (await ask('POST', '/api/uploads', { ...wanted, ...more }))[1];
  const cancelled = await reserve({ parentFolderId: folder });
  await drive.fetch(new URL(cancelled['uploadUrl']).pathname, { method: 'DELETE' });
  const refused = await reserve({ fileName: 'b', onConflict: 'fail' });
  await tree.file('b');
  await drive.fetch(new URL(refused['uploadUrl']).pathname, { method: 'PUT', body: 'hello' });
  const expired = await reserve();
  drive.clock.advance(25 * 3_600_000);
  await drive.drain();
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Json);
  const ends = bodies.flatMap(({ type, data }) => (type === 'upload.failed' ? [data as Json] : []));
  const end = (session: Json, reason: string, fileName: string, folderId: string | null = null) =>
    expect.objectContaining({
      session_id: session['sessionId'],
      reason,
      file_name: fileName,
      folder_id: folderId,
      grant_id: null,
    });
  expect(ends.toSorted((a, b) => (a['reason'] < b['reason'] ? -1 : 1))).toEqual([
    end(cancelled, 'cancelled', 'a', folder),
    end(expired, 'expired', 'a'),
    end(refused, 'refused', 'b'),
  ]);
});

async function readUntil(response: Response, wanted: string): Promise<string> {
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes(wanted) && text.endsWith('\n\n')) return text;
  }
  throw new Error(`the stream ended without ${wanted}`);
}
