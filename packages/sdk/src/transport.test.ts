import { describe, expect, it } from 'vitest';
import { failure } from '../test/failure.ts';
import { cut, json, refusal, serve, type Step } from '../test/scripted-server.ts';
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
  it('sends the key, and answers what the server answers', async () => {
    const { client, seen } = await serve(ok);
    expect(await client.account.me()).toEqual(me);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/me', headers: { authorization: 'Bearer svc_test' } });
  });

  it('takes an empty answer, also one that a browser shows with a body', async () => {
    const empty = new Response(null, { status: 204 });
    Object.defineProperty(empty, 'body', { value: new ReadableStream() });
    const client = new DriveClient({ fetch: async () => empty });
    expect(await client.shares.revoke({ fileId: 'x' })).toBeUndefined();
  });

  it('keeps the path prefix of the server', async () => {
    const { url, seen } = await serve(ok);
    await new DriveClient({ baseUrl: `${url}/drive/`, apiKey: 'svc_test' }).account.me();
    expect(seen[0]?.url).toBe('/drive/api/me');
  });

  it('encodes what goes into the path', async () => {
    const { client, seen } = await serve(ok);
    await client.files.get('a/b?c');
    expect(seen[0]?.url).toBe('/api/files/a%2Fb%3Fc');
  });

  it('can be given headers of its own, and says so when they can not be sent', async () => {
    const { client, seen } = await serve(ok);
    await client.account.me({ headers: { 'x-trace': '1', authorization: 'Bearer svc_other' } });
    expect(seen[0]?.headers).toMatchObject({ 'x-trace': '1', authorization: 'Bearer svc_other' });
    const broken = client.account.me({ headers: { 'x-trace': 'a\nb' } });
    expect(await failure(broken)).toMatchObject({ code: 'invalid_argument' });
  });
});

describe('an answer', () => {
  it('can be had whole, with its headers', async () => {
    const { client } = await serve(json(200, me, { 'x-request-id': 'r7', 'x-ratelimit-remaining': '41' }));
    const { data, response, requestId } = await client.account.me().withResponse();
    expect([data, response.status, response.headers.get('x-ratelimit-remaining'), requestId]).toEqual([
      me,
      200,
      '41',
      'r7',
    ]);
  });

  it('can be had whole of a list, of a call that answers a part, and of one that answers nothing', async () => {
    const pagination = { currentPage: 1, totalItems: 1, totalPages: 1, nextCursor: null };
    const page = await serve(json(200, { files: [{ id: 'a' }], pagination }, { 'x-request-id': 'r1' }));
    expect(await page.client.files.list().withResponse()).toMatchObject({
      data: { items: [{ id: 'a' }], pagination },
      requestId: 'r1',
    });
    const part = await serve(json(201, { recipients: [{ id: 'x' }] }));
    const sent = part.client.shares.send('t', { emails: ['a@example.com'] });
    expect(await sent.withResponse()).toMatchObject({ data: [{ id: 'x' }], response: { status: 201 } });
    expect(await sent).toEqual([{ id: 'x' }]);
    const nothing = await serve((response) => void response.writeHead(204).end());
    expect(await nothing.client.trash.empty().withResponse()).toMatchObject({
      data: undefined,
      response: { status: 204 },
    });
  });

  it('that is a refusal is one whichever way it is taken, and nobody’s surprise', async () => {
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
  it('calls what there is no method for', async () => {
    const { client, seen } = await serve(json(201, { id: 'new' }));
    const options = { query: { deep: true, left: undefined }, body: { name: 'a' }, headers: { 'x-trace': '1' } };
    expect(await client.request('POST', '/api/things', options)).toEqual({ id: 'new' });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/things?deep=true', body: '{"name":"a"}' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer svc_test',
      'x-trace': '1',
      'content-type': 'application/json',
    });
  });

  it('repeats a POST only under a key', async () => {
    const without = await serve(cut, ok);
    expect(await failure(without.client.request('POST', '/api/things'))).toMatchObject({ code: 'network_error' });
    const { client, seen } = await serve(cut, ok);
    expect(await client.request('POST', '/api/things', { idempotencyKey: 'k' })).toEqual(me);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k']);
  });

  it.each(['api/files', '@evil.example.com/', 'https://evil.example.com/'])('goes nowhere else: %s', async (path) => {
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
  ])('of status %i is of a class', async (status, code, Refusal) => {
    const { client } = await serve(refusal(status, code));
    const error = await failure(client.account.me({ maxRetries: 0 }));
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: Refusal.name, status, code, requestId: 'the-request' });
  });

  it('for want of an argument is a promise that fails', async () => {
    const { client, seen } = await serve(ok);
    expect(await failure(client.files.get(''))).toMatchObject({
      code: 'invalid_argument',
      message: 'id must be a text that is not empty: it is empty.',
    });
    expect(seen).toEqual([]);
  });

  it('throws what the server said, field by field', async () => {
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

  it('says so when what answers is no Drive server', async () => {
    const { client } = await serve((response) => void response.writeHead(404).end('<html>'));
    expect(await failure(client.account.me())).toMatchObject({ code: 'unexpected_answer', status: 404 });
  });

  it('says so when what answers well is no Drive server', async () => {
    const { client } = await serve((response) => void response.writeHead(200).end('<html>'));
    expect(await failure(client.account.me())).toMatchObject({ code: 'unexpected_answer', status: 200 });
  });

  it('is not followed elsewhere, where a POST would be none and the key is not meant for', async () => {
    const { client, seen } = await serve(
      (response) => void response.writeHead(301, { location: 'https://moved.example.com/' }).end(),
    );
    const error = await failure(client.files.createFolder({ name: 'a' }));
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 301 });
    expect(error.message).toContain('https://moved.example.com/');
    expect(seen).toHaveLength(1);
  });

  it('names the address that could not be reached', async () => {
    const { client, url, close: end } = await serve(ok);
    await end();
    const error = await failure(client.account.me({ maxRetries: 0 }));
    expect(error.code).toBe('network_error');
    expect(error.message).toMatch(/could not be reached/);
    expect(error.message).toContain(url);
  });

  it('tells a connection that broke off from one that never was', async () => {
    const { client } = await serve(cut);
    const error = await failure(client.account.me({ maxRetries: 0 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.code).toBe('network_error');
    expect(error.message).toMatch(/broke off/);
  });

  it('is a timeout when nobody answers in time', async () => {
    const { client } = await serve(() => {});
    const error = await failure(client.account.me({ timeout: 50, maxRetries: 0 }));
    expect(error).toBeInstanceOf(ConnectionTimeoutError);
    expect(error).toMatchObject({ code: 'timeout', status: undefined });
  });

  it('is aborted when the caller asks for it', async () => {
    const stop = new AbortController();
    const { client } = await serve(() => stop.abort());
    expect(await failure(client.account.me({ signal: stop.signal }))).toMatchObject({ code: 'aborted' });
  });
});

describe('retries', () => {
  it('tries a read again when the connection is cut or the server is in trouble', async () => {
    const { client, seen } = await serve(cut, refusal(503, 'unavailable'), ok);
    expect(await client.account.me()).toEqual(me);
    expect(seen).toHaveLength(3);
  });

  it('tries again when the answer broke off in the middle', async () => {
    const half: Step = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setImmediate(() => response.destroy());
    };
    const { client } = await serve(half, ok);
    expect(await client.account.me()).toEqual(me);
  });

  it('tries a read again when the answer took too long', async () => {
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

  it('does not wait for the rate limit to be full again when the server is only in trouble', async () => {
    const { client } = await serve(refusal(503, 'unavailable', { 'x-ratelimit-reset': '60' }), ok);
    expect(await client.account.me({ timeout: 5000 })).toEqual(me);
  });

  it('gives up after maxRetries', async () => {
    const { client, seen } = await serve(refusal(503, 'unavailable'));
    expect(await failure(client.account.me({ maxRetries: 1 }))).toMatchObject({
      code: 'unavailable',
      requestId: 'the-request',
    });
    expect(seen).toHaveLength(2);
  });

  it('sends a creating call again under the same Idempotency-Key', async () => {
    const { client, seen } = await serve(cut, json(201, reservation));
    expect(await client.uploads.create(upload)).toEqual(reservation);
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(seen[1]?.headers['idempotency-key']).toBe(seen[0]?.headers['idempotency-key']);
  });

  it('never repeats a call whose answer is shown only once', async () => {
    const { client, seen } = await serve(cut);
    expect(await failure(client.apiKeys.create())).toMatchObject({ code: 'network_error' });
    expect(seen).toHaveLength(1);
  });

  it('waits as long as the rate limit says, for any call, since nothing was done', async () => {
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
  ])('does not repeat what will not get better: %s', async (_, step, code) => {
    const { client, seen } = await serve(step);
    expect(await failure(client.files.createFolder({ name: 'a' }))).toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });
});
