import type { Tx } from '../../platform/db/database.ts';
import type { FileRow } from './file-row.ts';
import { addToFolders, type FolderChange } from './totals-store.ts';

type Counted = Pick<FileRow, 'isFolder' | 'sizeBytes'>;

/** The folder and those above it count the item, with all that is in it. */
export const countIn = (tx: Tx, folderRowId: number, item: Counted): Promise<void> => count(tx, folderRowId, item, 1);

/** They no longer do. */
export const countOut = (tx: Tx, folderRowId: number, item: Counted): Promise<void> => count(tx, folderRowId, item, -1);

const count = (tx: Tx, folderRowId: number, item: Counted, sign: 1 | -1): Promise<void> =>
  addToFolders(tx, folderRowId, changeBy(item, sign));

const changeBy = ({ isFolder, sizeBytes }: Counted, sign: 1 | -1): FolderChange => ({
  files: isFolder ? 0 : sign,
  folders: isFolder ? sign : 0,
  bytes: sign * sizeBytes,
});

/**
 * Counts of one transaction, added up by folder, so that many items which leave one folder cost what one does. They may be
 * written after the folders themselves have moved: what a folder has yet to count moves with it.
 */
export interface GatheredCounts {
  in(folderRowId: number, item: Counted): void;
  out(folderRowId: number, item: Counted): void;
  /** Until then folders tell their old totals. */
  write(tx: Tx): Promise<void>;
}

export function gatherCounts(): GatheredCounts {
  const gains = new Map<number, FolderChange>();
  const losses = new Map<number, FolderChange>();
  const add = (changes: Map<number, FolderChange>, folderRowId: number, change: FolderChange): void => {
    const sum = changes.get(folderRowId) ?? { files: 0, folders: 0, bytes: 0 };
    changes.set(folderRowId, {
      files: sum.files + change.files,
      folders: sum.folders + change.folders,
      bytes: sum.bytes + change.bytes,
    });
  };
  return {
    in: (folderRowId, item) => add(gains, folderRowId, changeBy(item, 1)),
    out: (folderRowId, item) => add(losses, folderRowId, changeBy(item, -1)),
    write: async (tx) => {
      // No total may be below zero on the way, which the database would refuse.
      for (const changes of [gains, losses])
        for (const [folderRowId, change] of changes) await addToFolders(tx, folderRowId, change);
    },
  };
}
