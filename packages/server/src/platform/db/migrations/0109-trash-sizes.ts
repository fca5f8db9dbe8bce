import type { Dialect } from '@drive/database';
import { sql, type Kysely } from 'kysely';

/**
 * On Postgres: removes the index of the trash by size. `size` of a folder changes with every upload below it, and while an index names the
 * column, each such change adds an entry to every index of items. A trash by size is sorted when it is read.
 */
export async function trashSizes(db: Kysely<any>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`drop index items_trash_sizes`.execute(db);
}
