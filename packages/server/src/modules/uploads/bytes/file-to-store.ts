import type { OnConflict } from '@drive/contract';
import type { DeclaredBody } from '@drive/upload-protocol';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import type { Plan } from '../../accounts/index.ts';
import type { FileRow, GivenAnnotations, Precondition } from '../../files/index.ts';
import type { UploadPermission } from '../sessions/upload-session.ts';

/** A file that one request sends to a place in the tree, without a reservation that its client knows. */
export interface FileToStore {
  /** Who sends it. */
  readonly owner: { readonly userId: number; readonly plan: Plan };
  /** owners.row_id of the tree that it is for. Default: that of the sender. */
  readonly treeOwnerId?: number;
  readonly body: DeclaredBody;
  /** Cleaned, as `ItemName` gives it. */
  readonly fileName: string;
  readonly contentType: string;
  /** The client's own modification time in epoch milliseconds. */
  readonly modifiedAt: number | null;
  /** Metadata and tags. Default: none are given. */
  readonly annotations?: GivenAnnotations | null;
  /** Shares the file, unless it is shared already. */
  readonly share: boolean;
  /** What it depends on while its bytes arrive. Default: nothing that can end. */
  readonly permission?: UploadPermission;
  /**
   * Throws if the file cannot be stored at present. Returns whether it will be the new content of another. Runs before the
   * bytes of a large file are read.
   */
  check(reader: Reader): Promise<{ readonly replaces: boolean }>;
  /** Runs in the transaction that adds the file, with the tree of the owner locked when it returns. */
  place(tx: Tx): Promise<FilePlace>;
  /** Runs last in that transaction. Default: nothing. */
  added?(tx: Tx, stored: StoredFile): Promise<void>;
}

/** The target of a file. */
export interface FilePlace {
  /** items.row_id */
  readonly folderRowId: number;
  /** items.id, null for the root; undefined if the caller does not know it. */
  readonly folderId?: string | null | undefined;
  readonly onConflict: OnConflict;
  /** null: none. */
  readonly precondition: Precondition | null;
}

export interface StoredFile {
  readonly file: FileRow;
  /** Whether the bytes are the new content of a file that was there. */
  readonly isReplaced: boolean;
}
