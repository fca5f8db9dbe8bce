import { isoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { Comment, CommentPage, NewComment } from '@drive/contract';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { keyOfUser, type Author } from './authors.ts';
import type { CommentedShare, FeedbackKind, FeedbackShares } from './commented-share.ts';
import {
  deleteCommentRow,
  deleteLike,
  findComment,
  findCommentOnce,
  hasLike,
  insertComment,
  insertLike,
  listCommentRows,
  type CommentRow,
} from './feedback-store.ts';

export type FeedbackDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'audit'> & {
  readonly accounts: Accounts;
  readonly shares: FeedbackShares;
  readonly featureLimiter: FeatureLimiter;
};

export interface CommentOptions extends NewComment {
  /** Identifies a repetition of the same request. */
  readonly onceKey?: string | undefined;
  /** Called in the transaction that writes the comment. */
  readonly remember?: (tx: Tx, comment: Comment) => Promise<void>;
}

/** Likes and comments. The caller must already have authorized access to the share. */
export interface Feedback {
  /** Idempotent; returns the number of likes. Throws `access_denied` if likes are turned off, and `too_many_requests`. */
  like(share: CommentedShare, author: Author): Promise<number>;
  /** Idempotent. */
  unlike(share: CommentedShare, author: Author | undefined): Promise<void>;
  isLikedBy(share: CommentedShare, author: Author | undefined): Promise<boolean>;
  /** Throws `access_denied` if comments are turned off and the author is not the owner. */
  list(share: CommentedShare, author: Author | undefined, page: PageRequest): Promise<CommentPage>;
  /** Throws `comment_not_found`. */
  get(share: CommentedShare, author: Author | undefined, id: string): Promise<Comment>;
  /** Throws `access_denied` if comments are turned off, `too_many_requests`, and `idempotency_conflict`. */
  comment(share: CommentedShare, author: Author, options: CommentOptions): Promise<Comment>;
  /** Throws `comment_not_found`, and `access_denied` unless the author wrote it or owns the share. */
  remove(share: CommentedShare, author: Author | undefined, id: string): Promise<void>;
}

export function createFeedbackService(deps: FeedbackDeps): Feedback {
  const { database, clock, random, accounts, shares, audit, featureLimiter } = deps;

  const requireEnabled = (share: CommentedShare, kind: FeedbackKind): void => {
    if (kind === 'like' ? share.likesEnabled : share.commentsEnabled) return;
    throw turnedOff(kind);
  };

  /** Consumes the author's limit, and refunds it if `act` throws. */
  const limited = async <T>(
    kind: FeedbackKind,
    share: CommentedShare,
    author: Author,
    act: () => Promise<T>,
  ): Promise<T> => {
    const key = `${share.rowId} ${author.countedBy}`;
    await featureLimiter.consume(kind, key);
    try {
      return await act();
    } catch (error) {
      await featureLimiter.refund(kind, key);
      throw error;
    }
  };

  const count = async (tx: Tx, share: CommentedShare, kind: FeedbackKind): Promise<void> => {
    if (await shares.feedback.add(tx, share.rowId, kind)) return;
    const now = await shares.findOwn(tx, share.ownerId, share.token);
    throw now === undefined ? new DomainError('share_not_found', 'There is no share at this link.') : turnedOff(kind);
  };

  const countNow = async (share: CommentedShare, kind: FeedbackKind): Promise<number> => {
    const now = await shares.findOwn(database.reader, share.ownerId, share.token);
    return (kind === 'like' ? now?.likeCount : now?.commentCount) ?? 0;
  };

  const toComment = (share: CommentedShare, author: Author | undefined, row: CommentRow): Comment => ({
    id: row.id,
    body: row.body,
    authorName: row.authorName,
    byOwner: row.authorKey === keyOfUser(share.ownerId),
    byMe: row.authorKey === author?.key,
    createdAt: isoTime(row.createdAt),
  });

  const requireReadable = (share: CommentedShare, author: Author | undefined): void => {
    if (author?.userId !== share.ownerId) requireEnabled(share, 'comment');
  };

  return {
    like: async (share, author) => {
      requireEnabled(share, 'like');
      await limited('like', share, author, () =>
        database.write(async (tx) => {
          const like = { shareRowId: share.rowId, authorKey: author.key, createdAt: clock.now() };
          if (await insertLike(tx, like)) await count(tx, share, 'like');
        }),
      );
      return countNow(share, 'like');
    },

    unlike: async (share, author) => {
      if (author === undefined) return;
      await limited('like', share, author, () =>
        database.write(async (tx) => {
          if (await deleteLike(tx, share.rowId, author.key)) await shares.feedback.subtract(tx, share.rowId, 'like');
        }),
      );
    },

    isLikedBy: async (share, author) =>
      author !== undefined && share.likeCount > 0 && hasLike(database.reader, share.rowId, author.key),

    list: async (share, author, page) => {
      requireReadable(share, author);
      const { rows, nextCursor } = await readPage(
        page,
        (slice) => listCommentRows(database.reader, share.rowId, slice),
        ({ rowId }) => [rowId],
      );
      return {
        comments: rows.map((row) => toComment(share, author, row)),
        pagination: paginationOf(page, share.commentCount, nextCursor),
      };
    },

    get: async (share, author, id) => {
      requireReadable(share, author);
      const row = await findComment(database.reader, share.rowId, id);
      if (row === undefined) throw noSuchComment();
      return toComment(share, author, row);
    },

    comment: async (share, author, { body, authorName, onceKey, remember }) => {
      requireEnabled(share, 'comment');
      return limited('comment', share, author, async () => {
        const user = author.userId === undefined ? undefined : await accounts.findUser(database.reader, author.userId);
        const row = {
          id: random.uuid(),
          shareRowId: share.rowId,
          authorKey: author.key,
          // A user cannot choose another name, and the e-mail address is not shown.
          authorName: user?.name ?? authorName ?? null,
          body,
          createdAt: clock.now(),
        };
        const kept = await database.write(async (tx) => {
          if (!(await insertComment(tx, { ...row, onceKey }))) return undefined;
          await count(tx, share, 'comment');
          await remember?.(tx, toComment(share, author, row));
          return row;
        });
        if (kept !== undefined) return toComment(share, author, kept);
        const first = onceKey === undefined ? undefined : await findCommentOnce(database.reader, share.rowId, onceKey);
        if (first === undefined) throw noSuchComment();
        if (first.body !== row.body || first.authorName !== row.authorName)
          throw new DomainError('idempotency_conflict', 'This was already sent with a different text or name.');
        return { ...toComment(share, author, first), byMe: true };
      });
    },

    remove: (share, author, id) =>
      database.write(async (tx) => {
        const row = await findComment(tx, share.rowId, id);
        if (row === undefined) throw noSuchComment();
        if (row.authorKey !== author?.key && author?.userId !== share.ownerId)
          throw new DomainError(
            'access_denied',
            'Only the author of a comment and the owner of the share may delete it.',
          );
        if (!(await deleteCommentRow(tx, id))) throw noSuchComment();
        await shares.feedback.subtract(tx, share.rowId, 'comment');
        // Only deleting the comment of another author is recorded.
        if (row.authorKey !== author?.key && author?.userId !== undefined)
          await audit.record(tx, {
            action: 'comment.deleted',
            actor: { userId: author.userId },
            target: { kind: 'comment', id },
          });
      }),
  };
}

const turnedOff = (kind: FeedbackKind): DomainError =>
  new DomainError('access_denied', `The owner of this share has turned off ${kind}s.`);

const noSuchComment = (): DomainError => new DomainError('comment_not_found', 'There is no such comment at this link.');
