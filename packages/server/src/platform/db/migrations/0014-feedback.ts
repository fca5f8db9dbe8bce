import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Likes and comments of shares. */
export async function feedback(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = dialect === 'postgres' ? sql`smallint` : sql`integer`;
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);

  // SQLite adds one column a statement.
  for (const column of ['comments_enabled', 'likes_enabled'])
    await db.schema
      .alterTable('shares')
      .addColumn(column, flag, (c) => c.notNull().defaultTo(1))
      .execute();
  for (const column of ['comment_count', 'like_count'])
    await db.schema
      .alterTable('shares')
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
      .execute();
  await run(`create index shares_with_feedback on shares (row_id) where comment_count > 0 or like_count > 0`);

  await db.schema
    .createTable('share_comments')
    .addColumn('row_id', integer, (c) =>
      dialect === 'postgres' ? c.primaryKey().generatedAlwaysAsIdentity() : c.primaryKey().autoIncrement(),
    )
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id').onDelete('cascade'))
    .addColumn('author_key', text, (c) => c.notNull())
    .addColumn('author_name', text)
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('once_key', text)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await run(`create index share_comments_share on share_comments (share_id, row_id)`);
  await run(`create unique index share_comments_once on share_comments (share_id, once_key)`);

  await db.schema
    .createTable('share_likes')
    .addColumn('share_id', integer, (c) => c.notNull().references('shares.row_id').onDelete('cascade'))
    .addColumn('author_key', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('share_likes_pk', ['share_id', 'author_key'])
    .execute();
}
