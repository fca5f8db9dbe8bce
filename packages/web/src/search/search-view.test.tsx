import type { Item } from '@drive/sdk';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { fileOf, folderOf, pageOf } from '../../test/components/things.ts';
import { parseSearchParams } from './search-params.ts';
import { RecentView, SearchView } from './search-view.tsx';

const found = (items: readonly (readonly [Item, string])[], nextCursor: string | null = null) => ({
  results: items.map(([item, path]) => ({ item, path })),
  pagination: { nextCursor },
});

const ofGrace = { role: 'viewer', ownerId: 'u2', ownerName: 'Grace' } as const;

async function show(path: string, view = <SearchView />) {
  for (const query of ['me', 'config']) server.answer(`GET /api/${query}`, {});
  server.answer('GET /api/files', pageOf([fileOf('given.txt', ofGrace)]));
  server.answer('GET /api/tags', { tags: [{ name: 'urgent', count: 2 }] });
  server.answer('GET /api/files/deep/path', [folderOf('Deep', { id: 'deep' })]);
  return await renderApp(view, { path });
}

const searches = () =>
  server.seen.filter(({ path }) => path.startsWith('/api/search')).map(({ path }) => new URL(path, 'http://x').search);

describe('a search', () => {
  test('finds folders and files, and says in which folder each is', async () => {
    server.answer(
      'GET /api/search',
      found([
        [folderOf('Contracts'), '/Contracts'],
        [fileOf('contract.pdf', { parentId: 'deep' }), '/Work/Deep/contract.pdf'],
      ]),
    );
    await show('/search?q=contract');
    const folder = await screen.findByRole('link', { name: 'Work / Deep' });
    expect(folder.getAttribute('href')).toBe('/files/deep');
    const [first] = screen.getAllByRole('row', { name: /^Select Contracts/ });
    expect(within(first!).getByRole('link', { name: 'Files' })).toBeDefined();
    expect(screen.getByText('2 items found')).toBeDefined();
    expect(searches()).toEqual(['?q=contract&owner=any&sort=relevance&limit=200']);
  });

  test('of recent files counts items that nobody searched for', async () => {
    server.answer('GET /api/search', found([[fileOf('contract.pdf'), '/contract.pdf']]));
    await show('/search', <RecentView />);
    expect(await screen.findByText('1 item')).toBeDefined();
  });

  test('is narrowed by chips, which show what is set', async () => {
    server.answer('GET /api/search', found([[fileOf('contract.pdf'), '/contract.pdf']]));
    const { user, router } = await show('/search?q=contract&from=deep');
    const filters = await screen.findByRole('group', { name: 'Filters' });
    await user.click(await within(filters).findByRole('button', { name: 'In “Deep”' }));
    await user.click(within(filters).getByRole('button', { name: 'Type' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'PDF' }));
    await within(filters).findByRole('button', { name: 'Type: PDF' });
    await user.click(within(filters).getByRole('button', { name: 'Tag' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'urgent' }));
    await waitFor(() =>
      expect(searches().at(-1)).toBe('?q=contract&in=deep&contentKind=pdf&tag=urgent&sort=relevance&limit=200'),
    );
    await user.click(within(filters).getByRole('button', { name: 'Remove filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'contract', from: 'deep' }));
  });

  test('finds what others gave, says whose it is, and is narrowed to one owner', async () => {
    server.answer('GET /api/search', found([[fileOf('plan.txt', { ...ofGrace, parentId: null }), '/plan.txt']]));
    const { user } = await show('/search?q=plan');
    const place = await screen.findByRole('link', { name: 'Grace' });
    expect(place.getAttribute('href')).toBe('/shared-with-me');
    await user.click(await screen.findByRole('button', { name: 'Owner' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Grace' }));
    await waitFor(() => expect(searches().at(-1)).toBe('?q=plan&owner=u2&sort=relevance&limit=200'));
  });

  test('of one filter alone needs no words, and has no best match', async () => {
    server.answer('GET /api/search', found([[fileOf('film.mp4'), '/film.mp4']]));
    const { user } = await show('/search?size=100m');
    await screen.findByText('1 item found');
    expect(searches()).toEqual([`?owner=any&minSize=${100 * 1024 ** 2}&sort=-createdAt&limit=200`]);
    await user.click(screen.getByRole('button', { name: 'Sort' }));
    await screen.findByRole('menu');
    expect(namesOf('menuitemradio').slice(0, 4)).toEqual([
      'Name, A to Z',
      'Name, Z to A',
      'Newest first',
      'Oldest first',
    ]);
  });

  test('loads more as its end comes into view', async () => {
    server.answer('GET /api/search', ({ path }) =>
      path.includes('cursor=next')
        ? found([[fileOf('last.txt'), '/last.txt']])
        : found([[fileOf('first.txt'), '/first.txt']], 'next'),
    );
    await show('/search?q=t');
    await screen.findByText('2 items found');
    expect(screen.getByRole('button', { name: 'last.txt' })).toBeDefined();
  });

  test('that finds nothing says what helps', async () => {
    server.answer('GET /api/search', found([]));
    await show('/search?q=nothing');
    expect(await screen.findByText('Nothing was found')).toBeDefined();
  });
});

test('parameters that no search has are left out', () => {
  expect(
    parseSearchParams({ q: 7, kind: 'exe', age: 'week', here: true, starred: 'yes', view: '', sort: 'x' }),
  ).toEqual({
    q: '7',
    age: 'week',
  });
});
