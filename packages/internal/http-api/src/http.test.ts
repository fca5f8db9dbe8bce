import { DomainError } from '@drive/access';
import { StorageError } from '@drive/blobs';
import { endpoint, limits } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startHttp, type HttpTest } from '../test/http.ts';

const ok = <S extends z.ZodType | null>(schema: S) => ({ 200: { description: 'Done.', schema } });
const nothing = { 204: { description: 'Done.', schema: null } };
const shape = { tag: 'Test', summary: 'A test', errors: [] } as const;

const echo = endpoint({
  ...shape,
  id: 'echo',
  method: 'POST',
  path: '/api/echo/{id}',
  auth: 'public',
  scope: 'none',
  params: z.object({ id: z.uuid() }),
  unknownParam: 'file_not_found',
  query: z.object({ n: z.string().regex(/^\d+$/, 'must be a number').transform(Number).optional() }),
  body: z.strictObject({ name: z.string().max(3), tags: z.array(z.object({ t: z.int() })).optional() }),
  bodyBytes: limits.jsonBodyBytes,
  responses: {
    201: { description: 'Done.', schema: z.object({ id: z.string(), n: z.number().nullable(), name: z.string() }) },
  },
});
const optional = endpoint({
  ...shape,
  id: 'optional',
  method: 'POST',
  path: '/api/optional',
  auth: 'required',
  scope: 'any',
  body: z.strictObject({ label: z.string().optional() }),
  bodyOptional: true,
  responses: ok(z.object({ label: z.string() })),
});
const fixed = endpoint({
  ...shape,
  id: 'fixed',
  method: 'GET',
  path: '/api/echo/fixed',
  auth: 'public',
  scope: 'none',
  responses: ok(z.string()),
});
const list = endpoint({
  ...shape,
  id: 'list',
  method: 'GET',
  path: '/api/list',
  auth: 'public',
  scope: 'none',
  query: z.object({ limit: z.string().transform(Number).default(20) }),
  responses: ok(z.number()),
});
const remove = endpoint({
  ...shape,
  id: 'remove',
  method: 'DELETE',
  path: '/api/echo/{id}',
  auth: 'required',
  scope: 'any',
  responses: nothing,
  params: z.object({ id: z.string() }),
});
const failing = endpoint({
  ...shape,
  id: 'failing',
  method: 'GET',
  path: '/api/failing/{how}',
  auth: 'public',
  scope: 'none',
  params: z.object({ how: z.string() }),
  responses: nothing,
  errors: ['storage_failure', 'share_expired'],
});
const admin = endpoint({
  ...shape,
  id: 'admin',
  method: 'GET',
  path: '/api/admin',
  auth: 'admin',
  scope: 'admin',
  responses: ok(z.string()),
});
const bytes = endpoint({
  ...shape,
  id: 'bytes',
  method: 'PUT',
  path: '/files/b/{id}',
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  params: z.object({ id: z.uuid() }),
  unknownParam: 'upload_session_not_found',
  responses: ok(null),
  errors: ['length_required', 'upload_session_not_found'],
});

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
let drive: HttpTest;
let failure: () => Promise<never> = () => Promise.reject(new Error('not set'));

beforeEach(async () => {
  drive = await startHttp({
    routes: (router) => {
      // The parameter comes first on purpose.
      router.mount(echo, async ({ params, query, body }) => ({ id: params.id, n: query.n ?? null, name: body.name }));
      router.mount(fixed, async () => 'fixed');
      router.mount(list, async ({ query }) => query.limit);
      router.mount(remove, async () => undefined);
      router.mount(optional, async ({ body }) => ({ label: body.label ?? 'none' }));
      router.mount(failing, async () => failure());
      router.mount(admin, async () => 'secret');
      router.mountBytes(bytes, async ({ params, request, response }) => {
        if (request.headers['content-length'] === undefined) throw new DomainError('length_required', 'Say how long.');
        for await (const _ of request);
        response.writeHead(200).end(params.id);
      });
      router.page('GET', '/hello/:name', (context) => context.html(`<p>${context.req.param('name')}</p>`));
      router.page('GET', '/hello', () => Promise.reject(new DomainError('share_expired', 'It is over.')));
      router.page('POST', '/hello', (context) => context.text('posted'));
    },
  });
});
afterEach(() => drive.close());

const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(`${drive.url}${path}`, {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'application/json', ...headers },
  });
const envelopeOf = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('a JSON endpoint', () => {
  it('passes on the parsed request, and answers with its status', async () => {
    const response = await post(`/api/echo/${id}?n=7`, '{"name":"sea"}');
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ id, n: 7, name: 'sea' });
  });

  it('prefers a literal path to a parameter, in any order of mounting', async () => {
    expect(await (await fetch(`${drive.url}/api/echo/fixed`)).json()).toBe('fixed');
  });

  it('[P-165] lists issues field by field', async () => {
    const response = await post(`/api/echo/${id}`, '{"name":"ocean","tags":[{"t":1},{"t":"x"}],"extra":1}');
    expect(response.status).toBe(400);
    expect(await envelopeOf(response)).toMatchObject({
      status: 400,
      error: 'Bad Request',
      code: 'validation_failed',
      errors: [
        { field: 'name', message: 'must have at most 3 characters', code: 'too_big' },
        { field: 'tags.1.t', message: 'must be a number', code: 'invalid_type' },
        { field: 'extra', message: 'is not a known field', code: 'unknown_field' },
      ],
    });
  });

  it.each([
    ['a missing field', '{}', [{ field: 'name', message: 'is required', code: 'required' }]],
    [
      'null where text belongs',
      '{"name":null}',
      [{ field: 'name', message: 'must be a string', code: 'invalid_type' }],
    ],
    ['a list', '[]', [{ field: '', message: 'must be an object', code: 'invalid_type' }]],
    ['null', 'null', [{ field: '', message: 'must be an object', code: 'invalid_type' }]],
    [
      'a field named __proto__',
      '{"name":"a","__proto__":{}}',
      [{ field: '__proto__', message: 'is not a known field', code: 'unknown_field' }],
    ],
  ])('refuses %s with validation_failed', async (_, body, errors) => {
    const response = await post(`/api/echo/${id}`, body);
    expect(response.status).toBe(400);
    expect(await envelopeOf(response)).toMatchObject({ code: 'validation_failed', errors });
  });

  it.each([
    ['half a document', '{"name":'],
    ['nothing', ''],
    ['only blanks', '  '],
    ['text that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['a hundred thousand brackets', '['.repeat(100_000)],
  ])('answers bad_request to %s', async (_, body) => {
    const response = await post(`/api/echo/${id}`, body);
    expect(response.status).toBe(400);
    expect((await envelopeOf(response))['code']).toBe('bad_request');
  });

  it('survives very deep nesting', async () => {
    const body = `{"name":"a","tags":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect((await envelopeOf(await post(`/api/echo/${id}`, body)))['code']).toBe('validation_failed');
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=latin1'],
    ['application/jsonp'],
  ])('answers unsupported_media_type to %s', async (type) => {
    const response = await post(`/api/echo/${id}`, '{"name":"a"}', { 'content-type': type });
    expect(response.status).toBe(415);
    expect((await envelopeOf(response))['code']).toBe('unsupported_media_type');
  });

  it('does not decompress a compressed body', async () => {
    const response = await post(`/api/echo/${id}`, '{"name":"a"}', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });

  it.each([['application/json;charset=utf-8'], ['APPLICATION/JSON'], ['application/vnd.drive+json']])(
    'accepts %s',
    async (type) => {
      expect((await post(`/api/echo/${id}`, '{"name":"a"}', { 'content-type': type })).status).toBe(201);
    },
  );

  it('accepts a body of exactly 1 MiB and answers payload_too_large to one byte more', async () => {
    const fill = (length: number): string => `{"name":"a"${' '.repeat(length - 12)}}`;
    expect((await post(`/api/echo/${id}`, fill(1024 * 1024))).status).toBe(201);
    const response = await post(`/api/echo/${id}`, fill(1024 * 1024 + 1));
    expect(response.status).toBe(413);
    expect((await envelopeOf(response))['code']).toBe('payload_too_large');
  });

  it('counts a body of unknown length while it arrives', async () => {
    const piece = `${' '.repeat(65_535)}\r\n`;
    const chunks = Array.from({ length: 17 }, () => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
    const answered = await drive.raw(
      `POST /api/echo/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect(answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(answered).toContain('payload_too_large');
  });

  it('treats a missing body as an empty one if the body is optional', async () => {
    const headers = { authorization: 'Bearer svc_one' };
    expect(await (await fetch(`${drive.url}/api/optional`, { method: 'POST', headers })).json()).toEqual({
      label: 'none',
    });
    expect(await (await post('/api/optional', '{"label":"x"}', headers)).json()).toEqual({ label: 'x' });
  });

  it('answers a malformed id in a path like an unknown id', async () => {
    for (const bad of ['7', 'x'.repeat(5000), '%00', '%zz']) {
      const response = await post(`/api/echo/${bad}`, '{"name":"a"}');
      expect([response.status, (await envelopeOf(response))['code']]).toEqual([404, 'file_not_found']);
    }
  });

  it('refuses a query parameter that is malformed or repeated', async () => {
    for (const query of ['?n=x', '?n=', '?n=1&n=2']) {
      const response = await post(`/api/echo/${id}${query}`, '{"name":"a"}');
      expect([response.status, (await envelopeOf(response))['code']]).toEqual([400, 'validation_failed']);
    }
  });

  it('caps a limit at the configured length of a list', async () => {
    const limitOf = async (query: string) => (await fetch(`${drive.url}/api/list${query}`)).json();
    expect(await Promise.all(['', '?limit=200', '?limit=201', '?limit=1e9'].map(limitOf))).toEqual([20, 200, 200, 200]);
  });

  it('answers 204 without a body', async () => {
    const response = await fetch(`${drive.url}/api/echo/1`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer svc_one' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('content-type')).toBeNull();
    expect(await response.text()).toBe('');
  });

  it('answers HEAD like GET, without the body', async () => {
    const response = await fetch(`${drive.url}/api/echo/fixed`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('');
  });
});

describe('an error', () => {
  it('[P-164] has the envelope, with the time of the clock', async () => {
    const response = await fetch(`${drive.url}/nowhere`);
    expect(response.status).toBe(404);
    expect(await envelopeOf(response)).toEqual({
      timestamp: new Date(drive.clock.now()).toISOString(),
      status: 404,
      error: 'Not Found',
      code: 'not_found',
      message: 'There is nothing at this URL.',
    });
  });

  it.each([
    '/',
    '/api',
    '/api/',
    '/api/echo',
    `/api/echo/${id}/`,
    `//api/echo/${id}`,
    '/API/echo/fixed',
    '/api/echo//',
    '/files',
    '/files/',
    '/files/b/',
    '/api/%65cho/fixed',
    '/api/constructor%00',
    '/.env',
    '/api/constructor',
    '/files/__proto__',
    '/%',
    '/a?%zz',
    '/api\\echo/fixed',
  ])('answers not_found to %s', async (path) => {
    const answered = await drive.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answered).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answered).toContain('"code":"not_found"');
    expect(answered).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
  });

  it('lists the allowed methods for another method', async () => {
    for (const [path, method, allow] of [
      [`/api/echo/fixed`, 'DELETE', 'GET, HEAD'],
      [`/api/echo/${id}`, 'PATCH', 'DELETE, POST'],
      [`/api/echo/${id}`, 'OPTIONS', 'DELETE, POST'],
      [`/files/b/${id}`, 'GET', 'PUT'],
      ['/hello/x', 'POST', 'GET, HEAD'],
    ] as const) {
      const response = await fetch(`${drive.url}${path}`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      expect((await envelopeOf(response))['code']).toBe('method_not_allowed');
    }
  });

  it('hides internal details, and logs them once with the request id of the response', async () => {
    failure = () => Promise.reject(new TypeError('password is hunter2'));
    const response = await fetch(`${drive.url}/api/failing/x`);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('internal_error');
    expect(text).not.toContain('hunter2');
    const errors = drive.logged.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      route: '/api/failing/{how}',
      method: 'GET',
    });
  });

  it('is storage_failure if the blob store fails', async () => {
    failure = () => Promise.reject(new StorageError('no space left on /var/data'));
    const response = await fetch(`${drive.url}/api/failing/x`);
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('/var/data');
  });

  it('is storage_failure if the disk is full, in any layer', async () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']) {
      const cause = Object.assign(new Error('no space left on /var/data'), { code });
      failure = () => Promise.reject(new Error('The commit failed: nothing was kept', { cause }));
      const response = await fetch(`${drive.url}/api/failing/x`);
      expect([code, response.status]).toEqual([code, 502]);
      expect(await response.text()).not.toContain('/var/data');
    }
  });

  it('is unavailable if the file system refuses writes, also in the blob store', async () => {
    for (const code of ['EROFS', 'SQLITE_READONLY', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN', '25006']) {
      const cause = Object.assign(new Error('read-only'), { code });
      for (const error of [new Error('The commit failed', { cause }), new StorageError('No bytes', { cause })]) {
        failure = () => Promise.reject(error);
        const response = await fetch(`${drive.url}/api/failing/x`);
        expect([code, response.status, response.headers.get('retry-after')]).toEqual([code, 503, '10']);
      }
    }
  });

  it('is unavailable if the database is busy', async () => {
    for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', '40P01', '53300', '08006']) {
      failure = () => Promise.reject(Object.assign(new Error('busy'), { code }));
      const response = await fetch(`${drive.url}/api/failing/x`);
      expect([code, response.status, response.headers.get('retry-after')]).toEqual([code, 503, '1']);
    }
  });

  it('that the contract does not declare fails a test', async () => {
    failure = () => Promise.reject(new DomainError('email_taken', 'No.'));
    expect((await fetch(`${drive.url}/api/failing/x`)).status).toBe(409);
    expect(drive.violations).toEqual(['failing answered email_taken, which it does not declare']);
  });

  it('is a page for browsers, and JSON for programs', async () => {
    const forPeople = await fetch(`${drive.url}/hello`, { headers: { accept: 'text/html,*/*' } });
    expect([forPeople.status, await forPeople.text()]).toEqual([410, '<h1>It is over.</h1>']);
    expect(forPeople.headers.get('content-type')).toMatch(/^text\/html/);
    expect((await (await fetch(`${drive.url}/hello`)).json()) as object).toMatchObject({ code: 'share_expired' });
    const unknown = await fetch(`${drive.url}/nowhere`, { headers: { accept: 'text/html' } });
    expect(unknown.headers.get('content-type')).toMatch(/^text\/html/);
    const api = await fetch(`${drive.url}/api/nowhere`, { headers: { accept: 'text/html' } });
    expect(api.headers.get('content-type')).toBe('application/json');
  });

  it('has the same form on bytes endpoints', async () => {
    const unknown = await fetch(`${drive.url}/files/b/7`, { method: 'PUT', body: 'x' });
    expect([unknown.status, (await envelopeOf(unknown))['code']]).toEqual([404, 'upload_session_not_found']);
    expect(unknown.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const chunked = await drive.raw(
      `PUT /files/b/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 411 Length Required/);
  });
});

describe('a credential', () => {
  const withHeaders = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${drive.url}/api/optional`, { method, headers });

  it('is required', async () => {
    const response = await withHeaders({});
    expect(response.status).toBe(401);
    expect((await envelopeOf(response))['code']).toBe('authentication_required');
  });

  it('may be a key, and an invalid key never falls back to the cookie', async () => {
    expect((await withHeaders({ authorization: 'Bearer svc_one' })).status).toBe(200);
    expect((await withHeaders({ authorization: 'bearer svc_one' })).status).toBe(200);
    const cookie = { cookie: 'auth_token=s1', 'x-xsrf-token': 'x1' };
    expect((await withHeaders({ ...cookie })).status).toBe(200);
    expect((await withHeaders({ ...cookie, authorization: 'Bearer svc_gone' })).status).toBe(401);
    expect((await withHeaders({ cookie: 'auth_token=gone', authorization: 'Bearer svc_one' })).status).toBe(200);
  });

  it('in an Authorization header of another scheme is ignored, and the cookie is used', async () => {
    const cookie = { cookie: 'a=b; auth_token=s1; c=d', 'x-xsrf-token': 'x1' };
    for (const authorization of ['Basic dTpw', 'Bearer eyJhbGciOi', 'svc_one'])
      expect((await withHeaders({ ...cookie, authorization })).status).toBe(200);
  });

  it('[P-383] that is a session needs its own XSRF token to change data', async () => {
    for (const token of [undefined, '', 'x2', 'x1x', 'X1']) {
      const response = await withHeaders({
        cookie: 'auth_token=s1',
        ...(token === undefined ? {} : { 'x-xsrf-token': token }),
      });
      expect([token, response.status, (await envelopeOf(response))['code']]).toEqual([token, 403, 'access_denied']);
    }
  });

  it('of an administrator opens endpoints for administrators', async () => {
    const as = (key: string) => fetch(`${drive.url}/api/admin`, { headers: { authorization: `Bearer ${key}` } });
    expect((await as('svc_admin')).status).toBe(200);
    expect((await as('svc_one')).status).toBe(403);
    expect((await as('svc_gone')).status).toBe(401);
    expect((await fetch(`${drive.url}/api/admin`, { headers: { cookie: 'auth_token=s1' } })).status).toBe(403);
  });

  it('is checked before the body is read', async () => {
    expect((await post('/api/optional', 'not json')).status).toBe(401);
  });
});

describe('each response', () => {
  it('has its own request id, also if the client sends one, and the log has the same', async () => {
    const ids = new Set<string>();
    for (const path of ['/api/echo/fixed', '/api/nowhere', '/files/nowhere', '/hello/x', '/']) {
      const response = await fetch(`${drive.url}${path}`, { headers: { 'x-request-id': 'mine' } });
      ids.add(response.headers.get('x-request-id') ?? '');
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain('mine');
    await expect
      .poll(() => drive.logged.filter(({ event }) => event === 'request').map(({ requestId }) => requestId))
      .toEqual(expect.arrayContaining([...ids]));
  });

  it('prevents MIME sniffing, framing and caching', async () => {
    for (const path of ['/api/echo/fixed', '/api/nowhere', '/files/nowhere', '/hello/x']) {
      const { headers } = await fetch(`${drive.url}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  it('[P-516] is logged by its route, never by its path', async () => {
    await fetch(`${drive.url}/hello/somebody-s-secret?token=secret`);
    await fetch(`${drive.url}/somebody-s-secret`);
    await expect.poll(() => drive.logged.filter(({ event }) => event === 'request')).toHaveLength(2);
    expect(drive.logged.map(({ route }) => route)).toEqual(['/hello/{name}', 'none']);
    expect(JSON.stringify(drive.logged)).not.toContain('secret');
  });
});

describe('a page', () => {
  it('gets its parameters from Hono', async () => {
    const response = await fetch(`${drive.url}/hello/a%20b`);
    expect(await response.text()).toBe('<p>a b</p>');
  });

  it('accepts forms', async () => {
    expect(await (await fetch(`${drive.url}/hello`, { method: 'POST', body: 'a=b' })).text()).toBe('posted');
  });
});
