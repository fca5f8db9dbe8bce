import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../../test/components/fake-server.ts';
import { renderApp } from '../../../test/components/render-app.tsx';
import { fileOf } from '../../../test/components/things.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { StorageScreen } from './storage-screen.tsx';

const pagination = { nextCursor: null };

test('the files with the most bytes in versions are listed, and lose them after a question', async () => {
  const item = fileOf('plan.txt');
  server.answer('GET /api/me/usage', {
    kinds: [],
    trash: { files: 0, bytes: 0 },
    versions: { files: 2, bytes: 3 * 1024 ** 2 },
    otherBytes: 0,
  });
  server.answer('GET /api/me/usage/files', {
    files: [{ item, path: '/Plans/plan.txt', versions: 2, versionBytes: 3 * 1024 ** 2 }],
    pagination,
  });
  const { user } = await renderApp(
    <>
      <StorageScreen />
      <Toasts />
    </>,
  );
  const list = await screen.findByRole('list', { name: 'Old versions' });
  expect(list.textContent?.replaceAll('\u00a0', ' ')).toContain('/Plans/plan.txt · 2.0 KiB · 2 versions · 3.0 MiB');
  await user.click(within(list).getByRole('button', { name: 'Delete the old versions of plan.txt' }));
  expect(server.changes).toEqual([]);
  const path = '/api/files/id%20of%20plan.txt/versions';
  server.answer(`DELETE ${path}`, { versions: 2, bytes: 3 * 1024 ** 2 });
  await screen.findByText('2 versions with 3.0 MiB are deleted for good. The file stays as it is.');
  await user.click(screen.getByRole('button', { name: 'Delete old versions' }));
  await screen.findByText('3.0 MiB are free again.');
  await waitFor(() => expect(server.changes).toEqual([`DELETE ${path}`]));
});
