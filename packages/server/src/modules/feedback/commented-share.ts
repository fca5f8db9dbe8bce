import type { Reader, Tx } from '../../platform/db/index.ts';

/** Each kind is counted in the share and can be turned off. */
export type FeedbackKind = 'like' | 'comment';

export interface CommentedShare {
  readonly rowId: number;
  readonly token: string;
  readonly ownerId: number;
  readonly likesEnabled: boolean;
  readonly commentsEnabled: boolean;
  readonly likeCount: number;
  readonly commentCount: number;
}

/** The functions of modules/shares that this module needs; shares imports this module, not the reverse. */
export interface FeedbackShares {
  /** A share of the owner that is not revoked. */
  findOwn(reader: Reader, ownerId: number, token: string): Promise<CommentedShare | undefined>;
  readonly feedback: FeedbackCounts;
  /** Publishes a new comment. */
  commented(
    tx: Tx,
    share: Pick<CommentedShare, 'ownerId' | 'token'>,
    comment: { readonly id: string; readonly authorName: string | null; readonly body: string },
  ): Promise<void>;
}

/** The number of likes and comments of a share (shares.row_id). */
export interface FeedbackCounts {
  /** Returns false, counting nothing, if the share is revoked or the kind is turned off. */
  add(tx: Tx, shareRowId: number, kind: FeedbackKind): Promise<boolean>;
  subtract(tx: Tx, shareRowId: number, kind: FeedbackKind): Promise<void>;
  clear(tx: Tx, shareRowId: number): Promise<void>;
  /** The ended ones among the next `limit` shares with feedback. `last` is undefined after the final row. */
  listEnded(
    reader: Reader,
    range: { readonly after: number; readonly limit: number },
  ): Promise<{ readonly ended: readonly number[]; readonly last: number | undefined }>;
}
