import { endpoints } from '@drive/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive, type DriveOptions } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';

let drive: Drive | undefined;
const start = async (options?: DriveOptions): Promise<Drive> => (drive = await startDrive(options));
afterEach(() => drive?.close());

describe('the public configuration', () => {
  it('[P-316] matches the settings, and needs no credential', async () => {
    const { fetch } = await start({
      settings: {
        FREE_USER_MAX_BYTES: '1MiB',
        REGISTRATION: 'open',
        TRASH_RETENTION_DAYS: '7',
        ANONYMOUS_UPLOADS: 'off',
      },
    });
    const response = await fetch('/api/public/config');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      freeUserMaxBytes: 1_048_576,
      paidUserMaxBytes: 100 * 1024 ** 3,
      anonymousMaxFilesPerBatch: 10,
      anonymousMaxBytes: 100 * 1024 ** 2,
      anonymousUploads: false,
      captcha: { provider: 'none', siteKey: null },
      registration: 'open',
      oidc: null,
      passkeys: false,
      passwordLogin: true,
      mailDelivery: 'outbox',
      shareMaxExpiryDays: 365,
      archiveMaxBytes: 20 * 1024 ** 3,
      trashRetentionDays: 7,
      versionsKeep: 10,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  it('says that emails are sent if there is a mail server', async () => {
    const { fetch } = await start({ settings: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' } });
    expect(await (await fetch('/api/public/config')).json()).toMatchObject({ mailDelivery: 'smtp' });
  });
});

describe('the API description', () => {
  it('contains every endpoint and names this server by its base URL', async () => {
    const { fetch } = await start({ settings: { BASE_URL: 'https://example.org/drive' } });
    const description = (await (await fetch('/api/openapi.json')).json()) as {
      servers: unknown;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(description.servers).toEqual([{ url: 'https://example.org/drive' }]);
    const described = Object.values(description.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(described).toEqual(expect.arrayContaining(Object.keys(endpoints)));
  });
});

describe('a server below a path', () => {
  it('answers with and without the path, and issues URLs with it', async () => {
    const { fetch, createUser } = await start({ settings: { BASE_URL: 'https://example.org/drive' } });
    const { key } = await createUser();
    for (const path of ['/drive/api/me', '/api/me']) expect((await fetch(path, { key })).status).toBe(200);
    expect((await fetch('/driven/api/me', { key })).status).toBe(404);
    expect((await fetch('/drive/healthz')).status).toBe(200);
    const json = { fileName: 'a', contentType: 'text/plain', fileSizeBytes: 1 };
    const reserved = (await (await fetch('/drive/api/uploads', { method: 'POST', key, json })).json()) as {
      uploadUrl: string;
    };
    expect(reserved.uploadUrl).toMatch(/^https:\/\/example\.org\/drive\/files\//);
    const path = reserved.uploadUrl.slice('https://example.org'.length);
    expect((await fetch(path, { method: 'PUT', body: 'x' })).status).toBe(200);
  });
});

describe('health', () => {
  it('is reported by healthz while the process runs, and by readyz while its dependencies answer', async () => {
    const { fetch } = await start();
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(path);
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    }
  });

  it('is not ready without its storage, and logs the reason', async () => {
    const { fetch, logged } = await start({
      blobs: (disk) => overriding(disk, { ping: () => Promise.reject(new Error('input/output error')) }),
    });
    const response = await fetch('/readyz');
    expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining('input/output')]);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(logged).toContainEqual(expect.objectContaining({ level: 'warn', event: 'storage does not answer' }));
    expect((await fetch('/healthz')).status).toBe(200);
  });

  it('is not ready within seconds if its storage does not answer', async () => {
    const { fetch } = await start({ blobs: (disk) => overriding(disk, { ping: () => new Promise(() => {}) }) });
    expect((await fetch('/readyz')).status).toBe(503);
  });

  it('asks an answering storage once in three seconds at most, and a failing one each time', async () => {
    let asked = 0;
    let fails = false;
    const ping = async (): Promise<void> => {
      asked += 1;
      if (fails) throw new Error('refused');
    };
    const { fetch, clock } = await start({ blobs: (disk) => overriding(disk, { ping }) });
    for (const _ of [1, 2, 3]) expect((await fetch('/readyz')).status).toBe(200);
    expect(asked).toBe(1);
    clock.advance(3000);
    fails = true;
    for (const _ of [1, 2]) expect((await fetch('/readyz')).status).toBe(503);
    expect(asked).toBe(3);
  });

  it('is not ready once it drains, while everything else is answered', async () => {
    const { fetch, app } = await start();
    app.drain();
    const response = await fetch('/readyz');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    for (const path of ['/healthz', '/api/public/config']) expect((await fetch(path)).status).toBe(200);
  });

  it('is not ready once its jobs stall', async () => {
    const { fetch, jobs } = await start();
    await jobs.stop();
    expect((await fetch('/readyz')).status).toBe(503);
  });

  it('is not ready without its database', async () => {
    const running = await start();
    const ping = running.database.ping;
    Object.assign(running.database, { ping: () => Promise.reject(new Error('gone')) });
    expect((await running.fetch('/readyz')).status).toBe(503);
    Object.assign(running.database, { ping });
    expect((await running.fetch('/readyz')).status).toBe(200);
  });
});
