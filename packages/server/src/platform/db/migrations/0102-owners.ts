import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Gives each user, and the hidden one of guests, a row in the table of owners, with the quota that was the user's. */
export async function owners(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await runStatements(db, dialect, table);
  await sql`
    insert into owners (row_id, id, kind, quota_bytes)
    select row_id, id, case when is_system = 1 then 'anonymous' else 'user' end, quota_bytes from users`.execute(db);
  await sql`alter table users drop column quota_bytes`.execute(db);
}

// No constraint names the kinds: SQLite would copy the table for each new one.
const table = `
create table owners (
  row_id integer primary key, id text not null unique, kind text not null, quota_bytes integer
);
create unique index owners_anonymous on owners (kind) where kind = 'anonymous'
`;
