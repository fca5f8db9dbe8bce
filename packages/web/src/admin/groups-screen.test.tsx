import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { GroupsScreen } from './groups-screen.tsx';

const pagination = { currentPage: 1, totalItems: 1, totalPages: 1, nextCursor: null };
const design = {
  id: 'g1',
  name: 'Design',
  externalId: null,
  memberCount: 2,
  createdAt: '2026-11-03T12:00:00.000Z',
};

async function show() {
  server.answer('GET /api/admin/groups', { groups: [design], pagination });
  const { user } = await renderApp(
    <>
      <GroupsScreen />
      <Toasts />
    </>,
  );
  await screen.findByText('Design');
  return user;
}

test('an administrator sees each group with the number of its members', async () => {
  await show();
  const list = within(screen.getByRole('list', { name: 'Groups' }));
  expect(list.getByText('2 members ·').parentElement?.textContent).toMatch(/^2 members · created/);
  expect(list.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Members of Design',
    'Rename Design',
    'Delete Design',
  ]);
});

test('creates a group, and a name that is taken is said at its field', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'New group' }));
  server.answer('POST /api/admin/groups', new Refusal(409, 'name_conflict'));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' design {Enter}');
  await screen.findByRole('alert');
  server.answer('POST /api/admin/groups', { ...design, name: 'Sales' });
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sales{Enter}');
  await screen.findByText('The group “Sales” is created.');
  expect(server.changes).toEqual([
    'POST /api/admin/groups {"name":"design"}',
    'POST /api/admin/groups {"name":"Sales"}',
  ]);
});

test('renames and deletes a group', async () => {
  const user = await show();
  server.answer('PATCH /api/admin/groups/g1', design);
  server.answer('DELETE /api/admin/groups/g1', {});
  await user.click(screen.getByRole('button', { name: 'Rename Design' }));
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Research{Enter}');
  await screen.findByText('The group is called “Research”.');
  await user.click(screen.getByRole('button', { name: 'Delete Design' }));
  const question = await screen.findByRole('dialog', { name: 'Delete the group “Design”?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('The group “Design” is deleted.');
  expect(server.changes).toEqual(['PATCH /api/admin/groups/g1 {"name":"Research"}', 'DELETE /api/admin/groups/g1']);
});

test('adds users who are found to a group, and removes members', async () => {
  const user = await show();
  const ada = { id: 'u1', email: 'ada@example.com', name: 'Ada', source: 'scim', addedAt: '2026-11-03T12:00:00.000Z' };
  server.answer('GET /api/admin/groups/g1/members', { members: [ada], pagination });
  server.answer('GET /api/admin/users', {
    users: [ada, { id: 'u2', email: 'bob@example.com', name: null }],
    pagination,
  });
  await user.click(screen.getByRole('button', { name: 'Members of Design' }));
  await screen.findByText('Ada');
  expect(screen.getByText('Provisioning')).toBeDefined();
  server.answer('PUT /api/admin/groups/g1/members/u2', { ...ada, id: 'u2', email: 'bob@example.com' });
  await user.type(screen.getByRole('combobox', { name: 'Add a user' }), 'example');
  await screen.findByRole('option', { name: 'bob@example.com' });
  // Members are not offered again.
  expect(namesOf('option')).toEqual(['bob@example.com']);
  await user.keyboard('{Enter}');
  await screen.findByText('bob@example.com is a member now.');
  server.answer('DELETE /api/admin/groups/g1/members/u1', {});
  await user.click(screen.getByRole('button', { name: 'Remove ada@example.com from the group' }));
  await waitFor(() =>
    expect(server.changes).toEqual(['PUT /api/admin/groups/g1/members/u2', 'DELETE /api/admin/groups/g1/members/u1']),
  );
});
