import { computed, defineRow, flag, type RowOf } from '../../platform/db/index.ts';

/** A share that is not revoked. */
export const shareRow = defineRow('shares', {
  /** shares.row_id */
  rowId: 'row_id',
  token: 'token',
  shortCode: computed('short_code', (code: string) => code),
  /** users.row_id */
  ownerId: 'owner_id',
  /** The vanity link's code, where one is set. */
  slug: computed('slug', (code: string | null) => code),
  /** items.id; null: a share of several files. */
  itemId: 'item_id',
  mode: 'mode',
  /** Epoch milliseconds; null: never. */
  expiresAt: 'expires_at',
  passwordHash: 'password_hash',
  /** What an unlocking is good for: it ends with the next change of the password. */
  passwordVersion: 'password_version',
  notifyOnDownload: flag('notify_on_download'),
  notifyOnView: flag('notify_on_view'),
  notifyPerRecipient: flag('notify_per_recipient'),
  maxDownloads: 'max_downloads',
  viewCount: 'view_count',
  downloadCount: 'download_count',
  commentsEnabled: flag('comments_enabled'),
  likesEnabled: flag('likes_enabled'),
  commentCount: 'comment_count',
  likeCount: 'like_count',
  createdAt: 'created_at',
});
export type ShareRow = RowOf<typeof shareRow>;

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
