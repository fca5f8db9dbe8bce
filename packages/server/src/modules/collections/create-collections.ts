import { dayMs } from '@drive/base';
import { appScreens, t } from '@drive/pages';
import { deleteInBatches, type Reader } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { PasswordLock, type LinkLockDeps } from '../links/index.ts';
import {
  createEndReservations,
  createReceivedStore,
  createReceptionMails,
  mountReceptionForm,
  VisitorReception,
  formIsLocked,
  type ReceptionDeps,
  type ReceptionMailsDeps,
} from '../visitor-uploads/index.ts';
import { createCollectionOwner, type CollectionOwnerDeps } from './collection-owner.ts';
import { mountCollectionRoutes } from './collection-routes.ts';
import { collectionStore } from './collection-store.ts';
import { CollectionVisitor, type CollectionVisitorDeps, type OpenCollection } from './collection-visitor.ts';
import { formPath, mountFileRequestPage, renderFileRequest } from './pages/file-request-page.tsx';

export type CollectionsDeps = Pick<Ports, 'log' | 'jobs'> &
  LinkLockDeps &
  ReceptionMailsDeps &
  ReceptionDeps &
  Omit<CollectionOwnerDeps, 'endReservations' | 'reception'> &
  CollectionVisitorDeps;

/** File requests. */
export interface Collections {
  /** Deletes the file requests of a deleted account (users.row_id). It may be called again after a crash. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<unknown>;
  routes(router: Router): void;
}

/** How long a closed file request is kept for the uploads that had begun. */
const closedKeptMs = 30 * dayMs;

const received = createReceivedStore('collection_uploads');

export function createCollections(deps: CollectionsDeps): Collections {
  const { database, jobs, baseUrl } = deps;
  const visitor = new CollectionVisitor(deps);
  const reception = createReception(deps, visitor);
  const endReservations = createEndReservations<{ readonly collectionRowId: number; readonly lastRowId?: number }>(
    deps,
    {
      type: 'collections.close',
      payloadOf: (collectionRowId, lastRowId) => ({ collectionRowId, lastRowId }),
      linkOf: ({ collectionRowId }) => collectionRowId,
      received,
    },
  );
  const owner = createCollectionOwner({ ...deps, endReservations, reception });
  const lock = new PasswordLock<OpenCollection>(deps, 'collection');

  jobs.sweep('collections.sweep', dayMs, (now) => collectionStore.deleteEnded(now - closedKeptMs));

  return {
    eraseOwner: (ownerId, signal) => deleteInBatches(database, signal, collectionStore.deleteOwned(ownerId)),
    routes: (router) => {
      const page = { ...deps, owner, visitor, lock, reception };
      mountCollectionRoutes(router, page);
      mountFileRequestPage(router, page);
      mountReceptionForm<OpenCollection>(router, deps, {
        path: formPath,
        reception,
        open: async (request, token, _query, clientNetwork) => {
          const opened = await visitor.open(token, clientNetwork);
          if (!lock.isUnlocked(request, opened)) throw formIsLocked();
          return opened;
        },
        pathOfSent: ({ token }, files) => `/collect/${token}?sent=${files}`,
        render: (opened, problem, typed) =>
          renderFileRequest(baseUrl, { collection: visitor.describe(opened, true), problem, typed }),
      });
    },
  };
}

function createReception(deps: CollectionsDeps, visitor: CollectionVisitor): VisitorReception<OpenCollection> {
  const { accounts } = deps;
  const { reservePlaces, settlePlace } = collectionStore;
  const findEvenClosed = async (reader: Reader, rowId: number) => {
    const collection = await collectionStore.findEvenClosed(reader, rowId);
    return collection && { ...collection, itemId: collection.folderId };
  };
  const notifyOwner = createReceptionMails<{ readonly collectionRowId: number }>(deps, {
    type: 'collections.mail',
    payloadOf: (collectionRowId) => ({ collectionRowId }),
    linkOf: ({ collectionRowId }) => collectionRowId,
    received,
    find: async (reader, rowId) => {
      const collection = await findEvenClosed(reader, rowId);
      const [userId = 0] = collection === undefined ? [] : await accounts.listResponsible(reader, collection);
      const owner = await accounts.findUser(reader, userId);
      if (collection === undefined || owner === undefined) return undefined;
      return { owner, name: collection.name, screenPath: appScreens.fileRequest(collection.id) };
    },
    introductionOf: (values) => t('{count} files were uploaded through your file request {name}:', values),
    linkLabel: () => t('See the received files'),
  });
  return new VisitorReception<OpenCollection>(deps, {
    purpose: 'collection',
    texts: {
      isFull: 'This file request accepts no more files.',
      nameIsMissing: 'Enter your name: this file request requires it.',
    },
    received,
    reopen: (reader, { token }) => visitor.requireOpen(reader, token),
    reservePlaces,
    settlePlace,
    findEvenClosed,
    notifyOwner,
  });
}
