import { request as httpRequest } from 'node:http';
import { endpoint } from '@drive/contract';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startHttp, type HttpTest } from '../test/http.ts';

const shape = { tag: 'Test', summary: 'A test', errors: [], auth: 'public', scope: 'none' } as const;
const responses = { 200: { description: 'Done.', schema: z.string() } };
const api = endpoint({ ...shape, id: 'api', method: 'GET', path: '/api/things', responses });
const ready = endpoint({ ...shape, id: 'ready', method: 'GET', path: '/readyz', responses });

let http: HttpTest;
afterEach(() => http.close());

async function start(baseUrl: string, trustedProxies = ['127.0.0.1/32']): Promise<void> {
  http = await startHttp({
    baseUrl,
    trustedProxies,
    routes: (router) => {
      router.mount(api, async () => 'things');
      router.mount(ready, async () => 'ready');
      router.page('GET', '/upload', (context) => context.html('a page'));
      router.page('POST', '/upload', (context) => context.html('a form'));
    },
  });
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers: Record<string, string | string[]>;
}

/** fetch would join repeated headers. */
const ask = ({ method = 'GET', path = '/upload', headers }: Asked) =>
  new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: http.port, path, method, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, location: answer.headers.location });
    });
    request.once('error', reject).end();
  });

const warnings = (): (string | undefined)[] =>
  http.logged.filter(({ level }) => level === 'warn').map(({ setting }) => setting);

describe('a request by http to a proxy with an https base URL', () => {
  it('is redirected to the same page there', async () => {
    await start('https://drive.example/drive');
    const headers = { 'x-forwarded-proto': 'http' };
    for (const path of ['/upload?a=1&b=%2F', '/drive/upload?a=1&b=%2F'])
      expect(await ask({ path, headers })).toEqual({
        status: 308,
        location: 'https://drive.example/drive/upload?a=1&b=%2F',
      });
    expect(await ask({ path: '/', headers })).toMatchObject({ location: 'https://drive.example/drive/' });
    expect(await ask({ method: 'HEAD', headers })).toMatchObject({ status: 308 });
  });

  it('[P-389] stays on this server’s base URL for any path and host', async () => {
    await start('https://drive.example');
    const headers = { 'x-forwarded-proto': 'http', host: 'evil.example' };
    for (const path of ['//evil.example/upload', '/\\evil.example', '/@evil.example', 'http://evil.example/upload'])
      expect((await ask({ path, headers })).location).toMatch(/^https:\/\/drive\.example\//);
  });

  it('is answered without a redirect for programs and forms', async () => {
    await start('https://drive.example');
    const headers = { 'x-forwarded-proto': 'http' };
    for (const path of ['/api/things', '/readyz']) expect(await ask({ path, headers })).toMatchObject({ status: 200 });
    for (const path of ['/files/nothing', '/scim/v2/Users', '/mcp'])
      expect(await ask({ path, headers })).toMatchObject({ status: 404 });
    expect(await ask({ method: 'POST', headers })).toMatchObject({ status: 200 });
  });

  it('is logged once', async () => {
    await start('https://drive.example');
    for (let n = 0; n < 3; n += 1) await ask({ headers: { 'x-forwarded-proto': 'http' } });
    expect(warnings()).toEqual(['DRIVE_BASE_URL']);
  });
});

describe('a request that matches the base URL', () => {
  it.each([
    ['https', 'https'],
    ['HTTPS', 'https'],
    ['http, https', 'https'],
    ['https,http', 'https'],
    ['http', 'http'],
    ['gopher', 'https'],
  ])('gets the page: %s at %s', async (proto, scheme) => {
    await start(`${scheme}://drive.example`);
    expect(await ask({ headers: { 'x-forwarded-proto': proto } })).toMatchObject({ status: 200 });
    expect(warnings()).toEqual([]);
  });

  it('gets the page through two proxies, too', async () => {
    await start('https://drive.example');
    expect(await ask({ headers: { 'x-forwarded-proto': ['https', 'http'] } })).toMatchObject({ status: 200 });
  });
});

it('by https, with an http base URL, is answered and logged', async () => {
  await start('http://drive.example');
  expect(await ask({ headers: { 'x-forwarded-proto': 'https' } })).toMatchObject({ status: 200 });
  expect(warnings()).toEqual(['DRIVE_BASE_URL']);
});

describe('a forwarded header from an untrusted client', () => {
  it.each([{ 'x-forwarded-proto': 'http' }, { 'x-forwarded-for': '203.0.113.7' }])(
    'is ignored, and logged once: %o',
    async (headers) => {
      await start('https://drive.example', ['10.0.0.0/8']);
      expect(await ask({ headers })).toMatchObject({ status: 200 });
      expect(await ask({ headers })).toMatchObject({ status: 200 });
      expect(warnings()).toEqual(['DRIVE_TRUSTED_PROXIES']);
    },
  );

  it('causes no warning if it is absent', async () => {
    await start('https://drive.example');
    expect(await ask({ headers: {} })).toMatchObject({ status: 200 });
    expect(warnings()).toEqual([]);
  });
});
