import { DomainError } from '@drive/access';
import { endpoint } from '@drive/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startHttp, type HttpTest } from '../test/http.ts';
import type { Router } from './endpoints/router.ts';

const ok = { 200: { description: 'Done.', schema: z.string() } };
const shape = { method: 'GET', tag: 'Test', summary: 'A test', errors: [], responses: ok } as const;
const open = endpoint({ ...shape, id: 'open', path: '/api/public/open', auth: 'public', scope: 'none' });
const own = endpoint({ ...shape, id: 'own', path: '/api/own', auth: 'required', scope: 'any' });
const change = endpoint({
  ...shape,
  method: 'POST',
  id: 'change',
  path: '/api/own',
  auth: 'required',
  scope: 'any',
  body: z.object({}),
});
const login = endpoint({
  ...shape,
  method: 'POST',
  id: 'login',
  path: '/api/auth/login',
  auth: 'public',
  scope: 'none',
});
const approve = endpoint({
  ...shape,
  method: 'POST',
  id: 'approve',
  path: '/api/auth/approve',
  auth: 'required',
  scope: 'any',
});
const health = endpoint({ ...shape, id: 'health', path: '/healthz', auth: 'public', scope: 'none' });

const password = endpoint({
  ...shape,
  method: 'POST',
  id: 'password',
  path: '/api/auth/password',
  auth: 'required',
  scope: 'any',
  body: z.object({ currentPassword: z.string() }),
});
const withPassword = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ currentPassword: 'a guess' }),
} as const;
const bytes = endpoint({
  ...shape,
  id: 'bytes',
  path: '/files/bytes/{token}',
  params: z.object({ token: z.string() }),
  auth: 'public',
  scope: 'none',
  transport: 'bytes',
  errors: ['access_denied', 'not_found'],
});

/** Number of requests that reached a handler of /files. */
let handled = 0;
const routes = (router: Router): void => {
  handled = 0;
  router.mountBytes(
    bytes,
    async ({ signed, response }) => {
      handled += 1;
      if (signed === undefined) throw new DomainError('access_denied', 'Nothing was signed so.');
      response.end(signed);
    },
    (token: string) => (token === 'signed' ? 'bytes' : undefined),
  );
  router.mountBytesProtocol('/files/tus', async () => {
    handled += 1;
    throw new DomainError('not_found', 'There is no such upload.');
  });
  router.page('GET', '/assets/page.js', (context) => context.text(''), { countsIn: 'none' });
  router.page('GET', '/link/download', (context) => context.text(''), { countsIn: 'files' });
  for (const each of [open, own, change, login, approve, password, health]) router.mount(each, async () => 'ok');
  router.page('GET', '/sign-in', (context) => context.text('a form'));
  router.page('POST', '/sign-in', (context) => context.text('tried'));
};

let http: HttpTest;
const rates = { api: 3, apikey: 5, auth: 2 };
beforeEach(async () => {
  http = await startHttp({ routes, rates, trustedProxies: ['127.0.0.1'] });
});
afterEach(() => http.close());

type Init = RequestInit & { ip?: string; key?: string; cookie?: string };
const call = (path: string, { ip, key, cookie, ...init }: Init = {}) =>
  fetch(`${http.url}${path}`, {
    ...init,
    headers: {
      ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(init.headers as Record<string, string>),
    },
  });
const limitsOf = ({ status, headers }: Response) => ({
  status,
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  reset: headers.get('x-ratelimit-reset'),
  retry: headers.get('retry-after'),
});

describe('a rate tier', () => {
  it('[P-161] admits exactly its limit, then returns when it resets', async () => {
    for (const remaining of ['2', '1', '0'])
      expect(limitsOf(await call('/api/public/open'))).toEqual({
        status: 200,
        limit: '3',
        remaining,
        reset: '60',
        retry: null,
      });
    http.clock.advance(20_500);
    const refused = await call('/api/public/open');
    expect(limitsOf(refused)).toEqual({ status: 429, limit: '3', remaining: '0', reset: '40', retry: '40' });
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', error: 'Too Many Requests' });
    http.clock.advance(39_499);
    expect((await call('/api/public/open')).status).toBe(429);
    http.clock.advance(1);
    expect(limitsOf(await call('/api/public/open'))).toMatchObject({ status: 200, remaining: '2', reset: '60' });
  });

  it('[P-160] counts and sends headers on every response below /api', async () => {
    const answers = [
      await call('/api/own', { ip: '1.1.1.1' }),
      await call('/api/nowhere', { ip: '1.1.1.2' }),
      await call('/api', { ip: '1.1.1.3' }),
      await call('/api/public/open', { ip: '1.1.1.4', method: 'DELETE' }),
      await call('/api/public/open', { ip: '1.1.1.5', method: 'HEAD' }),
      await call('/api/..%2f', { ip: '1.1.1.6' }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 404, 404, 405, 200, 404]);
    for (const answer of answers) expect(limitsOf(answer)).toMatchObject({ limit: '3', remaining: '2', reset: '60' });
    const body = await call('/api/own', {
      method: 'POST',
      key: 'svc_one',
      body: 'x'.repeat(2_000_000),
      headers: { 'content-type': 'application/json' },
    });
    expect(limitsOf(body)).toMatchObject({ status: 413, limit: '5', remaining: '4' });
  });

  it.each([
    ['no Host', 'GET /api/public/open HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', 'GET /api/public/open HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['a long URL', `GET /api/public/open?${'b'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['an unknown expectation', 'GET /api/public/open HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', 417],
    ['too many headers', `GET /api/public/open HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`, 431],
    ['no HTTP', 'what is this\r\n\r\n', 400],
    ['a method that is none', 'BREW /api/public/open HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['broken framing', 'POST /api/own HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['a malformed escape', 'GET /api/%ff%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('sends headers on responses to malformed requests: %s', async (_, sent, status) => {
    const answer = await http.raw(sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/x-ratelimit-limit: 3\r\n/i);
    expect(answer).toMatch(/x-ratelimit-remaining: 2\r\n/i);
    expect(answer).toMatch(/x-ratelimit-reset: 60\r\n/i);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/i);
  });

  it('ignores all other paths', async () => {
    for (let i = 0; i < 5; i += 1) expect(limitsOf(await call('/healthz'))).toMatchObject({ status: 200, limit: null });
    expect(limitsOf(await call('/files/x'))).toMatchObject({ status: 404, limit: null });
    expect(limitsOf(await call('/apiary'))).toMatchObject({ status: 404, limit: null });
  });

  it('counts a key by itself, from any network', async () => {
    for (let i = 0; i < 5; i += 1)
      expect((await call('/api/own', { key: 'svc_one', ip: `9.9.9.${i}` })).status).toBe(200);
    expect(limitsOf(await call('/api/own', { key: 'svc_one', ip: '8.8.8.8' }))).toMatchObject({
      status: 429,
      limit: '5',
    });
    expect(limitsOf(await call('/api/own', { key: 'svc_two' }))).toMatchObject({ status: 200, remaining: '4' });
    expect(limitsOf(await call('/api/own'))).toMatchObject({ status: 401, limit: '3', remaining: '2' });
    expect(limitsOf(await call('/api/nowhere', { key: 'svc_two' }))).toMatchObject({
      status: 404,
      limit: '5',
      remaining: '3',
    });
  });

  it('[P-162] counts a key by itself if the endpoint ignores callers, too', async () => {
    for (const remaining of ['4', '3', '2', '1', '0'])
      expect(limitsOf(await call('/api/public/open', { key: 'svc_one' }))).toMatchObject({
        status: 200,
        limit: '5',
        remaining,
      });
    expect((await call('/api/public/open', { key: 'svc_one' })).status).toBe(429);
    expect(limitsOf(await call('/api/public/open'))).toMatchObject({ status: 200, limit: '3', remaining: '2' });
  });

  it('[P-163] counts an unknown key by network, also if the endpoint ignores callers', async () => {
    expect(limitsOf(await call('/api/own', { key: 'svc_gone' }))).toMatchObject({
      status: 401,
      limit: '3',
      remaining: '2',
    });
    expect(limitsOf(await call('/api/public/open', { key: 'svc_gone' }))).toMatchObject({
      status: 200,
      limit: '3',
      remaining: '1',
    });
    expect(limitsOf(await call('/api/own', { key: 'svc_other' }))).toMatchObject({ status: 401, remaining: '0' });
    expect(limitsOf(await call('/api/own', { key: 'svc_another' }))).toMatchObject({ status: 429, limit: '3' });
  });

  it('counts a session by network', async () => {
    for (const remaining of ['2', '1', '0'])
      expect(limitsOf(await call('/api/own', { cookie: 'auth_token=s1' }))).toMatchObject({
        status: 200,
        limit: '3',
        remaining,
      });
    expect((await call('/api/own', { cookie: 'auth_token=s2' })).status).toBe(429);
  });

  it('for signing in counts by network, and a key in its own limit', async () => {
    for (const remaining of ['1', '0'])
      expect(limitsOf(await call('/api/auth/login', { method: 'POST' }))).toMatchObject({
        status: 200,
        limit: '2',
        remaining,
      });
    expect((await call('/api/auth/nowhere')).status).toBe(429);
    expect((await call('/api/auth/approve', { method: 'POST', key: 'svc_gone' })).status).toBe(429);
    expect((await call('/api/auth/approve', { method: 'POST', cookie: 'auth_token=s1' })).status).toBe(429);
    for (const path of ['/api/auth/approve', '/api/auth/nowhere'])
      expect(limitsOf(await call(path, { method: 'POST', key: 'svc_one' }))).toMatchObject({ limit: '5' });
    expect(limitsOf(await call('/api/own', { key: 'svc_one' }))).toMatchObject({ limit: '5', remaining: '2' });
  });

  it.each(['/api/auth/login', '/api/auth/password'])(
    'for signing in also applies to a key if passwords are tried: %s',
    async (path) => {
      for (const [key, status] of [
        ['svc_one', 200],
        ['svc_two', 200],
        ['svc_one', 429],
        ['svc_two', 429],
      ] as const)
        expect(limitsOf(await call(path, { ...withPassword, key }))).toMatchObject({ status, limit: '2' });
      expect(limitsOf(await call('/api/own', { key: 'svc_one' }))).toMatchObject({ limit: '5', remaining: '2' });
    },
  );

  it('[P-479] counts pages by network, and not the scripts of pages', async () => {
    for (const remaining of ['2', '1', '0'])
      expect(limitsOf(await call('/sign-in'))).toMatchObject({ status: 200, limit: '3', remaining });
    const refused = await call('/sign-in', { headers: { accept: 'text/html' } });
    expect(limitsOf(refused)).toMatchObject({ status: 429, retry: '60' });
    expect(await refused.text()).toContain('<h1>Too many requests.');
    expect((await call('/api/public/open')).status).toBe(429);
    expect(limitsOf(await call('/assets/page.js'))).toMatchObject({ status: 200, limit: null });
    expect((await call('/sign-in', { ip: '1.1.1.1' })).status).toBe(200);
  });

  it('for signing in also holds for the forms of pages', async () => {
    for (const status of [200, 200, 429]) expect((await call('/sign-in', { method: 'POST' })).status).toBe(status);
    expect((await call('/api/auth/login', { method: 'POST' })).status).toBe(429);
  });

  it('of its own counts sessions by user if configured', async () => {
    await http.close();
    http = await startHttp({ routes, rates: { ...rates, session: 2 }, trustedProxies: ['127.0.0.1'] });
    for (const status of [200, 200, 429])
      expect(limitsOf(await call('/api/own', { cookie: 'auth_token=s1' }))).toMatchObject({ status, limit: '2' });
    expect(limitsOf(await call('/api/own', { cookie: 'auth_token=s2' }))).toMatchObject({
      status: 200,
      remaining: '1',
    });
    expect(limitsOf(await call('/api/own', { cookie: 'auth_token=gone' }))).toMatchObject({ status: 401, limit: '3' });
  });

  it('[P-480] of /files counts every request without a valid key or signature by network, with any result', async () => {
    await http.close();
    http = await startHttp({ routes, rates: { ...rates, files: 5 }, trustedProxies: ['127.0.0.1'] });
    const asked = [
      await call('/files/bytes/forged'),
      await call('/files/tus/unknown', { method: 'PATCH' }),
      await call('/files/nowhere'),
      await call('/files/bytes/signed', { method: 'PUT' }),
      await call('/files/tus/unknown', { method: 'PATCH', key: 'svc_none' }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 404, 404, 405, 404]);
    http.clock.advance(20_000);
    for (const [path, method] of [
      ['/files/bytes/forged', 'GET'],
      ['/files/tus/unknown', 'PATCH'],
    ] as const) {
      const refused = await call(path, { method });
      expect(limitsOf(refused)).toMatchObject({ status: 429, retry: '40' });
      expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    }
    expect(handled).toBe(3);
    expect((await call('/link/download')).status).toBe(429);
    expect((await call('/link/download', { ip: '1.1.1.1' })).status).toBe(200);
    expect((await call('/files/bytes/forged', { ip: '1.1.1.1' })).status).toBe(403);
    expect(limitsOf(await call('/api/public/open'))).toMatchObject({ status: 200, remaining: '1' });
    http.clock.advance(40_000);
    expect((await call('/files/bytes/forged')).status).toBe(403);
  });

  it('of transfers counts signed URLs by address and valid keys by themselves, also after guesses exhausted /files', async () => {
    await http.close();
    http = await startHttp({ routes, rates: { ...rates, files: 1, transfers: 2 }, trustedProxies: ['127.0.0.1'] });
    const statusOf = async (path: string, init: Init = {}): Promise<number> => (await call(path, init)).status;
    for (const expected of [403, 429]) expect(await statusOf('/files/bytes/forged')).toBe(expected);
    for (const expected of [200, 200, 429]) expect(await statusOf('/files/bytes/signed')).toBe(expected);
    expect(await statusOf('/files/bytes/signed', { ip: '1.1.1.1' })).toBe(200);
    for (const ip of ['2.2.2.2', '3.3.3.3'])
      expect(await statusOf('/files/tus/unknown', { ip, method: 'PATCH', key: 'svc_one' })).toBe(404);
    expect(await statusOf('/files/bytes/signed', { ip: '4.4.4.4', key: 'svc_one' })).toBe(429);
    expect(await statusOf('/files/bytes/signed', { ip: '4.4.4.4', key: 'svc_two' })).toBe(200);
  });

  it('of the API counts unknown keys that are sent to /files', async () => {
    for (const expected of [404, 404, 404, 429])
      expect((await call('/files/tus/unknown', { method: 'PATCH', key: 'svc_none' })).status).toBe(expected);
    expect((await call('/files/tus/unknown', { method: 'PATCH' })).status).toBe(404);
  });

  it('of 0 is off and sends no headers', async () => {
    await http.close();
    http = await startHttp({ routes, rates: { api: 0, apikey: 1, auth: 0 } });
    for (let i = 0; i < 20; i += 1)
      expect(limitsOf(await call('/api/public/open'))).toMatchObject({
        status: 200,
        limit: null,
        remaining: null,
        reset: null,
      });
    expect((await call('/api/own', { key: 'svc_one' })).status).toBe(200);
    expect((await call('/api/own', { key: 'svc_one' })).status).toBe(429);
    await http.close();
    http = await startHttp({ routes, rates: { api: 3, apikey: 0, auth: 0 } });
    expect(limitsOf(await call('/api/own', { key: 'svc_one' }))).toMatchObject({ status: 200, limit: null });
    expect(limitsOf(await call('/api/auth/login', { method: 'POST' }))).toMatchObject({ status: 200, limit: null });
    expect(limitsOf(await call('/api/public/open'))).toMatchObject({ status: 200, limit: '3' });
  });

  it('is not exceeded by twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/api/own', { key: 'svc_one' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});

describe('the client’s IP address', () => {
  const remaining = async (forwarded: string | undefined): Promise<string | null> =>
    limitsOf(await call('/api/public/open', forwarded === undefined ? {} : { ip: forwarded })).remaining;

  it('[P-387] is the one that the trusted proxy adds, and entries of the client are ignored', async () => {
    expect(await remaining('1.2.3.4')).toBe('2');
    expect(await remaining('9.9.9.9, 1.2.3.4')).toBe('1');
    expect(await remaining('127.0.0.1,8.8.8.8, 1.2.3.4')).toBe('0');
    expect(await remaining('1.2.3.4, 5.6.7.8')).toBe('2');
  });

  it('is read behind each trusted proxy', async () => {
    await http.close();
    http = await startHttp({ routes, rates, trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] });
    expect(await remaining('1.2.3.4')).toBe('2');
    expect(await remaining('1.2.3.4, fd12::1, 10.1.2.3')).toBe('1');
    expect(await remaining('6.6.6.6, 1.2.3.4, 10.1.2.3')).toBe('0');
    expect(await remaining('10.9.9.9')).toBe('2');
    expect(await remaining('nonsense, 10.9.9.9')).toBe('1');
  });

  it('is that of the connection without a trusted proxy', async () => {
    await http.close();
    http = await startHttp({ routes, rates });
    for (const [forwarded, left] of [
      ['1.1.1.1', '2'],
      ['2.2.2.2', '1'],
      ['3.3.3.3', '0'],
      [undefined, '0'],
    ] as const)
      expect(await remaining(forwarded)).toBe(left);
  });

  it('[P-459] counts by /64 for IPv6, and treats mapped IPv4 as IPv4', async () => {
    expect(await remaining('2001:db8:1:2:aaaa::1')).toBe('2');
    expect(await remaining('2001:db8:1:2:bbbb:cccc::9')).toBe('1');
    expect(await remaining('[2001:db8:1:2::5]:4711')).toBe('0');
    expect(await remaining('2001:db8:1:3::1')).toBe('2');
    expect(await remaining('4.4.4.4')).toBe('2');
    expect(await remaining('::ffff:4.4.4.4')).toBe('1');
    expect(await remaining('4.4.4.4:5555')).toBe('0');
  });

  it('that is malformed counts as the proxy’s', async () => {
    expect(await remaining('unknown')).toBe('2');
    expect(await remaining('_hidden')).toBe('1');
    expect(await remaining('')).toBe('0');
  });
});

describe('CORS', () => {
  beforeEach(async () => {
    await http.close();
    http = await startHttp({ routes, rates, corsOrigins: ['https://app.example.org'] });
  });
  const preflight = {
    origin: 'https://app.example.org',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };

  it('[P-384] admits the configured origins, with a key and without cookies', async () => {
    const response = await call('/api/own', { method: 'OPTIONS', headers: preflight });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(response.headers.get('access-control-allow-headers')).toMatch(
      /Authorization.*Idempotency-Key.*Upload-Offset/,
    );
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('vary')).toBe('Origin');
    expect(limitsOf(response)).toMatchObject({ limit: '3', remaining: '3' });
    const get = await call('/api/public/open', { headers: { origin: 'https://app.example.org' } });
    expect(get.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(get.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
    expect(
      (await call('/files/nowhere', { headers: { origin: 'https://app.example.org' } })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe('https://app.example.org');
  });

  it('[P-385] admits every origin to the URL of an upload, without cookies', async () => {
    const anybody = { ...preflight, origin: 'https://anybody.example', 'access-control-request-method': 'PATCH' };
    for (const path of ['/files/tus/unknown', '/files/uploads/unknown']) {
      const response = await call(path, { method: 'OPTIONS', headers: anybody });
      expect([path, response.status, Object.fromEntries(response.headers)]).toMatchObject([
        path,
        204,
        {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': expect.stringMatching(/PUT, PATCH, DELETE/),
          'access-control-allow-headers': expect.stringMatching(/Tus-Resumable.*Upload-Offset/),
        },
      ]);
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
    const refused = await call('/files/tus/unknown', {
      method: 'PATCH',
      headers: { origin: 'https://anybody.example' },
    });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/Location.*Upload-Offset/);
    expect((await call('/files/tus/unknown', { method: 'PATCH' })).headers.has('access-control-allow-origin')).toBe(
      false,
    );
    const { 'access-control-request-headers': _key, ...withoutKey } = anybody;
    for (const path of ['/files/tus', '/api/public/grants/uploads']) {
      const answer = await call(path, { method: 'OPTIONS', headers: withoutKey });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    }
    for (const path of ['/files/tus', '/files/tus/a/b', '/files/uploads/', '/files/bytes/signed', '/api/own']) {
      const answer = await call(path, { method: 'OPTIONS', headers: anybody });
      expect([path, answer.headers.has('access-control-allow-origin')]).toEqual([path, false]);
    }
  });

  it('[P-386] refuses other origins, and all origins on pages', async () => {
    const other = await call('/api/own', {
      method: 'OPTIONS',
      headers: { ...preflight, origin: 'https://evil.example' },
    });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    expect(await other.json()).toMatchObject({
      message:
        'Pages of https://evil.example may not call this URL: DRIVE_CORS_ORIGINS of this server does not name their origin.',
    });
    const page = await call('/sign-in', { headers: { origin: 'https://app.example.org' } });
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });
});
