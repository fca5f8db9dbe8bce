import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLog, hourMs, systemClock } from '@drive/base';
import { StorageError, type BlobStore } from '@drive/blobs';
import { endpoints, errorStatus, type EndpointShape } from '@drive/contract';
import { createSmtpMailer } from '@drive/mail';
import { startSmtp, type TestSmtp } from '@drive/mail/test';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { putBytes, reserveUpload } from '../../test/api/uploads.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../test/drive.ts';
import { startReceiver, toReceivers } from '../../test/network/receivers.ts';
import { overriding } from '../../test/overriding.ts';
import { sharedApi } from '../../test/shared.ts';
import { linkPath } from '../programs/open-ports.ts';

/** A marker in all data that the log must not contain, in any case and percent-encoded. */
const planted = 'zq7planted';
const networkOfClient = '203.0.113.77';

let drive: Drive;
let smtp: TestSmtp;
let isDiskGone = false;
beforeAll(async () => {
  smtp = await startSmtp();
  drive = await startDrive({
    settings: {
      REGISTRATION: 'open',
      FEATURE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.0/8',
      METRICS_TOKEN: `${planted}-of-at-least-24-characters`,
      LOG_CLIENT_IP: 'off',
    },
    outbound: toReceivers,
    mailer: createSmtpMailer({
      url: smtp.url,
      from: 'drive@example.com',
      clock: systemClock,
      random: { uuid: () => crypto.randomUUID() },
    } as never),
    blobs: (disk): BlobStore =>
      overriding(disk, {
        find: (key) => {
          if (isDiskGone) throw new StorageError('the disk is gone for now');
          return disk.find(key);
        },
      }),
  });
});
afterAll(async () => {
  await drive.close();
  await smtp.close();
});

/** Every line that was logged so far, from `debug` up, in both formats. */
function written(): string {
  let text = '';
  for (const format of ['json', 'pretty'] as const) {
    const log = createLog({ level: 'debug', format, clock: drive.clock, linkPath, write: (lines) => (text += lines) });
    for (const { level, event, ...fields } of drive.logged) log[level](event, fields);
    log.flush();
  }
  return text;
}

/** Values in responses that must not be in the log either. */
const given = new Set<string>();
const keep = (value: unknown): void => {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) keep(inner);
  // Codes and kinds are not secret; tokens, email addresses and links are.
  else if (typeof value === 'string' && (value.length >= 20 || value.includes('@')) && !isHarmless(value))
    given.add(value);
};
/** Collects short credentials, too: session ids of uploads and codes of links. */
const keepCredentials = (
  reservation: Partial<Record<'sessionId' | 'shareToken' | 'shortUrl', string | null>>,
): void => {
  const { sessionId, shareToken, shortUrl } = reservation;
  for (const credential of [sessionId, shareToken, shortUrl?.split('/').at(-1)])
    if (typeof credential === 'string') given.add(credential);
};
/** Ids, times, the directory of the data, and the codes of errors, which openapi.json lists. */
const isHarmless = (value: string): boolean =>
  Object.hasOwn(errorStatus, value) ||
  value === drive.config.dataDir ||
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ||
  /^\d{4}-\d\d-\d\dT/.test(value);

const headers = {
  'x-forwarded-for': networkOfClient,
  'user-agent': `agent ${planted}`,
  referer: `https://example.com/${planted}?token=${planted}`,
  'x-share-unlock': planted,
  'x-share-recipient': planted,
  'x-anything': planted,
};

async function call(
  method: string,
  path: string,
  options: { key?: string; session?: TestSession; json?: unknown } = {},
) {
  const response = await drive.fetch(path, { method, headers, ...options });
  const text = await response.text();
  const body: any = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined;
  if (response.status < 300) keep(body);
  return { status: response.status, body };
}

it('[P-80] the log names requests by id, route and account, and contains none of their data', async () => {
  const email = `${planted}.ann@example.com`;
  const user = await drive.createUser({ email, password: `${planted} password`, isAdmin: true });
  const session = await drive.signIn(user);
  given.add(user.key);
  for (const cookie of session.cookie.split('; ')) given.add(cookie.slice(cookie.indexOf('=') + 1));
  const { key } = user;
  const as = { key };

  await uses(user, session);
  // Every endpoint, with invalid values in the path, the query, the body and the credentials.
  for (const shape of Object.values(endpoints) as readonly EndpointShape[]) {
    const path = shape.path.replaceAll(/\{\w+\}/g, `${planted}%20%0A`);
    const json = shape.body === undefined ? {} : { json: { [planted]: planted, email, password: planted } };
    const query = `?token=${planted}&q=${planted}&path=/${planted}&email=${email}&r=${planted}`;
    for (const credential of [{}, as, { session }, { key: `svc_${planted}` }])
      if (shape.transport !== 'events' || !('key' in credential || 'session' in credential))
        await call(shape.method, path + query, { ...credential, ...json });
  }
  for (const path of [
    '/',
    '/share/',
    '/s/',
    '/p/',
    '/collect/',
    '/proof/',
    '/nowhere/',
    '/files/tus/',
    '/api/nowhere/',
  ])
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH'])
      await drive.fetch(`${path}${planted}?${planted}=${planted}`, {
        method,
        headers: { ...headers, accept: 'text/html', 'content-type': `text/${planted}` },
        ...(method === 'GET' ? {} : { body: planted }),
      });
  await call('GET', '/metrics', { key: planted });
  await drive.drain();

  const log = written();
  expect(log.toLowerCase()).not.toContain(planted);
  expect(log).not.toContain(networkOfClient);
  expect([...given].filter((secret) => log.includes(secret))).toEqual([]);
  // The log is not empty.
  const { id } = (await call('GET', '/api/me', as)).body as { id: string };
  const requests = drive.logged.filter(({ event }) => event === 'request');
  expect(requests.length).toBeGreaterThan(400);
  expect(requests.filter(({ userId }) => userId === id).length).toBeGreaterThan(100);
  for (const { requestId, route } of requests) {
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(route).toMatch(/^(none|\/[a-z0-9{}./-]*)$/i);
  }
  expect(given.size).toBeGreaterThan(15);
});

it('the log contains the reason of a server error, without the recipient of an email', async () => {
  const user = await drive.createUser({ email: `${planted}.bob@example.com`, isAdmin: true });
  const mine = sharedApi(drive, user);
  const id = await mine.put(`${planted} file.txt`, 'content');
  const { shareToken: token } = await mine.shareFile(id);
  const { body } = await call('GET', `/api/files/${id}/download-url`, { key: user.key });
  isDiskGone = true;
  onTestFinished(() => void (isDiskGone = false));
  await drive.fetch((body as { downloadUrl: string }).downloadUrl, { headers });
  isDiskGone = false;

  smtp.refusal = `no mailbox ${planted}.grace@example.com`;
  await call('POST', `/api/shares/${token}/recipients`, {
    key: user.key,
    json: { emails: [`${planted}.grace@example.com`], message: planted },
  });
  await call('POST', '/api/auth/password/forgot', { json: { email: user.email } });
  for (let tries = 0; tries < 12; tries += 1) {
    await drive.drain();
    drive.clock.advance(5 * hourMs);
  }
  expect(drive.logged.some(({ event }) => event === 'job given up')).toBe(true);
  const log = written();
  expect(log).not.toContain(planted);
  expect(log).not.toContain(token);
  expect([...given].filter((secret) => log.includes(secret))).toEqual([]);
  // Administrators do not see them in the jobs.
  const { jobs } = (await call('GET', '/api/admin/jobs?state=failed', { key: user.key })).body as { jobs: unknown[] };
  expect(jobs.length).toBeGreaterThan(0);
  expect(JSON.stringify(jobs)).not.toContain(planted);
});

it('the log does not name an upload session if its bytes cannot be written', async () => {
  const user = await drive.createUser({ email: `${planted}.eve@example.com` });
  const staging = join(drive.config.dataDir, 'staging');
  const bytes = Buffer.alloc(4_000_000);
  const sessions = await Promise.all(
    Array.from({ length: 6 }, () => reserveUpload(drive, user, { bytes: bytes.length, autoShare: true })),
  );
  for (const { sessionId } of sessions) {
    // A directory in place of the staged file: the error of the operating system contains its path.
    for (const name of [sessionId, `${sessionId}-put`]) mkdirSync(join(staging, name));
  }
  const [put, patch, create, status, cancel, garbage] = sessions.map(({ sessionId }) => sessionId);
  const tus = { ...headers, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  const statuses = [
    await drive.fetch(`/files/uploads/${put}`, { method: 'PUT', body: bytes, headers }),
    await drive.fetch(`/files/tus/${patch}`, {
      method: 'PATCH',
      body: bytes,
      headers: { ...tus, 'upload-offset': '0' },
    }),
    await drive.fetch('/files/tus', {
      method: 'POST',
      body: bytes,
      headers: {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': `sessionId ${btoa(create ?? '')}`,
      },
    }),
    await drive.fetch(`/api/uploads/${status}/status`, { key: user.key }),
    await drive.fetch(`/files/uploads/${cancel}`, { method: 'DELETE', headers }),
    await drive.fetch(`/files/uploads/${garbage}/%00%zz?${garbage}`, { method: 'PUT', body: 'x', headers }),
  ].map((response) => response.status);
  sessions.forEach(keepCredentials);
  await drive.restart();
  await drive.drain();
  for (const { sessionId } of sessions)
    for (const name of [sessionId, `${sessionId}-put`]) rmSync(join(staging, name), { recursive: true, force: true });

  const log = written();
  expect(log).toContain('/staging/[redacted]');
  expect([...given].filter((secret) => log.includes(secret))).toEqual([]);
  expect(statuses.filter((status) => status === 502).length).toBeGreaterThanOrEqual(3);
});

/** Uses the server with the marker in all data. */
async function uses(user: TestUser, session: TestSession): Promise<void> {
  const { key } = user;
  const as = { key };
  const mine = sharedApi(drive, user);
  const name = `${planted} report.txt`;
  const folder = await mine.folder(`${planted} folder`);
  const id = await mine.put(name, 'content', { in: folder });
  const other = await mine.put(`${planted} other.txt`, 'other content');
  const open = await reserveUpload(drive, user, { name: `${planted} open.txt`, bytes: 4 });
  keep(open);
  keepCredentials(open);
  await drive.fetch('/files/tus', {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': '4',
      'upload-metadata': `sessionId ${Buffer.from(open.sessionId).toString('base64')},filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  await putBytes(open, Buffer.from('four'));
  await call('GET', `/api/files/by-path?path=/${planted}%20folder/${planted}%20report.txt`, as);
  await call('GET', `/api/files?q=${planted}`, { session });
  await call('PATCH', `/api/files/${other}`, { ...as, json: { name: `${planted} renamed.txt` } });

  const { body: address } = await call('GET', `/api/files/${id}/download-url`, as);
  await (await drive.fetch(address.downloadUrl, { headers })).text();
  const { body: archive } = await call('POST', '/api/files/archive', { ...as, json: { fileIds: [id, other] } });
  await (await drive.fetch(archive.downloadUrl, { headers })).arrayBuffer();

  const share = await mine.shareFile(id, { password: `${planted} share`, notifyOnDownload: true });
  keep(share);
  keepCredentials(share);
  const slug = `slug-${planted}`;
  await call('PATCH', `/api/files/${id}/share/slug`, { ...as, json: { slug } });
  for (const password of [`${planted} wrong`, `${planted} share`]) {
    const path = `/api/public/share/${share.shareToken}`;
    const { body: grant } = await call('POST', `${path}/unlock`, { json: { password } });
    const unlocked = { headers: { ...headers, 'x-share-unlock': String(grant.unlockToken ?? planted) } };
    const url = (await (await drive.fetch(`${path}/download-url`, unlocked)).json()) as { downloadUrl?: string };
    if (url.downloadUrl !== undefined) await (await drive.fetch(url.downloadUrl, unlocked)).text();
    keep(url);
  }
  for (const page of [`/share/${share.shareToken}`, `/s/${slug}`, `/share/${share.shareToken}?r=${planted}`])
    await drive.fetch(page, { headers: { ...headers, accept: 'text/html' } });
  await call('POST', `/api/shares/${share.shareToken}/recipients`, {
    ...as,
    json: { emails: [`${planted}.guest@example.com`], message: `Dear ${planted}` },
  });

  const receiver = await startReceiver();
  const { body: webhook } = await call('POST', '/api/users/me/webhooks', {
    ...as,
    json: { url: `${receiver.url}/${planted}?secret=${planted}` },
  });
  for (const answer of [200, 500]) {
    receiver.answer = answer;
    await call('POST', `/api/users/me/webhooks/${webhook.id}/test`, as);
  }
  await receiver.close();
  await call('POST', `/api/users/me/webhooks/${webhook.id}/test`, as);

  await call('POST', '/api/pastes', {
    ...as,
    json: { content: planted, title: planted, password: `${planted} paste` },
  });
  await call('POST', '/api/collections', { ...as, json: { folderId: folder, name: planted, password: planted } });
  await call('POST', '/api/proofings', { ...as, json: { folderId: folder, name: planted, message: planted } });
  await call('POST', '/api/keys', { ...as, json: { label: planted } });
  await call('POST', '/api/admin/invites', { ...as, json: { email: `${planted}.new@example.com` } });
  await call('POST', '/api/admin/users', {
    ...as,
    json: { email: `${planted}.made@example.com`, password: `${planted} made`, name: planted },
  });
  await call('POST', `/api/admin/files/${other}/quarantine`, { ...as, json: { quarantined: true, reason: planted } });
  await call('POST', '/api/auth/register', {
    json: { email: `${planted}.self@example.com`, password: `${planted} self`, name: planted },
  });
  for (const password of [`${planted} wrong`, user.password])
    await call('POST', '/api/auth/login', { json: { email: user.email, password, totp: planted } });
  await call('POST', '/api/auth/password/forgot', { json: { email: user.email } });
  await call('POST', '/api/auth/device', {});
  await drive.fetch('/api/files/folders', {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${key}`,
      'idempotency-key': planted,
      'content-type': 'application/json',
    },
    body: `{"name": "${planted}`,
  });
  await drive.drain();
}
