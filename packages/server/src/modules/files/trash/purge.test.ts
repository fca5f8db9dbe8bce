import { dayMs } from '@drive/base';
import { type BlobStore, StorageError } from '@drive/blobs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { overriding } from '../../../../test/overriding.ts';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';

let drive: Drive;
let mine: TreeApi;
/** Number of blob deletions that will fail. */
let brokenDeletions = 0;
/** Blobs whose deletion fails. */
const stuck = new Set<string>();

beforeAll(async () => {
  drive = await startDrive({
    settings: { TRASH_RETENTION_DAYS: '30' },
    blobs: (disk): BlobStore =>
      overriding(disk, {
        delete: async (key) => {
          if (brokenDeletions === 0 && !stuck.has(key)) return disk.delete(key);
          brokenDeletions = Math.max(brokenDeletions - 1, 0);
          throw new StorageError('the disk is gone for now');
        },
      }),
  });
});
afterAll(() => drive.close());
beforeEach(async () => {
  mine = treeApi(drive, await drive.createUser());
});

const unknownId = '7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1';
const notFound = { status: 404, body: { code: 'file_not_found' } };

const rowOf = (id: string) =>
  drive.database.reader.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const hasBlob = async (key: string | null) => (await drive.blobs.find(key ?? '')) !== undefined;
const expectTrueTallies = async () => {
  const { kept, counted } = await readTallies(drive.database);
  expect(kept).toEqual(counted);
};

describe('deleting permanently', () => {
  test('removes bytes and metadata, keeps the row, and answers 404 from then on', async () => {
    const id = await mine.file('secret.txt', { bytes: 30 });
    const { blob_key: key } = await rowOf(id);
    await mine.trash(id);
    expect((await mine.purge(id)).status).toBe(204);
    expect(await mine.usage()).toEqual({ usedBytes: 0, trashBytes: 0 });
    expect(await mine.trashed(true)).toEqual([]);
    const address = () => mine.call('GET', `/api/files/${id}/download-url`);
    expect(await address()).toMatchObject({ status: 410, body: { code: 'file_purged' } });
    expect(await hasBlob(key)).toBe(true);

    await drive.drain();
    expect(await hasBlob(key)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: 'purged', name: '', name_key: '', sha256: null, blob_key: null });
    expect(await address()).toMatchObject({ status: 410, body: { code: 'file_purged' } });
    expect(await mine.call('GET', `/api/files/${id}`)).toMatchObject(notFound);
  });

  test('is idempotent, before and after the bytes are gone', async () => {
    const folder = await mine.folder('f');
    const file = await mine.file('a', { in: folder });
    await mine.trash(folder);
    expect((await mine.purge(folder)).status).toBe(204);
    for (const id of [folder, file]) expect((await mine.purge(id)).status).toBe(204);
    await drive.drain();
    for (const id of [folder, file]) expect((await mine.purge(id)).status).toBe(204);
  });

  test('refuses an item that is not trashed', async () => {
    const id = await mine.file('a');
    expect(await mine.purge(id)).toMatchObject({ status: 409, body: { code: 'not_in_trash' } });
    expect(await mine.names()).toEqual(['a']);
  });

  test('answers 404 for unknown and foreign items', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    const foreign = await theirs.file('y');
    await theirs.trash(foreign);
    for (const id of ['x', unknownId, foreign]) expect(await mine.purge(id)).toMatchObject(notFound);
    expect((await theirs.restore(foreign)).status).toBe(200);
  });

  test('includes what was trashed with a folder; what was trashed earlier stays and is restored to the root', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    const early = await mine.file('early', { in: inner, bytes: 3 });
    const deep = await mine.file('deep', { in: inner, bytes: 5 });
    const { blob_key: key } = await rowOf(deep);
    await mine.trash(early);
    await mine.trash(outer);
    await mine.purge(outer);
    expect(await mine.trashed(true)).toEqual(['early']);
    expect(await mine.usage()).toEqual({ usedBytes: 3, trashBytes: 3 });
    expect(await mine.restore(deep)).toMatchObject(notFound);
    await drive.drain();
    expect(await hasBlob(key)).toBe(false);
    for (const id of [outer, inner, deep]) expect((await rowOf(id)).state).toBe('purged');
    expect((await mine.restore(early)).body).toMatchObject({ parentId: null });
    await expectTrueTallies();
  });

  test('of one item in a trashed folder leaves the rest of it restorable', async () => {
    const outer = await mine.folder('outer');
    const inner = await mine.folder('inner', outer);
    await mine.file('gone', { in: inner, bytes: 3 });
    await mine.file('kept', { in: outer, bytes: 5 });
    await mine.trash(outer);
    await mine.purge(inner);
    expect(await mine.trashed()).toEqual(['kept']);
    expect(await mine.usage()).toEqual({ usedBytes: 5, trashBytes: 5 });
    expect((await mine.restore(outer)).body).toMatchObject({ size: 5 });
    await drive.drain();
    expect(await mine.names(outer)).toEqual(['kept']);
    await expectTrueTallies();
  });

  test('frees its part of the quota at once', async () => {
    const id = await mine.file('a', { bytes: 1_000 });
    await mine.trash(id);
    expect((await mine.usage()).usedBytes).toBe(1_000);
    await mine.purge(id);
    expect((await mine.usage()).usedBytes).toBe(0);
  });

  test('continues after a disk failure, and affects nothing else', async () => {
    const folder = await mine.folder('f');
    const files: string[] = [];
    for (let n = 0; n < 12; n += 1) files.push(await mine.file(`${n}`, { in: folder }));
    const kept = await mine.file('kept');
    const keys = await Promise.all(files.map(async (id) => (await rowOf(id)).blob_key));
    await mine.trash(folder);
    await mine.purge(folder);
    brokenDeletions = Infinity;
    await drive.drain();
    expect(await Promise.all(keys.map(hasBlob))).not.toContain(false);
    expect(await mine.call('GET', `/api/files/${files[0]}/download-url`)).toMatchObject({ status: 410 });
    brokenDeletions = 0;
    drive.clock.advance(dayMs);
    await drive.drain();
    expect((await rowOf(folder)).state).toBe('purged');
    expect(await Promise.all(keys.map(hasBlob))).not.toContain(true);
    expect(await mine.get(kept)).toMatchObject({ name: 'kept' });
  });

  test('does not delay other deletions if a blob cannot be deleted', async () => {
    const folder = await mine.folder('f');
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await mine.file(name, { in: folder }), await mine.file(name));
    const keys = await Promise.all(ids.map(async (id) => (await rowOf(id)).blob_key!));
    for (const key of keys.slice(0, 2)) stuck.add(key);
    await mine.trash(folder, ids[1]!, ids[3]!, ids[5]!);
    await mine.call('DELETE', '/api/files/trash');
    await drive.drain();
    expect(await Promise.all(keys.map(hasBlob))).toEqual([true, true, false, false, false, false]);
    const states = await Promise.all([...ids, folder].map(async (id) => (await rowOf(id)).state));
    expect(new Set(states)).toEqual(new Set(['purged']));
    await expectTrueTallies();
    stuck.clear();
    drive.clock.advance(dayMs);
    await drive.drain();
    expect(await Promise.all(keys.map(hasBlob))).not.toContain(true);
    expect((await rowOf(folder)).state).toBe('purged');
  });

  test('continues after a restart', async () => {
    const id = await mine.file('a');
    const { blob_key: key } = await rowOf(id);
    await mine.trash(id);
    await mine.purge(id);
    await drive.restart();
    await drive.drain();
    expect(await hasBlob(key)).toBe(false);
    expect((await rowOf(id)).state).toBe('purged');
  });
});

describe('emptying the trash', () => {
  const empty = () => mine.call('DELETE', '/api/files/trash');

  test('purges everything in it, in any number, and nothing else', async () => {
    const theirs = treeApi(drive, await drive.createUser());
    await theirs.trash(await theirs.file('theirs'));
    const folder = await mine.folder('f');
    await mine.trash(await mine.file('early', { in: folder }));
    await mine.file('with', { in: folder });
    await mine.trash(folder);
    const ids: string[] = [];
    for (let n = 0; n < 120; n += 1) ids.push(await mine.folder(`${n}`));
    await mine.trash(...ids);
    await mine.file('alive', { bytes: 7 });

    expect(await empty()).toEqual({ status: 204, body: undefined });
    expect(await mine.trashed(true)).toEqual([]);
    expect(await mine.usage()).toEqual({ usedBytes: 7, trashBytes: 0 });
    await drive.drain();
    const left = await drive.database.reader
      .selectFrom('items')
      .select('name')
      .where('state', '=', 'purging')
      .execute();
    expect(left).toEqual([]);
    expect(await mine.names()).toEqual(['alive']);
    expect(await theirs.trashed()).toEqual(['theirs']);
  });

  test('succeeds if it is empty', async () => {
    expect((await empty()).status).toBe(204);
  });
});

describe('the sweep', () => {
  test('purges items once they were in the trash for the retention, and not a moment earlier', async () => {
    const folder = await mine.folder('f');
    const early = await mine.file('early', { in: folder, bytes: 3 });
    await mine.file('with', { in: folder, bytes: 5 });
    await mine.trash(early);
    drive.clock.advance(10 * dayMs);
    await mine.trash(folder);

    drive.clock.advance(20 * dayMs - 1);
    await drive.jobs.runNow('files.trash');
    expect(await mine.trashed(true)).toEqual(['f', 'with', 'early']);
    drive.clock.advance(1);
    await drive.jobs.runNow('files.trash');
    expect(await mine.trashed(true)).toEqual(['f', 'with']);
    expect((await mine.call('GET', `/api/files/${early}/download-url`)).status).toBe(410);

    drive.clock.advance(10 * dayMs);
    await drive.jobs.runNow('files.trash');
    expect(await mine.trashed(true)).toEqual([]);
    expect(await mine.usage()).toEqual({ usedBytes: 0, trashBytes: 0 });
    await drive.drain();
    await expectTrueTallies();
  });

  test('counts from the last time an item was trashed', async () => {
    const file = await mine.file('a');
    await mine.trash(file);
    drive.clock.advance(29 * dayMs);
    await mine.restore(file);
    await mine.trash(file);
    drive.clock.advance(2 * dayMs);
    await drive.jobs.runNow('files.trash');
    expect(await mine.trashed()).toEqual(['a']);
  });
});
