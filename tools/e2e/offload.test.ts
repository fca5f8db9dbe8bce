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
    const linked = await fetch(shortUrl, { headers: { 'user-agent': 'curl/8.0' } });
    expect(sha256(new Uint8Array(await linked.arrayBuffer()))).toBe(sha256(bytes));
    expect(await client.files.get(fileId)).toMatchObject({ downloadCount: 2 });

    expect((await fetch(`${outside}/drive-blobs/`)).status).toBe(404);
    await client.files.trash(fileId);
    expect((await fetch(downloadUrl)).status).toBe(404);
  });
});
