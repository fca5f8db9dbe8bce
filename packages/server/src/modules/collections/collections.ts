import { dayMs } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { createLinkLock, type LinkLockDeps } from '../links/index.ts';
import { createEndReservations, type ClosingDeps } from './closing.ts';
import { createCollecting, type CollectingDeps } from './collecting.ts';
import { createCollectionMails, type CollectionMailsDeps } from './collection-mails.ts';
import type { CollectionRow } from './collection-row.ts';
import { createOwnCollections, type OwnCollectionsDeps } from './own-collections.ts';
import { readCollectScript } from './pages/collect-page.tsx';
import { mountCollectPages } from './pages/collect-pages.tsx';
import { mountCollectForm } from './pages/form-route.tsx';
import { mountReceivedPages } from './pages/received-pages.tsx';
import { mountCollections } from './routes.ts';
import { deleteClosedCollections, deleteCollectionsOf } from './store.ts';

export type CollectionsDeps = Omit<CollectingDeps, 'mails'> &
  ClosingDeps &
  CollectionMailsDeps &
  Omit<OwnCollectionsDeps, 'endReservations'> &
  LinkLockDeps & {
    readonly log: Log;
    readonly config: {
      /** Without a slash at the end. */
      readonly baseUrl: string;
      /** What `expiresInDays` may be at most. */
      readonly maxExpiryDays: number;
    };
  };

/** File requests. */
export interface Collections {
  /** Takes away the file requests of a deleted account (users.row_id). May be called again, after a crash anywhere. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}

/** So long a closed request is remembered, for the uploads that were under way. */
const closedKeptMs = 30 * dayMs;

export function createCollections(deps: CollectionsDeps): Collections {
  const { database, clock, jobs, uploads, accounts, log, config } = deps;
  const own = createOwnCollections({ ...deps, endReservations: createEndReservations(deps) });
  const collecting = createCollecting({ ...deps, mails: createCollectionMails(deps) });
  const lock = createLinkLock<CollectionRow>(deps, 'collection');
  const collectScript = readCollectScript();

  jobs.every('collections.sweep', dayMs, ({ signal }) => {
    const closedUntil = clock.now() - closedKeptMs;
    return deleteInBatches(database, signal, (tx, limit) => deleteClosedCollections(tx, closedUntil, limit));
  });

  return {
    eraseOwner: (ownerId, signal) =>
      deleteInBatches(database, signal, (tx, limit) => deleteCollectionsOf(tx, ownerId, limit)),
    routes: (router) => {
      const face = { own, collecting, lock, config };
      const basePath = new URL(config.baseUrl).pathname.replace(/\/$/, '');
      const page = { ...face, basePath, scripts: { collect: collectScript, sending: uploads.sendingScript } };
      mountCollections(router, face);
      mountCollectPages(router, { ...page, accounts });
      mountCollectForm(router, { ...page, uploads, log });
      mountReceivedPages(router, { own, accounts, basePath });
    },
  };
}
