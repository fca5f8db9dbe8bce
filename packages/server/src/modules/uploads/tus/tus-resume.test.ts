import { type BlobStore, StorageError } from '@drive/blobs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTusCalls, tusBytes, tusVersion } from '../../../../test/api/tus-requests.ts';
import { readStatus, readStored, refusalOf, reserveUpload, sha256, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { overriding } from '../../../../test/overriding.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

let adoptFault: Error | undefined;
const faulty = (disk: BlobStore): BlobStore =>
  overriding(disk, {
    adopt: (id, key, bytes) => (adoptFault === undefined ? disk.adopt(id, key, bytes) : Promise.reject(adoptFault)),
  });

beforeEach(() => {
  adoptFault = undefined;
});
driveForEachTest(() => startDrive({ blobs: faulty }));

const { patch, head, offsetOf } = createTusCalls(() => drive);
describe('an interrupted connection', () => {
  const begin = async (size: number, sent: Buffer) => {
    const reservation = await reserveUpload(drive, user, { bytes: size });
    const request = await openRequest(`${drive.url}/files/tus/${reservation.sessionId}`, 'PATCH', {
      ...tusVersion,
      ...tusBytes,
      'upload-offset': 0,
      'content-length': size,
    });
    await request.send(sent);
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    return { ...reservation, request };
  };

  it('keeps the received bytes for resuming', async () => {
    const bytes = someBytes(800_000);
    const { sessionId, fileId, request } = await begin(bytes.length, bytes.subarray(0, 500_000));
    request.cut();
    await drive.app.idle();
    const offset = Number(await offsetOf(sessionId));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(500_000);
    expect((await patch(sessionId, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('does not block the returning client while it is half open', async () => {
    const bytes = someBytes(800_000);
    const { sessionId, fileId, request } = await begin(bytes.length, bytes.subarray(0, 500_000));
    // The first connection neither ends nor sends: the server cannot detect that the client is gone.
    const offset = Number(await offsetOf(sessionId));
    expect(offset).toBeGreaterThan(0);
    await request.closed;
    expect((await patch(sessionId, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('keeps the received bytes after a framing error', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    const request = await openRequest(`${drive.url}/files/tus/${sessionId}`, 'PATCH', {
      ...tusVersion,
      ...tusBytes,
      'upload-offset': 0,
      'transfer-encoding': 'chunked',
    });
    await request.send('3\r\n012\r\n');
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    await request.send('nonsense\r\n');
    await request.closed;
    await drive.app.idle();
    expect(await offsetOf(sessionId)).toBe('3');
  });

  it('blocks a PUT while it continues', async () => {
    const { uploadUrl, request } = await begin(10, someBytes(4));
    const refused = await fetch(uploadUrl, { method: 'PUT', body: 'x'.repeat(10) });
    expect(await refusalOf(refused)).toEqual([409, 'upload_in_progress']);
    request.cut();
  });
});

describe('the completion of an upload', () => {
  it('is reported only once the file is stored', async () => {
    const bytes = someBytes(10);
    const { sessionId, fileId } = await reserveUpload(drive, user);
    adoptFault = new StorageError('the disk is gone');
    const last = await patch(sessionId, 0, bytes);
    expect(last.headers.get('upload-offset')).toBeNull();
    expect(await refusalOf(last)).toEqual([503, 'unavailable']);
    const asked = await head(sessionId);
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([503, null]);
    adoptFault = undefined;
    expect(await offsetOf(sessionId)).toBe('10');
    expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('is also reached by a status request', async () => {
    const { sessionId, fileId } = await reserveUpload(drive, user);
    adoptFault = new StorageError('the disk is gone');
    await patch(sessionId, 0, someBytes(10));
    const refused = await drive.fetch(`/api/uploads/${sessionId}/status`, { key: user.key });
    expect(await refusalOf(refused)).toEqual([502, 'storage_failure']);
    adoptFault = undefined;
    expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'COMPLETE', fileId });
  });

  it('is also reached by the next start without a request', async () => {
    const { sessionId, fileId } = await reserveUpload(drive, user);
    adoptFault = new StorageError('the disk is gone');
    await patch(sessionId, 0, someBytes(10));
    adoptFault = undefined;
    await drive.restart();
    await vi.waitFor(
      async () => expect((await drive.fetch(`/api/files/${fileId}`, { key: user.key })).status).toBe(200),
      { timeout: 20_000 },
    );
    expect(await offsetOf(sessionId)).toBe('10');
  });

  it('is also reached by an empty chunk at the end', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    adoptFault = new StorageError('the disk is gone');
    await patch(sessionId, 0, someBytes(10));
    adoptFault = undefined;
    expect((await patch(sessionId, 10, Buffer.alloc(0))).status).toBe(204);
    expect(await refusalOf(await patch(sessionId, 10, Buffer.alloc(0)))).toEqual([409, 'upload_already_complete']);
  });
});
