import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { openRequest } from '../../../test/raw-request.ts';
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
} from '../../../test/uploads.ts';
import { StorageError, type BlobStore } from '../../platform/blobs/index.ts';

let drive: Drive;
let user: TestUser;
let adoptFault: Error | undefined;
const faulty = (disk: BlobStore): BlobStore => ({
  ...disk,
  adopt: (id, key, bytes) => (adoptFault === undefined ? disk.adopt(id, key, bytes) : Promise.reject(adoptFault)),
});

beforeEach(async () => {
  adoptFault = undefined;
  drive = await startDrive({ blobs: faulty });
  user = await drive.createUser();
});
afterEach(() => drive.close());

type Headers = Record<string, string>;
const version = { 'tus-resumable': '1.0.0' };
const octets = { 'content-type': 'application/offset+octet-stream' };
const call = (method: string, path: string, headers: Headers = {}, body?: Buffer): Promise<Response> =>
  fetch(`${drive.url}/files/tus${path}`, {
    method,
    headers: { ...version, ...headers },
    ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
  });
const metadata = (id: string): string => `filename ${btoa('a.txt')},sessionId ${btoa(id)}`;
const create = (id: string, length: number, headers: Headers = {}, body?: Buffer): Promise<Response> =>
  call('POST', '', { 'upload-length': String(length), 'upload-metadata': metadata(id), ...headers }, body);
const patch = (id: string, offset: number, body: Buffer, headers: Headers = {}): Promise<Response> =>
  call('PATCH', `/${id}`, { ...octets, 'upload-offset': String(offset), ...headers }, body);
const head = (id: string): Promise<Response> => call('HEAD', `/${id}`);
const offsetOf = async (id: string): Promise<string | null> => (await head(id)).headers.get('upload-offset');
const refusalOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('what tus tells of itself', () => {
  it('is told to anybody', async () => {
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

  it('is told with 412 to who speaks another version', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    for (const wrong of ['0.2.2', '']) {
      const response = await call('PATCH', `/${sessionId}`, {
        ...octets,
        'tus-resumable': wrong,
        'upload-offset': '0',
      });
      expect(response.headers.get('tus-version')).toBe('1.0.0');
      expect(await refusalOf(response)).toEqual([412, 'unsupported_tus_version']);
    }
  });

  it('has no other methods', async () => {
    expect(await refusalOf(await call('GET', `/${randomUUID()}`))).toEqual([405, 'method_not_allowed']);
    const response = await call('PATCH', '');
    expect(response.headers.get('allow')).toBe('OPTIONS, POST');
  });
});

describe('creating', () => {
  it('answers an address under the outside one', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    const response = await create(sessionId, 10);
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`${drive.url}/files/tus/${sessionId}`);
    expect(Date.parse(response.headers.get('upload-expires') ?? '')).toBe(drive.clock.now() + 24 * 3_600_000);
    expect(await offsetOf(sessionId)).toBe('0');
  });

  it('takes first bytes along, or all of them', async () => {
    const bytes = someBytes(10);
    const part = await reserveUpload(drive, user);
    const first = await create(part.sessionId, 10, octets, bytes.subarray(0, 4));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([201, '4']);
    const whole = await reserveUpload(drive, user);
    const all = await create(whole.sessionId, 10, octets, bytes);
    expect([all.status, all.headers.get('upload-offset')]).toEqual([201, '10']);
    expect(await readStored(drive, whole.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('wants the length and the session that were reserved', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    expect(await refusalOf(await create(sessionId, 11))).toEqual([400, 'upload_size_mismatch']);
    expect(await refusalOf(await create(randomUUID(), 10))).toEqual([404, 'upload_session_not_found']);
    expect(await refusalOf(await call('POST', '', { 'upload-length': '10' }))).toEqual([400, 'bad_request']);
    expect(await refusalOf(await call('POST', '', { 'upload-metadata': metadata(sessionId) }))).toEqual([
      400,
      'bad_request',
    ]);
    const deferred = { 'upload-defer-length': '1', 'upload-metadata': metadata(sessionId) };
    expect(await refusalOf(await call('POST', '', deferred))).toEqual([400, 'bad_request']);
    expect(await refusalOf(await create(sessionId, Number.NaN))).toEqual([400, 'bad_request']);
    const asText = { 'content-type': 'text/plain' };
    expect(await refusalOf(await create(sessionId, 10, asText, someBytes(4)))).toEqual([415, 'unsupported_media_type']);
  });

  it('begins at 0 again', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    await create(sessionId, 10, octets, someBytes(4));
    expect((await create(sessionId, 10)).status).toBe(201);
    expect(await offsetOf(sessionId)).toBe('0');
  });
});

describe('sending in pieces', () => {
  it('makes the file with the last one', async () => {
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
        'upload-metadata': `sessionId ${btoa(sessionId)}`,
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
    const override = { ...octets, 'upload-offset': '0', 'x-http-method-override': 'PATCH' };
    expect((await call('POST', `/${sessionId}`, override, someBytes(10))).status).toBe(204);
  });

  it('works without Content-Length', async () => {
    const bytes = someBytes(10);
    const { sessionId, fileId } = await reserveUpload(drive, user);
    const request = await openRequest(`${drive.url}/files/tus/${sessionId}`, 'PATCH', {
      ...version,
      ...octets,
      'upload-offset': 0,
      'transfer-encoding': 'chunked',
    });
    await request.send(Buffer.concat([Buffer.from('a\r\n'), bytes, Buffer.from('\r\n0\r\n\r\n')]));
    expect(await request.answer).toMatchObject({ status: 204 });
    request.cut();
    expect(await readStored(drive, fileId)).toMatchObject({ found: sha256(bytes) });
  });

  it('goes on after a restart of the server', async () => {
    const bytes = someBytes(2_000_000);
    const { sessionId, fileId } = await reserveUpload(drive, user, { bytes: bytes.length });
    await patch(sessionId, 0, bytes.subarray(0, 1_500_000));
    await drive.restart();
    expect(await offsetOf(sessionId)).toBe('1500000');
    await patch(sessionId, 1_500_000, bytes.subarray(1_500_000));
    expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('may be given up for one PUT of everything', async () => {
    const bytes = someBytes(10);
    const reservation = await reserveUpload(drive, user);
    await patch(reservation.sessionId, 0, someBytes(4));
    await putBytes(reservation, bytes);
    expect(await readStored(drive, reservation.fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });
});

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
    expect(await refusalOf(await call('PATCH', `/${reservation.sessionId}`, octets, someBytes(1)))).toEqual([
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
      ...version,
      ...octets,
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
      ...version,
      ...octets,
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
  const checksum = (of: Buffer, algorithm: string): Headers => ({
    'upload-checksum': `${algorithm} ${createHash(algorithm).update(of).digest('base64')}`,
  });
  const [first, second, third] = [bytes.subarray(0, 3), bytes.subarray(3, 6), bytes.subarray(6)];
  expect((await patch(sessionId, 0, first, checksum(first, 'sha1'))).status).toBe(204);
  expect((await patch(sessionId, 3, second, checksum(second, 'md5'))).status).toBe(204);
  expect((await patch(sessionId, 6, third, checksum(third, 'sha256'))).status).toBe(204);
  expect(await readStored(drive, fileId)).toMatchObject({ found: sha256(bytes) });
});

describe('a connection that breaks', () => {
  const begin = async (size: number, sent: Buffer) => {
    const reservation = await reserveUpload(drive, user, { bytes: size });
    const request = await openRequest(`${drive.url}/files/tus/${reservation.sessionId}`, 'PATCH', {
      ...version,
      ...octets,
      'upload-offset': 0,
      'content-length': size,
    });
    await request.send(sent);
    await vi.waitFor(async () =>
      expect(await readStatus(drive, user, reservation.sessionId)).toMatchObject({ status: 'UPLOADING' }),
    );
    return { ...reservation, request };
  };

  it('leaves what has come, to go on from', async () => {
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

  it('does not hold up the client that comes back while it is half open', async () => {
    const bytes = someBytes(800_000);
    const { sessionId, fileId, request } = await begin(bytes.length, bytes.subarray(0, 500_000));
    // The first connection neither ends nor sends: the server can't know that nobody is there.
    const offset = Number(await offsetOf(sessionId));
    expect(offset).toBeGreaterThan(0);
    await request.closed;
    expect((await patch(sessionId, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await readStored(drive, fileId)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
  });

  it('leaves what has come also where it is framed wrongly', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    const request = await openRequest(`${drive.url}/files/tus/${sessionId}`, 'PATCH', {
      ...version,
      ...octets,
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

  it('keeps a PUT out as long as it goes on', async () => {
    const { uploadUrl, request } = await begin(10, someBytes(4));
    const refused = await fetch(uploadUrl, { method: 'PUT', body: 'x'.repeat(10) });
    expect(await refusalOf(refused)).toEqual([409, 'upload_in_progress']);
    request.cut();
  });
});

describe('the finish line', () => {
  it('is told as reached only once the file is there', async () => {
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

  it('is crossed by the status, too', async () => {
    const { sessionId, fileId } = await reserveUpload(drive, user);
    adoptFault = new StorageError('the disk is gone');
    await patch(sessionId, 0, someBytes(10));
    const refused = await drive.fetch(`/api/uploads/${sessionId}/status`, { key: user.key });
    expect(await refusalOf(refused)).toEqual([502, 'storage_failure']);
    adoptFault = undefined;
    expect(await readStatus(drive, user, sessionId)).toMatchObject({ status: 'COMPLETE', fileId });
  });

  it('is crossed at the next start, whether or not anybody asks', async () => {
    const { sessionId, fileId } = await reserveUpload(drive, user);
    adoptFault = new StorageError('the disk is gone');
    await patch(sessionId, 0, someBytes(10));
    adoptFault = undefined;
    await drive.restart();
    await vi.waitFor(async () =>
      expect((await drive.fetch(`/api/files/${fileId}`, { key: user.key })).status).toBe(200),
    );
    expect(await offsetOf(sessionId)).toBe('10');
  });

  it('is crossed by an empty piece at the end', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    adoptFault = new StorageError('the disk is gone');
    await patch(sessionId, 0, someBytes(10));
    adoptFault = undefined;
    expect((await patch(sessionId, 10, Buffer.alloc(0))).status).toBe(204);
    expect(await refusalOf(await patch(sessionId, 10, Buffer.alloc(0)))).toEqual([409, 'upload_already_complete']);
  });
});

describe('terminating', () => {
  it('frees what was reserved', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    await patch(sessionId, 0, someBytes(4));
    expect((await call('DELETE', `/${sessionId}`)).status).toBe(204);
    expect(await readUsage(drive)).toEqual({ stored: 0, reserved: 0 });
    expect((await listBlobs(drive)).staged).toEqual([]);
    expect((await head(sessionId)).status).toBe(410);
    expect(await refusalOf(await patch(sessionId, 4, someBytes(6)))).toEqual([410, 'upload_session_expired']);
  });

  it('never takes a file away', async () => {
    const { sessionId, fileId } = await reserveUpload(drive, user);
    await patch(sessionId, 0, someBytes(10));
    expect(await refusalOf(await call('DELETE', `/${sessionId}`))).toEqual([409, 'upload_already_complete']);
    expect(await readStored(drive, fileId)).toBeDefined();
  });

  it('knows only what was reserved', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      expect(await refusalOf(await call('DELETE', `/${id}`))).toEqual([404, 'upload_session_not_found']);
  });
});
