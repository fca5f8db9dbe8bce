import type { TeamDrive } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { folderOf } from '../../test/components/things.ts';
import { folderPathQuery } from '../api/items.ts';
import { DriveDialog } from '../drives/drive-dialogs.tsx';
import type { ItemActions } from './actions/use-item-actions.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';

const show = (depth: number) =>
  renderApp(
    <Breadcrumbs
      path={Array.from({ length: depth }, (_, index) => folderOf(`level ${index + 1}`))}
      actions={{ moveTo: () => {} } as unknown as ItemActions}
    />,
  );

test('a way of fifty folders shows the root, the folder above and the folder, and the others in a menu', async () => {
  const { user, router } = await show(50);
  const way = screen.getByRole('navigation', { name: 'Folders above' });
  expect(
    within(way)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Files', 'level 49']);
  expect(within(way).getByRole('heading', { name: 'level 50' })).toBeDefined();
  // The first button is that of phones.
  await user.click(within(way).getAllByRole('button')[1]!);
  await screen.findByRole('menu');
  expect(namesOf('menuitem')).toEqual(Array.from({ length: 48 }, (_, index) => `level ${index + 1}`));
  await user.click(screen.getByRole('menuitem', { name: 'level 7' }));
  expect(router.state.location.pathname).toBe('/files/id of level 7');
});

test('a short way needs no menu', async () => {
  await show(1);
  const way = screen.getByRole('navigation', { name: 'Folders above' });
  expect(
    within(way)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Files']);
  expect(within(way).getByRole('heading', { name: 'level 1' })).toBeDefined();
});

test('the way in a team drive begins with the drive', async () => {
  const [root, inside] = [folderOf('Design', { role: 'editor', driveId: 'd1' }), folderOf('Logos', { role: 'editor' })];
  await renderApp(
    <Breadcrumbs isDrive path={[root, inside]} actions={{ moveTo: () => {} } as unknown as ItemActions} />,
  );
  expect(namesOf('link')).toEqual(['Design']);
  expect(screen.getByRole('heading', { name: 'Logos' })).toBeDefined();
});

test('the way in a team drive has its new name after it was renamed', async () => {
  const drive = {
    id: 'd1',
    rootId: 'root',
    name: 'Design',
    role: 'manager',
    quotaBytes: null,
    linkRole: 'manager',
  } as TeamDrive;
  const root = (name: string) => folderOf(name, { id: 'root', role: 'manager', driveId: 'd1', ownerId: null });
  server.answer('GET /api/files/root/path', new Refusal(404, 'not_found'));
  server.answer('GET /api/files/root', root('Design'));
  server.answer('GET /api/me', {});
  server.answer('GET /api/drives', { drives: [drive], mayCreate: false });
  server.answer('PATCH /api/drives/d1', () => {
    server.answer('GET /api/files/root', root('Studio'));
    return { ...drive, name: 'Studio' };
  });
  function Way() {
    const { data: path = [] } = useQuery(folderPathQuery('root'));
    return <Breadcrumbs isDrive path={path} actions={{ moveTo: () => {} } as unknown as ItemActions} />;
  }
  const { user } = await renderApp(
    <>
      <Way />
      <DriveDialog question="settings" drive={drive} onClose={() => {}} />
    </>,
  );
  await screen.findByText('Design', { selector: 'h1 *, h1' });
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Studio{Enter}');
  await screen.findByText('Studio', { selector: 'h1 *, h1' });
  expect(server.changes).toEqual(['PATCH /api/drives/d1 {"name":"Studio"}']);
});
