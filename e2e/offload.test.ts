import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { admin, createKey, freshMachine, startServer } from './programs.ts';

const nginx = ['/usr/sbin/nginx', 'nginx'].find((path) => spawnSync(path, ['-v']).status === 0);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ends: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const end of ends) await end();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** What docs/operating.md tells people to write, but for the addresses, the certificate and the paths. */
function configOf(directory: string, blobs: string, port: number, upstream: string): string {
  const page = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
  const written = /```nginx\n(server \{[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const server = written
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, '')
    .replace('http://127.0.0.1:8080', upstream)
    .replace('/var/lib/drive/blobs/', `${blobs}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  return `
    daemon off; master_process off; pid ${directory}/pid; error_log ${directory}/error.log;
    events {}
    http { access_log off; ${temporary.join(' ')} ${server} }`;
}

describe.skipIf(nginx === undefined)('behind nginx, which sends the bytes of downloads itself', () => {
  it('uploads and downloads are the same, whole, in ranges and by a link, and count', async () => {
    const { env, home, dataDirectory } = freshMachine();
    const port = await freePort();
    const outside = `http://127.0.0.1:${port}`;
    const server = await startServer({
      ...env,
      DRIVE_BASE_URL: outside,
      DRIVE_OFFLOAD: 'x-accel',
      DRIVE_TRUSTED_PROXIES: '127.0.0.1/32',
    });
    ends.push(() => server.end('SIGKILL'));
    const directory = join(home, 'nginx');
    mkdirSync(directory);
    // nginx may read as another user.
    chmodSync(home, 0o755);
    writeFileSync(join(directory, 'nginx.conf'), configOf(directory, join(dataDirectory, 'blobs'), port, server.url));
    const proxy = spawn(nginx ?? '', ['-c', join(directory, 'nginx.conf'), '-p', directory, '-g', 'user root;'], {
      stdio: 'ignore',
    });
    ends.push(async () => proxy.kill('SIGKILL'));
    await listens(port);

    const client = new DriveClient({ baseUrl: outside, apiKey: await createKey(env, admin.email) });
    const bytes = randomBytes(3_000_000);
    const { fileId } = await client.uploads.upload(new Blob([bytes]), { name: 'film "é".bin' });
    const { shortUrl } = await client.shares.create(fileId);
    const { downloadUrl } = await client.files.downloadUrl(fileId);
    // Straight from the server there is only the word for nginx.
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

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    await pause(20);
  }
}
