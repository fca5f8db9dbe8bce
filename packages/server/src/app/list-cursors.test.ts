import { endpoints, type EndpointShape } from '@drive/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';
import { toReceivers } from '../../test/network/receivers.ts';
import { sharedApi, type SharedApi } from '../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
let mine: SharedApi;

/** A list with its own rows. */
interface List {
  readonly path: string;
  /** Adds a row. */
  add(): Promise<unknown>;
  /** Removes a listed row. */
  remove?(row: Row): Promise<unknown>;
}
interface Row {
  readonly id?: string;
  readonly shareToken?: string;
  readonly fileId?: string;
  readonly version?: number;
}

const post = async (path: string, json: object = {}): Promise<any> => {
  const { status, body } = await mine.call('POST', path, json);
  expect(status).toBeLessThan(300);
  return body;
};
const remove = (path: string) => (row: Row) => mine.call('DELETE', `${path}/${row.id}`);
let added = 0;
const newName = (): string => `row-${(added += 1)}.txt`;

/** By endpoint. */
const lists: Readonly<Record<string, () => Promise<List>>> = {
  listFiles: async () => ({
    path: '/api/files?sort=-createdAt',
    add: () => mine.folder(newName()),
    remove: ({ id }) => mine.trash(id!),
  }),
  listFileVersions: async () => {
    const replace = async (): Promise<string> => {
      const upload = { fileName: 'replaced.txt', contentType: 'text/plain', fileSizeBytes: 1, onConflict: 'replace' };
      const { uploadUrl } = await post('/api/uploads', upload);
      const answer = await drive.fetch(uploadUrl, { method: 'PUT', body: 'x' });
      return ((await answer.json()) as { fileId: string }).fileId;
    };
    const path = `/api/files/${await replace()}/versions`;
    return { path, add: replace, remove: ({ version }) => mine.call('DELETE', `${path}/${version}`) };
  },
  listShareFiles: async () => {
    const folder = await mine.folder(newName());
    const { shareToken } = await mine.shareFolder(folder);
    return {
      path: `/api/public/share/${shareToken}/files?sort=-createdAt`,
      add: () => mine.file(newName(), { in: folder }),
      remove: ({ id }) => mine.trash(id!),
    };
  },
  searchPublic: async () => ({
    path: '/api/public/search?q=wanted',
    add: async () => mine.shareFile(await mine.file(`wanted-${newName()}`), { shareMode: 'PUBLIC' }),
    remove: ({ shareToken }) => mine.call('DELETE', `/api/shares/${shareToken}`),
  }),
  listShares: async () => ({
    path: '/api/shares',
    add: async () => mine.shareFile(await mine.file(newName())),
    remove: ({ shareToken }) => mine.call('DELETE', `/api/shares/${shareToken}`),
  }),
  listRecipients: async () => {
    const { shareToken } = await mine.shareFile(await mine.file(newName()));
    const path = `/api/shares/${shareToken}/recipients`;
    return { path, add: () => post(path, { emails: [`${newName()}@example.org`] }), remove: remove(path) };
  },
  listComments: async () => {
    const { shareToken } = await mine.shareFile(await mine.file(newName()), { commentsEnabled: true });
    const path = `/api/public/share/${shareToken}/comments`;
    return { path, add: () => post(path, { body: newName() }), remove: remove(path) };
  },
  listCollections: async () => ({
    path: '/api/collections',
    add: () => post('/api/collections', { folderId: null, name: newName() }),
    remove: remove('/api/collections'),
  }),
  listCollectedUploads: async () => {
    const { id, token } = await post('/api/collections', { folderId: null, name: newName() });
    return {
      path: `/api/collections/${id}/uploads`,
      add: async () => {
        const upload = { fileName: newName(), contentType: 'text/plain', sizeBytes: 1 };
        const { uploadUrl } = await post(`/api/public/collect/${token}/uploads`, upload);
        expect((await drive.fetch(uploadUrl, { method: 'PUT', body: 'x' })).status).toBe(200);
      },
    };
  },
  listShareUploads: async () => {
    const { shareToken } = await mine.shareFolder(await mine.folder(newName()), { allowUpload: true });
    return {
      path: `/api/shares/${shareToken}/uploads`,
      add: async () => {
        const upload = { fileName: newName(), contentType: 'text/plain', sizeBytes: 1 };
        const { uploadUrl } = await post(`/api/public/share/${shareToken}/uploads`, upload);
        expect((await drive.fetch(uploadUrl, { method: 'PUT', body: 'x' })).status).toBe(200);
      },
    };
  },
  listUploadGrants: async () => ({ path: '/api/upload-grants', add: () => post('/api/upload-grants', {}) }),
  listProofings: async () => ({
    path: '/api/proofings',
    add: async () => post('/api/proofings', { name: newName(), fileIds: [await mine.file(newName())] }),
    remove: remove('/api/proofings'),
  }),
  listSubmissions: async () => {
    const fileId = await mine.file(newName());
    const { id, token } = await post('/api/proofings', { name: newName(), fileIds: [fileId] });
    const add = () => post(`/api/public/proofing/${token}/submissions`, { fileIds: [fileId] });
    return { path: `/api/proofings/${id}/submissions`, add };
  },
  listPastes: async () => ({
    path: '/api/pastes',
    add: () => post('/api/pastes', { content: newName() }),
    remove: remove('/api/pastes'),
  }),
  listWebhookDeliveries: async () => {
    const { id } = await post('/api/users/me/webhooks', { url: 'https://127.0.0.1:9/' });
    return {
      path: `/api/users/me/webhooks/${id}/deliveries`,
      add: () => post(`/api/users/me/webhooks/${id}/test`),
    };
  },
  listUsers: async () => ({
    path: '/api/admin/users',
    add: () => drive.createUser(),
    remove: remove('/api/admin/users'),
  }),
  listGroups: async () => ({
    path: '/api/admin/groups',
    add: () => post('/api/admin/groups', { name: newName() }),
    remove: remove('/api/admin/groups'),
  }),
  listGroupMembers: async () => {
    const path = `/api/admin/groups/${(await post('/api/admin/groups', { name: newName() })).id}/members`;
    const add = async (): Promise<unknown> => {
      const json = { email: `${newName()}@example.org`, password: 'correct horse' };
      return mine.call('PUT', `${path}/${(await post('/api/admin/users', json)).id}`);
    };
    return { path, add, remove: remove(path) };
  },
  listNotifications: async () => ({
    path: '/api/notifications',
    add: async () => {
      const giver = await drive.createUser();
      const theirs = sharedApi(drive, giver);
      const { id: userId } = await drive.app.accounts.directory.get({ email: admin.email });
      const grants = [{ userId, role: 'viewer' }];
      const { status } = await theirs.call('POST', `/api/files/${await theirs.folder(newName())}/access`, { grants });
      expect(status).toBe(201);
    },
  }),
  listInvites: async () => ({
    path: '/api/admin/invites',
    add: () => post('/api/admin/invites', {}),
    remove: remove('/api/admin/invites'),
  }),
  listAllFiles: async () => ({
    path: '/api/admin/files?q=row',
    add: () => mine.file(newName()),
    remove: remove('/api/admin/files'),
  }),
  listReports: async () => {
    const { shareToken } = await mine.shareFile(await mine.file(newName()));
    return {
      path: '/api/admin/reports',
      add: () => post(`/api/public/share/${shareToken}/reports`, { reason: 'other' }),
      remove: remove('/api/admin/reports'),
    };
  },
  listJobs: async () => ({
    path: '/api/admin/jobs?state=due',
    add: async () => {
      const id = await mine.file(newName());
      await mine.trash(id);
      await mine.purge(id);
    },
  }),
  listSessionPage: async () => ({
    path: '/api/sessions',
    add: () => drive.signIn(admin),
    remove: remove('/api/me/sessions'),
  }),
  // Revoked keys stay in the list.
  listApiKeyPage: async () => ({
    path: '/api/api-keys',
    add: async () => mine.call('DELETE', `/api/me/api-keys/${(await post('/api/me/api-keys')).id}`),
  }),
  listAllDrives: async () => ({
    path: '/api/admin/drives',
    add: () => post('/api/drives', { name: newName() }),
    remove: remove('/api/drives'),
  }),
  listAudit: async () => ({ path: '/api/admin/audit', add: () => post('/api/pastes', { content: newName() }) }),
};

beforeAll(async () => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off', REGISTRATION: 'invite', VERSIONS_KEEP: '200' },
    outbound: toReceivers,
  });
  admin = await drive.createUser({ isAdmin: true });
  mine = sharedApi(drive, admin);
});
afterAll(() => drive.close());

interface Page {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly page: number;
}
async function read(path: string, query: Readonly<Record<string, string>>): Promise<Page> {
  const separator = path.includes('?') ? '&' : '?';
  const { status, body } = await mine.call('GET', `${path}${separator}${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  const rows = Object.entries(body as object).find(([name]) => name !== 'pagination')![1] as Row[];
  return { rows, next: body.pagination.nextCursor, page: body.pagination.currentPage };
}
async function walk(path: string, limit: string, between: (page: Page) => Promise<void>): Promise<Row[]> {
  const rows: Row[] = [];
  let page = await read(path, { limit });
  for (let number = 1; ; number += 1) {
    expect(page.page).toBe(number);
    rows.push(...page.rows);
    if (page.next === null) return rows;
    await between(page);
    page = await read(path, { limit, cursor: page.next });
  }
}

const paged = (Object.values(endpoints) as EndpointShape[]).filter(
  ({ query }) => query !== undefined && 'page' in query.shape,
);

test('every paged list is tested here and accepts a cursor', () => {
  expect(Object.keys(lists).toSorted()).toEqual(paged.map(({ id }) => id).toSorted());
  for (const { query } of paged) expect(Object.keys(query!.shape)).toContain('cursor');
});

const keyOf = ({ id, shareToken, fileId, version }: Row): string => id ?? shareToken ?? fileId ?? String(version);

test.each(Object.keys(lists))('%s: pages by cursor equal pages by number', async (id) => {
  const { path, add } = await lists[id]!();
  for (let n = 0; n < 5; n += 1) await add();
  const all = (await read(path, { limit: '200' })).rows;
  expect(all.length).toBeGreaterThanOrEqual(5);
  for (const limit of ['1', '2', String(all.length)])
    expect((await walk(path, limit, async () => {})).map(keyOf)).toEqual(all.map(keyOf));
  const second = await read(path, { limit: '2', page: '2' });
  expect((await read(path, { limit: '2', cursor: second.next! })).rows.map(keyOf)).toEqual(all.slice(4, 6).map(keyOf));
});

test.each(Object.keys(lists))('%s: a remaining row is listed once while others are added and removed', async (id) => {
  const list = await lists[id]!();
  for (let n = 0; n < 6; n += 1) await list.add();
  const before = (await read(list.path, { limit: '200' })).rows.map(keyOf);
  const removed = new Set<string>();
  let pages = 0;
  const listed = await walk(list.path, '2', async ({ rows }) => {
    pages += 1;
    if (pages > 4) return;
    await list.add();
    // The row of the cursor.
    const last = rows.at(-1);
    if (list.remove === undefined || last === undefined) return;
    removed.add(keyOf(last));
    await list.remove(last);
  });
  expect(listed.map(keyOf).filter((key) => before.includes(key))).toEqual(before);
  expect(removed.size > 0).toBe(list.remove !== undefined);
  const after = new Set((await read(list.path, { limit: '200' })).rows.map(keyOf));
  for (const key of removed) expect(after.has(key)).toBe(false);
});

test.each(Object.keys(lists))(
  '%s: refuses a cursor beside a page, a changed one and one of another list',
  async (id) => {
    const { path, add } = await lists[id]!();
    for (let n = 0; n < 2; n += 1) await add();
    const { next } = await read(path, { limit: '1' });
    const separator = path.includes('?') ? '&' : '?';
    const other = id === 'listPastes' ? '/api/shares?' : '/api/pastes?';
    for (const url of [
      `${path}${separator}cursor=${next}&page=1`,
      `${path}${separator}cursor=x${next}`,
      `${path}${separator}cursor=`,
      `${other}cursor=${next}`,
    ])
      expect(await mine.call('GET', url)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  },
);
