import { hourMs, minuteMs } from '@drive/base';
import type { Recipient } from '@drive/contract';
import { startSmtp, type TestSmtp } from '@drive/mail/test';
import type { AddressObject } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';

let smtp: TestSmtp;
let drive: Drive;
let owner: TestUser;
let mine: TreeApi;

beforeAll(async () => {
  smtp = await startSmtp();
  drive = await startDrive({
    mailer: smtp.mailer(),
    settings: { FEATURE_LIMITS: 'off', SMTP_URL: smtp.url, MAIL_FROM: 'drive@example.com' },
  });
});
afterAll(async () => {
  await drive.close();
  await smtp.close();
});
beforeEach(async () => {
  owner = await drive.createUser();
  mine = treeApi(drive, owner);
  smtp.refusal = undefined;
  smtp.hasSmtpUtf8 = true;
  smtp.mails.length = 0;
});

const share = async (id: string, wishes: object = {}) =>
  (await mine.call('POST', `/api/files/${id}/share`, wishes)).body;
const send = (token: string, emails: readonly string[], message?: string) =>
  mine.call('POST', `/api/shares/${token}/recipients`, { emails, ...(message === undefined ? {} : { message }) });
const personalLink = (): string => /https?:\S+[?]r=\S+/.exec(smtp.mails[0]?.mail.text ?? '')?.[0] ?? '';
const downloadBy = async (link: string): Promise<void> => {
  const { pathname, search } = new URL(link);
  const token = pathname.split('/').at(-1);
  const answer = await drive.fetch(`/api/public/share/${token}/download-url${search}`);
  const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
  await (await drive.fetch(downloadUrl)).arrayBuffer();
  await drive.app.idle();
};

describe('a share sent by email', () => {
  test('[P-93] arrives as text and HTML, with names in any script and a working link', async () => {
    const { shareToken } = await share(await mine.file('Übersicht 概要 <3>.pdf'));
    expect((await send(shareToken, ['ada@example.org'], 'Bitte ansehen & <antworten>')).status).toBe(201);
    expect(smtp.mails).toEqual([]);
    await drive.drain();

    const [{ mail, recipients }] = smtp.mails as [TestSmtp['mails'][number]];
    expect(recipients).toEqual(['ada@example.org']);
    expect(mail.subject).toContain('Übersicht 概要 <3>.pdf');
    expect(mail.text).toContain('Bitte ansehen & <antworten>');
    expect(mail.html).toContain('Bitte ansehen &amp; &lt;antworten&gt;');
    expect(mail.html).toContain('Übersicht 概要 &lt;3&gt;.pdf');
    const opened = await drive.fetch(personalLink(), { headers: { accept: 'text/html' } });
    expect([opened.status, opened.headers.getSetCookie()[0]]).toEqual([
      200,
      expect.stringContaining(`recipient_${shareToken}=`),
    ]);
  });

  test('is sent to each recipient alone', async () => {
    const { shareToken } = await share(await mine.file('a'));
    await send(shareToken, ['ada@example.org', 'bob@example.org']);
    await drive.drain();
    expect(smtp.mails.map(({ mail }) => (mail.to as AddressObject).text).toSorted()).toEqual([
      'ada@example.org',
      'bob@example.org',
    ]);
    for (const { mail, recipients } of smtp.mails) {
      expect(recipients).toHaveLength(1);
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    }
  });

  test('is retried until the mail server accepts it, and records the time', async () => {
    const { shareToken } = await share(await mine.file('a'));
    smtp.refusal = 'come back later';
    expect((await send(shareToken, ['ada@example.org'])).body).toMatchObject({ mailDelivery: 'smtp' });
    const sentAt = async () =>
      (await mine.call('GET', `/api/shares/${shareToken}/recipients`)).body.recipients[0].sentAt;
    await drive.drain();
    expect([smtp.mails.length, await sentAt()]).toEqual([0, null]);
    smtp.refusal = undefined;
    drive.clock.advance(minuteMs);
    await drive.drain();
    expect([smtp.mails.length, await sentAt()]).toEqual([1, new Date(drive.clock.now()).toISOString()]);
  });

  const recipientsOf = async (token: string): Promise<Recipient[]> =>
    (await mine.call('GET', `/api/shares/${token}/recipients`)).body.recipients;

  test('is given up at once if the mail server refuses the recipient for good, and the owner sees why', async () => {
    const { shareToken } = await share(await mine.file('a'));
    const attempts: string[] = [];
    smtp.refusal = (address) => {
      attempts.push(address);
      if (address.startsWith('bad')) return '550 5.1.1 no such user: bad@example.org';
      return address.startsWith('grey') ? '451 greylisted' : undefined;
    };
    const sent = await send(shareToken, ['bad@example.org', 'grey@example.org', 'ada@example.org']);
    expect(sent.body.recipients[0]).toMatchObject({ sentAt: null, failedAt: null, error: null });
    const startedAt = new Date(drive.clock.now()).toISOString();
    for (let passed = 0; passed < 10; passed += 1) {
      await drive.drain();
      drive.clock.advance(minuteMs);
    }
    expect(attempts.filter((address) => address.startsWith('bad'))).toHaveLength(1);
    expect(attempts.filter((address) => address.startsWith('grey')).length).toBeGreaterThan(2);
    const byAddress = new Map((await recipientsOf(shareToken)).map((one) => [one.email, one]));
    expect(byAddress.get('bad@example.org')).toMatchObject({
      sentAt: null,
      failedAt: startedAt,
      error: 'The mail server refused the email: 550 5.1.1 no such user: (an address)',
    });
    expect(byAddress.get('grey@example.org')).toMatchObject({ sentAt: null, failedAt: null, error: null });
    expect(byAddress.get('ada@example.org')).toMatchObject({ sentAt: startedAt, failedAt: null });
    expect((await drive.jobs.list({ state: 'failed' }, { page: 1, limit: 10 })).jobs).toEqual([]);
    expect(drive.logged).toContainEqual(expect.objectContaining({ level: 'warn', event: 'mail refused' }));

    smtp.refusal = undefined;
    const again = await send(shareToken, ['BAD@example.org']);
    expect(again.body.recipients).toMatchObject([{ failedAt: null, error: null }]);
    await drive.drain();
    expect((await recipientsOf(shareToken)).find(({ email }) => email === 'bad@example.org')).toMatchObject({
      sentAt: new Date(drive.clock.now()).toISOString(),
      failedAt: null,
      error: null,
    });
  });

  test('that is put off until no attempt is left has failed, too', async () => {
    const { shareToken } = await share(await mine.file('a'));
    smtp.refusal = '451 4.7.1 come back later';
    await send(shareToken, ['ada@example.org']);
    for (let passed = 0; passed < 7; passed += 1) {
      expect((await recipientsOf(shareToken))[0]).toMatchObject({ failedAt: null, error: null });
      await drive.drain();
      drive.clock.advance(4 * hourMs);
    }
    expect((await recipientsOf(shareToken))[0]).toMatchObject({
      failedAt: expect.any(String),
      error: expect.stringContaining('come back later'),
    });
  });

  test('reaches addresses in any script, each once in whatever form it is given', async () => {
    const { shareToken } = await share(await mine.file('a'));
    smtp.hasSmtpUtf8 = false;
    const sent = await send(shareToken, [
      'user@bücher.example',
      'User@xn--bcher-kva.example',
      'jürgen@example.com',
      'ju\u0308rgen@example.com',
    ]);
    expect([sent.status, sent.body.recipients.length]).toEqual([201, 2]);
    await drive.drain();
    expect(smtp.mails).toHaveLength(1);
    const [second, first] = await recipientsOf(shareToken);
    expect(first).toMatchObject({ email: 'User@xn--bcher-kva.example', failedAt: null });
    expect(second).toMatchObject({
      email: 'jürgen@example.com',
      sentAt: null,
      error: expect.stringContaining('SMTPUTF8'),
    });
    smtp.hasSmtpUtf8 = true;
    await send(shareToken, ['jürgen@example.com']);
    await drive.drain();
    expect(smtp.mails[1]).toMatchObject({ recipients: ['jürgen@example.com'], isUtf8: true });
  });

  test('is not sent once the share is revoked or the recipient removed', async () => {
    const { shareToken } = await share(await mine.file('a'));
    const other = await share(await mine.file('b'));
    smtp.refusal = 'come back later';
    const { body } = await send(shareToken, ['ada@example.org']);
    await send(other.shareToken, ['bob@example.org']);
    await drive.drain();
    await mine.call('DELETE', `/api/shares/${shareToken}/recipients/${body.recipients[0].id}`);
    await mine.call('DELETE', `/api/shares/${other.shareToken}`);
    smtp.refusal = undefined;
    drive.clock.advance(hourMs);
    await drive.drain();
    expect(smtp.mails).toEqual([]);
  });
});

describe('the email to the owner', () => {
  test('reports a recipient’s first view and first download, each once', async () => {
    const { shareToken } = await share(await mine.file('plan.pdf'), { notifyOnView: true, notifyOnDownload: true });
    await send(shareToken, ['ada@example.org']);
    await drive.drain();
    const link = personalLink();
    for (let n = 0; n < 2; n += 1) {
      await drive.fetch(link, { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } });
      await downloadBy(link);
    }
    await drive.drain();
    const told = smtp.mails.filter(({ recipients }) => recipients.includes(owner.email));
    expect(told.map(({ mail }) => mail.subject)).toEqual([
      'ada@example.org opened plan.pdf',
      'ada@example.org downloaded plan.pdf',
    ]);
    for (const { mail } of told)
      expect([mail.text, mail.html]).toEqual([
        expect.stringContaining('plan.pdf'),
        expect.stringContaining('plan.pdf'),
      ]);
  });

  test('[P-108] is sent once for concurrent first downloads', async () => {
    const { shareToken } = await share(await mine.file('plan.pdf'), { notifyOnDownload: true });
    await send(shareToken, ['ada@example.org', 'bob@example.org']);
    await drive.drain();
    const links = smtp.mails.map(({ mail }) => /https?:\S+[?]r=\S+/.exec(mail.text ?? '')?.[0] ?? '');
    await Promise.all([...links, ...links, ...links].map(downloadBy));
    await drive.drain();
    expect(smtp.mails.filter(({ recipients }) => recipients.includes(owner.email))).toHaveLength(1);
  });
});
