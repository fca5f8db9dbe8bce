import type { Mailer } from './mailer.ts';
import { toMessage, type MessageDeps } from './message.ts';

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
        await transport.sendMail(toMessage(mail, options));
      } catch (error) {
        throw new MailError(error);
      } finally {
        transport.close();
      }
    },
  };
}

/** The mail server's response without the addresses in it, because it is logged and shown in lists of jobs. */
class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: string;

  constructor(error: unknown) {
    const { message = '', code } = error as { readonly message?: string; readonly code?: unknown };
    super(message.replaceAll(/(?<![^\s<>"'])[^\s<>"']+@[^\s<>"']+/g, '(an address)'));
    this.code = typeof code === 'string' ? code : 'EMAIL';
  }
}
