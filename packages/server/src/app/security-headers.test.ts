import { headerFaults } from '@drive/http-api/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type TestSession } from '../../test/drive.ts';
import { openRequest } from '../../test/network/raw-request.ts';
import { sharedApi } from '../../test/shared.ts';

let drive: Drive;
let session: TestSession;
/** Values for the parameters of a route, by the route's start; the objects exist. */
let tokens: Readonly<Record<string, string>>;
let fileId: string;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', METRICS_TOKEN: 'metrics-token-of-this-test' } });
  const user = await drive.createUser({ isAdmin: true });
  session = await drive.signIn(user);
  const mine = sharedApi(drive, user);
  fileId = await mine.put('a.txt', 'a');
  const { shareToken } = await mine.shareFile(fileId, { likesEnabled: true, commentsEnabled: true });
  const create = async (path: string, json: object): Promise<string> =>
    ((await mine.call('POST', path, json)).body as { token: string }).token;
  const { body } = await mine.call('GET', `/api/files/${fileId}/download-url`);
  const archive = (await mine.call('POST', '/api/files/archive', { fileIds: [fileId] })).body as {
    downloadUrl: string;
  };
  tokens = {
    '/share/': shareToken,
    '/api/public/share/': shareToken,
    '/api/shares/': shareToken,
    '/collect/': await create('/api/collections', { name: 'Photos' }),
    '/proof/': await create('/api/proofings', { name: 'Wedding', fileIds: [fileId] }),
    '/p/': await create('/api/pastes', { content: 'text' }),
    '/files/d/': new URL((body as { downloadUrl: string }).downloadUrl).pathname.split('/')[3] ?? '',
    '/files/archives/': new URL(archive.downloadUrl).pathname.split('/')[3] ?? '',
  };
  tokens = {
    ...tokens,
    '/api/public/collect/': tokens['/collect/'] ?? '',
    '/api/public/proofing/': tokens['/proof/'] ?? '',
    '/api/public/pastes/': tokens['/p/'] ?? '',
    '/files/pastes/': tokens['/p/'] ?? '',
  };
});
// The responses of every test are checked as they are sent; a fault fails the close.
afterAll(() => drive.close());

function pathOf(pattern: string): string {
  const start = Object.keys(tokens).find((each) => pattern.startsWith(each)) ?? '';
  return pattern
    .replace('{token}', tokens[start] ?? 'unknown')
    .replaceAll(/\{(id|fileId)\}/g, fileId)
    .replace('{name}', 'a.txt')
    .replaceAll(/\{\w+\}/g, 'unknown');
}
const routes = (): [method: string, pattern: string][] =>
  [...drive.app.routes].map((route) => route.split(' ') as [string, string]);
const isStream = (pattern: string): boolean => pattern.endsWith('/events/stream');
const html = { accept: 'text/html' };

describe('every route', () => {
  it('[P-391] that reads answers with the documented headers, to visitors and to signed-in users', async () => {
    const reads = routes().filter(([method, pattern]) => method === 'GET' && !isStream(pattern));
    expect(reads.length).toBeGreaterThan(60);
    const succeeded = new Set<string>();
    for (const [, pattern] of reads)
      for (const init of [{ headers: html }, { session, headers: html }, { method: 'HEAD', session }]) {
        const response = await drive.fetch(pathOf(pattern), init);
        expect([pattern, response.headers.get('x-content-type-options')]).toEqual([pattern, 'nosniff']);
        await response.arrayBuffer();
        if (response.status === 200) succeeded.add(pattern);
      }
    // Checks that some of the responses were successes.
    for (const pattern of ['/', '/share/{token}', '/p/{token}', '/collect/{token}', '/proof/{token}', '/device'])
      expect(succeeded).toContain(pattern);
    for (const pattern of ['/files/d/{token}/{name}', '/files/pastes/{token}/raw', '/api/me', '/api/docs'])
      expect(succeeded).toContain(pattern);
  });

  it('[P-392] that writes does so too, also with errors', async () => {
    const writes = routes().filter(([method]) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(100);
    for (const [method, pattern] of writes)
      for (const init of [{}, { headers: html }, { json: { nonsense: true }, headers: html }]) {
        const sent = { method: method === '*' ? 'POST' : method, ...init };
        const response = await drive.fetch(pathOf(pattern), sent);
        expect([pattern, response.headers.get('x-content-type-options')]).toEqual([pattern, 'nosniff']);
        await response.arrayBuffer();
      }
  });

  it('[P-390] that accepts a form refuses a cross-site form before it reads the body', async () => {
    // Protocols; browsers send a preflight request before cross-site requests with their methods.
    const isProtocol = (pattern: string): boolean => /^\/(files\/tus|mcp|dav(-all)?(\/.*)?)$/.test(pattern);
    const pages = routes().filter(
      ([method, pattern]) =>
        (method === 'POST' && !pattern.startsWith('/api/')) || (method === '*' && !isProtocol(pattern)),
    );
    expect(pages.length).toBeGreaterThan(20);
    for (const [, pattern] of pages)
      for (const from of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
        const formTokens: Record<string, string | undefined> = {
          '/files/collect-form': tokens['/collect/'],
          '/files/share-form': tokens['/share/'],
        };
        const path = pattern in formTokens ? `${pattern}/${formTokens[pattern]}` : pathOf(pattern);
        const body = new URLSearchParams({ password: 'x', xsrf: session.xsrf });
        const headers = { ...html, ...from } as Record<string, string>;
        const response = await drive.fetch(path, { method: 'POST', session, headers, body });
        expect([pattern, response.status]).toEqual([pattern, 403]);
        expect(await response.text()).toContain('This form came from another site');
      }
  });
});

describe('a server at https', () => {
  let secure: Drive;
  beforeAll(async () => {
    secure = await startDrive({ settings: { BASE_URL: 'https://drive.example' } });
  });
  afterAll(() => secure.close());
  const hsts = 'max-age=31536000';

  it('[P-393] tells browsers on every answer to come by https only', async () => {
    const user = await secure.createUser();
    const paths = ['/', '/sign-in', '/healthz', '/api/me', '/api/unknown', '/files/d/x/y', '/unknown', '/dav/'];
    for (const path of paths)
      for (const init of [{ headers: html }, { key: user.key }, { method: 'DELETE' }]) {
        const response = await secure.fetch(path, init);
        expect([path, response.headers.get('strict-transport-security')]).toEqual([path, hsts]);
        await response.arrayBuffer();
      }
    const { origin } = new URL((await secure.fetch('/healthz')).url);
    const broken = await (await openRequest(origin, 'GET', { 'content-length': 'nonsense' })).answer;
    expect([broken?.status, broken?.headers['strict-transport-security']]).toEqual([400, hsts]);
  });

  it('says nothing of it if its base URL is http', async () => {
    expect((await drive.fetch('/sign-in')).headers.get('strict-transport-security')).toBeNull();
  });
});

it('[P-396] denies devices to pages and to what users uploaded', async () => {
  for (const path of ['/sign-in', pathOf('/files/d/{token}/{name}'), pathOf('/share/{token}')]) {
    const policy = (await drive.fetch(path, { headers: html })).headers.get('permissions-policy') ?? '';
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy.split(', ')).toContain(`${feature}=()`);
  }
});

describe('the header check', () => {
  const good = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=()',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  };
  const faultsOf = (route: string, headers: Readonly<Record<string, string>>): string[] =>
    headerFaults(route, { getHeader: (name) => headers[name] }, 'https://drive.example');

  it('passes a page', () => expect(faultsOf('/share/{token}', good)).toEqual([]));

  it.each([
    ['x-content-type-options', ''],
    ['content-security-policy', "default-src *; frame-ancestors 'none'"],
    ['content-security-policy', "default-src 'none'"],
    ['content-security-policy', "default-src 'none'; frame-ancestors 'self'"],
    ['content-security-policy', "default-src 'none'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'"],
    ['referrer-policy', 'unsafe-url'],
    ['cross-origin-opener-policy', ''],
    ['permissions-policy', 'microphone=()'],
    ['cache-control', 'public, max-age=60'],
    ['cache-control', 'private, max-age=60'],
    ['cache-control', ''],
  ])('reports %s: %s', (name, value) => {
    expect(faultsOf('/share/{token}', { ...good, [name]: value })).not.toEqual([]);
  });

  it('allows frames of uploaded content on pages of the base URL only', () => {
    const framedBy = (ancestors: string) =>
      faultsOf('/files/d/{token}/{name}', {
        ...good,
        'content-security-policy': `sandbox; default-src 'none'; frame-ancestors ${ancestors}`,
      });
    expect(framedBy("'self' https://drive.example")).toEqual([]);
    for (const ancestors of ["'self' https://evil.example", 'https://drive.example.evil.example', '*', ''])
      expect(framedBy(ancestors)).toEqual(['may be framed by other sites']);
  });

  it('allows shared caches for public responses only, and private caches for bytes', () => {
    const asset = { ...good, 'cache-control': 'public, max-age=31536000, immutable' };
    expect(faultsOf('/assets/page.js', asset)).toEqual([]);
    expect(faultsOf('/assets/page.js', { ...asset, 'set-cookie': 'a=b' })).not.toEqual([]);
    expect(faultsOf('/files/d/{token}/{name}', { ...good, 'cache-control': 'private, no-cache' })).toEqual([]);
    expect(faultsOf('/api/files/{id}', { ...good, 'cache-control': 'private, no-cache' })).not.toEqual([]);
  });
});
