import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { folderOf } from '../../test/components/things.ts';
import { Bell } from './bell.tsx';

const at = '2026-11-03T12:00:00.000Z';
const given = {
  id: 'n1',
  type: 'access_given',
  item: { id: 'f1', name: 'Design' },
  actor: { id: 'ada', name: 'Ada', deleted: false },
  at,
  readAt: null as string | null,
  count: 1,
  details: { role: 'editor' },
};
const pagination = { currentPage: 1, totalItems: 1, totalPages: 1, nextCursor: null };

test('[P-1533] the bell says how many notifications are unread; one is opened, and is read then', async () => {
  server.answer('GET /api/notifications', { notifications: [given], unread: 1, pagination });
  server.answer('POST /api/notifications/read', () => {
    server.answer('GET /api/notifications', { notifications: [{ ...given, readAt: at }], unread: 0, pagination });
    return { unread: 0 };
  });
  server.answer('GET /api/files/f1', folderOf('Design', { id: 'f1', role: 'editor' }));
  const { user, router } = await renderApp(<Bell />);
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }));
  await user.click(await screen.findByRole('menuitem', { name: /Ada gave you access to Design \(editor\)/ }));
  await screen.findByRole('button', { name: 'Notifications' });
  expect(server.changes).toEqual(['POST /api/notifications/read {"ids":["n1"]}']);
  await expect.poll(() => router.state.location.pathname).toBe('/files/f1');
});
