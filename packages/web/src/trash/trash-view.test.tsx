import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { folderOf, trashedOf } from '../../test/components/things.ts';
import { failures } from '../files/actions/failures.ts';
import { Toasts } from '../ui/toasts.tsx';
import { TrashView } from './trash-view.tsx';

const pageSize = 100;

/** A trash of several pages, whose items are called by their number. */
async function show(items: number) {
  server.answer('GET /api/public/config', { trashRetentionDays: 30 });
  server.answer('GET /api/trash', ({ path }) => {
    const first = Number(new URL(path, 'http://localhost').searchParams.get('cursor') ?? 0);
    const end = Math.min(first + pageSize, items);
    return {
      items: Array.from({ length: end - first }, (_, index) => trashedOf(`item ${first + index}`)),
      pagination: { nextCursor: end < items ? String(end) : null },
    };
  });
  const { user } = await renderApp(
    <>
      <TrashView />
      <Toasts />
    </>,
    { path: '/trash' },
  );
  await screen.findByText('item 0');
  return user;
}

const asked = (): string[] => server.seen.filter(({ path }) => path.startsWith('/api/trash')).map(({ path }) => path);
const pagesOf = (...cursors: number[]) => [
  '/api/trash?limit=200',
  ...cursors.map((cursor) => expect.stringContaining(`cursor=${cursor}`) as unknown),
];

/** Scrolls so that a row is at the top. */
function scrollTo(index: number): void {
  const list = screen.getByRole('list').parentElement!;
  list.scrollTop = index * 64;
  fireEvent.scroll(list);
}

describe('the trash', () => {
  test('shows the first page at once, and loads the others as their place comes into view', async () => {
    await show(250);
    expect(asked()).toEqual(pagesOf());
    scrollTo(50);
    expect(await screen.findByText('item 50')).toBeDefined();
    await waitFor(() => expect(asked()).toEqual(pagesOf(100)));
    scrollTo(150);
    expect(await screen.findByText('item 150')).toBeDefined();
    await waitFor(() => expect(asked()).toEqual(pagesOf(100, 200)));
    scrollTo(245);
    expect(await screen.findByText('item 249')).toBeDefined();
    expect(asked()).toEqual(pagesOf(100, 200));
  });

  test('of which a page cannot be loaded keeps what it shows, and loads the page when the user asks', async () => {
    const user = await show(250);
    server.answer('GET /api/trash', new Refusal(403, 'access_denied'));
    scrollTo(50);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('item 50')).toBeDefined();
    server.answer('GET /api/trash', { items: [trashedOf('last')], pagination: { nextCursor: null } });
    await user.click(retry);
    scrollTo(95);
    expect(await screen.findByText('last')).toBeDefined();
  });

  test('tells what could not be restored, although more was asked for meanwhile, which stays selected', async () => {
    const user = await show(4);
    const answers: ((answer: object) => void)[] = [];
    server.answer('POST /api/files/restore', () => new Promise<object>((resolve) => answers.push(resolve)));
    await user.click(screen.getByRole('checkbox', { name: 'Select item 3' }));
    for (const index of [0, 1]) {
      await user.click(screen.getByRole('button', { name: `Restore: item ${index}` }));
      await waitFor(() => expect(answers).toHaveLength(index + 1));
    }
    answers[0]!({ updated: [], failed: [{ id: 'id of item 0', code: 'name_conflict', message: 'Taken.' }] });
    answers[1]!({ updated: [trashedOf('item 1')], failed: [] });
    await screen.findByText(/item restored/);
    await waitFor(() => expect(failures.get().map(({ items }) => items[0]?.name)).toEqual(['item 0']));
    failures.dismiss();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select item 3' }).checked).toBe(true);
  });

  test('without items says that it is empty', async () => {
    server.answer('GET /api/public/config', { trashRetentionDays: 30 });
    server.answer('GET /api/trash', { items: [], pagination: { nextCursor: null } });
    await renderApp(<TrashView />);
    expect(await screen.findByText('The trash is empty')).toBeDefined();
  });

  test('has the order that was chosen, which its address keeps', async () => {
    const user = await show(2);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Largest first');
    await waitFor(() => expect(asked().at(-1)).toBe('/api/trash?limit=200&sort=-size'));
    expect(await screen.findByText('item 0')).toBeDefined();
  });

  test('shows what has the words of the filter in its name or its folder, out of all pages', async () => {
    const user = await show(250);
    await user.type(screen.getByRole('searchbox', { name: 'Filter by name or folder' }), 'ITEM 249');
    expect(await screen.findByText('item 249')).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await user.type(screen.getByRole('searchbox'), ' nothing');
    expect(await screen.findByText('Nothing in the trash has this in its name or folder.')).toBeDefined();
  });

  test('of a folder of another user restores only, unless the user manages the folder', async () => {
    server.answer('GET /api/public/config', { trashRetentionDays: 30 });
    server.answer('GET /api/files/f1/path', [folderOf('Photos', { role: 'editor' })]);
    server.answer('GET /api/trash', {
      items: [trashedOf('a.txt', { role: 'editor' }), trashedOf('b.txt', { role: 'manager' })],
      pagination: { nextCursor: null },
    });
    await renderApp(<TrashView />, { path: '/trash?folder=f1' });
    expect(await screen.findByRole('heading', { name: 'Trash of “Photos”' })).toBeDefined();
    await screen.findByText('a.txt');
    expect(asked()).toEqual(['/api/trash?limit=200&folderId=f1']);
    expect(namesOf('button')).toEqual(['Restore: a.txt', 'Restore: b.txt', 'Delete forever: b.txt']);
  });
});
