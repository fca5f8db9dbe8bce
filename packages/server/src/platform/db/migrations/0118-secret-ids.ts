import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Adds which master secret made the keyed hash of a token, so that it is known when an earlier one is no longer needed. */
export const secretIds = (db: Kysely<any>, dialect: Dialect): Promise<void> => runStatements(db, dialect, columns);

const columns = `
alter table api_keys add column secret_id text;
alter table sessions add column secret_id text;
alter table invites add column secret_id text;
alter table recovery_codes add column secret_id text;
alter table upload_grants add column secret_id text
`;
