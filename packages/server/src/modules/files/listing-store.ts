import { sql } from 'kysely';
import type { Dialect, Reader } from '../../platform/db/database.ts';
import type { FileRow } from './file-row.ts';
import { aFile, aFolder, alive, selectFiles, toFileRow } from './store.ts';

/** The orders that rows are read in, each along an index; a listing may be made of two of them. */
export const orders = {
  typeThenName: ['is_folder desc', 'name_key asc', 'name asc'],
  name: ['name_key asc', 'name asc'],
  createdAt: ['created_at asc', 'row_id asc'],
  size: ['size asc', 'name_key asc', 'name asc'],
} as const;
export type Order = keyof typeof orders;

export interface Slice {
  readonly order: Order;
  readonly backward: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Which items: those of a folder (all, only folders, only files), or all of an owner's files whose name key holds a text. */
export type Scope =
  | { readonly folderRowId: number; readonly only?: 'folders' | 'files' }
  | { readonly ownerId: number; readonly nameKeyPart: string };

/** Alive items of the scope, in order. */
export async function listSlice(
  reader: Reader,
  dialect: Dialect,
  scope: Scope,
  { order, backward, offset, limit }: Slice,
): Promise<FileRow[]> {
  // Siblings are told apart by their names; the same name in several folders is not.
  const terms = 'ownerId' in scope && order !== 'createdAt' ? [...orders[order], 'id asc'] : orders[order];
  const columns = terms.map((term) => {
    const [column, direction] = term.split(' ') as ['name', 'asc' | 'desc'];
    return [column, backward === (direction === 'asc') ? 'desc' : 'asc'] as const;
  });
  // What the offset skips is counted along the index; only the rows of the page are looked at whole.
  let page = inScope(reader, dialect, scope).select('items.row_id').limit(limit).offset(offset);
  for (const [column, direction] of columns) page = page.orderBy(`items.${column}`, direction);
  let rows = selectFiles(reader).innerJoin(page.as('page'), 'page.row_id', 'i.row_id');
  for (const [column, direction] of columns) rows = rows.orderBy(`i.${column}`, direction);
  return (await rows.execute()).map(toFileRow);
}

export async function countInScope(reader: Reader, dialect: Dialect, scope: Scope): Promise<number> {
  const row = await inScope(reader, dialect, scope)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function inScope(reader: Reader, dialect: Dialect, scope: Scope) {
  const items = reader.selectFrom('items').where('items.state', '=', alive);
  if ('folderRowId' in scope) {
    const children = items.where('items.parent_id', '=', scope.folderRowId);
    if (scope.only === undefined) return children;
    return children.where('items.is_folder', '=', scope.only === 'folders' ? aFolder : aFile);
  }
  const holds = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
  return items
    .where('items.owner_id', '=', scope.ownerId)
    .where('items.is_folder', '=', aFile)
    .where(sql<boolean>`${holds}(items.name_key, ${scope.nameKeyPart}) > 0`);
}
