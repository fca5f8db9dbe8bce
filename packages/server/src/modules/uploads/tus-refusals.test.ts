import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { openRequest } from '../../../test/raw-request.ts';
import { createTusCalls, tusBytes, tusVersion } from '../../../test/tus.ts';
import {
  readStatus,
  readStored,
  refusalOf,
  reserveUpload,
  sha256,
  someBytes,
  type Reservation,
} from '../../../test/uploads.ts';

let drive: Drive;
let user: TestUser;

beforeEach(async () => {
  drive = await startDrive();
  user = await drive.createUser();
});
afterEach(() => drive.close());

const { call, patch, offsetOf } = createTusCalls(() => drive);
describe('a piece that is refused', () => {
  let reservation: Reservation;
  beforeEach(async () => {
    reservation = await reserveUpload(drive, user);
    await patch(reservation.sessionId, 0, Buffer.from('0123'));
  });
  const isWhereItWas = async (): Promise<void> => expect(await offsetOf(reservation.sessionId)).toBe('4');

  it('begins somewhere else', async () => {
    for (const offset of [0, 3, 5])
      expect(await refusalOf(await patch(reservation.sessionId, offset, someBytes(1)))).toEqual([
        409,
        'upload_offset_mismatch',
      ]);
    await isWhereItWas();
  });

  it('has no offset, or none that is a number', async () => {
    expect(await refusalOf(await call('PATCH', `/${reservation.sessionId}`, tusBytes, someBytes(1)))).toEqual([
      400,
      'bad_request',
    ]);
    expect(await refusalOf(await patch(reservation.sessionId, 0, someBytes(1), { 'upload-offset': '4x' }))).toEqual([
      400,
      'bad_request',
    ]);
    await isWhereItWas();
  });

  it('is of another type', async () => {
    const asText = { 'content-type': 'text/plain' };
    expect(await refusalOf(await patch(reservation.sessionId, 4, someBytes(1), asText))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    await isWhereItWas();
  });

  it('is longer than what was reserved', async () => {
    expect(await refusalOf(await patch(reservation.sessionId, 4, someBytes(7)))).toEqual([413, 'payload_too_large']);
    const request = await openRequest(`${drive.url}/files/tus/${reservation.sessionId}`, 'PATCH', {
      ...tusVersion,
      ...tusBytes,
      'upload-offset': 4,
      'transfer-encoding': 'chunked',
    });
    await request.send('3\r\n456\r\n5\r\n789ab\r\n0\r\n\r\n');
    expect(await request.answer).toMatchObject({ status: 413 });
    request.cut();
    await isWhereItWas();
  });

  it('has another checksum than it says', async () => {
    for (const algorithm of ['sha1', 'sha256', 'md5']) {
      const wrong = createHash(algorithm).update('other').digest('base64');
      const headers = { 'upload-checksum': `${algorithm} ${wrong}` };
      expect(await refusalOf(await patch(reservation.sessionId, 4, someBytes(6), headers))).toEqual([
        460,
        'checksum_mismatch',
      ]);
    }
    const unknown = { 'upload-checksum': 'crc32 AAAA' };
    expect(await refusalOf(await patch(reservation.sessionId, 4, someBytes(6), unknown))).toEqual([400, 'bad_request']);
    await isWhereItWas();
  });

  it('was cut off before its checksum could be proved', async () => {
    const bytes = someBytes(6);
    const request = await openRequest(`${drive.url}/files/tus/${reservation.sessionId}`, 'PATCH', {
      ...tusVersion,
      ...tusBytes,
      'upload-offset': 4,
      'upload-checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}`,
      'content-length': 6,
    });
    await request.send(bytes.subarray(0, 5));
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    request.cut();
    await drive.app.idle();
    await isWhereItWas();
  });
});

it('takes a piece with the right checksum', async () => {
  const bytes = someBytes(10);
  const { sessionId, fileId } = await reserveUpload(drive, user);
  const checksum = (of: Buffer, algorithm: string): Record<string, string> => ({
    'upload-checksum': `${algorithm} ${createHash(algorithm).update(of).digest('base64')}`,
  });
  const [first, second, third] = [bytes.subarray(0, 3), bytes.subarray(3, 6), bytes.subarray(6)];
  expect((await patch(sessionId, 0, first, checksum(first, 'sha1'))).status).toBe(204);
  expect((await patch(sessionId, 3, second, checksum(second, 'md5'))).status).toBe(204);
  expect((await patch(sessionId, 6, third, checksum(third, 'sha256'))).status).toBe(204);
  expect(await readStored(drive, fileId)).toMatchObject({ found: sha256(bytes) });
});
