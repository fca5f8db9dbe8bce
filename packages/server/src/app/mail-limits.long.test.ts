import { dayMs, hourMs, minuteMs } from '@drive/base';
import { featureLimits } from '@drive/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { authenticatorOf } from '../../test/api/authenticator.ts';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../test/drive.ts';
import { sharedApi } from '../../test/shared.ts';

let drive: Drive;
afterEach(() => drive.close());
const start = async (options: DriveOptions = {}): Promise<TestUser> => {
  drive = await startDrive(options);
  return drive.createUser();
};

const { mailHour, mailDay, mailAddress, resetMail } = featureLimits;
let next = 0;
/** Addresses that have received no email. */
const addresses = (count: number): string[] => Array.from({ length: count }, () => `person${(next += 1)}@example.com`);
const shareOf = async (user: TestUser): Promise<string> => {
  const api = sharedApi(drive, user);
  return (await api.shareFile(await api.file('plan.pdf'))).shareToken;
};
interface Said {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: number;
}
async function send(user: TestUser, token: string, emails: readonly string[], headers = {}): Promise<Said> {
  const path = `/api/shares/${token}/recipients`;
  const response = await drive.fetch(path, { method: 'POST', key: user.key, json: { emails }, headers });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code, retryAfter: Number(response.headers.get('retry-after')) };
}
const sent = { status: 201, code: undefined };
const refused = { status: 429, code: 'too_many_requests' };
const deliver = async (): Promise<{ to: string; subject: string }[]> => {
  drive.mails.length = 0;
  await drive.drain();
  return drive.mails.map(({ to, subject }) => ({ to, subject }));
};
const forget = async (email: string): Promise<number> =>
  (await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email } })).status;

describe('emails that a user requests', () => {
  test('[P-494] are limited to fifty an hour, per recipient, with all recipients of a call or none', async () => {
    const user = await start();
    const token = await shareOf(user);
    expect(await send(user, token, addresses(mailHour.calls - 1))).toMatchObject(sent);
    expect(await send(user, token, addresses(2))).toMatchObject({ ...refused, retryAfter: mailHour.seconds });
    expect(await send(user, token, addresses(1))).toMatchObject(sent);
    drive.clock.advance(minuteMs);
    expect(await send(user, token, addresses(1))).toMatchObject({ ...refused, retryAfter: mailHour.seconds - 60 });
    expect(await deliver()).toHaveLength(mailHour.calls);
    const { rows } = { rows: await drive.database.reader.selectFrom('share_recipients').select('id').execute() };
    expect(rows).toHaveLength(mailHour.calls);
    const other = await drive.createUser();
    expect(await send(other, await shareOf(other), addresses(1))).toMatchObject(sent);
    drive.clock.advance(hourMs);
    expect(await send(user, token, addresses(1))).toMatchObject(sent);
  });

  test('stay within the limit in concurrent calls, and after a restart', async () => {
    const user = await start();
    const token = await shareOf(user);
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(user, token, addresses(10))));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(5);
    const left = mailHour.calls - 10 * answers.filter(({ status }) => status === 201).length;
    await drive.restart();
    if (left > 0) expect(await send(user, token, addresses(left))).toMatchObject(sent);
    expect(await send(user, token, addresses(1))).toMatchObject(refused);
    expect(await deliver()).toHaveLength(mailHour.calls);
  });

  test('are limited to two hundred a day', async () => {
    const user = await start();
    const token = await shareOf(user);
    for (let hour = 0; hour < 4; hour += 1) {
      expect(await send(user, token, addresses(50))).toMatchObject(sent);
      drive.clock.advance(hourMs);
    }
    expect(await send(user, token, addresses(1))).toMatchObject({ ...refused, retryAfter: mailDay.seconds - 4 * 3600 });
    drive.clock.advance(dayMs - 4 * hourMs);
    expect(await send(user, token, addresses(1))).toMatchObject(sent);
  });

  test('[P-495] are limited to three an hour per mailbox, over all senders and spellings', async () => {
    const [user, other] = [await start(), await drive.createUser()];
    const [token, others] = [await shareOf(user), await shareOf(other)];
    for (const email of ['victim@example.com', 'Victim+1@Example.com'])
      expect(await send(user, token, [email])).toMatchObject(sent);
    expect(await send(other, others, ['victim+2@example.com'])).toMatchObject(sent);
    // A refusal because of one address does not count for the others or for the user.
    for (let round = 0; round < 10; round += 1)
      expect(
        await send(other, others, ['VICTIM@example.com', 'bystander@example.com', ...addresses(40)]),
      ).toMatchObject({
        ...refused,
        retryAfter: mailAddress.seconds,
      });
    expect(await send(other, others, ['bystander@example.com', ...addresses(48)])).toMatchObject(sent);
    expect((await deliver()).filter(({ to }) => /victim/i.test(to))).toHaveLength(mailAddress.calls);
  });

  test('are not counted if the request fails, is repeated with its Idempotency-Key or is refused by a mail server', async () => {
    const user = await start({
      settings: { MAIL_HOURLY: '2' },
      onMail: ({ to }) => {
        if (to === 'full@example.com' && isFull) throw new Error('mailbox full');
      },
    });
    let isFull = true;
    const token = await shareOf(user);
    for (let round = 0; round < 3; round += 1)
      expect((await send(user, 'x'.repeat(22), addresses(1))).status).toBe(404);
    for (let round = 0; round < 3; round += 1)
      expect(await send(user, token, ['full@example.com'], { 'idempotency-key': 'once' })).toMatchObject(sent);
    for (let round = 0; round < 4; round += 1) {
      await drive.drain();
      drive.clock.advance(minuteMs * 5);
    }
    isFull = false;
    expect(await send(user, token, addresses(1))).toMatchObject(sent);
    drive.clock.advance(hourMs);
    expect((await deliver()).map(({ to }) => to)).toContain('full@example.com');
  });

  test('include invitations', async () => {
    await start({ settings: { REGISTRATION: 'invite' } });
    const admin = await drive.createUser({ isAdmin: true });
    const invite = async (email: string): Promise<number> =>
      (await drive.fetch('/api/admin/invites', { method: 'POST', key: admin.key, json: { email } })).status;
    for (let round = 0; round < mailAddress.calls; round += 1) expect(await invite('grace@example.com')).toBe(201);
    expect(await invite('grace@example.com')).toBe(429);
    for (const email of addresses(mailHour.calls - mailAddress.calls)) expect(await invite(email)).toBe(201);
    expect(await invite('last@example.com')).toBe(429);
    expect(await drive.database.reader.selectFrom('invites').select('id').execute()).toHaveLength(mailHour.calls);
    // A link without an email is not limited, and the operator is not limited.
    expect((await drive.fetch('/api/admin/invites', { method: 'POST', key: admin.key, json: {} })).status).toBe(201);
  });

  test('are limited by DRIVE_MAIL_HOURLY and DRIVE_MAIL_DAILY; 0 means no limit', async () => {
    let user = await start({ settings: { MAIL_HOURLY: '2', MAIL_DAILY: '3' } });
    let token = await shareOf(user);
    expect(await send(user, token, addresses(2))).toMatchObject(sent);
    expect(await send(user, token, addresses(1))).toMatchObject(refused);
    drive.clock.advance(hourMs);
    expect(await send(user, token, addresses(1))).toMatchObject(sent);
    expect(await send(user, token, addresses(1))).toMatchObject(refused);
    await drive.close();
    user = await start({ settings: { MAIL_HOURLY: '0', MAIL_DAILY: '0' } });
    token = await shareOf(user);
    for (let round = 0; round < 5; round += 1) expect(await send(user, token, addresses(50))).toMatchObject(sent);
  });
});

describe('emails that others cause', () => {
  const select = async (token: string, fileId: string): Promise<void> => {
    const json = { fileIds: [fileId], clientName: 'Ada' };
    const path = `/api/public/proofing/${token}/submissions`;
    expect((await drive.fetch(path, { method: 'POST', json })).status).toBe(201);
  };

  test('arrive one by one, also more than three an hour', async () => {
    const user = await start();
    const mine = sharedApi(drive, user);
    const fileId = await mine.file('photo.jpg');
    const { body } = await mine.call('POST', '/api/proofings', { name: 'First choice', fileIds: [fileId] });
    for (let round = 0; round < 10; round += 1) await select((body as { token: string }).token, fileId);
    expect(await deliver()).toHaveLength(10);
  });

  test('[P-496] above the hourly limit are held back without failing their cause, and one summary follows', async () => {
    const user = await start({ settings: { MAIL_HOURLY: '4' } });
    const mine = sharedApi(drive, user);
    const fileId = await mine.file('photo.jpg');
    const made = await mine.call('POST', '/api/proofings', { name: 'First choice', fileIds: [fileId] });
    const { token } = made.body as { token: string };
    for (let round = 0; round < 10; round += 1) await select(token, fileId);
    const subject = '1 file chosen from First choice';
    expect(await deliver()).toEqual(Array.from({ length: 4 }, () => ({ to: user.email, subject })));
    drive.clock.advance(hourMs - 1);
    expect(await deliver()).toEqual([]);
    drive.clock.advance(1);
    expect(await deliver()).toEqual([{ to: user.email, subject: 'More has happened on Drive' }]);
    drive.clock.advance(dayMs);
    expect(await deliver()).toEqual([]);
    await select(token, fileId);
    expect(await deliver()).toEqual([{ to: user.email, subject }]);
    const listed = await mine.call('GET', `/api/proofings/${(made.body as { id: string }).id}/submissions`);
    expect(listed.body).toMatchObject({ pagination: { totalItems: 11 } });
  });

  test('do not count in the limit of their owner', async () => {
    const user = await start({ settings: { MAIL_HOURLY: '4' } });
    const mine = sharedApi(drive, user);
    const fileId = await mine.file('photo.jpg');
    const { body } = await mine.call('POST', '/api/proofings', { name: 'First choice', fileIds: [fileId] });
    for (let round = 0; round < 20; round += 1) await select((body as { token: string }).token, fileId);
    await drive.drain();
    expect(await send(user, await shareOf(user), addresses(4))).toMatchObject(sent);
  });
});

describe('emails that protect an account', () => {
  test('reset a password three times an hour, and every request is answered 202', async () => {
    const { email } = await start();
    for (let round = 0; round < 8; round += 1) {
      expect(await forget(email)).toBe(202);
      await drive.drain();
    }
    expect(drive.mails).toHaveLength(resetMail.calls);
    const links = await drive.database.reader.selectFrom('password_resets').select('token_hash').execute();
    expect(links).toHaveLength(resetMail.calls);
    drive.clock.advance(hourMs);
    expect(await forget(email)).toBe(202);
    expect(await deliver()).toMatchObject([{ to: email }]);
  });

  test('arrive regardless of other emails by or to the account', async () => {
    const user = await start();
    const other = await drive.createUser();
    const others = await shareOf(other);
    for (let round = 0; round < 4; round += 1) await send(other, others, [user.email]);
    await send(user, await shareOf(user), addresses(mailHour.calls));
    for (let round = 0; round < 5; round += 1) await forget(user.email);
    await drive.drain();
    const session = await drive.signIn(user);
    const enrolled = await drive.fetch('/api/auth/totp/enroll', {
      method: 'POST',
      session,
      json: { password: user.password },
    });
    const { secret } = (await enrolled.json()) as { secret: string };
    const code = authenticatorOf(drive, secret)();
    await drive.fetch('/api/auth/totp/confirm', { method: 'POST', session, json: { code } });
    expect(await deliver()).toEqual([{ to: user.email, subject: 'Two-factor authentication is on' }]);
    await drive.fetch('/api/auth/totp', { method: 'DELETE', session, json: { password: user.password } });
    expect(await deliver()).toEqual([{ to: user.email, subject: 'Two-factor authentication is off' }]);
  });

  test('reset a password although others have used up the limit of the mailbox', async () => {
    const user = await start();
    const other = await drive.createUser();
    const others = await shareOf(other);
    for (let round = 0; round < mailAddress.calls; round += 1)
      expect(await send(other, others, [user.email])).toMatchObject(sent);
    expect(await send(other, others, [user.email])).toMatchObject(refused);
    await forget(user.email);
    expect((await deliver()).map(({ subject }) => subject)).toContain('Set a new password for Drive');
  });
});

test('[P-497] names and messages of users and visitors add no line, header or text direction mark to an email', async () => {
  const user = await start();
  const evil =
    'Ada\u202e\r\nBcc: eve@example.net\u2028\u0085Your account was closed: http://evil.example\u0000\u001b[2J';
  const storable = evil.replace('\u0000', '');
  const mine = sharedApi(drive, user);
  await mine.call('PATCH', '/api/me', { name: storable });
  const { body } = await mine.call('POST', '/api/collections', { name: storable });
  const reserved = await drive.fetch(`/api/public/collect/${(body as { token: string }).token}/uploads`, {
    method: 'POST',
    json: { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5, uploaderName: storable },
  });
  const { uploadUrl } = (await reserved.json()) as { uploadUrl: string };
  await drive.fetch(uploadUrl, { method: 'PUT', body: 'hello' });
  const fileId = await mine.file('photo.jpg');
  const proofing = await mine.call('POST', '/api/proofings', { name: storable, fileIds: [fileId] });
  await drive.fetch(`/api/public/proofing/${(proofing.body as { token: string }).token}/submissions`, {
    method: 'POST',
    json: { fileIds: [fileId], clientName: storable, comment: storable },
  });
  const token = await shareOf(user);
  await mine.call('POST', `/api/shares/${token}/recipients`, { emails: ['friend@example.com'], message: storable });
  await drive.drain();
  drive.clock.advance(10 * minuteMs);
  await drive.drain();
  expect(drive.mails).toHaveLength(3);
  for (const { subject, text, html = '' } of drive.mails) {
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    expect(`${text}${html}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    // No typed text begins a paragraph, which follows an empty line.
    expect(text).not.toMatch(/(?:^|\n\n)(?:Bcc|Your account was closed)/);
  }
});
