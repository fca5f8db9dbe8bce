import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
} from '../../../../test/api/uploads.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

driveForEachTest();

const { call, create, patch, head, offsetOf } = createTusCalls(() => drive);
describe('the tus options', () => {
  it('needs no credential', async () => {
    for (const path of ['', `/${randomUUID()}`]) {
      const response = await fetch(`${drive.url}/files/tus${path}`, { method: 'OPTIONS' });
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
        'tus-checksum-algorithm': 'sha1,sha256,md5',
        'tus-max-size': String(100 * 1024 ** 3),
      });
    }
  });

  it('answers 412 to another version', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    for (const wrong of ['0.2.2', '']) {
      const response = await call('PATCH', `/${sessionId}`, {
        ...tusBytes,
        'tus-resumable': wrong,
        'upload-offset': '0',
      });
      expect(response.headers.get('tus-version')).toBe('1.0.0');
      expect(await refusalOf(response)).toEqual([412, 'unsupported_tus_version']);
    }
  });

  it('answers 405 to other methods', async () => {
    expect(await refusalOf(await call('GET', `/${randomUUID()}`))).toEqual([405, 'method_not_allowed']);
    const response = await call('PATCH', '');
    expect(response.headers.get('allow')).toBe('OPTIONS, POST');
  });
});

describe('creating', () => {
  it('returns a URL under the base URL', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    const response = await create(sessionId, 10);
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`${drive.url}/files/tus/${sessionId}`);
    expect(Date.parse(response.headers.get('upload-expires') ?? '')).toBe(drive.clock.now() + 24 * 3_600_000);
    expect(await offsetOf(sessionId)).toBe('0');
  });

  it('accepts the first bytes or all of them', async () => {
    const bytes = someBytes(10);
    const part = await reserveUpload(drive, user);
    const first = await create(part.sessionId, 10, tusBytes, bytes.subarray(0, 4));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([201, '4']);
    const whole = await reserveUpload(drive, user);
    const all = await create(whole.sessionId, 10, tusBytes, bytes);
    expect([all.status, all.headers.get('upload-offset')]).toEqual([201, '10']);
    expect(await readStored(drive, whole.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('requires the reserved length and session', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    expect(await refusalOf(await create(sessionId, 11))).toEqual([400, 'upload_size_mismatch']);
    expect(await refusalOf(await create(randomUUID(), 10))).toEqual([404, 'upload_session_not_found']);
    expect(await refusalOf(await call('POST', '', { 'upload-length': '10' }))).toEqual([400, 'bad_request']);
    expect(await refusalOf(await call('POST', '', { 'upload-metadata': `sessionId ${btoa(sessionId)}` }))).toEqual([
      400,
      'bad_request',
    ]);
    const deferred = { 'upload-defer-length': '1', 'upload-metadata': `sessionId ${btoa(sessionId)}` };
    expect(await refusalOf(await call('POST', '', deferred))).toEqual([400, 'bad_request']);
    expect(await refusalOf(await create(sessionId, Number.NaN))).toEqual([400, 'bad_request']);
    const asText = { 'content-type': 'text/plain' };
    expect(await refusalOf(await create(sessionId, 10, asText, someBytes(4)))).toEqual([415, 'unsupported_media_type']);
  });

  it('restarts at 0', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    await create(sessionId, 10, tusBytes, someBytes(4));
    expect((await create(sessionId, 10)).status).toBe(201);
    expect(await offsetOf(sessionId)).toBe('0');
  });
});

describe('sending chunks', () => {
  it('creates the file with the last one', async () => {
    const bytes = someBytes(3_000_000);
    const { sessionId, fileId } = await reserveUpload(drive, user, { name: 'a.txt', bytes: bytes.length });
    await create(sessionId, bytes.length);
    expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'PENDING' });
    for (const [from, to] of [
      [0, 1_000_000],
      [1_000_000, 1_000_001],
      [1_000_001, 2_999_999],
    ] as const) {
      const response = await patch(sessionId, from, bytes.subarray(from, to));
      expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(to)]);
      expect(response.headers.get('upload-expires')).not.toBeNull();
      expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'UPLOADING', fileId: null });
      const asked = await head(sessionId);
      expect(Object.fromEntries(asked.headers)).toMatchObject({
        'upload-offset': String(to),
        'upload-length': '3000000',
        'upload-metadata': `filename ${btoa('a.txt')},sessionId ${btoa(sessionId)}`,
        'cache-control': 'no-store',
      });
    }
    const last = await patch(sessionId, 2_999_999, bytes.subarray(2_999_999));
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '3000000']);
    expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'COMPLETE', fileId, fileName: 'a.txt' });
    expect(await offsetOf(sessionId)).toBe('3000000');
    expect(await readUsage(drive)).toEqual({ stored: 3_000_000, reserved: 0 });
  });

  it('works with POST and X-HTTP-Method-Override', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    const override = { ...tusBytes, 'upload-offset': '0', 'x-http-method-override': 'PATCH' };
    expect((await call('POST', `/${sessionId}`, override, someBytes(10))).status).toBe(204);
  });

  it('works without Content-Length', async () => {
    const bytes = someBytes(10);
    const { sessionId, fileId } = await reserveUpload(drive, user);
    const request = await openRequest(`${drive.url}/files/tus/${sessionId}`, 'PATCH', {
      ...tusVersion,
      ...tusBytes,
      'upload-offset': 0,
      'transfer-encoding': 'chunked',
    });
    await request.send(Buffer.concat([Buffer.from('a\r\n'), bytes, Buffer.from('\r\n0\r\n\r\n')]));
    expect(await request.answer).toMatchObject({ status: 204 });
    request.cut();
    expect(await readStored(drive, fileId)).toMatchObject({ found: sha256(bytes) });
  });

  it('resumes after a restart of the server', async () => {
    const bytes = someBytes(2_000_000);
    const { sessionId, fileId } = await reserveUpload(drive, user, { bytes: bytes.length });
    await patch(sessionId, 0, bytes.subarray(0, 1_500_000));
    await drive.restart();
    expect(await offsetOf(sessionId)).toBe('1500000');
    await patch(sessionId, 1_500_000, bytes.subarray(1_500_000));
    expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('can be replaced by one PUT', async () => {
    const bytes = someBytes(10);
    const reservation = await reserveUpload(drive, user);
    await patch(reservation.sessionId, 0, someBytes(4));
    await putBytes(reservation, bytes);
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });
});

describe('terminating', () => {
  it('releases the reservation', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    await patch(sessionId, 0, someBytes(4));
    expect((await call('DELETE', `/${sessionId}`)).status).toBe(204);
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    expect((await listBlobs(drive)).staged).toEqual([]);
    expect((await head(sessionId)).status).toBe(410);
    expect(await refusalOf(await patch(sessionId, 4, someBytes(6)))).toEqual([410, 'upload_session_expired']);
  });

  it('never deletes a file', async () => {
    const { sessionId, fileId } = await reserveUpload(drive, user);
    await patch(sessionId, 0, someBytes(10));
    expect(await refusalOf(await call('DELETE', `/${sessionId}`))).toEqual([409, 'upload_already_complete']);
    expect(await readStored(drive, fileId)).toBeDefined();
  });

  it('answers 404 for unknown uploads', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      expect(await refusalOf(await call('DELETE', `/${id}`))).toEqual([404, 'upload_session_not_found']);
  });
});
