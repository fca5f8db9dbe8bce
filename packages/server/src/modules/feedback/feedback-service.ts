import { isoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { Comment, CommentPage, NewComment } from '@drive/contract';
import { mayDo } from '../../platform/access/index.ts';
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
export class Feedback {
  readonly #deps: FeedbackDeps;

  constructor(deps: FeedbackDeps) {
    this.#deps = deps;
  }

  /** Idempotent; returns the number of likes. Throws `access_denied` if likes are turned off, and `too_many_requests`. */
  async like(share: CommentedShare, author: Author): Promise<number> {
    const { database, clock } = this.#deps;
    this.#requireEnabled(share, 'like');
    await this.#limited('like', share, author, () =>
      database.write(async (tx) => {
        const like = { shareRowId: share.rowId, authorKey: author.key, createdAt: clock.now() };
        if (await insertLike(tx, like)) await this.#count(tx, share, 'like');
      }),
    );
    return this.#countNow(share, 'like');
  }

  /** Idempotent. */
  async unlike(share: CommentedShare, author: Author | undefined): Promise<void> {
    const { database, shares } = this.#deps;
    if (author === undefined) return;
    await this.#limited('like', share, author, () =>
      database.write(async (tx) => {
        if (await deleteLike(tx, share.rowId, author.key)) await shares.feedback.subtract(tx, share.rowId, 'like');
      }),
    );
  }

  async isLikedBy(share: CommentedShare, author: Author | undefined): Promise<boolean> {
    return author !== undefined && share.likeCount > 0 && hasLike(this.#deps.database.reader, share.rowId, author.key);
  }

  /** Throws `access_denied` if comments are turned off and the author is not the owner. */
  async list(share: CommentedShare, author: Author | undefined, page: PageRequest): Promise<CommentPage> {
    this.#requireReadable(share, author);
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => listCommentRows(this.#deps.database.reader, share.rowId, slice),
      ({ rowId }) => [rowId],
    );
    return {
      comments: rows.map((row) => this.#toComment(share, author, row)),
      pagination: paginationOf(page, share.commentCount, nextCursor),
    };
  }

  /** Throws `comment_not_found`. */
  async get(share: CommentedShare, author: Author | undefined, id: string): Promise<Comment> {
    this.#requireReadable(share, author);
    const row = await findComment(this.#deps.database.reader, share.rowId, id);
    if (row === undefined) throw noSuchComment();
    return this.#toComment(share, author, row);
  }

  /** Throws `access_denied` if comments are turned off, `too_many_requests`, and `idempotency_conflict`. */
  async comment(
    share: CommentedShare,
    author: Author,
    { body, authorName, onceKey, remember }: CommentOptions,
  ): Promise<Comment> {
    const { accounts, database, random, clock, shares } = this.#deps;
    this.#requireEnabled(share, 'comment');
    return this.#limited('comment', share, author, async () => {
      const user = author.userId === undefined ? undefined : await accounts.findUser(database.reader, author.userId);
      const row = {
        id: random.uuid(),
        shareRowId: share.rowId,
        authorKey: author.key,
        // A user cannot choose another name, and the email address is not shown.
        authorName: user?.name ?? authorName ?? null,
        body,
        createdAt: clock.now(),
      };
      const kept = await database.write(async (tx) => {
        if (!(await insertComment(tx, { ...row, onceKey }))) return undefined;
        await this.#count(tx, share, 'comment');
        await shares.commented(tx, share, row);
        await remember?.(tx, this.#toComment(share, author, row));
        return row;
      });
      if (kept !== undefined) return this.#toComment(share, author, kept);
      const first = onceKey === undefined ? undefined : await findCommentOnce(database.reader, share.rowId, onceKey);
      if (first === undefined) throw noSuchComment();
      if (first.body !== row.body || first.authorName !== row.authorName)
        throw new DomainError('idempotency_conflict', 'This was already sent with a different text or name.');
      return { ...this.#toComment(share, author, first), byMe: true };
    });
  }

  /** Throws `comment_not_found`, and `access_denied` unless the author wrote it or owns the share. */
  remove(share: CommentedShare, author: Author | undefined, id: string): Promise<void> {
    const { database, shares, audit } = this.#deps;
    return database.write(async (tx) => {
      const row = await findComment(tx, share.rowId, id);
      if (row === undefined) throw noSuchComment();
      if (row.authorKey !== author?.key && !mayDo(author?.userId, share, 'manage'))
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
    });
  }

  #requireEnabled(share: CommentedShare, kind: FeedbackKind): void {
    if (kind === 'like' ? share.likesEnabled : share.commentsEnabled) return;
    throw turnedOff(kind);
  }

  /** Consumes the author's limit, and refunds it if `act` throws. */
  async #limited<T>(kind: FeedbackKind, share: CommentedShare, author: Author, act: () => Promise<T>): Promise<T> {
    const { featureLimiter } = this.#deps;
    const key = `${share.rowId} ${author.countedBy}`;
    await featureLimiter.consume(kind, key);
    try {
      return await act();
    } catch (error) {
      await featureLimiter.refund(kind, key);
      throw error;
    }
  }

  async #count(tx: Tx, share: CommentedShare, kind: FeedbackKind): Promise<void> {
    const { shares } = this.#deps;
    if (await shares.feedback.add(tx, share.rowId, kind)) return;
    const now = await shares.findOwn(tx, share.ownerId, share.token);
    throw now === undefined ? new DomainError('share_not_found', 'There is no share at this link.') : turnedOff(kind);
  }

  async #countNow(share: CommentedShare, kind: FeedbackKind): Promise<number> {
    const { shares, database } = this.#deps;
    const now = await shares.findOwn(database.reader, share.ownerId, share.token);
    return (kind === 'like' ? now?.likeCount : now?.commentCount) ?? 0;
  }

  #toComment(share: CommentedShare, author: Author | undefined, row: CommentRow): Comment {
    return {
      id: row.id,
      body: row.body,
      authorName: row.authorName,
      byOwner: row.authorKey === keyOfUser(share.ownerId),
      byMe: row.authorKey === author?.key,
      createdAt: isoTime(row.createdAt),
    };
  }

  #requireReadable(share: CommentedShare, author: Author | undefined): void {
    if (!mayDo(author?.userId, share, 'manage')) this.#requireEnabled(share, 'comment');
  }
}

const turnedOff = (kind: FeedbackKind): DomainError =>
  new DomainError('access_denied', `The owner of this share has turned off ${kind}s.`);

const noSuchComment = (): DomainError => new DomainError('comment_not_found', 'There is no such comment at this link.');
