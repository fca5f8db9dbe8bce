export { startSmtp, type ReceivedMail, type TestSmtp } from './smtp.ts';
