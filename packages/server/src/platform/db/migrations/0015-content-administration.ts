import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Indexes for administrators: all files and jobs, in any number; and the reasons of quarantines. */
export async function contentAdministration(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);
  const kept = `where is_folder = 0 and state in ('alive', 'trashed')`;

  // Newest first, for all owners and for one, with the columns of each filter: a page is found within the index.
  await run(`create index items_newest on items (row_id, owner_id, quarantined) ${kept}`);
  await run(`create index items_owner_newest on items (owner_id, row_id, quarantined) ${kept}`);
  await run(`create index items_quarantined on items (row_id) ${kept} and quarantined = 1`);

  await db.schema
    .alterTable('storage_usage')
    .addColumn('file_count', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await run(`update storage_usage set file_count =
    (select count(*) from items ${kept} and items.owner_id = storage_usage.owner_id)`);

  await db.schema
    .createTable('quarantines')
    .addColumn('item_id', integer, (c) => c.primaryKey().references('items.row_id').onDelete('cascade'))
    .addColumn('reason', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();

  await db.schema.alterTable('jobs').addColumn('id', text).execute();
  const uuid =
    dialect === 'postgres'
      ? 'gen_random_uuid()'
      : `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
          substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
  await run(`update jobs set id = ${uuid}`);
  await run(`create unique index jobs_id on jobs (id)`);
}
