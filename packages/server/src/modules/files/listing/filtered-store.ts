import type { ItemFilter } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import { isAfter, toNumber, type Dialect, type Reader } from '../../../platform/db/index.ts';
import { countTerm, filterConditions, filterTerms, hasTerm } from '../items/item-filter-store.ts';
import { positionFields, type Order, type Position } from '../items/item-orders.ts';
import { aFile, aFolder, alive } from '../items/item-row.ts';
import { columnsOf, type Scope } from './listing-store.ts';

/** The items of a folder (items.row_id) that a filter selects. */
export interface FilteredFolder {
  readonly folderRowId: number;
  /** Those that are none on terms. */
  readonly conditions: readonly RawBuilder<boolean>[];
  /** The term of the filter that the fewest items of the folder have; undefined: the filter has no terms. */
  readonly term: { readonly text: string; readonly count: number } | undefined;
  /** The other terms of the filter. */
  readonly otherTerms: readonly string[];
}

/** Counts the items of a folder with each term of the filter, by an index; more than `countedTo` are not told apart. */
export async function filterFolder(
  reader: Reader,
  dialect: Dialect,
  {
    folderRowId,
    userId,
    filter,
    countedTo,
  }: {
    readonly folderRowId: number;
    readonly userId: number;
    readonly filter: ItemFilter;
    readonly countedTo: number;
  },
): Promise<FilteredFolder> {
  const terms: { readonly text: string; readonly count: number }[] = [];
  for (const text of filterTerms(filter)) {
    const count = await countTerm(reader, { column: 'folder_id', rowId: folderRowId }, text, countedTo + 1);
    terms.push({ text, count });
  }
  const [term, ...others] = terms.toSorted((a, b) => a.count - b.count);
  return {
    folderRowId,
    conditions: filterConditions(dialect, userId, filter),
    term,
    otherTerms: others.map(({ text }) => text),
  };
}

/** The alive items; `byTerm`: found by their term instead of all items of the folder. */
function selected({ folderRowId, term, otherTerms, conditions }: FilteredFolder, byTerm: boolean, kind: Scope['kind']) {
  const where: RawBuilder<unknown>[] = [...conditions, ...otherTerms.map(hasTerm)];
  if (kind !== 'all') where.push(sql`i.is_folder = ${kind === 'folders' ? aFolder : aFile}`);
  if (term !== undefined && byTerm)
    where.unshift(sql`t.folder_id = ${folderRowId} and t.term = ${term.text} and i.row_id = t.item_id`);
  else {
    where.unshift(sql`i.parent_id = ${folderRowId} and i.state = ${alive}`);
    if (term !== undefined) where.push(hasTerm(term.text));
  }
  return sql`from ${byTerm ? sql`item_terms as t cross join items as i` : sql`items as i`}
    where ${sql.join(where, sql` and `)}`;
}

/** Counts the items that have all terms, without reading the items. */
export async function countWithTerms(
  reader: Reader,
  { folderRowId, otherTerms }: FilteredFolder,
  first: string,
): Promise<number> {
  const withOthers = otherTerms.map(
    (text) => sql`and exists (select 1 from item_terms as other
      where other.folder_id = ${folderRowId} and other.term = ${text} and other.item_id = t.item_id)`,
  );
  const { rows } = await sql<{ count: number }>`select count(*) as count from item_terms as t
    where t.folder_id = ${folderRowId} and t.term = ${first} ${sql.join(withOthers, sql` `)}`.execute(reader);
  return toNumber(rows[0]!.count);
}

export interface FilteredCounts {
  readonly files: number;
  readonly folders: number;
}

export async function countFiltered(reader: Reader, folder: FilteredFolder, byTerm: boolean): Promise<FilteredCounts> {
  const { rows } = await sql<{ files: number; folders: number }>`
    select count(*) - coalesce(sum(i.is_folder), 0) as files, coalesce(sum(i.is_folder), 0) as folders
    ${selected(folder, byTerm, 'all')}`.execute(reader);
  return { files: toNumber(rows[0]!.files), folders: toNumber(rows[0]!.folders) };
}

export interface FilteredSlice {
  readonly kind: Scope['kind'];
  readonly order: Order;
  readonly descending: boolean;
  readonly offset: number;
  /** Exclusive; only with a kind that is not `all`, or in an order other than by type. */
  readonly after: Position | undefined;
  readonly limit: number;
}

/** items.row_id of a page, in order. */
export async function listFilteredIds(
  reader: Reader,
  dialect: Dialect,
  folder: FilteredFolder,
  byTerm: boolean,
  { kind, order, descending, offset, after, limit }: FilteredSlice,
): Promise<number[]> {
  const columns = columnsOf(dialect, order, descending).filter(([column]) => kind === 'all' || column !== 'is_folder');
  const isPlaced =
    after === undefined
      ? sql``
      : sql`and ${isAfter(
          columns.flatMap(([column]) => (column === 'is_folder' ? [] : [after[positionFields[column]]])),
          columns.map(([column]) => `i.${column}`),
          descending ? 'desc' : 'asc',
        )}`;
  const sorted = sql.join(columns.map(([column, direction]) => sql`${sql.ref(`i.${column}`)} ${sql.raw(direction)}`));
  // Literals: Postgres plans for a tenth of all rows if it does not know the limit.
  const { rows } = await sql<{ row_id: number }>`select i.row_id ${selected(folder, byTerm, kind)} ${isPlaced}
    order by ${sorted} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(reader);
  return rows.map((row) => row.row_id);
}
