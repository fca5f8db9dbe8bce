import type { UploadGrant } from '@drive/sdk';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { GrantsScreen } from './grants-screen.tsx';

const grantOf = (fields: Partial<UploadGrant> = {}): UploadGrant => ({
  id: 'g1',
  prefix: 'upg_abcdefgh',
  folderId: null,
  driveId: null,
  expiresAt: '2026-11-03T13:00:00.000Z',
  maxFiles: 4,
  usedFiles: 1,
  maxFileBytes: 2 * 1024 ** 2,
  maxTotalBytes: null,
  usedBytes: 1024,
  allowedTypes: ['image/*'],
  allowedOrigins: null,
  onConflict: 'rename',
  metadata: {},
  tags: [],
  data: null,
  share: false,
  revokedAt: null,
  createdAt: '2026-11-03T12:00:00.000Z',
  ...fields,
});

async function show(...uploadGrants: UploadGrant[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-03T12:30:00.000Z') });
  server.answer('GET /api/upload-grants', {
    uploadGrants,
    pagination: { totalItems: uploadGrants.length, nextCursor: null },
  });
  const { user } = await renderApp(<GrantsScreen />);
  return user;
}

test('a grant shows what was uploaded with it, and what it still allows', async () => {
  await show(
    grantOf(),
    grantOf({ id: 'g2', data: 'user 42', usedFiles: 4 }),
    grantOf({ id: 'g3', revokedAt: '2026-11-03T12:10:00.000Z' }),
  );
  const entries = await screen.findAllByRole('listitem');
  expect(entries[0]?.textContent).toContain('1 of 4 files · 1.0 KiB · at most 2.0 MiB each · image/* · until');
  expect(entries[1]?.textContent).toMatch(/^user 42Used up/);
  expect(entries[2]?.textContent).toContain('Revoked');
  expect(within(entries[2]!).queryByRole('button')).toBeNull();
});

test('a new one is created with its limits, and its token is shown once', async () => {
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'New upload grant' }));
  const field = (name: string) => screen.getByRole('textbox', { name });
  await screen.findByRole('dialog', { name: 'New upload grant' });
  await user.clear(field('Number of files'));
  await user.type(field('Number of files'), '3');
  await user.type(field('Largest file in MiB'), '1,5');
  await user.type(field('File types'), 'image/*, .csv');
  await user.type(field('Pages'), 'app.example');
  server.answer('POST /api/upload-grants', new Refusal(400, 'bad_request', 'no'));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByRole('alert');
  server.answer('POST /api/upload-grants', { ...grantOf(), token: 'upg_secret' });
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByRole('dialog', { name: 'Your new upload grant' });
  expect(screen.getByRole('textbox', { name: 'Token' }).textContent).toBe('upg_secret');
  expect(server.changes.at(-1)).toBe(
    'POST /api/upload-grants {"expiresInMinutes":60,"maxFiles":3,"maxFileBytes":1572864,"allowedTypes":["image/*",".csv"],"allowedOrigins":["app.example"]}',
  );
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('upg_secret')).toBeNull();
});

test('one is revoked after a question', async () => {
  const user = await show(grantOf());
  server.answer('DELETE /api/upload-grants/g1', {});
  await user.click(await screen.findByRole('button', { name: 'Revoke the upload grant upg_abcdefgh' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(server.changes).toEqual(['DELETE /api/upload-grants/g1']));
});
