import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { pageQuery } from '../../schemas/primitives.ts';
import { NotificationPage, NotificationsRead, UnreadCount } from '../../schemas/teams/notifications-schemas.ts';

const notifications = { tag: 'Activity', auth: 'required', scope: 'account' } as const;

export const listNotifications = endpoint({
  ...notifications,
  id: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  summary: 'List notifications',
  description:
    'Lists what the user is told of, the unread ones first, the latest first. Kept for `DRIVE_CHANGES_DAYS`. `notifications.mail` of the user says when they come by email.',
  query: z.object({ ...pageQuery }),
  responses: { 200: { description: 'One page of notifications.', schema: NotificationPage } },
  errors: [],
});

export const readNotifications = endpoint({
  ...notifications,
  id: 'readNotifications',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read',
  description: 'Marks those with the given IDs, or all. IDs that are unknown or read already are ignored.',
  body: NotificationsRead,
  responses: { 200: { description: 'The number of those that are still unread.', schema: UnreadCount } },
  errors: [],
});
