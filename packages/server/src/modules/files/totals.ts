import type { Tx } from '../../platform/db/database.ts';
import type { FileRow } from './file-row.ts';
import { addToFolders } from './totals-store.ts';

type Counted = Pick<FileRow, 'isFolder' | 'sizeBytes'>;

/** The folder and those above it count the item, with all that is in it. */
export const countIn = (tx: Tx, folderRowId: number, item: Counted): Promise<void> => count(tx, folderRowId, item, 1);

/** They no longer do. */
export const countOut = (tx: Tx, folderRowId: number, item: Counted): Promise<void> => count(tx, folderRowId, item, -1);

const count = (tx: Tx, folderRowId: number, { isFolder, sizeBytes }: Counted, sign: 1 | -1): Promise<void> =>
  addToFolders(tx, folderRowId, {
    files: isFolder ? 0 : sign,
    folders: isFolder ? sign : 0,
    bytes: sign * sizeBytes,
  });
