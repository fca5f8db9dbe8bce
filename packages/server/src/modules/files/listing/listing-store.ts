import { limits } from '@drive/contract';
import { sql } from 'kysely';
import { readGiven } from '../../../platform/access/index.ts';
import { compileOnce, type Dialect, isAfter, isAmong, type Reader, rowIdList } from '../../../platform/db/index.ts';
import { grantsAbove } from '../../access/index.ts';
import { beforeAll, orders, positionFields, type Order, type Position } from '../items/item-orders.ts';
import { aFile, aFolder, alive, toItemFields, type ItemFields, type ListedRow } from '../items/item-row.ts';
import type { SeenIn } from '../items/item-views.ts';
import { anyFolder, folderOf, rootOf } from '../tree/folder-store.ts';
import { selectListed } from '../tree/item-store.ts';

export interface Scope {
  readonly kind: 'all' | 'folders' | 'files';
  readonly folderRowId: number;
  /** null for the root. */
  readonly folderId: string | null;
}

export interface Slice {
  readonly order: Order;
  readonly backward: boolean;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Postgres estimates an unknown limit as a tenth of the rows, and then plans a list again for each request, which takes
 * longer than reading it. So pages of usual sizes have statements of their own.
 */
const usualLimits: ReadonlySet<number> = new Set([limits.defaultPageSize, 50, 100, 200]);
interface FixedLimit {
  /** undefined: the limit is a parameter. */
  readonly fixed: number | undefined;
}
const limitOf = ({ limit }: { readonly limit: number }, fixed: number | undefined) =>
  fixed === undefined ? limit : sql.lit(fixed);
const fixedLimit = (dialect: Dialect, limit: number): number | undefined =>
  dialect === 'postgres' && usualLimits.has(limit) ? limit : undefined;

/** Alive items of the scope, in order. */
export async function listSlice(
  reader: Reader,
  dialect: Dialect,
  { kind, folderRowId, folderId }: Scope,
  { order, backward, offset, limit }: Slice,
): Promise<ItemFields[]> {
  const skips = offset > 0;
  const fixed = fixedLimit(dialect, limit);
  const shape = `${dialect} ${kind} ${order} ${backward} ${skips} ${fixed}`;
  let query = queries.get(shape);
  if (query === undefined) queries.set(shape, (query = sliceQuery(dialect, kind, order, backward, { skips, fixed })));
  const rows = await query(reader, { folderRowId, offset, limit });
  return rows.map((row) => toItemFields(row, folderId));
}

/** The folder of a first page: of the tree of an owner, null being its root; or of any tree, looked up for a user (users.row_id). */
export type FirstOf =
  | { readonly ownerId: number; readonly folderId: string | null }
  | { readonly viewerId: number; readonly folderId: string };

export interface FirstPage {
  readonly total: number;
  readonly rows: ItemFields[];
  /** Whose tree it is in, and what the user was given there if it was looked up for one: what `mayDo` asks for. */
  readonly seen: SeenIn;
}

/**
 * The first page, with the number of all items. undefined if it is empty: the folder may be missing then, or the user was given nothing
 * there. Only `mayDo` decides.
 */
export async function listFirst(
  reader: Reader,
  dialect: Dialect,
  of: FirstOf,
  { order, backward, limit }: Omit<Slice, 'offset'>,
): Promise<FirstPage | undefined> {
  const { folderId } = of;
  const place = 'viewerId' in of ? 'any tree' : folderId === null ? 'root' : 'own tree';
  const options = { place, order, backward, fixed: fixedLimit(dialect, limit) } as const;
  const shape = `${dialect} ${place} ${order} ${backward} ${options.fixed}`;
  let query = queriesOfFirst.get(shape);
  if (query === undefined) queriesOfFirst.set(shape, (query = firstQuery(dialect, options)));
  const userId = 'viewerId' in of ? of.viewerId : of.ownerId;
  const rows = await query(reader, { userId, folderId: folderId ?? '', limit });
  const [first] = rows;
  if (first === undefined) return undefined;
  const { total, folder_owner: ownerId = userId, folder_access: access } = first;
  const [rowId, isRoot, grants = null] = access?.split('\n') ?? [];
  // The API does not name a root as a parent.
  const parentId = isRoot === '1' ? null : folderId;
  const seen = { ownerId, given: readGiven(grants, userId, Number(rowId)) };
  return { total, rows: rows.map((row) => toItemFields(row, parentId)), seen };
}

const queriesOfFirst = new Map<string, ReturnType<typeof firstQuery>>();

/** What the rows of a first page have of its folder, which is read once for all. */
interface FolderOfPage {
  readonly total: number;
  /** owners.row_id. This and the next one only if it is a folder of any tree. */
  readonly folder_owner?: number;
  /** Of a folder of others: its row id, 1 for a root or else 0, and what `readGiven` reads, each in a line. */
  readonly folder_access?: string | null;
}

/** One statement: on Postgres each costs more than what it reads. */
const firstQuery = (
  dialect: Dialect,
  {
    place,
    order,
    backward,
    fixed,
  }: {
    readonly place: 'root' | 'own tree' | 'any tree';
    readonly order: Order;
    readonly backward: boolean;
  } & FixedLimit,
) =>
  compileOnce((reader: Reader, { userId, folderId, limit }: { userId: number; folderId: string; limit: number }) => {
    const found = {
      root: () => rootOf(reader, userId),
      'own tree': () => folderOf(reader, { ownerId: userId, id: folderId }),
      'any tree': () => anyFolder(reader, folderId),
    }[place]();
    const access = sql<string | null>`items.row_id || ${sql.lit('\n')} ||
      case when items.parent_id is null then 1 else 0 end || ${sql.lit('\n')} || ${grantsAbove('items', userId)}`;
    const folder = found
      .select('items.row_id')
      .select(({ ref }) => sql<number>`${ref('child_files')} + ${ref('child_folders')}`.as('total'));
    const columns: readonly (keyof FolderOfPage)[] =
      place === 'any tree' ? ['total', 'folder_owner', 'folder_access'] : ['total'];
    const withFolder = reader.with(
      (cte) => cte('folder').materialized(),
      () =>
        place === 'any tree' ? folder.select(['items.owner_id as folder_owner', access.as('folder_access')]) : folder,
    );
    // Of a folder that the user does not reach, no items are read: nobody learns by the time that it is there.
    const reached = place === 'any tree' ? sql`where folder_owner = ${userId} or folder_access is not null` : sql``;
    let rows = selectListed(withFolder)
      .select(columns.map((column) => sql`(select ${sql.ref(column)} from folder)`.as(column)))
      .where('i.state', '=', alive)
      .where('i.parent_id', '=', sql<number>`(select row_id from folder ${reached})`)
      .$castTo<ListedRow & FolderOfPage>();
    for (const [column, direction] of columnsOf(dialect, order, backward))
      rows = rows.orderBy(`i.${column}`, direction);
    return rows.limit(limitOf({ limit }, fixed));
  });

export interface SliceAfter {
  readonly order: Order;
  readonly backward: boolean;
  /** Exclusive. undefined: from the beginning. */
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Alive items of the scope, in order, after a position. Folders and files together have no position in order of type. */
export async function listAfter(
  reader: Reader,
  dialect: Dialect,
  { kind, folderRowId, folderId }: Scope,
  { order, backward, after, limit }: SliceAfter,
): Promise<ItemFields[]> {
  const options = { hasPosition: after !== undefined, fixed: fixedLimit(dialect, limit) };
  const shape = `${dialect} ${kind} ${order} ${backward} ${options.hasPosition} ${options.fixed}`;
  let query = queriesAfter.get(shape);
  if (query === undefined) queriesAfter.set(shape, (query = afterQuery(dialect, kind, order, backward, options)));
  const rows = await query(reader, { folderRowId, limit, ...(after ?? beforeAll) });
  return rows.map((row) => toItemFields(row, folderId));
}

const queriesAfter = new Map<string, ReturnType<typeof afterQuery>>();
const afterQuery = (
  dialect: Dialect,
  kind: Scope['kind'],
  order: Order,
  backward: boolean,
  { hasPosition, fixed }: { readonly hasPosition: boolean } & FixedLimit,
) =>
  compileOnce((reader: Reader, { folderRowId, limit, ...position }: AfterValues) => {
    const columns = columnsOf(dialect, order, backward).flatMap(([column, direction]) =>
      column === 'is_folder' ? [] : [[column, direction] as const],
    );
    let rows = selectListed(reader).where('i.state', '=', alive).where('i.parent_id', '=', folderRowId);
    if (kind !== 'all') rows = rows.where('i.is_folder', '=', ofKind[kind]);
    if (hasPosition) {
      const keys = columns.map(([column]) => position[positionFields[column]]);
      const names = columns.map(([column]) => `i.${column}`);
      rows = rows.where(isAfter(keys, names, backward ? 'desc' : 'asc'));
    }
    for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
    return rows.limit(limitOf({ limit }, fixed));
  });

type AfterValues = Position & { readonly folderRowId: number; readonly limit: number };

const selectRowId = compileOnce((reader: Reader, { id }: { id: string }) =>
  reader.selectFrom('items').select('row_id').where('id', '=', id),
);

export async function findRowId(reader: Reader, id: string): Promise<number | undefined> {
  const [row] = await selectRowId(reader, { id });
  return row?.row_id;
}

type Column = 'is_folder' | keyof typeof positionFields;

/** Folders come first. On Postgres the index by size has the size of files in a column of its own (0038-file-sizes). */
export const columnsOf = (dialect: Dialect, order: Order, backward: boolean): (readonly [Column, 'asc' | 'desc'])[] =>
  orders[order].map((column) => [
    column === 'size' && dialect === 'postgres' ? 'file_size' : column,
    backward === (column === 'is_folder') ? 'asc' : 'desc',
  ]);

const queries = new Map<string, ReturnType<typeof sliceQuery>>();
const ofKind = { folders: aFolder, files: aFile };

type SliceValues = { folderRowId: number } & Pick<Slice, 'offset' | 'limit'>;

const sliceQuery = (
  dialect: Dialect,
  kind: Scope['kind'],
  order: Order,
  backward: boolean,
  { skips, fixed }: { readonly skips: boolean } & FixedLimit,
) => {
  const columns = columnsOf(dialect, order, backward);
  if (!skips)
    return compileOnce((reader: Reader, values: SliceValues) => {
      let rows = selectListed(reader).where('i.state', '=', alive).where('i.parent_id', '=', values.folderRowId);
      if (kind !== 'all') rows = rows.where('i.is_folder', '=', ofKind[kind]);
      for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
      return rows.limit(limitOf(values, fixed));
    });
  // SQLite reads every row that it skips to compare its folder, unless the condition is a lower bound only: then it
  // counts along the index, forward and if the index begins with the folder. Offset and limit end within the folder; if
  // an item has just left it, the join removes the rows of the next folder.
  const hasLowerBoundOnly = dialect === 'sqlite' && kind !== 'folders' && !backward;
  return compileOnce((reader: Reader, values: SliceValues) => {
    // Skips along the index, and reads complete rows for the page only.
    let page = reader
      .selectFrom('items')
      .select('items.row_id')
      .where('items.state', '=', alive)
      .where('items.parent_id', hasLowerBoundOnly ? '>=' : '=', values.folderRowId);
    if (kind !== 'all') page = page.where('items.is_folder', '=', ofKind[kind]);
    if (hasLowerBoundOnly) page = page.orderBy('items.parent_id');
    for (const [column, direction] of columns) page = page.orderBy(`items.${column}`, direction);
    page = page.limit(limitOf(values, fixed)).offset(values.offset);
    let rows = selectListed(reader).innerJoin(page.as('page'), 'page.row_id', 'i.row_id');
    if (hasLowerBoundOnly) rows = rows.where('i.parent_id', '=', values.folderRowId);
    for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
    return rows;
  });
};

const parentId = sql<
  string | null
>`(select parent.id from items as parent where parent.row_id = i.parent_id and parent.parent_id is not null)`;

const foundQuery = (dialect: Dialect) =>
  compileOnce((reader: Reader, { list }: { list: string }) =>
    selectListed(reader)
      .select(['i.row_id', 'i.parent_id as parent_row_id', parentId.as('parent_id')])
      .where('i.state', '=', alive)
      .where(isAmong(dialect, 'i.row_id', list)),
  );
const foundQueries: Record<Dialect, ReturnType<typeof foundQuery>> = {
  sqlite: foundQuery('sqlite'),
  postgres: foundQuery('postgres'),
};

export interface FoundItem {
  readonly rowId: number;
  readonly parentRowId: number;
  readonly fields: ItemFields;
}

/** The items with these row ids, in that order, without those that are no longer alive. */
export async function listFound(
  reader: Reader,
  dialect: Dialect,
  rowIds: readonly number[],
): Promise<readonly FoundItem[]> {
  if (rowIds.length === 0) return [];
  const rows = await foundQueries[dialect](reader, { list: rowIdList(dialect, rowIds) });
  const byRowId = new Map(rows.map((row) => [row.row_id, row]));
  return rowIds.flatMap((rowId) => {
    const row = byRowId.get(rowId);
    // Only a root folder has no parent, and no query finds it.
    if (row?.parent_row_id === undefined || row.parent_row_id === null) return [];
    return { rowId, parentRowId: row.parent_row_id, fields: toItemFields(row, row.parent_id) };
  });
}

export const listByRowIds = async (...of: Parameters<typeof listFound>): Promise<ItemFields[]> =>
  (await listFound(...of)).map(({ fields }) => fields);
