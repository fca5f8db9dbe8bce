import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { CommentPage, CreatedComment, Liked, NewComment } from '../schemas/feedback.ts';
import { Id, PathText, QueryPositive } from '../schemas/primitives.ts';

const ofShare = {
  tag: 'Public',
  auth: 'optional',
  params: z.object({ token: PathText }),
  unknownParam: 'share_not_found',
} as const;
/** What keeps a share closed. */
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
    'Once for each account, or for each visitor without one, whom a cookie or the header X-Share-Visitor tells from ' +
    'others. A repeat changes nothing. 403 where its owner has switched likes off.',
  responses: { 200: { description: 'It is liked.', schema: Liked } },
  errors: [...closed, 'access_denied'],
});

export const unlikeShare = endpoint({
  ...ofShare,
  id: 'unlikeShare',
  method: 'DELETE',
  path: '/api/public/share/{token}/like',
  summary: 'Take a like back',
  description: 'Also where there is none, and where likes were switched off since.',
  responses: { 204: { description: 'It is not liked, or no longer.', schema: null } },
  errors: closed,
});

export const listComments = endpoint({
  ...ofShare,
  id: 'listComments',
  method: 'GET',
  path: '/api/public/share/{token}/comments',
  summary: 'Comments on a share, the newest first',
  description:
    'Its owner reads them whatever became of the link, until it is revoked; to others they are 403 where comments are ' +
    'switched off.',
  query: z.object({
    page: QueryPositive.default(1),
    limit: QueryPositive.default(limits.defaultPageSize).describe('Clamped to the server’s maximum.'),
  }),
  responses: { 200: { description: 'One page.', schema: CommentPage } },
  errors: [...closed, 'access_denied'],
});

export const createComment = endpoint({
  ...ofShare,
  id: 'createComment',
  method: 'POST',
  path: '/api/public/share/{token}/comments',
  summary: 'Comment on a share',
  description:
    'With a key or a session in the name of its account, else as a visitor. 403 where its owner has switched comments off.',
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
  description: 'For who wrote it, and for the owner of the share.',
  params: z.object({ token: PathText, id: Id }),
  unknownParam: 'comment_not_found',
  responses: { 204: { description: 'Deleted.', schema: null } },
  errors: [...closed, 'access_denied'],
});
