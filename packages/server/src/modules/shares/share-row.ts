import type { ShareMode } from '@drive/contract';

/** A share that is not revoked. */
export interface ShareRow {
  /** shares.row_id */
  readonly rowId: number;
  readonly token: string;
  readonly shortCode: string;
  /** users.row_id */
  readonly ownerId: number;
  /** The vanity link's code, where one is set. */
  readonly slug: string | null;
  /** items.id; null: a share of several files. */
  readonly itemId: string | null;
  readonly mode: ShareMode;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  readonly passwordHash: string | null;
  /** What an unlocking is good for: it ends with the next change of the password. */
  readonly passwordVersion: number;
  readonly notifyOnDownload: boolean;
  readonly notifyOnView: boolean;
  readonly notifyPerRecipient: boolean;
  readonly maxDownloads: number | null;
  readonly viewCount: number;
  readonly downloadCount: number;
  readonly commentsEnabled: boolean;
  readonly likesEnabled: boolean;
  readonly commentCount: number;
  readonly likeCount: number;
  readonly createdAt: number;
}

export type FindShareBy =
  | { readonly token: string }
  | {
      /** Generated or a slug. */
      readonly shortCode: string;
    }
  | {
      /** The item's own share. */
      readonly itemId: string;
    }
  | {
      /** shares.row_id */
      readonly rowId: number;
    };
