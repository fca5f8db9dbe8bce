import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@drive/base';
import { describe, expect, inject, it } from 'vitest';
import { adoptBytes, stageBytes, startDriveInMemory, storeBytes } from '../../../../test/api/interrupted-uploads.ts';
import {
  listBlobs,
  putBytes,
  readStatus,
  readStored,
  reserveUpload,
  someBytes,
  type Reservation,
} from '../../../../test/api/uploads.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

driveForEachTest(() => startDriveInMemory());

const sweepOrphans = (): Promise<void> => drive.jobs.runNow('uploads.orphans');
/** Creates files of ten bytes; returns their ids in order. */
const makeFiles = async (count: number): Promise<string[]> => {
  const reservations: Reservation[] = [];
  for (let i = 0; i < count; i++) {
    reservations.push(await reserveUpload(drive, user));
    await putBytes(reservations[i]!, someBytes(10));
  }
  return reservations.map(({ fileId }) => fileId);
};
const makeStrays = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await storeBytes(drive, drive.blobs.newKey(), someBytes(4));
};
/** Deletes the files' rows, as in an older database. */
const forget = (fileIds: readonly string[]): Promise<void> =>
  drive.database.write(async (tx) => {
    await tx.deleteFrom('items').where('id', 'in', fileIds).execute();
    await tx.deleteFrom('upload_sessions').where('file_id', 'in', fileIds).execute();
  });
const countBlobs = async (): Promise<number> => (await listBlobs(drive)).blobs.length;

describe('the sweep of orphans', () => {
  it.runIf(inject('databaseKind') === 'sqlite')(
    'removes unknown bytes once they are older than the process',
    async () => {
      await makeFiles(1);
      const kept = (await listBlobs(drive)).blobs;
      const open = await reserveUpload(drive, user);
      await stageBytes(drive, open.sessionId, someBytes(4), 10);
      const unknown = randomUUID();
      await stageBytes(drive, unknown, someBytes(4));
      await storeBytes(drive, drive.blobs.newKey(), someBytes(4));
      drive.clock.advance(1);
      await sweepOrphans();
      expect((await listBlobs(drive)).blobs).toHaveLength(2);
      await drive.restart();
      await sweepOrphans();
      expect(await listBlobs(drive)).toEqual({ staged: [open.sessionId], blobs: kept });
    },
  );

  it('removes them after a day in a running process', async () => {
    await makeFiles(1);
    await storeBytes(drive, drive.blobs.newKey(), someBytes(4));
    drive.clock.advance(23 * hourMs);
    await sweepOrphans();
    expect((await listBlobs(drive)).blobs).toHaveLength(2);
    drive.clock.advance(2 * hourMs);
    await sweepOrphans();
    expect((await listBlobs(drive)).blobs).toHaveLength(1);
  });

  it('never removes the bytes of an upload before its row is committed', async () => {
    await makeFiles(1);
    const reservation = await reserveUpload(drive, user);
    await adoptBytes(drive, reservation, someBytes(10));
    drive.clock.advance(23 * hourMs);
    await sweepOrphans();
    drive.clock.advance(2 * hourMs);
    await sweepOrphans();
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'COMPLETE' });
  });

  it('never removes a thumbnail, nor bytes of trashed files or of a purge in progress', async () => {
    const [picture, trashed, purging] = await makeFiles(3);
    const thumbnailKey = drive.blobs.newKey();
    await storeBytes(drive, thumbnailKey, someBytes(4));
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ preview_key: thumbnailKey }).where('id', '=', picture!).execute(),
    );
    for (const id of [trashed, purging]) await drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: user.key });
    await drive.fetch(`/api/files/${purging}/permanent`, { method: 'DELETE', key: user.key });
    drive.clock.advance(2 * dayMs);
    await sweepOrphans();
    expect(await countBlobs()).toBe(4);
  });
});

describe('the sweep of orphans removes nothing, and says so,', () => {
  const expectRefusal = async (count: number, event: RegExp): Promise<void> => {
    const before = await countBlobs();
    drive.clock.advance(2 * dayMs);
    await sweepOrphans();
    expect(await countBlobs()).toBe(before);
    expect(drive.logged.at(-1)).toMatchObject({ level: 'error', count, event: expect.stringMatching(event) });
  };

  it('if the database is empty', async () => {
    await forget(await makeFiles(3));
    await expectRefusal(3, /unknown to the database/);
  });

  it('if the database was empty and is used again', async () => {
    await forget(await makeFiles(12));
    await makeFiles(2);
    await expectRefusal(12, /unknown to the database/);
  });

  it('if the database is older than many of the bytes', async () => {
    const files = await makeFiles(60);
    await forget(files.slice(35));
    await expectRefusal(25, /unknown to the database/);
    // Later uploads do not change the result.
    await makeFiles(5);
    await expectRefusal(25, /unknown to the database/);
  });

  it('if many known bytes are missing, as with an older copy of them', async () => {
    await makeFiles(40);
    for (const key of (await listBlobs(drive)).blobs.slice(0, 25)) await drive.blobs.delete(key);
    await makeStrays(5);
    await expectRefusal(25, /missing/);
  });
});

describe('a clock that jumps', () => {
  const tenYears = 3653 * dayMs;

  it.each([
    ['ahead', tenYears],
    ['back', -tenYears],
  ])('%s does not make the orphan sweep remove used bytes', async (_, ms) => {
    const [file] = await makeFiles(1);
    const staged = await reserveUpload(drive, user);
    await stageBytes(drive, staged.sessionId, someBytes(4), 10);
    const adopted = await reserveUpload(drive, user);
    await adoptBytes(drive, adopted, someBytes(10));
    drive.clock.advance(ms);
    await sweepOrphans();
    await drive.restart();
    await sweepOrphans();
    expect(await readStored(drive, file!)).toBeDefined();
    expect((await listBlobs(drive)).blobs).toHaveLength(2);
    expect((await listBlobs(drive)).staged).toEqual([staged.sessionId]);
  });

  it('back does not make new bytes look old, such as those of a thumbnail in progress', async () => {
    await makeFiles(1);
    drive.clock.advance(tenYears);
    await drive.restart();
    drive.clock.advance(-tenYears);
    await makeStrays(1);
    drive.clock.advance(hourMs);
    await sweepOrphans();
    expect(await countBlobs()).toBe(2);
    drive.clock.advance(dayMs);
    await sweepOrphans();
    expect(await countBlobs()).toBe(1);
  });
});

describe('the sweep of orphans in a store whose keys are listed by ranges', () => {
  const half = 60_000;
  const keyAt = (index: number): string => `${index < half ? '3f' : '8a'}/${String(index).padStart(6, '0')}`;

  it('looks at the next range in each run if there are many keys', async () => {
    let listed: string[] = [];
    async function* list({ after = '' } = {}): AsyncGenerator<string> {
      for (let index = 0; index < 2 * half; index += 1) {
        const key = keyAt(index);
        if (key <= after) continue;
        listed.push(key);
        yield key;
      }
    }
    const large = await startDriveInMemory(() => ({ rangeStarts: ['', '80'], list }));
    const runs: (readonly [first: string, last: string])[] = [];
    for (let run = 0; run < 2; run += 1) {
      listed = [];
      await large.jobs.runNow('uploads.orphans');
      runs.push([listed[0] ?? '', listed.at(-1) ?? '']);
      large.clock.advance(hourMs);
    }
    expect(runs.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      [keyAt(0), expect.stringMatching(/^8a\/060/)],
      [keyAt(half), keyAt(2 * half - 1)],
    ]);
    await large.close();
  });

  it.each([0, 1])('looks at all of them if there are few, in run %i', async (run) => {
    const small = await startDriveInMemory(() => ({ rangeStarts: ['', 'z'] }));
    for (let i = 0; i < 3; i += 1) {
      const owner = await small.createUser();
      await putBytes(await reserveUpload(small, owner), someBytes(10));
    }
    await storeBytes(small, small.blobs.newKey(), someBytes(4));
    small.clock.advance(dayMs + run * hourMs + 1);
    await small.jobs.runNow('uploads.orphans');
    expect((await listBlobs(small)).blobs).toHaveLength(3);
    await small.close();
  });
});
