import { memberRoles, type MemberRole } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putBytes, reserveUpload } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

/** What each role may do with an item of another: the table of docs/teams.md, through the real app. */
const columns = ['owner', ...memberRoles, 'stranger', 'revoked', 'folder key'] as const;
type Column = (typeof columns)[number];

const table = `
operation          owner        viewer       contributor  editor       manager      stranger     revoked      folder key
get                200          200          200          200          200          404          404          404
path               200          200          200          200          200          404          404          404
list               200          200          200          200          200          404          404          404
tree               200          200          200          200          200          404          404          404
search             200          200          200          200          200          404          404          404
by path            200          200          200          200          200          404          404          404
download url       200          200          200          200          200          403          403          404
archive            200          200          200          200          200          403          403          404
versions           200          200          200          200          200          404          404          404
copy to own drive  200          200          200          200          200          each 404     each 404     each 404
star               204          204          204          204          204          404          404          404
add folder         201          403          201          201          201          404          404          404
add file           201          403          201          201          201          404          404          404
add file by path   201          403          201          201          201          404          404          404
replace file       200          403          403          200          200          404          404          404
rename             200          403          403          200          200          404          404          404
move within        200          each 403     each 403     200          200          each 404     each 404     404
metadata           200          403          403          200          200          404          404          404
tags               200          each 403     each 403     200          200          each 404     each 404     each 404
trash              204          403          403          204          204          404          404          404
list trash         200          403          403          200          200          404          404          404
restore            200          403          403          200          200          404          404          404
restore version    200          403          403          200          200          404          404          404
delete version     204          403          403          403          204          404          404          404
purge              204          403          403          403          204          404          404          404
share              200          403          403          403          200          403          403          404
visibility         200          each 403     each 403     each 403     200          each 404     each 404     403
list access        200          200          200          200          200          404          404          403
give access        201          403          403          403          201          404          404          403
change access      200          403          403          403          200          404          404          403
revoke access      204          404          404          404          204          404          404          403
`;
const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/ {2,}/));

let drive: Drive;
let owner: TestUser;
let mine: SharedApi;
let top: string;
const keys = new Map<Column, string>();
const ids = new Map<string, string>();

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
const give = async (userId: string, role: MemberRole, id = top): Promise<string> => {
  const answer = await mine.call('POST', `/api/files/${id}/access`, { grants: [{ userId, role }], notify: false });
  expect(answer.status).toBe(201);
  return answer.body.access[0].id;
};

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  top = await mine.folder('Shared', await mine.folder('Hidden'));
  keys.set('owner', owner.key);
  for (const role of memberRoles) {
    const user = await drive.createUser();
    keys.set(role, user.key);
    await give(await idOf(user), role);
  }
  const revoked = await drive.createUser();
  const accessId = await give(await idOf(revoked), 'manager');
  await mine.call('DELETE', `/api/files/${top}/access/${accessId}`);
  keys.set('revoked', revoked.key);
  const stranger = await drive.createUser();
  keys.set('stranger', stranger.key);
  ids.set('somebody', await idOf(await drive.createUser()));
  // The key of a manager for a folder of their own reaches nothing of others.
  const own = sharedApi(drive, { ...owner, key: keys.get('manager') ?? '' });
  const folderId = await own.folder('Own');
  const { body } = await own.call('POST', '/api/me/api-keys', { folderId });
  keys.set('folder key', body.rawKey);
});
afterAll(() => drive.close());

let made = 0;
const next = (): string => `item ${(made += 1)}.txt`;
const file = (): Promise<string> => mine.put(next(), 'hello', { in: top });
const replaced = async (): Promise<string> => {
  const name = next();
  const id = await mine.put(name, 'hello', { in: top });
  await putBytes(
    await reserveUpload(drive, owner, { name, bytes: 5, parentFolderId: top, onConflict: 'replace' }),
    Buffer.from('there'),
  );
  return id;
};
const trashed = async (): Promise<string> => {
  const id = await file();
  await mine.trash(id);
  return id;
};
type Call = readonly [method: string, path: string, json?: unknown, bytes?: string];
const facts = () => ({ fileName: next(), contentType: 'text/plain', fileSizeBytes: 5, parentFolderId: top });
const access = async (): Promise<string> => give(await idOf(await drive.createUser()), 'viewer');

/** The request of each row, on something new. */
const calls: Readonly<Record<string, () => Promise<Call>>> = {
  get: async () => ['GET', `/api/files/${await file()}`],
  path: async () => ['GET', `/api/files/${await file()}/path`],
  list: async () => ['GET', `/api/files?parentId=${top}`],
  tree: async () => ['GET', `/api/files/tree?folderId=${top}`],
  search: async () => ['GET', `/api/search?q=item&in=${top}`],
  'by path': async () => {
    const name = next();
    await mine.put(name, 'hello', { in: top });
    return ['GET', `/api/files/by-path?folderId=${top}&path=/${encodeURIComponent(name)}`];
  },
  'download url': async () => ['GET', `/api/files/${await file()}/download-url`],
  archive: async () => ['POST', '/api/files/archive', { fileIds: [await file()] }],
  versions: async () => ['GET', `/api/files/${await replaced()}/versions`],
  'copy to own drive': async () => ['POST', '/api/files/copy', { ids: [await file()], copyToRoot: true }],
  star: async () => ['PUT', `/api/files/${await file()}/star`],
  'add folder': async () => ['POST', '/api/files/folders', { name: next(), parentId: top }],
  'add file': async () => ['POST', '/api/uploads', facts()],
  'add file by path': async () => [
    'PUT',
    `/files/by-path/${encodeURIComponent(next())}?folderId=${top}`,
    undefined,
    'x',
  ],
  'replace file': async () => {
    const name = next();
    await mine.put(name, 'hello', { in: top });
    return ['PUT', `/files/by-path/${encodeURIComponent(name)}?folderId=${top}&onConflict=replace`, undefined, 'x'];
  },
  rename: async () => ['PATCH', `/api/files/${await file()}`, { name: next() }],
  'move within': async () => [
    'PATCH',
    '/api/files/move',
    { ids: [await file()], parentId: await mine.folder(next(), top) },
  ],
  metadata: async () => ['PATCH', `/api/files/${await file()}`, { metadata: { a: 'b' } }],
  tags: async () => ['POST', '/api/files/tags', { ids: [await file()], add: ['a'] }],
  trash: async () => ['DELETE', `/api/files/${await file()}`],
  'list trash': async () => ['GET', `/api/trash?folderId=${top}`],
  restore: async () => ['POST', `/api/files/${await trashed()}/restore`],
  'restore version': async () => ['POST', `/api/files/${await replaced()}/versions/1/restore`],
  'delete version': async () => ['DELETE', `/api/files/${await replaced()}/versions/1`],
  purge: async () => ['DELETE', `/api/files/${await trashed()}/permanent`],
  share: async () => ['POST', `/api/files/${await file()}/share`, {}],
  visibility: async () => ['PATCH', '/api/files/visibility', { ids: [await file()], mode: 'PUBLIC' }],
  'list access': async () => ['GET', `/api/files/${await file()}/access`],
  'give access': async () => [
    'POST',
    `/api/files/${await file()}/access`,
    { grants: [{ userId: ids.get('somebody'), role: 'viewer' }], notify: false },
  ],
  'change access': async () => ['PATCH', `/api/files/${top}/access/${await access()}`, { role: 'editor' }],
  'revoke access': async () => ['DELETE', `/api/files/${top}/access/${await access()}`],
};

describe('an item of another', () => {
  it('has a row for each operation', () => {
    expect(rows.map(([operation]) => operation)).toEqual(Object.keys(calls));
  });

  it.each(rows.map((row) => [row[0] ?? '', row] as const))('[P-1022] %s', async (operation, [, ...expected]) => {
    const make = calls[operation];
    const answers: string[] = [];
    for (const column of columns) {
      const [method, path, json, bytes] = await make!();
      const response = await drive.fetch(path, {
        method,
        key: keys.get(column) ?? '',
        ...(json === undefined ? {} : { json }),
        ...(bytes === undefined ? {} : { body: bytes }),
      });
      const text = await response.text();
      if (response.status === 403 && text.includes('needs the role'))
        expect(text).toMatch(/needs the role (contributor|editor|manager)/);
      const failed = text.startsWith('{')
        ? (JSON.parse(text) as { failed?: { status: number }[] }).failed?.[0]
        : undefined;
      answers.push(failed === undefined ? String(response.status) : `each ${failed.status}`);
    }
    expect(Object.fromEntries(columns.map((column, index) => [column, answers[index]]))).toEqual(
      Object.fromEntries(columns.map((column, index) => [column, expected[index]])),
    );
  });
});
