export { testCertificate } from './certificate.ts';
