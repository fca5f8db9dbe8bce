import { readDiskBlobs } from '@drive/blobs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startDrive } from '../../../test/drive.ts';
import { sharedApi } from '../../../test/shared.ts';
import { checkData } from './check-data.ts';

it('[P-1788] the usage of a team drive is repaired, its files are found after a restart, and sweeps take nothing of it', async () => {
  const drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
  try {
    const boss = sharedApi(drive, await drive.createUser({ isAdmin: true }));
    const { body: team } = await boss.call('POST', '/api/drives', { name: 'Design' });
    const folder = await boss.folder('Logos', team.rootId);
    const file = await boss.put('needle.txt', 'hello', { in: folder });
    await boss.trash(await boss.put('old.txt', 'former', { in: folder }));
    await drive.drain();
    const usage = () => drive.database.reader.selectFrom('storage_usage').selectAll().orderBy('owner_id').execute();
    const before = await usage();
    const repairs = async (): Promise<number> => {
      const { dataDir } = drive.config;
      const target = { database: drive.database, blobs: readDiskBlobs(dataDir), asideDirectory: dataDir };
      let found = 0;
      for await (const _ of checkData(target, { readsData: true, repairs: true, before: Infinity })) found += 1;
      return found;
    };
    expect(await repairs()).toBe(0);
    await drive.database.write((tx) =>
      sql`update storage_usage set stored_bytes = 1, item_count = 99, trash_bytes = 0
        where owner_id in (select owner_id from drives)`.execute(tx),
    );
    expect((await boss.call('GET', `/api/drives/${team.id}`)).body.usedBytes).toBe(1);
    expect(await repairs()).toBeGreaterThan(0);
    expect(await usage()).toEqual(before);
    expect(await repairs()).toBe(0);
    await drive.restart();
    await drive.drain();
    const { files } = (await boss.call('GET', `/api/files?driveId=${team.id}&q=needle`)).body;
    expect(files.map(({ id }: { id: string }) => id)).toEqual([file]);
    expect((await boss.call('GET', `/api/search?q=needle&driveId=${team.id}`)).body.results).toHaveLength(1);
    expect(await usage()).toEqual(before);
  } finally {
    await drive.close();
  }
});
