import type { AdminSetting, AuditEntry, PublicConfig, SettingsList } from '@drive/contract';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { signInBy, startIssuer } from '../../../test/network/test-issuer.ts';
import { openSettings } from '../../app/open-settings.ts';
import { loadSettings } from '../../config.ts';
import { LiveSettings } from '../../live-settings.ts';
import { createSecrets } from '../../platform/secrets.ts';

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let drive: Drive;
let admin: TestUser;
let secrets = () => createSecrets(Buffer.alloc(32, 7));
beforeAll(async () => {
  drive = await startDrive({ settings: { DIRECTORY: 'exact' }, secrets: () => secrets() });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());
afterEach(async () => {
  const saved = (await list()).filter(({ source }) => source === 'saved');
  if (saved.length > 0) await save(Object.fromEntries(saved.map(({ name }) => [name, null])));
});

const send = (values: Readonly<Record<string, string | null>>, key = admin.key): Promise<Response> =>
  drive.fetch('/api/admin/settings', {
    method: 'PATCH',
    key,
    json: { settings: Object.entries(values).map(([name, value]) => ({ name, value })) },
  });

async function save(values: Readonly<Record<string, string | null>>): Promise<readonly AdminSetting[]> {
  const response = await send(values);
  expect({ status: response.status, body: response.status === 200 ? '' : await response.text() }).toMatchObject({
    status: 200,
  });
  return ((await response.json()) as SettingsList).settings;
}

async function list(): Promise<readonly AdminSetting[]> {
  const response = await drive.fetch('/api/admin/settings', { key: admin.key });
  return ((await response.json()) as SettingsList).settings;
}

const find = async (name: string): Promise<AdminSetting | undefined> =>
  (await list()).find((setting) => setting.name === name);
const publicConfig = async (): Promise<PublicConfig> =>
  (await (await drive.fetch('/api/public/config')).json()) as PublicConfig;
const me = async (): Promise<Record<string, unknown>> =>
  (await (await drive.fetch('/api/me', { key: admin.key })).json()) as Record<string, unknown>;
const textOf = async (path: string): Promise<string> =>
  (await drive.fetch(path, { headers: { accept: 'text/html' } })).text();

describe('a saved setting', () => {
  test('has its value without a restart wherever it is used', async () => {
    expect(await publicConfig()).toMatchObject({
      registration: 'invite',
      mailDelivery: 'outbox',
      anonymousUploads: true,
    });
    await save({
      DRIVE_INSTANCE_NAME: 'Acme Files',
      DRIVE_INSTANCE_LOGO: png,
      DRIVE_INSTANCE_COLOUR: '#aa0000',
      DRIVE_REGISTRATION: 'open',
      DRIVE_ANONYMOUS_UPLOADS: 'off',
      DRIVE_ANONYMOUS_MAX_FILES: '3',
      DRIVE_FREE_USER_MAX_BYTES: '2MiB',
      DRIVE_FREE_QUOTA_BYTES: '5MiB',
      DRIVE_USER_MAX_ITEMS: '7',
      DRIVE_TRASH_RETENTION_DAYS: '3',
      DRIVE_VERSIONS_KEEP: '2',
      DRIVE_SHARE_MAX_EXPIRY_DAYS: '9',
      DRIVE_SMTP_URL: 'smtp://mail.example',
      DRIVE_MAIL_FROM: 'drive@example.com',
    });
    expect(await publicConfig()).toMatchObject({
      registration: 'open',
      mailDelivery: 'smtp',
      anonymousUploads: false,
      anonymousMaxFilesPerBatch: 3,
      freeUserMaxBytes: 2 * 1024 * 1024,
      trashRetentionDays: 3,
      versionsKeep: 2,
      shareMaxExpiryDays: 9,
    });
    expect(await me()).toMatchObject({ maxFileBytes: 2 * 1024 * 1024, quotaBytes: 5 * 1024 * 1024 });
    const page = await textOf('/sign-in');
    expect(page).toContain('Acme Files');
    expect(page).toContain('Create an account');
    expect(page).toContain('<img src="/app/logo?v=');
    expect((await drive.fetch('/app/logo')).headers.get('content-type')).toBe('image/png');
    expect((await drive.fetch('/app/accent.css')).status).toBe(200);
    expect(await textOf('/app/app.webmanifest')).toContain('Acme Files');
    const tooLarge = { fileName: 'a', contentType: 'text/plain', fileSizeBytes: 3 * 1024 * 1024 };
    expect((await drive.fetch('/api/uploads', { method: 'POST', key: admin.key, json: tooLarge })).status).toBe(413);

    await save({ DRIVE_INSTANCE_NAME: null, DRIVE_INSTANCE_LOGO: null, DRIVE_REGISTRATION: null });
    expect(await textOf('/sign-in')).not.toMatch(/Acme Files|Create an account|app\/logo/);
    expect((await drive.fetch('/app/logo')).status).toBe(404);
  });

  test('brings a new share its default, and a deleted file its time in the trash', async () => {
    const upload = async (name: string): Promise<string> => {
      const response = await drive.fetch(`/files/by-path/${name}`, { method: 'PUT', key: admin.key, body: 'x' });
      return ((await response.json()) as { id: string }).id;
    };
    await save({ DRIVE_SHARE_FEEDBACK: 'on', DRIVE_TRASH_RETENTION_DAYS: '0' });
    const id = await upload('a.txt');
    const share = await drive.fetch(`/api/files/${id}/share`, { method: 'POST', key: admin.key, json: {} });
    expect(await share.json()).toMatchObject({ commentsEnabled: true, likesEnabled: true });
    await drive.fetch(`/api/files/${id}`, { method: 'DELETE', key: admin.key });
    const trashed = async (): Promise<number> =>
      ((await (await drive.fetch('/api/files/trash', { key: admin.key })).json()) as unknown[]).length;
    drive.clock.advance(400 * 86_400_000);
    await drive.drain();
    expect(await trashed()).toBe(1);
    await save({ DRIVE_TRASH_RETENTION_DAYS: '1' });
    drive.clock.advance(86_400_000);
    await drive.drain();
    expect(await trashed()).toBe(0);
  });

  test('turns single sign-on on and off', async () => {
    const issuer = await startIssuer();
    try {
      issuer.register(drive);
      issuer.users.set('subject', { email: 'sso@example.com', email_verified: true, name: 'Sso', groups: [] });
      expect((await drive.fetch('/api/auth/oidc/start')).status).toBe(404);
      await save(Object.fromEntries(Object.entries(issuer.settings).map(([name, value]) => [`DRIVE_${name}`, value])));
      expect(await publicConfig()).toMatchObject({ oidc: { name: expect.any(String) as string } });
      expect((await signInBy(drive, issuer, 'subject')).status).toBe(303);
      await save(Object.fromEntries(Object.keys(issuer.settings).map((name) => [`DRIVE_${name}`, null])));
      expect(await publicConfig()).toMatchObject({ oidc: null });
      expect((await drive.fetch('/api/auth/oidc/start')).status).toBe(404);
    } finally {
      await issuer.close();
    }
  });

  test('survives a restart, and reaches a server that another process has changed it for', async () => {
    await save({ DRIVE_INSTANCE_NAME: 'Acme' });
    await drive.restart();
    expect(await find('DRIVE_INSTANCE_NAME')).toMatchObject({ value: 'Acme', source: 'saved' });
    const { database } = drive;
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const operator = loadSettings({ flags: {}, env: { DRIVE_DATA_DIR: drive.config.dataDir } });
    const audit = { record: async () => {} };
    const { saved } = await openSettings(operator, { database, secrets: secrets(), audit, log });
    await saved.change('console', [{ name: 'DRIVE_INSTANCE_NAME', value: 'Other' }]);
    await drive.followSettings();
    expect(await textOf('/sign-in')).toContain('Other');
    await saved.change('console', [{ name: 'DRIVE_INSTANCE_NAME', value: null }]);
    await drive.followSettings();
    expect(await find('DRIVE_INSTANCE_NAME')).toMatchObject({ value: 'Drive', source: 'default' });
  });
});

describe('a change of settings', () => {
  test('[P-1660] is refused for what the operator has set, what needs a restart, and what is not valid', async () => {
    expect(await find('DRIVE_DIRECTORY')).toMatchObject({ source: 'environment', editable: false, restart: false });
    expect(await find('DRIVE_PORT')).toMatchObject({ editable: false, restart: true, group: 'operator' });
    expect(await find('DRIVE_REGISTRATION')).toMatchObject({
      editable: true,
      restart: false,
      options: ['open', 'invite', 'closed'],
      group: 'registration',
    });
    for (const [name, value, reason] of [
      ['DRIVE_DIRECTORY', 'on', /is set by the operator \(environment\)/],
      ['DRIVE_PORT', '1', /is read when the server starts/],
      ['DRIVE_NOTHING', 'x', /is not a setting/],
      ['PATH', 'x', /is not a setting/],
      ['DRIVE_REGISTRATION', 'everybody', /must be open or invite or closed/],
      ['DRIVE_INSTANCE_LOGO', '/etc/hostname', /must be an image/],
      ['DRIVE_INSTANCE_LOGO', 'data:image/png;base64,aGVsbG8=', /must be an SVG, PNG, WebP or JPEG/],
      ['DRIVE_SMTP_URL', '********', /must not be the mask/],
      ['DRIVE_SMTP_URL', 'smtp://mail.example', /DRIVE_MAIL_FROM is needed with DRIVE_SMTP_URL/],
    ] as const) {
      const response = await send({ DRIVE_INSTANCE_NAME: 'Never', [name]: value });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'validation_failed',
        message: expect.stringMatching(reason) as string,
      });
    }
    expect(await find('DRIVE_INSTANCE_NAME')).toMatchObject({ value: 'Drive', source: 'default' });
    const alone = await send({ DRIVE_SMTP_URL: 'smtp://mail.example' });
    expect(await alone.json()).toMatchObject({ errors: [{ field: 'DRIVE_MAIL_FROM', code: 'required' }] });
    const user = await drive.createUser();
    expect((await send({ DRIVE_INSTANCE_NAME: 'x' }, user.key)).status).toBe(403);
  });

  test('[P-1661] of several callers at once leaves no contradiction', async () => {
    await save({ DRIVE_SMTP_URL: 'smtp://mail.example', DRIVE_MAIL_FROM: 'drive@example.com' });
    const both = await Promise.all([
      send({ DRIVE_MAIL_FROM: null }),
      send({ DRIVE_SMTP_URL: 'smtp://other.example' }),
      send({ DRIVE_SMTP_URL: null }),
      send({ DRIVE_MAIL_FROM: null }),
    ]);
    expect(both.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
    const [url, from] = [await find('DRIVE_SMTP_URL'), await find('DRIVE_MAIL_FROM')];
    expect(url?.value === null || from?.value !== null).toBe(true);
  });

  test('of the issuer needs its own secret: nobody can send the saved one elsewhere', async () => {
    const issuer = { DRIVE_OIDC_ISSUER: 'https://login.example.com', DRIVE_OIDC_CLIENT_ID: 'drive' };
    await save({ ...issuer, DRIVE_OIDC_CLIENT_SECRET: 'of the first' });
    const other = { DRIVE_OIDC_ISSUER: 'https://other.example.com' };
    const refused = await send(other);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('DRIVE_OIDC_CLIENT_SECRET') as string }),
    ]);
    await save({ DRIVE_OIDC_ISSUER: null });
    expect((await send(other)).status).toBe(400);
    await save({ ...other, DRIVE_OIDC_CLIENT_SECRET: 'of the other' });
    await save({ ...issuer, DRIVE_OIDC_CLIENT_SECRET: null });
  });

  test('counts though a look for changes of others has read what was saved before', async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const operator = loadSettings({ flags: {}, env: { DRIVE_DATA_DIR: drive.config.dataDir } });
    let queries = 0;
    let meanwhile = async (): Promise<void> => {};
    const reader = (drive.database.reader as unknown as Kysely<unknown>).withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        if (queries === 2) await meanwhile();
        return result;
      },
    });
    const database = { reader, write: drive.database.write.bind(drive.database) } as unknown as Drive['database'];
    await save({ DRIVE_INSTANCE_NAME: 'Before' });
    const ports = { database, secrets: secrets(), audit: { record: async () => {} }, log };
    const { config, saved } = await openSettings(operator, ports);
    queries = 0;
    meanwhile = () => saved.change('console', [{ name: 'DRIVE_INSTANCE_NAME', value: 'After' }]);
    await saved.load();
    expect([queries, config.instanceName]).toEqual([4, 'After']);
    await drive.followSettings();
  });

  test('is in the audit log by the names of the settings', async () => {
    await save({ DRIVE_INSTANCE_NAME: 'Acme', DRIVE_MAIL_FROM: 'secret@example.com' });
    const response = await drive.fetch('/api/admin/audit?action=settings.changed&limit=1', { key: admin.key });
    const { audit } = (await response.json()) as { audit: AuditEntry[] };
    expect(audit[0]).toMatchObject({
      actor: { kind: 'user', email: admin.email },
      details: { changed: 'DRIVE_INSTANCE_NAME,DRIVE_MAIL_FROM' },
    });
    expect(JSON.stringify(audit)).not.toContain('secret@');
  });
});

test('[P-1662] a secret is stored encrypted, shown to nobody, and opens with the next master secret', async () => {
  await save({ DRIVE_SMTP_URL: 'smtp://me:pass-word@mail.example', DRIVE_MAIL_FROM: 'drive@example.com' });
  const rows = await drive.database.reader.selectFrom('saved_settings').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('pass-word');
  expect(await find('DRIVE_SMTP_URL')).toMatchObject({ value: '********', source: 'saved', secret: true });
  const [previous, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  secrets = () => createSecrets(next, previous);
  await drive.restart();
  await drive.drain();
  // The hash of the key is renewed when it is used.
  await list();
  secrets = () => createSecrets(next);
  await drive.restart();
  expect(await publicConfig()).toMatchObject({ mailDelivery: 'smtp' });
  expect(drive.logged.filter(({ setting }) => setting === 'DRIVE_SMTP_URL')).toEqual([]);
});

test('[P-1663] a saved value that is not valid in this version does not stop the start, and is named in the log', async () => {
  await drive.database.write(async (tx) => {
    await tx.deleteFrom('saved_settings').execute();
    await tx
      .insertInto('saved_settings')
      .values([
        { name: 'VERSIONS_DAYS', value: 'many', sealed: null, revision: 1000 },
        { name: 'FORMER_SETTING', value: 'x', sealed: null, revision: 1000 },
        { name: 'OIDC_CLIENT_SECRET', value: null, sealed: 'of another secret', revision: 1000 },
        { name: 'PASSWORD_LOGIN', value: 'off', sealed: null, revision: 1000 },
        { name: 'SHARE_MAX_EXPIRY_DAYS', value: '5', sealed: null, revision: 1000 },
      ])
      .execute();
  });
  await drive.restart();
  const leftOut = drive.logged.filter(({ event }) => event.includes('is left out')).map(({ setting }) => setting);
  expect(new Set(leftOut)).toEqual(
    new Set(['DRIVE_VERSIONS_DAYS', 'DRIVE_FORMER_SETTING', 'DRIVE_OIDC_CLIENT_SECRET', 'DRIVE_PASSWORD_LOGIN']),
  );
  expect(await find('DRIVE_VERSIONS_DAYS')).toMatchObject({ value: '30', source: 'default' });
  expect(await publicConfig()).toMatchObject({ passwordLogin: true, shareMaxExpiryDays: 5 });
  await save({ DRIVE_INSTANCE_NAME: 'Acme' });
  await save({
    DRIVE_FORMER_SETTING: null,
    DRIVE_VERSIONS_DAYS: null,
    DRIVE_OIDC_CLIENT_SECRET: null,
    DRIVE_PASSWORD_LOGIN: null,
  });
  drive.logged.length = 0;
  await drive.restart();
  expect(drive.logged.filter(({ event }) => event.includes('is left out'))).toEqual([]);
});

test('what keeps people out counts on without the saved settings that contradict those of the operator', () => {
  const env = { DRIVE_DATA_DIR: drive.config.dataDir, DRIVE_OIDC_SCOPES: 'profile email' };
  const live = new LiveSettings(loadSettings({ flags: {}, env }));
  const saved = {
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'drive',
    OIDC_ALLOWED_GROUPS: 'staff',
    PASSWORD_LOGIN: 'off',
    REQUIRE_2FA: 'all',
  };
  live.apply(new Map(Object.entries(saved)));
  const counts = live.list().filter(({ source }) => source === 'saved');
  expect(counts.map(({ name }) => name).toSorted()).toEqual(['DRIVE_OIDC_ALLOWED_GROUPS', 'DRIVE_REQUIRE_2FA']);
  const leftOut = live.leftOut.map(({ variable }) => variable);
  expect(leftOut.toSorted()).toEqual(['DRIVE_OIDC_CLIENT_ID', 'DRIVE_OIDC_ISSUER', 'DRIVE_PASSWORD_LOGIN']);
});
