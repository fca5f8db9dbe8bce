import type { DeletedVersions, StoredFile, StoredFilePage, TeamDrive } from '@drive/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putBytes, reserveUpload, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

const mebibyte = 1024 * 1024;
let drive: Drive;
let user: TestUser;
let mine: SharedApi;
let folder: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', TEAM_DRIVES: 'everyone' } });
  user = await drive.createUser();
  mine = sharedApi(drive, user);
  folder = await mine.folder('Photos');
});
afterAll(() => drive.close());

async function replaceAll(name: string, sizes: readonly number[], parentFolderId = folder): Promise<string> {
  let id = '';
  for (const bytes of sizes) {
    const reservation = await reserveUpload(drive, user, { name, bytes, onConflict: 'replace', parentFolderId });
    id = ((await putBytes(reservation, someBytes(bytes))) as { fileId: string }).fileId;
  }
  return id;
}
const list = async (query: string, api = mine): Promise<StoredFilePage> =>
  (await api.call('GET', `/api/me/usage/files?${query}`)).body;
const shown = ({ path, versions, versionBytes }: StoredFile) => [path, versions, versionBytes];

it('files are listed by what their versions use, and by their size, in pages', async () => {
  const [small, large] = [
    await replaceAll('small.bin', [10, 20, 30]),
    await replaceAll('large.bin', [500, 2 * mebibyte]),
  ];
  await replaceAll('larger.bin', [3 * mebibyte]);
  const trashed = await replaceAll('trashed.bin', [4000, 4 * mebibyte]);
  const below = await mine.folder('Gone', folder);
  await replaceAll('hidden.bin', [5000, 5 * mebibyte], below);
  await mine.trash(trashed, below);
  expect((await list('')).files.map(shown)).toEqual([
    ['/Photos/large.bin', 1, 500],
    ['/Photos/small.bin', 2, 30],
  ]);
  expect((await list('by=size')).files.map(shown)).toEqual([
    ['/Photos/larger.bin', 0, 0],
    ['/Photos/large.bin', 1, 500],
  ]);

  const read: string[] = [];
  for (let cursor = ''; ;) {
    const { files, pagination } = await list(`limit=1${cursor}`);
    read.push(...files.map(({ item }) => item.id));
    if (pagination.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(pagination.nextCursor)}`;
  }
  expect(read).toEqual([large, small]);
});

it('all versions of a file are deleted at once, and its content stays', async () => {
  const id = await replaceAll('notes.txt', [100, 200, 7]);
  const { usedBytes } = (await mine.call('GET', '/api/me')).body;
  const deleted = (await mine.call('DELETE', `/api/files/${id}/versions`)).body as DeletedVersions;
  expect(deleted).toEqual({ versions: 2, bytes: 300 });
  expect((await mine.call('GET', '/api/me')).body.usedBytes).toBe(usedBytes - 300);
  expect((await mine.call('GET', `/api/files/${id}`)).body).toMatchObject({ size: 7 });
  expect((await mine.call('GET', `/api/files/${id}/versions`)).body.versions).toEqual([]);
  expect((await list('')).files.map(({ item }) => item.id)).not.toContain(id);
  expect((await mine.call('DELETE', `/api/files/${id}/versions`)).body).toEqual({ versions: 0, bytes: 0 });
  expect((await mine.call('DELETE', `/api/files/${folder}/versions`)).body.code).toBe('file_not_found');
});

it('those of a team drive are listed to its managers', async () => {
  const team = (await mine.call('POST', '/api/drives', { name: 'Studio' })).body as TeamDrive;
  await replaceAll('film.mov', [100, 2 * mebibyte], team.rootId);
  for (const by of ['size', 'versions'])
    expect((await list(`by=${by}&driveId=${team.id}`)).files.map(shown)).toEqual([['/film.mov', 1, 100]]);
  const other = sharedApi(drive, await drive.createUser());
  expect(await list(`driveId=${team.id}`, other)).toMatchObject({ code: 'drive_not_found' });
  const { id: userId } = (await other.call('GET', '/api/me')).body;
  await mine.call('POST', `/api/files/${team.rootId}/access`, { grants: [{ userId, role: 'editor' }], notify: false });
  expect(await list(`driveId=${team.id}`, other)).toMatchObject({ code: 'access_denied' });
});

it('files with long paths end a page early, and the next one goes on after them', async () => {
  const theirs = sharedApi(drive, await drive.createUser());
  let parent: string | undefined;
  for (let depth = 0; depth < 60; depth += 1) parent = await theirs.folder('f'.repeat(255), parent);
  let ids = [await theirs.put('large.bin', Buffer.alloc(mebibyte), { in: parent ?? '' })];
  while (ids.length < 80) {
    const { body } = await theirs.call('POST', '/api/files/copy', { ids, parentId: parent });
    ids = [...ids, ...body.copied.map(({ id }: { id: string }) => id)];
  }
  const first = await list('by=size&limit=100', theirs);
  const second = await list(
    `by=size&limit=100&cursor=${encodeURIComponent(first.pagination.nextCursor ?? '')}`,
    theirs,
  );
  expect(first.files.length).toBeLessThan(100);
  expect(second.pagination.nextCursor).toBeNull();
  const read = [...first.files, ...second.files].map(({ item }) => item.id);
  expect(read.toSorted()).toEqual(ids.toSorted());
});

it('both lists are read along an index', async () => {
  if (drive.database.dialect !== 'sqlite') return;
  const plan = async (statement: string): Promise<string> => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(
      drive.database.reader,
    );
    return rows.map(({ detail }) => detail).join('; ');
  };
  expect(
    await plan(`select row_id, size from items where owner_id = 1 and state = 'alive' and is_folder = 0
      and size >= 1048576 and (size, row_id) < (5, 6) order by size desc, row_id desc limit 5`),
  ).toMatch(/^SEARCH items USING INDEX items_large \(owner_id=\? AND size>\? AND size<\?\)$/);
  expect(await plan('select item_id, sum(size) from file_versions where owner_id = 1 group by item_id')).toContain(
    'USING COVERING INDEX file_versions_owner (owner_id=?)',
  );
});
