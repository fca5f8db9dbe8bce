/** A file request that was not closed for good. */
export interface CollectionRow {
  /** collections.row_id */
  readonly rowId: number;
  readonly id: string;
  readonly token: string;
  /** users.row_id */
  readonly ownerId: number;
  /** items.id of the folder that files land in; it may be gone. */
  readonly folderId: string;
  readonly name: string;
  readonly message: string | null;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  readonly passwordHash: string | null;
  readonly passwordVersion: number;
  readonly maxFiles: number | null;
  readonly maxFileBytes: number | null;
  /** null: all. */
  readonly allowedTypes: readonly string[] | null;
  readonly requireName: boolean;
  readonly pendingCount: number;
  readonly fileCount: number;
  readonly createdAt: number;
}

export const isFull = ({ maxFiles, pendingCount, fileCount }: CollectionRow): boolean =>
  maxFiles !== null && pendingCount + fileCount >= maxFiles;
