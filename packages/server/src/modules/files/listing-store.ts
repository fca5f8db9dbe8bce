import type { ShareMode } from '@drive/contract';
import { sql } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Dialect, Reader } from '../../platform/db/database.ts';
import type { Flag } from '../../platform/db/schema.ts';
import type { ItemFacts } from './item.ts';
import { aFile, aFolder, alive } from './store.ts';

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
  | {
      readonly kind: 'all' | 'folders' | 'files';
      readonly folderRowId: number;
      /** What the API calls it: null for the root. */
      readonly folderId: string | null;
    }
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
): Promise<ItemFacts[]> {
  const shape = `${dialect} ${scope.kind} ${order} ${backward}`;
  let query = queries.get(shape);
  if (query === undefined) queries.set(shape, (query = sliceQuery(dialect, scope.kind, order, backward)));
  const rows = await query(reader, { ...valuesOf(scope), offset, limit });
  return rows.map((row) => toItemFacts(row, scope));
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
    let rows = selectListed(reader, kind).innerJoin(page.as('page'), 'page.row_id', 'i.row_id');
    for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
    return rows;
  });

/** No column more than an answer tells: each costs its share of the time that a page takes. */
const selectListed = (reader: Reader, kind: Scope['kind']) =>
  reader
    .selectFrom('items as i')
    .leftJoin('shares as share', (join) => join.onRef('share.item_id', '=', 'i.id').on('share.revoked_at', 'is', null))
    .select([
      'i.id',
      'i.is_folder',
      'i.name',
      'i.size',
      'i.mime_type',
      'i.sha256',
      'i.preview_key',
      'i.quarantined',
      'i.download_count',
      'i.created_at',
      'share.mode as share_mode',
      'share.token as share_token',
      (kind === 'search' ? parentId : none).as('parent_id'),
    ]);

/** A folder's listing knows its parent; what a search finds may lie anywhere. Null where that is the root. */
const none = sql<string | null>`null`;
const parentId = sql<
  string | null
>`(select parent.id from items as parent where parent.row_id = i.parent_id and parent.parent_id is not null)`;

interface ListedRow {
  readonly id: string;
  readonly is_folder: Flag;
  readonly name: string;
  readonly size: number;
  readonly mime_type: string | null;
  readonly sha256: string | null;
  readonly preview_key: string | null;
  readonly quarantined: Flag;
  readonly download_count: number;
  readonly created_at: number;
  readonly share_mode: ShareMode | null;
  readonly share_token: string | null;
  readonly parent_id: string | null;
}

const toItemFacts = (row: ListedRow, scope: Scope): ItemFacts => ({
  id: row.id,
  parentId: scope.kind === 'search' ? row.parent_id : scope.folderId,
  isFolder: row.is_folder === 1,
  name: row.name,
  sizeBytes: row.size,
  mimeType: row.mime_type,
  sha256: row.sha256,
  previewKey: row.preview_key,
  quarantined: row.quarantined === 1,
  downloadCount: row.download_count,
  createdAt: row.created_at,
  deletedAt: null,
  shareMode: row.share_mode,
  shareToken: row.share_token,
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
