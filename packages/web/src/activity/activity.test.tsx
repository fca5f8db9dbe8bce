import type { Activity, Notification } from '@drive/sdk';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf } from '../../test/components/things.ts';
import ActivityList, { ActivityScreen } from './activity-list.tsx';
import { NotificationsScreen } from './notifications-screen.tsx';

const file = fileOf('plan.txt');
const at = '2026-11-03T12:00:00.000Z';
const ada = { id: 'ada', name: 'Ada', deleted: false };
const item = { id: file.id, name: 'plan.txt' };
const entry = (n: number, more: Partial<Activity>): Activity => ({
  id: `evt_${n}`,
  type: 'file.created',
  actor: ada,
  item,
  at,
  details: {},
  ...more,
});

describe('the activity of an item', () => {
  test('says who did what, the latest first', async () => {
    const activity = [
      entry(1, { type: 'share.download', actor: null, details: { recipient: 'grace@example.org' } }),
      entry(2, { type: 'file.updated', details: { changed: ['name'], previousName: 'draft.txt' } }),
      entry(3, {
        type: 'access.given',
        details: { role: 'editor', principal: { type: 'user', id: 'g', name: 'Grace' } },
      }),
      entry(4, { actor: { id: 'x', name: 'deleted user', deleted: true } }),
    ];
    server.answer('GET /api/files/id%20of%20plan.txt/activity', { activity, pagination: { nextCursor: null } });
    await renderApp(<ActivityList item={file} />);
    await screen.findByText('grace@example.org downloaded plan.txt');
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)).toEqual([
      'grace@example.org downloaded plan.txt',
      'Ada renamed draft.txt to plan.txt',
      'Ada gave Grace access to plan.txt (editor)',
      'A deleted user added plan.txt',
    ]);
  });
});

test('[P-1804] the screen of activity tells what happened to everything that the user owns', async () => {
  server.answer('GET /api/activity', {
    activity: [entry(1, { type: 'share.created', actor: { id: 'me', name: 'Me', deleted: false } })],
    pagination: { nextCursor: null },
  });
  await renderApp(<ActivityScreen />);
  await screen.findByText('Me made a link to plan.txt');
  expect(server.seen.map(({ path }) => path)).toEqual(['/api/activity?limit=20']);
});

describe('the notifications', () => {
  const told = (n: number, more: Partial<Notification>): Notification => ({
    id: String(n),
    type: 'comment',
    item,
    actor: null,
    at,
    readAt: null,
    count: 1,
    details: {},
    ...more,
  });
  const me = { email: 'me@example.org', name: null, notifications: { mail: 'now' } };

  test('are listed, marked as read, and come by email as chosen', async () => {
    const notifications = [
      told(1, { type: 'access_given', actor: ada, details: { role: 'viewer' } }),
      told(2, { count: 2, details: { visitor: 'Grace' }, readAt: at }),
    ];
    const pagination = { currentPage: 1, totalItems: 2, totalPages: 1, nextCursor: null };
    server.answer('GET /api/notifications', { notifications, unread: 1, pagination });
    server.answer('GET /api/me', me);
    server.answer('GET /api/config', {});
    server.answer('POST /api/notifications/read', { unread: 0 });
    server.answer('PATCH /api/me', { ...me, notifications: { mail: 'daily' } });
    const { user } = await renderApp(<NotificationsScreen />);
    await screen.findByText('2 comments on plan.txt, the last by Grace');
    const [first] = screen.getAllByRole('listitem');
    expect(within(first!).getByText('Ada gave you access to plan.txt (viewer)')).toBeTruthy();
    expect(within(first!).getByText('New')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await user.selectOptions(await screen.findByLabelText('Emails about it'), 'daily');
    await screen.findByDisplayValue('In one email a day');
    expect(server.changes).toEqual([
      'POST /api/notifications/read {"all":true}',
      'PATCH /api/me {"notifications":{"mail":"daily"}}',
    ]);
  });
});
