import { sql, type RawBuilder } from 'kysely';
import { type Reader, toNumber } from '../../../platform/db/index.ts';
import { isReachedBy } from '../../access/index.ts';

/** Items that a user reaches by items.id, those that a link shares, the item with a row id, or all that an owner has trashed. */
export type TreesToCount =
  | { readonly userId: number; readonly ids: readonly string[] }
  | { readonly sharedIds: readonly string[] }
  | { readonly rowId: number }
  | { readonly trashOf: number };

function isTop(which: TreesToCount): RawBuilder<unknown> {
  if ('rowId' in which) return sql`row_id = ${which.rowId} and state in ('alive', 'trashed')`;
  if ('trashOf' in which) return sql`owner_id = ${which.trashOf} and state = 'trashed'`;
  if ('sharedIds' in which) return sql`id in (${sql.join(which.sharedIds)}) and state = 'alive'`;
  return sql`id in (${sql.join(which.ids)}) and state in ('alive', 'trashed') and ${isReachedBy('items', which.userId)}`;
}

/** Those of the items (items.id) that belong to other owners than this one (owners.row_id). */
export async function listOfOthers(reader: Reader, ids: readonly string[], ownerId: number): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('items')
    .select('id')
    .where('id', 'in', ids)
    .where('owner_id', '!=', ownerId)
    .execute();
  return rows.map(({ id }) => id);
}

/** The items and everything in them. Reads the folders only: each knows how many files it has. */
export async function countTrees(reader: Reader, which: TreesToCount): Promise<number> {
  // Postgres knows no empty list.
  if (('ids' in which && which.ids.length === 0) || ('sharedIds' in which && which.sharedIds.length === 0)) return 0;
  const { rows } = await sql<{ items: number }>`
    with recursive tops(row_id, is_folder, child_files) as (
      select row_id, is_folder, child_files from items where ${isTop(which)}
    ), folders(row_id, child_files) as (
      select row_id, child_files from tops where is_folder = 1
      union all
      select below.row_id, below.child_files from folders
        join items as below on below.parent_id = folders.row_id and below.is_folder = 1 and below.state = 'alive'
    )
    select (select count(*) from tops where is_folder = 0)
      + (select coalesce(sum(child_files + 1), 0) from folders) as items`.execute(reader);
  return toNumber(rows[0]?.items ?? 0);
}
