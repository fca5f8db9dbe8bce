export { writeLetter, type Letter } from './letter.ts';
export type { Mail, Mailer } from './mailer.ts';
export { createOutboxMailer, type OutboxOptions } from './outbox-mailer.ts';
export { createSmtpMailer, type SmtpOptions } from './smtp-mailer.ts';
