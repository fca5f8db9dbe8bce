import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { createSmtpMailer, type Mailer } from '../src/platform/mail/index.ts';
import { systemRandom } from '../src/platform/random.ts';

export interface ReceivedMail {
  readonly recipients: string[];
  readonly sender: string;
  readonly mail: ParsedMail;
}

/** A real SMTP server that stores received mails. */
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Refuses recipients with this text from now on; undefined accepts them. */
  refusal: string | undefined;
  /** A mailer of the product that sends to this server. */
  mailer(): Mailer;
  close(): Promise<void>;
}

export async function startSmtp(options: { user?: string; refuse?: string } = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: options.user === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => {
      if (auth.username === options.user && auth.password === 'pass:word') done(null, { user: 'known' });
      else done(new Error('who are you'));
    },
    onRcptTo: (_address, _session, done) => done(smtp.refusal === undefined ? null : new Error(smtp.refusal)),
    onData: (stream, session, done) => {
      simpleParser(stream).then(
        (mail) => {
          const { mailFrom, rcptTo } = session.envelope;
          mails.push({
            mail,
            sender: mailFrom === false ? '' : mailFrom.address,
            recipients: rcptTo.map((to) => to.address),
          });
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    refusal: options.refuse,
    mailer: () =>
      createSmtpMailer({
        url: smtp.url,
        from: 'Drive <drive@example.com>',
        clock: { now: () => Date.UTC(2026, 0, 31) },
        random: systemRandom,
      }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return smtp;
}
