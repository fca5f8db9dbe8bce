import { Upload, type UploadOptions } from 'tus-js-client';
import { describe, expect, it } from 'vitest';
import { createTusCalls, tusBytes } from '../../../../test/api/tus-requests.ts';
import { refusalOf, sha256, someBytes } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { openRequest } from '../../../../test/network/raw-request.ts';
import { driveForAllTests, drive, user } from '../../../../test/use-drive.ts';

driveForAllTests(() =>
  startDrive({
    settings: { FREE_QUOTA_BYTES: '3000000', FREE_USER_MAX_BYTES: '2000000', CORS_ORIGINS: 'https://app.example.com' },
  }),
);

const { call } = createTusCalls(() => drive);
const metadataOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`.trim())
    .join(',');
interface CreateOptions {
  readonly key?: string;
  readonly length?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}
const create = (
  metadata: Readonly<Record<string, string>>,
  { key = user.key, length = '5', headers = {}, body }: CreateOptions = {},
): Promise<Response> =>
  call(
    'POST',
    '',
    {
      authorization: `Bearer ${key}`,
      'upload-length': length,
      'upload-metadata': metadataOf(metadata),
      ...headers,
    },
    body,
  );
const get = async (path: string): Promise<Record<string, unknown>> =>
  (await (await drive.fetch(path, { key: user.key })).json()) as Record<string, unknown>;
const find = (path: string) => get(`/api/files/by-path?path=${encodeURIComponent(path)}`);
const used = async (): Promise<unknown> => (await get('/api/me'))['usedBytes'];

/** Sends by tus-js-client with the endpoint, the key and metadata of the file. */
const send = (bytes: Buffer, options: Partial<UploadOptions>): Promise<void> =>
  new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${drive.url}/files/tus`,
      headers: { Authorization: `Bearer ${user.key}` },
      retryDelays: [],
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    }).start();
  });

describe('a tus creation with a key', () => {
  it.each([
    ['in one piece', {}],
    ['in pieces', { chunkSize: 300_000 }],
    ['with the first piece in the creation', { uploadDataDuringCreation: true, chunkSize: 300_000 }],
  ])('needs no reservation: tus-js-client uploads %s', async (_, options) => {
    const bytes = someBytes(1_000_000);
    const folder = await drive.fetch('/api/files/folders', { method: 'POST', key: user.key, json: { name: 'Photos' } });
    const { id: parentFolderId } = (await folder.json()) as { id: string };
    const modifiedAt = '2020-01-02T03:04:05.678Z';
    await send(bytes, {
      metadata: { filename: 'Süß.jpg', filetype: 'image/x-own', parentFolderId, modifiedAt },
      ...options,
    });
    expect(await find('/Photos/Süß.jpg')).toMatchObject({
      size: bytes.length,
      sha256: sha256(bytes),
      mimeType: 'image/x-own',
      modifiedAt,
    });
    expect(await used()).toBe(bytes.length);
  });

  it('accepts the requests of Uppy, and guesses a missing type', async () => {
    const bytes = someBytes(10);
    const uppy = { relativePath: 'null', name: 'a.png', type: 'image/png', filename: 'a.png', filetype: 'image/png' };
    await send(bytes, { metadata: uppy });
    expect(await find('/a.png')).toMatchObject({ mimeType: 'image/png' });
    await send(bytes, { metadata: { filename: 'b.pdf', filetype: '', parentFolderId: '' } });
    expect(await find('/b.pdf')).toMatchObject({ mimeType: 'application/pdf' });
  });

  it('accepts name and type instead of filename and filetype', async () => {
    await send(someBytes(10), { metadata: { name: 'n.bin', type: 'image/x-own' } });
    expect(await find('/n.bin')).toMatchObject({ mimeType: 'image/x-own' });
    await send(someBytes(10), { metadata: { name: 'ignored', type: 'a/b', filename: 'f.bin', filetype: 'c/d' } });
    expect(await find('/f.bin')).toMatchObject({ mimeType: 'c/d' });
  });

  it('refuses parts of a concatenation before anything is stored', async () => {
    const concat = { headers: { 'upload-concat': 'partial' } };
    expect(await refusalOf(await create({ filename: 'a' }, concat))).toEqual([400, 'bad_request']);
    const final = { headers: { 'upload-concat': 'final;/files/tus/a /files/tus/b' } };
    expect(await refusalOf(await create({ filename: 'a' }, final))).toEqual([400, 'bad_request']);
    await expect(
      send(someBytes(300_000), {
        parallelUploads: 3,
        metadata: { filename: 'a' },
        metadataForPartialUploads: { filename: 'partx.bin' },
      }),
    ).rejects.toThrow('Upload-Concat');
    expect(await used()).toBe(0);
  });

  it('has its metadata returned as they were sent', async () => {
    const sent = `filename ${btoa('a')}, nonlatin 44GE44GE,empty,relativePath ${btoa('null')}`;
    const headOf = async (url: string): Promise<string | null> =>
      (await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).headers.get('upload-metadata');
    const created = await create({}, { headers: { 'upload-metadata': sent } });
    const url = created.headers.get('location')!;
    expect(await headOf(url)).toBe(sent);
    await drive.restart();
    const now = `${drive.url}/files/tus/${url.split('/').at(-1)}`;
    expect(await headOf(now)).toBe(sent);
    // A second creation of the same session, by its id.
    const again = `sessionId ${btoa(url.split('/').at(-1)!)},own eA==`;
    expect((await create({}, { headers: { 'upload-metadata': again } })).status).toBe(201);
    expect(await headOf(now)).toBe(again);
    await fetch(now, {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', ...tusBytes, 'upload-offset': '0' },
      body: 'hello',
    });
    expect(await headOf(now)).toBe(again);
  });

  it('resolves conflicts as a reservation does', async () => {
    await send(Buffer.from('old'), { metadata: { filename: 'a.txt' } });
    const { id } = await find('/a.txt');
    await send(Buffer.from('copy'), { metadata: { filename: 'a.txt' } });
    expect(await find('/a (1).txt')).toMatchObject({ size: 4 });
    await send(Buffer.from('newer'), { metadata: { filename: 'a.txt', onConflict: 'replace' } });
    expect(await find('/a.txt')).toMatchObject({ id, size: 5 });
    expect(await refusalOf(await create({ filename: 'a.txt', onConflict: 'fail' }))).toEqual([409, 'name_conflict']);
  });

  it('is refused like a reservation, and then reserves nothing', async () => {
    const otherUser = await drive.createUser();
    const theirs = await drive.fetch('/api/files/folders', { method: 'POST', key: otherUser.key, json: { name: 'x' } });
    const { id } = (await theirs.json()) as { id: string };
    const refusals = async (...answers: Promise<Response>[]): Promise<unknown[]> =>
      Promise.all(answers.map(async (answer) => refusalOf(await answer)));
    expect(
      await refusals(
        create({ filename: 'a', parentFolderId: id }),
        create({ filename: 'a', parentFolderId: 'x' }),
        create({ filename: '..' }),
        create({ filename: 'a/b' }),
        create({ filename: 'a', onConflict: 'perhaps' }),
        create({ filename: 'a', modifiedAt: 'yesterday' }),
        create({ filename: 'a' }, { length: '0' }),
        create({ filename: 'a' }, { length: '2000001' }),
        create({ filename: 'a' }, { length: '1e3' }),
        create({ filename: 'a' }, { key: `svc_${'x'.repeat(40)}` }),
        create({ filename: 'a' }, { headers: { authorization: '' } }),
        create({ filename: 'a' }, { headers: { 'content-type': 'text/plain' } }),
        create({ filename: 'a' }, { headers: { 'upload-checksum': 'sha1' } }),
        create({ filetype: 'a/b' }),
        create({}),
      ),
    ).toEqual([
      [404, 'folder_not_found'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [413, 'payload_too_large'],
      [400, 'bad_request'],
      [401, 'authentication_required'],
      [401, 'authentication_required'],
      [415, 'unsupported_media_type'],
      [400, 'bad_request'],
      [400, 'bad_request'],
      [400, 'bad_request'],
    ]);
    expect(await used()).toBe(0);
    expect((await create({ filename: 'a' }, { length: '2000000' })).status).toBe(201);
    expect(await refusalOf(await create({ filename: 'b' }, { length: '1500000' }))).toEqual([
      409,
      'storage_quota_exceeded',
    ]);
  });

  it('frees the reservation if its first chunk is refused, or the client disconnects during it', async () => {
    const checksum = { ...tusBytes, 'upload-checksum': `sha1 ${Buffer.alloc(20).toString('base64')}` };
    const refused = await create({ filename: 'a' }, { headers: checksum, body: Buffer.from('hello') });
    expect(await refusalOf(refused)).toEqual([460, 'checksum_mismatch']);
    expect(await used()).toBe(0);

    const request = await openRequest(`${drive.url}/files/tus`, 'POST', {
      authorization: `Bearer ${user.key}`,
      'tus-resumable': '1.0.0',
      'upload-length': 1000,
      'upload-metadata': metadataOf({ filename: 'a' }),
      'content-type': 'application/offset+octet-stream',
      'content-length': 1000,
    });
    await request.send(someBytes(500));
    await expect.poll(used).toBe(1000);
    request.cut();
    await expect.poll(used).toBe(0);
  });

  it('accepts cross-origin requests from the allowed origins', async () => {
    const preflight = await drive.fetch('/files/tus', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,tus-resumable,upload-length,upload-metadata',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    const created = await create({ filename: 'a' }, { headers: { origin: 'https://app.example.com' } });
    expect(created.headers.get('location')).toMatch(/\/files\/tus\/[0-9a-f-]{36}$/);
    expect(created.headers.get('access-control-expose-headers')).toContain('Location');
  });
});
