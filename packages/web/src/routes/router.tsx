import { listSorts } from '@drive/contract/sorts';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { appPath } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';
import { inAdvance, onceConnected } from '../browser/load-early.ts';
import { readStored, writeStored } from '../browser/stored.ts';
import { FolderView } from '../files/folder-view.tsx';
import { parseListAddress } from '../files/list-address.ts';
import { Waiting } from '../screen/waiting.tsx';
import { parseSearchParams } from '../search/search-params.ts';
import { parseSharesAddress } from '../shared/shares-address.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { parseTrashAddress } from '../trash/trash-address.ts';
import { RouteError } from './route-error.tsx';

/** A screen that is loaded when it is opened. */
const screenOf: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(onceConnected(load), name);

const root = createRootRoute({
  component: AppShell,
  notFoundComponent: screenOf(() => import('./not-found-route.tsx')),
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    // A new user is welcomed once in each browser, as long as nothing is stored.
    const isNew = readStored(welcomedKey) === null && (await hasNoFiles());
    writeStored(welcomedKey, 'yes');
    throw redirect({ to: isNew ? '/start' : '/files', replace: true });
  },
});

const welcomedKey = 'drive-welcomed';

/** False if that cannot be found out now. */
const hasNoFiles = (): Promise<boolean> =>
  queryClient.ensureQueryData(meQuery).then(
    ({ usedBytes }) => usedBytes === 0,
    () => false,
  );

const guide = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: screenOf(() => import('../guide/guide-screen.tsx'), 'GuideScreen'),
});

const files = createRoute({
  getParentRoute: () => root,
  path: '/files',
  validateSearch: parseListAddress,
  component: FilesRoute,
});

const folder = createRoute({
  getParentRoute: () => root,
  path: '/files/$folderId',
  validateSearch: parseListAddress,
  component: FilesRoute,
});

const loadFound = () => import('../search/search-view.tsx');

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: parseSearchParams,
  component: screenOf(inAdvance(loadFound), 'SearchView'),
});

const starred = createRoute({
  getParentRoute: () => root,
  path: '/starred',
  validateSearch: parseListAddress,
  component: screenOf(loadFound, 'StarredView'),
});

const recent = createRoute({
  getParentRoute: () => root,
  path: '/recent',
  validateSearch: parseListAddress,
  component: screenOf(loadFound, 'RecentView'),
});

const given = createRoute({
  getParentRoute: () => root,
  path: '/shared-with-me',
  validateSearch: parseListAddress,
  component: screenOf(
    inAdvance(() => import('../given/given-view.tsx')),
    'GivenView',
  ),
});

const drives = createRoute({
  getParentRoute: () => root,
  path: '/drives',
  component: screenOf(() => import('../drives/drives-screen.tsx'), 'DrivesScreen'),
});

const loadShared = () => import('../shared/shared-screens.tsx');

const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  component: screenOf(inAdvance(loadShared), 'SharedFrame'),
});

const sharedScreens = [
  createRoute({
    getParentRoute: () => shared,
    path: '/',
    validateSearch: parseSharesAddress,
    component: screenOf(loadShared, 'SharesView'),
  }),
  createRoute({
    getParentRoute: () => shared,
    path: '/requests',
    component: screenOf(loadShared, 'RequestsScreen'),
  }),
  createRoute({
    getParentRoute: () => shared,
    path: '/requests/$requestId',
    component: screenOf(loadShared, 'RequestScreen'),
  }),
  createRoute({
    getParentRoute: () => shared,
    path: '/proofings',
    component: screenOf(loadShared, 'ProofingsScreen'),
  }),
  createRoute({
    getParentRoute: () => shared,
    path: '/proofings/$proofingId',
    component: screenOf(loadShared, 'ProofingScreen'),
  }),
  createRoute({
    getParentRoute: () => shared,
    path: '/pastes',
    component: screenOf(loadShared, 'PastesScreen'),
  }),
  createRoute({
    getParentRoute: () => shared,
    path: '/pastes/$pasteId',
    component: screenOf(loadShared, 'PasteScreen'),
  }),
] as const;

const trash = createRoute({
  getParentRoute: () => root,
  path: '/trash',
  validateSearch: parseTrashAddress,
  component: screenOf(
    inAdvance(() => import('../trash/trash-view.tsx')),
    'TrashView',
  ),
});

const loadAccount = () => import('../account/account-screens.tsx');

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: screenOf(inAdvance(loadAccount), 'AccountFrame'),
});

const accountScreens = [
  createRoute({
    getParentRoute: () => account,
    path: '/',
    component: screenOf(loadAccount, 'ProfileScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/notifications',
    component: screenOf(loadAccount, 'NotificationsScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/activity',
    component: screenOf(loadAccount, 'ActivityScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/security',
    component: screenOf(loadAccount, 'SecurityScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/keys',
    component: screenOf(loadAccount, 'KeysScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/grants',
    component: screenOf(loadAccount, 'GrantsScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/webhooks',
    component: screenOf(loadAccount, 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/webhooks/$webhookId',
    component: screenOf(loadAccount, 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/storage',
    component: screenOf(loadAccount, 'StorageScreen'),
  }),
] as const;

const loadAdmin = () => import('../admin/admin-screens.tsx');

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: screenOf(loadAdmin, 'AdminFrame'),
});

const adminScreens = [
  createRoute({ getParentRoute: () => admin, path: '/', component: screenOf(loadAdmin, 'OverviewScreen') }),
  createRoute({ getParentRoute: () => admin, path: '/users', component: screenOf(loadAdmin, 'UsersScreen') }),
  createRoute({
    getParentRoute: () => admin,
    path: '/groups',
    component: screenOf(loadAdmin, 'GroupsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/drives',
    component: screenOf(loadAdmin, 'AdminDrivesScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/invites',
    component: screenOf(loadAdmin, 'InvitesScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/files',
    component: screenOf(loadAdmin, 'AdminFilesScreen'),
  }),
  createRoute({ getParentRoute: () => admin, path: '/jobs', component: screenOf(loadAdmin, 'JobsScreen') }),
  createRoute({ getParentRoute: () => admin, path: '/audit', component: screenOf(loadAdmin, 'AuditScreen') }),
  createRoute({
    getParentRoute: () => admin,
    path: '/settings',
    component: screenOf(loadAdmin, 'SettingsScreen'),
  }),
] as const;

/** The addresses of the app. Screens that are not needed at first are loaded when they are opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    guide,
    files,
    folder,
    search,
    starred,
    recent,
    given,
    drives,
    shared.addChildren([...sharedScreens]),
    trash,
    account.addChildren([...accountScreens]),
    admin.addChildren([...adminScreens]),
  ]),
  basepath: appPath,
  trailingSlash: 'never',
  // Hovering a link would count in the rate limit.
  defaultPreload: false,
  defaultPendingComponent: Waiting,
  // The bar and the navigation stay.
  defaultErrorComponent: RouteError,
  // Lists restore their own position, because they scroll inside the page.
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** A folder; the root without an id. */
function FilesRoute() {
  const { folderId } = useParams({ strict: false });
  const { sort } = useSearch({ strict: false });
  const order = listSorts.find((each) => each === sort) ?? 'type,name';
  return <FolderView key={folderId ?? ''} folderId={folderId ?? null} sort={order} />;
}
