import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/** Adds when an account that its user has deleted is erased. */
export const accountDeletions = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, statements);

const statements = `
alter table users add column deletes_at integer;
create index users_deletes_at on users (deletes_at) where deletes_at is not null
`;
