import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Texts with a link. */
export async function pastes(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);

  await db.schema
    .createTable('pastes')
    .addColumn('row_id', integer, (column) =>
      dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('token', text, (c) => c.notNull().unique())
    .addColumn('owner_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('mode', text, (c) => c.notNull())
    .addColumn('title', text)
    .addColumn('language', text)
    .addColumn('size_bytes', integer, (c) => c.notNull())
    .addColumn('expires_at', integer)
    .addColumn('password_hash', text)
    .addColumn('burns', flag, (c) => c.notNull())
    .addColumn('burned_at', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('content', text)
    .execute();
  await run(`create index pastes_owner on pastes (owner_id, row_id)`);
  await run(`create index pastes_expiring on pastes (expires_at) where expires_at is not null`);
  await run(`create index pastes_burned on pastes (burned_at) where burned_at is not null`);
}
