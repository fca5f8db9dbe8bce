import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, createKey, freePort, freshMachine, startServer } from '../programs.ts';
import { caddy, startCaddy } from './caddy.ts';
import { nginx, startNginx } from './nginx.ts';
import type { RunningProxy } from './running-proxy.ts';

const metricsToken = 'the-metrics-behind-a-proxy';
const MiB = 1024 * 1024;
const proxies = [
  ['nginx', nginx, startNginx],
  ['Caddy', caddy, startCaddy],
] as const;

const sha256 = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of body ?? []) hash.update(chunk);
  return hash.digest('hex');
};
const agent = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' };

describe.each(proxies)('behind %s, with TLS and below a path', { timeout: 60_000 }, (_, program, startProxy) => {
  const ends: (() => unknown)[] = [];
  let outside: string;
  let httpPort: number;
  let client: DriveClient;
  let apiKey: string;

  /** A server behind this proxy. */
  async function start(settings: Record<string, string>): Promise<{ outside: string; proxy: RunningProxy }> {
    const { env, home, dataDirectory } = freshMachine();
    const httpsPort = await freePort();
    httpPort = await freePort();
    const base = `https://localhost:${httpsPort}/drive`;
    const server = await startServer({ ...env, DRIVE_BASE_URL: base, DRIVE_ANONYMOUS_UPLOADS: 'on', ...settings });
    ends.push(() => server.end('SIGKILL'));
    const directory = join(home, 'proxy');
    mkdirSync(directory);
    const blobs = join(dataDirectory, 'blobs');
    const proxy = await startProxy({ directory, upstream: server.url, belowPath: true, httpsPort, httpPort, blobs });
    ends.push(proxy.end);
    setDefaultCACertificates([...getCACertificates('default'), proxy.authority]);
    apiKey = await createKey(env, admin.email);
    return { outside: base, proxy };
  }

  beforeAll(async () => {
    if (program === undefined) return;
    const settings = { DRIVE_TRUSTED_PROXIES: '127.0.0.1/32', DRIVE_RATE_API: '1000' };
    ({ outside } = await start({ ...settings, DRIVE_METRICS_TOKEN: metricsToken }));
    client = new DriveClient({ baseUrl: outside, apiKey });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  const reserve = async (bytes: Uint8Array, fileName: string) => {
    const response = await fetch(`${outside}/api/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fileName, contentType: 'application/octet-stream', fileSizeBytes: bytes.length }),
    });
    return (await response.json()) as { sessionId: string; fileId: string; uploadUrl: string };
  };

  it.skipIf(program === undefined)('150 MB are uploaded by PUT and by tus, and downloaded unchanged', async () => {
    const bytes = randomBytes(150_000_000);
    const expected = createHash('sha256').update(bytes).digest('hex');

    const { fileId, uploadUrl } = await reserve(bytes, 'by PUT.bin');
    expect(uploadUrl.startsWith(`${outside}/files/uploads/`)).toBe(true);
    expect((await fetch(uploadUrl, { method: 'PUT', body: bytes })).status).toBe(200);

    const tus = { 'tus-resumable': '1.0.0' };
    const { sessionId, fileId: tusId } = await reserve(bytes, 'by tus.bin');
    const created = await fetch(`${outside}/files/tus`, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
      },
    });
    const location = created.headers.get('location') ?? '';
    expect([created.status, location]).toEqual([201, `${outside}/files/tus/${sessionId}`]);
    for (let offset = 0; offset < bytes.length; offset += 64 * MiB) {
      const patched = await fetch(location, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: bytes.subarray(offset, offset + 64 * MiB),
      });
      expect(patched.status).toBe(204);
    }

    for (const id of [fileId, tusId]) {
      const { downloadUrl } = await client.files.downloadUrl(id);
      expect(downloadUrl.startsWith(`${outside}/files/`)).toBe(true);
      const response = await fetch(downloadUrl);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(await sha256(response.body)).toBe(expected);
      const part = await fetch(downloadUrl, { headers: { range: 'bytes=149999990-' } });
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(149_999_990))).toBe(true);
    }
  });

  it.skipIf(program === undefined)('the metrics are not passed on', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    for (const path of ['/metrics', '/metrics?all', '/%6detrics', '//metrics', '/./metrics'])
      expect([path, (await fetch(outside + path, { headers })).status]).toEqual([path, 404]);
  });

  it.skipIf(program === undefined)('pages, their assets and their cookies stay below the path', async () => {
    const login = await fetch(`${outside}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    const cookies = login.headers.getSetCookie();
    expect(cookies.length).toBe(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/drive; .*Secure/);

    for (const path of ['/', '/sign-in', '/upload', '/api/docs']) {
      const page = await fetch(outside + path, { headers: agent });
      expect([path, page.status]).toEqual([path, 200]);
      await expectOwnAddresses(await page.text());
    }
    const missing = await fetch(`${outside}/no-such-page`, { headers: agent });
    expect(missing.status).toBe(404);
    await expectOwnAddresses(await missing.text());
  });

  it.skipIf(program === undefined)('short links lead to the page of a share, and the page to the bytes', async () => {
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
    const { shareUrl, shortUrl } = await client.shares.create(fileId);
    const short = await fetch(shortUrl, { headers: agent, redirect: 'manual' });
    expect([short.status, short.headers.get('location')]).toEqual([302, shareUrl]);
    const page = await fetch(shareUrl, { headers: agent });
    const html = await page.text();
    expect([page.status, html]).toEqual([200, expect.stringContaining('hello.txt')]);
    await expectOwnAddresses(html);
    expect(await (await fetch(shortUrl, { headers: { 'user-agent': 'curl/8.0' } })).text()).toBe('hello');
  });

  it.skipIf(program === undefined)('http is redirected to https', async () => {
    const response = await fetch(`http://localhost:${httpPort}/drive/upload`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      308,
      expect.stringMatching(/^https:.*\/drive\/upload$/),
    ]);
    expect((await fetch(`${outside}/healthz`)).headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it.skipIf(program === undefined)('events arrive immediately', async () => {
    const over = new AbortController();
    const stream = await fetch(`${outside}/api/users/me/events/stream`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: over.signal,
    });
    const { fileId } = await client.uploads.upload(new Blob(['news']), { name: 'news.txt' });
    const { shortUrl } = await client.shares.create(fileId);
    await (await fetch(shortUrl, { headers: { 'user-agent': 'curl/8.0' } })).text();
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('share.download')) break;
    }
    over.abort();
    for (const type of ['file.created', 'share.created', 'share.download']) expect(text).toContain(type);
  });

  it.skipIf(program === undefined)('[P-388] limits count the client’s IP address if the proxy is trusted', async () => {
    const [first, other, again, madeUp] = [
      await remaining(outside, '127.0.0.2'),
      await remaining(outside, '127.0.0.3'),
      await remaining(outside, '127.0.0.2', { 'x-forwarded-for': '127.0.0.9' }),
      await remaining(outside, '127.0.0.2', { 'x-forwarded-for': '203.0.113.1, 127.0.0.1' }),
    ];
    expect([other, again, madeUp]).toEqual([first, first - 1, first - 2]);
  });

  it.skipIf(program === undefined)('limits count the proxy’s IP address if it is not', async () => {
    const untrusted = await start({ DRIVE_TRUSTED_PROXIES: '' });
    const [first, ...others] = [
      await remaining(untrusted.outside, '127.0.0.2'),
      await remaining(untrusted.outside, '127.0.0.3'),
      await remaining(untrusted.outside, '127.0.0.4', { 'x-forwarded-for': '203.0.113.1' }),
    ];
    expect(others).toEqual([first - 1, first - 2]);
  });

  /** All URLs of this site on a page are below the path, and its assets exist. */
  async function expectOwnAddresses(html: string): Promise<void> {
    const found = [...html.matchAll(/\s(href|src|action)="([^"]*)"/g)];
    expect(found.length).toBeGreaterThan(0);
    for (const [, attribute = '', written = ''] of found) {
      const address = written.replaceAll('&amp;', '&');
      if (/^(#|data:|mailto:)/.test(address)) continue;
      const { origin } = new URL(outside);
      const { href } = new URL(address, `${outside}/x/y`);
      if (new URL(href).origin === origin) expect(href.startsWith(`${outside}/`) || href === outside).toBe(true);
      if (attribute === 'src') expect([href, (await fetch(href)).status]).toEqual([href, 200]);
    }
  }
});

/** The remaining calls of a client with this address of this machine, whose limit is unused before. */
function remaining(outside: string, from: string, headers: Record<string, string> = {}): Promise<number> {
  const url = new URL(`${outside}/api/public/config`);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      servername: 'localhost',
      port: url.port,
      path: url.pathname,
      localAddress: from,
    };
    const request = httpsRequest({
      ...options,
      headers: { host: url.host, ...headers },
      ca: getCACertificates('default'),
    });
    request.once('response', (response) => {
      response.resume();
      resolve(Number(response.headers['x-ratelimit-remaining']));
    });
    request.once('error', reject).end();
  });
}
