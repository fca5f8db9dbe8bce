import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf, folderOf, pageOf } from '../../test/components/things.ts';
import WebhookDialog from './webhook-dialog.tsx';

test('a webhook is for all events of one folder, which is chosen in the dialog', async () => {
  server.answer('GET /api/files', ({ path }) =>
    pageOf(path.includes('parentId') ? [fileOf('a.txt')] : [folderOf('Incoming', { id: 'f1' }), folderOf('Other')]),
  );
  server.answer('GET /api/files/f1/path', [folderOf('Incoming', { id: 'f1' })]);
  server.answer('POST /api/users/me/webhooks', {});
  const { user } = await renderApp(<WebhookDialog onSaved={() => {}} onClose={() => {}} />);
  await user.type(await screen.findByRole('textbox', { name: 'URL' }), 'https://example.com/hook');
  for (const box of screen.getAllByRole('checkbox', { checked: true })) await user.click(box);
  await user.click(screen.getByRole('checkbox', { name: /^Every change of a file/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Only for one folder/ }));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Open the folder whose events are sent.');
  await user.type(screen.getByRole('textbox', { name: 'Filter the folders' }), 'inc');
  expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(1);
  await user.keyboard('{Enter}');
  await screen.findByText('Events of “Incoming” are sent.');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.changes).toEqual([
      'POST /api/users/me/webhooks {"url":"https://example.com/hook","events":["file.*","webhook.test"],"folderId":"f1"}',
    ]),
  );
});
