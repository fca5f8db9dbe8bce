import { randomUUID } from 'node:crypto';
import { hourMs, minuteMs } from '@drive/base';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { listBlobs, readStatus, reserveUpload, someBytes, type Reservation } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { objectStorageSettings } from '../../../test/test-blobs.ts';
import { createStagedRows } from '../../platform/blobs/staged-rows-store.ts';
import { checkData, type Finding, type StagedToCheck } from './check-data.ts';

describe.skipIf(inject('s3') === undefined)('the doctor on an object storage', () => {
  /** One part, and a tail. */
  const content = someBytes(9 * 1024 * 1024);
  let drive: Drive;
  let user: TestUser;
  beforeEach(async () => {
    drive = await startDrive({ settings: { ...objectStorageSettings, DIRECT_UPLOADS: 'on' } });
    // The storage has the time of the machine.
    drive.clock.advance(Date.now() - drive.clock.now());
    user = await drive.createUser();
  });
  afterEach(() => drive.close());

  async function look({ repairs = false, ...how }: Partial<StagedToCheck> & { repairs?: boolean } = {}): Promise<
    Finding[]
  > {
    const staged = { bytes: drive.blobs, isAlone: true, now: Date.now() + minuteMs, ...how };
    const target = { database: drive.database, blobs: drive.blobs, staged, asideDirectory: drive.config.dataDir };
    const found: Finding[] = [];
    for await (const each of checkData(target, { readsData: true, repairs, before: Infinity })) found.push(each);
    return found;
  }

  const reserve = (bytes = content.length): Promise<Reservation> => reserveUpload(drive, user, { bytes });
  const patch = ({ sessionId }: Reservation, bytes: Buffer, offset: number): Promise<Response> =>
    drive.fetch(`/files/tus/${sessionId}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
  const sendDirectly = async ({ directUrl }: Reservation, bytes: Buffer): Promise<void> => {
    expect((await fetch(directUrl ?? '', { method: 'PUT', body: new Blob([bytes]) })).status).toBe(200);
  };
  /** As a crash leaves an upload that another server, or a later start, has ended. */
  const forgetSession = ({ sessionId }: Reservation): Promise<unknown> =>
    drive.database.write((tx) =>
      tx.updateTable('upload_sessions').set({ status: 'FAILED' }).where('id', '=', sessionId).execute(),
    );

  /** Leaves parts and a tail without their row, staged bytes of an ended session, and an object below `direct/`. */
  async function leaveBytes(): Promise<{ readonly ended: Reservation; readonly direct: Reservation }> {
    const id = randomUUID();
    const writer = await drive.blobs.stage(id, {
      key: drive.blobs.newKey(),
      offset: 0,
      totalBytes: content.length + 1,
    });
    await writer.write(Buffer.from(content));
    await writer.close();
    await createStagedRows(drive.database).remove(id);
    const ended = await reserve();
    expect((await patch(ended, content.subarray(0, 1000), 0)).status).toBe(204);
    const direct = await reserve(1000);
    await sendDirectly(direct, content.subarray(0, 1000));
    for (const each of [ended, direct]) await forgetSession(each);
    // The sums of the reservations are another fault.
    await drive.database.write((tx) =>
      tx.updateTable('storage_usage').set({ reserved_bytes: 0, item_count: 0 }).execute(),
    );
    return { ended, direct };
  }

  it('names what ended uploads have left, leaves it without --repair, and removes it with it', async () => {
    const { ended, direct } = await leaveBytes();
    const found = await look();
    expect(found.map(({ damage }) => damage)).toEqual(Array.from({ length: 4 }, () => 'orphan_upload'));
    expect(found.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^no open upload owns multipart upload \S+ of blobs\/\w\w\/\w+$/),
        expect.stringMatching(/^no open upload owns object staged\/\S+ \(\d+ bytes\)$/),
        `no open upload owns the staged parts of ${ended.sessionId} (1000 bytes)`,
        `no open upload owns object direct/${direct.sessionId} (1000 bytes)`,
      ]),
    );
    expect(await look()).toEqual(found);
    expect(await look({ repairs: true })).toEqual(found.map((each) => ({ ...each, repaired: 'removed' })));
    expect(await look()).toEqual([]);
    expect((await listBlobs(drive)).staged).toEqual([]);
  });

  it('leaves uploads in progress alone, which then complete', async () => {
    const tus = await reserve();
    const half = 8.5 * 1024 * 1024;
    expect((await patch(tus, content.subarray(0, half), 0)).status).toBe(204);
    const direct = await reserve(1000);
    await sendDirectly(direct, content.subarray(0, 1000));
    expect(await look({ repairs: true })).toEqual([]);
    expect((await patch(tus, content.subarray(half), half)).status).toBe(204);
    for (const { sessionId } of [tus, direct])
      expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'COMPLETE' });
  });

  it('takes young bytes for those of an upload on a server that may be running', async () => {
    await leaveBytes();
    expect(await look({ isAlone: false })).toEqual([]);
    // Written by this server since the doctor began, except for the direct upload, which counts for nobody.
    expect((await look({ now: 0 })).map(({ text }) => text)).toEqual([expect.stringContaining('object direct/')]);
    expect(await look({ isAlone: false, now: Date.now() + 25 * hourMs })).toHaveLength(4);
  });
});
