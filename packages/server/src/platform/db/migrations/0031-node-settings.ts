import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Several servers of a database: why one of them has to be alone, and in which settings they differ. */
export async function nodeSettings(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;

  await db.schema.alterTable('nodes').addColumn('alone_because', text).execute();
  await db.schema
    .alterTable('nodes')
    .addColumn('settings', text, (c) => c.notNull().defaultTo('{}'))
    .execute();
}
