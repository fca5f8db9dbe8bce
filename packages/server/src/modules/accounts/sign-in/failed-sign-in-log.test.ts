import { readFileSync } from 'node:fs';
import { createLog } from '@drive/base';
import { expect, it, onTestFinished } from 'vitest';
import { startDrive, type Drive, type DriveOptions } from '../../../../test/drive.ts';

const filter = readFileSync(new URL('../../../../../../deploy/fail2ban/filter.d/drive.conf', import.meta.url), 'utf8');
const failregex = /^failregex = (.*)$/m.exec(filter)?.[1] ?? '';

async function start(settings: DriveOptions['settings'] = {}): Promise<Drive> {
  const drive = await startDrive({ settings: { TRUSTED_PROXIES: '127.0.0.0/8', ...settings } });
  onTestFinished(() => drive.close());
  return drive;
}

const linesOf = (drive: Drive): string => {
  let text = '';
  const log = createLog({ level: 'info', format: 'json', clock: drive.clock, write: (lines) => (text += lines) });
  for (const { level, event, ...fields } of drive.logged) log[level](event, fields);
  log.flush();
  return text;
};
/** The IP addresses that fail2ban counts, in the order of the log. */
async function counted(drive: Drive): Promise<string[]> {
  await drive.app.idle();
  const pattern = new RegExp(failregex.replace('<ADDR>', '(?<ip>[0-9a-f.:]+)'));
  return linesOf(drive)
    .split('\n')
    .flatMap((line) => pattern.exec(line)?.groups?.['ip'] ?? []);
}

const login = (drive: Drive, from: string, json: object): Promise<Response> =>
  drive.fetch('/api/auth/login', { method: 'POST', json, headers: { 'x-forwarded-for': from } });
const submit = (drive: Drive, from: string, fields: Record<string, string>): Promise<Response> =>
  drive.fetch('/sign-in', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': from, 'sec-fetch-site': 'same-origin' },
  });

it('the filter for fail2ban finds the IP address of each failed sign-in, and of no other request', async () => {
  const drive = await start();
  const { email, password } = await drive.createUser();
  const statuses = [
    (await login(drive, '203.0.113.1', { email, password: 'wrong one' })).status,
    (await login(drive, '2001:db8:1:2:3::4', { email: 'nobody@example.com', password })).status,
    (await submit(drive, '203.0.113.2', { email, password: 'wrong one' })).status,
    (await login(drive, '203.0.113.3', { email, password })).status,
    (await submit(drive, '203.0.113.3', { email, password })).status,
    (await drive.fetch('/api/me', { key: 'svc_unknown', headers: { 'x-forwarded-for': '203.0.113.4' } })).status,
  ];
  expect(statuses).toEqual([401, 401, 401, 200, 303, 401]);
  await expect.poll(() => drive.logged.filter(({ event }) => event === 'request')).toHaveLength(statuses.length);
  expect(await counted(drive)).toEqual(['203.0.113.1', '2001:db8:1:2:3::4', '203.0.113.2']);
});

it('the log contains no IP address if the setting is off', async () => {
  const drive = await start({ LOG_CLIENT_IP: 'off' });
  await login(drive, '203.0.113.1', { email: 'nobody@example.com', password: 'wrong one' });
  await expect.poll(() => drive.logged.filter(({ event }) => event === 'request')).toHaveLength(1);
  expect(linesOf(drive)).not.toMatch(/203\.0\.113|127\.0\.0\.1/);
});
