import type { Tx } from '../../../platform/db/index.ts';
import type { FileRow } from '../items/item-row.ts';
import { addToFolders, type FolderChange } from './ancestor-store.ts';
import { changeUsage } from './storage-usage-store.ts';

type Counted = Pick<FileRow, 'isFolder' | 'sizeBytes'>;

/** Adds the item, with all that is in it, to the counts of its folder and to the size of that and the folders above. */
export const countIn = (tx: Tx, folderRowId: number, item: Counted): Promise<void> =>
  addToFolders(tx, folderRowId, changeBy(item, 1));

export const resizeFolders = (tx: Tx, folderRowId: number, bytes: number): Promise<void> =>
  addToFolders(tx, folderRowId, { files: 0, folders: 0, bytes });

const changeBy = ({ isFolder, sizeBytes }: Counted, sign: 1 | -1): FolderChange => ({
  files: isFolder ? 0 : sign,
  folders: isFolder ? sign : 0,
  bytes: sign * sizeBytes,
});

/** Summed by folder, so that many items cost as much as one. May be written after the folders themselves have moved. */
export interface GatheredCounts {
  in(folderRowId: number, item: Counted): void;
  out(folderRowId: number, item: Counted): void;
  /** Adds to the trash of an owner (owners.row_id). */
  trashed(ownerId: number, bytes: number): void;
  /** Takes a trashed item out of what its owner stores. */
  purged(item: Counted & Pick<FileRow, 'ownerId'>): void;
  write(tx: Tx): Promise<void>;
}

export function gatherCounts(): GatheredCounts {
  const gains = new Map<number, FolderChange>();
  const losses = new Map<number, FolderChange>();
  const usage = new Map<number, { trash: number; stored: number; files: number; items: number }>();
  const add = (changes: Map<number, FolderChange>, folderRowId: number, change: FolderChange): void => {
    const sum = changes.get(folderRowId) ?? { files: 0, folders: 0, bytes: 0 };
    changes.set(folderRowId, {
      files: sum.files + change.files,
      folders: sum.folders + change.folders,
      bytes: sum.bytes + change.bytes,
    });
  };
  const usageOf = (ownerId: number) => {
    const known = usage.get(ownerId) ?? { trash: 0, stored: 0, files: 0, items: 0 };
    usage.set(ownerId, known);
    return known;
  };
  return {
    in: (folderRowId, item) => add(gains, folderRowId, changeBy(item, 1)),
    out: (folderRowId, item) => add(losses, folderRowId, changeBy(item, -1)),
    trashed: (ownerId, bytes) => void (usageOf(ownerId).trash += bytes),
    purged: ({ ownerId, isFolder, sizeBytes }) => {
      const sum = usageOf(ownerId);
      sum.trash -= sizeBytes;
      sum.stored -= sizeBytes;
      sum.items -= 1;
      if (!isFolder) sum.files -= 1;
    },
    write: async (tx) => {
      // Gains first: the database refuses a size or count below zero.
      for (const changes of [gains, losses])
        for (const [folderRowId, change] of changes) await addToFolders(tx, folderRowId, change);
      for (const [ownerId, change] of usage)
        if (change.trash !== 0 || change.items !== 0) await changeUsage(tx, ownerId, change);
    },
  };
}
