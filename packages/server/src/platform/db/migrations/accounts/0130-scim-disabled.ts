import type { Dialect } from '@drive/database';
import type { Kysely } from 'kysely';
import { runStatements } from '../run-statements.ts';

/** Adds whether the identity provider disabled an account, which it may then enable. Until now it enabled any. */
export const scimDisabled = (db: Kysely<any>, dialect: Dialect): Promise<void> =>
  runStatements(db, dialect, statements);

const statements = `
alter table scim_users add column disabled_at integer;
update scim_users set disabled_at = (select users.disabled_at from users where users.row_id = scim_users.user_id)
`;
