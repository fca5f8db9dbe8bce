import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { putBytes, readUsage, type Reservation } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type DriveInit, type DriveOptions } from '../../../test/drive.ts';

let drive: Drive;
const others: Drive[] = [];
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});

const start = async (options: DriveOptions): Promise<Drive> => {
  const other = await startDrive(options);
  others.push(other);
  return other;
};

const file = (sizeBytes = 5, fileName = 'a.txt') => ({ fileName, contentType: 'text/plain', sizeBytes });

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly field: string }[];
  readonly headers: Headers;
  readonly files: Reservation[];
  readonly first: Reservation;
}

async function post(on: Drive, path: '' | '/batch', json: unknown, init: DriveInit = {}): Promise<Answer> {
  const response = await on.fetch(`/api/public/uploads${path}`, { method: 'POST', json, ...init });
  const body = (await response.json()) as Answer & Reservation;
  return { ...body, status: response.status, headers: response.headers, files: body.files ?? [], first: body };
}
const single = (json: object = file(), init?: DriveInit, on = drive) => post(on, '', json, init);
const batch = (files: unknown, more: object = {}, on = drive) => post(on, '/batch', { files, ...more });

const shareOf = async (token: string | null, on = drive): Promise<Record<string, unknown> & { status: number }> => {
  const response = await on.fetch(`/api/public/share/${token}`);
  return { ...((await response.json()) as object), status: response.status };
};

describe('an upload without an account', () => {
  it('[P-193] is reserved, sent and shared in one flow', async () => {
    const { status, first } = await single(file(5, ' Brief.txt '));
    expect(status).toBe(201);
    expect(
      Object.keys(first)
        .filter((key) => !['status', 'headers', 'files', 'first'].includes(key))
        .toSorted(),
    ).toEqual(['directUrl', 'fileId', 'sessionId', 'shareToken', 'shortUrl', 'uploadUrl']);
    expect(first).toMatchObject({ directUrl: null, shareToken: expect.any(String) });
    expect(await shareOf(first.shareToken)).toMatchObject({ status: 404, code: 'share_not_found' });

    expect(await putBytes(first, Buffer.from('hello'))).toMatchObject({ status: 'COMPLETE', fileId: first.fileId });
    expect(await shareOf(first.shareToken)).toMatchObject({
      status: 200,
      shareMode: 'SHARED',
      kind: 'file',
      name: 'Brief.txt',
      size: 5,
      mimeType: 'text/plain',
      shortUrl: first.shortUrl,
      passwordProtected: false,
      expiresAt: null,
      indexable: false,
      ownerName: null,
    });
    const bytes = await drive.fetch(first.shortUrl!, { redirect: 'follow', headers: { 'user-agent': 'curl/8' } });
    expect(await bytes.text()).toBe('hello');
  });

  it('[P-306] is PUBLIC if the request asks for a listing', async () => {
    const one = await single({ ...file(), publicListing: true });
    const two = await batch([file()], { publicListing: true });
    for (const reservation of [one.first, two.files[0]!]) {
      await putBytes(reservation, Buffer.from('hello'));
      expect(await shareOf(reservation.shareToken)).toMatchObject({ shareMode: 'PUBLIC', indexable: true });
    }
  });

  it('keeps its name, also if other uploads or files of the same batch have it', async () => {
    const all = [
      (await single(file(5, 'same.txt'))).first,
      ...(await batch([file(5, 'same.txt'), file(5, 'same.txt')])).files,
    ];
    for (const reservation of all) {
      expect(await putBytes(reservation, Buffer.from('hello'))).toMatchObject({ fileName: 'same.txt' });
      expect(await shareOf(reservation.shareToken)).toMatchObject({ name: 'same.txt' });
    }
  });

  it('returns no folder or owner', async () => {
    const { first } = await single();
    await putBytes(first, Buffer.from('hello'));
    expect(await shareOf(first.shareToken)).toMatchObject({ item: { parentId: null, id: first.fileId } });
  });

  it('[P-328] ignores a captcha token if no captcha is configured', async () => {
    for (const captchaToken of ['', 'whatever', null])
      expect((await single({ ...file(), captchaToken })).status).toBe(201);
  });

  it.each([
    ['nothing', {}],
    ['no name', { ...file(), fileName: undefined }],
    ['a blank name', file(5, '  ')],
    ['a path', file(5, '../a')],
    ['a blank type', { ...file(), contentType: ' ' }],
    ['no type', { ...file(), contentType: undefined }],
    ['a long type', { ...file(), contentType: 'x'.repeat(256) }],
    ['no size', { ...file(), sizeBytes: undefined }],
    ['size 0', file(0)],
    ['a negative size', file(-1)],
    ['half a byte', file(0.5)],
    ['a size as text', { ...file(), sizeBytes: '5' }],
    ['the account’s field', { ...file(), fileSizeBytes: 5 }],
    ['a folder', { ...file(), parentFolderId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }],
    ['a listing as text', { ...file(), publicListing: 'true' }],
  ])('[P-307] is refused with %s', async (_, body) => {
    expect(await single(body)).toMatchObject({ status: 400, code: 'validation_failed' });
    const { publicListing, ...rest } = body as { publicListing?: unknown };
    expect(await batch([file(), rest], { publicListing })).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('a batch', () => {
  it('[P-313] is answered in the order of the request, each file with its own token and link', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `${9 - index}.txt`);
    const { status, files } = await batch(names.map((name) => file(5, name)));
    expect(status).toBe(201);
    for (const [index, reservation] of files.entries())
      expect(await putBytes(reservation, Buffer.from('hello'))).toMatchObject({ fileName: names[index] });
    for (const key of ['sessionId', 'fileId', 'uploadUrl', 'shareToken', 'shortUrl'] as const)
      expect(new Set(files.map((each) => each[key])).size).toBe(10);
  });

  it('[P-312] has at least one file and at most the configured number', async () => {
    expect(await batch([])).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ field: 'files' }] });
    expect(await batch(Array.from({ length: 11 }, () => file()))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ field: 'files' }],
    });
    const small = await start({ settings: { ANONYMOUS_MAX_FILES: '2' } });
    expect((await batch([file(), file()], {}, small)).status).toBe(201);
    expect(await batch([file(), file(), file()], {}, small)).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('[P-314] reserves nothing if one file is too large', async () => {
    const small = await start({ settings: { ANONYMOUS_MAX_BYTES: '10' } });
    expect((await batch([file(10), file(10)], {}, small)).status).toBe(201);
    const before = await readUsage(small);
    expect(await batch([file(1), file(11), file(1)], {}, small)).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
    expect(await single(file(11), {}, small)).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(await readUsage(small)).toEqual(before);
    expect(await small.database.reader.selectFrom('upload_sessions').select('id').execute()).toHaveLength(2);
    expect(await small.database.reader.selectFrom('shares').select('row_id').execute()).toHaveLength(2);
  });

  it('[P-318] reserves nothing if only some of the files fit', async () => {
    const small = await start({ settings: { ANONYMOUS_QUOTA_BYTES: '25' } });
    expect(await batch([file(10), file(10), file(10)], {}, small)).toMatchObject({
      status: 409,
      code: 'storage_quota_exceeded',
    });
    expect(await readUsage(small)).toEqual({ stored: 0, reserved: 0 });
    expect(await small.database.reader.selectFrom('upload_sessions').select('id').execute()).toEqual([]);
    expect((await batch([file(10), file(15)], {}, small)).status).toBe(201);
    expect(await single(file(1), {}, small)).toMatchObject({ status: 409, code: 'storage_quota_exceeded' });
  });
});

describe('the cap on all anonymous bytes', () => {
  it('[P-317] is not exceeded by concurrent calls', async () => {
    const small = await start({ settings: { ANONYMOUS_QUOTA_BYTES: '100', FEATURE_LIMITS: 'off' } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? single(file(15), {}, small) : batch([file(10), file(5)], {}, small),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(answers.filter(({ code }) => code === 'storage_quota_exceeded')).toHaveLength(6);
    expect(await readUsage(small)).toEqual({ stored: 0, reserved: 90 });
  });

  it('[P-319] counts stored bytes, and is freed by cancelled and expired uploads', async () => {
    const small = await start({ settings: { ANONYMOUS_QUOTA_BYTES: '10' } });
    const { first } = await single(file(10), {}, small);
    await putBytes(first, Buffer.alloc(10));
    expect((await single(file(1), {}, small)).code).toBe('storage_quota_exceeded');
    expect(await readUsage(small)).toEqual({ stored: 10, reserved: 0 });

    const other = await start({ settings: { ANONYMOUS_QUOTA_BYTES: '10' } });
    const given = await single(file(10), {}, other);
    expect((await fetch(given.first.uploadUrl, { method: 'DELETE' })).status).toBe(204);
    expect((await single(file(10), {}, other)).status).toBe(201);
    other.clock.advance(25 * 3_600_000);
    await other.jobs.runNow('uploads.expire');
    expect(await readUsage(other)).toEqual({ stored: 0, reserved: 0 });
    await other.drain();
    const left = await other.database.reader
      .selectFrom('items')
      .select('state')
      .where('parent_id', 'is not', null)
      .where('state', '!=', 'purged')
      .execute();
    expect(left).toEqual([]);
    expect(await other.database.reader.selectFrom('shares').select('row_id').execute()).toEqual([]);
  });

  it('stays exact with concurrent reservations, bytes, cancellations and sweeps', async () => {
    const busy = await start({
      settings: { ANONYMOUS_QUOTA_BYTES: '2000', FEATURE_LIMITS: 'off', ANONYMOUS_RETENTION_DAYS: '1' },
    });
    for (let round = 0; round < 3; round += 1) {
      const endings = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const { status, files } = await batch([file(10), file(20)], {}, busy);
          if (status !== 201) return [status];
          const [one, two] = files;
          const ends = index % 3 === 0 ? ['DELETE', 'PUT'] : ['PUT', 'DELETE'];
          const answers = await Promise.all([
            fetch(one!.uploadUrl, { method: ends[0]!, ...(ends[0] === 'PUT' ? { body: Buffer.alloc(10) } : {}) }),
            fetch(two!.uploadUrl, { method: ends[1]!, ...(ends[1] === 'PUT' ? { body: Buffer.alloc(20) } : {}) }),
            busy.jobs.runNow('anonymous.sweep').catch(() => undefined),
          ]);
          return answers.slice(0, 2).map((answer) => answer?.status);
        }),
      );
      expect(new Set(endings.flat())).toEqual(new Set([200, 204]));
      busy.clock.advance(86_400_000);
    }
    await busy.jobs.runNow('anonymous.sweep');
    await busy.drain();
    expect(await readUsage(busy)).toEqual({ stored: 0, reserved: 0 });
    expect(busy.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('does not count in the quota of accounts', async () => {
    const small = await start({ settings: { ANONYMOUS_QUOTA_BYTES: '0' } });
    const user = await small.createUser();
    expect((await single(file(1), {}, small)).code).toBe('storage_quota_exceeded');
    const own = { fileName: 'a', contentType: 'text/plain', fileSizeBytes: 1 };
    expect((await small.fetch('/api/uploads', { method: 'POST', key: user.key, json: own })).status).toBe(201);
  });
});

describe('an anonymous session', () => {
  it('[P-320] accepts its bytes once, by either protocol, and shows its state to no user', async () => {
    const { first } = await single();
    expect((await drive.fetch(`/api/uploads/${first.sessionId}/status`)).status).toBe(401);
    const put = (body: string) => fetch(first.uploadUrl, { method: 'PUT', body });
    expect((await put('too long')).status).toBe(400);
    expect((await put('hello')).status).toBe(200);
    expect((await put('hello')).status).toBe(409);
    expect((await fetch(first.uploadUrl, { method: 'DELETE' })).status).toBe(409);
    expect(await shareOf(first.shareToken)).toMatchObject({ status: 200 });
  });

  it('[P-321] can be sent by tus', async () => {
    const { first } = await single();
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = `sessionId ${Buffer.from(first.sessionId).toString('base64')}`;
    const created = await drive.fetch('/files/tus', {
      method: 'POST',
      headers: { ...tus, 'upload-length': '5', 'upload-metadata': metadata },
    });
    expect(created.status).toBe(201);
    const sent = await drive.fetch(new URL(created.headers.get('location')!).pathname, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: 'hello',
    });
    expect(sent.status).toBe(204);
    expect(await shareOf(first.shareToken)).toMatchObject({ status: 200, size: 5 });
  });
});

describe('an administrator', () => {
  it('[P-334] switches anonymous uploads off', async () => {
    const off = await start({ settings: { ANONYMOUS_UPLOADS: 'off', CAPTCHA: 'altcha' } });
    expect(await single(file(), {}, off)).toMatchObject({ status: 403, code: 'access_denied' });
    expect(await batch([file()], {}, off)).toMatchObject({ status: 403, code: 'access_denied' });
    expect(await (await off.fetch('/api/public/config')).json()).toMatchObject({ anonymousUploads: false });
  });
});

describe('an API key in the request', () => {
  it('[P-335] is ignored: the upload is anonymous', async () => {
    const user = await drive.createUser();
    const session = await drive.signIn(user);
    for (const init of [
      { key: user.key },
      { key: 'svc_0123456789012345678901234567890123456789' },
      { headers: { authorization: 'Basic dXNlcjpwYXNz' } },
      { headers: { cookie: session.cookie } },
      { headers: { cookie: 'auth_token=nobody' } },
    ] satisfies DriveInit[]) {
      const { status, first } = await single(file(), init);
      expect(status).toBe(201);
      await putBytes(first, Buffer.from('hello'));
    }
    expect(await (await drive.fetch('/api/files', { key: user.key })).json()).toMatchObject({ files: [] });
    expect(await (await drive.fetch('/api/me', { key: user.key })).json()).toMatchObject({ usedBytes: 0 });
  });

  it('[P-336] counts in the limit of the key if it is valid, otherwise in that of the network', async () => {
    const limited = await start({ settings: { RATE_API: '1', RATE_APIKEY: '2', FEATURE_LIMITS: 'off' } });
    const user = await limited.createUser();
    const unknown = 'svc_0123456789012345678901234567890123456789';
    const statuses: number[] = [];
    for (const key of [unknown, user.key, unknown, user.key, user.key])
      statuses.push((await single(file(), { key }, limited)).status);
    expect(statuses).toEqual([201, 201, 429, 201, 429]);
  });
});

describe('the limit on calls', () => {
  it('[P-308] is five calls an hour for a network, single and batch together', async () => {
    const limited = await start({});
    const call = (index: number) =>
      index % 2 === 0 ? single(file(), {}, limited) : batch([file(), file()], {}, limited);
    for (let index = 0; index < 5; index += 1) expect((await call(index)).status).toBe(201);
    for (const index of [0, 1]) {
      const refused = await call(index);
      expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
      expect(refused.headers.get('retry-after')).toBe('3600');
    }
    limited.clock.advance(3_600_000);
    expect((await call(0)).status).toBe(201);
  });

  it('[P-309] does not count calls that are refused with 400 or 413', async () => {
    const limited = await start({ settings: { ANONYMOUS_MAX_BYTES: '10' } });
    for (let index = 0; index < 6; index += 1) {
      expect((await single(file(11), {}, limited)).status).toBe(413);
      expect((await batch([file(), file(11)], {}, limited)).status).toBe(413);
      expect((await batch([], {}, limited)).status).toBe(400);
      expect(
        (
          await batch(
            Array.from({ length: 11 }, () => file()),
            {},
            limited,
          )
        ).status,
      ).toBe(400);
      expect((await single(file(0), {}, limited)).status).toBe(400);
    }
    for (let index = 0; index < 5; index += 1) expect((await single(file(), {}, limited)).status).toBe(201);
  });

  it('is five also for concurrent calls', async () => {
    const limited = await start({});
    const answers = await Promise.all(Array.from({ length: 12 }, () => batch([file(), file()], {}, limited)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('is counted per network, and once for an IPv6 /64', async () => {
    const limited = await start({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
    const from = (address: string) => single(file(), { headers: { 'x-forwarded-for': address } }, limited);
    for (let index = 0; index < 5; index += 1) expect((await from(`2001:db8::${index}`)).status).toBe(201);
    expect((await from('2001:db8::ffff')).status).toBe(429);
    expect((await from('2001:db8:0:1::1')).status).toBe(201);
    expect((await from('192.0.2.1')).status).toBe(201);
  });
});
