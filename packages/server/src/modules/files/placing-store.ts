import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { alive } from './item-store.ts';

const selectWhetherAbove = compileOnce(
  (reader: Reader, { folderRowId, rowId }: { folderRowId: number; rowId: number }) =>
    reader
      .withRecursive('above', (db) =>
        db
          .selectFrom('items')
          .select(['row_id', 'parent_id'])
          .where('row_id', '=', folderRowId)
          .unionAll(
            db
              .selectFrom('items as folder')
              .innerJoin('above', 'above.parent_id', 'folder.row_id')
              .select(['folder.row_id', 'folder.parent_id']),
          ),
      )
      .selectFrom('above')
      .select('above.row_id')
      .where('above.row_id', '=', rowId),
);

/** Whether a folder is the item, or lies anywhere in it. */
export async function isWithin(reader: Reader, folderRowId: number, rowId: number): Promise<boolean> {
  return (await selectWhetherAbove(reader, { folderRowId, rowId })).length > 0;
}

export interface Place {
  readonly rowId: number;
  readonly folderRowId: number;
  readonly name: string;
  readonly nameKey: string;
}

const updatePlace = compileOnce((tx: Tx, { rowId, folderRowId, name, nameKey }: Place) =>
  tx
    .updateTable('items')
    .set({ parent_id: folderRowId, name, name_key: nameKey, state: 'alive', deleted_at: null })
    .where('row_id', '=', rowId)
    .where('state', 'in', ['alive', 'trashed'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items as sibling')
            .select('sibling.row_id')
            .where('sibling.parent_id', '=', folderRowId)
            .where('sibling.name', '=', name)
            .where('sibling.state', '=', alive)
            .where('sibling.row_id', '!=', rowId),
        ),
      ),
    )
    .returning('row_id'),
);

/**
 * Puts an item into a folder under a name, alive whatever it was. False, and nothing is changed, where another child of
 * the folder has the name; the unique index stands behind it.
 */
export async function placeItem(tx: Tx, place: Place): Promise<boolean> {
  return (await updatePlace(tx, place)).length > 0;
}
