import type { UploadStatus } from '@drive/contract';
import { minuteMs } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { isEnabled } from '../accounts/index.ts';
import { fail, finalizeArrived, settle, type SessionEndDeps } from './finalize.ts';
import {
  alreadyComplete,
  isOpen,
  sessionExpired,
  sessionNotFound,
  visitorReservationMs,
  type Session,
} from './upload-session.ts';
import type { SessionLocks } from './session-locks.ts';
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
  const { database, clock, locks, log, config } = deps;

  const isUnstartedVisitor = ({ status, networkHash }: Session): boolean =>
    status === 'PENDING' && networkHash !== null;

  const expiresAt = (session: Session): number =>
    session.activeAt + (isUnstartedVisitor(session) ? visitorReservationMs : config.sessionMs);

  async function loadSession(id: string): Promise<Session> {
    const session = await findSession(database.reader, id);
    if (session === undefined) throw sessionNotFound();
    return session;
  }

  /** The session in any state. A disabled owner's sessions count as unknown. */
  async function requireSession(id: string): Promise<Session> {
    const session = await loadSession(id);
    if (!(await isEnabled(database.reader, session.ownerId))) throw sessionNotFound();
    return session;
  }

  /** The session if it accepts bytes, otherwise throws. */
  async function requireOpenSession(id: string): Promise<Session> {
    return requireOpen(await requireSession(id));
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
    if (!isOpen(session)) return session;
    const lock = locks.tryAcquire(session.id, 'work');
    if (lock === undefined) return session;
    try {
      const now = await loadSession(session.id);
      if (!isOpen(now)) return now;
      return (await (now.isDirect ? finalizeArrived : settle)(deps, now)) ?? now;
    } finally {
      lock.release();
    }
  }

  function statusOf(session: Session): UploadStatus {
    const isComplete = session.status === 'COMPLETE';
    const hasBytes = isOpen(session) && locks.find(session.id)?.hasBytes === true;
    return {
      sessionId: session.id,
      status: hasBytes ? 'UPLOADING' : session.status,
      fileId: isComplete ? (session.replacedId ?? session.fileId) : null,
      fileName: isComplete ? session.fileName : null,
    };
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
      const lock = await locks.acquire(id, 'work', { preempts: ['put', 'tus'] });
      try {
        if (!(await fail(deps, await requireOpenSession(id)))) throw sessionExpired();
      } finally {
        lock?.release();
      }
    },

    /** Like `cancel`, for a deleted owner; does nothing if the upload has ended. */
    async abandon(id: string): Promise<void> {
      const lock = await locks.acquire(id, 'work', { preempts: ['put', 'tus'] });
      try {
        await fail(deps, await loadSession(id));
      } finally {
        lock?.release();
      }
    },

    /**
     * Call with every chunk: records at most once a minute that the session is active. A visitor's first byte is recorded at
     * once, because the reservation expires without it.
     */
    createKeepAlive(session: Session): () => void {
      let touchedAt = isUnstartedVisitor(session) ? -Infinity : clock.now();
      return () => {
        const now = clock.now();
        if (now - touchedAt < minuteMs) return;
        touchedAt = now;
        database
          .write((tx) => touchSession(tx, session.id, now))
          .catch((error: unknown) => log.warn('upload not marked as active', { error }));
      };
    },
  };
}
