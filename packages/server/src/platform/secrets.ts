import { createSecrets as createProgramSecrets, type Secrets as ProgramSecrets } from '@drive/base';

/** The purpose of a key. */
export type Purpose =
  | 'api-key'
  | 'upload-grant'
  | 'session'
  | 'xsrf'
  | 'one-time-link'
  | 'device'
  | 'download-url'
  | 'archive'
  | 'idempotency'
  | 'ip-address'
  | 'captcha'
  | 'share-unlock'
  | 'collection-unlock'
  | 'proofing-unlock'
  | 'paste-unlock'
  | 'share-recipient'
  | 'share-ticket'
  | 'share-visitor'
  | 'totp'
  | 'recovery-code'
  | 'sign-in-step'
  | 'single-sign-on'
  | 'passkey'
  | 'webhook-secret'
  | 'rate-window'
  | 'cursor'
  | 'fingerprint';

export type Secrets = ProgramSecrets<Purpose>;

export const createSecrets = (master: Uint8Array): Secrets => createProgramSecrets<Purpose>(master, 'drive');
