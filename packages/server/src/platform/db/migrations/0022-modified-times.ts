import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** The modification time that a client gave for a file, also while it is being uploaded. */
export async function modifiedTimes(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  await db.schema.alterTable('items').addColumn('modified_at', integer).execute();
  await db.schema.alterTable('upload_sessions').addColumn('modified_at', integer).execute();
}
