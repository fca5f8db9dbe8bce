import { endpoints, keyScopes, type EndpointShape } from '@drive/contract';
import { png } from '@drive/thumbnails/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTable, meanings } from '../../test/access-table.ts';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';
import { eventTable } from '../../test/event-table.ts';

/**
 * Every kind of caller × every kind of thing × every operation on it, through the real app: the answers are those of
 * `test/access-table.ts`.
 */
const callers = ['owner', 'other', 'admin', 'scoped', 'unscoped', 'inside', 'outside', 'nobody'] as const;
type CallerKind = (typeof callers)[number];
type Json = Record<string, any>;
/** Values of the parameters of a path, and the body. */
type Target = Readonly<Record<string, unknown>> & { readonly body?: unknown };

const all: Readonly<Record<string, EndpointShape>> = endpoints;

let drive: Drive;
let owner: TestUser;
let other: TestUser;
let admin: TestUser;
let folder: string;
let elsewhere: string;
/** A user may have few keys, so only the last are kept. */
const scopedKeys = new Map<string, { readonly id: string; readonly rawKey: string }>();
const folderKeys = new Map<string, string>();

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', SHARE_FEEDBACK: 'on', TEAM_DRIVES: 'everyone' } });
  owner = await drive.createUser();
  other = await drive.createUser();
  admin = await drive.createUser({ isAdmin: true });
  folder = await makeFolder('Public');
  elsewhere = await makeFolder('Private');
  for (const [name, id] of [
    ['inside', folder],
    ['outside', elsewhere],
  ] as const)
    folderKeys.set(name, (await call('POST', '/api/me/api-keys', { folderId: id }))['rawKey']);
});
afterAll(() => drive.close());

async function call(method: string, path: string, json?: unknown, key: string | null = owner.key): Promise<Json> {
  const init = { method, ...(key === null ? {} : { key }), ...(json === undefined ? {} : { json }) };
  const response = await drive.fetch(path, init);
  const text = await response.text();
  expect([method, path, response.status < 300, response.ok ? '' : text]).toEqual([method, path, true, '']);
  return text === '' ? {} : (JSON.parse(text) as Json);
}

let made = 0;
const nextName = (): string => `item ${(made += 1)}.txt`;
const makeFolder = async (name: string, parentId?: string): Promise<string> =>
  (await call('POST', '/api/files/folders', { name, parentId }))['id'];
const visitorsFile = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
const facts = (fileName: string): object => ({ fileName, contentType: 'text/plain', fileSizeBytes: 5 });
const reserve = (more: object = {}): Promise<Json> =>
  call('POST', '/api/uploads', { ...facts(nextName()), parentFolderId: folder, ...more });
async function put({ uploadUrl, fileId }: Json): Promise<string> {
  expect((await fetch(uploadUrl, { method: 'PUT', body: 'hello' })).status).toBe(200);
  return fileId;
}
const file = async (more: object = {}): Promise<string> => put(await reserve(more));
const inner = (): Promise<string> => makeFolder(nextName(), folder);
async function trashed(): Promise<string> {
  const id = await file();
  await call('DELETE', `/api/files/${id}`);
  return id;
}
async function replaced(): Promise<string> {
  const fileName = nextName();
  const id = await file({ fileName });
  const again = await reserve({ fileName, onConflict: 'replace' });
  expect((await fetch(again['uploadUrl'], { method: 'PUT', body: 'there' })).status).toBe(200);
  return id;
}
async function sharedFile(shareMode = 'SHARED'): Promise<{ fileId: string; token: string }> {
  const fileId = await file();
  const { shareToken } = await call('POST', `/api/files/${fileId}/share`, {});
  if (shareMode !== 'SHARED') await call('PATCH', `/api/files/${fileId}/share`, { shareMode });
  return { fileId, token: shareToken };
}
async function sharedFolder(): Promise<{ folderId: string; token: string }> {
  const folderId = await inner();
  const { shareToken } = await call('POST', `/api/folders/${folderId}/share`, {});
  return { folderId, token: shareToken };
}
async function receivingToken(): Promise<string> {
  const { shareToken } = await call('POST', `/api/folders/${await inner()}/share`, { allowUpload: true });
  return shareToken;
}
const token = async (): Promise<string> => (await sharedFile())['token'];
async function recipient(): Promise<Target> {
  const shareToken = await token();
  const { recipients } = await call('POST', `/api/shares/${shareToken}/recipients`, { emails: ['a@b.example'] });
  return { token: shareToken, id: recipients[0].id };
}
async function comment(): Promise<Target> {
  const shareToken = await token();
  const { id } = await call(
    'POST',
    `/api/public/share/${shareToken}/comments`,
    { body: 'nice', authorName: 'Guest' },
    null,
  );
  return { token: shareToken, id };
}
const role = async (): Promise<object> => {
  const { email } = await drive.createUser();
  return { userId: (await drive.app.accounts.directory.get({ email })).id, role: 'viewer' };
};
async function access(): Promise<Target> {
  const fileId = await file();
  const given = await call('POST', `/api/files/${fileId}/access`, { grants: [await role()], notify: false });
  return { id: fileId, accessId: given['access'][0].id };
}
const teamDrive = (): Promise<Json> => call('POST', '/api/drives', { name: nextName() });
/** Of a key for the folder. */
async function operation(): Promise<string> {
  const operationId = crypto.randomUUID();
  await drive.database.write((tx) =>
    tx
      .insertInto('operations')
      .values({
        id: operationId,
        owner_id: owner.userId,
        folder_id: folder,
        kind: 'copy',
        status: 'complete',
        request: '{}',
        total: 0,
        progress: '{}',
        created_at: drive.clock.now(),
        ended_at: drive.clock.now(),
      })
      .execute(),
  );
  return operationId;
}
/** Of a key for the folder. */
const grant = (): Promise<Json> => call('POST', '/api/upload-grants', {}, folderKeys.get('inside'));
const collection = async (): Promise<Json> => call('POST', '/api/collections', { name: 'Holiday', folderId: folder });
async function received(): Promise<string> {
  const { token: to } = await collection();
  const wanted = { fileName: nextName(), contentType: 'text/plain', sizeBytes: 5, uploaderName: 'Guest' };
  const { sessionId } = await call('POST', `/api/public/collect/${to}/uploads`, wanted, null);
  await call('PUT', `/files/uploads/${sessionId}`, undefined, null).catch(() => undefined);
  const { status } = await drive.fetch(`/files/uploads/${sessionId}`, { method: 'PUT', body: 'hello' });
  expect(status).toBe(200);
  const { items = [], files = items } = await call('GET', `/api/files?parentId=${folder}&limit=100&sort=-createdAt`);
  return files.find(({ name }: Json) => name === wanted.fileName).id;
}
const proofing = async (): Promise<Json> =>
  call('POST', '/api/proofings', { name: 'Wedding', fileIds: [await file()] });
async function submission(): Promise<Target> {
  const fileId = await file();
  const { id, token: to } = await call('POST', '/api/proofings', { name: 'Wedding', fileIds: [fileId] });
  const picked = { fileIds: [fileId], clientName: 'Guest' };
  await call('POST', `/api/public/proofing/${to}/submissions`, picked, null);
  const { submissions } = await call('GET', `/api/proofings/${id}/submissions`);
  return { id, submissionId: submissions[0].id };
}
const paste = (more: object = {}): Promise<Json> => call('POST', '/api/pastes', { content: 'text', ...more });
const guestPaste = (): Promise<Json> => call('POST', '/api/pastes', { content: 'text' }, null);
async function guestFile(): Promise<{ fileId: string; token: string }> {
  const wanted = { fileName: nextName(), contentType: 'text/plain', sizeBytes: 5 };
  const reserved = await call('POST', '/api/public/uploads', wanted, null);
  return { fileId: await put(reserved), token: reserved['shareToken'] };
}
/** The last of its kind: a user may have few. */
async function webhook(): Promise<Json> {
  const list = await call('GET', '/api/users/me/webhooks');
  for (const { id: old } of (Array.isArray(list) ? list : list['webhooks']) as Json[])
    await call('DELETE', `/api/users/me/webhooks/${old}`);
  return call('POST', '/api/users/me/webhooks', { url: 'https://hook.example/' });
}
let lastKey: string | undefined;
async function apiKey(): Promise<Json> {
  if (lastKey !== undefined) await drive.fetch(`/api/me/api-keys/${lastKey}`, { method: 'DELETE', key: owner.key });
  const key = await call('POST', '/api/me/api-keys', { scopes: ['account'] });
  lastKey = key['id'];
  return key;
}
async function delivery(): Promise<Target> {
  const { id } = await webhook();
  await received();
  const { deliveries } = await call('GET', `/api/users/me/webhooks/${id}/deliveries`);
  return { id, deliveryId: deliveries[0].id };
}

const id = (make: () => Promise<string>) => async (): Promise<Target> => ({ id: await make() });
const of = (make: () => Promise<Json>) => async (): Promise<Target> => ({ id: (await make())['id'] });
const fileId =
  (make: () => Promise<string>, more: object = {}) =>
  async () => ({ fileId: await make(), ...more });
const folderId = (body?: object) => async () => ({ folderId: (await sharedFolder()).folderId, body });
const ids =
  (make: () => Promise<string>, more: object = {}) =>
  async () => ({ body: { ids: [await make()], ...more } });
const byToken = (body?: object) => async () => ({ token: await token(), body });
const shareOfFile = (body?: object) => async () => ({ fileId: (await sharedFile()).fileId, body });
const lockedToken = (body?: object) => async () => {
  const shared = await sharedFile();
  await call('PATCH', `/api/files/${shared.fileId}/share/password`, { password: 'secret' });
  return { token: shared.token, body };
};
const tokenOfPaste = (more: object) => async () => ({ token: (await paste(more))['token'] });

/** Operation and thing → the request's parts. */
const targets: Readonly<Record<string, () => Promise<Target>>> = {
  'getFile file': id(file),
  'getFile folder': id(inner),
  'getFile trashed file': id(trashed),
  'getFile received file': id(received),
  'getFile file of a guest': id(async () => (await guestFile()).fileId),
  'getFilePath file': id(file),
  'listFiles folder': async () => ({ query: `parentId=${await inner()}` }),
  'searchItems folder': async () => ({ query: `q=a&in=${await inner()}` }),
  'listTree folder': async () => ({ query: `folderId=${await inner()}` }),
  'getFileByPath folder': async () => {
    const name = nextName();
    await file({ fileName: name });
    return { query: `folderId=${folder}&path=/${encodeURIComponent(name)}` };
  },
  'readFileByPath folder': async () => {
    const name = nextName();
    await file({ fileName: name });
    return { path: name, query: `folderId=${folder}` };
  },
  'getDownloadUrl file': fileId(file),
  'getDownloadUrl trashed file': fileId(trashed),
  'getDownloadUrl file of a guest': fileId(async () => (await guestFile()).fileId),
  'createDownloadUrls file': ids(file),
  'createFolder folder': async () => ({ body: { name: nextName(), parentId: await inner() } }),
  'createUpload folder': async () => ({ body: { ...facts(nextName()), parentFolderId: await inner() } }),
  'createUploadBatch folder': async () => ({
    body: { files: [{ ...facts(nextName()), parentFolderId: await inner() }] },
  }),
  'putFileByPath folder': async () => ({ path: nextName(), query: `folderId=${await inner()}`, bytes: 'hello' }),
  'updateFile file': async () => ({ id: await file(), body: { name: nextName() } }),
  'updateFile folder': async () => ({ id: await inner(), body: { name: nextName() } }),
  'updateFile trashed file': async () => ({ id: await trashed(), body: { name: nextName() } }),
  'updateFile file with metadata': async () => ({ id: await file(), body: { metadata: { a: 'b' }, tags: ['c'] } }),
  'tagFiles file': ids(file, { add: ['a'] }),
  'tagFiles trashed file': ids(trashed, { add: ['a'] }),
  'setThumbnail file': async () => ({ id: await file(), bytes: png({ width: 2, height: 2 }) }),
  'starFile file': id(file),
  'starFile trashed file': id(trashed),
  'unstarFile file': id(file),
  'moveFiles file': async () => ({ body: { ids: [await file()], parentId: await inner() } }),
  'moveFiles folder': async () => ({ body: { ids: [await inner()], parentId: await inner() } }),
  'copyFiles file': ids(file, { copyToRoot: true }),
  'getOperation operation': id(operation),
  'cancelOperation operation': id(operation),
  'trashFile file': id(file),
  'trashFile folder': id(inner),
  'trashFile received file': id(received),
  'trashFiles file': ids(file),
  'restoreFile trashed file': id(trashed),
  'restoreFile file': id(file),
  'restoreFiles trashed file': ids(trashed),
  'purgeFile trashed file': id(trashed),
  'purgeFile file': id(file),
  'purgeFiles trashed file': ids(trashed),
  'listTrashedItems folder': async () => ({ query: `folderId=${await inner()}` }),
  'listChanges cursor': async () => ({
    query: `cursor=${encodeURIComponent((await call('GET', '/api/changes/latest'))['cursor'])}`,
  }),
  'listTags folder': async () => ({ query: `folderId=${await inner()}` }),
  'getLatestChange folder': async () => ({ query: `folderId=${await inner()}` }),
  'getDrive drive': of(teamDrive),
  'updateDrive drive': async () => ({ id: (await teamDrive())['id'], body: { name: nextName() } }),
  'deleteDrive drive': of(teamDrive),
  'startMove file': async () => ({ body: { ids: [await file()], parentId: await inner() } }),
  'listFileVersions version': id(replaced),
  'getFileVersionDownloadUrl version': async () => ({ id: await replaced(), version: 1 }),
  'restoreFileVersion version': async () => ({ id: await replaced(), version: 1 }),
  'deleteFileVersion version': async () => ({ id: await replaced(), version: 1 }),
  'deleteFileVersions version': id(replaced),
  'listStoredFiles drive': async () => ({ query: `driveId=${(await teamDrive())['id']}` }),
  'listActivity drive': async () => ({ query: `driveId=${(await teamDrive())['id']}` }),
  'createUploadGrant folder': async () => ({ body: { folderId: await inner() } }),
  'getUploadGrant upload grant': of(grant),
  'revokeUploadGrant upload grant': of(grant),
  'listItemActivity file': id(file),
  'listItemActivity folder': id(inner),
  'listActivity own drive': async () => ({}),
  'listAccess file': id(file),
  'giveAccess file': async () => ({ id: await file(), body: { grants: [await role()], notify: false } }),
  'changeAccess role': async () => ({ ...(await access()), body: { role: 'editor' } }),
  'revokeAccess role': access,
  'getUploadStatus upload session': async () => ({ sessionId: (await reserve())['sessionId'] }),
  'createArchive file': async () => ({ body: { fileIds: [await file()] } }),
  'createArchive folder': async () => ({ body: { folderIds: [await inner()] } }),
  'createFileShare file': fileId(file, { body: {} }),
  'createFileShare folder': fileId(inner, { body: {} }),
  'createFileShare trashed file': fileId(trashed, { body: {} }),
  'createFileShare file of a guest': fileId(async () => (await guestFile()).fileId, { body: {} }),
  'createFolderShare folder': async () => ({ folderId: await inner(), body: {} }),
  'createMultiShare file': async () => ({ body: { fileIds: [await file(), await file()] } }),
  'setVisibility file': ids(file, { mode: 'PUBLIC' }),
  'setVisibility link': ids(async () => (await sharedFile()).fileId, { mode: 'PRIVATE' }),
  'setVisibility file of a guest': ids(async () => (await guestFile()).fileId, { mode: 'PRIVATE' }),
  'revokeFileShare link': shareOfFile(),
  'revokeFileShare link of a guest': fileId(async () => (await guestFile()).fileId),
  'setFileShareMode link': shareOfFile({ shareMode: 'PUBLIC' }),
  'setFileShareExpiry link': shareOfFile({ expiresInDays: 3 }),
  'setFileSharePassword link': shareOfFile({ password: 'secret' }),
  'setFileShareSlug link': async () => ({ fileId: (await sharedFile()).fileId, body: { slug: `slug-${(made += 1)}` } }),
  'setFileShareNotify link': shareOfFile({ notifyOnDownload: true }),
  'getFileUnlockEvents link': shareOfFile(),
  'revokeFolderShare link': folderId(),
  'setFolderShareMode link': folderId({ shareMode: 'PUBLIC' }),
  'setFolderShareExpiry link': folderId({ expiresInDays: 3 }),
  'setFolderSharePassword link': folderId({ password: 'secret' }),
  'setFolderShareSlug link': async () => ({
    folderId: (await sharedFolder()).folderId,
    body: { slug: `slug-${(made += 1)}` },
  }),
  'setFolderShareNotify link': folderId({ notifyOnDownload: true }),
  'getFolderUnlockEvents link': folderId(),
  'getShare link': byToken(),
  'getShare link of a guest': async () => ({ token: (await guestFile()).token }),
  'revokeShare link': byToken(),
  'revokeShare link of a guest': async () => ({ token: (await guestFile()).token }),
  'updateShare link': byToken({ shareMode: 'PUBLIC', label: 'Guests' }),
  'listItemLinks link': async () => ({ id: (await sharedFile())['fileId'] }),
  'listItemLinks file of a guest': id(async () => (await guestFile()).fileId),
  'createItemLink file': id(file),
  'createItemLink folder': id(inner),
  'createItemLink trashed file': id(trashed),
  'listShareUploads link': byToken(),
  'createShareUpload receiving link': async () => ({ token: await receivingToken(), body: visitorsFile }),
  'createShareUpload link': async () => ({ token: await token(), body: visitorsFile }),
  'createShareUpload private link': async () => ({
    token: (await sharedFile('PRIVATE')).token,
    body: visitorsFile,
  }),
  'createShareUpload link with a password': lockedToken(visitorsFile),
  'setShareExpiry link': byToken({ expiresInDays: 3 }),
  'setSharePassword link': byToken({ password: 'secret' }),
  'setShareSlug link': async () => ({ token: await token(), body: { slug: `slug-${(made += 1)}` } }),
  'setShareNotify link': byToken({ notifyOnDownload: true }),
  'getUnlockEvents link': byToken(),
  'sendShare link': byToken({ emails: ['a@b.example'] }),
  'listRecipients link': byToken(),
  'removeRecipient link': recipient,
  'resolveShare link': byToken(),
  'resolveShare private link': async () => ({ token: (await sharedFile('PRIVATE')).token }),
  'resolveShare link with a password': lockedToken(),
  'createComment link with a password': lockedToken({ body: 'nice', authorName: 'Guest' }),
  'createComment link': byToken({ body: 'nice', authorName: 'Guest' }),
  'deleteComment link': comment,
  'listComments link with a password': lockedToken(),
  'likeShare link': byToken(),
  'unlikeShare link': byToken(),
  'getCollection collection': of(collection),
  'updateCollection collection': async () => ({ id: (await collection())['id'], body: { name: 'New' } }),
  'deleteCollection collection': of(collection),
  'listCollectedUploads collection': of(collection),
  'createCollection folder': async () => ({ body: { name: 'Holiday', folderId: await inner() } }),
  'createProofing file': async () => ({ body: { name: 'Wedding', fileIds: [await file()] } }),
  'createProofing folder': async () => ({ body: { name: 'Wedding', folderId: await inner() } }),
  'getProofing proofing': of(proofing),
  'updateProofing proofing': async () => ({ id: (await proofing())['id'], body: { name: 'New' } }),
  'deleteProofing proofing': of(proofing),
  'listSubmissions proofing': of(proofing),
  'getSubmission proofing': submission,
  'getPaste paste': of(paste),
  'getPaste paste of a guest': of(guestPaste),
  'deletePaste paste': of(paste),
  'deletePaste paste of a guest': of(guestPaste),
  'resolvePaste paste': tokenOfPaste({}),
  'resolvePaste private paste': tokenOfPaste({ shareMode: 'PRIVATE' }),
  'resolvePaste paste with a password': tokenOfPaste({ password: 'secret' }),
  'revealPaste burning paste': tokenOfPaste({ burnAfterReading: true }),
  'updateWebhook webhook': async () => ({ id: (await webhook())['id'], body: { enabled: false } }),
  'deleteWebhook webhook': of(webhook),
  'rotateWebhookSecret webhook': of(webhook),
  'listWebhookDeliveries webhook': of(webhook),
  'getWebhookDelivery webhook': delivery,
  'redeliverWebhook webhook': delivery,
  'revokeApiKey API key': of(apiKey),
  'deleteAnyFile file': id(file),
  'deleteAnyFile file of a guest': id(async () => (await guestFile()).fileId),
  'quarantineFile file': async () => ({ id: await file(), body: { quarantined: true } }),
};

const ownEvents = () => drive.database.reader.selectFrom('events').where('user_id', '=', owner.userId);
const lastEvent = async (): Promise<number> =>
  (await ownEvents().select('row_id').orderBy('row_id', 'desc').limit(1).executeTakeFirst())?.row_id ?? 0;
const eventsAfter = async (rowId: number): Promise<string[]> =>
  (await ownEvents().select('type').where('row_id', '>', rowId).orderBy('row_id').execute()).map(({ type }) => type);

async function keyOf(caller: CallerKind, { scope }: EndpointShape): Promise<string | undefined> {
  if (caller === 'nobody') return undefined;
  if (caller === 'other') return other.key;
  if (caller === 'admin') return admin.key;
  if (caller === 'owner') return owner.key;
  if (caller === 'inside' || caller === 'outside') return folderKeys.get(caller);
  const ordinary = keyScopes.filter((each) => each !== 'admin');
  const scopes =
    caller === 'scoped' ? ordinary.filter((each) => each === scope) : ordinary.filter((each) => each !== scope);
  const name = scopes.join(' ');
  // No key of a user without administrator rights has the scope admin alone.
  if (name === '') return owner.key;
  const known = scopedKeys.get(name);
  if (known !== undefined) return known.rawKey;
  const [oldest] = scopedKeys;
  if (scopedKeys.size === 4 && oldest !== undefined) {
    await call('DELETE', `/api/me/api-keys/${oldest[1].id}`);
    scopedKeys.delete(oldest[0]);
  }
  const { id: keyId, rawKey } = await call('POST', '/api/me/api-keys', { scopes });
  scopedKeys.set(name, { id: keyId, rawKey });
  return rawKey;
}

/** The answer in a word: its meaning in `access-table.ts`, or status and code. */
async function answerOf(
  operation: string,
  { query, body, bytes, ...params }: Json,
  caller: CallerKind,
): Promise<string> {
  const shape = all[operation];
  if (shape === undefined) throw new Error(`no operation ${operation}`);
  const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const key = await keyOf(caller, shape);
  const response = await drive.fetch(query === undefined ? path : `${path}?${query}`, {
    method: shape.method,
    ...(key === undefined ? {} : { key }),
    ...(bytes === undefined ? {} : { body: bytes, headers: { 'content-type': 'text/plain' } }),
    ...(body === undefined ? {} : { json: body }),
  });
  const text = await response.text();
  const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Json;
  const [failed] = (answer['failed'] ?? []) as Json[];
  const facts = failed === undefined ? answer : { code: failed['code'], message: failed['message'] };
  const status = failed === undefined ? String(response.status) : `${response.status} each ${failed['status']}`;
  if (response.ok && failed === undefined) return answer['locked'] === true ? 'locked' : status;
  const refusal = `${status} ${facts['code']}: ${facts['message']}`.replaceAll(/scope [a-z:]+/g, 'scope …');
  return meanings.get(refusal) ?? refusal;
}

/** Operations on things that need no row, with the reason. */
const elsewhereTested: Readonly<Record<string, string>> = {
  saveShare: 'is for everybody who has the link; `saved-shares.test.ts` has its callers',
  testWebhook: 'sends to the receiver; finds the webhook as the others do',
  deletePasskey: 'needs a session; finds a passkey of its user',
  renamePasskey: 'finds a passkey of its user; keys have none',
  unlinkIdentity: 'needs a session; finds an identity of its user',
  revokeSession: 'finds a session as an API key is found; sessions are not owned by keys',
};

describe('who may do what', () => {
  it('has a row of each operation on something that belongs to a user', () => {
    const owned = Object.values(all).filter(
      ({ auth, path, folderKeys, transport }) =>
        auth !== 'public' &&
        auth !== 'admin' &&
        transport === undefined &&
        (path.includes('{') || folderKeys?.items !== undefined || folderKeys?.folder !== undefined),
    );
    const operations = new Set(Object.keys(targets).map((name) => name.split(' ')[0]));
    const missing = owned.map((shape) => shape.id).filter((operation) => !operations.has(operation));
    expect(missing.toSorted()).toEqual(Object.keys(elsewhereTested).toSorted());
  });

  const refusals = Object.fromEntries(Array.from(meanings, ([meaning, word]) => [word, meaning]));
  const expected = new Map(accessTable.map(([name = '', ...answers]) => [name, answers]));

  it('names every operation and thing once', () => {
    expect(Object.keys(targets).toSorted()).toEqual([...expected.keys()].toSorted());
    expect(expected.size).toBe(accessTable.length);
  });

  it.each(Object.keys(targets))('%s', async (name) => {
    const [operation = ''] = name.split(' ');
    const answers: string[] = [];
    // A success of anything but a GET may have changed the thing.
    let target: Target | undefined;
    for (const caller of callers) {
      target ??= await targets[name]!();
      const before = await lastEvent();
      const answer = await answerOf(operation, target, caller);
      const isPermitted = caller === (all[operation]?.auth === 'admin' ? 'admin' : 'owner');
      if (isPermitted) expect([name, ...(await eventsAfter(before))]).toEqual([name, ...(eventTable[name] ?? [])]);
      if (all[operation]?.method !== 'GET' && !(answer in refusals)) target = undefined;
      answers.push(answer);
    }
    expect(answers).toEqual(expected.get(name));
  });
});
