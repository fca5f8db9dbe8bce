import type { UploadReservation } from '@drive/contract';
import { type Asset, mountAsset, readSendingScript } from '../../pages/assets.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import { dayMs, minuteMs, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database, type Tx } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import type { Shares } from '../shares/index.ts';
import { mountUploadBytes } from './upload-routes.ts';
import { cancelUnstarted, expireSessions, recoverSessions } from './session-expiry.ts';
import { openFormUpload, type FormUpload, type FormUploadLimits } from './form-upload.ts';
import { createLifecycle } from './session-lifecycle.ts';
import { sweepOrphans } from './orphaned-bytes.ts';
import { createPutUpload } from './put-upload.ts';
import { requireNetworkLimit, reserveAll, type VisitorOwner, type UploadToReserve } from './reserve.ts';
import { mountUploads } from './upload-routes.ts';
import { createSessionLocks } from './session-locks.ts';
import { mountTus } from './tus-routes.ts';
import { deleteEndedSessions, deleteEndedSessionsOfOwner, listOpenIdsOfOwner } from './upload-session-store.ts';
import type { UploadEnd, UploadEndings, UploadPurpose } from './upload-session.ts';

export interface UploadsDeps extends Pick<Ports, 'baseUrl'> {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly config: {
    /** The most any plan allows a file to have. */
    readonly maxFileBytes: number;
    /** An open session idle for so long expires. */
    readonly sessionMs: number;
    readonly sweepMs: number;
    /** Whether the open reservations of a stranger's network are capped. */
    readonly limitsVisitors: boolean;
  };
}

/** So long the status of an upload that has ended is told. */
const endedKeptMs = 30 * dayMs;
const erasedAtOnce = 50;

export interface Uploads {
  /**
   * Reserves all of them or none for a stranger, in the order given. The caller has checked everything but the quota
   * (`storage_quota_exceeded`) and how many reservations of the stranger's network are open (`too_many_requests`).
   */
  reserve(tx: Tx, owner: VisitorOwner, uploads: readonly UploadToReserve[]): Promise<UploadReservation[]>;
  /**
   * For files of a stranger whose sizes are not known before they arrive. `storage_quota_exceeded` if there is no room,
   * `too_many_requests` as in `reserve`; a form counts as one reservation.
   */
  openFormUpload(owner: VisitorOwner, limits: FormUploadLimits): Promise<FormUpload>;
  /**
   * Before `start()`: `hear` is called in the transaction that ends an upload of this purpose, whichever way and after
   * whatever crash; what it throws keeps the upload from ending.
   */
  onEnd(purpose: UploadPurpose, hear: (tx: Tx, end: UploadEnd) => Promise<void>): void;
  /** Ends an upload of which nothing has come, and frees what it held. What is on its way is left alone. */
  cancelUnstarted(sessionId: string): Promise<void>;
  /** Ends whatever a deleted account was being sent (users.row_id). May be called again, after a crash anywhere. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  /** What the scripts of pages send files with (`pages/sending.client.ts`); they are told its address. */
  readonly sendingScript: Asset;
  routes(router: Router): void;
  /** Begins to take up what an earlier process left. */
  start(): void;
  /** Resolves when nothing of that is at work any more. */
  stop(): Promise<void>;
}

export function createUploads(deps: UploadsDeps): Uploads {
  const { jobs, log, config } = deps;
  const endings: UploadEndings = new Map();
  const lifecycleDeps = { ...deps, endings, locks: createSessionLocks(deps.clock) };
  const lifecycle = createLifecycle(lifecycleDeps);
  const putUpload = createPutUpload(lifecycleDeps, lifecycle);
  const startedAt = deps.clock.now();
  const stopping = new AbortController();
  const sendingScript = readSendingScript();
  let recovering: Promise<void> | undefined;

  jobs.every('uploads.expire', config.sweepMs, ({ signal }) => expireSessions(lifecycleDeps, signal));
  jobs.every('uploads.unstarted', Math.min(config.sweepMs, minuteMs), ({ signal }) =>
    expireSessions(lifecycleDeps, signal, { unstarted: true }),
  );
  jobs.every('uploads.orphans', config.sweepMs, ({ signal }) => sweepOrphans(lifecycleDeps, startedAt, signal));
  jobs.every('uploads.ended', config.sweepMs, ({ signal }) => {
    const endedUntil = deps.clock.now() - endedKeptMs;
    return deleteInBatches(deps.database, signal, (tx, limit) => deleteEndedSessions(tx, endedUntil, limit));
  });

  return {
    reserve: async (tx, owner, uploads) => {
      await requireNetworkLimit(deps, tx, owner, uploads.length);
      return (await reserveAll(deps, tx, owner, uploads)).reservations;
    },
    onEnd: (purpose, hear) => void endings.set(purpose, hear),
    openFormUpload: (owner, limits) => openFormUpload(lifecycleDeps, lifecycle, owner, limits),
    cancelUnstarted: (sessionId) => cancelUnstarted(lifecycleDeps, sessionId),
    eraseOwner: async (ownerId, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const ids = await listOpenIdsOfOwner(deps.database.reader, ownerId, erasedAtOnce);
        if (ids.length === 0) break;
        for (const id of ids) await lifecycle.abandon(id);
      }
      await deleteInBatches(deps.database, signal, (tx, limit) => deleteEndedSessionsOfOwner(tx, ownerId, limit));
    },
    sendingScript,
    routes: (router) => {
      mountAsset(router, sendingScript);
      mountUploads(router, deps, lifecycle);
      mountUploadBytes(router, lifecycle, putUpload);
      mountTus(router, lifecycleDeps, lifecycle);
    },
    start: () => {
      recovering = recoverSessions(lifecycleDeps, stopping.signal).catch((error: unknown) => {
        log.error('uploads not taken up', { error });
      });
    },
    stop: async () => {
      stopping.abort();
      await recovering;
    },
  };
}
