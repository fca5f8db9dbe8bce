import { sql } from 'kysely';
import { currentActor, mayDo, readGiven } from '../../../platform/access/index.ts';
import { compileOnce, type Dialect, jsonRows, type Reader, type Tx } from '../../../platform/db/index.ts';
import { grantsAbove } from '../../access/index.ts';
import { toFileRow, type FileRow } from '../items/item-row.ts';
import { listFoldersAbove, stateUnder, type FoldersAbove } from './ancestor-store.ts';
import { selectFiles } from './item-store.ts';

const selectByIds = (dialect: Dialect) =>
  compileOnce((reader: Reader, { ids, userId }: { ids: string; userId: number }) =>
    selectFiles(reader)
      .select(grantsAbove('i', userId).as('grants'))
      .where(sql<boolean>`i.id in (select r.id from ${jsonRows(dialect, ids, 'r', { id: 'text' })})`),
  );
const selectByIdsOn = { sqlite: selectByIds('sqlite'), postgres: selectByIds('postgres') };

export interface ItemsRead {
  /** In any state, by their ids: those that the user reaches. Of others nothing more is read, as of unknown ones. */
  readonly items: ReadonlyMap<string, FileRow>;
  /** All folders above the items, and those that were asked for with those above them. */
  readonly folders: FoldersAbove;
}

/**
 * Reads items, with what a user was given on them, and the folders above them by two statements. The folders give the items
 * their states.
 */
export async function readItems(
  reader: Reader,
  dialect: Dialect,
  userId: number,
  ids: readonly string[],
  alsoFolders: readonly number[] = [],
): Promise<ItemsRead> {
  const found = await selectByIdsOn[dialect](reader, { ids: JSON.stringify(ids.map((id) => ({ id }))), userId });
  const rows = found.filter(({ owner_id: ownerId, grants, row_id: rowId }) =>
    mayDo(userId, { ownerId, given: readGiven(grants, userId, rowId) }, 'read'),
  );
  const parents = new Set([...rows.flatMap((row) => row.parent_id ?? []), ...alsoFolders]);
  const folders = await listFoldersAbove(reader, dialect, [...parents]);
  const states = new Map([...parents].map((rowId) => [rowId, stateUnder(folders, rowId)]));
  const items = rows.map((row) => {
    const state = row.state === 'alive' ? states.get(row.parent_id ?? 0) : row.state;
    return toFileRow(row, state ?? row.state, userId);
  });
  return { items: new Map(items.map((item) => [item.id, item])), folders };
}

export interface NameIn {
  /** items.row_id */
  readonly folder: number;
  readonly name: string;
}

const selectNames = (dialect: Dialect) =>
  compileOnce((reader: Reader, { names }: { names: string }) => {
    // `cross join`: SQLite looks the names up in the order of the list, along the unique index.
    const select = sql<NameIn & { rowId: number }>`
      select s.parent_id as folder, s.name, s.row_id as "rowId"
      from ${jsonRows(dialect, names, 'r', { folder: 'bigint', name: 'text' })} cross join items as s
      where s.parent_id = r.folder and s.name = r.name and s.state = 'alive'`;
    return { compile: () => select.compile(reader) };
  });
const selectNamesOn = { sqlite: selectNames('sqlite'), postgres: selectNames('postgres') };

/** Names in folders, and which item has each of them. */
export class TakenNames {
  readonly #takers = new Map<number, Map<string, number>>();

  /** Reads who has these names, by one statement. */
  static async read(reader: Reader, dialect: Dialect, names: readonly NameIn[]): Promise<TakenNames> {
    const taken = new TakenNames();
    if (names.length === 0) return taken;
    const wanted = JSON.stringify(names.map(({ folder, name }) => ({ folder, name })));
    for (const { rowId, ...place } of await selectNamesOn[dialect](reader, { names: wanted })) taken.take(rowId, place);
    return taken;
  }

  /** False without a change if another item has the name. */
  take(rowId: number, { folder, name }: NameIn): boolean {
    const takers = this.#takers.get(folder) ?? new Map<string, number>();
    this.#takers.set(folder, takers);
    const taker = takers.get(name) ?? rowId;
    takers.set(name, taker);
    return taker === rowId;
  }
}

const updateParents = (dialect: Dialect) =>
  compileOnce((tx: Tx['later'], { places, by }: { places: string; by: number | null }) => {
    const update = sql<never>`
      update items set modified_by = case when items.parent_id = r.folder then items.modified_by else cast(${by} as bigint) end, parent_id = r.folder, state = 'alive', deleted_at = null,
        revision = revision + case when items.parent_id = r.folder then 0 else 1 end
      from ${jsonRows(dialect, places, 'r', { rowId: 'bigint', folder: 'bigint' })}
      where items.row_id = r."rowId" and items.state in ('alive', 'trashed')`;
    return { compile: () => update.compile(tx) };
  });
const updateParentsOn = { sqlite: updateParents('sqlite'), postgres: updateParents('postgres') };

/** Makes the items alive in their folders, with the names that they have. The unique index refuses a name that is taken. */
export async function putInFolders(
  tx: Tx,
  dialect: Dialect,
  items: readonly Pick<FileRow, 'rowId' | 'parentRowId'>[],
): Promise<void> {
  if (items.length === 0) return;
  const places = JSON.stringify(items.map(({ rowId, parentRowId }) => ({ rowId, folder: parentRowId })));
  await updateParentsOn[dialect](tx.later, { places, by: currentActor() });
}
