import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appPath } from '../api/client.ts';
import { loadEarly } from '../browser/load-early.ts';
import { parseListSearch } from '../files/list-search.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { FilesRoute } from './files-route.tsx';
import { NotFoundRoute } from './not-found-route.tsx';
import { RouteError } from './route-error.tsx';

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFoundRoute, errorComponent: RouteError });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/files', replace: true });
  },
});

const files = createRoute({
  getParentRoute: () => root,
  path: '/files',
  validateSearch: parseListSearch,
  component: FilesRoute,
});

const folder = createRoute({
  getParentRoute: () => root,
  path: '/files/$folderId',
  validateSearch: parseListSearch,
  component: FilesRoute,
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(
    loadEarly(() => import('./search-route.tsx')),
    'SearchRoute',
  ),
});

const trash = createRoute({
  getParentRoute: () => root,
  path: '/trash',
  component: lazyRouteComponent(
    loadEarly(() => import('./trash-route.tsx')),
    'TrashRoute',
  ),
});

/** The addresses of the app. Screens that are not needed at first are loaded when they are opened. */
export const router = createRouter({
  routeTree: root.addChildren([start, files, folder, search, trash]),
  basepath: appPath,
  trailingSlash: 'never',
  // Hovering a link would count in the rate limit.
  defaultPreload: false,
  // Lists restore their own position, because they scroll inside the page.
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
