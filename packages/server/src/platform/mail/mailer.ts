export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/**
 * Sends one mail; resolves when the next hop has taken it. Called from jobs, so that a slow mail server holds up no request
 * and a failed mail is tried again; a test e-mail is sent while its request waits.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
