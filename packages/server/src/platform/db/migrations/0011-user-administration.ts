import { foldName } from '@drive/contract';
import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** User administration: disabled and deleted accounts, quotas per user, and searchable names. */
export async function userAdministration(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  const integer = dialect === 'postgres' ? sql`bigint` : sql`integer`;

  for (const column of ['disabled_at', 'deleted_at', 'signed_in_at', 'quota_bytes'])
    await db.schema.alterTable('users').addColumn(column, integer).execute();
  await db.schema
    .alterTable('users')
    .addColumn('name_key', text, (c) => c.notNull().defaultTo(''))
    .execute();

  const named = await sql<{
    row_id: number;
    name: string;
  }>`select row_id, name from users where name is not null`.execute(db);
  for (const { row_id, name } of named.rows)
    await sql`update users set name_key = ${foldName(name)} where row_id = ${row_id}`.execute(db);
}
