import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DriveClient } from '@drive/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { admin, createKey, freePort, freshMachine, startServer } from './programs.ts';
import { nginx, startNginx } from './proxies/nginx.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ends: (() => unknown)[] = [];

afterAll(async () => {
  for (const end of ends) await end();
});

describe.skipIf(nginx === undefined)('behind nginx, which sends the bytes of downloads', () => {
  it('uploads and downloads are complete, also ranges and share links, and are counted', async () => {
    const { env, home, dataDirectory } = freshMachine();
    const [httpsPort, httpPort] = [await freePort(), await freePort()];
    const outside = `https://localhost:${httpsPort}`;
    const server = await startServer({
      ...env,
      DRIVE_BASE_URL: outside,
      DRIVE_OFFLOAD: 'x-accel',
      DRIVE_TRUSTED_PROXIES: '127.0.0.1/32',
    });
    ends.push(() => server.end('SIGKILL'));
    const directory = join(home, 'nginx');
    mkdirSync(directory);
    chmodSync(home, 0o755);
    const proxy = await startNginx({
      directory,
      upstream: server.url,
      belowPath: false,
      httpsPort,
      httpPort,
      blobs: join(dataDirectory, 'blobs'),
    });
    ends.push(proxy.end);
    setDefaultCACertificates([...getCACertificates('default'), proxy.authority]);

    const client = new DriveClient({ baseUrl: outside, apiKey: await createKey(env, admin.email) });
    const bytes = randomBytes(3_000_000);
    const { fileId } = await client.uploads.upload(new Blob([bytes]), { name: 'film "é".bin' });
    const { shortUrl } = await client.shares.create(fileId);
    const { downloadUrl } = await client.files.downloadUrl(fileId);
    // Without nginx, the response contains only the header for it.
    const direct = await fetch(downloadUrl.replace(outside, server.url));
    expect(direct.headers.get('x-accel-redirect')).toMatch(/^\/drive-blobs\/[a-z0-9]+\/[a-z0-9]+$/);
    expect((await direct.arrayBuffer()).byteLength).toBe(0);

    const whole = await fetch(downloadUrl);
    expect(whole.headers.get('content-disposition')).toContain('attachment');
    expect(whole.headers.get('x-accel-redirect')).toBeNull();
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(bytes));
    const part = await fetch(downloadUrl, { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 1000-1999/3000000');
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
    // Validators are the same whoever sends the bytes, and conditions hold.
    const head = await fetch(downloadUrl, { method: 'HEAD' });
    for (const answer of [whole, part])
      for (const name of ['etag', 'last-modified', 'cache-control', 'content-type'])
        expect([name, answer.headers.get(name)]).toEqual([name, head.headers.get(name)]);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const etag = head.headers.get('etag') ?? '';
    const date = head.headers.get('last-modified') ?? '';
    expect(etag).toBe(`"${sha256(bytes)}"`);
    const statusOf = async (headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(downloadUrl, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (const [status, headers] of [
      [200, { 'if-match': etag }],
      [412, { 'if-match': '"x"' }],
      [304, { 'if-none-match': etag }],
      [200, { 'if-none-match': '"x"' }],
      [304, { 'if-modified-since': date }],
      [200, { 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }],
      [200, { 'if-unmodified-since': date }],
      [412, { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }],
      [206, { range: 'bytes=5-', 'if-range': etag }],
      [206, { range: 'bytes=5-', 'if-range': date }],
      [200, { range: 'bytes=5-', 'if-range': '"x"' }],
      [206, { range: 'bytes=5-9223372036854775807' }],
      [416, { range: 'bytes=3000000-' }],
    ] as [number, Record<string, string>][])
      expect([headers, await statusOf(headers)]).toEqual([headers, status]);
    const linked = await fetch(shortUrl, { headers: { 'user-agent': 'curl/8.0' } });
    expect(sha256(new Uint8Array(await linked.arrayBuffer()))).toBe(sha256(bytes));
    expect(await client.files.get(fileId)).toMatchObject({ downloadCount: 2 });

    expect((await fetch(`${outside}/drive-blobs/`)).status).toBe(404);
    await client.files.trash(fileId);
    expect((await fetch(downloadUrl)).status).toBe(404);
  });
});
