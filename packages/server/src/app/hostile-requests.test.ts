import { endpoints, limits, type EndpointShape } from '@drive/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDrive, type Drive, type DriveInit, type TestUser } from '../../test/drive.ts';
import { openRequest } from '../../test/network/raw-request.ts';
import { sharedApi } from '../../test/shared.ts';

// The cost of one request, on a server with default settings and on one with every feature off.

let drive: Drive;
let closed: Drive;
let user: TestUser;
let token: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', SHARE_FEEDBACK: 'on' } });
  closed = await startDrive({ settings: { FEATURE_LIMITS: 'off', ANONYMOUS_UPLOADS: 'off', REGISTRATION: 'closed' } });
  user = await drive.createUser();
  await closed.createUser();
  const mine = sharedApi(drive, user);
  token = (await mine.shareFile(await mine.put('a.txt', 'hello'))).shareToken;
});
afterAll(async () => {
  await drive.close();
  await closed.close();
});

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  readonly bytes: number;
}

async function send(path: string, body: string, init: DriveInit = {}): Promise<Refusal> {
  const headers = { 'content-type': 'application/json' };
  const response = await drive.fetch(path, { method: 'POST', body, headers, ...init });
  const text = await response.text();
  const { code = '', errors = [] } = JSON.parse(text) as Partial<Refusal>;
  return { status: response.status, code, errors, bytes: Buffer.byteLength(text) };
}

describe('Unicode that is slow to normalize', () => {
  /** Alternates two classes of marks, so that each is moved past all before it. 200 KB, as reported. */
  const marks = (count: number): string => `a${'\u0301\u0323'.repeat(count / 2)}`;

  /** Records the length of normalized texts. */
  const longest = vi.fn<(length: number) => void>();
  const normalize = String.prototype.normalize;
  beforeAll(() => {
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function spied(this: string, form?: string) {
      longest(this.length);
      return normalize.call(this, form);
    });
  });
  afterAll(() => vi.restoreAllMocks());
  afterEach(() => longest.mockClear());
  const expectNothingLong = (): void => {
    for (const [length] of longest.mock.calls) expect(length).toBeLessThanOrEqual(limits.comparedCharacters);
  };

  it.each([endpoints.login.path, endpoints.forgotPassword.path])(
    'is refused before it is read or normalized by %s',
    async (path) => {
      const body = (email: string): string =>
        JSON.stringify({ email, ...(path.endsWith('login') ? { password: 'x' } : {}) });
      expect(await send(path, body(marks(100_000)))).toMatchObject({ status: 413, code: 'payload_too_large' });
      expect(await send(path, body(marks(30_000)))).toMatchObject({ status: 400, errors: [{ field: 'email' }] });
      expectNothingLong();
    },
  );

  it('is refused as a name of a file or folder, a title, a comment and a visitor’s name', async () => {
    const name = marks(100_000);
    const short = marks(30_000);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    const file = { contentType: 'text/plain', sizeBytes: 1 };
    const { key } = user;
    const refused = [
      await send('/api/uploads', JSON.stringify({ fileName: name, contentType: 'a/b', fileSizeBytes: 1 }), { key }),
      await send('/api/files/folders', JSON.stringify({ name }), { key }),
      await send(`/api/files/${id}`, JSON.stringify({ name }), { key, method: 'PATCH' }),
      await send('/api/pastes', JSON.stringify({ content: 'x', title: name }), { key }),
      await send('/api/pastes', JSON.stringify({ content: 'x', title: name })),
      await send('/api/collections', JSON.stringify({ name }), { key }),
      await send('/api/proofings', JSON.stringify({ name, fileIds: [id] }), { key }),
      await send('/api/public/uploads', JSON.stringify({ ...file, fileName: short })),
      await send(`/api/public/collect/x/uploads`, JSON.stringify({ ...file, fileName: 'a', uploaderName: short })),
      await send(`/api/public/share/${token}/comments`, JSON.stringify({ body: short })),
      await send(`/api/public/share/${token}/comments`, JSON.stringify({ body: 'x', authorName: short })),
    ];
    for (const refusal of refused) expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
    expectNothingLong();
  });

  it('is refused by the pages’ forms, too', async () => {
    const text = marks(10_000);
    const post = (path: string, fields: Record<string, string>): Promise<Response> =>
      drive.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: drive.url } });
    const statuses = [
      await post('/sign-in', { email: text, password: 'x' }),
      await post('/forgot', { email: text }),
      await post('/register', { email: text, password: 'x'.repeat(10), name: text }),
      await post(`/share/${token}/comments`, { body: text, authorName: 'x' }),
      await post(`/share/${token}/comments`, { body: 'x', authorName: text }),
      await post('/paste', { content: 'x', title: text }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 413, 400, 400, 400]);
    expectNothingLong();
  });
});

describe('a body of many elements', () => {
  const batch = '/api/public/uploads/batch';
  const expectShort = (refusal: Refusal): void => {
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(refusal.errors.length).toBeGreaterThan(0);
    expect(refusal.errors.length).toBeLessThanOrEqual(20);
    expect(refusal.bytes).toBeLessThanOrEqual(16 * 1024);
  };
  const emptyElements = (count: number): string => `{"files":[${'{},'.repeat(count - 1)}{}]}`;

  it('is not read if it is long: the reported batch of 345,000 empty elements', async () => {
    expect(await send(batch, emptyElements(345_000))).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  it('is refused by its length before its elements are checked', async () => {
    const refusal = await send(batch, emptyElements(120_000));
    expect(refusal.errors).toEqual([{ field: 'files', message: 'must have at most 100 entries', code: 'too_big' }]);
    for (const path of ['/api/uploads/batch', '/api/files/archive'])
      expectShort(
        await send(path, emptyElements(345_000).replace('files', path.endsWith('e') ? 'fileIds' : 'files'), {
          key: user.key,
        }),
      );
  });

  it('[P-476] is answered with at most 20 issues in at most 16 KiB', async () => {
    expectShort(await send(batch, emptyElements(100)));
    const odd = Array.from({ length: 100 }, () => '\u0001'.repeat(500));
    expectShort(await send('/api/files/archive', JSON.stringify({ fileIds: odd }), { key: user.key }));
    expectShort(
      await send('/api/files/move', JSON.stringify({ ids: Array(27_000).fill('x'), moveToRoot: true }), {
        key: user.key,
        method: 'PATCH',
      }),
    );
  });

  it('is answered with some of its unknown fields, shortened', async () => {
    const fields = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`\u0001${index}`.padEnd(length, '\u0001'), 1]));
    expectShort(await send('/api/auth/login', JSON.stringify(fields(1000, 8))));
    expectShort(await send('/api/auth/login', JSON.stringify(fields(1, 9000))));
    expectShort(await send('/api/uploads', JSON.stringify(fields(20_000, 8)), { key: user.key }));
  });
});

it('a value whose length is an object is of the wrong type', async () => {
  const body = JSON.stringify({ email: { length: { toString: 1 } }, password: 'x' });
  expect(await send('/api/auth/login', body)).toMatchObject({
    status: 400,
    code: 'validation_failed',
    errors: [{ field: '', message: 'has a value of the wrong type' }],
  });
});

describe('a body that cannot change the response', () => {
  const all: readonly EndpointShape[] = Object.values(endpoints);

  /** Announces a body and never sends it. */
  async function announce(
    on: Drive,
    { method, path }: Pick<EndpointShape, 'method' | 'path'>,
    type = 'application/json',
  ) {
    const url = on.url + path.replaceAll(/\{\w+\}/g, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    const request = await openRequest(url, method, { 'content-type': type, 'content-length': 5000, origin: on.url });
    const answer = await request.answer;
    request.cut();
    return answer;
  }
  const codeOf = (answer: { body: string } | undefined): unknown =>
    (JSON.parse(answer?.body ?? '{}') as { code?: unknown }).code;

  const guarded = all.filter(({ auth, body }) => body !== undefined && (auth === 'required' || auth === 'admin'));
  it.each(guarded.map((shape) => [shape.id, shape] as const))(
    '[P-474] is not awaited without a credential: %s',
    async (_, shape) => {
      expect(codeOf(await announce(drive, shape))).toBe('authentication_required');
    },
  );

  const { createAnonymousUpload, createAnonymousBatch, createPaste, register, setup } = endpoints;
  const off = [createAnonymousUpload, createAnonymousBatch, createPaste, register, setup];
  it.each(off.map((shape) => [shape.id, shape] as const))(
    '[P-475] is not awaited if the feature is off: %s',
    async (_, shape) => {
      expect(codeOf(await announce(closed, shape))).toBe('access_denied');
    },
  );

  it.each(['/paste', '/register', '/setup'] as const)('is not awaited by a form that is off: %s', async (path) => {
    const answer = await announce(closed, { method: 'POST', path }, 'application/x-www-form-urlencoded');
    expect(answer?.status).toBe(403);
  });
});
