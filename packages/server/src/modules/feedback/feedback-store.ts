import type { PageSlice } from '@drive/base';
import { deleteRows, isAfter, type Reader, type RowBatch, type Tx } from '../../platform/db/index.ts';

/** Returns false if it exists. */
export async function insertLike(
  tx: Tx,
  like: { readonly shareRowId: number; readonly authorKey: string; readonly createdAt: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('share_likes')
    .values({ share_id: like.shareRowId, author_key: like.authorKey, created_at: like.createdAt })
    .onConflict((conflict) => conflict.columns(['share_id', 'author_key']).doNothing())
    .returning('share_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if there is none. */
export async function deleteLike(tx: Tx, shareRowId: number, authorKey: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('share_likes')
    .where('share_id', '=', shareRowId)
    .where('author_key', '=', authorKey)
    .returning('share_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasLike(reader: Reader, shareRowId: number, authorKey: string): Promise<boolean> {
  const row = await reader
    .selectFrom('share_likes')
    .select('share_id')
    .where('share_id', '=', shareRowId)
    .where('author_key', '=', authorKey)
    .executeTakeFirst();
  return row !== undefined;
}

export interface CommentRow {
  readonly id: string;
  readonly shareRowId: number;
  readonly authorKey: string;
  readonly authorName: string | null;
  readonly body: string;
  readonly createdAt: number;
}

const selectComments = (reader: Reader) =>
  reader
    .selectFrom('share_comments')
    .select([
      'row_id as rowId',
      'id',
      'share_id as shareRowId',
      'author_key as authorKey',
      'author_name as authorName',
      'body',
      'created_at as createdAt',
    ]);

/** Newest first. */
export const listCommentRows = (
  reader: Reader,
  shareRowId: number,
  { offset, limit, after }: PageSlice,
): Promise<(CommentRow & { readonly rowId: number })[]> =>
  selectComments(reader)
    .where('share_id', '=', shareRowId)
    .where(isAfter(after, ['row_id'], 'desc'))
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const findComment = (reader: Reader, shareRowId: number, id: string): Promise<CommentRow | undefined> =>
  selectComments(reader).where('share_id', '=', shareRowId).where('id', '=', id).executeTakeFirst();

export const findCommentOnce = (reader: Reader, shareRowId: number, onceKey: string): Promise<CommentRow | undefined> =>
  selectComments(reader).where('share_id', '=', shareRowId).where('once_key', '=', onceKey).executeTakeFirst();

/** Returns false if there is one with the same `onceKey`. */
export async function insertComment(
  tx: Tx,
  comment: CommentRow & { readonly onceKey: string | undefined },
): Promise<boolean> {
  const row = await tx
    .insertInto('share_comments')
    .values({
      id: comment.id,
      share_id: comment.shareRowId,
      author_key: comment.authorKey,
      author_name: comment.authorName,
      body: comment.body,
      once_key: comment.onceKey ?? null,
      created_at: comment.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['share_id', 'once_key']).doNothing())
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if it is deleted already. */
export async function deleteCommentRow(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('share_comments').where('id', '=', id).returning('row_id').executeTakeFirst();
  return row !== undefined;
}

export const feedbackOf = (shareRowId: number): readonly RowBatch[] => [
  deleteRows('share_comments', 'row_id', (rows) => rows.where('share_id', '=', shareRowId)),
  deleteRows('share_likes', ['share_id', 'author_key'], (rows) => rows.where('share_id', '=', shareRowId)),
];
