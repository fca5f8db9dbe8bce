import { foldName } from '@drive/contract';
import { allRows, isMiscounted } from '../../platform/db/counting.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import {
  findFolderTotals,
  findLostItem,
  findStateInEffect,
  listCheckedFiles,
  listFolderTotals,
  listUsageTotals,
  putUnder,
  setFolderTotals,
  setUsageTotals,
  forgetPreview,
  type CheckedFile,
  type CheckedFolder,
  type CheckedUsage,
} from './check-up-store.ts';
import { getRoot, lockTree } from './root.ts';

/** Whether what the tables keep is what counting it anew says; for a look at the whole while hardly anybody changes it. */
export interface TreeCheckUp {
  /** Whose size or counts are not those of their children. */
  listWrongFolders(): AsyncGenerator<CheckedFolder>;
  listWrongUsage(): Promise<CheckedUsage[]>;
  /** Files that have bytes, or should; not those on their way out. */
  listFiles(): AsyncGenerator<CheckedFile>;
  /** Counts the folder anew, and those above it as far as that changes them. */
  mendFolder(folder: CheckedFolder): Promise<void>;
  mendUsage(usage: CheckedUsage): Promise<void>;
  /** An item whose folder isn't there comes to its owner's root, under a name that says so. */
  bringHome(rowId: number): Promise<void>;
  /** The thumbnail is lost, so the file has none any more. */
  forgetPreview(file: CheckedFile): Promise<void>;
}

export function createTreeCheckUp(database: Database): TreeCheckUp {
  const { reader } = database;
  return {
    async *listWrongFolders() {
      for await (const folder of allRows((page) => listFolderTotals(reader, page)))
        if (isMiscounted(folder) && !(await isLeaving(reader, folder.rowId))) yield folder;
    },
    listWrongUsage: async () => (await listUsageTotals(reader)).filter(isMiscounted),
    async *listFiles() {
      for await (const file of allRows((page) => listCheckedFiles(reader, page)))
        if (file.state === 'alive' || file.state === 'trashed') yield file;
    },
    mendFolder: ({ rowId, ownerId }) =>
      database.write(async (tx) => {
        await lockTree(tx, ownerId);
        for (let at: number | null = rowId; at !== null;) {
          const folder = await findFolderTotals(tx, at);
          if (folder === undefined || (at !== rowId && !isMiscounted(folder)) || (await isLeaving(tx, at))) return;
          await setFolderTotals(tx, at, folder.counted);
          at = folder.parentRowId;
        }
      }),
    mendUsage: ({ ownerId }) =>
      database.write(async (tx) => {
        await lockTree(tx, ownerId);
        const usage = (await listUsageTotals(tx)).find((each) => each.ownerId === ownerId);
        if (usage !== undefined) await setUsageTotals(tx, ownerId, usage.counted);
      }),
    bringHome: (rowId) =>
      database.write(async (tx) => {
        const item = await findLostItem(tx, rowId);
        if (item === undefined) return;
        await lockTree(tx, item.ownerId);
        const name = `recovered ${rowId} ${item.name}`;
        await putUnder(tx, rowId, { parentRowId: await getRoot(tx, item.ownerId), name, nameKey: foldName(name) });
      }),
    forgetPreview: ({ rowId }) => database.write((tx) => forgetPreview(tx, rowId)),
  };
}

/** Half of what it counted may be gone. */
const isLeaving = async (reader: Reader, rowId: number): Promise<boolean> =>
  ['purging', 'purged'].includes((await findStateInEffect(reader, rowId)) ?? 'purged');
