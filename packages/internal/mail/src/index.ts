/** The layout of emails, and the ways to send one. */
export { renderEmail, type Email, type MailLook } from './email.ts';
export { MailRefusedError, type Mail, type Mailer } from './mailer.ts';
export { createOutboxMailer, type OutboxOptions } from './outbox-mailer.ts';
export { createSmtpMailer, type SmtpOptions } from './smtp-mailer.ts';
