import { randomUUID } from 'node:crypto';
import { isoTime, minuteMs, secondMs } from '@drive/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addFile,
  addFolder,
  askArchive,
  contentsOf,
  makeArchive,
  readArchive,
  zipOf,
} from '../../../test/api/archive-requests.ts';
import { refusalOf, someBytes } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

const MiB = 1024 * 1024;
const capBytes = 5 * MiB;

let drive: Drive;
let user: TestUser;
let other: TestUser;
let a: string;
let b: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { ARCHIVE_MAX_BYTES: String(capBytes) } });
  user = await drive.createUser();
  other = await drive.createUser();
  a = await addFile(drive, user, 'a.txt', 'this is a');
  b = await addFile(drive, user, 'b.txt', 'and this is b');
});
afterAll(() => drive.close());

const trash = (id: string) => drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: user.key });
const purge = async (id: string): Promise<void> => {
  await trash(id);
  await drive.fetch(`/api/files/${id}/permanent`, { method: 'DELETE', key: user.key });
};
const countOf = async (id: string): Promise<number> => {
  await drive.drain();
  return ((await (await drive.fetch(`/api/files/${id}`, { key: user.key })).json()) as { downloadCount: number })
    .downloadCount;
};
const refusalAt = async (url: string): Promise<[number, string]> => refusalOf(await drive.fetch(url));

describe('requesting an archive', () => {
  it('[P-262] returns its URL, its contents and its expiry', async () => {
    const made = await makeArchive(drive, user, [a, b]);
    expect(made).toEqual({
      downloadUrl: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+\/files\/archives\/[\w-]{32}\/files\.zip$/,
      ) as string,
      fileCount: 2,
      totalBytes: 22,
      expiresAt: isoTime(drive.clock.now() + 10 * minuteMs),
    });
    expect(await readArchive(drive, made.downloadUrl)).toEqual({ 'a.txt': 'this is a', 'b.txt': 'and this is b' });
  });

  it('[P-261] counts a repeated id once', async () => {
    const made = await makeArchive(drive, user, [b, a, b]);
    expect(made).toMatchObject({ fileCount: 2, totalBytes: 22 });
    expect(Object.keys(await readArchive(drive, made.downloadUrl))).toEqual(['b.txt', 'a.txt']);
  });

  it('names an archive of a single file after the file', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a]);
    expect(downloadUrl).toMatch(/\/a\.txt\.zip$/);
  });

  it('[P-283] stores the bytes of files under any name', async () => {
    const folder = await addFolder(drive, user, 'elsewhere');
    const ids = [
      await addFile(drive, user, 'same.tar.gz', '1'),
      await addFile(drive, user, 'SAME.tar.gz', '2'),
      await addFile(drive, user, 'same.tar.gz', '3', folder),
      await addFile(drive, user, 'CON.txt', '4'),
      await addFile(drive, user, 'größe: 写真?.txt', '5'),
    ];
    const { downloadUrl } = await makeArchive(drive, user, ids);
    expect(await readArchive(drive, downloadUrl)).toEqual({
      'same.tar.gz': '1',
      'SAME (1).tar.gz': '2',
      'same (2).tar.gz': '3',
      '_CON.txt': '4',
      'größe_ 写真_.txt': '5',
    });
  });

  it('[P-259] is refused as a whole if one id is not an existing file of the caller', async () => {
    const folder = await addFolder(drive, user, 'a folder');
    const inTrash = await addFile(drive, user, 'trashed.txt', 'x', folder);
    const gone = await addFile(drive, user, 'gone.txt', 'x');
    const foreign = await addFile(drive, other, 'foreign.txt', 'x');
    await trash(folder);
    await purge(gone);
    const folderThere = await addFolder(drive, user, 'a folder that is there');
    for (const id of [folderThere, folder, inTrash, gone, foreign, randomUUID()])
      expect([id, ...(await refusalOf(await askArchive(drive, user, [a, id, b])))]).toEqual([id, 403, 'access_denied']);
  });

  it('[P-257] accepts 1 to 200 ids', async () => {
    const ids = (count: number): string[] => Array.from({ length: count }, () => a);
    expect(await refusalOf(await askArchive(drive, user, []))).toEqual([400, 'validation_failed']);
    expect(await refusalOf(await askArchive(drive, user, ids(201)))).toEqual([400, 'validation_failed']);
    expect(await refusalOf(await askArchive(drive, user, ['not an id']))).toEqual([400, 'validation_failed']);
    expect(await makeArchive(drive, user, ids(200))).toMatchObject({ fileCount: 1 });
  });

  it('[P-264] returns the total size if it exceeds the cap, and accepts exactly the cap', async () => {
    const large = await addFile(drive, user, 'large.bin', someBytes(capBytes - 9));
    expect(await makeArchive(drive, user, [large, a])).toMatchObject({ totalBytes: capBytes });
    const answer = await askArchive(drive, user, [large, a, b]);
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { code: 'archive_size_exceeded', actual_bytes: capBytes + 13, cap_bytes: capBytes },
    ]);
  });
});

describe('the URL of an archive', () => {
  it('[P-271] works for one GET', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a]);
    const answer = await drive.fetch(downloadUrl);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="a.txt.zip"; filename*=UTF-8''a.txt.zip`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox;/) as string,
      'cache-control': 'private, no-store',
      'accept-ranges': 'none',
    });
    expect(await contentsOf(await zipOf(answer))).toEqual({ 'a.txt': 'this is a' });
    expect(await refusalAt(downloadUrl)).toEqual([410, 'archive_consumed']);
    const head = await drive.fetch(downloadUrl, { method: 'HEAD' });
    expect(head.status).toBe(410);
  });

  it('[P-272] answers HEAD with the length any number of times, and is not consumed by it', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a, b]);
    const lengths: (string | null)[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const head = await drive.fetch(downloadUrl, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      lengths.push(head.headers.get('content-length'));
    }
    const zip = await zipOf(await drive.fetch(downloadUrl));
    expect(lengths).toEqual([String(zip.length), String(zip.length), String(zip.length)]);
  });

  it('[P-273] serves exactly one of many concurrent requests', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a, b]);
    const before = await countOf(a);
    const answers = await Promise.all(Array.from({ length: 12 }, () => drive.fetch(downloadUrl)));
    const outcomes = await Promise.all(
      answers.map(async (answer) =>
        answer.ok ? Object.keys(await contentsOf(await zipOf(answer))) : refusalOf(answer),
      ),
    );
    expect(outcomes.filter((outcome) => outcome[0] === 'a.txt')).toEqual([['a.txt', 'b.txt']]);
    expect(outcomes.filter((outcome) => outcome[0] === 410)).toHaveLength(11);
    expect(await countOf(a)).toBe(before + 1);
  });

  it('returns the complete archive to a range request', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a]);
    expect(await readArchive(drive, downloadUrl, { headers: { range: 'bytes=5-9' } })).toEqual({
      'a.txt': 'this is a',
    });
  });

  it('[P-263] expires after ten minutes', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a]);
    drive.clock.advance(10 * minuteMs - secondMs);
    expect((await drive.fetch(downloadUrl, { method: 'HEAD' })).status).toBe(200);
    drive.clock.advance(secondMs);
    expect(await refusalAt(downloadUrl)).toEqual([403, 'access_denied']);
  });

  it('is invalid with any change of its token, and ignores the file name', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a]);
    const at = downloadUrl.indexOf('/files/archives/') + '/files/archives/'.length;
    const changed = `${downloadUrl.slice(0, at)}${downloadUrl[at] === 'A' ? 'B' : 'A'}${downloadUrl.slice(at + 1)}`;
    expect(await refusalAt(changed)).toEqual([403, 'access_denied']);
    expect(await refusalAt('/files/archives/%00/x.zip')).toEqual([403, 'access_denied']);
    const answer = await drive.fetch(downloadUrl.replace(/[^/]+$/, 'evil%0d%0aX-A:%20b.html'));
    expect([answer.status, answer.headers.get('content-disposition'), answer.headers.get('x-a')]).toEqual([
      200,
      `attachment; filename="a.txt.zip"; filename*=UTF-8''a.txt.zip`,
      null,
    ]);
    await answer.arrayBuffer();
  });

  it('is stored as a hash only', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a]);
    const token = downloadUrl.split('/').at(-2) ?? '';
    const rows = await drive.database.reader.selectFrom('archives').selectAll().execute();
    expect(token).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('stays valid after a restart', async () => {
    const { downloadUrl } = await makeArchive(drive, user, [a]);
    await drive.restart();
    expect(await readArchive(drive, new URL(downloadUrl).pathname)).toEqual({ 'a.txt': 'this is a' });
  });
});

describe('a file of an archive', () => {
  const fresh = (): Promise<string> => addFile(drive, user, 'fresh.txt', 'fresh');

  it('that is trashed meanwhile fails the request before the first byte, until it is restored', async () => {
    const id = await fresh();
    const { downloadUrl } = await makeArchive(drive, user, [a, id]);
    await trash(id);
    expect(await refusalAt(downloadUrl)).toEqual([404, 'file_not_found']);
    expect((await drive.fetch(downloadUrl, { method: 'HEAD' })).status).toBe(404);
    await drive.fetch(`/api/files/${id}/restore`, { method: 'POST', key: user.key });
    expect(Object.keys(await readArchive(drive, downloadUrl))).toHaveLength(2);
  });

  it('that is purged meanwhile fails the request for good', async () => {
    const id = await fresh();
    const { downloadUrl } = await makeArchive(drive, user, [a, id]);
    await purge(id);
    expect(await refusalAt(downloadUrl)).toEqual([410, 'file_purged']);
    await drive.drain();
    expect(await refusalAt(downloadUrl)).toEqual([410, 'file_purged']);
  });

  it('in a folder that is trashed meanwhile fails the request', async () => {
    const folder = await addFolder(drive, user, 'soon trashed');
    const id = await addFile(drive, user, 'x', 'x', folder);
    const { downloadUrl } = await makeArchive(drive, user, [id]);
    await trash(folder);
    expect(await refusalAt(downloadUrl)).toEqual([404, 'file_not_found']);
  });

  it('that is renamed or moved meanwhile stays in it under its former name', async () => {
    const id = await addFile(drive, user, 'before.txt', 'x');
    const { downloadUrl } = await makeArchive(drive, user, [id]);
    const json = { name: 'a much longer name than before.txt', parentId: await addFolder(drive, user, 'away') };
    const renamed = await drive.fetch(`/api/files/${id}`, { method: 'PATCH', key: user.key, json });
    expect(renamed.status).toBe(200);
    expect(await readArchive(drive, downloadUrl)).toEqual({ 'before.txt': 'x' });
  });

  it('that is quarantined is still included for its owner', async () => {
    const id = await fresh();
    await drive.database.write((tx) => tx.updateTable('items').set({ quarantined: 1 }).where('id', '=', id).execute());
    const { downloadUrl } = await makeArchive(drive, user, [id]);
    expect(Object.values(await readArchive(drive, downloadUrl))).toEqual(['fresh']);
  });

  it('counts one download after the last byte, and none for HEAD', async () => {
    const id = await fresh();
    const { downloadUrl } = await makeArchive(drive, user, [a, id]);
    const before = await countOf(a);
    await drive.fetch(downloadUrl, { method: 'HEAD' });
    expect([await countOf(id), await countOf(a)]).toEqual([0, before]);
    await readArchive(drive, downloadUrl);
    expect([await countOf(id), await countOf(a)]).toEqual([1, before + 1]);
  });

  it('without a stored checksum gets one at the first archive', async () => {
    const content = someBytes(3 * MiB + 7);
    const id = await addFile(drive, user, 'old.bin', content);
    const crcOf = async () =>
      (await drive.database.reader.selectFrom('items').select('crc32').where('id', '=', id).executeTakeFirst())?.crc32;
    const known = await crcOf();
    expect(known).toBeGreaterThan(0);
    await drive.database.write((tx) => tx.updateTable('items').set({ crc32: null }).where('id', '=', id).execute());
    const { downloadUrl } = await makeArchive(drive, user, [a, id, b]);
    const contents = await readArchive(drive, downloadUrl);
    expect(contents['old.bin'] === content.toString('latin1')).toBe(true);
    expect(await crcOf()).toBe(known);
  });
});

describe('archives that are not fetched', () => {
  const count = async (): Promise<{ archives: number; parts: number }> => ({
    archives: (await drive.database.reader.selectFrom('archives').select('row_id').execute()).length,
    parts: (await drive.database.reader.selectFrom('archive_parts').select('position').execute()).length,
  });

  it('are deleted once they have expired, and fetched ones a week later', async () => {
    drive.clock.advance(10 * minuteMs);
    await drive.jobs.runNow('archives.sweep');
    const fetched = await makeArchive(drive, user, [a]);
    await readArchive(drive, fetched.downloadUrl);
    await drive.drain();
    for (let made = 0; made < 60; made += 1) await makeArchive(drive, user, [a, b]);
    drive.clock.advance(10 * minuteMs);
    const late = await makeArchive(drive, user, [a]);
    const before = await count();
    await drive.jobs.runNow('archives.sweep');
    expect(await count()).toEqual({ archives: before.archives - 60, parts: before.parts - 60 });
    expect((await drive.fetch(late.downloadUrl, { method: 'HEAD' })).status).toBe(200);
    expect(await refusalAt(fetched.downloadUrl)).toEqual([410, 'archive_consumed']);
    drive.clock.advance(7 * 24 * 60 * minuteMs);
    await drive.jobs.runNow('archives.sweep');
    expect(await count()).toEqual({ archives: 0, parts: 0 });
    expect(await refusalAt(fetched.downloadUrl)).toEqual([403, 'access_denied']);
  });
});
