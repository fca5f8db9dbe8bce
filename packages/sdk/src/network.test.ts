import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../test/expect-failure.ts';
import { json, keyOf, refusal, serve } from '../test/scripted-server.ts';
import { DriveClient, type RequestLog, type RetryInfo, type WaitInfo } from './index.ts';
import { loggedPath } from './network.ts';
import { uploadPath } from './node/index.ts';

const ok = json(200, { id: 'x' });
const item = '0b8f6a1e-6f3f-4f57-9d0e-3b0f1f0f8f11';
afterEach(() => void vi.unstubAllGlobals());

describe('headers of a client', () => {
  it('are sent with every request to its server, uploads included, and to no other server', async () => {
    const { url, seen } = await serve(ok);
    const other = await serve(ok);
    const client = new DriveClient({ baseUrl: url, headers: { 'X-Proxy-Key': 'k', 'User-Agent': 'mine/1' } });
    await client.account.me();
    await client.account.me({ headers: { 'x-proxy-key': 'l' } });
    const session = { sessionId: 's', fileId: 'f', directUrl: null, shareToken: null, shortUrl: null };
    await client.uploads.put({ ...session, uploadUrl: `${url}/files/uploads/s` }, new Blob(['x']));
    expect(seen.map(({ headers }) => [headers['x-proxy-key'], headers['user-agent']])).toEqual([
      ['k', 'mine/1'],
      ['l', 'mine/1'],
      ['k', 'mine/1'],
    ]);
    await client.public.openCollection(`${other.url}/collect/token`);
    expect(other.seen[0]?.headers).toMatchObject({ 'user-agent': 'mine/1' });
    expect(other.seen[0]?.headers['x-proxy-key']).toBeUndefined();
  });

  it('name the SDK and its version, also when Node sends a file from disk', async () => {
    const { client, url, seen } = await serve(
      (response) =>
        json(201, {
          sessionId: 's',
          fileId: 'f',
          uploadUrl: `${url}/files/uploads/s`,
          shareToken: null,
          shortUrl: null,
        })(response, undefined as never),
      json(200, { sessionId: 's', fileId: 'f', status: 'COMPLETE', fileName: 'a.txt' }),
    );
    const path = join(mkdtempSync(join(tmpdir(), 'drive-network-')), 'a.txt');
    writeFileSync(path, 'hello');
    await uploadPath(client, path);
    expect(seen.map(({ method, headers }) => `${method} ${headers['user-agent']?.replace(/[\d.]+$/, 'N')}`)).toEqual([
      'POST drive-sdk/N',
      'PUT drive-sdk/N',
    ]);
  });

  it('that cannot be sent are refused at once', () => {
    expect(() => new DriveClient({ headers: { 'a b': 'c' } })).toThrow(/^headers cannot be sent/);
  });
});

describe('an API key', () => {
  it('can come from a function, which is called for each attempt', async () => {
    const { url, seen } = await serve(refusal(503, 'unavailable', { 'retry-after': '0' }), ok);
    let calls = 0;
    const client = new DriveClient({ baseUrl: url, apiKey: async () => `svc_${(calls += 1)}\n` });
    await client.account.me();
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer svc_1', 'Bearer svc_2']);
    const broken = new DriveClient({ baseUrl: url, apiKey: () => Promise.reject(new Error('the vault is sealed')) });
    expect(await failure(broken.account.me())).toMatchObject({
      code: 'invalid_argument',
      message: 'The function apiKey failed: the vault is sealed',
    });
    expect(seen).toHaveLength(2);
  });

  it('in a page needs dangerouslyAllowBrowser, and a session does not', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    expect(() => new DriveClient({ apiKey: keyOf('x') })).toThrow(/dangerouslyAllowBrowser: true/);
    expect(() => new DriveClient({ apiKey: () => 'svc_x' })).toThrow(/dangerouslyAllowBrowser: true/);
    expect(() => new DriveClient({ apiKey: keyOf('x'), dangerouslyAllowBrowser: true })).not.toThrow();
    expect(() => new DriveClient({ apiKey: null })).not.toThrow();
  });
});

describe('a page of another origin', () => {
  it('names the setting that may refuse it', async () => {
    vi.stubGlobal('location', { origin: 'https://app.example.com' });
    const client = new DriveClient({
      baseUrl: 'https://drive.example.com',
      maxRetries: 0,
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    const { message } = await failure(client.account.me());
    expect(message).toContain('Does its setting DRIVE_CORS_ORIGINS contain https://app.example.com');
    const own = client.withOptions({ baseUrl: 'https://app.example.com' });
    expect((await failure(own.account.me())).message).not.toContain('CORS');
    const reserving = client.withOptions({
      fetch: async (url) =>
        new URL(url instanceof Request ? url.url : url).pathname === '/api/uploads'
          ? Response.json({ uploadUrl: 'https://drive.example.com/files/uploads/some-id' }, { status: 201 })
          : Promise.reject(new TypeError('Failed to fetch')),
    });
    const sent = await failure(reserving.uploads.upload(new Blob(['x']), { name: 'x' }));
    expect(sent.message).toContain('could not be reached');
    expect(sent.message).not.toContain('CORS');
  });
});

describe('a logger', () => {
  it('receives requests and retries, but no secrets', async () => {
    const { url } = await serve(
      refusal(503, 'unavailable', { 'retry-after': '0' }),
      json(200, { id: 'x' }, { 'x-request-id': 'r1' }),
    );
    const debug: [string, RequestLog][] = [];
    const warn: [string, RetryInfo | WaitInfo][] = [];
    const retries: RetryInfo[] = [];
    const client = new DriveClient({
      baseUrl: url,
      apiKey: keyOf('secret'),
      logger: {
        debug: (message, details) => void debug.push([message, details]),
        warn: (message, details) => void warn.push([message, details]),
      },
      onRetry: (retry) => void retries.push(retry),
    });
    await client.shares.unlockEvents({ token: 'q3J8mZ0sT1vW5xY7zA2bC4' });
    expect(debug.map(([message]) => message.replace(/\d+ ms/, 'N ms'))).toEqual([
      'GET /api/shares/…/unlock-events 503 in N ms',
      'GET /api/shares/…/unlock-events 200 in N ms',
    ]);
    expect(debug[1]?.[1]).toMatchObject({ method: 'GET', origin: url, status: 200, requestId: 'r1' });
    expect(warn.map(([message]) => message)).toEqual([
      'GET /api/shares/…/unlock-events is retried in 0 ms: because of unavailable',
    ]);
    expect(retries).toMatchObject([{ attempt: 1, delayMs: 0, error: { code: 'unavailable' } }]);
    expect(JSON.stringify([debug, warn])).not.toMatch(/svc_secret|q3J8mZ0s/);
  });

  it.each([
    ['/api/files/0b8f6a1e-6f3f-4f57-9d0e-3b0f1f0f8f11', '/api/files/0b8f6a1e-6f3f-4f57-9d0e-3b0f1f0f8f11'],
    ['/api/openapi.json?key=secret', '/api/openapi.json'],
    [`/files/tus/${item}`, '/files/tus/…'],
    [`/api/uploads/${item}/status`, '/api/uploads/…/status'],
    ['/s/holidays', '/s/…'],
    ['/files/d/eyJ.x/photo.jpg', '/files/d/…/…'],
    ['/files/archives/eyJ.x/photos', '/files/archives/…/…'],
    ['/drive/files/by-path/private/files/by-path/notes', '/drive/files/by-path/…/…/…/…'],
  ])('shows %s as %s', (path, shown) => {
    expect(loggedPath(`https://drive.example.com${path}`)).toBe(shown);
  });
});

describe('onWait', () => {
  it('is called when a call waits for the rate limit', async () => {
    const used = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };
    const { url, seen } = await serve(json(200, { id: 'x' }, used), ok);
    const waits: WaitInfo[] = [];
    const client = new DriveClient({ baseUrl: url, apiKey: keyOf('x'), onWait: (wait) => void waits.push(wait) });
    await client.account.me();
    expect(waits).toEqual([]);
    await client.account.me();
    expect(seen).toHaveLength(2);
    expect(waits).toMatchObject([{ method: 'GET', path: '/api/me' }]);
    expect(waits[0]?.delayMs).toBeGreaterThan(0);
  });
});

describe('withOptions', () => {
  it('changes options, and shares session and rate limit unless key or server change', async () => {
    const used = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };
    const { url, seen } = await serve(json(200, { id: 'x' }, used), ok);
    const waits: WaitInfo[] = [];
    const client = new DriveClient({ baseUrl: url, apiKey: keyOf('x'), headers: { 'x-a': '1' } });
    await client.account.me();
    const other = client.withOptions({ apiKey: keyOf('y'), onWait: (wait) => void waits.push(wait) });
    await other.account.me();
    expect(waits).toEqual([]);
    const same = client.withOptions({ headers: { 'x-a': '2' }, onWait: (wait) => void waits.push(wait) });
    await same.account.me();
    expect(waits).toHaveLength(1);
    expect(seen.map(({ headers }) => [headers.authorization, headers['x-a']])).toEqual([
      [`Bearer ${keyOf('x')}`, '1'],
      [`Bearer ${keyOf('y')}`, '1'],
      [`Bearer ${keyOf('x')}`, '2'],
    ]);
  });
});
