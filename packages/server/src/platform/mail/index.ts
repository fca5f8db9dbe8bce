export type { Letter } from './letter.ts';
export type { Mail, Mailer } from './mailer.ts';
export {
  createMails,
  type MailDefinition,
  type MailPermit,
  type Mails,
  type RenderedMail,
  type RenderedNotice,
  type RequestedMail,
} from './mails.ts';
export { createOutboxMailer, type OutboxOptions } from './outbox-mailer.ts';
export { createSmtpMailer, type SmtpOptions } from './smtp-mailer.ts';
