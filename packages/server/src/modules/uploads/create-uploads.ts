import { dayMs, minuteMs } from '@drive/base';
import type { UploadReservation } from '@drive/contract';
import { type Asset, mountAsset } from '@drive/pages';
import { readSendingScript } from '../../pages/sending-script.ts';
import { deleteInBatches, type Tx } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { FileToStore, StoredFile } from './bytes/file-to-store.ts';
import { FormReception } from './bytes/form-reception.ts';
import { mountPutByPath } from './bytes/put-by-path.ts';
import { Reception } from './bytes/reception.ts';
import { mountUploadBytes, mountUploads } from './bytes/upload-routes.ts';
import { sweepOrphans } from './sessions/orphaned-bytes.ts';
import {
  requireNetworkLimit,
  reserveAll,
  type ReserveDeps,
  type ReservingOwner,
  type UploadToReserve,
  type VisitorOwner,
} from './sessions/reserve.ts';
import {
  cancelUnstarted,
  endForsaken,
  expireSessions,
  recoverSessions,
  takeOverSession,
} from './sessions/session-expiry.ts';
import { SessionLeases } from './sessions/session-leases.ts';
import { Lifecycle, type LifecycleDeps } from './sessions/session-lifecycle.ts';
import { createMemoryLocks, type SessionLocks } from './sessions/session-locks.ts';
import {
  deleteEndedSessions,
  deleteEndedSessionsOfOwner,
  listOpenIdsOfOwner,
} from './sessions/upload-session-store.ts';
import {
  UploadListeners,
  type NotifyOfEnd,
  type ReserveGranted,
  type ShareUpload,
  type UploadPermissions,
  type UploadPurpose,
} from './sessions/upload-session.ts';
import { TusRoutes } from './tus/tus-routes.ts';

export type UploadsDeps = Omit<LifecycleDeps, 'locks' | 'listeners' | 'config'> &
  Omit<ReserveDeps, 'listeners'> &
  Pick<Ports, 'jobs' | 'node'> & {
    readonly config: {
      /** Largest file size that any plan allows. */
      readonly maxFileBytes: number;
      readonly sweepMs: number;
    } & ReserveDeps['config'];
  };

/** Time until the row of an ended upload is deleted. */
const endedKeptMs = 30 * dayMs;
const erasedPerQuery = 50;

export interface Uploads {
  /**
   * Reserves all uploads of a visitor or none. Throws the refusals of `checkUpload`, or `too_many_requests` if the visitor's
   * network has too many open reservations.
   */
  reserve(tx: Tx, owner: VisitorOwner, uploads: readonly UploadToReserve[]): Promise<UploadReservation[]>;
  /** Receives a form of at most `maxBytes`. Always call `end` of the result. */
  openForm(owner: ReservingOwner | VisitorOwner, maxBytes: number): FormReception;
  /** As `Reception.store`. */
  storeFile(file: FileToStore): Promise<StoredFile>;
  /**
   * Call before `start()`. `notify` runs in the transaction that ends an upload of this purpose, also after a crash.
   * An error of `notify` keeps the upload open.
   */
  onEnd(purpose: UploadPurpose, notify: NotifyOfEnd): void;
  /** Call before `start()`. Uploads of this purpose depend on a permission until they end. */
  onBytes(purpose: UploadPurpose, permissions: UploadPermissions): void;
  /** Call before `start()`. `reserve` reserves uploads that clients of tus create with the token of a grant. */
  onGranted(reserve: ReserveGranted): void;
  /** Call before `start()`. `share` creates the link of an upload that asks for one. */
  onShare(share: ShareUpload): void;
  /** Ends an upload whose permission has ended, also while its bytes arrive. Does nothing if it has ended. */
  abandon(sessionId: string): Promise<void>;
  /** Ends an upload without a byte and frees its reservation. Leaves any other alone. */
  cancelUnstarted(sessionId: string): Promise<void>;
  /** Ends all uploads of a deleted account (users.row_id). Safe to repeat. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  /** The script with which pages send files (`pages/sending.client.ts`); pages contain its URL. */
  readonly sendingScript: Asset;
  routes(router: Router): void;
  /** Starts to recover the uploads of an earlier process. */
  start(): void;
  /** Resolves once the recovery has stopped. */
  stop(): Promise<void>;
}

export function createUploads(given: UploadsDeps): Uploads {
  const { jobs, log, config } = given;
  const listeners = new UploadListeners();
  const deps = { ...given, listeners };
  const locks: SessionLocks = deps.node.isAlone
    ? createMemoryLocks(deps.clock)
    : new SessionLeases({
        ...deps,
        takeOver: (session, lock) => takeOverSession(lifecycleDeps, session, lock),
      });
  const lifecycleDeps = { ...deps, locks };
  const lifecycle = new Lifecycle(lifecycleDeps);
  const reception = new Reception(lifecycleDeps, lifecycle);
  const startedAt = deps.clock.now();
  const stopping = new AbortController();
  const sendingScript = readSendingScript();
  let recovering: Promise<void> | undefined;

  jobs.every('uploads.expire', config.sweepMs, ({ signal }) => expireSessions(lifecycleDeps, signal));
  jobs.every('uploads.unbegun', Math.min(config.sweepMs, minuteMs), ({ signal }) =>
    expireSessions(lifecycleDeps, signal, { unstarted: true }),
  );
  // Of members whose role was taken away, or who were disabled.
  jobs.every('uploads.forsaken', Math.min(config.sweepMs, minuteMs), ({ signal }) =>
    endForsaken(lifecycleDeps, lifecycle, signal),
  );
  jobs.every('uploads.orphans', config.sweepMs, ({ signal }) => sweepOrphans(lifecycleDeps, startedAt, signal));
  jobs.sweep('uploads.ended', config.sweepMs, (now) => deleteEndedSessions(now - endedKeptMs));

  return {
    reserve: async (tx, owner, uploads) => {
      await requireNetworkLimit(deps, tx, owner, uploads.length);
      return (await reserveAll(deps, tx, owner, uploads)).reservations;
    },
    onEnd: (purpose, notify) => listeners.onEnd(purpose, notify),
    onBytes: (purpose, permissions) => listeners.onBytes(purpose, permissions),
    onGranted: (reserveGranted) => listeners.onGranted(reserveGranted),
    onShare: (share) => listeners.onShare(share),
    abandon: (sessionId) => lifecycle.abandon(sessionId),
    openForm: (owner, maxBytes) => new FormReception(lifecycleDeps, lifecycle, owner, maxBytes),
    storeFile: (file) => reception.store(file),
    cancelUnstarted: (sessionId) => cancelUnstarted(lifecycleDeps, sessionId),
    eraseOwner: async (ownerId, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const ids = await listOpenIdsOfOwner(deps.database.reader, ownerId, erasedPerQuery);
        if (ids.length === 0) break;
        for (const id of ids) await lifecycle.abandon(id);
      }
      await deleteInBatches(deps.database, signal, deleteEndedSessionsOfOwner(ownerId));
    },
    sendingScript,
    routes: (router) => {
      mountAsset(router, sendingScript);
      mountUploads(router, deps, lifecycle);
      mountUploadBytes(router, lifecycle, reception);
      mountPutByPath(router, deps, reception);
      new TusRoutes({ ...lifecycleDeps, lifecycle, reception }).mount(router);
    },
    start: () => {
      // Only a server without others knows that nobody is at work on an open session.
      const recovered = deps.node.isAlone ? recoverSessions(lifecycleDeps, stopping.signal) : locks.start();
      recovering = recovered.catch((error: unknown) => {
        log.error('uploads not recovered', { error });
      });
    },
    stop: async () => {
      stopping.abort();
      await recovering;
      await locks.stop();
    },
  };
}
