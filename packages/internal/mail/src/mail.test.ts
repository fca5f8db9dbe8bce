import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBaseUrl, systemRandom } from '@drive/base';
import { simpleParser, type AddressObject } from 'mailparser';
import { afterEach, describe, expect, test } from 'vitest';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../test/smtp.ts';
import { renderEmail } from './email.ts';
import { createOutboxMailer, createSmtpMailer, MailRefusedError, type Mail } from './index.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const from = 'Drive <drive@example.com>';
const clock = { now: () => Date.UTC(2026, 0, 31, 12, 0, 0) };
const look = {
  instance: { name: 'Drive', color: undefined, logo: undefined },
  baseUrl: createBaseUrl('https://drive.example.com'),
};
const email: Mail = renderEmail(
  {
    to: 'ada@example.org',
    subject: 'Grüße',
    before: ['Hello <Ada> & co.'],
    link: { label: 'Go on', url: 'https://drive.example.com/reset?token=a&b="c"' },
    after: ['The link works for one hour.'],
  },
  look,
);

async function startServer(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
  const smtp = await startSmtp(options);
  cleanups.push(smtp.close);
  return smtp;
}

describe('mail over SMTP', () => {
  test('arrives as text and HTML with the given texts', async () => {
    const { port, mails } = await startServer();
    await createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, clock, random: systemRandom }).send(email);
    expect(mails).toHaveLength(1);
    const [{ mail, sender, recipients }] = mails as [ReceivedMail];
    expect(sender).toBe('drive@example.com');
    expect(recipients).toEqual(['ada@example.org']);
    expect(mail.from?.text).toBe('"Drive" <drive@example.com>');
    expect((mail.to as AddressObject).text).toBe('ada@example.org');
    expect(mail.subject).toBe('Grüße');
    expect(mail.text).toBe(
      'Hello <Ada> & co.\n\nhttps://drive.example.com/reset?token=a&b="c"\n\nThe link works for one hour.\n',
    );
    expect(mail.html).toContain('Hello &lt;Ada&gt; &amp; co.');
    expect(mail.html).toContain('href="https://drive.example.com/reset?token=a&amp;b=&quot;c&quot;"');
    expect(mail.date?.toISOString()).toBe('2026-01-31T12:00:00.000Z');
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  test('signs in with the name and the password of the URL', async () => {
    const { port, mails } = await startServer({ user: 'me@example.com' });
    const credentials = `${encodeURIComponent('me@example.com')}:${encodeURIComponent('pass:word')}`;
    const known = createSmtpMailer({
      url: `smtp://${credentials}@127.0.0.1:${port}`,
      from,
      clock,
      random: systemRandom,
    });
    await known.send(email);
    expect(mails).toHaveLength(1);
    const unknown = createSmtpMailer({ url: `smtp://me:no@127.0.0.1:${port}`, from, clock, random: systemRandom });
    await expect(unknown.send(email)).rejects.toThrow();
    expect(mails).toHaveLength(1);
  });

  test('rejects if the server refuses the recipient, so that it is retried', async () => {
    const { port, mails } = await startServer({ refuse: '451 mailbox full' });
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, clock, random: systemRandom });
    await expect(mailer.send(email)).rejects.toThrow(/mailbox full/);
    expect(mails).toEqual([]);
  });

  test('rejects if no server answers', async () => {
    const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:9', from, clock, random: systemRandom });
    await expect(mailer.send(email)).rejects.toThrow();
  });

  test('escapes subject and recipient, which add no header and no recipient', async () => {
    const { port, mails } = await startServer();
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, clock, random: systemRandom });
    await mailer.send({ ...email, subject: 'Hello\r\nBcc: eve@example.net\r\n\r\nbody' });
    expect(mails[0]?.recipients).toEqual(['ada@example.org']);
    expect(mails[0]?.mail.headers.has('bcc')).toBe(false);
    expect(mails[0]?.mail.subject).toBe('Hello Bcc: eve@example.net body');
    for (const to of ['ada@example.org\r\nBcc: eve@example.net', 'ada@example.org, eve@example.net', '<a@b>', 'nobody'])
      await expect(mailer.send({ ...email, to })).rejects.toThrow('not a mail address');
    expect(mails).toHaveLength(1);
  });
});

describe('mail without an SMTP server', () => {
  async function createOutbox(): Promise<{ directory: string; send: (mail: Mail) => Promise<void> }> {
    const root = await mkdtemp(join(tmpdir(), 'drive-outbox-'));
    cleanups.push(() => rm(root, { recursive: true, force: true }));
    const directory = join(root, 'outbox');
    return { directory, send: createOutboxMailer({ directory, from, clock, random: systemRandom }).send };
  }

  test('is one complete .eml file per mail', async () => {
    const { directory, send } = await createOutbox();
    await Promise.all([send(email), send({ ...email, to: 'bob@example.org' })]);
    const names = await readdir(directory);
    expect(names).toHaveLength(2);
    const recipients = new Set<string>();
    for (const name of names) {
      expect(name).toMatch(/^2026-01-31T12-00-00\.000Z-[0-9a-f-]{36}\.eml$/);
      const mail = await simpleParser(await readFile(join(directory, name)));
      expect(mail.subject).toBe('Grüße');
      expect(mail.text).toContain('https://drive.example.com/reset?token=a&b="c"');
      recipients.add((mail.to as AddressObject).text);
    }
    expect(recipients).toEqual(new Set(['ada@example.org', 'bob@example.org']));
  });

  test('contains its link unbroken', async () => {
    const { directory, send } = await createOutbox();
    const url = `http://127.0.0.1:8080/reset?token=${'x'.repeat(32)}`;
    const words = `Somebody asked for a new password ${'again and '.repeat(20)}again.`;
    await send(
      renderEmail({ to: 'ada@example.org', subject: 'Go on', before: [words], link: { label: 'Go', url } }, look),
    );
    const [name] = await readdir(directory);
    const file = await readFile(join(directory, name ?? ''), 'utf8');
    expect(file).toContain(`\r\n${url}\r\n`);
    expect((await simpleParser(file)).text?.replaceAll('\n', ' ')).toContain(words);
  });

  test.skipIf(process.platform === 'win32')('is readable by the server’s own user only', async () => {
    const { directory, send } = await createOutbox();
    await send(email);
    const [name] = await readdir(directory);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, name ?? ''))).mode & 0o777).toBe(0o600);
  });
});

describe('a refusal by the mail server', () => {
  const mailerOf = ({ port }: TestSmtp, sender = from) =>
    createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: sender, clock, random: systemRandom });

  test.each([
    [
      '550 5.1.1 no such user: ada@example.org',
      'The mail server refused the email: 550 5.1.1 no such user: (an address)',
    ],
    ['552 5.2.2 mailbox full', 'The mail server refused the email: 552 5.2.2 mailbox full'],
  ])('of the recipient or the message with %j is final', async (answer, message) => {
    const smtp = await startServer();
    smtp.refusal = answer;
    await expect(mailerOf(smtp).send(email)).rejects.toThrow(new MailRefusedError(message));
    smtp.refusal = undefined;
    smtp.messageRefusal = answer;
    await expect(mailerOf(smtp).send(email)).rejects.toThrow(new MailRefusedError(message));
  });

  test.each(['421 too busy', '450 greylisted', '452 full'])('with %j is not', async (answer) => {
    const smtp = await startServer();
    for (const key of ['refusal', 'messageRefusal'] as const) {
      smtp[key] = answer;
      const error: unknown = await mailerOf(smtp)
        .send(email)
        .catch((reason: unknown) => reason);
      expect(error).not.toBeInstanceOf(MailRefusedError);
      expect(error).toMatchObject({ message: expect.stringContaining(answer.slice(4)) });
      smtp[key] = undefined;
    }
  });

  test('of the sign-in is not, because an operator can mend it', async () => {
    const { port } = await startServer({ user: 'me' });
    const mailer = createSmtpMailer({ url: `smtp://me:no@127.0.0.1:${port}`, from, clock, random: systemRandom });
    const error: unknown = await mailer.send(email).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'MailError', code: 'EAUTH' });
  });

  test('because it lacks SMTPUTF8 is final, and nothing is sent', async () => {
    const smtp = await startServer();
    smtp.hasSmtpUtf8 = false;
    const sent = mailerOf(smtp).send({ ...email, to: 'jürgen@example.com' });
    await expect(sent).rejects.toThrow(MailRefusedError);
    await expect(sent).rejects.toThrow('lacks SMTPUTF8');
    await expect(mailerOf(smtp, 'Drive <grüße@example.com>').send(email)).rejects.toThrow('lacks SMTPUTF8');
    expect(smtp.mails).toEqual([]);
  });
});

/** Passes connections on to a port; resolves to its own port, and to what clients have sent so far. */
async function tap(port: number): Promise<{ readonly port: number; readonly sent: () => string }> {
  const chunks: Buffer[] = [];
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    client.on('data', (chunk) => chunks.push(chunk));
    client.pipe(target).pipe(client);
    for (const socket of [client, target]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return { port: (server.address() as AddressInfo).port, sent: () => Buffer.concat(chunks).toString() };
}

test.each([
  ['ada@bücher.example', false, 'ada@xn--bcher-kva.example', ''],
  ['ada@xn--bcher-kva.example', false, 'ada@xn--bcher-kva.example', ''],
  ['jürgen@bücher.example', true, 'jürgen@bücher.example', ' SMTPUTF8'],
])('%s is named as mail servers need it (SMTPUTF8 offered: %j)', async (to, hasSmtpUtf8, recipient, parameter) => {
  const smtp = await startServer();
  smtp.hasSmtpUtf8 = hasSmtpUtf8;
  const { port, sent } = await tap(smtp.port);
  await createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, clock, random: systemRandom }).send({ ...email, to });
  expect(sent()).toContain(`\r\nRCPT TO:<${recipient}>\r\n`);
  expect(/MAIL FROM:<drive@example.com>( SMTPUTF8)?/.exec(sent())?.[1] ?? '').toBe(parameter);
  expect(smtp.mails).toMatchObject([{ isUtf8: hasSmtpUtf8 }]);
});
