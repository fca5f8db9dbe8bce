import { dayMs } from '@drive/base';
import type { Recipient } from '@drive/contract';
import type { Mail } from '@drive/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let owner: TestUser;
let mine: SharedApi;
/** Refusals of the mail server by address. */
const refusals = new Map<string, string>();

beforeAll(async () => {
  drive = await startDrive({
    settings: { FEATURE_LIMITS: 'off', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'drive@example.com' },
    onMail: ({ to }) => {
      const refusal = refusals.get(to);
      if (refusal !== undefined) throw new Error(refusal);
    },
  });
});
afterAll(() => drive.close());
beforeEach(async () => {
  owner = await drive.createUser();
  mine = sharedApi(drive, owner);
  drive.mails.length = 0;
  refusals.clear();
});

const someAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.com`;
const send = (token: string, json: unknown) => mine.call('POST', `/api/shares/${token}/recipients`, json);
const recipientsOf = async (token: string): Promise<Recipient[]> =>
  (await mine.call('GET', `/api/shares/${token}/recipients?limit=200`)).body.recipients;
const linkIn = ({ text }: Mail): string => /^http\S+\?r=\S+$/m.exec(text)?.[0] ?? '';
const download = async (link: string): Promise<void> => {
  const url = new URL(link);
  const r = url.searchParams.get('r') ?? '';
  const token = url.pathname.split('/').at(-1) ?? '';
  const response = await drive.fetch(`/api/public/share/${token}/download-url?r=${r}`);
  const { downloadUrl } = (await response.json()) as { downloadUrl: string };
  await (await drive.fetch(downloadUrl)).arrayBuffer();
  await drive.drain();
};

describe('sending a share by email', () => {
  test.each([
    [{ emails: 'a@example.com' }],
    [{ emails: { 0: 'a@example.com', length: 1 } }],
    [{ emails: [['a@example.com']] }],
    [{ emails: [{ email: 'a@example.com' }] }],
    [{ emails: [null] }],
    [{ emails: ['a@example.com, b@example.com'] }],
    [{ emails: ['a@example.com;b@example.com'] }],
    [{ emails: ['Anna <a@example.com>'] }],
    [{ emails: ['a@example.com\nBcc: b@example.com'] }],
    [{ emails: ['a@example.com\u0000'] }],
    [{ emails: [`${'a'.repeat(250)}@example.com`] }],
    [{ emails: ['a@example.com'], message: 1 }],
    [{ emails: ['a@example.com'], message: ['x'] }],
    [{ emails: ['a@example.com'], message: 'x'.repeat(1001) }],
    [{ emails: ['a@example.com'], subject: 'mine' }],
    [['a@example.com']],
    ['a@example.com'],
    [null],
  ])('refuses %j and sends nothing', async (json) => {
    const { shareToken } = await mine.shareFile(await mine.file('a'));
    expect((await send(shareToken, json)).status).toBe(400);
    await drive.drain();
    expect(drive.mails).toEqual([]);
    expect(await recipientsOf(shareToken)).toEqual([]);
  });

  test('sends one email if an address is given in several spellings', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'));
    const address = someAddress();
    const emails = [address, address.toUpperCase(), ` ${address} `, address.replace('@e', '@E')];
    const { body } = await send(shareToken, { emails });
    expect(body.recipients).toHaveLength(1);
    await Promise.all(emails.map((email) => send(shareToken, { emails: [email] })));
    expect(await recipientsOf(shareToken)).toHaveLength(1);
    await drive.drain();
    expect(new Set(drive.mails.map(linkIn)).size).toBe(1);
    expect(linkIn(drive.mails[0] as Mail)).not.toBe('');
  });

  test('[P-103] sends once for one Idempotency-Key', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'));
    const twice = await Promise.all(
      [1, 2].map(async () => {
        const response = await drive.fetch(`/api/shares/${shareToken}/recipients`, {
          method: 'POST',
          key: owner.key,
          headers: { 'idempotency-key': `send-${shareToken}` },
          json: { emails: [someAddress(), 'x@example.com'].slice(1) },
        });
        return [response.status, await response.json()];
      }),
    );
    expect(twice[0]).toEqual(twice[1]);
    await drive.drain();
    expect(drive.mails).toHaveLength(1);
  });

  test('escapes names: no HTML, no line breaks and no text direction marks', async () => {
    await mine.call('PATCH', '/api/me', { name: 'Eve <img src=x onerror=alert(1)>' });
    const name = `<b>${'very long '.repeat(20)} \u202egpj.exe`;
    const { shareToken } = await mine.shareFile(await mine.file(name), { notifyOnDownload: true, notifyOnView: true });
    const message = '"><script>alert(1)</script>\r\n\r\nSubject: other\u202e';
    await send(shareToken, { emails: [someAddress()], message });
    await drive.drain();
    await drive.fetch(linkIn(drive.mails[0] as Mail), {
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' },
    });
    await download(linkIn(drive.mails[0] as Mail));
    expect(drive.mails).toHaveLength(3);
    for (const { subject, html = '', text } of drive.mails) {
      expect(html).not.toMatch(/<(?:b|img|script)\b/);
      expect(`${subject}${html}${text}`).not.toMatch(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/);
      expect(subject).not.toMatch(/[\r\n]/);
      expect([...subject].length).toBeLessThanOrEqual(200);
    }
  });

  test('sends nothing after the share is revoked or the recipient removed', async () => {
    const [first, second] = [await mine.file('a'), await mine.file('b')];
    const shares = [await mine.shareFile(first), await mine.shareFile(second)] as const;
    for (const { shareToken } of shares) await send(shareToken, { emails: [someAddress()] });
    await mine.revoke(first);
    const [recipient] = await recipientsOf(shares[1].shareToken);
    await mine.call('DELETE', `/api/shares/${shares[1].shareToken}/recipients/${recipient?.id}`);
    await drive.drain();
    expect(drive.mails).toEqual([]);
  });

  test('reaches the other recipients if one mail server refuses, and that one once it accepts', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'));
    const [good, bad] = [someAddress(), someAddress()];
    refusals.set(bad, 'out of order');
    expect((await send(shareToken, { emails: [bad, good] })).status).toBe(201);
    await drive.drain();
    expect(drive.mails.map(({ to }) => to)).toEqual([good]);
    const sentTo = async () =>
      (await recipientsOf(shareToken)).filter(({ sentAt }) => sentAt !== null).map(({ email }) => email);
    expect(await sentTo()).toEqual([good]);
    refusals.clear();
    drive.clock.advance(60_000);
    await drive.drain();
    expect(drive.mails.map(({ to }) => to)).toEqual([good, bad]);
    expect((await sentTo()).toSorted()).toEqual([good, bad].toSorted());
  });

  test('stops after some hours if a mail server never accepts, without affecting others', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'));
    const bad = someAddress();
    refusals.set(bad, 'out of order');
    await send(shareToken, { emails: [bad] });
    for (let hour = 0; hour < 24; hour += 1) {
      await drive.drain();
      drive.clock.advance(dayMs / 24);
    }
    refusals.clear();
    await drive.drain();
    expect(drive.mails).toEqual([]);
    expect((await drive.fetch(`/api/public/share/${shareToken}`)).status).toBe(200);
    expect((await send(shareToken, { emails: [bad] })).status).toBe(201);
    await drive.drain();
    expect(drive.mails.map(({ to }) => to)).toEqual([bad]);
  });
});

describe('the email about a download', () => {
  test('[P-109] names the ZIP and its item', async () => {
    const folder = await mine.folder('Photos');
    await mine.file('a', { in: folder });
    const { shareToken } = await mine.shareFolder(folder, { notifyOnDownload: true });
    const address = someAddress();
    await send(shareToken, { emails: [address] });
    await drive.drain();
    const r = new URL(linkIn(drive.mails[0] as Mail)).searchParams.get('r') ?? '';
    const response = await drive.fetch(`/api/public/share/${shareToken}/archive?r=${r}`, { method: 'POST' });
    const { downloadUrl } = (await response.json()) as { downloadUrl: string };
    await (await drive.fetch(downloadUrl)).arrayBuffer();
    await drive.drain();
    expect(drive.mails.at(-1)).toMatchObject({ to: owner.email, subject: `${address} downloaded a ZIP of Photos` });
  });

  test('[P-105] is sent only for recipients of an email', async () => {
    const { shareToken } = await mine.shareFile(await mine.file('a'), {
      notifyOnDownload: true,
      notifyOnView: true,
      notifyPerRecipient: true,
    });
    await drive.fetch(`/share/${shareToken}`, { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } });
    await download(`${drive.url}/share/${shareToken}?r=x`);
    expect(drive.mails).toEqual([]);
  });
});
