import { hourMs } from '@drive/base';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startDriveInMemory } from '../../../../test/api/interrupted-uploads.ts';
import { createTusCalls } from '../../../../test/api/tus-requests.ts';
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
} from '../../../../test/api/uploads.ts';
import type { Drive, TestUser } from '../../../../test/drive.ts';
import { openRequest, type RawRequest } from '../../../../test/network/raw-request.ts';

describe.runIf(inject('databaseKind') === 'postgres')('an upload with two servers', () => {
  let a: Drive;
  let b: Drive;
  let user: TestUser;
  beforeAll(async () => {
    a = await startDriveInMemory();
    b = await a.startAnother();
  });
  afterAll(() => a.close());
  beforeEach(async () => {
    user = await a.createUser();
  });

  const bytes = someBytes(600_000);
  const urlOn = (drive: Drive, { uploadUrl }: Reservation): string => drive.url + new URL(uploadUrl).pathname;
  /** A PUT on the first server of which half has arrived. */
  async function begin(): Promise<{ reservation: Reservation; request: RawRequest }> {
    const reservation = await reserveUpload(a, user, { bytes: bytes.length });
    const request = await openRequest(urlOn(a, reservation), 'PUT', { 'content-length': bytes.length });
    await request.send(bytes.subarray(0, 300_000));
    // The server with the upload reports it to the other one within a second.
    await expect.poll(() => readStatus(b, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' });
    return { reservation, request };
  }
  async function finish(request: RawRequest, { fileId }: Reservation): Promise<void> {
    await request.send(bytes.subarray(300_000));
    expect(await request.answer).toMatchObject({ status: 200 });
    request.cut();
    expect(await readStored(a, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  }

  it('goes on while the other one starts again and looks for what ended servers have left', async () => {
    const { reservation, request } = await begin();
    await b.restart();
    await finish(request, reservation);
    expect(await readStatus(b, user, reservation.sessionId)).toMatchObject({ status: 'COMPLETE' });
  });

  it('without a session goes on while the other one, which began later, removes orphans', async () => {
    const headers = { authorization: `Bearer ${user.key}`, 'content-length': bytes.length };
    const request = await openRequest(`${a.url}/files/by-path/a.bin`, 'PUT', headers);
    await request.send(bytes.subarray(0, 300_000));
    await expect.poll(async () => (await listBlobs(a)).staged).toHaveLength(1);
    a.clock.advance(23 * hourMs);
    await b.restart();
    await b.jobs.runNow('uploads.orphans');
    await request.send(bytes.subarray(300_000));
    expect(await request.answer).toMatchObject({ status: 201 });
    request.cut();
  });

  it('refuses a writer on the other one while bytes arrive', async () => {
    const { reservation, request } = await begin();
    const second = await fetch(urlOn(b, reservation), { method: 'PUT', body: new Uint8Array(bytes.length) });
    expect(await refusalOf(second)).toEqual([409, 'upload_in_progress']);
    await finish(request, reservation);
  });

  it('lets a writer on the other one preempt a silent one, which is answered 409', async () => {
    const { reservation, request } = await begin();
    a.clock.advance(11_000);
    const second = await fetch(urlOn(b, reservation), { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
    expect([second.status, (await request.answer)?.status]).toEqual([200, 409]);
    request.cut();
    expect(await readStored(a, reservation.fileId)).toMatchObject({ found: sha256(bytes) });
  });

  it('is cancelled on the other one: the PUT is answered 410, and the reservation is free', async () => {
    const { reservation, request } = await begin();
    const before = await readUsage(a);
    expect((await fetch(urlOn(b, reservation), { method: 'DELETE' })).status).toBe(204);
    expect(await request.answer).toMatchObject({ status: 410 });
    request.cut();
    expect(await readUsage(a)).toEqual({ ...before, reserved: before.reserved - bytes.length });
    expect((await listBlobs(a)).staged.filter((id) => id.startsWith(reservation.sessionId))).toEqual([]);
  });

  it('accepts one of two PATCHes at one offset, and stores its bytes', async () => {
    const [onA, onB] = [createTusCalls(() => a), createTusCalls(() => b)];
    for (let run = 0; run < 10; run += 1) {
      const { sessionId, fileId } = await reserveUpload(a, user, { bytes: 1000 });
      const contents = [someBytes(1000), someBytes(1000)] as const;
      const answers = await Promise.all([onA.patch(sessionId, 0, contents[0]), onB.patch(sessionId, 0, contents[1])]);
      const accepted = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []));
      expect(accepted).toHaveLength(1);
      const sum = sha256(contents[accepted[0] as 0 | 1]);
      expect(await readStored(a, fileId)).toEqual({ said: sum, found: sum });
    }
  });

  it('is continued on the other one after every piece', async () => {
    const { sessionId, fileId } = await reserveUpload(a, user, { bytes: 1000 });
    const content = someBytes(1000);
    for (let offset = 0; offset < 1000; offset += 100) {
      const [asked, sent] = offset % 200 === 0 ? [a, b] : [b, a];
      expect(await createTusCalls(() => asked).offsetOf(sessionId)).toBe(String(offset));
      const piece = content.subarray(offset, offset + 100);
      expect((await createTusCalls(() => sent).patch(sessionId, offset, piece)).status).toBe(204);
    }
    expect(await readStored(a, fileId)).toEqual({ said: sha256(content), found: sha256(content) });
  });

  it('leaves no lease', async () => {
    await expect
      .poll(() =>
        a.database.reader.selectFrom('upload_sessions').select('id').where('held_by', 'is not', null).execute(),
      )
      .toEqual([]);
  });
});
