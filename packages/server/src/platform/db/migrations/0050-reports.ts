import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Reports of visitors about shares. */
export async function reports(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .createTable('reports')
    .addColumn('row_id', integer, (c) =>
      dialect === 'postgres' ? c.primaryKey().generatedAlwaysAsIdentity() : c.primaryKey().autoIncrement(),
    )
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id').onDelete('cascade'))
    .addColumn('item_id', text)
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('message', text)
    .addColumn('email', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await sql`create index reports_share on reports (share_id)`.execute(db);
  await sql`create index reports_item on reports (item_id) where item_id is not null`.execute(db);
}
