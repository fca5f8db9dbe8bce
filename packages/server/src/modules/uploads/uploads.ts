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
import { mountUploadBytes } from './byte-routes.ts';
import { endUnbegun, expireSessions, recoverSessions } from './expiry.ts';
import { openIntake, type Intake, type IntakeLimits } from './intake.ts';
import { createLifecycle } from './lifecycle.ts';
import { sweepOrphans } from './orphans.ts';
import { createPutUpload } from './put-upload.ts';
import { requireFewOpen, reserveAll, type StrangersOwner, type UploadToReserve } from './reserve.ts';
import { mountUploads } from './routes.ts';
import { createSessionLocks } from './session-locks.ts';
import { mountTus } from './tus-routes.ts';
import { deleteEndedSessions, deleteEndedSessionsOf, listOpenIdsOf } from './store.ts';
import type { UploadEnd, UploadEndings, UploadPurpose } from './session.ts';

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
    readonly capsStrangers: boolean;
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
  reserve(tx: Tx, owner: StrangersOwner, uploads: readonly UploadToReserve[]): Promise<UploadReservation[]>;
  /**
   * For files of a stranger whose sizes are not known before they arrive. `storage_quota_exceeded` if there is no room,
   * `too_many_requests` as in `reserve`; a form counts as one reservation.
   */
  openIntake(owner: StrangersOwner, limits: IntakeLimits): Promise<Intake>;
  /**
   * Before `start()`: `hear` is called in the transaction that ends an upload of this purpose, whichever way and after
   * whatever crash; what it throws keeps the upload from ending.
   */
  whenEnded(purpose: UploadPurpose, hear: (tx: Tx, end: UploadEnd) => Promise<void>): void;
  /** Ends an upload of which nothing has come, and frees what it held. What is on its way is left alone. */
  endUnbegun(sessionId: string): Promise<void>;
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
  jobs.every('uploads.unbegun', Math.min(config.sweepMs, minuteMs), ({ signal }) =>
    expireSessions(lifecycleDeps, signal, { unbegun: true }),
  );
  jobs.every('uploads.orphans', config.sweepMs, ({ signal }) => sweepOrphans(lifecycleDeps, startedAt, signal));
  jobs.every('uploads.ended', config.sweepMs, ({ signal }) => {
    const endedUntil = deps.clock.now() - endedKeptMs;
    return deleteInBatches(deps.database, signal, (tx, limit) => deleteEndedSessions(tx, endedUntil, limit));
  });

  return {
    reserve: async (tx, owner, uploads) => {
      await requireFewOpen(deps, tx, owner, uploads.length);
      return (await reserveAll(deps, tx, owner, uploads)).reservations;
    },
    whenEnded: (purpose, hear) => void endings.set(purpose, hear),
    openIntake: (owner, limits) => openIntake(lifecycleDeps, lifecycle, owner, limits),
    endUnbegun: (sessionId) => endUnbegun(lifecycleDeps, sessionId),
    eraseOwner: async (ownerId, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const ids = await listOpenIdsOf(deps.database.reader, ownerId, erasedAtOnce);
        if (ids.length === 0) break;
        for (const id of ids) await lifecycle.abandon(id);
      }
      await deleteInBatches(deps.database, signal, (tx, limit) => deleteEndedSessionsOf(tx, ownerId, limit));
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
