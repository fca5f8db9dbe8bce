import { sql, type RawBuilder } from 'kysely';
import {
  compileOnce,
  isAmong,
  rowIdList,
  type Dialect,
  type ItemState,
  type Reader,
  type Tx,
} from '../../../platform/db/index.ts';

/** `f` and its ancestors as the table `above`; `whileAlive` ends at the first that is not. Costs as much as the depth. */
const walkUp = (
  start: RawBuilder<unknown>,
  { whileAlive }: { readonly whileAlive: boolean },
): RawBuilder<unknown> => sql`
  with recursive above(row_id, parent_id, state) as (
    select f.row_id, f.parent_id, f.state from items as f where ${start}
    union all
    select f.row_id, f.parent_id, f.state from above join items as f on f.row_id = above.parent_id
    ${whileAlive ? sql`where above.state = 'alive'` : sql``}
  )`;

/**
 * The state that the ancestors give an item: that of the nearest that is not alive, else alive. A root folder has none:
 * SQLite opens no table for the walk.
 */
export const stateFromAbove = (parentRowId: string): RawBuilder<ItemState> => sql<ItemState>`
  case when ${sql.ref(parentRowId)} is null then 'alive' else coalesce((
  ${walkUp(sql`f.row_id = ${sql.ref(parentRowId)}`, { whileAlive: true })}
  select state from above where state <> 'alive'), 'alive') end`;

export const pathOf = (id: string): RawBuilder<number> =>
  sql<number>`(${walkUp(sql`f.id = ${id}`, { whileAlive: false })} select row_id from above)`;

/** Row ids of the folder and of those above it that count its bytes: none above the first that is not alive. */
const countingFolders = (folderRowId: number): RawBuilder<number> =>
  sql<number>`(${walkUp(sql`f.row_id = ${folderRowId}`, { whileAlive: true })} select row_id from above)`;

const selectAbove = compileOnce((reader: Reader, { folderRowId, rowId }: { folderRowId: number; rowId: number }) =>
  reader
    .selectFrom(
      sql<{ row_id: number }>`(${walkUp(sql`f.row_id = ${folderRowId}`, { whileAlive: false })}
        select row_id from above)`.as<'above'>('above'),
    )
    .select('above.row_id')
    .where('above.row_id', '=', rowId),
);

export async function isWithin(reader: Reader, folderRowId: number, rowId: number): Promise<boolean> {
  return (await selectAbove(reader, { folderRowId, rowId })).length > 0;
}

export interface FolderAbove {
  readonly id: string;
  readonly name: string;
  readonly parentRowId: number | null;
  /** Its own. */
  readonly state: ItemState;
  /** Of a folder that was trashed itself. */
  readonly deletedAt: number | null;
  /** Whether a role was given on it. */
  readonly isGiven: boolean;
}

/** Folders and all folders above them, by items.row_id. */
export type FoldersAbove = ReadonlyMap<number, FolderAbove>;

interface FolderAboveRow {
  readonly row_id: number;
  readonly id: string;
  readonly name: string;
  readonly parent_id: number | null;
  readonly state: ItemState;
  readonly deleted_at: number | null;
  readonly is_given: number | boolean;
}

const selectFoldersAbove = (dialect: Dialect) =>
  compileOnce((reader: Reader, { rowIds }: { rowIds: string }) => {
    const fields = sql`f.row_id, f.id, f.name, f.parent_id, f.state, f.deleted_at`;
    const select = sql<FolderAboveRow>`
      with recursive above(row_id, id, name, parent_id, state, deleted_at) as (
        select ${fields} from items as f where ${isAmong(dialect, 'f.row_id', rowIds)}
        union
        select ${fields} from above join items as f on f.row_id = above.parent_id
      ) select above.*, exists (select 1 from access_grants as g where g.item_id = above.row_id) as is_given from above`;
    return { compile: () => select.compile(reader) };
  });
const selectFoldersAboveOn = { sqlite: selectFoldersAbove('sqlite'), postgres: selectFoldersAbove('postgres') };

/** Each folder is read once. */
export async function listFoldersAbove(
  reader: Reader,
  dialect: Dialect,
  rowIds: readonly number[],
): Promise<FoldersAbove> {
  if (rowIds.length === 0) return new Map();
  const rows = await selectFoldersAboveOn[dialect](reader, { rowIds: rowIdList(dialect, rowIds) });
  return new Map(
    rows.map(({ row_id: rowId, parent_id: parentRowId, deleted_at: deletedAt, is_given: isGiven, ...folder }) => [
      rowId,
      { ...folder, parentRowId, deletedAt, isGiven: Boolean(isGiven) },
    ]),
  );
}

/** A folder and those above it, from below. */
export function* upFrom(
  folders: FoldersAbove,
  folderRowId: number,
): Generator<FolderAbove & { readonly rowId: number }> {
  for (let rowId: number | null = folderRowId; rowId !== null;) {
    const folder: FolderAbove | undefined = folders.get(rowId);
    if (folder === undefined) return;
    yield { ...folder, rowId };
    rowId = folder.parentRowId;
  }
}

/** Whether a move from one folder to another changes what users were given above an item. */
export function changesAccess(folders: FoldersAbove, fromRowId: number, toRowId: number): boolean {
  const givenAbove = (rowId: number): string =>
    [...upFrom(folders, rowId)]
      .flatMap((folder) => (folder.isGiven ? folder.rowId : []))
      .toSorted((a, b) => a - b)
      .join();
  return givenAbove(fromRowId) !== givenAbove(toRowId);
}

/** What `stateFromAbove` is in a statement. */
export function stateUnder(folders: FoldersAbove, folderRowId: number): ItemState {
  for (const { state } of upFrom(folders, folderRowId)) if (state !== 'alive') return state;
  return 'alive';
}

export interface FolderChange {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
}

const changeFolders = compileOnce((tx: Tx['later'], change: FolderChange & { folderRowId: number }) =>
  tx
    .updateTable('items')
    .set((of) => ({
      size: of('size', '+', change.bytes),
      child_files: sql<number>`child_files + case when row_id = ${change.folderRowId} then ${change.files} else 0 end`,
      child_folders: sql<number>`child_folders + case when row_id = ${change.folderRowId} then ${change.folders} else 0 end`,
    }))
    .where('row_id', 'in', countingFolders(change.folderRowId)),
);

export async function addToFolders(tx: Tx, folderRowId: number, change: FolderChange): Promise<void> {
  await changeFolders(tx.later, { folderRowId, ...change });
}
