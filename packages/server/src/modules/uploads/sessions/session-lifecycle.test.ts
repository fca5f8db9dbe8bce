import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  listBlobs,
  putBytes,
  readStatus,
  readStored,
  readUsage,
  refusalOf,
  reserveUpload,
  sha256,
  someBytes,
  type Reservation,
} from '../../../../test/api/uploads.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { gathersParts } from '../../../../test/test-blobs.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

driveForEachTest();

const send = (to: Reservation, body: Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(to.uploadUrl, { method: 'PUT', body: body as Uint8Array<ArrayBuffer>, headers });
describe('cancelling', () => {
  const cancel = (reservation: Reservation): Promise<Response> => fetch(reservation.uploadUrl, { method: 'DELETE' });

  it('releases the reservation and ends the session', async () => {
    const reservation = await reserveUpload(drive, user, { autoShare: true });
    expect((await cancel(reservation)).status).toBe(204);
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'FAILED' });
    expect(await refusalOf(await send(reservation, someBytes(10)))).toEqual([410, 'upload_session_expired']);
    expect(await refusalOf(await cancel(reservation))).toEqual([410, 'upload_session_expired']);
    const shares = await drive.database.reader.selectFrom('shares').select('token').execute();
    expect(shares).toEqual([]);
  });

  it.skipIf(gathersParts)('stops a transfer in progress', async () => {
    const reservation = await reserveUpload(drive, user, { bytes: 500_000 });
    const request = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': 500_000 });
    await request.send(someBytes(300_000));
    await vi.waitFor(async () => expect((await listBlobs(drive)).staged).toHaveLength(1));
    expect((await cancel(reservation)).status).toBe(204);
    expect(await request.answer).toMatchObject({ status: 410 });
    request.cut();
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    expect(await listBlobs(drive)).toEqual({ staged: [], blobs: [] });
  });

  it('refuses a complete upload and an unknown one', async () => {
    const reservation = await reserveUpload(drive, user);
    await putBytes(reservation, someBytes(10));
    expect(await refusalOf(await cancel(reservation))).toEqual([409, 'upload_already_complete']);
    const unknown = { uploadUrl: `${drive.url}/files/uploads/${randomUUID()}` } as Reservation;
    expect(await refusalOf(await cancel(unknown))).toEqual([404, 'upload_session_not_found']);
  });
});

describe('the status of an upload', () => {
  it('is visible to its owner only', async () => {
    const reservation = await reserveUpload(drive, user);
    const otherUser = await drive.createUser();
    const read = (id: string, key?: string): Promise<Response> =>
      drive.fetch(`/api/uploads/${id}/status`, key === undefined ? {} : { key });
    expect(await refusalOf(await read(reservation.sessionId, otherUser.key))).toEqual([403, 'access_denied']);
    expect(await refusalOf(await read(randomUUID(), user.key))).toEqual([404, 'upload_session_not_found']);
    expect(await refusalOf(await read('nonsense', user.key))).toEqual([400, 'validation_failed']);
    expect((await read(reservation.sessionId)).status).toBe(401);
  });

  it('finishes an upload whose blob is stored but not committed', async () => {
    const bytes = someBytes(10);
    const reservation = await reserveUpload(drive, user);
    const row = await drive.database.reader
      .selectFrom('upload_sessions')
      .select('blob_key')
      .where('id', '=', reservation.sessionId)
      .executeTakeFirstOrThrow();
    await drive.blobs.put(
      row.blob_key,
      (async function* () {
        yield bytes;
      })(),
    );
    expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'COMPLETE' });
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });
});
