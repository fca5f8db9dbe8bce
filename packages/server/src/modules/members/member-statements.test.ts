import type { Item, MemberRole } from '@drive/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countStatements } from '../../../test/count-statements.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

/** What a request of a member costs the database beside the same of the owner. */
let drive: Drive;
let writes: ReturnType<typeof countStatements>;
let owner: SharedApi;
let member: TestUser;
let theirs: SharedApi;
let reads = 0;
/** Folders below each other, of which a role on the second was given; the last has files. */
const folders: string[] = [];
let fileId: string;

beforeAll(async () => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off' },
    database: (database) => (writes = countStatements(database)).database,
  });
  const executor = drive.database.reader.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (...query) => {
    reads += 1;
    return execute(...query);
  };
  owner = sharedApi(drive, await drive.createUser());
  member = await drive.createUser();
  theirs = sharedApi(drive, member);
  for (let level = 0; level < 8; level += 1) folders.push(await owner.folder(`Level ${level}`, folders.at(-1)));
  fileId = await owner.put('a.txt', 'a', { in: folders.at(-1)! });
  await give(folders[1]!, 'editor');
});
afterAll(() => drive.close());

async function give(itemId: string, role: MemberRole): Promise<void> {
  const { id: userId } = await drive.app.accounts.directory.get({ email: member.email });
  const { status } = await owner.call('POST', `/api/files/${itemId}/access`, {
    grants: [{ userId, role }],
    notify: false,
  });
  expect(status).toBe(201);
}

/** Statements that a request reads with: the fewest of some, because the server also reads and writes by itself. */
async function readsOf(api: SharedApi, path: string, expected = 200): Promise<number> {
  let fewest = Infinity;
  for (let time = 0; time < 4; time += 1) {
    reads = 0;
    const { status } = await api.call('GET', path);
    expect(status).toBe(expected);
    fewest = Math.min(fewest, reads);
  }
  return fewest;
}

it('[P-1820] a member reads by one statement more than the owner, at any depth below the grant', async () => {
  const paths = [
    ...[folders[1]!, folders[3]!, folders.at(-1)!].map((id) => `/api/files?parentId=${id}`),
    `/api/files/${fileId}`,
    `/api/files/${folders[1]!}`,
    `/api/files/${fileId}/path`,
  ];
  // The one of the member finds the names of others.
  for (const path of paths) {
    const ofOwner = await readsOf(owner, path);
    expect([path, ofOwner, await readsOf(theirs, path)]).toEqual([path, 2, 3]);
  }
  const url = `/api/files/${fileId}/download-url`;
  expect([await readsOf(owner, url), await readsOf(theirs, url)]).toEqual([2, 2]);
});

it('[P-1821] a reservation of a member begins one transaction, as that of the owner', async () => {
  const facts = { fileName: 'new', contentType: 'text/plain', fileSizeBytes: 1, parentFolderId: folders.at(-1) };
  for (const api of [owner, theirs]) {
    let fewest = Infinity;
    for (let time = 0; time < 4; time += 1) {
      writes.take();
      expect((await api.call('POST', '/api/uploads', facts)).status).toBe(201);
      fewest = Math.min(fewest, writes.take().transactions);
    }
    expect(fewest).toBe(1);
  }
});

it('[P-1822] a path shows the member of several grants the role on each folder, from the topmost given down', async () => {
  await give(folders[4]!, 'manager');
  await give(folders[6]!, 'viewer');
  const { body: path } = (await theirs.call('GET', `/api/files/${fileId}/path`)) as { readonly body: Item[] };
  const roles = ['editor', 'editor', 'editor', 'manager', 'manager', 'manager', 'manager', 'manager'];
  expect(path.map(({ role }) => role)).toEqual(roles);
  expect(path.map(({ id }) => id)).toEqual([...folders.slice(1), fileId]);
  for (const item of path) expect(item).toEqual(await theirs.get(item.id));
});

it('[P-1823] an empty folder of others is an empty page for a member, and unknown to strangers', async () => {
  const empty = await owner.folder('Empty', folders.at(-1));
  const answer = await theirs.call('GET', `/api/files?parentId=${empty}`);
  expect([answer.status, answer.body.files, answer.body.pagination.totalItems]).toEqual([200, [], 0]);
  const stranger = sharedApi(drive, await drive.createUser());
  for (const id of [empty, folders.at(-1)!]) {
    const { status, body } = await stranger.call('GET', `/api/files?parentId=${id}`);
    expect([status, body.code]).toEqual([404, 'folder_not_found']);
  }
  const unknown = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
  const [ofUnknown, ofEmpty, ofFull] = [
    await readsOf(stranger, `/api/files?parentId=${unknown}`, 404),
    await readsOf(stranger, `/api/files?parentId=${empty}`, 404),
    await readsOf(stranger, `/api/files?parentId=${folders.at(-1)!}`, 404),
  ];
  expect([ofEmpty, ofFull]).toEqual([ofUnknown, ofUnknown]);
});
