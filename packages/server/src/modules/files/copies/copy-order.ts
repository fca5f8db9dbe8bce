import type { Tx } from '../../../platform/db/index.ts';
import type { TreeQuota } from '../tree/tree-quota-store.ts';

/** Who copies items, and where. */
export interface CopyOrder extends TreeQuota {
  /** users.row_id of who copies: everything is copied only as long as they may read it and add to the target. */
  readonly userId: number;
  /** owners.row_id of the tree that gets the copies. */
  readonly ownerId: number;
  /** Folder of the key, to which other items are unknown; null: none. */
  readonly rootId: string | null;
  /** null: the user's own root. */
  readonly parentId: string | null;
  /** The header If-Match, which each item that is named has to meet. */
  readonly ifMatch?: string | undefined;
  /**
   * items.row_id of what a link shares. What is at one of them or below may be copied, whatever the user was given, and nothing else; a
   * copy has none of what its owner noted on it.
   */
  readonly within?: readonly number[] | undefined;
  /** The link, if it is copied through one: everything is copied only as long as it is open. */
  readonly link?: CopiedLink | undefined;
}

/** A link (shares.row_id) as it was when its visitor was let in. */
export interface CopiedLink {
  readonly rowId: number;
  readonly passwordVersion: number;
}

/** Whether those who were let in by a link may still copy what it shares. */
export type IsLinkOpen = (tx: Tx, link: CopiedLink) => Promise<boolean>;

/** The user who copies, and the tree that gets the copies. */
export type CopyTargetTree = Pick<CopyOrder, 'userId' | 'ownerId' | 'planQuotaBytes' | 'storageOf' | 'within'>;

/** A folder (items.row_id), and the name in it. */
export interface CopyPlace {
  readonly folderRowId: number;
  readonly name: string;
}

/** A folder of which the children after a position are yet to be copied. */
export interface PendingFolder {
  readonly sourceRowId: number;
  readonly targetRowId: number;
  readonly afterCreatedAt: number;
  readonly afterRowId: number;
  readonly untilRowId: number;
}

export interface CopiedTop {
  readonly id: string;
  readonly rowId: number;
  /** Of a folder. */
  readonly pending: PendingFolder | undefined;
}

export interface CopiedPage {
  readonly items: number;
  /** Folders in it, and the folder itself unless it is done. */
  readonly pending: readonly PendingFolder[];
  /** Files that are held back, of which no copy is made. */
  readonly leftOut: readonly string[];
  /** The folder's copy is no longer alive and gets nothing more. */
  readonly isDropped: boolean;
}
