import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStored, reserveUpload, sha256, someBytes, type Reservation } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

// Tests the protocol with a third-party client.

let drive: Drive;
let user: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser();
});
afterAll(() => drive.close());

type Outcome = 'done' | 'stopped';

/** Runs one client, which ends when all bytes are sent, or is killed after some bytes. */
function send(bytes: Buffer, options: Partial<UploadOptions>, stopAfter = Number.POSITIVE_INFINITY): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      retryDelays: [],
      uploadSize: bytes.length,
      onSuccess: () => resolve('done'),
      onError: reject,
      onProgress: (sent) => {
        if (sent < stopAfter || sent >= bytes.length) return;
        void upload.abort().then(() => resolve('stopped'));
      },
      ...options,
    });
    upload.start();
  });
}

const addressOf = ({ sessionId }: Reservation): string => `${drive.url}/files/tus/${sessionId}`;
const creating = ({ sessionId }: Reservation) => ({ endpoint: `${drive.url}/files/tus`, metadata: { sessionId } });

describe('tus-js-client', () => {
  it.each([
    ['in one piece', {}],
    ['in pieces', { chunkSize: 300_000 }],
    ['with the first piece in the creation', { uploadDataDuringCreation: true, chunkSize: 300_000 }],
    ['by POST alone', { overridePatchMethod: true }],
  ])('uploads %s', async (_, options) => {
    const bytes = someBytes(1_000_000);
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    expect(await send(bytes, { ...creating(reservation), ...options })).toBe('done');
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('uploads a stream of unknown length', async () => {
    const bytes = someBytes(1_000_000);
    const reservation = await reserveUpload(drive, user, { bytes: bytes.length });
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(Readable.from([bytes]), {
        ...creating(reservation),
        chunkSize: 300_000,
        uploadSize: bytes.length,
        retryDelays: [],
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    expect(await readStored(drive, reservation.fileId)).toMatchObject({ found: sha256(bytes) });
  });

  it('uploads the same bytes if it is killed and the server restarted at any point', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 500_000, max: 3_000_000 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.boolean()), { minLength: 1, maxLength: 3 }),
        fc.option(fc.integer({ min: 100_000, max: 1_000_000 }), { nil: Number.POSITIVE_INFINITY }),
        async (size, stops, chunkSize) => {
          const bytes = someBytes(size);
          const reservation = await reserveUpload(drive, user, { bytes: size });
          let outcome = await send(bytes, { ...creating(reservation), chunkSize }, stops[0]?.[0]);
          for (const [stopAfter, restarts] of stops.slice(1)) {
            if (outcome === 'done') break;
            if (restarts) await drive.restart();
            outcome = await send(bytes, { uploadUrl: addressOf(reservation), chunkSize }, stopAfter);
          }
          if (outcome === 'stopped') await send(bytes, { uploadUrl: addressOf(reservation), chunkSize });
          expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
        },
      ),
      { numRuns: 10 },
    );
  });

  it('accepts an upload that is already complete', async () => {
    const bytes = someBytes(10);
    const reservation = await reserveUpload(drive, user);
    await send(bytes, creating(reservation));
    expect(await send(bytes, { uploadUrl: addressOf(reservation) })).toBe('done');
  });

  it('can terminate its upload', async () => {
    const reservation = await reserveUpload(drive, user);
    await send(someBytes(10).subarray(0, 10), { ...creating(reservation), chunkSize: 4 }, 4);
    await Upload.terminate(addressOf(reservation));
    const head = await fetch(addressOf(reservation), { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    expect(head.status).toBe(410);
  });
});
