import { describe, expect, it } from 'vitest';
import { failure } from '../test/expect-failure.ts';
import { cut, json, refusal, serve, testKey, type Step } from '../test/scripted-server.ts';
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ConnectionTimeoutError,
  DriveClient,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from './index.ts';

const me = { id: 'x', email: 'ada@example.com' };
const ok = json(200, me);
const reservation = { sessionId: 's', fileId: 'f', uploadUrl: 'u', directUrl: null, shareToken: null, shortUrl: null };
const upload = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 };

describe('a call', () => {
  it('sends the key, and returns the parsed response', async () => {
    const { client, seen } = await serve(ok);
    expect(await client.account.me()).toEqual(me);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/me', headers: { authorization: `Bearer ${testKey}` } });
  });

  it('accepts an empty response, also one that a browser shows with a body', async () => {
    const empty = new Response(null, { status: 204 });
    Object.defineProperty(empty, 'body', { value: new ReadableStream() });
    const client = new DriveClient({ fetch: async () => empty });
    expect(await client.shares.revoke({ fileId: 'x' })).toBeUndefined();
  });

  it('keeps the path prefix of the server', async () => {
    const { url, seen } = await serve(ok);
    await new DriveClient({ baseUrl: `${url}/drive/`, apiKey: testKey }).account.me();
    expect(seen[0]?.url).toBe('/drive/api/me');
  });

  it('encodes parameters in the path', async () => {
    const { client, seen } = await serve(ok);
    await client.files.get('a/b?c');
    expect(seen[0]?.url).toBe('/api/files/a%2Fb%3Fc');
  });

  it('asks for uncompressed answers from a server on the same machine only', async () => {
    const asked: (string | null)[] = [];
    const fetch = async (_url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      asked.push(new Headers(init?.headers).get('accept-encoding'));
      return Response.json(me);
    };
    for (const host of [
      'localhost:8080',
      '127.0.0.1',
      '127.5.0.1',
      '[::1]:80',
      'drive.example.com',
      'localhost.example',
    ])
      await new DriveClient({ baseUrl: `http://${host}`, apiKey: testKey, fetch }).account.me();
    const local = new DriveClient({ baseUrl: 'http://localhost', apiKey: testKey, fetch });
    await local.account.me({ headers: { 'accept-encoding': 'gzip' } });
    expect(asked).toEqual(['identity', 'identity', 'identity', 'identity', null, null, 'gzip']);
  });

  it('accepts headers of the caller, and refuses invalid ones', async () => {
    const { client, seen } = await serve(ok);
    await client.account.me({ headers: { 'x-trace': '1', authorization: 'Bearer svc_other' } });
    expect(seen[0]?.headers).toMatchObject({ 'x-trace': '1', authorization: 'Bearer svc_other' });
    const broken = client.account.me({ headers: { 'x-trace': 'a\nb' } });
    expect(await failure(broken)).toMatchObject({ code: 'invalid_argument' });
  });
});

describe('a response', () => {
  it('is available completely, with its headers', async () => {
    const { client } = await serve(json(200, me, { 'x-request-id': 'r7', 'x-ratelimit-remaining': '41' }));
    const { data, response, requestId } = await client.account.me().withResponse();
    expect([data, response.status, response.headers.get('x-ratelimit-remaining'), requestId]).toEqual([
      me,
      200,
      '41',
      'r7',
    ]);
  });

  it('is available completely for a list, a 207 and a 204', async () => {
    const pagination = { currentPage: 1, totalItems: 1, totalPages: 1, nextCursor: null };
    const page = await serve(json(200, { files: [{ id: 'a' }], pagination }, { 'x-request-id': 'r1' }));
    expect(await page.client.files.list().withResponse()).toMatchObject({
      data: { items: [{ id: 'a' }], pagination },
      requestId: 'r1',
    });
    const part = await serve(json(201, { recipients: [{ id: 'x' }] }));
    const sent = part.client.shares.send('t', { emails: ['a@example.com'] });
    expect(await sent.withResponse()).toMatchObject({
      data: { recipients: [{ id: 'x' }] },
      response: { status: 201 },
    });
    expect(await sent).toEqual({ recipients: [{ id: 'x' }] });
    const nothing = await serve((response) => void response.writeHead(204).end());
    expect(await nothing.client.trash.empty().withResponse()).toMatchObject({
      data: undefined,
      response: { status: 204 },
    });
  });

  it('that is an error rejects every form of the call, without an unhandled rejection', async () => {
    const surprises: unknown[] = [];
    const listen = (reason: unknown): void => void surprises.push(reason);
    process.on('unhandledRejection', listen);
    const { client } = await serve(refusal(404, 'share_not_found'));
    expect(await failure(client.shares.send('t', { emails: [] }).withResponse())).toMatchObject({ status: 404 });
    expect(await failure(client.files.list().withResponse())).toMatchObject({ status: 404 });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(surprises).toEqual([]);
  });

  it('behaves like a promise', async () => {
    const { client } = await serve(ok);
    const call = client.account.me();
    expect(call).toBeInstanceOf(Promise);
    expect(await Promise.all([call, call.then(({ id }) => id), call.finally(() => undefined)])).toEqual([me, 'x', me]);
  });
});

describe('client.request', () => {
  it('calls endpoints without a method', async () => {
    const { client, seen } = await serve(json(201, { id: 'new' }));
    const options = { query: { deep: true, left: undefined }, body: { name: 'a' }, headers: { 'x-trace': '1' } };
    expect(await client.request('POST', '/api/things', options)).toEqual({ id: 'new' });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/things?deep=true', body: '{"name":"a"}' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${testKey}`,
      'x-trace': '1',
      'content-type': 'application/json',
    });
  });

  it('retries a POST only with an idempotency key', async () => {
    const without = await serve(cut, ok);
    expect(await failure(without.client.request('POST', '/api/things'))).toMatchObject({ code: 'network_error' });
    const { client, seen } = await serve(cut, ok);
    expect(await client.request('POST', '/api/things', { idempotencyKey: 'k' })).toEqual(me);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k']);
  });

  it.each(['api/files', '@evil.example.com/', 'https://evil.example.com/'])('refuses other hosts: %s', async (path) => {
    const { client, seen } = await serve(ok);
    expect(await failure(client.request('GET', path))).toMatchObject({ code: 'invalid_argument' });
    expect(seen).toEqual([]);
  });
});

describe('a failed call', () => {
  it.each([
    [400, 'validation_failed', BadRequestError],
    [401, 'authentication_required', AuthenticationError],
    [403, 'access_denied', PermissionDeniedError],
    [404, 'file_not_found', NotFoundError],
    [409, 'name_conflict', ConflictError],
    [410, 'file_purged', NotFoundError],
    [413, 'payload_too_large', BadRequestError],
    [429, 'too_many_requests', RateLimitError],
    [500, 'internal_error', ServerError],
  ])('of status %i has its own class', async (status, code, Refusal) => {
    const { client } = await serve(refusal(status, code));
    const error = await failure(client.account.me({ maxRetries: 0 }));
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: Refusal.name, status, code, requestId: 'the-request' });
  });

  it('without a required argument is a rejected promise', async () => {
    const { client, seen } = await serve(ok);
    expect(await failure(client.files.get(''))).toMatchObject({
      code: 'invalid_argument',
      message: 'id must be a text that is not empty: it is empty.',
    });
    expect(seen).toEqual([]);
  });

  it('throws the server’s error, field by field', async () => {
    const { client } = await serve(
      json(
        400,
        {
          code: 'validation_failed',
          message: 'Mend it.',
          errors: [{ field: 'name', message: 'must not be blank', code: 'custom' }],
        },
        { 'x-request-id': 'r1' },
      ),
    );
    const error = await failure(client.files.createFolder({ name: '' }));
    expect(error).toMatchObject({
      code: 'validation_failed',
      status: 400,
      requestId: 'r1',
      issues: [{ field: 'name' }],
    });
    expect(error.message).toBe('Mend it. (name must not be blank)');
  });

  it('says that an error response is not from a Drive server', async () => {
    const { client } = await serve((response) => void response.writeHead(404).end('<html>'));
    expect(await failure(client.account.me())).toMatchObject({ code: 'unexpected_answer', status: 404 });
  });

  it('says that a successful response is not from a Drive server', async () => {
    const { client } = await serve((response) => void response.writeHead(200).end('<html>'));
    expect(await failure(client.account.me())).toMatchObject({ code: 'unexpected_answer', status: 200 });
  });

  it('does not follow a redirect, which would turn a POST into a GET and leak the key', async () => {
    const { client, seen } = await serve(
      (response) => void response.writeHead(301, { location: 'https://moved.example.com/' }).end(),
    );
    const error = await failure(client.files.createFolder({ name: 'a' }));
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 301 });
    expect(error.message).toContain('https://moved.example.com/');
    expect(seen).toHaveLength(1);
  });

  it('names the URL that could not be reached', async () => {
    const { client, url, close: end } = await serve(ok);
    await end();
    const error = await failure(client.account.me({ maxRetries: 0 }));
    expect(error.code).toBe('network_error');
    expect(error.message).toMatch(/could not be reached/);
    expect(error.message).toContain(url);
  });

  it('distinguishes an interrupted connection from a refused one', async () => {
    const { client } = await serve(cut);
    const error = await failure(client.account.me({ maxRetries: 0 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.code).toBe('network_error');
    expect(error.message).toMatch(/broke off/);
  });

  it('is a timeout if no response arrives in time', async () => {
    const { client } = await serve(() => {});
    const error = await failure(client.account.me({ timeout: 50, maxRetries: 0 }));
    expect(error).toBeInstanceOf(ConnectionTimeoutError);
    expect(error).toMatchObject({ code: 'timeout', status: undefined });
  });

  it.each([2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY])('is no timeout after %d ms', async (timeout) => {
    const { client, url } = await serve((response, { url: path }) => {
      const answer = path.startsWith('/s/') ? { location: '/share/token' } : undefined;
      setTimeout(() => response.writeHead(answer === undefined ? 200 : 302, answer).end(JSON.stringify(me)), 20);
    });
    const options = { timeout, maxRetries: 0 };
    expect(await client.account.me(options)).toEqual(me);
    expect(await client.withOptions({ timeout }).account.me()).toEqual(me);
    expect(await client.public.resolveLink(`${url}/s/slug`, options)).toMatchObject({ token: 'token' });
  });

  it('is aborted by the signal of the caller', async () => {
    const stop = new AbortController();
    const { client } = await serve(() => stop.abort());
    expect(await failure(client.account.me({ signal: stop.signal }))).toMatchObject({ code: 'aborted' });
  });
});

describe('retries', () => {
  it('retries a read after an interrupted connection or a server error', async () => {
    const { client, seen } = await serve(cut, refusal(503, 'unavailable'), ok);
    expect(await client.account.me()).toEqual(me);
    expect(seen).toHaveLength(3);
  });

  it('retries after a truncated response', async () => {
    const half: Step = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setImmediate(() => response.destroy());
    };
    const { client } = await serve(half, ok);
    expect(await client.account.me()).toEqual(me);
  });

  it('retries a read after a timeout', async () => {
    const { client, seen } = await serve(() => {}, ok);
    expect(await client.account.me({ timeout: 100 })).toEqual(me);
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['the rate limit', 429, 'rate_limited'],
    ['a server in trouble', 503, 'unavailable'],
  ])('waits as long as %s says', async (_, status, code) => {
    const { client } = await serve(refusal(status, code, { 'retry-after': '1', 'x-ratelimit-reset': '60' }), ok);
    const began = performance.now();
    expect(await client.account.me()).toEqual(me);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ['Sun, 06 Nov 1994 08:50:37 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT', 60],
    ['Sunday, 06-Nov-94 08:49:38 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT', 1],
    ['Sun, 06 Nov 1994 08:49:37 GMT', undefined, 0],
    ['soon', undefined, undefined],
    ['', undefined, undefined],
  ])('are told when to come back by the date %o at %o', async (retryAfter, date, seconds) => {
    const headers = { 'retry-after': retryAfter, ...(date === undefined ? {} : { date }) };
    const { client } = await serve(refusal(503, 'unavailable', headers));
    expect((await failure(client.account.me({ maxRetries: 0 }))).retryAfter).toBe(seconds);
  });

  it('does not wait for the reset of the rate limit after a server error', async () => {
    const { client } = await serve(refusal(503, 'unavailable', { 'x-ratelimit-reset': '60' }), ok);
    expect(await client.account.me({ timeout: 5000 })).toEqual(me);
  });

  it('stops after maxRetries', async () => {
    const { client, seen } = await serve(refusal(503, 'unavailable'));
    expect(await failure(client.account.me({ maxRetries: 1 }))).toMatchObject({
      code: 'unavailable',
      requestId: 'the-request',
    });
    expect(seen).toHaveLength(2);
  });

  it('retries a creating call with the same Idempotency-Key', async () => {
    const { client, seen } = await serve(cut, json(201, reservation));
    expect(await client.uploads.create(upload)).toEqual(reservation);
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(seen[1]?.headers['idempotency-key']).toBe(seen[0]?.headers['idempotency-key']);
  });

  it('never retries a call whose response is shown only once', async () => {
    const { client, seen } = await serve(cut);
    expect(await failure(client.apiKeys.create())).toMatchObject({ code: 'network_error' });
    expect(seen).toHaveLength(1);
  });

  it('waits as long as a 429 says, for any call', async () => {
    const { client, seen } = await serve(
      refusal(429, 'rate_limited', { 'retry-after': '0' }),
      json(201, { rawKey: 'svc_new' }),
    );
    expect(await client.apiKeys.create()).toMatchObject({ rawKey: 'svc_new' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['the limit of a single feature', refusal(429, 'too_many_requests', { 'retry-after': '1' }), 'too_many_requests'],
    ['a wait of minutes', refusal(429, 'rate_limited', { 'retry-after': '600' }), 'rate_limited'],
    ['a file that is too large', refusal(413, 'payload_too_large', { 'x-ratelimit-reset': '1' }), 'payload_too_large'],
    ['a conflict', refusal(409, 'name_conflict'), 'name_conflict'],
  ])('does not retry what cannot succeed: %s', async (_, step, code) => {
    const { client, seen } = await serve(step);
    expect(await failure(client.files.createFolder({ name: 'a' }))).toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });
});
