import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryPostgres, startPostgres } from '@drive/database/test';
import { DriveClient } from '@drive/sdk';
import { uploadPath } from '@drive/sdk/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testCertificate } from '../../packages/internal/guarded-fetch/test/certificate.ts';
import { findFreePort, listMissingCephPrograms, startCeph, testKmsKey, testStorageClass, type Ceph } from './ceph.ts';
import { admin, createKey, freshMachine, runServer, startServer, type RunningServer } from './programs.ts';

const missing = listMissingCephPrograms();
if (missing.length > 0) console.warn(`SKIPPED: a server on S3, because this machine lacks ${missing.join(', ')}`);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const mib = 1024 * 1024;

describe.skipIf(missing.length > 0)('a server whose files are in an object storage', { timeout: 120_000 }, () => {
  let ceph: Ceph;
  beforeAll(async () => {
    ceph = await startCeph();
  });
  afterAll(() => ceph.stop());

  const running: RunningServer[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.end('SIGKILL');
  });

  let machines = 0;
  async function freshEnv(): Promise<Record<string, string>> {
    const port = await findFreePort();
    return {
      ...freshMachine().env,
      DRIVE_PORT: String(port),
      DRIVE_BASE_URL: `http://127.0.0.1:${port}`,
      DRIVE_SMTP_URL: 'smtp://127.0.0.1:9',
      DRIVE_MAIL_FROM: 'drive@example.com',
      DRIVE_STORAGE_URL: `s3://${ceph.bucket.bucket}/drive-${++machines}`,
      DRIVE_S3_ENDPOINT: ceph.bucket.endpoint,
      AWS_ACCESS_KEY_ID: ceph.bucket.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ceph.bucket.credentials.secretAccessKey,
      DRIVE_RATE_API: '0',
      DRIVE_RATE_APIKEY: '0',
    };
  }
  async function start(env: Record<string, string>): Promise<RunningServer> {
    const server = await startServer(env);
    running.push(server);
    return server;
  }
  const clientOf = async (env: Record<string, string>): Promise<DriveClient> =>
    new DriveClient({ baseUrl: env['DRIVE_BASE_URL'] ?? '', apiKey: await createKey(env, admin.email) });
  const readSha256 = async (client: DriveClient, fileId: string): Promise<string> =>
    sha256(new Uint8Array(await (await client.files.download(fileId)).arrayBuffer()));
  /** The line that a start with these settings ends with. */
  const refusalOf = async (env: Record<string, string>): Promise<string> => {
    const { code, stderr } = await runServer(env, 'serve');
    expect(code).toBeGreaterThan(0);
    const lines = stderr.split('\n').filter((line) => /^drive-server: (?!WARNING)/.test(line));
    expect(lines).toHaveLength(1);
    return lines.join('');
  };

  it('says in one line what is wrong with its settings, and refuses the storage of another drive', async () => {
    const env = await freshEnv();
    expect(await refusalOf({ ...env, DRIVE_STORAGE_URL: 's3://nowhere' })).toContain('There is no bucket nowhere');
    expect(await refusalOf({ ...env, AWS_ACCESS_KEY_ID: 'nobody' })).toContain('InvalidAccessKeyId');
    expect(await refusalOf({ ...env, AWS_SECRET_ACCESS_KEY: 'wrong' })).toContain('SignatureDoesNotMatch');
    expect(await refusalOf({ ...env, DRIVE_S3_ENDPOINT: 'http://127.0.0.1:9' })).toContain('does not answer');

    expect(await refusalOf({ ...env, DRIVE_S3_STORAGE_CLASS: 'FROZEN' })).toContain(
      'refuses objects with DRIVE_S3_STORAGE_CLASS=FROZEN (',
    );
    const kms = { ...env, DRIVE_S3_ENCRYPTION: 'aws:kms' };
    expect(await refusalOf({ ...kms, DRIVE_S3_KMS_KEY_ID: 'none' })).toContain('DRIVE_S3_KMS_KEY_ID=none');

    const right = { ...kms, DRIVE_S3_KMS_KEY_ID: testKmsKey, DRIVE_S3_STORAGE_CLASS: testStorageClass };
    await (await start(right)).end('SIGTERM');
    const other = { ...(await freshEnv()), DRIVE_STORAGE_URL: env['DRIVE_STORAGE_URL'] ?? '' };
    expect(await refusalOf(other)).toContain('belongs to another drive');
    const client = await clientOf(env);
    await start(env);
    await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
    for (const server of running.splice(0)) await server.end('SIGTERM');
    expect(await refusalOf({ ...env, DRIVE_STORAGE_URL: `s3://${ceph.bucket.bucket}/empty` })).toContain(
      'is not the storage of this database',
    );
    await start(env);
  });

  it('reads its credentials from a file', async () => {
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key, ...env } = await freshEnv();
    const folder = freshMachine().home;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'credentials');
    writeFileSync(
      file,
      `[other]\naws_access_key_id = x\n\n[drive]\naws_access_key_id = ${id}\naws_secret_access_key=${key}\n`,
    );
    const settings = { ...env, DRIVE_S3_CREDENTIALS_FILE: file };
    expect(await refusalOf(settings)).toContain('profile [default]');
    await start({ ...settings, DRIVE_S3_PROFILE: 'drive' });
  });

  it('[P-1743] reaches a storage and a Postgres whose certificates a private authority signed, and no other', async () => {
    const postgres = await startPostgres({ tls: testCertificate });
    onTestFinished(() => postgres.stop());
    const folder = freshMachine().home;
    mkdirSync(folder, { recursive: true });
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, testCertificate.cert);
    const databaseUrl = `${postgres.url}?sslmode=verify-full`;
    const onPostgres = (parameters = '') => ({ DRIVE_DATABASE_URL: databaseUrl + parameters });
    const env = { ...(await freshEnv()), DRIVE_SECRET: 's'.repeat(32), DRIVE_S3_ENDPOINT: ceph.tlsEndpoint };
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: authority };
    expect(await refusalOf(env)).toContain(
      'is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Name its authority in NODE_EXTRA',
    );
    expect(await refusalOf({ ...env, ...onPostgres() })).toContain(
      'by the parameter sslrootcert of DRIVE_DATABASE_URL',
    );
    expect(await refusalOf({ ...env, ...onPostgres(`&sslrootcert=${authority}.none`) })).toContain(
      'Check the files that parameters of DRIVE_DATABASE_URL name',
    );
    const settings = { ...trusting, ...onPostgres(`&sslrootcert=${authority}`) };
    await start(settings);
    const client = await clientOf(settings);
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
    expect(await readSha256(client, fileId)).toBe(sha256(Buffer.from('hello')));
    const connections = await queryPostgres(
      postgres.url,
      "select bool_and(ssl) as ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'drive-server'",
    );
    expect(connections).toEqual([{ ssl: true }]);
  });

  it('stores, checks, backs up and restores files', async () => {
    const env = await freshEnv();
    await start(env);
    const client = await clientOf(env);
    const contents = [randomBytes(20 * mib + 1), randomBytes(100)];
    const ids: string[] = [];
    for (const [index, bytes] of contents.entries())
      ids.push((await client.uploads.upload(new Blob([bytes]), { name: `${index}.bin` })).fileId);
    for (const [index, id] of ids.entries()) expect(await readSha256(client, id)).toBe(sha256(contents[index]!));

    const { stderr, code } = await runServer(env, 'doctor', '--read-data');
    expect([code, stderr]).toEqual([0, expect.stringContaining('no damage found (every byte was read)')]);

    const file = join(freshMachine().home, 'drive.tar');
    mkdirSync(join(file, '..'), { recursive: true });
    expect(await runServer(env, 'backup', file)).toMatchObject({ code: 0 });
    expect(
      (await runServer({ ...(await freshEnv()), DRIVE_STORAGE_URL: env['DRIVE_STORAGE_URL'] ?? '' }, 'restore', file))
        .stderr,
    ).toContain('into an empty storage only');
    const restored = await freshEnv();
    expect(await runServer(restored, 'restore', file)).toMatchObject({ code: 0 });
    await start(restored);
    const again = await clientOf(restored);
    for (const [index, id] of ids.entries()) expect(await readSha256(again, id)).toBe(sha256(contents[index]!));
  });

  it('lets the SDK send and receive bytes without it, and by itself if the storage cannot be reached', async () => {
    const env = {
      ...(await freshEnv()),
      DRIVE_DIRECT_UPLOADS: 'on',
      DRIVE_OFFLOAD: 'redirect',
      DRIVE_METRICS_TOKEN: 'm'.repeat(24),
    };
    const server = await start(env);
    const client = await clientOf(env);
    const readTraffic = async (): Promise<{ received: number; sent: number }> => {
      const text = await (
        await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${'m'.repeat(24)}` } })
      ).text();
      const of = (name: string): number =>
        Array.from(text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'gm')), ([, value]) =>
          Number(value),
        ).reduce((sum, value) => sum + value, 0);
      return { received: of('drive_http_received_bytes_total'), sent: of('drive_http_sent_bytes_total') };
    };
    const content = randomBytes(20 * mib + 1);
    const folder = freshMachine().home;
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'film.bin');
    writeFileSync(path, content);

    const progress: number[] = [];
    const options = { onProgress: ({ bytes }: { readonly bytes: number }) => void progress.push(bytes) };
    const ids = [
      (await uploadPath(client, path, options)).fileId,
      (await uploadPath(client, path, { ...options, resumable: true })).fileId,
    ];
    expect(progress.length).toBeGreaterThan(4);
    for (const id of ids) expect(await readSha256(client, id)).toBe(sha256(content));
    const { received, sent } = await readTraffic();
    expect(Math.max(received, sent)).toBeLessThan(mib);

    const away = createServer().listen(0, '127.0.0.1');
    await once(away, 'listening');
    const { port } = away.address() as AddressInfo;
    away.close();
    await running.splice(0).at(-1)?.end('SIGTERM');
    await start({ ...env, DRIVE_S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${port}`, DRIVE_OFFLOAD: 'none' });
    const { fileId } = await uploadPath(client, path);
    expect(await readSha256(client, fileId)).toBe(sha256(content));
    await running.splice(0).at(-1)?.end('SIGTERM');
    const { stdout, stderr } = await runServer(env, 'doctor', '--read-data');
    expect([stdout, stderr]).toEqual(['', expect.stringContaining('no damage found')]);

    await start(env);
    const { directUrl, sessionId } = await client.uploads.create({
      fileName: 'again.bin',
      fileSizeBytes: 3,
      contentType: 'text/plain',
    });
    const put = async (): Promise<number> => (await fetch(directUrl ?? '', { method: 'PUT', body: 'abc' })).status;
    expect(await put()).toBe(200);
    // The recovery after the start may be looking at the same upload.
    await expect.poll(async () => (await client.uploads.status(sessionId)).status).toBe('COMPLETE');
    expect(await put()).toBe(200);
    // Another server may be about to complete it.
    expect(await runServer(env, 'doctor')).toMatchObject({ code: 0, stdout: '' });
    await running.splice(0).at(-1)?.end('SIGTERM');
    const leftOver = `orphan_upload: no open upload owns object direct/${sessionId} (3 bytes)`;
    expect(await runServer(env, 'doctor')).toMatchObject({ code: 1, stdout: `${leftOver}\n` });
    expect(await runServer(env, 'doctor', '--repair')).toMatchObject({ code: 0, stdout: `${leftOver} -- removed\n` });
    expect(await runServer(env, 'doctor')).toMatchObject({ code: 0, stdout: '' });
  });

  it('loses no acknowledged byte when it is killed in the middle of an upload, and leaves nothing behind', async () => {
    const env = await freshEnv();
    const content = randomBytes(18 * mib);
    const tus = { 'tus-resumable': '1.0.0' };
    for (let round = 0; round < 4; round += 1) {
      const server = await start(env);
      const client = await clientOf(env);
      const { sessionId, fileId } = await client.uploads.create({
        fileName: `${round}.bin`,
        fileSizeBytes: content.length,
        contentType: 'application/octet-stream',
      });
      const url = `${server.url}/files/tus/${sessionId}`;
      const patch = (offset: number) =>
        fetch(url, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          body: content.subarray(offset),
        });
      const sent = patch(0).catch(() => undefined);
      // From the first part to behind the last one.
      await sleep(60 + round * 120);
      await server.end('SIGKILL');
      await sent;
      await start(env);
      const head = await fetch(url, { method: 'HEAD', headers: tus });
      const offset = Number(head.headers.get('upload-offset'));
      if (offset < content.length) expect((await patch(offset)).status).toBe(204);
      expect(await readSha256(client, fileId)).toBe(sha256(content));
      await running.splice(0).at(-1)?.end('SIGTERM');
      // Removes a multipart upload that was begun in the moment of the kill.
      expect(await runServer(env, 'sweep')).toMatchObject({ code: 0 });
      const { stdout, stderr } = await runServer(env, 'doctor', '--read-data');
      expect([stdout, stderr]).toEqual(['', expect.stringContaining('no damage found')]);
    }
  });

  it('answers 502 while the storage is away, stays, and continues the upload when it is back', async () => {
    const env = await freshEnv();
    const server = await start(env);
    const client = await clientOf(env);
    const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'a.txt' });
    const { downloadUrl: url } = await client.files.downloadUrl(fileId);
    await ceph.killGateway();
    const answer = await fetch(url);
    expect([answer.status, await answer.json()]).toEqual([502, expect.objectContaining({ error: expect.anything() })]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await ceph.startGateway();
    expect(await (await fetch(url)).text()).toBe('hello');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});
