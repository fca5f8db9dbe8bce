import type { Comment, CommentPage, NewComment } from '@drive/contract';
import { isoTime, type Clock } from '../../platform/clock.ts';
import type { Audit } from '../../platform/audit/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/http/index.ts';
import { paginationOf, rowsOf, type PageWish } from '../../platform/paging.ts';
import type { Random } from '../../platform/random.ts';
import type { Accounts } from '../accounts/index.ts';
import type { FeedbackKind, ShareRow, Shares } from '../shares/index.ts';
import { keyOfUser, type Author } from './authors.ts';
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
} from './store.ts';

export interface FeedbackDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly accounts: Accounts;
  readonly shares: Shares;
  readonly audit: Audit;
  readonly featureLimiter: FeatureLimiter;
}

export interface CommentWish extends NewComment {
  /** What a repeat of the same request is known by. */
  readonly onceKey?: string | undefined;
  /** Told of the comment in the transaction that writes it. */
  readonly remember?: (tx: Tx, comment: Comment) => Promise<void>;
}

/** What those who come to a share leave behind. That they may come to it, who calls has seen to. */
export interface Feedback {
  /** `access_denied` where likes are switched off, `too_many_requests`. A repeat changes nothing. Answers how many like it. */
  like(share: ShareRow, author: Author): Promise<number>;
  /** Also where there is none. */
  unlike(share: ShareRow, author: Author | undefined): Promise<void>;
  isLikedBy(share: ShareRow, author: Author | undefined): Promise<boolean>;
  /** `access_denied` where comments are switched off and it is not the owner who asks. */
  list(share: ShareRow, author: Author | undefined, page: PageWish): Promise<CommentPage>;
  /** `comment_not_found`. */
  get(share: ShareRow, author: Author | undefined, id: string): Promise<Comment>;
  /** `access_denied` where comments are switched off, `too_many_requests`; `idempotency_conflict` for another repeat. */
  comment(share: ShareRow, author: Author, wish: CommentWish): Promise<Comment>;
  /** `comment_not_found`; `access_denied` for whoever neither wrote it nor owns the share. */
  remove(share: ShareRow, author: Author | undefined, id: string): Promise<void>;
}

export function createFeedbackService(deps: FeedbackDeps): Feedback {
  const { database, clock, random, accounts, shares, audit, featureLimiter } = deps;

  const requireEnabled = (share: ShareRow, kind: FeedbackKind): void => {
    if (kind === 'like' ? share.likesEnabled : share.commentsEnabled) return;
    throw switchedOff(kind);
  };

  /** Counts it against the author, unless it comes to nothing. */
  const limited = async <T>(kind: FeedbackKind, share: ShareRow, author: Author, act: () => Promise<T>): Promise<T> => {
    const who = `${share.rowId} ${author.countedBy}`;
    await featureLimiter.consume(kind, who);
    try {
      return await act();
    } catch (error) {
      await featureLimiter.refund(kind, who);
      throw error;
    }
  };

  const count = async (tx: Tx, share: ShareRow, kind: FeedbackKind): Promise<void> => {
    if (await shares.feedback.add(tx, share.rowId, kind)) return;
    const now = await shares.findOwn(tx, share.ownerId, share.token);
    throw now === undefined ? new DomainError('share_not_found', 'There is nothing at this link.') : switchedOff(kind);
  };

  const countNow = async (share: ShareRow, kind: FeedbackKind): Promise<number> => {
    const now = await shares.findOwn(database.reader, share.ownerId, share.token);
    return (kind === 'like' ? now?.likeCount : now?.commentCount) ?? 0;
  };

  const toComment = (share: ShareRow, author: Author | undefined, row: CommentRow): Comment => ({
    id: row.id,
    body: row.body,
    authorName: row.authorName,
    byOwner: row.authorKey === keyOfUser(share.ownerId),
    byMe: row.authorKey === author?.key,
    createdAt: isoTime(row.createdAt),
  });

  const requireReadable = (share: ShareRow, author: Author | undefined): void => {
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

    list: async (share, author, wish) => {
      requireReadable(share, author);
      const rows = await listCommentRows(database.reader, share.rowId, rowsOf(wish));
      return {
        comments: rows.map((row) => toComment(share, author, row)),
        pagination: paginationOf(wish, share.commentCount),
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
          // An account is known by its own name; its address is nobody's business.
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
          throw new DomainError('idempotency_conflict', 'This was sent before, and said something else.');
        return { ...toComment(share, author, first), byMe: true };
      });
    },

    remove: (share, author, id) =>
      database.write(async (tx) => {
        const row = await findComment(tx, share.rowId, id);
        if (row === undefined) throw noSuchComment();
        if (row.authorKey !== author?.key && author?.userId !== share.ownerId)
          throw new DomainError('access_denied', 'Only who wrote a comment and who shares this may delete it.');
        if (!(await deleteCommentRow(tx, id))) throw noSuchComment();
        await shares.feedback.subtract(tx, share.rowId, 'comment');
        // What others have said is taken away; who takes back what is theirs need not answer for it.
        if (row.authorKey !== author?.key && author?.userId !== undefined)
          await audit.record(tx, {
            action: 'comment.deleted',
            actor: { userId: author.userId },
            target: { kind: 'comment', id },
          });
      }),
  };
}

const switchedOff = (kind: FeedbackKind): DomainError =>
  new DomainError('access_denied', `Whoever shares this has switched ${kind}s off.`);

const noSuchComment = (): DomainError => new DomainError('comment_not_found', 'There is no such comment at this link.');
