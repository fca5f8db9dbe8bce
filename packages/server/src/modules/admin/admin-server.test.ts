import { minuteMs } from '@drive/base';
import type { AdminSetting, SettingsList, TestMail } from '@drive/contract';
import { afterEach, expect, it } from 'vitest';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../../test/drive.ts';
import { settingNames } from '../../settings.ts';

let drive: Drive;
let admin: TestUser;
let refusal: string | undefined;
afterEach(() => drive.close());

async function start(settings: NonNullable<DriveOptions['settings']> = {}, options: DriveOptions = {}): Promise<void> {
  refusal = undefined;
  drive = await startDrive({
    ...options,
    settings,
    onMail: () => {
      if (refusal !== undefined) throw new Error(refusal);
    },
  });
  admin = await drive.createUser({ isAdmin: true });
}

async function listSettings(): Promise<AdminSetting[]> {
  const response = await drive.fetch('/api/admin/settings', { key: admin.key });
  expect(response.status).toBe(200);
  return ((await response.json()) as SettingsList).settings;
}
const send = (json: object = {}): Promise<Response> =>
  drive.fetch('/api/admin/test-mail', { method: 'POST', key: admin.key, json });
const outcome = async (json?: object): Promise<TestMail> => (await (await send(json)).json()) as TestMail;

it('lists every setting with its effective value, its default and where it comes from', async () => {
  await start({ TRASH_RETENTION_DAYS: '7' });
  const settings = await listSettings();
  expect(settings).toHaveLength(settingNames.length);
  expect(settings).toContainEqual({
    name: 'DRIVE_TRASH_RETENTION_DAYS',
    meaning: 'Days after which trashed items are deleted; 0 keeps them.',
    value: '7',
    default: '30',
    source: 'environment',
    editable: false,
    restart: false,
    secret: false,
    options: null,
    group: 'retention',
  });
  expect(settings).toContainEqual(
    expect.objectContaining({ name: 'DRIVE_VERSIONS_KEEP', value: '10', source: 'default' }),
  );
  expect(settings).toContainEqual(expect.objectContaining({ name: 'DRIVE_CONTENT_URL', value: null, default: null }));
});

it('shows no secret', async () => {
  const password = 'never-shown-anywhere';
  await start({
    SMTP_URL: `smtp://me:${password}@mail.example`,
    MAIL_FROM: 'drive@example.com',
    METRICS_TOKEN: `${password}-by-anybody`,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: password,
  });
  const settings = await listSettings();
  expect(JSON.stringify(settings)).not.toContain(password);
  for (const name of ['DRIVE_SMTP_URL', 'DRIVE_METRICS_TOKEN', 'DRIVE_ADMIN_PASSWORD'])
    expect(settings).toContainEqual(expect.objectContaining({ name, value: '********', source: 'environment' }));
});

it('shows settings and sends test emails to administrators only', async () => {
  await start();
  const { key } = await drive.createUser();
  expect((await drive.fetch('/api/admin/settings', { key })).status).toBe(403);
  expect((await drive.fetch('/api/admin/test-mail', { method: 'POST', key })).status).toBe(403);
  expect(drive.mails).toEqual([]);
});

it('sends a test email at once, to the caller or to a given address', async () => {
  await start({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' });
  expect(await outcome()).toEqual({ to: admin.email, delivery: 'smtp', error: null });
  expect(await outcome({ to: ' ada@example.com ' })).toMatchObject({ to: 'ada@example.com', error: null });
  expect(drive.mails.map(({ to }) => to)).toEqual([admin.email, 'ada@example.com']);
  expect(drive.mails[0]?.text).toContain(`The Drive server at ${drive.url}`);
  expect((await send({ to: 'nobody' })).status).toBe(400);
});

it('returns the answer of a mail server that refuses the test email', async () => {
  await start({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' });
  refusal = 'Invalid login: 535 Authentication failed';
  expect(await outcome()).toEqual({ to: admin.email, delivery: 'smtp', error: refusal });
});

it('says that a server without a mail server only writes files', async () => {
  await start();
  expect(await outcome()).toEqual({ to: admin.email, delivery: 'outbox', error: null });
});

it('sends five test emails in an hour for each administrator, and no more', async () => {
  await start({ FEATURE_LIMITS: 'on' });
  for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(200);
  const refused = await send();
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_many_requests']);
  drive.clock.advance(60 * minuteMs);
  expect((await send()).status).toBe(200);
});
