import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { folderOf } from '../../test/components/things.ts';
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
