import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Webhooks, deliveries, and the attempts of each. */
export async function webhooks(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;
  const withRowId = (name: string): CreateTableBuilder<string, string> =>
    db.schema
      .createTable(name)
      .addColumn('row_id', integer, (column) =>
        dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
      );
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);

  await withRowId('webhooks')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.row_id'))
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('secret_masked', text, (c) => c.notNull())
    .addColumn('enabled', flag, (c) => c.notNull())
    .addColumn('disabled_reason', text)
    .addColumn('consecutive_failures', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('cancelled_to', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('deleted_at', integer)
    .execute();
  await run(`create index webhooks_user on webhooks (user_id, row_id) where deleted_at is null`);

  await withRowId('webhook_deliveries')
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('webhook_id', integer, (c) => c.notNull().references('webhooks.row_id').onDelete('cascade'))
    .addColumn('event_id', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('pending', 'delivered', 'failed')`))
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', integer)
    .addColumn('claimed_by', text)
    .addColumn('response_body', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await run(`create index webhook_deliveries_log on webhook_deliveries (webhook_id, row_id)`);
  await run(`create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where due_at is not null`);
  await run(`create index webhook_deliveries_claims on webhook_deliveries (row_id) where claimed_by is not null`);
  await run(`create index webhook_deliveries_age on webhook_deliveries (created_at)`);

  await db.schema
    .createTable('webhook_attempts')
    .addColumn('delivery_id', integer, (c) => c.notNull().references('webhook_deliveries.row_id').onDelete('cascade'))
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addColumn('duration_ms', integer, (c) => c.notNull())
    .addColumn('status_code', integer)
    .addColumn('error', text)
    .addPrimaryKeyConstraint('webhook_attempts_pk', ['delivery_id', 'number'])
    .execute();
}
