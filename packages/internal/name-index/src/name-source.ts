import type { ItemNumbers } from './name-query.ts';

/** Reads the files and folders of one tree. Row ids are integers. */
export interface NameSource {
  /** The number of items, at least that of the visible ones. */
  countItems(): Promise<number>;
  /**
   * Visible items after `last` in the order of folded name, name and row id, both in the order of their UTF-8 bytes. Returns
   * an empty list only at the end.
   */
  listNames(last: SourceName | undefined, limit: number): Promise<SourceName[]>;
  /** The facts of those of these rows that are visible items, in the order of their row ids. */
  listFacts(rowIds: readonly number[]): Promise<ItemFacts[]>;
  listFolders(rowIds: readonly number[]): Promise<FolderFacts[]>;
  /** Files and folders of this tree among these rows, visible or not. */
  listRows(rowIds: readonly number[]): Promise<ChangedRow[]>;
}

export interface SourceName {
  readonly rowId: number;
  /** The folded name. */
  readonly nameKey: string;
  readonly name: string;
}

export interface ItemFacts extends ItemNumbers {
  readonly rowId: number;
  readonly isFolder: boolean;
  /** null for a root folder, which is no item. */
  readonly parentRowId: number | null;
}

export interface FolderFacts {
  readonly rowId: number;
  /** null for a root folder. */
  readonly parentRowId: number | null;
  /** Visibility of the item alone, without that of its ancestors. */
  readonly isVisible: boolean;
}

export type ChangedRow = ItemFacts & FolderFacts & SourceName;
