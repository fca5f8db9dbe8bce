import { minuteMs, secondMs } from '@drive/base';
import type { ArchiveUrl } from '@drive/contract';
import { readZip } from '@drive/zip/test';
import { expect, it } from 'vitest';
import { askArchive, makeArchive, readArchive, zipOf } from '../../../test/api/archive-requests.ts';
import { putByPath } from '../../../test/api/by-path-requests.ts';
import { refusalOf } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForAllTests, drive, mine, user } from '../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { ARCHIVE_MAX_BYTES: '1000', FEATURE_LIMITS: 'off' } }));

const put = async (path: string, body = path, query = ''): Promise<string> => {
  const { status, json } = await putByPath(drive, user, encodeURI(path) + query, body);
  expect(status).toBe(201);
  return String(json['id']);
};
const entriesAt = async (url: string) => {
  const zip = await zipOf(await drive.fetch(url));
  return (
    await readZip(
      (async function* () {
        yield zip;
      })(),
    )
  ).entries;
};
const pathsIn = async (...folderIds: string[]): Promise<string[]> =>
  (await entriesAt((await makeArchive(drive, user, { folderIds })).downloadUrl)).map(({ path }) => path).toSorted();

/** `z` with a file, an empty folder, and a folder that contains another empty one. */
async function smallTree(): Promise<{ readonly z: string; readonly a: string; readonly empty: string }> {
  const z = await mine.folder('z');
  const a = await mine.file('a', { in: z });
  const empty = await mine.folder('leer', z);
  await mine.folder('inner', await mine.folder('outer', z));
  return { z, a, empty };
}

it('[P-277] an archive of a folder is its tree, with empty folders, named after it', async () => {
  const { z } = await smallTree();
  const made = await makeArchive(drive, user, { folderIds: [z, z] });
  expect(made).toMatchObject({ fileCount: 1, totalBytes: 10 });
  expect(made.downloadUrl).toMatch(/\/z\.zip$/);
  expect(await readArchive(drive, made.downloadUrl)).toEqual({
    a: '\u0001'.repeat(10),
    'leer/': '',
    'outer/inner/': '',
  });
});

it('[P-279] an archive of a link has the empty folders of the shared folder', async () => {
  const { z } = await smallTree();
  const { body } = await mine.call('POST', `/api/folders/${z}/share`, {});
  const answer = await drive.fetch(`/api/public/share/${body.shareToken}/archive`, { method: 'POST' });
  const { downloadUrl } = (await answer.json()) as ArchiveUrl;
  expect((await entriesAt(downloadUrl)).map(({ path }) => path).toSorted()).toEqual(['a', 'leer/', 'outer/inner/']);
});

it('of several items, each folder is a folder of the archive, and one of the same name gets a number', async () => {
  const { z, a, empty } = await smallTree();
  const other = await put('elsewhere/z/b');
  const second = (await mine.get(other)).parentId!;
  const note = await put('z.txt');
  const made = await makeArchive(drive, user, { fileIds: [note], folderIds: [z, second] });
  expect(made).toMatchObject({ fileCount: 3 });
  expect(made.downloadUrl).toMatch(/\/files\.zip$/);
  expect((await entriesAt(made.downloadUrl)).map(({ path }) => path)).toEqual([
    'z.txt',
    'z/a',
    'z/leer/',
    'z/outer/inner/',
    'z (1)/b',
  ]);
  expect(await pathsIn(empty, second)).toEqual(['leer/', 'z/b']);
  expect(await pathsIn(empty)).toEqual([]);
  // What lies in a chosen folder is contained there only.
  const nested = await makeArchive(drive, user, { fileIds: [a], folderIds: [empty, z] });
  expect(nested).toMatchObject({ fileCount: 1 });
  expect(nested.downloadUrl).toMatch(/\/z\.zip$/);
});

it('[P-278] an archive of a folder may have more than 200 files, up to the maximum size', async () => {
  const folder = (await mine.get(await put('many/0'))).parentId!;
  for (let index = 1; index < 230; index += 1) await put(`many/${index}`, 'x');
  expect(await makeArchive(drive, user, { folderIds: [folder] })).toMatchObject({ fileCount: 230 });
  await mine.file('large', { in: folder, bytes: 900 });
  const answer = await askArchive(drive, user, { folderIds: [folder] });
  expect([answer.status, await answer.json()]).toMatchObject([
    413,
    { code: 'archive_size_exceeded', actual_bytes: 1135, cap_bytes: 1000 },
  ]);
});

it('[P-258] 1 to 200 ids are accepted, files and folders together', async () => {
  const { z, a } = await smallTree();
  const times = (count: number, id: string): string[] => Array.from({ length: count }, () => id);
  for (const wanted of [
    {},
    { fileIds: [], folderIds: [] },
    { folderIds: [] },
    { fileIds: times(100, a), folderIds: times(101, z) },
    { folderIds: times(201, z) },
    { folderIds: ['z'] },
  ])
    expect(await refusalOf(await askArchive(drive, user, wanted))).toEqual([400, 'validation_failed']);
  for (const wanted of [
    { fileIds: [], folderIds: [z] },
    { fileIds: [a], folderIds: [] },
    { fileIds: times(100, a), folderIds: times(100, z) },
  ])
    expect(await makeArchive(drive, user, wanted)).toMatchObject({ fileCount: 1 });
});

it('[P-260] folders are refused among files, and as folders if they are files, trashed, unknown or of another user', async () => {
  const { z, a, empty } = await smallTree();
  const other = await drive.createUser();
  await mine.trash(empty);
  expect(await refusalOf(await askArchive(drive, user, [z]))).toEqual([403, 'access_denied']);
  for (const id of [a, empty, crypto.randomUUID()])
    expect(await refusalOf(await askArchive(drive, user, { folderIds: [z, id] }))).toEqual([403, 'access_denied']);
  expect(await refusalOf(await askArchive(drive, other, { folderIds: [z] }))).toEqual([403, 'access_denied']);
});

it('an empty folder that is trashed meanwhile ends the archive, and one that is filled or renamed does not', async () => {
  const { z, empty } = await smallTree();
  const [first, second] = [
    await makeArchive(drive, user, { folderIds: [z] }),
    await makeArchive(drive, user, { folderIds: [z] }),
  ];
  await mine.file('late', { in: empty });
  await mine.patch(empty, { name: 'voll' });
  expect(Object.keys(await readArchive(drive, first.downloadUrl)).toSorted()).toEqual(['a', 'leer/', 'outer/inner/']);
  await mine.trash(empty);
  expect(await refusalOf(await drive.fetch(second.downloadUrl))).toEqual([404, 'file_not_found']);
});

it('a download of folders counts the files in them, and no folder', async () => {
  const { z, a, empty } = await smallTree();
  const { downloadUrl } = await makeArchive(drive, user, { folderIds: [z] });
  await readArchive(drive, downloadUrl);
  await drive.drain();
  expect((await mine.get(a)).downloadCount).toBe(1);
  const row = await drive.database.reader
    .selectFrom('items')
    .select('download_count')
    .where('id', '=', empty)
    .executeTakeFirst();
  expect(row?.download_count).toBe(0);
});

it('a key with a folder archives what lies below it, and not the folder itself', async () => {
  const { z, empty } = await smallTree();
  const { body } = await mine.call('POST', '/api/me/api-keys', { folderId: z });
  const confined = { ...user, key: body.rawKey as string };
  expect((await askArchive(drive, confined, { folderIds: [empty] })).status).toBe(200);
  const outside = await mine.folder('outside');
  for (const id of [z, outside])
    expect(await refusalOf(await askArchive(drive, confined, { folderIds: [empty, id] }))).toEqual([
      404,
      'file_not_found',
    ]);
});

it('[P-280] entries have the modification time of their file, else that of its upload', async () => {
  const times = ['1965-01-01T10:11:13.000Z', '1975-05-06T01:02:03.000Z', '2040-02-29T01:02:03.000Z'];
  const fileIds: string[] = [];
  for (const [index, time] of times.entries()) fileIds.push(await put(`${index}.txt`, 'x', `?modifiedAt=${time}`));
  const uploadedAt = drive.clock.now();
  fileIds.push(await put('no time.txt'));
  const folder = (await mine.get(await put('in/0.txt', 'x', `?modifiedAt=${times[0]}`))).parentId!;
  drive.clock.advance(minuteMs);
  const entries = await entriesAt((await makeArchive(drive, user, { fileIds, folderIds: [folder] })).downloadUrl);
  expect(entries.map(({ path, modifiedAt }) => [path, modifiedAt])).toEqual([
    ...times.map((time, index) => [`${index}.txt`, Date.parse(time)]),
    ['no time.txt', Math.floor(uploadedAt / secondMs) * secondMs],
    ['in/0.txt', Date.parse(times[0]!)],
  ]);
});
