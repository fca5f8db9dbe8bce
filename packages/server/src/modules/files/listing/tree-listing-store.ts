import { compileOnce, type ItemState, type Reader } from '../../../platform/db/index.ts';
import { alive, toItemFields, type ItemFields } from '../items/item-row.ts';
import { selectListed } from '../tree/item-store.ts';

/** A place among the children of a folder, which are in the order of an index: oldest first. Renames do not change it. */
export interface ChildPosition {
  /** items.created_at */
  readonly createdAt: number;
  readonly rowId: number;
}

export const firstChild: ChildPosition = { createdAt: -1, rowId: 0 };

export interface TreeChild extends ChildPosition {
  readonly fields: ItemFields;
  readonly isEmpty: boolean;
}

const selectChildren = compileOnce(
  (reader: Reader, values: ChildPosition & { readonly folderRowId: number; readonly limit: number }) =>
    selectListed(reader)
      .select(['i.row_id', 'i.child_files', 'i.child_folders'])
      .where('i.state', '=', alive)
      .where('i.parent_id', '=', values.folderRowId)
      .where((of) => of(of.refTuple('i.created_at', 'i.row_id'), '>', of.tuple(values.createdAt, values.rowId)))
      .orderBy('i.created_at')
      .orderBy('i.row_id')
      .limit(values.limit),
);

/** The next children of a folder whose own state is alive; `folderId` is the folder as their `parentId` names it. */
export async function listChildrenAfter(
  reader: Reader,
  folder: { readonly rowId: number; readonly folderId: string | null },
  { createdAt, rowId }: ChildPosition,
  limit: number,
): Promise<TreeChild[]> {
  const rows = await selectChildren(reader, { folderRowId: folder.rowId, createdAt, rowId, limit });
  return rows.map((row) => {
    const fields = toItemFields(row, folder.folderId);
    return {
      fields,
      createdAt: fields.createdAt,
      rowId: row.row_id,
      isEmpty: row.child_files + row.child_folders === 0,
    };
  });
}

export interface CursorRow extends ChildPosition {
  readonly id: string;
  readonly parentRowId: number | null;
  readonly name: string;
  readonly ownState: ItemState;
}

export async function findCursorRows(
  reader: Reader,
  ownerId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CursorRow>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom('items')
    .select([
      'id',
      'row_id as rowId',
      'parent_id as parentRowId',
      'name',
      'state as ownState',
      'created_at as createdAt',
    ])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
