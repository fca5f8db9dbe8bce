import { hourMs } from '@drive/base';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  listBlobs,
  readStatus,
  readStored,
  readUsage,
  refusalOf,
  reserveUpload,
  sha256,
  someBytes,
  type Reservation,
  type WantedUpload,
} from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { objectStorageSettings } from '../../../../test/test-blobs.ts';

describe.skipIf(inject('s3') === undefined)('uploads whose bytes the client sends to the object storage', () => {
  let drive: Drive;
  let user: TestUser;
  beforeAll(async () => {
    const settings = { ...objectStorageSettings, DIRECT_UPLOADS: 'on', UPLOAD_SESSION_HOURS: '72' };
    drive = await startDrive({ settings });
    user = await drive.createUser();
  });
  afterAll(() => drive.close());

  const content = someBytes(300_000);
  const reserve = (wanted: WantedUpload = {}): Promise<Reservation> =>
    reserveUpload(drive, user, { bytes: content.length, ...wanted });
  const send = async ({ directUrl }: Reservation, bytes: Buffer): Promise<number> => {
    const response = await fetch(directUrl ?? '', {
      method: 'PUT',
      body: new Blob([bytes]),
    });
    await response.arrayBuffer();
    return response.status;
  };
  /** Below the server's real origin. */
  const sendThroughServer = ({ uploadUrl }: Reservation, bytes: Buffer, method = 'PUT'): Promise<Response> =>
    drive.fetch(new URL(uploadUrl).pathname, {
      method,
      ...(method === 'PUT' ? { body: bytes as Uint8Array<ArrayBuffer> } : {}),
    });
  const statusOf = ({ sessionId }: Reservation) => readStatus(drive, user, sessionId);
  const itemOf = async (id: string): Promise<Record<string, unknown>> =>
    (await (await drive.fetch(`/api/files/${id}`, { key: user.key })).json()) as Record<string, unknown>;
  const download = async (id: string): Promise<Response> => {
    const response = await drive.fetch(`/api/files/${id}/download-url`, { key: user.key });
    const { downloadUrl } = (await response.json()) as { downloadUrl: string };
    return drive.fetch(new URL(downloadUrl).pathname);
  };
  /** Staged bytes of the upload, by the part of the id behind that of the session. */
  const staged = async ({ sessionId }: Reservation): Promise<string[]> =>
    (await listBlobs(drive)).staged.filter((id) => id.includes(sessionId)).map((id) => id.replace(sessionId, ''));
  /** By the clock of the storage, which is that of the machine. */
  const advanceBeyondNow = (ms: number): void => drive.clock.advance(Date.now() - drive.clock.now() + ms);

  it('become a file when the status is queried, and get their SHA-256 from a job', async () => {
    const reservation = await reserve({ name: 'a.bin', type: 'text/plain' });
    expect(await statusOf(reservation)).toMatchObject({ status: 'PENDING', fileId: null });
    expect(await send(reservation, content)).toBe(200);
    expect(await statusOf(reservation)).toEqual({
      sessionId: reservation.sessionId,
      status: 'COMPLETE',
      fileId: reservation.fileId,
      fileName: 'a.bin',
    });
    expect(await itemOf(reservation.fileId)).toMatchObject({ size: content.length, sha256: null });
    const early = await download(reservation.fileId);
    expect(sha256(Buffer.from(await early.arrayBuffer()))).toBe(sha256(content));
    expect(early.headers.get('etag')).toMatch(/^"[0-9a-z]{12}"$/);

    await drive.drain();
    expect(await itemOf(reservation.fileId)).toMatchObject({ sha256: sha256(content) });
    expect((await download(reservation.fileId)).headers.get('etag')).toBe(`"${sha256(content)}"`);
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(content), found: sha256(content) });
    expect(await staged(reservation)).toEqual([]);
    expect(await statusOf(reservation)).toMatchObject({ status: 'COMPLETE' });
  });

  it('are refused by the storage unless they have exactly the reserved size', async () => {
    const reservation = await reserve();
    expect(await send(reservation, content.subarray(1))).toBe(403);
    expect(await send(reservation, Buffer.concat([content, content]))).toBe(403);
    expect(await statusOf(reservation)).toMatchObject({ status: 'PENDING' });
    expect(await send(reservation, content)).toBe(200);
    expect(await statusOf(reservation)).toMatchObject({ status: 'COMPLETE' });
  });

  it('change no file that is complete, and are removed by the sweep if they come later', async () => {
    const reservation = await reserve();
    await send(reservation, content);
    await statusOf(reservation);
    expect(await send(reservation, someBytes(content.length))).toBe(200);
    expect(await statusOf(reservation)).toMatchObject({ status: 'COMPLETE' });
    await drive.drain();
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(content), found: sha256(content) });
    expect(await staged(reservation)).toEqual(['-direct']);
    advanceBeyondNow(25 * hourMs);
    await drive.jobs.runNow('uploads.orphans');
    expect(await staged(reservation)).toEqual([]);
  });

  it.each(['storage', 'server'])('complete once if bytes come both ways, the %s first', async (first) => {
    const reservation = await reserve();
    const other = someBytes(content.length);
    if (first === 'storage') {
      await send(reservation, content);
      await statusOf(reservation);
      expect(await refusalOf(await sendThroughServer(reservation, other))).toEqual([409, 'upload_already_complete']);
    } else {
      await send(reservation, other);
      expect((await sendThroughServer(reservation, content)).status).toBe(200);
    }
    await drive.drain();
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(content), found: sha256(content) });
    expect(await staged(reservation)).toEqual([]);
  });

  it('complete after pieces of a tus upload, which are dropped', async () => {
    const reservation = await reserve();
    const patch = await drive.fetch(`/files/tus/${reservation.sessionId}`, {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: content.subarray(0, 1000) as Uint8Array<ArrayBuffer>,
    });
    expect(patch.status).toBe(204);
    await send(reservation, content);
    expect(await statusOf(reservation)).toMatchObject({ status: 'COMPLETE' });
    await drive.drain();
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(content), found: sha256(content) });
    expect(await staged(reservation)).toEqual([]);
  });

  it('are removed with their reservation when it is cancelled', async () => {
    const before = await readUsage(drive);
    const reservation = await reserve();
    await send(reservation, content);
    expect((await sendThroughServer(reservation, content, 'DELETE')).status).toBe(204);
    expect(await statusOf(reservation)).toMatchObject({ status: 'FAILED' });
    expect(await staged(reservation)).toEqual([]);
    expect(await readUsage(drive)).toEqual(before);
  });

  it('become a file when the reservation expires, and free it if nothing came', async () => {
    const before = await readUsage(drive);
    const [arrived, missing] = [await reserve(), await reserve()];
    await send(arrived, content);
    drive.clock.advance(73 * hourMs);
    await drive.jobs.runNow('uploads.expire');
    expect(await statusOf(arrived)).toMatchObject({ status: 'COMPLETE' });
    expect(await statusOf(missing)).toMatchObject({ status: 'FAILED' });
    await drive.drain();
    expect(await readUsage(drive)).toEqual({ ...before, stored: before.stored + content.length });
  });

  it('survive a restart and the sweep before the status is queried', async () => {
    advanceBeyondNow(0);
    const reservation = await reserve();
    await send(reservation, content);
    advanceBeyondNow(25 * hourMs);
    await drive.jobs.runNow('uploads.orphans');
    await drive.restart();
    // The recovery at the start may be completing it just now.
    await expect.poll(() => statusOf(reservation)).toMatchObject({ status: 'COMPLETE' });
  });

  it('tell in the answer to the status that the name was taken meanwhile', async () => {
    const reservation = await reserve({ name: 'taken.bin', onConflict: 'fail' });
    expect((await sendThroughServer(await reserve({ name: 'taken.bin' }), content)).status).toBe(200);
    await send(reservation, content);
    const query = () => drive.fetch(`/api/uploads/${reservation.sessionId}/status`, { key: user.key });
    expect(await refusalOf(await query())).toEqual([409, 'name_conflict']);
    expect(await statusOf(reservation)).toMatchObject({ status: 'FAILED' });
    expect(await staged(reservation)).toEqual([]);
  });

  it('replace the content of a file, whose old content stays a version', async () => {
    const first = await reserve({ name: 'replaced.bin' });
    await send(first, content);
    await statusOf(first);
    const other = someBytes(1000);
    const second = await reserve({ name: 'replaced.bin', onConflict: 'replace', bytes: other.length });
    await send(second, other);
    expect(await statusOf(second)).toMatchObject({ status: 'COMPLETE', fileId: first.fileId });
    await drive.drain();
    expect(await readStored(drive, first.fileId)).toEqual({ said: sha256(other), found: sha256(other) });
    const versions = await drive.fetch(`/api/files/${first.fileId}/versions`, { key: user.key });
    expect(await versions.json()).toMatchObject({ versions: [{ sha256: sha256(content) }] });
  });

  it('count in the quota from the reservation on', async () => {
    const { reserved } = await readUsage(drive);
    await reserve();
    expect(await readUsage(drive)).toMatchObject({ reserved: reserved + content.length });
  });

  it('have no URL for visitors, and for files larger than one request may have', async () => {
    const large = await reserve({ bytes: 5 * 1024 ** 3 + 1 });
    expect(large.directUrl).toBeNull();
    expect((await reserve({ bytes: 5 * 1024 ** 3 })).directUrl).toContain('X-Amz-Signature=');
    const anonymous = await drive.fetch('/api/public/uploads', {
      method: 'POST',
      json: { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 },
    });
    expect(await anonymous.json()).not.toHaveProperty('directUrl', expect.any(String));
  });
});
