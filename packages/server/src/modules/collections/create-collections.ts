import { dayMs, minuteMs, secondMs } from '@drive/base';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { PasswordLock, type LinkLockDeps } from '../links/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { findNewestUpload, listPendingUploads } from './collected-upload-store.ts';
import { createCollectionMails, type CollectionMailsDeps } from './collection-mails.ts';
import { createCollectionOwner, type CollectionOwnerDeps } from './collection-owner.ts';
import { mountCollectionRoutes } from './collection-routes.ts';
import { collectionStore } from './collection-store.ts';
import { CollectionVisitor, type CollectionVisitorDeps, type OpenCollection } from './collection-visitor.ts';
import { mountFileRequestForm } from './pages/file-request-form.tsx';
import { mountFileRequestPage } from './pages/file-request-page.tsx';

export type CollectionsDeps = Pick<Ports, 'log' | 'jobs'> &
  LinkLockDeps &
  CollectionMailsDeps &
  Omit<CollectionOwnerDeps, 'endReservations'> &
  Omit<CollectionVisitorDeps, 'notifyOwner'>;

/** File requests. */
export interface Collections {
  /** Deletes the file requests of a deleted account (users.row_id). It may be called again after a crash. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<unknown>;
  routes(router: Router): void;
}

/** How long a closed file request is kept for the uploads that had begun. */
const closedKeptMs = 30 * dayMs;

export function createCollections(deps: CollectionsDeps): Collections {
  const { database, jobs } = deps;
  const owner = createCollectionOwner({ ...deps, endReservations: createEndReservations(deps) });
  const visitor = new CollectionVisitor({ ...deps, notifyOwner: createCollectionMails(deps) });
  const lock = new PasswordLock<OpenCollection>(deps, 'collection');

  jobs.sweep('collections.sweep', dayMs, (now) => collectionStore.deleteEnded(now - closedKeptMs));

  return {
    eraseOwner: (ownerId, signal) => deleteInBatches(database, signal, collectionStore.deleteOwned(ownerId)),
    routes: (router) => {
      const page = { ...deps, owner, visitor, lock };
      mountCollectionRoutes(router, page);
      mountFileRequestPage(router, page);
      mountFileRequestForm(router, page);
    },
  };
}

const pendingAtOnce = 100;
const retryDelaysMs = [10 * secondMs, minuteMs, 10 * minuteMs, 60 * minuteMs];

/** For a file request that is closed or gets another password. Uploads that have begun may finish. */
function createEndReservations({
  database,
  jobs,
  uploads,
}: Pick<Ports, 'database' | 'jobs'> & { readonly uploads: Uploads }) {
  const job = jobs.define<{ readonly collectionRowId: number; readonly lastRowId?: number }>({
    type: 'collections.close',
    retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
    run: async ({ collectionRowId, lastRowId = Infinity }, { signal }) => {
      let after = 0;
      for (;;) {
        signal.throwIfAborted();
        const page = await listPendingUploads(database.reader, collectionRowId, { after, limit: pendingAtOnce });
        for (const { rowId, sessionId } of page) if (rowId <= lastRowId) await uploads.cancelUnstarted(sessionId);
        after = page.at(-1)?.rowId ?? after;
        if (page.length < pendingAtOnce || after >= lastRowId) return;
      }
    },
  });
  return async (tx: Tx, collectionRowId: number): Promise<void> => {
    const lastRowId = await findNewestUpload(tx, collectionRowId);
    if (lastRowId !== undefined) await job.enqueue(tx, { collectionRowId, lastRowId });
  };
}
