import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { UsersScreen } from './users-screen.tsx';

const grace = {
  id: 'u1',
  email: 'grace@example.com',
  name: 'Grace',
  plan: 'free',
  isAdmin: false,
  disabledAt: null,
  deletesAt: null,
  vouchedAt: '2026-01-01T00:00:00.000Z',
  usedBytes: 54,
  quotaBytes: null,
  lastActiveAt: null,
};

beforeEach(() => {
  server.answer('GET /api/admin/users', { users: [grace], pagination: { totalItems: 1, nextCursor: null } });
  server.answer('GET /api/me', { id: 'a1', email: 'ada@example.com', isAdmin: true });
});

test('the menu of an account has what a narrow list has no place for, and asks before it is done', async () => {
  const { user } = await renderApp(<UsersScreen />);
  await user.click(await screen.findByRole('button', { name: 'More for grace@example.com' }));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Disable',
    'Hand over',
    'Delete',
  ]);
  await user.click(menu.getByRole('menuitem', { name: 'Disable' }));
  server.answer('PATCH /api/admin/users/u1', grace);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable' }));
  expect(server.changes).toEqual(['PATCH /api/admin/users/u1 {"disabled":true}']);
});

test('the facts of an account are kept whole, so that a line breaks between them', async () => {
  await renderApp(<UsersScreen />);
  const fact = await screen.findByText('54 bytes used ·');
  expect(fact.parentElement?.textContent).toBe('grace@example.com · Free · 54 bytes used · never active');
});

test('an account whose address nobody has confirmed says so', async () => {
  await renderApp(<UsersScreen />);
  await screen.findByText('Grace');
  expect(screen.queryByText('Address not confirmed')).toBeNull();
  server.answer('GET /api/admin/users', {
    users: [{ ...grace, vouchedAt: null }],
    pagination: { totalItems: 1, nextCursor: null },
  });
  await renderApp(<UsersScreen />);
  expect(await screen.findByText('Address not confirmed')).toBeTruthy();
});
