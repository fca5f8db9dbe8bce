import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { CommentPage, CreatedComment, Liked, NewComment } from '../schemas/feedback-schemas.ts';
import { Id, pageQuery, PathText } from '../schemas/primitives.ts';

const ofShare = {
  tag: 'Public',
  auth: 'optional',
  scope: 'shares',
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
} as const;
/** Errors of a share that cannot be opened. */
const closed = [
  'share_not_found',
  'share_expired',
  'share_limit_reached',
  'share_locked',
  'file_quarantined',
  'too_many_requests',
] as const;

export const likeShare = endpoint({
  ...ofShare,
  id: 'likeShare',
  method: 'PUT',
  path: '/api/public/share/{token}/like',
  summary: 'Like a share',
  description:
    'Counts once per account, or once per visitor without an account, who is identified by a cookie or by the header ' +
    '`X-Share-Visitor`. Idempotent. Answers 403 `access_denied` if the owner has disabled likes.',
  responses: { 200: { description: 'Liked.', schema: Liked } },
  errors: [...closed, 'access_denied'],
});

export const unlikeShare = endpoint({
  ...ofShare,
  id: 'unlikeShare',
  method: 'DELETE',
  path: '/api/public/share/{token}/like',
  summary: 'Remove a like',
  description: 'Idempotent. Also works after the owner has disabled likes.',
  responses: { 204: { description: 'Removed, or not liked before.', schema: null } },
  errors: closed,
});

export const listComments = endpoint({
  ...ofShare,
  id: 'listComments',
  method: 'GET',
  path: '/api/public/share/{token}/comments',
  summary: 'List the comments on a share',
  description:
    'The owner can list them in every state of the share until it is revoked. Other callers get 403 `access_denied` if ' +
    'comments are disabled.',
  query: z.object({
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of comments, newest first.', schema: CommentPage } },
  errors: [...closed, 'access_denied'],
});

export const createComment = endpoint({
  ...ofShare,
  id: 'createComment',
  method: 'POST',
  path: '/api/public/share/{token}/comments',
  summary: 'Comment on a share',
  description:
    'With an API key or a session, the comment belongs to the account; otherwise to a visitor. Answers 403 `access_denied` if the owner has disabled comments.',
  body: NewComment,
  idempotency: 'replay',
  responses: { 201: { description: 'The comment.', schema: CreatedComment } },
  errors: [...closed, 'access_denied'],
});

export const deleteComment = endpoint({
  ...ofShare,
  id: 'deleteComment',
  method: 'DELETE',
  path: '/api/public/share/{token}/comments/{id}',
  summary: 'Delete a comment',
  description: 'Only the author of the comment and the owner of the share can delete it.',
  params: z.object({ token: PathText, id: Id }),
  unknownParam: 'comment_not_found',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: [...closed, 'access_denied'],
});
