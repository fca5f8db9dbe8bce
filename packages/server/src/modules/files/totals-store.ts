import { sql } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Tx } from '../../platform/db/database.ts';
import { alive } from './item-store.ts';

/** What comes to a folder (or with a minus goes), as its own children and as bytes below it. */
export interface FolderChange {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
}

const changeFolders = compileOnce((tx: Tx, change: FolderChange & { folderRowId: number }) =>
  tx
    .withRecursive('above', (db) =>
      db
        .selectFrom('items')
        .select(['row_id', 'parent_id', 'state'])
        .where('row_id', '=', change.folderRowId)
        .unionAll(
          db
            .selectFrom('items as folder')
            .innerJoin('above', 'above.parent_id', 'folder.row_id')
            .select(['folder.row_id', 'folder.parent_id', 'folder.state'])
            .where('above.state', '=', alive),
        ),
    )
    .updateTable('items')
    .set((of) => ({
      size: of('size', '+', change.bytes),
      child_files: sql<number>`child_files + case when row_id = ${change.folderRowId} then ${change.files} else 0 end`,
      child_folders: sql<number>`child_folders + case when row_id = ${change.folderRowId} then ${change.folders} else 0 end`,
    }))
    .where('row_id', 'in', (of) => of.selectFrom('above').select('above.row_id')),
);

/**
 * Changes the counts of one folder and the size of it and every folder above: up to the root, or in the trash up to the
 * folder that was trashed with it, which the folders above no longer count.
 */
export async function addToFolders(tx: Tx, folderRowId: number, change: FolderChange): Promise<void> {
  await changeFolders(tx, { folderRowId, ...change });
}
