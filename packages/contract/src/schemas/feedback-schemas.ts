import * as z from 'zod';
import { limits } from '../limits.ts';
import { GuestName } from './link-fields.ts';
import { Id, normalizeText, omittable, Pagination, text, Timestamp } from './primitives.ts';

/** The stored form of a comment: NFC, `\n` at line ends, no other control characters, at most one blank line in a row. */
export const cleanComment = (text: string): string =>
  normalizeText(
    // eslint-disable-next-line no-control-regex -- control characters are exactly what is stripped
    text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''),
  )
    .replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
    .trim();

/** Whether the text has a visible character, not only marks and white space. */
const isSeen = (text: string): boolean => /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\s\u2800]/u.test(text);

export const CommentBody = text(limits.commentCharacters, cleanComment)
  .refine(isSeen, 'must not be blank')
  .meta({ minLength: 1, maxLength: limits.commentCharacters });

const AuthorName = GuestName.refine(isSeen, 'must not be blank').meta({
  minLength: 1,
  maxLength: limits.guestNameCharacters,
});

export const NewComment = z
  .strictObject({
    body: CommentBody.describe('Plain text. Markup is not interpreted.'),
    authorName: omittable(AuthorName).describe('Name of a visitor, or of a user without a name. Not verified.'),
  })
  .meta({ id: 'NewComment' });
export type NewComment = z.infer<typeof NewComment>;

export const Comment = z
  .object({
    id: Id,
    body: z.string(),
    authorName: z.string().nullable(),
    byOwner: z.boolean().describe('Whether the owner of the share wrote the comment.'),
    byMe: z.boolean().describe('Whether the caller wrote the comment.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Comment', description: 'A comment on a share.' });
export type Comment = z.infer<typeof Comment>;

const visitorToken = z
  .string()
  .nullable()
  .describe(
    'Identifies the visitor at this share in later requests: send it in the header `X-Share-Visitor`. Also set as a cookie. `null` if the caller was already identified.',
  );

export const CreatedComment = Comment.extend({ visitorToken }).meta({ id: 'CreatedComment' });
export type CreatedComment = z.infer<typeof CreatedComment>;

export const CommentPage = z.object({ comments: z.array(Comment), pagination: Pagination }).meta({ id: 'CommentPage' });
export type CommentPage = z.infer<typeof CommentPage>;

export const Liked = z
  .object({ likeCount: z.int().min(0), likedByMe: z.boolean(), visitorToken })
  .meta({ id: 'Liked', description: 'The likes of a share.' });
export type Liked = z.infer<typeof Liked>;
