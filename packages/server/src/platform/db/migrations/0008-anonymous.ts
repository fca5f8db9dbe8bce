import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** A hidden owner for anonymous uploads, and the solved captchas. */
export async function anonymous(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;

  await db.schema
    .alterTable('users')
    .addColumn('is_system', flag, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql.raw(`create unique index users_system on users (is_system) where is_system = 1`).execute(db);

  await db.schema
    .createTable('solved_captchas')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
  await sql.raw(`create index solved_captchas_age on solved_captchas (expires_at)`).execute(db);
}
