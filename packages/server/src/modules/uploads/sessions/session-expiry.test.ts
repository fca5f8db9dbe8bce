import { hourMs, minuteMs } from '@drive/base';
import { describe, expect, it, vi } from 'vitest';
import { adoptBytes, stageBytes, startDriveInMemory } from '../../../../test/api/interrupted-uploads.ts';
import {
  listBlobs,
  putBytes,
  readStatus,
  readStored,
  readUsage,
  reserveUpload,
  sha256,
  someBytes,
  type Reservation,
} from '../../../../test/api/uploads.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

driveForEachTest(startDriveInMemory);

const patch = (to: Reservation, offset: number, body: Buffer): Promise<Response> =>
  fetch(`${drive.url}/files/tus/${to.sessionId}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: body as Uint8Array<ArrayBuffer>,
  });
const expire = (): Promise<void> => drive.jobs.runNow('uploads.expire');

describe('a session that is idle for too long', () => {
  it('fails and releases its bytes, its quota and its link', async () => {
    const reservation = await reserveUpload(drive, user, { autoShare: true });
    await patch(reservation, 0, someBytes(4));
    drive.clock.advance(24 * hourMs - 1);
    await expire();
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' });
    drive.clock.advance(1);
    await expire();
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'FAILED', fileId: null });
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    expect(await listBlobs(drive)).toEqual({ staged: [], blobs: [] });
    const shares = await drive.database.reader.selectFrom('shares').select('token').execute();
    expect(shares).toEqual([]);
  });

  it('is not failed if bytes arrived in the meantime', async () => {
    const reservation = await reserveUpload(drive, user);
    drive.clock.advance(23 * hourMs);
    await patch(reservation, 0, someBytes(4));
    drive.clock.advance(23 * hourMs);
    await expire();
    expect((await patch(reservation, 4, someBytes(6))).status).toBe(204);
  });

  it('is written by a single server, also if several had leases of it before', async () => {
    const reservation = await reserveUpload(drive, user);
    await drive.database.write((tx) =>
      tx.updateTable('upload_sessions').set({ turn: 7 }).where('id', '=', reservation.sessionId).execute(),
    );
    expect((await patch(reservation, 0, someBytes(4))).status).toBe(204);
    expect(await putBytes(reservation, someBytes(10))).toMatchObject({ status: 'COMPLETE' });
  });

  it('is not failed while bytes arrive', async () => {
    const bytes = someBytes(600_000);
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    const request = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': bytes.length });
    await request.send(bytes.subarray(0, 300_000));
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    drive.clock.advance(25 * hourMs);
    await expire();
    await request.send(bytes.subarray(300_000));
    expect(await request.answer).toMatchObject({ status: 200 });
    request.cut();
    expect(await readStored(drive, reservation.fileId)).toMatchObject({ found: sha256(bytes) });
  });

  it('counts from the last bytes of a long transfer, also after a crash in its middle', async () => {
    const reservation = await reserveUpload(drive, user, { bytes: 600_000 });
    const request = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': 600_000 });
    await request.send(someBytes(200_000));
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    drive.clock.advance(2 * minuteMs);
    await request.send(someBytes(200_000));
    await vi.waitFor(async () => {
      const row = await drive.database.reader.selectFrom('upload_sessions').select('active_at').executeTakeFirst();
      expect(row?.active_at).toBe(drive.clock.now());
    });
    request.cut();
  });

  it('becomes a file if all bytes have arrived', async () => {
    const bytes = someBytes(10);
    const reservation = await reserveUpload(drive, user);
    await stageBytes(drive, reservation.sessionId, bytes);
    drive.clock.advance(25 * hourMs);
    await expire();
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'COMPLETE' });
    expect(await readUsage(drive)).toEqual({ stored: 10, reserved: 0 });
  });

  it('fails in any number', async () => {
    for (let i = 0; i < 5; i++)
      await drive.fetch('/api/uploads/batch', {
        method: 'POST',
        key: user.key,
        json: {
          files: Array.from({ length: 90 }, () => ({ fileName: 'a', contentType: 'a/b', fileSizeBytes: 1 })),
        },
      });
    drive.clock.advance(24 * hourMs);
    await expire();
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
  });
});

describe('the remains of an upload after a crash', () => {
  it('are completed at the next start, from any state', async () => {
    const bytes = someBytes(10);
    const staged = await reserveUpload(drive, user);
    const adopted = await reserveUpload(drive, user);
    const partial = await reserveUpload(drive, user);
    const put = await reserveUpload(drive, user);
    await stageBytes(drive, staged.sessionId, bytes);
    await adoptBytes(drive, adopted, bytes);
    await stageBytes(drive, partial.sessionId, bytes.subarray(0, 4), 10);
    // Bytes of a PUT are valid only after its complete end.
    await stageBytes(drive, `${put.sessionId}-put`, bytes);
    await drive.restart();
    await vi.waitFor(async () => expect(await readUsage(drive)).toEqual({ stored: 20, reserved: 20 }));
    for (const { fileId } of [staged, adopted])
      expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    await vi.waitFor(async () => expect((await listBlobs(drive)).staged).toEqual([partial.sessionId]));
    const uploadUrl = `${drive.url}/files/uploads/${put.sessionId}`;
    expect(await putBytes({ uploadUrl }, bytes)).toMatchObject({ status: 'COMPLETE' });
    expect((await patch(partial, 4, bytes.subarray(4))).status).toBe(204);
  });
});
