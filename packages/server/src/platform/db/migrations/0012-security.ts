import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** The audit log; two-factor authentication with recovery codes. */
export async function security(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);

  await db.schema
    .createTable('audit_log')
    .addColumn('row_id', integer, (column) =>
      dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('actor_kind', text, (c) => c.notNull())
    .addColumn('actor_id', text)
    .addColumn('via', text)
    .addColumn('user_id', text)
    .addColumn('target_kind', text)
    .addColumn('target_id', text)
    .addColumn('details', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await run('create index audit_log_created on audit_log (created_at, row_id)');
  await run('create index audit_log_user on audit_log (user_id, created_at, row_id) where user_id is not null');
  await run('create index audit_log_actor on audit_log (actor_id, created_at, row_id) where actor_id <> user_id');
  await run('create index audit_log_action on audit_log (action, created_at, row_id)');

  await db.schema
    .createTable('totp')
    .addColumn('user_id', integer, (c) => c.primaryKey().references('users.row_id').onDelete('cascade'))
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('last_step', integer, (c) => c.notNull())
    .addColumn('failures', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('failing_since', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('confirmed_at', integer)
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.row_id').onDelete('cascade'))
    .execute();
  await run('create index recovery_codes_user on recovery_codes (user_id)');
}
