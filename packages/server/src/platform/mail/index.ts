export { Mails, type MailContent, type MailDefinition, type MailPermit, type RequestedMail } from './mails.ts';
