import { hourMs } from '@drive/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { listBlobs, readStored, sha256 } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { checkData } from '../../../app/doctor/check-data.ts';

let drive: Drive;
let tree: TreeApi;
beforeEach(async () => {
  drive = await startDrive({ settings: { PURGE_GRACE_HOURS: '24' } });
  tree = treeApi(drive, await drive.createUser());
});
afterEach(() => drive.close());

const blobCount = async (): Promise<number> => (await listBlobs(drive)).blobs.length;
async function findings(): Promise<unknown[]> {
  const target = { database: drive.database, blobs: drive.blobs as never, asideDirectory: drive.config.dataDir };
  const found: unknown[] = [];
  for await (const each of checkData(target, { readsData: true, repairs: false, before: Infinity })) found.push(each);
  return found;
}
const hours = (count: number): void => drive.clock.advance(count * hourMs);
/** Returns what brings the rows of all items back as they are now. */
async function keepRows(): Promise<() => Promise<void>> {
  const { reader } = drive.database;
  const [items, usage] = await Promise.all([
    reader.selectFrom('items').selectAll().execute(),
    reader.selectFrom('storage_usage').selectAll().execute(),
  ]);
  return () =>
    drive.database.write(async (tx) => {
      for (const { row_id, file_size: _generated, ...item } of items)
        await tx.updateTable('items').set(item).where('row_id', '=', row_id).execute();
      for (const { owner_id, ...sums } of usage)
        await tx.updateTable('storage_usage').set(sums).where('owner_id', '=', owner_id).execute();
      await tx.deleteFrom('dropped_contents').execute();
    });
}
const sweep = async (): Promise<void> => {
  await drive.jobs.runNow('files.contents.due');
  await drive.jobs.runNow('uploads.orphans').catch(() => undefined);
};

it('with DRIVE_PURGE_GRACE_HOURS the bytes of purged files stay for so long, and count for nobody', async () => {
  const id = await tree.file('a', { bytes: 100 });
  await tree.trash(id);
  await tree.purge(id);
  await drive.drain();
  expect((await tree.usage()).usedBytes).toBe(0);
  expect(await findings()).toEqual([]);
  hours(23);
  await sweep();
  expect(await blobCount()).toBe(1);
  hours(1);
  await sweep();
  expect(await blobCount()).toBe(0);
  expect(await findings()).toEqual([]);
});

it('rows of a moment before the purge, which a recovery of the database brings back, find their bytes again', async () => {
  const parent = await tree.folder('f');
  const id = await tree.file('a', { in: parent, bytes: 100 });
  await tree.trash(id);
  const recover = await keepRows();
  await tree.purge(id);
  await drive.drain();
  hours(23);
  await sweep();
  await recover();
  expect((await tree.restore(id)).status).toBe(200);
  const stored = await readStored(drive, id);
  expect(stored).toEqual({ said: stored?.found, found: sha256(Buffer.alloc(100, 1)) });
  hours(48);
  await sweep();
  expect(await blobCount()).toBe(1);
  expect((await tree.usage()).usedBytes).toBe(100);
  expect(await findings()).toEqual([]);
});

it('a content that was dropped while a copy has it stays, and goes after the copy', async () => {
  const id = await tree.file('a', { bytes: 100 });
  const { body } = await tree.call('POST', '/api/files/copy', { ids: [id], copyToRoot: true });
  await tree.trash(id);
  await tree.purge(id);
  await drive.drain();
  hours(25);
  await sweep();
  expect(await blobCount()).toBe(1);
  await tree.trash(body.copied[0].id);
  await tree.purge(body.copied[0].id);
  await drive.drain();
  hours(25);
  await sweep();
  expect(await blobCount()).toBe(0);
});
