import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf, folderOf, pageOf } from '../../test/components/things.ts';
import { Breadcrumbs } from '../files/breadcrumbs.tsx';
import { FolderView } from '../files/folder-view.tsx';
import { GivenView } from './given-view.tsx';

const others = { ownerId: 'id of Olga', ownerName: 'Olga', role: 'viewer' } as const;

describe('what others shared', () => {
  const answer = (...items: Parameters<typeof pageOf>[0]) => {
    server.answer('GET /api/files', pageOf(items));
    server.answer('GET /api/me', {});
  };

  test('is listed with the owner of each item', async () => {
    answer(folderOf('Photos', others), fileOf('a.txt', { ...others, ownerName: null }));
    await renderApp(<GivenView />, { path: '/shared-with-me' });
    const row = within(await screen.findByRole('row', { name: /Select Photos/ }));
    expect(row.getAllByRole('gridcell').map(({ textContent }) => textContent)[2]).toBe('Olga');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Owner');
    expect(screen.getByRole('row', { name: /Select a.txt/ }).textContent).toContain('A user without a name');
    expect(server.seen.map(({ path }) => path)).toContain(
      '/api/files?sharedWithMe=true&limit=200&page=1&sort=type%2Cname',
    );
  });

  test('is nothing at first, and the list says what will be there', async () => {
    answer();
    await renderApp(<GivenView />, { path: '/shared-with-me' });
    expect(await screen.findByText('Nobody has shared anything with you')).toBeDefined();
  });
});

describe('a folder of another user', () => {
  const show = async (role: 'viewer' | 'contributor') => {
    const folder = folderOf('Photos', { ...others, role });
    server.answer('GET /api/files', pageOf([fileOf('a.txt', { ...others, role })]));
    server.answer('GET /api/files/id%20of%20Photos/path', [folder]);
    server.answer('GET /api/me', {});
    return await renderApp(<FolderView folderId={folder.id} sort="type,name" />);
  };

  test('to which the user may not add has no buttons that add, and leads up to what was shared', async () => {
    const { user, router } = await show('viewer');
    expect(await screen.findByText('You may look at this folder, and not add to it.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Upload|New folder/ })).toBeNull();
    await user.click(await screen.findByRole('row', { name: /Select a.txt/ }));
    await user.keyboard('{Backspace}');
    expect(router.state.location.pathname).toBe('/shared-with-me');
  });

  test('to which the user may add has them', async () => {
    await show('contributor');
    expect(await screen.findByRole('link', { name: 'Shared with me' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'New folder' })).toBeDefined();
  });

  test('has what was shared at the beginning of its way', async () => {
    await renderApp(
      <Breadcrumbs
        path={[folderOf('Photos', others), folderOf('2026', others)]}
        actions={{ moveTo: () => {} } as never}
      />,
    );
    const links = screen.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['Shared with me', 'Photos']);
    expect(links[0]?.getAttribute('href')).toBe('/shared-with-me');
  });
});
