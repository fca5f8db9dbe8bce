import { createSecrets as createProgramSecrets, type Secrets as ProgramSecrets } from '@drive/base';
import { sql, type RawBuilder } from 'kysely';
import type { Reader, Tx } from './db/index.ts';

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
  | 'fingerprint'
  | 'unsubscribe'
  | 'keep-account'
  | 'setting';

export type Secrets = ProgramSecrets<Purpose>;

export const createSecrets = (master: Uint8Array, previous?: Uint8Array): Secrets =>
  createProgramSecrets<Purpose>(master, 'drive', previous);

/** Identifies the master secret without revealing it. */
export const secretIdOf = (secrets: Secrets): string => secrets.sign('fingerprint', 'master secret');

/** Ids of the master secret and, if there is one, of the previous one. */
export const secretIdsOf = (secrets: Secrets): ReturnType<Secrets['signatures']> =>
  secrets.signatures('fingerprint', 'master secret');

/** Stored keyed hashes. Only who has their text can replace them, so a module does it when they are used. */
export interface HashedTexts {
  /** Plural, as in `3 API keys`. */
  readonly what: string;
  /** How many that are still valid were made with another master secret, or with an unknown one. */
  countOthers(reader: Reader, secretId: string, now: number): Promise<number>;
}

/** For `countOthers`, of a table with the column `secret_id`. */
export const isOfOtherSecret = (secretId: string): RawBuilder<boolean> =>
  sql<boolean>`(secret_id is null or secret_id <> ${secretId})`;

/** A stored value that is encrypted. */
export interface SealedValue {
  /** Ascending in a list. */
  readonly rowId: number;
  readonly owner: string;
  readonly sealed: string;
}

/** Stored encrypted values of one kind. */
export interface SealedValues {
  readonly what: string;
  readonly purpose: Purpose;
  list(reader: Reader, after: number, limit: number): Promise<SealedValue[]>;
  /** Does nothing if the row has another value by now. */
  replace(tx: Tx, value: SealedValue, sealed: string): Promise<void>;
}
