import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/** Finds the upload grants that a user has made in any tree, which the takeover of the account revokes. */
export const grantsByMaker = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, 'create index upload_grants_maker on upload_grants (created_by) where revoked_at is null');
