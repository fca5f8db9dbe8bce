import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';

/**
 * On Postgres: adds the index of the pairs of characters in names, by which searches find words that have no trigrams. It takes what
 * the index of trigrams takes, and is left out for the same reasons.
 */
export async function namePairs(db: Kysely<any>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql.raw(pairs).execute(db);
}

// Each character of a name begins an element: pairs from the first character on and from the second on, and the last character. The
// expression of queries is the same (files/search/name-pairs-store.ts).
const pairs = `do $$ begin
  create extension if not exists btree_gin;
  create index items_pairs on items using gin (owner_id, array_to_tsvector(array_remove(
      string_to_array(regexp_replace(name_key, '(..)', E'\\\\1\\n', 'g'), E'\\n')
      || string_to_array(regexp_replace(substr(name_key, 2), '(..)', E'\\\\1\\n', 'g'), E'\\n'), '')))
    with (gin_pending_list_limit = 1024) where state = 'alive';
exception when others then
  raise warning 'Searches use no index of pairs: %', sqlerrm;
end $$`;
