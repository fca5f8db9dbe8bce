import { sql } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Dialect, Reader } from '../../platform/db/database.ts';
import type { FileRow } from './file-row.ts';
import { aFile, aFolder, alive, selectFiles, toFileRow } from './store.ts';

/** The orders that rows are read in, each along an index. */
const orders = {
  typeThenName: ['is_folder desc', 'name_key asc', 'name asc'],
  name: ['name_key asc', 'name asc'],
  createdAt: ['created_at asc', 'row_id asc'],
  size: ['size asc', 'name_key asc', 'name asc'],
} as const;
export type Order = keyof typeof orders;

/** Which alive items: those of a folder (or only its folders or files), or every file of an owner with a text in its name. */
export type Scope =
  | { readonly kind: 'all' | 'folders' | 'files'; readonly folderRowId: number }
  | {
      readonly kind: 'search';
      readonly ownerId: number;
      /** Folded. */
      readonly text: string;
    };

export interface Slice {
  readonly order: Order;
  readonly backward: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Alive items of the scope, in order. */
export async function listSlice(
  reader: Reader,
  dialect: Dialect,
  scope: Scope,
  { order, backward, offset, limit }: Slice,
): Promise<FileRow[]> {
  const shape = `${dialect} ${scope.kind} ${order} ${backward}`;
  let query = queries.get(shape);
  if (query === undefined) queries.set(shape, (query = sliceQuery(dialect, scope.kind, order, backward)));
  const rows = await query(reader, { ...valuesOf(scope), offset, limit });
  return rows.map(toFileRow);
}

/** What the queries bind; each kind of scope its own. */
interface ScopeValues {
  readonly folderRowId?: number;
  readonly ownerId?: number;
  readonly text?: string;
}
type SliceValues = ScopeValues & Pick<Slice, 'offset' | 'limit'>;

const valuesOf = (scope: Scope): ScopeValues =>
  scope.kind === 'search' ? { ownerId: scope.ownerId, text: scope.text } : { folderRowId: scope.folderRowId };

const queries = new Map<string, ReturnType<typeof sliceQuery>>();

const sliceQuery = (dialect: Dialect, kind: Scope['kind'], order: Order, backward: boolean) =>
  compileOnce((reader: Reader, values: SliceValues) => {
    // Siblings are told apart by their names; the same name in several folders is not.
    const terms = kind === 'search' && order !== 'createdAt' ? [...orders[order], 'id asc'] : orders[order];
    const columns = terms.map((term) => {
      const [column, direction] = term.split(' ') as ['name', 'asc' | 'desc'];
      return [column, backward === (direction === 'asc') ? 'desc' : 'asc'] as const;
    });
    // What the offset skips is counted along the index; only the rows of the page are looked at whole.
    let page = inScope(reader, dialect, kind, values).select('items.row_id');
    for (const [column, direction] of columns) page = page.orderBy(`items.${column}`, direction);
    page = page.limit(values.limit).offset(values.offset);
    let rows = selectFiles(reader).innerJoin(page.as('page'), 'page.row_id', 'i.row_id');
    for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
    return rows;
  });

export async function countInScope(reader: Reader, dialect: Dialect, scope: Scope): Promise<number> {
  const row = await inScope(reader, dialect, scope.kind, valuesOf(scope))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function inScope(reader: Reader, dialect: Dialect, kind: Scope['kind'], { folderRowId, ownerId, text }: ScopeValues) {
  const items = reader.selectFrom('items').where('items.state', '=', alive);
  if (kind === 'search') {
    const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
    return items
      .where('items.owner_id', '=', ownerId!)
      .where('items.is_folder', '=', aFile)
      .where(sql<boolean>`${position}(items.name_key, ${text}) > 0`);
  }
  const children = items.where('items.parent_id', '=', folderRowId!);
  return kind === 'all' ? children : children.where('items.is_folder', '=', kind === 'folders' ? aFolder : aFile);
}
