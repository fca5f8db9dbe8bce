import { minuteMs } from '@drive/base';
import { directStagingId } from '@drive/blobs';
import type { UploadStatus } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { isEnabled } from '../../accounts/index.ts';
import { checkUpload } from './check-upload.ts';
import { fail, finalizeArrived, settle, type SessionEndDeps } from './finalize.ts';
import {
  alreadyComplete,
  inProgress,
  isOpen,
  sessionExpired,
  sessionNotFound,
  visitorReservationMs,
  type Session,
} from './upload-session.ts';
import type { SessionLock, SessionLocks } from './session-locks.ts';
import { findSession, touchSession } from './upload-session-store.ts';

export type LifecycleDeps = SessionEndDeps &
  Pick<Ports, 'log'> & {
    readonly locks: SessionLocks;
    /** An open session that is idle for this long has expired. */
    readonly config: { readonly sessionMs: number };
  };

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Lookup, status, expiry and cancellation of sessions. */
export function createLifecycle(deps: LifecycleDeps) {
  const { database, blobs, clock, locks, log, config } = deps;

  const isUnstartedVisitor = ({ status, networkHash }: Session): boolean =>
    status === 'PENDING' && networkHash !== null;

  const expiresAt = (session: Session): number =>
    session.activeAt + (isUnstartedVisitor(session) ? visitorReservationMs : config.sessionMs);

  async function loadSession(id: string): Promise<Session> {
    const session = await findSession(database.reader, id);
    if (session === undefined) throw sessionNotFound();
    return session;
  }

  /** The session in any state, as read with the lock if there is one. A disabled owner's sessions count as unknown. */
  async function requireSession(id: string, lock?: SessionLock): Promise<Session> {
    const session = lock?.session ?? (await loadSession(id));
    checkUpload([], { isOwnerEnabled: await isEnabled(database.reader, session.ownerId) });
    return session;
  }

  /** The session if it accepts bytes, otherwise throws. */
  async function requireOpenSession(lock: SessionLock): Promise<Session> {
    return requireOpen(await requireSession(lock.id, lock));
  }

  function requireOpen(session: Session): Session {
    if (session.status === 'COMPLETE') throw alreadyComplete();
    if (session.status === 'FAILED' || expiresAt(session) <= clock.now()) throw sessionExpired();
    return session;
  }

  /**
   * Completes an upload whose bytes are all there: after a crash or a fault, or because the storage received them itself.
   * Returns the current session. The client of the latter is told here if it may not have its name.
   */
  async function completeIfStaged(session: Session): Promise<Session> {
    if (!isOpen(session) || !(await mayBeStaged(session))) return session;
    const lock = await locks.tryAcquire(session.id, 'work');
    if (lock === undefined) return session;
    try {
      const now = lock.session ?? (await loadSession(session.id));
      if (!isOpen(now)) return now;
      return (await (now.isDirect ? finalizeArrived : settle)(deps, now, lock)) ?? now;
    } finally {
      lock.release();
    }
  }

  async function mayBeStaged({ id, blobKey, sizeBytes, isDirect }: Session): Promise<boolean> {
    if ((await blobs.stagedBytes(id)) === sizeBytes || (await blobs.find(blobKey))?.bytes === sizeBytes) return true;
    return isDirect && (await blobs.findStaged(directStagingId(id)))?.bytes === sizeBytes;
  }

  async function statusOf(session: Session): Promise<UploadStatus> {
    const isComplete = session.status === 'COMPLETE';
    const hasBytes = session.status === 'PENDING' && (await locks.hasBytes(session.id));
    return {
      sessionId: session.id,
      status: hasBytes ? 'UPLOADING' : session.status,
      fileId: isComplete ? (session.replacedId ?? session.fileId) : null,
      fileName: isComplete ? session.fileName : null,
    };
  }

  async function acquireToEnd(id: string): Promise<SessionLock> {
    const lock = await locks.acquire(id, 'work', { preempts: ['put', 'tus'] });
    if (lock === undefined) throw inProgress();
    return lock;
  }

  return {
    expiresAt,
    requireSession,
    requireOpen,
    requireOpenSession,
    completeIfStaged,
    statusOf,

    async getStatus(ownerId: number, id: string): Promise<UploadStatus> {
      const session = await requireSession(id);
      if (session.ownerId !== ownerId) throw new DomainError('access_denied', 'This upload belongs to another user.');
      return statusOf(await completeIfStaged(session));
    },

    /** Cancels an upload, also while bytes are arriving. */
    async cancel(id: string): Promise<void> {
      const lock = await acquireToEnd(id);
      try {
        if (!(await fail(deps, await requireOpenSession(lock), lock))) throw sessionExpired();
      } finally {
        lock.release();
      }
    },

    /** Like `cancel`, for a deleted owner; does nothing if the upload has ended. */
    async abandon(id: string): Promise<void> {
      const lock = await acquireToEnd(id);
      try {
        await fail(deps, lock.session ?? (await loadSession(id)), lock);
      } finally {
        lock.release();
      }
    },

    /**
     * Call with every chunk: records at most once a minute that the session is active. A visitor's first byte is recorded at
     * once, because the reservation expires without it.
     */
    createKeepAlive(session: Session, lock: SessionLock): () => void {
      let touchedAt = isUnstartedVisitor(session) ? -Infinity : clock.now();
      return () => {
        const now = clock.now();
        if (now - touchedAt < minuteMs) return;
        touchedAt = now;
        database
          .write((tx) => touchSession(tx, lock, now))
          .catch((error: unknown) => log.warn('upload not marked as active', { error }));
      };
    },
  };
}
