import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/**
 * Adds the order by time of all items of an owner, and on Postgres the index of trigrams, by which searches find names. The
 * extensions are part of Postgres, but a server may lack their package, and a user the right to create them: then there is no index, and
 * an operator can create it later.
 */
export async function nameTrigrams(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await runStatements(db, dialect, order);
  if (dialect === 'postgres') await sql.raw(trigrams).execute(db);
}

const order = `create index items_by_age on items (owner_id, created_at, row_id) where state = 'alive'`;

// The block is undone as a whole if a statement fails.
const trigrams = `do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index items_trigrams on items using gin (owner_id, name_key gin_trgm_ops)
    with (gin_pending_list_limit = 1024) where state = 'alive';
exception when others then
  raise warning 'Searches use no index of trigrams: %', sqlerrm;
end $$`;
