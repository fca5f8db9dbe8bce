export { renderTestMail, type Email } from './email.ts';
export { MailRefusedError, type Mail, type Mailer } from './mailer.ts';
export { Mails, type MailContent, type MailDefinition, type MailPermit, type RequestedMail } from './mails.ts';
export { createOutboxMailer, type OutboxOptions } from './outbox-mailer.ts';
export { createSmtpMailer, type SmtpOptions } from './smtp-mailer.ts';
