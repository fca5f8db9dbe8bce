import { createHash, randomUUID } from 'node:crypto';
import { type BlobStore, StorageError } from '@drive/blobs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveLocked } from '../../../../test/api/interrupted-uploads.ts';
import { createTusCalls, tusBytes, tusVersion } from '../../../../test/api/tus-requests.ts';
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
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { openRequest, type RawRequest } from '../../../../test/network/raw-request.ts';
import { overriding } from '../../../../test/overriding.ts';
import { gathersParts } from '../../../../test/test-blobs.ts';

let drive: Drive;
let user: TestUser;
const faults: { adopt?: Error; stage?: Error; putBytes?: Error; beforeDiscard?: () => Promise<void> } = {};
const faulty = (disk: BlobStore): BlobStore =>
  overriding(disk, {
    putBytes: (key, pieces) =>
      faults.putBytes === undefined ? disk.putBytes(key, pieces) : Promise.reject(faults.putBytes),
    stage: (id, position) => (faults.stage === undefined ? disk.stage(id, position) : Promise.reject(faults.stage)),
    adopt: (id, key, bytes) => (faults.adopt === undefined ? disk.adopt(id, key, bytes) : Promise.reject(faults.adopt)),
    discard: async (id) => {
      await faults.beforeDiscard?.();
      await disk.discard(id);
    },
  });

beforeEach(async () => {
  delete faults.adopt;
  delete faults.stage;
  delete faults.putBytes;
  delete faults.beforeDiscard;
  drive = await startDrive({ blobs: faulty });
  user = await drive.createUser();
});
afterEach(() => drive.close());

const send = (to: Reservation, body: Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(to.uploadUrl, { method: 'PUT', body: body as Uint8Array<ArrayBuffer>, headers });
const isOpenStill = async (reservation: Reservation): Promise<void> => {
  expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'PENDING', fileId: null });
  expect((await drive.fetch(`/api/files/${reservation.fileId}`, { key: user.key })).status).toBe(404);
  expect(await listBlobs(drive)).toEqual({ staged: [], blobs: [] });
};

describe('an upload in one PUT', () => {
  it('stores a file with the right digest before answering', async () => {
    const bytes = someBytes(200_000);
    const reservation = await reserveUpload(drive, user, { name: 'sea.jpg', type: 'image/jpeg', bytes: bytes.length });
    expect(await readStatus(drive, user, reservation.sessionId)).toEqual({
      sessionId: reservation.sessionId,
      status: 'PENDING',
      fileId: null,
      fileName: null,
    });
    const complete = {
      sessionId: reservation.sessionId,
      status: 'COMPLETE',
      fileId: reservation.fileId,
      fileName: 'sea.jpg',
    };
    expect(await putBytes(reservation, bytes)).toEqual(complete);
    expect(await readStatus(drive, user, reservation.sessionId)).toEqual(complete);
    const item = await drive.fetch(`/api/files/${reservation.fileId}`, { key: user.key });
    expect(await item.json()).toMatchObject({ name: 'sea.jpg', size: 200_000, sha256: sha256(bytes) });
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    expect(await readUsage(drive)).toEqual({ stored: 200_000, reserved: 0 });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });

  it('appends the next free number to a taken name', async () => {
    for (const name of ['a.tar.gz', 'a (1).tar.gz', 'a (2).tar.gz']) {
      const reservation = await reserveUpload(drive, user, { name: 'a.tar.gz', bytes: 1 });
      expect(await putBytes(reservation, Buffer.from('x'))).toMatchObject({ fileName: name });
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ fileName: name });
    }
  });

  it('stores the same bytes for any chunking', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 600_000 }),
        fc.array(fc.integer({ min: 500, max: 100_000 }), { minLength: 1, maxLength: 8 }),
        async (size, cuts) => {
          const bytes = someBytes(size);
          const reservation = await reserveUpload(drive, user, { bytes: size });
          const request = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': size });
          for (let at = 0, turn = 0; at < size; turn++) {
            const next = at + (cuts[turn % cuts.length] ?? size);
            await request.send(bytes.subarray(at, next));
            at = next;
          }
          expect((await request.answer)?.status).toBe(200);
          request.cut();
          expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
        },
      ),
      { numRuns: 15 },
    );
  });

  it('stores a large body, hashed beside the transfer', async () => {
    const piece = someBytes(1024 * 1024);
    const count = 40;
    const reservation = await reserveUpload(drive, user, { bytes: piece.length * count });
    const request = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': piece.length * count });
    const hash = createHash('sha256');
    for (let i = 0; i < count; i++) {
      await request.send(piece);
      hash.update(piece);
    }
    expect((await request.answer)?.status).toBe(200);
    request.cut();
    const digest = hash.digest('hex');
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: digest, found: digest });
  });
});

describe('a PUT that is refused', () => {
  it('answers 411 without a Content-Length', async () => {
    const reservation = await reserveUpload(drive, user);
    const chunked = await openRequest(reservation.uploadUrl, 'PUT', { 'transfer-encoding': 'chunked' });
    await chunked.send('a\r\n0123456789\r\n0\r\n\r\n');
    expect(await chunked.answer).toMatchObject({ status: 411 });
    const without = await openRequest(reservation.uploadUrl, 'PUT');
    expect(JSON.parse((await without.answer)?.body ?? '')).toMatchObject({ code: 'length_required' });
    chunked.cut();
    without.cut();
    await isOpenStill(reservation);
  });

  it('answers 400 before reading if the length differs from the reservation', async () => {
    const reservation = await reserveUpload(drive, user, { bytes: 10 });
    for (const length of [0, 9, 11, 5_000_000_000]) {
      const request = await openRequest(reservation.uploadUrl, 'PUT', {
        'content-length': length,
        expect: '100-continue',
      });
      const answer = await request.answer;
      expect(answer).toMatchObject({ status: 400, interim: [] });
      expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'upload_size_mismatch' });
      request.cut();
    }
    await isOpenStill(reservation);
    const right = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': 10, expect: '100-continue' });
    await right.continued;
    await right.send('0123456789');
    expect(await right.answer).toMatchObject({ status: 200, interim: [100] });
    right.cut();
  });

  it('answers 404 for an unknown session', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      expect(
        await refusalOf(await send({ uploadUrl: `${drive.url}/files/uploads/${id}` } as Reservation, someBytes(1))),
      ).toEqual([404, 'upload_session_not_found']);
  });

  it('answers 409 once complete', async () => {
    const reservation = await reserveUpload(drive, user);
    await putBytes(reservation, someBytes(10));
    expect(await refusalOf(await send(reservation, someBytes(10)))).toEqual([409, 'upload_already_complete']);
  });

  it('answers 410 for an expired session, also before the sweep', async () => {
    const reservation = await reserveUpload(drive, user);
    drive.clock.advance(24 * 3_600_000);
    expect(await refusalOf(await send(reservation, someBytes(10)))).toEqual([410, 'upload_session_expired']);
  });

  it('[P-477] answers 400 to a Repr-Digest that is slow to parse, before the session is looked up', async () => {
    const nowhere = { uploadUrl: `${drive.url}/files/uploads/${randomUUID()}` } as Reservation;
    // A reported attack: a parser that searched for the end of the value backtracked over its blanks.
    for (const digest of [`a=${' '.repeat(15_000)}x`, `sha-256=${' '.repeat(15_000)}x`, ','.repeat(15_000)]) {
      const answer = await send(nowhere, Buffer.from('x'), { 'repr-digest': digest });
      expect(await refusalOf(answer)).toEqual([400, 'bad_request']);
    }
    const short = await send(nowhere, Buffer.from('x'), { 'repr-digest': `a=${' '.repeat(900)}x, =, sha-512=:x:` });
    expect(await refusalOf(short)).toEqual([404, 'upload_session_not_found']);
  });

  it('answers 400 and stores nothing if Repr-Digest differs', async () => {
    const bytes = someBytes(10);
    const digest = (of: Buffer): string => `sha-256=:${createHash('sha256').update(of).digest('base64')}:`;
    const reservation = await reserveUpload(drive, user);
    const wrong = { 'repr-digest': digest(someBytes(10)) };
    expect(await refusalOf(await send(reservation, bytes, wrong))).toEqual([400, 'digest_mismatch']);
    await isOpenStill(reservation);
    const malformed = { 'repr-digest': 'sha-256=nonsense' };
    expect(await refusalOf(await send(reservation, bytes, malformed))).toEqual([400, 'bad_request']);
    const right = { 'repr-digest': `sha-512=:AAAA:, ${digest(bytes)}` };
    expect((await send(reservation, bytes, right)).status).toBe(200);
  });

  it('answers 409 while another request sends, and leaves that one alone', async () => {
    const bytes = someBytes(100_000);
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    const first = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': bytes.length });
    await first.send(bytes.subarray(0, 50_000));
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    expect(await refusalOf(await send(reservation, bytes))).toEqual([409, 'upload_in_progress']);
    await first.send(bytes.subarray(50_000));
    expect((await first.answer)?.status).toBe(200);
    first.cut();
    expect(await readStored(drive, reservation.fileId)).toMatchObject({ found: sha256(bytes) });
  });

  /** A request that has sent half of its bytes and then pauses. */
  const beginSilent = async (
    { sessionId }: Reservation,
    bytes: Buffer,
    [method, path, headers]: readonly [string, string, Record<string, string>],
  ): Promise<RawRequest> => {
    const request = await openRequest(`${drive.url}${path}${sessionId}`, method, {
      ...headers,
      'content-length': bytes.length,
    });
    await request.send(bytes.subarray(0, bytes.length / 2));
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    return request;
  };
  const asPut = ['PUT', '/files/uploads/', {}] as const;
  const asPatch = ['PATCH', '/files/tus/', { ...tusVersion, ...tusBytes, 'upload-offset': '0' }] as const;

  it('[P-506] preempts a request that was silent for 10 s, which is answered 409', async () => {
    const bytes = someBytes(100_000);
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    const first = await beginSilent(reservation, bytes, asPut);
    drive.clock.advance(9_999);
    expect(await refusalOf(await send(reservation, bytes))).toEqual([409, 'upload_in_progress']);
    drive.clock.advance(1);
    const second = await send(reservation, bytes);
    expect([second.status, await second.json()]).toMatchObject([200, { status: 'COMPLETE' }]);
    const preempted = await first.answer;
    expect([preempted?.status, JSON.parse(preempted?.body ?? '')]).toMatchObject([409, { code: 'upload_in_progress' }]);
    first.cut();
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    expect(await readUsage(drive)).toEqual({ stored: bytes.length, reserved: 0 });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });

  it('preempts a silent tus PATCH, and a PATCH preempts a silent PUT', async () => {
    const bytes = someBytes(400_000);
    const { call, patch } = createTusCalls(() => drive);
    const one = await reserveUpload(drive, user, { bytes: bytes.length });
    const silentPatch = await beginSilent(one, bytes, asPatch);
    expect(await refusalOf(await send(one, bytes))).toEqual([409, 'upload_in_progress']);
    drive.clock.advance(10_000);
    expect((await send(one, bytes)).status).toBe(200);
    // The server closes the PATCH without a response, as if another PATCH had preempted it.
    await silentPatch.closed;

    const other = await reserveUpload(drive, user, { bytes: bytes.length });
    const silentPut = await beginSilent(other, bytes, asPut);
    expect(await refusalOf(await patch(other.sessionId, 0, bytes))).toEqual([409, 'upload_in_progress']);
    drive.clock.advance(10_000);
    expect((await call('HEAD', `/${other.sessionId}`)).headers.get('upload-offset')).toBe('0');
    expect((await silentPut.answer)?.status).toBe(409);
    silentPut.cut();
    expect((await patch(other.sessionId, 0, bytes)).status).toBe(204);
    for (const { fileId } of [one, other])
      expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });

  it('succeeds exactly once among concurrent ones', async () => {
    const bytes = someBytes(20_000);
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(reservation, bytes)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await readUsage(drive)).toEqual({ stored: 20_000, reserved: 0 });
  });
});

describe('an interrupted PUT', () => {
  it.skipIf(gathersParts)('stores nothing, and the session accepts another one', async () => {
    const bytes = someBytes(900_000);
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    const cut = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': bytes.length });
    await cut.send(bytes.subarray(0, 600_000));
    await vi.waitFor(async () => expect((await listBlobs(drive)).staged).toHaveLength(1));
    cut.cut();
    await drive.app.idle();
    await isOpenStill(reservation);
    await putBytes(reservation, bytes);
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('is answered if the client stops sending', async () => {
    const reservation = await reserveUpload(drive, user);
    const short = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': 10 });
    await short.send('01234');
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    short.socket.end();
    const answer = await short.answer;
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'upload_size_mismatch' });
    await drive.app.idle();
    await isOpenStill(reservation);
  });

  it('is cut off after too long without a byte', async () => {
    await drive.close();
    drive = await startDrive({ server: { idleMs: 300 } });
    user = await drive.createUser();
    const reservation = await reserveUpload(drive, user);
    const slow = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': 10 });
    await slow.send('01234');
    expect(await slow.answer).toBeUndefined();
    await drive.app.idle();
    await isOpenStill(reservation);
  });

  it.skipIf(gathersParts)('leaves nothing for tus to resume', async () => {
    const reservation = await reserveUpload(drive, user, { bytes: 400_000 });
    const cut = await openRequest(reservation.uploadUrl, 'PUT', { 'content-length': 400_000 });
    await cut.send(someBytes(300_000));
    await vi.waitFor(async () => expect((await listBlobs(drive)).staged).toHaveLength(1));
    const whileAtIt = await fetch(`${drive.url}/files/tus/${reservation.sessionId}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect(whileAtIt.status).toBe(409);
    cut.cut();
    await drive.app.idle();
    const head = await fetch(`${drive.url}/files/tus/${reservation.sessionId}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect(head.headers.get('upload-offset')).toBe('0');
  });
});

it('is separate from the remains of an earlier one, while those are removed', async () => {
  const bytes = someBytes(600_000);
  const { sessionId, fileId } = await reserveUpload(drive, user, { bytes: bytes.length });
  const leftover = await drive.blobs.stage(`${sessionId}-put`, {
    key: drive.blobs.newKey(),
    offset: 0,
    totalBytes: bytes.length,
  });
  await leftover.write(someBytes(3));
  await leftover.close();
  await leaveLocked(drive, sessionId);
  const begun = Promise.withResolvers<void>();
  const cleared = Promise.withResolvers<void>();
  faults.beforeDiscard = () => {
    delete faults.beforeDiscard;
    begun.resolve();
    return cleared.promise;
  };
  await drive.restart();
  await begun.promise;
  const request = await openRequest(`${drive.url}/files/uploads/${sessionId}`, 'PUT', {
    'content-length': bytes.length,
  });
  await request.send(bytes.subarray(0, 300_000));
  // Lets the PUT run until it waits for the removal of the old bytes.
  for (let i = 0; i < 20; i++) await readStatus(drive, user, sessionId);
  cleared.resolve();
  await request.send(bytes.subarray(300_000));
  expect(await request.answer).toMatchObject({ status: 200 });
  request.cut();
  expect(await readStored(drive, fileId)).toMatchObject({ found: sha256(bytes) });
});

describe.each([
  ['held in memory', 10, { full: 'putBytes', unsynced: 'putBytes' }],
  ['staged', 100_000, { full: 'stage', unsynced: 'adopt' }],
] as const)('a disk that refuses the bytes of a body that is %s', (_, size, { full, unsynced }) => {
  it('is answered with 502 while everything else is served', async () => {
    const stored = await reserveUpload(drive, user);
    await putBytes(stored, someBytes(10));
    const reservation = await reserveUpload(drive, user, { bytes: size });
    faults[full] = new StorageError('Too little room');
    expect(await refusalOf(await send(reservation, someBytes(size)))).toEqual([502, 'storage_failure']);
    expect((await drive.fetch('/api/files', { key: user.key })).status).toBe(200);
    delete faults[full];
    expect((await send(reservation, someBytes(size))).status).toBe(200);
  });

  it('has nothing acknowledged that is not durable', async () => {
    const bytes = someBytes(size);
    const reservation = await reserveUpload(drive, user, { bytes: size });
    faults[unsynced] = new StorageError('fsync failed');
    expect(await refusalOf(await send(reservation, bytes))).toEqual([502, 'storage_failure']);
    delete faults[unsynced];
    await isOpenStill(reservation);
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: size });
    expect((await send(reservation, bytes)).status).toBe(200);
  });
});
