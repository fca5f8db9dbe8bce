import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Suspense, type ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { I18nProvider } from '../../src/i18n/i18n-provider.tsx';
import { englishMessages } from '../../src/i18n/languages.ts';
import { loadReasons } from '../../src/i18n/texts.ts';

export interface Rendered {
  readonly unmount: () => void;
  readonly user: UserEvent;
  readonly router: AnyRouter;
}

/**
 * Shows an element as a part of the app: with the English texts, the queries, and routes whose screens are empty.
 * Waits until its texts are loaded, those of errors among them.
 */
export async function renderApp(element: ReactNode, { path = '/files' } = {}): Promise<Rendered> {
  queryClient.clear();
  const root = createRootRoute({
    component: () => (
      <>
        <Suspense fallback={<i data-waiting />}>{element}</Suspense>
        <Outlet />
      </>
    ),
  });
  const routes = ['/files', '/files/$folderId', '/search', '/trash', '/shared-with-me'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => null }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  englishMessages();
  await loadReasons();
  const user = userEvent.setup({ advanceTimers: () => {} });
  const { unmount } = await act(async () =>
    render(
      <I18nProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </I18nProvider>,
    ),
  );
  await waitFor(() => expect(document.querySelector('[data-waiting]')).toBeNull());
  return { user, router, unmount };
}

/**
 * Lets timeouts wait for `vi.advanceTimersByTimeAsync` until the end of the test. Frames go on: libraries share one request
 * for the next frame, and would wait for it in all later tests.
 */
export const stopTimeouts = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Names of the elements of a role, in their order. */
export const namesOf = (role: string): string[] =>
  screen.queryAllByRole(role).map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
