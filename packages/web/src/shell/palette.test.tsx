import type { Item } from '@drive/sdk';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { fileOf, folderOf } from '../../test/components/things.ts';
import { noteSearch } from '../search/recent-searches.ts';
import { PaletteHost } from './palette-host.tsx';

const open = async (results: readonly { readonly item: Item; readonly path: string }[] = []) => {
  server.answer('GET /api/me', { isAdmin: false });
  server.answer('GET /api/search', { results, pagination: { nextCursor: null } });
  const rendered = await renderApp(<PaletteHost />);
  await rendered.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Find files, folders and commands' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { ...rendered, field };
};

describe('the palette', () => {
  test('opens with Ctrl+K, offers screens and commands, and runs one', async () => {
    const { user, router } = await open();
    await user.keyboard('tras');
    await waitFor(() => expect(namesOf('option')).toEqual(['Trash', 'Search everything for “tras”']));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/trash'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('finds folders and files, and opens the one that the arrows choose', async () => {
    const { user, router, field } = await open([
      { item: folderOf('Plans', { id: 'f1' }), path: '/Work/Plans' },
      { item: fileOf('plan.txt', { id: 'x1', parentId: 'f1' }), path: '/Work/Plans/plan.txt' },
    ]);
    await user.keyboard('plan');
    await waitFor(() =>
      expect(namesOf('option')).toEqual(['PlansWork', 'plan.txtWork / Plans', 'Search everything for “plan”']),
    );
    await user.keyboard('{ArrowDown}');
    const current = screen.getByRole('option', { selected: true });
    expect([current.textContent, field.getAttribute('aria-activedescendant')]).toEqual([
      'plan.txtWork / Plans',
      current.id,
    ]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/files/f1'));
    expect(router.state.location.search).toEqual({ view: 'x1' });
  });

  test('has a heading for each kind of option, and finds options by it', async () => {
    noteSearch('invoice');
    const { user } = await open([{ item: fileOf('dark.txt', { id: 'x1' }), path: '/dark.txt' }]);
    expect(namesOf('group')).toEqual(['Recent searches', 'Places', 'Theme']);
    await user.keyboard('dark');
    await waitFor(() =>
      expect(namesOf('group')).toEqual(['Files and folders', 'Theme', 'Search everything for “dark”']),
    );
    await user.keyboard('{Control>}a{/Control}theme');
    await waitFor(() =>
      expect(namesOf('group')).toEqual(['Files and folders', 'Theme', 'Search everything for “theme”']),
    );
    expect(namesOf('option')).toContain('Light');
  });

  test('offers the searches before', async () => {
    for (const words of ['anna', 'annual', 'annual report', 'invoice']) noteSearch(words);
    const { user, router } = await open();
    expect(namesOf('option').slice(0, 2)).toEqual(['invoice', 'annual report']);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'annual report' }));
  });
});
