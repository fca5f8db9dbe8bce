import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf } from '../../test/components/things.ts';
import { copyItems, moveItems } from '../files/actions/item-batches.ts';
import OperationsBar from './operations-bar.tsx';

const operation = { id: 'o1', kind: 'copy', status: 'running', done: 600, total: 2400, result: null };

test('a copy of many items shows its progress until it is done', async () => {
  server.answer('POST /api/files/copy', { operationId: 'o1' });
  server.answer('GET /api/operations/o1', operation);
  await renderApp(<OperationsBar />);
  const copied = copyItems([{ id: 'f1' }], null);
  await screen.findByText('Copied 600 of 2,400 items');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  server.answer('GET /api/operations/o1', {
    ...operation,
    status: 'complete',
    result: { copied: [fileOf('a.txt')], failed: [] },
  });
  expect((await copied).done).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

test('a copy that the user cancels is ended at the server, and nothing is said to be copied', async () => {
  server.answer('POST /api/files/copy', { operationId: 'o1' });
  server.answer('GET /api/operations/o1', operation);
  server.answer('DELETE /api/operations/o1', {});
  const { user } = await renderApp(<OperationsBar />);
  const copied = copyItems([{ id: 'f1' }], null);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await act(() => copied)).toEqual({ done: [], failed: [] });
  expect(server.changes.at(-1)).toBe('DELETE /api/operations/o1');
});

test('[P-1532] what is too large to get another owner at once is moved by an operation, with its progress', async () => {
  const failed = [{ id: 'f1', code: 'move_too_large', message: 'too large' }];
  server.answer('PATCH /api/files/move', { moved: [fileOf('a.txt')], failed });
  server.answer('POST /api/operations/move', { operationId: 'o2' });
  server.answer('GET /api/operations/o2', { ...operation, id: 'o2', kind: 'move' });
  await renderApp(<OperationsBar />);
  const moved = moveItems([{ id: 'f1' }, { id: 'f2' }], 'drive-root');
  await screen.findByText('Moved 600 of 2,400 items');
  server.answer('GET /api/operations/o2', {
    ...operation,
    kind: 'move',
    status: 'complete',
    result: { moved: [fileOf('b.txt')], failed: [] },
  });
  expect(await moved).toMatchObject({ done: [{ name: 'a.txt' }, { name: 'b.txt' }], failed: [] });
  expect(server.changes.at(-1)).toBe('POST /api/operations/move {"ids":["f1"],"parentId":"drive-root"}');
});
