import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { noteSearch, recentSearches } from '../search/recent-searches.ts';
import { UserMenu } from './user-menu.tsx';

test('who signs out leaves no recent searches behind, also where single sign-on ends the session', async () => {
  // The page of the server that the form leads to.
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  server.answer('GET /api/me', { email: 'ada@example.com', name: 'Ada' });
  server.answer('GET /api/public/config', { oidc: { name: 'Company' } });
  noteSearch('salaries');
  const { user } = await renderApp(<UserMenu />);
  await user.click(await screen.findByRole('button', { name: /: Ada$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(submit).toHaveBeenCalledOnce();
  expect(recentSearches()).toEqual([]);
  submit.mockRestore();
});

test('a phone, whose bar has no space for them, reaches recent and starred items by the menu', async () => {
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(new EventTarget(), { media: query, matches: query === '(width < 48rem)' } as MediaQueryList),
    );
  server.answer('GET /api/me', { email: 'ada@example.com', name: 'Ada' });
  server.answer('GET /api/public/config', {});
  const { user } = await renderApp(<UserMenu />);
  await user.click(await screen.findByRole('button', { name: /: Ada$/ }));
  await screen.findByRole('menuitem', { name: 'Sign out' });
  expect(namesOf('menuitem').slice(0, 2)).toEqual(['Recent', 'Starred']);
  media.mockRestore();
});
