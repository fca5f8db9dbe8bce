import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Values on which all servers of a database agree, and the servers that run. */
export async function nodes(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .createTable('drive_settings')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('nodes')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('seen_at', integer, (c) => c.notNull())
    .execute();
}
