import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { stateFromAbove } from '../files/index.ts';
import { isUsedUp } from './open-share.ts';
import { shareRow, type ShareRow } from './share-row.ts';
import { isNotPurged, selectShares } from './store.ts';

export interface ListedShareRow {
  readonly share: ShareRow;
  /** undefined: a share of several files. */
  readonly item: { readonly name: string; readonly isFolder: boolean } | undefined;
  /** Of a folder those directly in it. */
  readonly fileCount: number;
}

/** A share whose item is yet to come is none to be listed. */
const isThere = sql<boolean>`(s.item_id is null or item.state in ('alive', 'trashed'))`;

/** Whether an item is open to visitors. */
const isOpenItem = sql<boolean>`i.state = 'alive' and ${stateFromAbove('i.parent_id')} = 'alive'`;

/**
 * Those of these shares (shares.row_id) that search finds and search engines may index: PUBLIC, without a password, and open.
 */
export async function listListed(
  reader: Reader,
  shares: readonly ShareRow[],
  now: number,
): Promise<ReadonlySet<number>> {
  const candidates = shares.filter(
    ({ mode, passwordHash, expiresAt, ...share }) =>
      mode === 'PUBLIC' && passwordHash === null && (expiresAt === null || expiresAt > now) && !isUsedUp(share),
  );
  if (candidates.length === 0) return new Set();
  const rows = await reader
    .selectFrom('shares as s')
    .select('s.row_id')
    .where(
      's.row_id',
      'in',
      candidates.map(({ rowId }) => rowId),
    )
    .where(
      sql<boolean>`case when s.item_id is null
        then exists (select 1 from share_files as f join items as i on i.id = f.item_id
          where f.share_id = s.row_id and ${isOpenItem})
        else exists (select 1 from items as i
          where i.id = s.item_id and (i.is_folder = 1 or i.quarantined = 0) and ${isOpenItem}) end`,
    )
    .execute();
  return new Set(rows.map(({ row_id: rowId }) => rowId));
}

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
    share: shareRow.from(row),
    item: row.name === null ? undefined : { name: row.name, isFolder: row.is_folder === 1 },
    fileCount: row.name === null ? row.files : row.is_folder === 1 ? (row.child_files ?? 0) : 1,
  }));
}
