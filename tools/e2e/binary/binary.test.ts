import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { startPainter, type Painter } from '@drive/thumbnails/test/painter';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCertificate } from '../../../packages/internal/guarded-fetch/test/certificate.ts';
import { readZip } from '../../../packages/internal/zip/test/zip-reader.ts';
import { admin, createKey, freshMachine, run, startCommand, type Output, type RunningServer } from '../programs.ts';
import { createWebhook, startReceiver, type WebhookReceiver } from '../webhook-receivers.ts';
import { forbidRunningData, linkedBy, makeBareRoot, removeBareRoot, type BareRoot } from './bare-root.ts';
import { multiplyFile } from './multiply-file.ts';

const serverBinary = process.env.DRIVE_E2E_SERVER ?? '';
const cliBinary = process.env.DRIVE_E2E_CLI ?? '';
const binaries = [
  ['drive-server', serverBinary],
  ['drive-cli', cliBinary],
] as const;

const sequence = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `needle ${from + index}`);

describe.each(binaries)('the single binary %s', (name, binary) => {
  const nothing = mkdtempSync(join(tmpdir(), 'drive-nothing-'));
  afterAll(() => rmSync(nothing, { recursive: true, force: true }));

  it('prints help in an empty directory without environment variables, and leaves nothing there', async () => {
    const { code, stdout, stderr } = await run(binary, ['--help'], { env: {}, cwd: nothing });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(name);
    expect(readdirSync(nothing)).toEqual([]);
  });

  it('links only the C and C++ libraries', () => {
    const libraries = linkedBy(binary).map((file) => /([^/]+?)\.so/.exec(file)?.[1]);
    expect(new Set(libraries)).toEqual(
      new Set(['libdl', 'libstdc++', 'libm', 'libgcc_s', 'libpthread', 'libc', libraries.at(-1)]),
    );
    expect(libraries.at(-1)).toMatch(/^ld-linux/);
  });

  it('names the licenses of everything it contains', async () => {
    const { code, stdout } = await run(binary, ['licenses'], { env: {}, cwd: nothing });
    expect(code).toBe(0);
    expect(stdout).toContain('Node.js is licensed for use as follows');
    const works = name === 'drive-server' ? ['better-sqlite3', 'hono', 'pg', 'wasm-vips'] : ['commander', 'uqr'];
    for (const work of works) expect(stdout).toMatch(new RegExp(`^${work} \\d`, 'm'));
    const lesser = ['glib', 'libheif', 'libvips', 'GNU LESSER GENERAL PUBLIC LICENSE'];
    for (const text of lesser) expect(stdout.includes(text)).toBe(name === 'drive-server');
  });

  it('loads its parts when they are needed', async ({ skip }) => {
    if (name !== 'drive-cli') skip('drive-server needs a running server for that');
    const { stdout, stderr } = await run(binary, ['version', '--jq', '.version | length > 4'], {
      env: {},
      cwd: nothing,
    });
    expect([stdout, stderr]).toEqual(['true\n', '']);
  });

  describe('ignores settings for Node:', () => {
    const evil = join(nothing, 'evil.cjs');
    const mark = join(nothing, 'mark');
    beforeAll(() => writeFileSync(evil, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'ran')`));

    let plain: Output;
    beforeAll(async () => {
      plain = await run(binary, ['--help'], { env: {}, cwd: nothing });
    });

    it.each([
      ['NODE_OPTIONS', `--require ${evil}`],
      ['NODE_OPTIONS', `--import ${evil}`],
      ['NODE_OPTIONS', '--inspect=127.0.0.1:0'],
      ['NODE_OPTIONS', '--no-such-option'],
      ['NODE_REDIRECT_WARNINGS', join(nothing, 'warnings')],
      ['NODE_PATH', nothing],
    ])('%s=%s', async (variable, value) => {
      expect(await run(binary, ['--help'], { env: { [variable]: value }, cwd: nothing })).toEqual(plain);
      expect(readdirSync(nothing)).toEqual(['evil.cjs']);
    });

    it.each(['--inspect=127.0.0.1:0', '--eval=1', `--require=${evil}`])('%s', async (flag) => {
      const { code, stderr } = await run(binary, [flag], { env: {}, cwd: nothing });
      expect(code).toBe(2);
      expect(stderr).toMatch(/unknown option|Unknown option/i);
      expect(existsSync(mark)).toBe(false);
    });
  });
});

it('the single binary of the server finds the role of its container for an object storage', async () => {
  const keys = { AccessKeyId: 'of-the-role', SecretAccessKey: 'secret', Token: 'token' };
  const signed: unknown[] = [];
  const both = createServer((request, response) => {
    if (request.url === '/role') return response.end(JSON.stringify({ ...keys, Expiration: '2099-01-01T00:00:00Z' }));
    signed.push(request.headers.authorization);
    return response.writeHead(403).end();
  });
  await once(both.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(both.address() as AddressInfo).port}`;
  const { env } = freshMachine();
  const { code, stderr } = await run(serverBinary, ['serve'], {
    env: {
      DRIVE_DATA_DIR: env['DRIVE_DATA_DIR'] ?? '',
      DRIVE_PORT: '0',
      DRIVE_STORAGE_URL: 's3://drive/files',
      DRIVE_S3_ENDPOINT: url,
      DRIVE_S3_CREDENTIALS: 'role',
      DRIVE_BASE_URL: 'https://drive.example.com',
      DRIVE_SMTP_URL: 'smtp://127.0.0.1:9',
      DRIVE_MAIL_FROM: 'drive@example.com',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/role`,
    },
  });
  both.close();
  expect([code === 0, stderr]).toEqual([
    false,
    expect.stringContaining('refuses the credentials for the bucket drive'),
  ]);
  expect(signed[0]).toContain('Credential=of-the-role/');
});

describe('the single binary of the server, without other programs', () => {
  const root: BareRoot | undefined = makeBareRoot(serverBinary);
  const settings = { DRIVE_DATA_DIR: '/data', DRIVE_PORT: '0', DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  let painter: Painter;
  let receiver: WebhookReceiver;
  let server: RunningServer;
  let client: DriveClient;
  let apiKey: string;

  beforeAll(async () => {
    if (root === undefined) return;
    painter = await startPainter();
    receiver = await startReceiver(testCertificate, () => ({ status: 204, afterMs: 0 }));
    writeFileSync(join(root.path, 'authority.pem'), testCertificate.cert);
    server = await startCommand(root.command, {
      ...settings,
      NODE_EXTRA_CA_CERTS: '/authority.pem',
      // Worker threads would read it.
      NODE_OPTIONS: '--require /nowhere.cjs',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      DRIVE_ANONYMOUS_UPLOADS: 'on',
      DRIVE_ADMIN_EMAIL: admin.email,
      DRIVE_ADMIN_PASSWORD: admin.password,
    });
    const [chroot, ...args] = root.command;
    const { stdout } = await run(chroot, [...args, 'key', 'create', '--email', admin.email], { env: settings });
    apiKey = stdout.trim();
    client = new DriveClient({ baseUrl: server.url, apiKey });
  });
  afterAll(async () => {
    if (root === undefined) return;
    painter.close();
    await receiver.close();
    await server.end('SIGTERM');
    rmSync(root.path, { recursive: true, force: true });
  });

  it.skipIf(root === undefined)('sends visitors shared files and notifies a webhook', async () => {
    await createWebhook(server.url, apiKey, `https://127.0.0.1:${receiver.port}/`);
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
    const { shortUrl } = await client.shares.create(fileId, {});
    const page = await fetch(shortUrl, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('hello.txt')]);
    const plain = await fetch(shortUrl, { headers: { accept: '*/*', 'user-agent': 'curl/8' } });
    expect(await plain.text()).toBe('hello');
    await expect.poll(() => receiver.receptions.length, { timeout: 15_000 }).toBeGreaterThan(0);
    expect(receiver.receptions[0]?.body).toContain(fileId);
  });

  it.skipIf(root === undefined)('accepts a tus upload in chunks', async () => {
    const reserved = await client.uploads.create({ fileName: 'a.bin', contentType: 'text/plain', fileSizeBytes: 11 });
    const headers = { authorization: `Bearer ${apiKey}`, 'tus-resumable': '1.0.0' };
    for (const [offset, piece] of [
      [0, 'hello '],
      [6, 'world'],
    ] as const) {
      const answer = await fetch(`${server.url}/files/tus/${reserved.sessionId}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: piece,
      });
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(offset + piece.length)]);
    }
    expect(await (await client.files.download(reserved.fileId)).text()).toBe('hello world');
  });

  it.skipIf(root === undefined).each([
    ['.jpg', {}],
    ['.avif', { effort: 0 }],
  ] as const)('makes a thumbnail of %s', async (suffix, options) => {
    const picture = painter.encode(painter.flag(800, 400), suffix, options);
    const { fileId } = await client.uploads.upload(new Blob([new Uint8Array(picture)]), { name: `flag${suffix}` });
    const previewUrl = async () => (await client.files.get(fileId)).previewUrl;
    await expect.poll(previewUrl, { timeout: 15_000 }).toBeTypeOf('string');
    const answer = await fetch((await previewUrl()) ?? '');
    const thumbnail = { bytes: new Uint8Array(await answer.arrayBuffer()), width: 512, height: 256 };
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect([painter.colorAt(thumbnail, 100, 128), painter.colorAt(thumbnail, 400, 128)]).toEqual(['red', 'blue']);
  });

  it.skipIf(root === undefined)('packs files into a ZIP', async () => {
    const { fileId } = await client.uploads.upload(new Blob(['one']), { name: 'one.txt' });
    const other = await client.uploads.upload(new Blob(['two']), { name: 'two.txt' });
    const { downloadUrl } = await client.files.archive([fileId, other.fileId]);
    const { body } = await fetch(downloadUrl);
    const { entries } = await readZip(body!);
    expect(entries.map(({ path }) => path).toSorted()).toEqual(['one.txt', 'two.txt']);
  });

  it.skipIf(root === undefined)('serves its API description and the scripts of its pages', async () => {
    const description = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { openapi: string };
    expect(description.openapi).toMatch(/^3\.1/);
    const page = await (await fetch(`${server.url}/upload`)).text();
    const scripts = [...page.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, path = '']) => new URL(path, server.url));
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect((await fetch(script)).status).toBe(200);
    const docs = await fetch(`${server.url}/api/docs`, { headers: { accept: 'text/html' } });
    expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining('<h1 lang="en">')]);
  });

  it.skipIf(root === undefined)('hands out the archives of the clients that it contains', async () => {
    for (const name of ['drive-sdk.tgz', 'drive-react.tgz', 'drive-cli.tgz']) {
      const archive = await fetch(`${server.url}/install/${name}`);
      const start = Buffer.from(await archive.arrayBuffer()).subarray(0, 2);
      expect([archive.status, start.toString('hex')]).toEqual([200, '1f8b']);
    }
  });

  it.skipIf(root === undefined)('searches many names in a thread, with the bundled SQLite', async () => {
    const { fileId } = await client.uploads.upload(new Blob(['x']), { name: 'needle 0' });
    expect(await server.end('SIGTERM')).toBe(0);
    multiplyFile(join(root!.data, 'drive.db'), fileId, 6000);
    server = await startCommand(root!.command, settings);
    client = new DriveClient({ baseUrl: server.url, apiKey });
    const found: string[] = [];
    for await (const { name } of client.files.list({ q: 'needle 60' })) found.push(name);
    expect(found.toSorted()).toEqual(['needle 60', ...sequence(600, 609), 'needle 6000'].toSorted());
    const maps = readFileSync(`/proc/${server.child.pid}/maps`, 'utf8');
    // Removed from its directory, and mapped once.
    const copies = new Set(maps.match(/\d+ +\S*better_sqlite3\.node.*$/gm));
    expect([...copies]).toEqual([expect.stringContaining('(deleted)')]);
  });

  it.skipIf(root === undefined)('leaves only its data behind', () => {
    expect(readdirSync(root!.path).toSorted()).toEqual(['authority.pem', 'data', 'lib', 'lib64', 'program']);
    expect(readdirSync(root!.data).filter((entry) => entry.startsWith('drive-'))).toEqual([]);
  });
});

describe('the single binary of the CLI, without other programs', () => {
  const root: BareRoot | undefined = makeBareRoot(cliBinary);
  const { env, home } = freshMachine();
  let server: RunningServer;
  let settings: Record<string, string>;
  beforeAll(async () => {
    server = await startCommand([serverBinary], env);
    settings = { DRIVE_BASE_URL: server.url, DRIVE_API_KEY: await createKey(env, admin.email) };
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
    if (root !== undefined) removeBareRoot(root);
  });

  it.skipIf(root === undefined)('uploads a file, and downloads it again', async () => {
    const [chroot, ...args] = root!.command;
    writeFileSync(join(root!.data, 'hello.txt'), 'hello');
    const sent = await run(chroot, [...args, 'upload', '/data/hello.txt', '--json'], { env: settings });
    expect(sent).toMatchObject({ code: 0 });
    const fetched = await run(chroot, [...args, 'download', '/hello.txt', '-o', '/data/again.txt'], { env: settings });
    expect(fetched).toMatchObject({ code: 0 });
    expect(readFileSync(join(root!.data, 'again.txt'), 'utf8')).toBe('hello');
  });
});

describe('the single binary of the server', () => {
  it('[P-518] opens no debugger port on SIGUSR1', async () => {
    const { env, home } = freshMachine();
    const server = await startCommand([serverBinary], env);
    server.child.kill('SIGUSR1');
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.complaints()).not.toContain('Debugger');
    rmSync(home, { recursive: true, force: true });
  });
});

describe('the single binary of the server, in a directory without execute permission', () => {
  const directory = mkdtempSync(join(tmpdir(), 'drive-noexec-'));
  const data = join(directory, 'data');
  let isMounted = false;
  beforeAll(() => {
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'noexec,size=4g', 'tmpfs', directory]).status === 0;
  });
  afterAll(() => {
    if (isMounted) spawnSync('umount', ['--lazy', directory]);
    rmSync(directory, { recursive: true, force: true });
  });

  it('stores its data nevertheless', async ({ skip }) => {
    skip(!isMounted, 'only root may mount a disk');
    const { env, home } = freshMachine();
    const server = await startCommand([serverBinary], { ...env, DRIVE_DATA_DIR: data });
    const key = await createKey({ ...env, DRIVE_DATA_DIR: data }, admin.email);
    const client = new DriveClient({ baseUrl: server.url, apiKey: key });
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
    expect(await (await client.files.download(fileId)).text()).toBe('hello');
    expect(await server.end('SIGTERM')).toBe(0);
    rmSync(home, { recursive: true, force: true });
  });

  it('stores it in a bare root, too, for an ordinary user', async ({ skip }) => {
    const root = makeBareRoot(serverBinary);
    skip(root === undefined || !forbidRunningData(root), 'only root may change the root and mount a disk');
    if (root === undefined) return;
    const settings = { DRIVE_DATA_DIR: '/data', DRIVE_PORT: '0' };
    const account = { DRIVE_ADMIN_EMAIL: admin.email, DRIVE_ADMIN_PASSWORD: admin.password };
    const server = await startCommand(root.command, { ...settings, ...account });
    const [chroot, ...args] = root.command;
    const key = await run(chroot, [...args, 'key', 'create', '--email', admin.email], { env: settings });
    const client = new DriveClient({ baseUrl: server.url, apiKey: key.stdout.trim() });
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'hello.txt' });
    expect(await (await client.files.download(fileId)).text()).toBe('hello');
    expect(readdirSync(join(root.path, 'tmp'))).toEqual([]);
    expect(await server.end('SIGTERM')).toBe(0);
    removeBareRoot(root);
  });

  it('says so if no directory permits it', async ({ skip }) => {
    skip(!isMounted, 'only root may mount a disk');
    const hidden = ['/dev/shm', '/var/tmp'].map((place) => `mount --bind ${directory} ${place}`).join(' && ');
    const refused = await run('unshare', ['--mount', 'sh', '-c', `${hidden} && exec "$0" user list`, serverBinary], {
      env: { PATH: process.env.PATH ?? '', TMPDIR: directory, DRIVE_DATA_DIR: data },
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^drive-server: A library could not be unpacked.*Set TMPDIR to a directory/);
  });
});
