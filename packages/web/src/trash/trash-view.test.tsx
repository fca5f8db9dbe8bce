import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { trashedOf } from '../../test/components/things.ts';
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
  const { user } = await renderApp(<TrashView />);
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

  test('without items says that it is empty', async () => {
    server.answer('GET /api/public/config', { trashRetentionDays: 30 });
    server.answer('GET /api/trash', { items: [], pagination: { nextCursor: null } });
    await renderApp(<TrashView />);
    expect(await screen.findByText('The trash is empty')).toBeDefined();
  });
});
