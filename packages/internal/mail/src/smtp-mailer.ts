import { cleanLine, needsSmtpUtf8 } from '@drive/contract';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { MailRefusedError, type Mailer } from './mailer.ts';
import { addressOf, toMessage, type MessageDeps } from './message.ts';

export interface SmtpOptions extends MessageDeps {
  /** `smtp://user:password@host:587`, or `smtps://…`; options as nodemailer takes them in the query. */
  readonly url: string;
  /** Default 10 s: to connect, and to be greeted. */
  readonly connectTimeoutMs?: number;
}

/** Hands each mail to an SMTP server, over a new connection. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const connectTimeoutMs = options.connectTimeoutMs ?? 10_000;
  return {
    send: async (mail) => {
      // Loaded with the first mail: many servers never send one.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: options.url,
        connectionTimeout: connectTimeoutMs,
        greetingTimeout: connectTimeoutMs,
        socketTimeout: 3 * connectTimeoutMs,
      });
      try {
        const message = toMessage(mail, options);
        // nodemailer would send the address anyway, as bytes that the server has not agreed to.
        if ([mail.to, addressOf(options.from)].some(needsSmtpUtf8) && !(await hasSmtpUtf8(transport.options)))
          throw new MailRefusedError(
            'The mail server does not accept addresses with such letters before the @ (it lacks SMTPUTF8)',
          );
        await transport.sendMail(message);
      } catch (error) {
        throw error instanceof MailRefusedError ? error : toMailError(error);
      } finally {
        transport.close();
      }
    },
  };
}

/** Asks the server over a separate connection, because nodemailer does not expose the capabilities of a server. */
async function hasSmtpUtf8(options: SMTPTransportOptions): Promise<boolean> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('The mail server closed the connection')));
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    // The answer to EHLO, with a line for each extension (RFC 5321, 4.1.1.1).
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse));
  } finally {
    connection.on('error', () => undefined);
    connection.quit();
  }
}

interface SmtpFailure {
  readonly message?: string;
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/** The mail server's response without the addresses in it, because it is logged and shown in lists of jobs. */
class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: string;

  constructor({ message = '', code }: SmtpFailure) {
    super(withoutAddresses(message));
    this.code = typeof code === 'string' ? code : 'EMAIL';
  }
}

function toMailError(error: unknown): MailError | MailRefusedError {
  const failure = error as SmtpFailure;
  const { command, response, responseCode } = failure;
  // 5xx to the sender or to the sign-in is caused by the settings, which an operator can fix meanwhile.
  const isFinal =
    (command === 'RCPT TO' || command === 'DATA') &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode <= 599;
  if (!isFinal) return new MailError(failure);
  return new MailRefusedError(`The mail server refused the email: ${withoutAddresses(cleanLine(String(response)))}`);
}

const withoutAddresses = (text: string): string =>
  text.replaceAll(/(?<![^\s<>"'])[^\s<>"']+@[^\s<>"']+/g, '(an address)');
