export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A POST to it ends such mails (RFC 8058); a GET shows a form that does. */
  readonly unsubscribeUrl?: string;
}

/**
 * The mail server will not take this mail, however often it is tried: it refused the recipient or the message with 5xx
 * (RFC 5321, 4.2.1), or lacks what the address needs. The message is for the user who caused the mail.
 */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/**
 * Sends one mail; resolves when the next hop has taken it. Called from jobs, so that a slow mail server holds up no request
 * and a mail that failed is tried again unless a `MailRefusedError` says why not; a test email is sent while its request waits.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
