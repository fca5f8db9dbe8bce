export { Mails, type MailContent, type MailDefinition, type MailPermit, type RequestedMail } from './mails.ts';
export { renderTestMail } from './test-mail.ts';
