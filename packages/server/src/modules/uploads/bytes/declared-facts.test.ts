import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listBlobs, readUsage, reserveUpload, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

let drive: Drive;
let user: TestUser;
let collectPath: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', ANONYMOUS_UPLOADS: 'on' } });
});
afterAll(() => drive.close());
beforeEach(async () => {
  user = await drive.createUser();
  const folder = await drive.fetch('/api/files/folders', { method: 'POST', key: user.key, json: { name: 'in' } });
  const { id: folderId } = (await folder.json()) as { id: string };
  const made = await drive.fetch('/api/collections', { method: 'POST', key: user.key, json: { name: 'c', folderId } });
  collectPath = `/files/collect-form/${((await made.json()) as { token: string }).token}`;
});

type Headers = Record<string, string>;
/** Sends the bytes with headers about them; the answer, and whether the bytes are stored. */
type Door = (bytes: Buffer, headers: Headers) => Promise<Response>;

const authorization = (): Headers => ({ authorization: `Bearer ${user.key}` });
const body = (bytes: Buffer): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>;
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

const doors: Record<'session' | 'path' | 'dav' | 'tus POST' | 'tus PATCH', Door> = {
  session: async (bytes, headers) => {
    const { uploadUrl } = await reserveUpload(drive, user, { bytes: bytes.length });
    return fetch(uploadUrl, { method: 'PUT', headers, body: body(bytes) });
  },
  path: (bytes, headers) =>
    drive.fetch('/files/by-path/a.bin', {
      method: 'PUT',
      headers: { ...authorization(), ...headers },
      body: body(bytes),
    }),
  dav: (bytes, headers) =>
    drive.fetch('/dav/a.bin', { method: 'PUT', headers: { ...authorization(), ...headers }, body: body(bytes) }),
  'tus POST': (bytes, headers) =>
    drive.fetch('/files/tus', {
      method: 'POST',
      headers: {
        ...authorization(),
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${btoa('a.bin')}`,
        ...headers,
      },
      body: body(bytes),
    }),
  'tus PATCH': async (bytes, headers) => {
    const { sessionId } = await reserveUpload(drive, user, { bytes: bytes.length });
    return drive.fetch(`/files/tus/${sessionId}`, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', ...headers },
      body: body(bytes),
    });
  },
};
const each = Object.entries(doors) as [keyof typeof doors, Door][];

const sumOf = (algorithm: string, bytes: Buffer, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm).update(bytes).digest(encoding);
/** Headers with a digest of the bytes, in every form that is understood. */
const digestsOf = (bytes: Buffer): Headers[] => [
  { 'repr-digest': `sha-256=:${sumOf('sha256', bytes, 'base64')}:` },
  { 'repr-digest': `sha-512=:${sumOf('sha512', bytes, 'base64')}:, sha-256=:${sumOf('sha256', bytes, 'base64')}:` },
  { 'content-digest': `sha-256=:${sumOf('sha256', bytes, 'base64')}:` },
  { 'content-md5': sumOf('md5', bytes, 'base64') },
  { 'oc-checksum': `SHA1:${sumOf('sha1', bytes, 'hex')}` },
  { 'oc-checksum': `sha1:${sumOf('sha1', bytes, 'hex').toUpperCase()}` },
  { 'oc-checksum': `MD5:${sumOf('md5', bytes, 'hex')}` },
  { 'oc-checksum': `SHA256:${sumOf('sha256', bytes, 'hex')}` },
  { 'oc-checksum': `SHA1:${sumOf('sha1', bytes, 'hex')} MD5:${sumOf('md5', bytes, 'hex')}` },
];

const outcomeOf = async (response: Response): Promise<[number, string | undefined]> => [
  response.status,
  ((await response.json().catch(() => ({}))) as { code?: string }).code,
];
const usedBytes = async (): Promise<number> => {
  const response = await drive.fetch('/api/me', { key: user.key });
  return ((await response.json()) as { usedBytes: number }).usedBytes;
};

/** A session that was refused stays open for another try. */
async function cancelOpen(): Promise<void> {
  const open = await drive.database.reader
    .selectFrom('upload_sessions')
    .select('id')
    .where('status', 'in', ['PENDING', 'UPLOADING'])
    .execute();
  for (const { id } of open) await drive.fetch(`/files/uploads/${id}`, { method: 'DELETE' });
}

describe.each([5, 200_000])('%i bytes', (size) => {
  const bytes = someBytes(size);
  const others = someBytes(size);

  it.each(each)('with a right digest are stored: %s', async (_, send) => {
    for (const headers of digestsOf(bytes)) expect((await send(bytes, headers)).ok).toBe(true);
  });

  it.each(each)('with a wrong digest are refused, and nothing is stored: %s', async (name, send) => {
    const before = await listBlobs(drive);
    const refusal = name.startsWith('tus') ? [460, 'checksum_mismatch'] : [400, 'digest_mismatch'];
    for (const headers of digestsOf(others))
      expect([headers, ...(await outcomeOf(await send(bytes, headers)))]).toEqual([headers, ...refusal]);
    await cancelOpen();
    expect(await usedBytes()).toBe(0);
    expect(await listBlobs(drive)).toEqual(before);
  });

  it.each(each)('in a coding, or as a part, are refused, and nothing is stored: %s', async (_, send) => {
    const before = await listBlobs(drive);
    for (const coding of ['gzip', 'GZIP', 'identity, br', 'aws-chunked'])
      expect([coding, ...(await outcomeOf(await send(bytes, { 'content-encoding': coding })))]).toEqual([
        coding,
        415,
        'unsupported_media_type',
      ]);
    for (const range of [`bytes 0-${size - 1}/${size}`, 'bytes 2-6/20', 'bytes */20', 'x'])
      expect([range, ...(await outcomeOf(await send(bytes, { 'content-range': range })))]).toEqual([
        range,
        400,
        'bad_request',
      ]);
    await cancelOpen();
    expect(await usedBytes()).toBe(0);
    expect(await listBlobs(drive)).toEqual(before);
    expect((await send(bytes, { 'content-encoding': 'identity' })).ok).toBe(true);
  });

  it.each(each)('with a malformed digest are refused: %s', async (_, send) => {
    for (const headers of [
      { 'repr-digest': 'sha-256=abc' },
      { 'repr-digest': 'sha-256=:abc:' },
      { 'content-md5': 'abc' },
      { 'content-md5': sumOf('md5', bytes, 'hex') },
      { 'oc-checksum': '' },
      { 'oc-checksum': 'SHA1' },
      { 'oc-checksum': 'SHA1:abc' },
      { 'oc-checksum': `SHA1:${sumOf('md5', bytes, 'hex')}` },
      { 'oc-checksum': `SHA1:${sumOf('sha1', bytes, 'hex')}:x` },
      // As ownCloud: an algorithm that is not compared.
      { 'oc-checksum': 'ADLER32:11e60398' },
      { 'oc-checksum': `SHA1:${sumOf('sha1', bytes, 'hex')} ADLER32:11e60398` },
    ])
      expect([headers, ...(await outcomeOf(await send(bytes, headers as Headers)))]).toEqual([
        headers,
        400,
        'bad_request',
      ]);
    await cancelOpen();
    expect(await usedBytes()).toBe(0);
  });
});

describe('a form', () => {
  const form = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="modifiedAt"\r\n\r\n1965-01-01T00:00:00Z\r\n' +
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/markdown\r\n\r\nhello\r\n' +
      '--b\r\nContent-Disposition: form-data; name="files"; filename="b.txt"\r\n\r\nhello\r\n--b--\r\n',
  );
  const send = (path: string, headers: Headers, bytes = form): Promise<Response> =>
    drive.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
      body: body(bytes),
    });
  const paths = (): string[] => ['/files/upload-form', collectPath];

  it('is refused in a coding, as a part, and with a wrong digest, and nothing is stored', async () => {
    const before = [await listBlobs(drive), await readUsage(drive)];
    for (const path of paths()) {
      expect((await send(path, { 'content-encoding': 'gzip' })).status).toBe(415);
      expect((await send(path, { 'content-range': 'bytes 0-1/2' })).status).toBe(400);
      for (const headers of digestsOf(someBytes(5))) expect((await send(path, headers)).status).toBe(400);
    }
    expect([await listBlobs(drive), await readUsage(drive)]).toEqual(before);
  });

  it('is stored with a right digest, with the types and the time of its files', async () => {
    for (const path of paths())
      for (const headers of digestsOf(form)) expect([path, (await send(path, headers)).status]).toEqual([path, 303]);
    const files = await drive.database.reader
      .selectFrom('items')
      .select(['name', 'mime_type', 'modified_at'])
      .where('name', 'in', ['a.txt', 'b.txt'])
      .distinct()
      .orderBy('name')
      .execute();
    expect(files).toEqual([
      { name: 'a.txt', mime_type: 'text/markdown', modified_at: Date.UTC(1965, 0, 1) },
      { name: 'b.txt', mime_type: expect.any(String), modified_at: null },
    ]);
  });

  it('is refused with a time that is none', async () => {
    const broken = Buffer.from(form.toString().replace('1965-01-01T00:00:00Z', 'yesterday'));
    for (const path of paths()) expect((await send(path, {}, broken)).status).toBe(400);
  });
});

describe('the time of X-OC-Mtime', () => {
  const timeAfter = async (path: string, value: string): Promise<[string | null, string | null]> => {
    const headers = { ...authorization(), 'x-oc-mtime': value };
    const put = await drive.fetch(path, { method: 'PUT', headers, body: 'x' });
    const found = await drive.fetch('/api/files/by-path?path=/a.txt', { key: user.key });
    return [put.headers.get('x-oc-mtime'), ((await found.json()) as { modifiedAt: string | null }).modifiedAt];
  };

  it.each(['/dav/a.txt', '/files/by-path/a.txt?onConflict=replace'])('is that of the file: %s', async (path) => {
    for (const [value, time] of [
      ['-157766400', '1965-01-01T00:00:00.000Z'],
      ['-1', '1969-12-31T23:59:59.000Z'],
      ['0', '1970-01-01T00:00:00.000Z'],
      ['1700000000.5', '2023-11-14T22:13:20.500Z'],
      ['2214086400', '2040-02-29T00:00:00.000Z'],
      ['253402300799', '9999-12-31T23:59:59.000Z'],
      ['-62135596800', '0001-01-01T00:00:00.000Z'],
    ] as const)
      expect([value, ...(await timeAfter(path, value))]).toEqual([value, 'accepted', time]);
    // A later content without a time has none.
    for (const value of ['', 'yesterday', '1e9', '0x10', '253402300800', '-62135596801', '9'.repeat(20)]) {
      await timeAfter(path, '0');
      expect([value, ...(await timeAfter(path, value))]).toEqual([value, null, null]);
    }
  });
});
