import type { AddressInfo } from 'node:net';
import { systemRandom } from '@drive/base';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { createSmtpMailer, type Mailer } from '../src/index.ts';

export interface ReceivedMail {
  readonly recipients: string[];
  readonly sender: string;
  /** Whether the client asked for SMTPUTF8. */
  readonly isUtf8: boolean;
  readonly mail: ParsedMail;
}

/** A real SMTP server that stores received mails. */
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Refuses recipients with this answer from now on, with 451 unless it begins with a code; undefined accepts them. */
  refusal: string | ((address: string) => string | undefined) | undefined;
  /** Refuses messages with this answer. */
  messageRefusal: string | undefined;
  /** Whether the server accepts letters other than ASCII before the @. Default: true. */
  hasSmtpUtf8: boolean;
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
    onRcptTo: ({ address }, _session, done) => {
      const { refusal } = smtp;
      done(toRefusal(typeof refusal === 'function' ? refusal(address) : refusal));
    },
    onData: (stream, session, done) => {
      simpleParser(stream).then(
        (mail) => {
          const refused = toRefusal(smtp.messageRefusal);
          if (refused !== null) return done(refused);
          const { mailFrom, rcptTo, smtpUtf8 = false } = session.envelope;
          mails.push({
            mail,
            sender: mailFrom === false ? '' : mailFrom.address,
            recipients: rcptTo.map((to) => to.address),
            isUtf8: smtpUtf8,
          });
          return done();
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
    messageRefusal: undefined,
    get hasSmtpUtf8() {
      return server.options.hideSMTPUTF8 !== true;
    },
    set hasSmtpUtf8(has) {
      server.options.hideSMTPUTF8 = !has;
    },
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

function toRefusal(answer: string | undefined): Error | null {
  if (answer === undefined) return null;
  const [, code = '451', text = answer] = /^(\d{3}) (.*)$/.exec(answer) ?? [];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}
