import * as z from 'zod';
import { limits } from '../../limits.ts';
import { MemberRole } from '../items-schemas.ts';
import { Bytes, Id, list, omittable, Pagination, Timestamp } from '../primitives.ts';
import { Actor } from './activity-schemas.ts';

/** Stored in rows, so a name never changes. */
export const notificationTypes = ['access_given', 'file_arrived', 'comment', 'link_expiring', 'quota'] as const;
export type NotificationType = (typeof notificationTypes)[number];

const NotificationDetails = z
  .object({
    role: MemberRole.optional().describe('Of `access_given`: the role.'),
    linkName: z.string().optional().describe('Name of the link.'),
    visitor: z
      .string()
      .nullable()
      .optional()
      .describe('Name that the visitor gave who sent a file or wrote a comment.'),
    expiresAt: Timestamp.optional().describe('Of `link_expiring`: when the link ends.'),
    usedBytes: Bytes.optional().describe('Of `quota`: the storage in use.'),
    quotaBytes: Bytes.optional().describe('Of `quota`: the quota.'),
  })
  .meta({ id: 'NotificationDetails', description: 'What else there is to say, by type.' });

export const Notification = z
  .object({
    id: Id,
    type: z
      .enum(notificationTypes)
      .describe(
        '`access_given`: access to an item of others. `file_arrived`: files came through a file request. `comment`: comments on a share. `link_expiring`: a link ends within three days. `quota`: 90 % of the storage is used; of a team drive, whose managers are told, if `item` is its root.',
      ),
    item: z
      .object({ id: Id, name: z.string().describe('Its name at that time.') })
      .nullable()
      .describe('The file or folder. `null`: it is about none, or about several.'),
    actor: Actor.nullable().describe('The user who did it. `null`: a visitor, or the server itself.'),
    at: Timestamp.describe('When it happened; the last time of several.'),
    readAt: Timestamp.nullable().describe('When it was marked as read. `null`: unread.'),
    count: z.int().min(1).describe('How often it happened since it was read: files that arrived, and comments.'),
    details: NotificationDetails.describe('Further facts, which depend on `type`.'),
  })
  .meta({ id: 'Notification', description: 'Something that a user is told of.' });
export type Notification = z.infer<typeof Notification>;

export const NotificationPage = z
  .object({
    notifications: z.array(Notification).describe('The unread ones first, the latest first.'),
    unread: z.int().min(0).describe('Number of unread ones on all pages.'),
    pagination: Pagination,
  })
  .meta({ id: 'NotificationPage' });
export type NotificationPage = z.infer<typeof NotificationPage>;

export const NotificationsRead = z
  .strictObject({
    ids: omittable(list(Id, { min: 1, max: limits.notificationBatch })).describe('Those to mark as read.'),
    all: omittable(z.literal(true)).describe('Marks all of them.'),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'must have either ids or all')
  .meta({ id: 'NotificationsRead', 'x-example': { all: true } });
export type NotificationsRead = z.infer<typeof NotificationsRead>;

export const UnreadCount = z
  .object({ unread: z.int().min(0).describe('Number of notifications that are still unread.') })
  .meta({ id: 'UnreadCount' });
export type UnreadCount = z.infer<typeof UnreadCount>;
