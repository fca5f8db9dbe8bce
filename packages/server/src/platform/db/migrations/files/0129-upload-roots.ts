import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/** Adds the folder to which an upload was confined, by the key that reserved it or by its grant. */
export const uploadRoots = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, 'alter table upload_sessions add column root_id text');
