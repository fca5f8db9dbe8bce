import type { Notification } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

export const notificationsKey = ['notifications'] as const;

/** The latest notifications, the unread first, and how many are unread. */
export const latestNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'latest'],
  queryFn: ({ signal }) => client.notifications.page({ limit: 8 }, { signal }).then((page) => page),
  staleTime: 30_000,
});

/** Marks notifications as read: these, or all. */
export async function markRead(ids?: readonly string[]): Promise<void> {
  await client.notifications.read(ids);
  await queryClient.invalidateQueries({ queryKey: notificationsKey });
}

/** Returns a function that marks a notification as read and opens what it is about. */
export function useOpenNotification(): (notification: Notification) => void {
  const navigate = useNavigate();
  const act = useAct();
  return ({ id, item, readAt }) =>
    act.run(async () => {
      if (readAt === null) await markRead([id]);
      if (item === null) return;
      const { type, parentId, role } = await client.files.get(item.id);
      const folderId = type === 'folder' ? item.id : parentId;
      const search = type === 'folder' ? {} : { view: item.id };
      if (folderId !== null) await navigate({ to: '/files/$folderId', params: { folderId }, search });
      else await navigate({ to: role === 'owner' ? '/files' : '/shared-with-me', search });
    });
}
