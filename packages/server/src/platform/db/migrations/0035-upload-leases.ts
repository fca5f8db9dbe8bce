import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Which of several servers has the lock on an upload session. A server without this step locks in its memory only. */
export async function uploadLeases(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  const add = (name: string, type: typeof text, isRequired: boolean): Promise<void> =>
    db.schema
      .alterTable('upload_sessions')
      .addColumn(name, type, (c) => (isRequired ? c.notNull().defaultTo(0) : c))
      .execute();
  await add('held_by', text, false);
  await add('held_for', text, false);
  await add('held_until', integer, true);
  await add('heard_at', integer, true);
  await add('has_bytes', integer, true);
  await add('turn', integer, true);
  await add('wanted', text, false);
  await db.schema
    .alterTable('staged_uploads')
    .addColumn('lease', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  // Renewing a lease changes none of its columns, and no other index.
  await sql`create index upload_sessions_held on upload_sessions (id) where held_by is not null`.execute(db);
}
