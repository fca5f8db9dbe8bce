import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { GuideScreen } from './guide-screen.tsx';

const config = { registration: 'invite', mailDelivery: 'smtp' };
const answerStats = (admins: number, backups: object | null): void =>
  server.answer('GET /api/admin/stats', { users: { admins }, backups });

test('an administrator is led to the test email, backups, invitations and a second administrator', async () => {
  server.answer('GET /api/me', { isAdmin: true });
  server.answer('GET /api/public/config', config);
  answerStats(1, null);
  await renderApp(<GuideScreen />);
  const backup = within(await screen.findByRole('region', { name: 'Back up to another disk' }));
  backup.getByText('Not yet');
  backup.getByText(/Set DRIVE_BACKUP_DIR/);
  screen.getByRole('button', { name: 'Send me a test email' });
  screen.getByRole('link', { name: 'Invitations' });
  const second = within(screen.getByRole('region', { name: 'Appoint a second administrator' }));
  expect(second.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/admin/users');
});

test('steps that are done say so, and a backup that failed says why', async () => {
  server.answer('GET /api/me', { isAdmin: true });
  server.answer('GET /api/public/config', config);
  const backups = { everyHours: 24, keep: 7, lastAt: null, failure: null };
  answerStats(2, backups);
  const { unmount } = await renderApp(<GuideScreen />);
  const backup = within(await screen.findByRole('region', { name: 'Back up to another disk' }));
  backup.getByText('Done');
  backup.getByText('The server writes a backup every 24 hours and keeps the newest 7.');
  screen.getByText('2 accounts are administrators.');

  unmount();
  answerStats(2, { ...backups, failure: { at: '2026-11-03T12:00:00.000Z', message: 'The disk is full.' } });
  await renderApp(<GuideScreen />);
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
});

test('a user who is no administrator sees the steps of users only', async () => {
  server.answer('GET /api/me', { isAdmin: false });
  await renderApp(<GuideScreen />);
  await screen.findByText('Share it with a link');
  expect(screen.queryByText('Appoint a second administrator')).toBeNull();
});
