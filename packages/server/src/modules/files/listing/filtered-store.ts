import type { ItemFilter } from '@drive/contract';
import { sql, type RawBuilder } from 'kysely';
import { isAfter, toNumber, type Dialect, type Reader } from '../../../platform/db/index.ts';
import { filterConditions, filterTerms, hasTerm } from '../items/item-filter-store.ts';
import { positionFields, type Order, type Position } from '../items/item-orders.ts';
import { aFile, aFolder, alive } from '../items/item-row.ts';
import { columnsOf, type Scope } from './listing-store.ts';

/** The items of a folder (items.row_id) that a filter selects. */
export interface FilteredFolder {
  readonly folderRowId: number;
  /** The conditions, also on terms other than `term`. */
  readonly conditions: readonly RawBuilder<boolean>[];
  /** The term of the filter that the fewest items of the folder have; undefined: the filter has no terms. */
  readonly term: { readonly text: string; readonly count: number } | undefined;
}

/** Counts the items of a folder with each term of the filter, by an index. */
export async function filterFolder(
  reader: Reader,
  dialect: Dialect,
  {
    folderRowId,
    userId,
    filter,
  }: { readonly folderRowId: number; readonly userId: number; readonly filter: ItemFilter },
): Promise<FilteredFolder> {
  const terms: { readonly text: string; readonly count: number }[] = [];
  for (const text of filterTerms(filter)) {
    const row = await reader
      .selectFrom('item_terms')
      .select((of) => of.fn.countAll().as('count'))
      .where('folder_id', '=', folderRowId)
      .where('term', '=', text)
      .executeTakeFirstOrThrow();
    terms.push({ text, count: toNumber(row.count) });
  }
  const [term, ...others] = terms.toSorted((a, b) => a.count - b.count);
  const conditions = [...filterConditions(dialect, userId, filter), ...others.map(({ text }) => hasTerm(text))];
  return { folderRowId, conditions, term };
}

/** The alive items; `byTerm`: found by their term instead of all items of the folder. */
function selected({ folderRowId, term, conditions }: FilteredFolder, byTerm: boolean, kind: Scope['kind']) {
  const where: RawBuilder<unknown>[] = [...conditions];
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
