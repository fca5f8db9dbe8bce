import type { ShareMode } from '@drive/contract';
import type { ItemState } from '../../platform/db/schema.ts';

/** An item as the modules see it, with what other tables say of it. */
export interface FileRow {
  /** items.row_id */
  readonly rowId: number;
  readonly id: string;
  /** users.row_id */
  readonly ownerId: number;
  /** items.row_id of the folder it lies in. */
  readonly parentRowId: number;
  /** What the API calls its parent: null in the root. */
  readonly parentId: string | null;
  readonly isFolder: boolean;
  readonly name: string;
  /** A folder's is the sum over every alive file below it. */
  readonly sizeBytes: number;
  /** null for folders. */
  readonly mimeType: string | null;
  /** Lower-case hex; null for folders. */
  readonly sha256: string | null;
  /** null for folders, and for files that came before it was kept, until somebody first wants it. */
  readonly crc32: number | null;
  /** null for folders and once the bytes are purged. */
  readonly blobKey: string | null;
  /** Of the thumbnail; null where there is none. */
  readonly thumbnailKey: string | null;
  /** In effect: its own, or where that is alive, what a folder above it makes of it. */
  readonly state: ItemState;
  /** alive in a trashed folder: it came into the trash with the folder. */
  readonly ownState: ItemState;
  readonly quarantined: boolean;
  readonly downloadCount: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly deletedAt: number | null;
  /** The most open mode of its own share and the multi-shares it is in; null without any. */
  readonly shareMode: ShareMode | null;
  /** Of its own share, else of the newest multi-share. */
  readonly shareToken: string | null;
  /** Of its own share; null without one. */
  readonly likeCount: number | null;
  readonly commentCount: number | null;
}
