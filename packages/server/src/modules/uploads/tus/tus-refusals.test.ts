import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTusCalls, tusBytes, tusVersion } from '../../../../test/api/tus-requests.ts';
import {
  readStatus,
  readStored,
  refusalOf,
  reserveUpload,
  sha256,
  someBytes,
  type Reservation,
} from '../../../../test/api/uploads.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

driveForEachTest();

const { call, create, patch, offsetOf } = createTusCalls(() => drive);
describe('a chunk is refused if it', () => {
  let reservation: Reservation;
  beforeEach(async () => {
    reservation = await reserveUpload(drive, user);
    await patch(reservation.sessionId, 0, Buffer.from('0123'));
  });
  const isWhereItWas = async (): Promise<void> => expect(await offsetOf(reservation.sessionId)).toBe('4');

  it('starts at another offset', async () => {
    for (const offset of [0, 3, 5])
      expect(await refusalOf(await patch(reservation.sessionId, offset, someBytes(1)))).toEqual([
        409,
        'upload_offset_mismatch',
      ]);
    await isWhereItWas();
  });

  it('has no offset, or an invalid one', async () => {
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

  it('has another content type', async () => {
    const asText = { 'content-type': 'text/plain' };
    expect(await refusalOf(await patch(reservation.sessionId, 4, someBytes(1), asText))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    await isWhereItWas();
  });

  it('exceeds the reserved length', async () => {
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

  it('does not match its checksum', async () => {
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

  it('was interrupted before its checksum could be checked', async () => {
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

describe('a first chunk that is refused', () => {
  const bytes = someBytes(10);
  let reservation: Reservation;
  beforeEach(async () => {
    reservation = await reserveUpload(drive, user);
  });
  /** The refused request changed nothing: the right bytes still create the file. */
  const isAsBefore = async (): Promise<void> => {
    expect(drive.logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await offsetOf(reservation.sessionId)).toBe('0');
    expect((await patch(reservation.sessionId, 0, bytes)).status).toBe(204);
    expect(await readStored(drive, reservation.fileId)).toMatchObject({ found: sha256(bytes) });
  };

  /** The two requests that can carry the first bytes: path and headers for a session's id. */
  type RequestOf = (id: string) => readonly [path: string, headers: Record<string, string>];
  const create: RequestOf = (id) => ['', { 'upload-metadata': `sessionId ${btoa(id)}` }];
  const append: RequestOf = (id) => [`/${id}`, { 'upload-offset': '0' }];

  describe.each([
    ['creation-with-upload', 'POST', create],
    ['PATCH', 'PATCH', append],
  ] as const)('by %s', (_name, method, requestOf) => {
    const send = (headers: Record<string, string>, body: Buffer | undefined): Promise<Response> => {
      const [path, own] = requestOf(reservation.sessionId);
      return call(method, path, { ...tusBytes, 'upload-length': '10', ...own, ...headers }, body);
    };
    const sendChunked = async (chunks: string): Promise<number | undefined> => {
      const [path, own] = requestOf(reservation.sessionId);
      const request = await openRequest(`${drive.url}/files/tus${path}`, method, {
        ...tusVersion,
        ...tusBytes,
        'upload-length': '10',
        ...own,
        'transfer-encoding': 'chunked',
      });
      await request.send(chunks);
      const answer = await request.answer;
      request.cut();
      return answer?.status;
    };

    it('answers 413 if it is too long, with or without a declared length', async () => {
      expect(await refusalOf(await send({}, someBytes(11)))).toEqual([413, 'payload_too_large']);
      expect(await sendChunked('b\r\n0123456789a\r\n0\r\n\r\n')).toBe(413);
      expect(await sendChunked('3\r\n012\r\n8\r\n3456789a\r\n0\r\n\r\n')).toBe(413);
      await isAsBefore();
    });

    it('answers 460 if its checksum is wrong, also without a byte', async () => {
      const wrong = { 'upload-checksum': `sha1 ${createHash('sha1').update('other').digest('base64')}` };
      for (const body of [bytes, bytes.subarray(0, 4), Buffer.alloc(0)])
        expect(await refusalOf(await send(wrong, body))).toEqual([460, 'checksum_mismatch']);
      await isAsBefore();
    });
  });
});

describe('a header that tus does not allow is refused:', () => {
  it.each([
    ['a third token after the value', (id: string) => `sessionId ${id} garbage`],
    ['two spaces before the value', (id: string) => `sessionId  ${id}`],
    ['a value that is not base64', (id: string) => `sessionId ${id},filename a*b=`],
    ['base64 without its padding', (id: string) => `sessionId ${id},filename YQ`],
    ['base64 of the other alphabet', (id: string) => `sessionId ${id},filename _-8=`],
    ['base64 with bits that mean nothing', (id: string) => `sessionId ${id},filename YR==`],
    ['a key twice', (id: string) => `sessionId ${id},sessionId ${id}`],
    ['another key twice', (id: string) => `filename YQ==,sessionId ${id},filename YQ==`],
    ['an empty key', (id: string) => `sessionId ${id}, ,filename YQ==`],
    ['a comma at the end', (id: string) => `sessionId ${id},`],
    ['a key that is not ASCII', (id: string) => `sessionId ${id},n\u00e4me YQ==`],
    ['nothing', () => ''],
    ['neither sessionId nor filename', () => 'filetype YQ=='],
    ['a sessionId without a value', () => 'sessionId'],
  ])('Upload-Metadata with %s', async (_name, headerOf) => {
    const { sessionId } = await reserveUpload(drive, user);
    const response = await create(sessionId, 10, { 'upload-metadata': headerOf(btoa(sessionId)) });
    expect(await refusalOf(response)).toEqual([400, 'bad_request']);
  });

  it('but pairs without a value and with surrounding spaces are accepted', async () => {
    const { sessionId } = await reserveUpload(drive, user);
    const header = `is_confidential, sessionId ${btoa(sessionId)} ,filename YS50eHQ=`;
    expect((await create(sessionId, 10, { 'upload-metadata': header })).status).toBe(201);
  });

  it.each(['sha1', 'sha1 ', 'sha1 not*base64', 'sha1 AAAA garbage', 'sha1  AAAA'])(
    'Upload-Checksum %j',
    async (header) => {
      const { sessionId } = await reserveUpload(drive, user);
      expect(await refusalOf(await patch(sessionId, 0, someBytes(10), { 'upload-checksum': header }))).toEqual([
        400,
        'bad_request',
      ]);
    },
  );
});

it('accepts a chunk with the right checksum', async () => {
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
