import { sql } from 'kysely';
import {
  type Dialect,
  isAmong,
  type ItemState,
  type Reader,
  rowIdList,
  toNumber,
  type Tx,
} from '../../../platform/db/index.ts';
import { aFile, alive } from '../items/item-row.ts';
import type { HeldBack } from '../quarantine/held-back.ts';

/** An item of a tree that moves to another owner. */
export interface MovedRow {
  readonly rowId: number;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /** State of the nearest item, from it up to the top, that is not alive. */
  readonly state: ItemState;
  /** Whether its own state is alive or trashed: it counts as an item of its owner. */
  readonly isCounted: boolean;
}

/** Everything in the trees with these tops whose own state is alive, and the tops. At most `limit` rows. */
async function listBelow(tx: Tx, dialect: Dialect, tops: readonly number[], limit: number): Promise<MovedRow[]> {
  const { rows } = await sql<{ row_id: number; is_folder: number; size: number; state: ItemState; own_state: string }>`
    with recursive tree(row_id, is_folder, size, state, own_state) as (
      select i.row_id, i.is_folder, i.size, i.state, i.state from items as i
      where ${isAmong(dialect, 'i.row_id', rowIdList(dialect, tops))}
      union all
      select f.row_id, f.is_folder, f.size, tree.state, f.state
      from tree join items as f on f.parent_id = tree.row_id and f.state = 'alive'
      where tree.is_folder = 1
    ) select row_id, is_folder, size, state, own_state from tree limit ${limit}`.execute(tx);
  return rows.map((row) => ({
    rowId: row.row_id,
    isFolder: row.is_folder === 1,
    sizeBytes: toNumber(row.size),
    state: row.state,
    isCounted: row.own_state === 'alive' || row.own_state === 'trashed',
  }));
}

/** Items directly in these folders that were trashed, or are being purged, by themselves. */
async function listHiddenIn(tx: Tx, dialect: Dialect, ownerId: number, folders: readonly number[]): Promise<number[]> {
  const found = await Promise.all(
    (['trashed', 'purging'] as const).map((state) =>
      tx
        .selectFrom('items')
        .select('row_id')
        .where('owner_id', '=', ownerId)
        // A literal: SQLite uses a partial index only if the statement contains its condition.
        .where('state', '=', sql.lit(state))
        .where(isAmong(dialect, 'parent_id', rowIdList(dialect, folders)))
        .execute(),
    ),
  );
  return found.flat().map((row) => row.row_id);
}

/** Everything in an item of an owner, in any state but purged, and the item. More than `most` items are not all read. */
export async function listTree(
  tx: Tx,
  dialect: Dialect,
  { ownerId, topRowId, most }: { readonly ownerId: number; readonly topRowId: number; readonly most: number },
): Promise<MovedRow[]> {
  const all: MovedRow[] = [];
  for (let tops = [topRowId]; tops.length > 0 && all.length <= most;) {
    const below = await listBelow(tx, dialect, tops, Math.min(most - all.length + 1, Number.MAX_SAFE_INTEGER));
    all.push(...below);
    const folders = below.filter(({ isFolder }) => isFolder).map(({ rowId }) => rowId);
    tops = folders.length === 0 ? [] : await listHiddenIn(tx, dialect, ownerId, folders);
  }
  return all;
}

/** The next alive items in the root of an owner, in the order of the row ids. */
export async function listNextInRoot(
  reader: Reader,
  { ownerId, after, limit }: { readonly ownerId: number; readonly after: number; readonly limit: number },
): Promise<{ readonly rowId: number; readonly id: string }[]> {
  return reader
    .selectFrom('items as root')
    .innerJoin('items as i', 'i.parent_id', 'root.row_id')
    .select(['i.row_id as rowId', 'i.id'])
    .where('root.owner_id', '=', ownerId)
    .where('root.parent_id', 'is', null)
    .where('i.state', '=', alive)
    .where('i.row_id', '>', after)
    .orderBy('i.row_id')
    .limit(limit)
    .execute();
}

/** Bytes of versions, metadata and WebDAV properties of items, which count in the quota besides their sizes. */
export async function countFurtherBytes(tx: Tx, dialect: Dialect, rowIds: readonly number[]): Promise<number> {
  const list = rowIdList(dialect, rowIds);
  const { rows } = await sql<{ bytes: number | string }>`
    select coalesce((select sum(size) from file_versions where ${isAmong(dialect, 'item_id', list)}), 0)
      + coalesce((select sum(bytes) from item_terms where ${isAmong(dialect, 'item_id', list)}), 0)
      + coalesce((select sum(octet_length(namespace) + octet_length(name) + octet_length(xml))
        from dav_properties where ${isAmong(dialect, 'item_id', list)}), 0) as bytes`.execute(tx);
  return toNumber(rows[0]?.bytes ?? 0);
}

/** The name of one of these files that is held back, or has a version that is; undefined if there is none. */
export async function findHeldBack(
  tx: Tx,
  dialect: Dialect,
  { isReleasedRow, isReleasedVersion }: Pick<HeldBack, 'isReleasedRow' | 'isReleasedVersion'>,
  rowIds: readonly number[],
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select i.name from items as i where ${isAmong(dialect, 'i.row_id', rowIdList(dialect, rowIds))} and i.is_folder = ${aFile}
      and (not ${isReleasedRow('i')}
        or exists (select 1 from file_versions as v where v.item_id = i.row_id and not (${isReleasedVersion('v')})))
    limit 1`.execute(tx);
  return rows[0]?.name;
}

/** Gives items, with their versions and index entries, to another owner. */
export async function setOwner(
  tx: Tx,
  dialect: Dialect,
  rowIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const list = rowIdList(dialect, rowIds);
  await sql`update items set owner_id = ${to} where ${isAmong(dialect, 'row_id', list)}`.execute(tx);
  await sql`update file_versions set owner_id = ${to} where ${isAmong(dialect, 'item_id', list)}`.execute(tx);
  await sql`update item_terms set owner_id = ${to} where ${isAmong(dialect, 'item_id', list)}`.execute(tx);
  if (dialect === 'sqlite') return;
  // What the triggers write for other changes: the searches of every server read these rows again.
  await sql`
    insert into name_changes (owner_id, version, item_row_id, changed_at)
    select owner.id, pg_current_xact_id()::text::bigint, moved.id, extract(epoch from clock_timestamp()) * 1000
    from unnest(cast(${list} as bigint[])) as moved (id), unnest(cast(${`{${from},${to}}`} as bigint[])) as owner (id)
    on conflict do nothing`.execute(tx);
}
