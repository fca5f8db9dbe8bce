import type { AccessGrant, AccessInvitation, ItemRole } from '@drive/sdk';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { folderOf } from '../../test/components/things.ts';
import { Toasts } from '../ui/toasts.tsx';
import AccessDialog from './access-dialog.tsx';

const photos = folderOf('Photos', { ownerId: 'id of Olga', ownerName: 'Olga' });
const path = '/api/files/id%20of%20Photos/access';

const grantOf = (name: string, fields: Partial<AccessGrant> = {}): AccessGrant => ({
  id: `grant of ${name}`,
  principal: { type: 'user', id: `id of ${name}`, name, email: `${name.toLowerCase()}@example.com` },
  role: 'viewer',
  inheritedFrom: null,
  createdAt: '2026-11-03T12:00:00.000Z',
  createdBy: null,
  ...fields,
});
const design: AccessGrant = grantOf('Design', {
  principal: { type: 'group', id: 'id of Design', name: 'Design', email: null },
  role: 'editor',
  inheritedFrom: 'id of Work',
});

async function show(
  access: readonly AccessGrant[],
  effectiveRole: ItemRole = 'owner',
  invitations: readonly AccessInvitation[] = [],
) {
  const role = effectiveRole;
  server.answer(`GET ${path}`, { access, invitations, effectiveRole });
  server.answer('GET /api/files/id%20of%20Photos/path', [folderOf('Work', { role }), { ...photos, role }]);
  server.answer('GET /api/me', { id: 'id of Me' });
  const onClose = vi.fn<() => void>();
  const { user } = await renderApp(
    <>
      <AccessDialog item={{ ...photos, role }} onClose={onClose} />
      <Toasts />
    </>,
  );
  await screen.findByRole('heading', { name: 'Who has access' });
  return { user, onClose };
}

const entry = (name: string) => within(screen.getByText(name).closest('li')!);
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Name or email' });

describe('the dialog of who has access', () => {
  test('shows the owner, who has which role, and from which folder it comes', async () => {
    await show([design, grantOf('Ada', { role: 'contributor' })]);
    expect(screen.getByText('You are the owner and may do everything.')).toBeDefined();
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(3));
    expect(screen.getAllByRole('listitem').map((each) => each.querySelector('p')?.textContent)).toEqual([
      'YouOwner',
      'Ada',
      'Design',
    ]);
    expect(entry('Design').getByText('from the folder “Work”').parentElement?.textContent).toMatch(/^Group · from/);
    // What comes from above is changed there.
    expect(entry('Design').queryByRole('combobox')).toBeNull();
    expect(entry('Ada').getByRole<HTMLSelectElement>('combobox', { name: 'Role of Ada' }).value).toBe('contributor');
  });

  test('gives a role to users and groups that are found by the keyboard, with a message', async () => {
    const { user } = await show([]);
    server.answer('GET /api/directory', {
      results: [
        { type: 'user', id: 'id of Ada', name: 'Ada', email: 'ada@example.com' },
        { type: 'group', id: 'id of Design', name: 'Design', email: null },
        { type: 'user', id: 'id of Me', name: 'Me', email: 'me@example.com' },
      ],
    });
    await user.type(field(), 'de');
    await screen.findByRole('option', { name: /Ada/ });
    expect(namesOf('option')).toEqual(['Adaada@example.com', 'DesignGroup']);
    await user.keyboard('{ArrowDown}{Enter}');
    await user.type(field(), 'ad');
    await user.click(await screen.findByRole('option', { name: /Ada/ }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Editor');
    await user.type(screen.getByRole('textbox', { name: 'Message (optional)' }), 'Here you are');
    server.answer(`POST ${path}`, { access: [grantOf('Ada'), design], invitations: [] });
    await user.click(screen.getByRole('button', { name: 'Give access' }));

    await screen.findByText('Access given to 2');
    expect(server.changes).toEqual([
      `POST ${path} {"grants":[{"groupId":"id of Design","role":"editor"},{"userId":"id of Ada","role":"editor"}],"message":"Here you are"}`,
    ]);
    expect(screen.queryByRole('button', { name: 'Give access' })).toBeNull();
  });

  test('says that nobody has an address that was typed, and keeps what was chosen', async () => {
    const { user } = await show([]);
    server.answer('GET /api/directory', { results: [] });
    await user.type(field(), 'bob@example.com');
    await user.click(await screen.findByRole('option', { name: 'Give access to bob@example.com' }));
    await user.click(screen.getByRole('checkbox', { name: 'Tell them by email' }));
    server.answer(`POST ${path}`, new Refusal(404, 'user_not_found'));
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Nobody here has this address/);
    expect(server.changes).toEqual([
      `POST ${path} {"grants":[{"email":"bob@example.com","role":"viewer"}],"notify":false}`,
    ]);
    await user.click(screen.getByRole('button', { name: 'Do not add bob@example.com' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows who is invited, invites by email, and revokes an invitation', async () => {
    const invitation = { id: 'of Bob', email: 'bob@example.com', role: 'editor', inheritedFrom: null } as const;
    const at = '2026-11-03T12:00:00.000Z';
    const { user } = await show([], 'owner', [{ ...invitation, createdAt: at, expiresAt: at, createdBy: null }]);
    expect(entry('bob@example.com').getByText('Invited · Editor')).toBeDefined();
    server.answer(`DELETE ${path}/of%20Bob`, {});
    await user.click(screen.getByRole('button', { name: 'Revoke the invitation of bob@example.com' }));
    await screen.findByText('bob@example.com is not invited any more.');
    server.answer('GET /api/directory', { results: [] });
    await user.type(field(), 'eve@example.com');
    await user.click(await screen.findByRole('option', { name: 'Give access to eve@example.com' }));
    server.answer(`POST ${path}`, { access: [], invitations: [{ ...invitation, email: 'eve@example.com' }] });
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await screen.findByText('Invitation sent');
  });

  test('changes a role at once, takes it away, and gives it back', async () => {
    const { user } = await show([grantOf('Ada')]);
    server.answer(`PATCH ${path}/grant%20of%20Ada`, grantOf('Ada', { role: 'manager' }));
    server.answer(`DELETE ${path}/grant%20of%20Ada`, {});
    server.answer(`POST ${path}`, { access: [], invitations: [] });
    await user.selectOptions(entry('Ada').getByRole('combobox'), 'Manager');
    await screen.findByText('Ada has the role Manager now.');
    await user.click(entry('Ada').getByRole('button', { name: 'Take access away from Ada' }));
    await screen.findByText('Ada has no access any more.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.changes).toEqual([
        `PATCH ${path}/grant%20of%20Ada {"role":"manager"}`,
        `DELETE ${path}/grant%20of%20Ada`,
        `POST ${path} {"grants":[{"userId":"id of Ada","role":"viewer"}],"notify":false}`,
      ]),
    );
  });

  test('a change that the server refuses is said, and the role stays as it was', async () => {
    const { user } = await show([grantOf('Ada')]);
    server.answer(`PATCH ${path}/grant%20of%20Ada`, new Refusal(409, 'last_manager', 'This is the last manager.'));
    await user.selectOptions(entry('Ada').getByRole('combobox'), 'Manager');
    await screen.findByText(/last manager|Nobody else manages this/);
    await waitFor(() => expect(entry('Ada').getByRole<HTMLSelectElement>('combobox').value).toBe('viewer'));
  });

  test('[P-1805] what somebody else has changed meanwhile is said and shown', async () => {
    const { user } = await show([grantOf('Ada')]);
    server.answer(`PATCH ${path}/grant%20of%20Ada`, new Refusal(404, 'access_not_found', 'There is no such role.'));
    server.answer(`GET ${path}`, { access: [], invitations: [], effectiveRole: 'viewer' });
    await user.selectOptions(entry('Ada').getByRole('combobox'), 'Manager');
    await screen.findByText(/There is no such role|This role was taken away/);
    await screen.findByText('You have the role Viewer.');
    expect([screen.queryByText('Ada'), screen.queryByRole('combobox')]).toEqual([null, null]);
  });

  test('a member sees the owner and their own role, gives none, and can give it up', async () => {
    const { user, onClose } = await show([grantOf('Me', { role: 'editor' })], 'editor');
    expect(screen.getByText('You have the role Editor.')).toBeDefined();
    expect(await screen.findByText('Olga')).toBeDefined();
    expect([screen.queryByRole('form'), screen.queryByRole('combobox')]).toEqual([null, null]);
    server.answer(`DELETE ${path}/grant%20of%20Me`, {});
    await user.click(screen.getByRole('button', { name: 'Give up access' }));
    const question = await screen.findByRole('dialog', { name: 'Give up your access to “Photos”?' });
    await user.click(within(question).getByRole('button', { name: 'Give up access' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.changes).toEqual([`DELETE ${path}/grant%20of%20Me`]);
  });
});
