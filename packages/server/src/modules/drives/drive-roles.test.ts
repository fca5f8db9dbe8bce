import { memberRoles, type MemberRole, type TeamDrive } from '@drive/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

/** What each role may do with a team drive by its id, beside what `roles.test.ts` has for items of others. */
const columns = [...memberRoles, 'stranger', 'revoked', 'folder key', 'admin'] as const;
type Column = (typeof columns)[number];

const table = `
operation          viewer       contributor  editor       manager      stranger     revoked      folder key   admin
get                200          200          200          200          404          404          403          404
rename             403          403          403          200          404          404          403          404
delete             403          403          403          204          404          404          403          404
list               200          200          200          200          404          404          404          404
search             200          200          200          200          404          404          404          404
search by owner    1            1            1            1            0            0            0            0
by path            200          200          200          200          404          404          404          404
read by path       200          200          200          200          404          404          404          404
put by path        403          201          201          201          404          404          404          404
reserve            403          201          201          201          404          404          404          404
add folder         403          201          201          201          404          404          404          404
move into          each 403     each 403     200          200          404          404          404          404
copy into          403          200          200          200          404          404          404          404
changes            200          200          200          200          404          404          404          404
tags               200          200          200          200          404          404          404          404
trash              403          403          200          200          404          404          404          404
empty trash        403          403          403          204          404          404          403          404
activity           200          200          200          200          404          404          404          404
shares             403          403          403          200          404          404          403          404
file requests      403          403          403          200          404          404          403          404
file request       403          403          403          201          404          404          403          404
proofing           403          403          403          201          404          404          403          404
upload grants      403          403          403          200          404          404          404          404
upload grant       403          403          403          201          404          404          404          404
webhooks           403          403          403          200          404          404          404          404
webhook            403          403          403          201          404          404          404          404
members            200          200          200          200          404          404          403          404
WebDAV list        207          207          207          207          404          404          404          404
WebDAV put         403          201          201          201          409          409          409          409
`;
const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/ {2,}/));

let drive: Drive;
let boss: SharedApi;
let members: { readonly userId: string; readonly role: MemberRole }[] = [];
const users = new Map<Column, TestUser>();
let made = 0;
const next = (): string => `item ${(made += 1)}`;

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', TEAM_DRIVES: 'everyone' } });
  boss = sharedApi(drive, await drive.createUser());
  for (const role of memberRoles) users.set(role, await drive.createUser());
  for (const column of ['stranger', 'revoked'] as const) users.set(column, await drive.createUser());
  users.set('admin', await drive.createUser({ isAdmin: true }));
  members = await Promise.all(memberRoles.map(async (role) => ({ role, userId: await idOf(users.get(role)!) })));
  // The key of a manager for a folder of their own reaches nothing of others.
  const manager = users.get('manager')!;
  const own = sharedApi(drive, manager);
  const folderId = await own.folder('Own');
  const scopes = ['files:read', 'files:write', 'shares', 'webhooks'];
  const { rawKey } = (await own.call('POST', '/api/me/api-keys', { folderId, scopes })).body;
  users.set('folder key', { ...manager, key: rawKey });
});
afterAll(() => drive.close());

interface Scene {
  readonly team: TeamDrive;
  /** A folder and a file in the drive. */
  readonly folder: string;
  readonly file: string;
  /** A file in the tree of the caller. */
  readonly own: string;
}
type Call = readonly [method: string, path: string, json?: unknown, bytes?: string];

const calls: Readonly<Record<string, (scene: Scene) => Call>> = {
  get: ({ team }) => ['GET', `/api/drives/${team.id}`],
  rename: ({ team }) => ['PATCH', `/api/drives/${team.id}`, { name: next() }],
  delete: ({ team }) => ['DELETE', `/api/drives/${team.id}`],
  list: ({ team }) => ['GET', `/api/files?driveId=${team.id}`],
  search: ({ team }) => ['GET', `/api/search?q=a.txt&driveId=${team.id}`],
  'search by owner': ({ team }) => ['GET', `/api/search?q=a.txt&owner=${team.id}`],
  'by path': ({ team }) => ['GET', `/api/files/by-path?path=/a.txt&driveId=${team.id}`],
  'read by path': ({ team }) => ['GET', `/files/by-path/a.txt?driveId=${team.id}`],
  'put by path': ({ team }) => ['PUT', `/files/by-path/b.txt?driveId=${team.id}`, undefined, 'x'],
  reserve: ({ team }) => [
    'POST',
    '/api/uploads',
    { fileName: 'c.txt', contentType: 'text/plain', fileSizeBytes: 5, driveId: team.id },
  ],
  'add folder': ({ team }) => ['POST', '/api/files/folders', { name: 'New', driveId: team.id }],
  'move into': ({ team, own }) => ['PATCH', '/api/files/move', { ids: [own], moveToRoot: true, driveId: team.id }],
  'copy into': ({ team, own }) => ['POST', '/api/files/copy', { ids: [own], copyToRoot: true, driveId: team.id }],
  changes: ({ team }) => ['GET', `/api/changes?driveId=${team.id}`],
  tags: ({ team }) => ['GET', `/api/tags?driveId=${team.id}`],
  trash: ({ team }) => ['GET', `/api/trash?driveId=${team.id}`],
  'empty trash': ({ team }) => ['DELETE', `/api/files/trash?driveId=${team.id}`],
  activity: ({ team }) => ['GET', `/api/activity?driveId=${team.id}`],
  shares: ({ team }) => ['GET', `/api/shares?driveId=${team.id}`],
  'file requests': ({ team }) => ['GET', `/api/collections?driveId=${team.id}`],
  'file request': ({ folder }) => ['POST', '/api/collections', { name: 'Photos', folderId: folder }],
  proofing: ({ file }) => ['POST', '/api/proofings', { name: 'Choose', fileIds: [file] }],
  'upload grants': ({ team }) => ['GET', `/api/upload-grants?driveId=${team.id}`],
  'upload grant': ({ team }) => ['POST', '/api/upload-grants', { driveId: team.id }],
  webhooks: ({ team }) => ['GET', `/api/users/me/webhooks?driveId=${team.id}`],
  webhook: ({ team }) => ['POST', '/api/users/me/webhooks', { url: 'https://example.com/hook', driveId: team.id }],
  members: ({ team }) => ['GET', `/api/files/${team.rootId}/access`],
  'WebDAV list': ({ team }) => ['PROPFIND', `/dav-all/Drives/${encodeURIComponent(team.name)}/`],
  'WebDAV put': ({ team }) => ['PUT', `/dav-all/Drives/${encodeURIComponent(team.name)}/d.txt`, undefined, 'x'],
};

async function createScene(column: Column): Promise<Scene> {
  const team: TeamDrive = (await boss.call('POST', '/api/drives', { name: next() })).body;
  await boss.call('POST', `/api/files/${team.rootId}/access`, { grants: members, notify: false });
  const file = await boss.put('a.txt', 'hello', { in: team.rootId });
  const folder = await boss.folder('Folder', team.rootId);
  const caller = users.get(column)!;
  const isConfined = column === 'folder key';
  const own = await sharedApi(drive, isConfined ? users.get('manager')! : caller).put(`${next()}.txt`, 'x');
  return { team, file, folder, own };
}

it('has a row for each operation', () => {
  expect(rows.map(([operation]) => operation)).toEqual(Object.keys(calls));
});

it.each(columns)('[P-1512] %s of a team drive', async (column) => {
  const { key } = users.get(column)!;
  const answers: Record<string, string> = {};
  for (const [operation, call] of Object.entries(calls)) {
    const [method, path, json, bytes] = call(await createScene(column));
    const response = await drive.fetch(path, {
      method,
      key,
      headers: { depth: '1' },
      ...(json === undefined ? {} : { json }),
      ...(bytes === undefined ? {} : { body: bytes }),
    });
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      failed?: { status: number }[];
      results?: unknown[];
    };
    const failed = body.failed?.[0];
    answers[operation] =
      operation === 'search by owner'
        ? String(body.results?.length)
        : failed === undefined
          ? String(response.status)
          : `each ${failed.status}`;
  }
  const index = columns.indexOf(column) + 1;
  expect(answers).toEqual(Object.fromEntries(rows.map((row) => [row[0], row[index]])));
});
