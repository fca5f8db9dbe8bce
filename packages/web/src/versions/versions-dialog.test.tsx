import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf } from '../../test/components/things.ts';
import { Toasts } from '../ui/toasts.tsx';
import VersionsDialog, { NamedVersionsDialog } from './versions-dialog.tsx';

const file = fileOf('plan.txt', { uploadedAt: '2026-11-03T12:00:00.000Z' });
const versionOf = (version: number, uploadedAt: string) => ({
  version,
  size: 1024 * version,
  mimeType: 'text/plain',
  sha256: String(version).repeat(64),
  modifiedAt: null,
  uploadedAt,
  replacedAt: '2026-11-03T12:00:00.000Z',
});
const pagination = { currentPage: 1, totalItems: 2, totalPages: 1, nextCursor: null };
const path = '/api/files/id%20of%20plan.txt';

function answer(versions = [versionOf(2, '2026-11-02T12:00:00.000Z'), versionOf(1, '2026-11-01T12:00:00.000Z')]) {
  server.answer(`GET ${path}`, file);
  server.answer(`GET ${path}/versions`, { versions, pagination });
  for (const query of ['me', 'config']) server.answer(`GET /api/${query}`, {});
}

const show = () =>
  renderApp(
    <>
      <VersionsDialog item={file} onClose={() => {}} />
      <Toasts />
    </>,
  );

describe('the versions of a file', () => {
  test('are listed with size and time, the newest first, below the current content', async () => {
    answer();
    await show();
    await screen.findByText(/^2\.0 KiB · replaced/);
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
    expect(rows).toEqual([
      expect.stringMatching(/Nov 3, 2026.*Current2\.0 KiB/),
      expect.stringMatching(/Nov 2, 2026.*2\.0 KiB · replaced Nov 3, 2026/),
      expect.stringMatching(/Nov 1, 2026.*1\.0 KiB · replaced Nov 3, 2026/),
    ]);
  });

  test('are restored with one click, which says that nothing is lost', async () => {
    answer();
    server.answer(`POST ${path}/versions/1/restore`, file);
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: /^Restore the version of Nov 1/ }));
    await screen.findByText(/is the current one. The content before it is kept as a version./);
    expect(server.changes).toEqual([`POST ${path}/versions/1/restore`]);
  });

  test('are deleted after a question', async () => {
    answer();
    server.answer(`DELETE ${path}/versions/2`, {});
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: /^Delete the version of Nov 2/ }));
    expect(server.changes).toEqual([]);
    const question = await screen.findByRole('dialog', { name: /forever\?$/ });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.changes).toEqual([`DELETE ${path}/versions/2`]));
  });

  test('of which there are none say how there will be some', async () => {
    answer([]);
    await show();
    expect(await screen.findByText(/its present content becomes a version/)).toBeDefined();
  });

  test('are found by the name that an upload wants', async () => {
    answer();
    server.answer('GET /api/files/by-path', file);
    await renderApp(<NamedVersionsDialog folderId="f1" name="plan.txt" onClose={() => {}} />);
    await screen.findByText(/^2\.0 KiB · replaced/);
    expect(server.seen[0]?.path).toBe('/api/files/by-path?path=%2Fplan.txt&folderId=f1');
  });
});
