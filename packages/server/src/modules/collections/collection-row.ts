import { converted, defineRow, flag, type RowOf } from '../../platform/db/index.ts';

/** A file request that was not closed for good. */
export const collectionRow = defineRow('collections', {
  /** collections.row_id */
  rowId: 'row_id',
  id: 'id',
  token: 'token',
  /** users.row_id */
  ownerId: 'owner_id',
  /** items.id of the folder that files land in; it may be gone. */
  folderId: 'folder_id',
  name: 'name',
  message: 'message',
  /** Epoch milliseconds; null: never. */
  expiresAt: 'expires_at',
  passwordHash: 'password_hash',
  passwordVersion: 'password_version',
  maxFiles: 'max_files',
  maxFileBytes: 'max_file_bytes',
  /** null: all. */
  allowedTypes: converted('allowed_types', (json: string | null) =>
    json === null ? null : (JSON.parse(json) as readonly string[]),
  ),
  requireName: flag('require_name'),
  pendingCount: 'pending_count',
  fileCount: 'file_count',
  createdAt: 'created_at',
});
export type CollectionRow = RowOf<typeof collectionRow>;

export const isFull = ({ maxFiles, pendingCount, fileCount }: CollectionRow): boolean =>
  maxFiles !== null && pendingCount + fileCount >= maxFiles;
