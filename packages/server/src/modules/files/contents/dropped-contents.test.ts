import { hourMs } from '@drive/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { listBlobs } from '../../../../test/api/uploads.ts';
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
