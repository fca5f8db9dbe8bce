import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { ShareRow } from './share-row.ts';
import { isNotPurged, selectShares, toShareRow } from './store.ts';

export interface ListedShareRow {
  readonly share: ShareRow;
  /** undefined: a share of several files. */
  readonly item: { readonly name: string; readonly isFolder: boolean } | undefined;
  /** Of a folder those directly in it. */
  readonly fileCount: number;
}

/** A share whose item is yet to come is none to be listed. */
const isThere = sql<boolean>`(s.item_id is null or item.state in ('alive', 'trashed'))`;

export async function countShares(reader: Reader, ownerId: number): Promise<number> {
  const row = await reader
    .selectFrom('shares as s')
    .leftJoin('items as item', 'item.id', 's.item_id')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('s.owner_id', '=', ownerId)
    .where('s.revoked_at', 'is', null)
    .where(isThere)
    .where(isNotPurged)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listShareRows(
  reader: Reader,
  ownerId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedShareRow[]> {
  const rows = await selectShares(reader)
    .leftJoin('items as item', 'item.id', 's.item_id')
    .select([
      'item.name',
      'item.is_folder',
      'item.child_files',
      sql<number>`(select count(*) from share_files as f join items as i on i.id = f.item_id
        where f.share_id = s.row_id and i.state in ('alive', 'trashed'))`.as('files'),
    ])
    .where('s.owner_id', '=', ownerId)
    .where(isThere)
    .orderBy('s.row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    share: toShareRow(row),
    item: row.name === null ? undefined : { name: row.name, isFolder: row.is_folder === 1 },
    fileCount: row.name === null ? row.files : row.is_folder === 1 ? (row.child_files ?? 0) : 1,
  }));
}
