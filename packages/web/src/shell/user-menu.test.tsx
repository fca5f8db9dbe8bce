import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
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
