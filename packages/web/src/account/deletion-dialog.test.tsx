import type { AccountDeletionPreview } from '@drive/sdk';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import DeletionDialog from './deletion-dialog.tsx';

const nothing = {
  links: 0,
  fileRequests: 0,
  proofings: 0,
  pastes: 0,
  uploadGrants: 0,
  roles: 0,
  webhooks: 0,
  apiKeys: 0,
};
const previewOf = (fields: Partial<AccountDeletionPreview> = {}): AccountDeletionPreview => ({
  keptDays: 30,
  needsPassword: true,
  obstacle: null,
  ends: nothing,
  drives: [],
  ...fields,
});

async function show(preview: AccountDeletionPreview) {
  server.answer('GET /api/me/deletion', preview);
  server.answer('GET /api/public/config', {});
  for (const list of ['passkeys', 'identities']) server.answer(`GET /api/me/${list}`, []);
  server.answer('POST /api/auth/reauthenticate', {});
  const { user } = await renderApp(<DeletionDialog onClose={() => {}} />);
  return user;
}
const deleteButton = () => screen.findByRole('button', { name: 'Delete the account' });

test('a deletion says before what ends, asks for what becomes of a team drive, and takes the password', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  const members = [{ id: 'u2', name: 'Grace', email: 'grace@example.com', role: 'editor' as const }];
  const user = await show(
    previewOf({
      ends: { ...nothing, links: 2, roles: 1 },
      drives: [{ id: 'd1', name: 'Design', memberCount: 2, members }],
    }),
  );
  await screen.findByText(/Everything is deleted for good after 30 days/);
  const ending = screen.getByRole('list', { name: 'This stops working for others' });
  expect(ending.textContent).toBe('2 links1 role that others have on your files');
  await user.click(await deleteButton());
  await screen.findByText('Choose what becomes of this team drive.');
  await screen.findByText('Type your password.');
  expect(server.changes).toEqual([]);

  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Only you manage Design' }),
    'Grace becomes its manager',
  );
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  server.answer('POST /api/me/deletion', { deletesAt: '2026-12-03T12:00:00.000Z' });
  await user.click(await deleteButton());
  await waitFor(() =>
    expect(assign).toHaveBeenCalledWith(expect.stringContaining('/account-deleted?until=2026-12-03')),
  );
  expect(server.changes).toEqual([
    'POST /api/auth/reauthenticate {"password":"correct horse","totp":null}',
    'POST /api/me/deletion {"password":"correct horse","drives":[{"driveId":"d1","managerId":"u2"}]}',
  ]);
  vi.unstubAllGlobals();
});

test('the code of an authenticator is asked for if the account has one, and only once', async () => {
  const user = await show(previewOf());
  server.answer('POST /api/auth/reauthenticate', new Refusal(401, 'totp_required'));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse');
  await user.click(await deleteButton());
  const code = await screen.findByRole('textbox', { name: /code/i });
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(server.changes).toHaveLength(1);

  server.answer('POST /api/auth/reauthenticate', {});
  server.answer('POST /api/me/deletion', new Refusal(409, 'last_manager'));
  await user.keyboard('123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /code/i })).toBeNull());
  await user.click(await deleteButton());
  await waitFor(() =>
    expect(server.changes.map((change) => change.split(' ')[1])).toEqual([
      '/api/auth/reauthenticate',
      '/api/auth/reauthenticate',
      '/api/me/deletion',
      '/api/me/deletion',
    ]),
  );
});

test.each([
  ['last_admin', /You are the last administrator/],
  ['managed', /Your organization manages this account/],
] as const)('an obstacle is told, and nothing can be deleted: %s', async (obstacle, text) => {
  await show(previewOf({ obstacle }));
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Delete the account' })).toBeNull();
});
