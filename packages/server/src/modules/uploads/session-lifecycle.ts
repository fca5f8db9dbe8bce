import type { UploadStatus } from '@drive/contract';
import { minuteMs } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { isEnabled } from '../accounts/index.ts';
import { fail, finalize, type SessionEndDeps } from './finalize.ts';
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

export interface LifecycleDeps extends SessionEndDeps {
  readonly log: Log;
  readonly locks: SessionLocks;
  readonly config: {
    /** An open session idle for so long has expired. */
    readonly sessionMs: number;
  };
}

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** What happens to a session beside its bytes. */
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

  /** The session as it is now, whatever its state. While its owner is disabled nothing new is sent. */
  async function requireSession(id: string): Promise<Session> {
    const session = await loadSession(id);
    if (!(await isEnabled(database.reader, session.ownerId))) throw sessionNotFound();
    return session;
  }

  /** The session, if it still takes bytes; throws the code that says why not. */
  async function requireOpenSession(id: string): Promise<Session> {
    return requireOpen(await requireSession(id));
  }

  function requireOpen(session: Session): Session {
    if (session.status === 'COMPLETE') throw alreadyComplete();
    if (session.status === 'FAILED' || expiresAt(session) <= clock.now()) throw sessionExpired();
    return session;
  }

  /** Finishes an upload that only a crash or a fault kept from it. The session as it is then. */
  async function completeIfStaged(session: Session): Promise<Session> {
    if (!isOpen(session)) return session;
    const lock = locks.tryAcquire(session.id, 'work');
    if (lock === undefined) return session;
    try {
      const now = await loadSession(session.id);
      return isOpen(now) ? ((await finalize(deps, now, now.id)) ?? now) : now;
    } finally {
      lock.release();
    }
  }

  /** What the API tells of a session. */
  function statusOf(session: Session): UploadStatus {
    const isComplete = session.status === 'COMPLETE';
    const hasBytes = isOpen(session) && locks.find(session.id)?.hasBytes === true;
    return {
      sessionId: session.id,
      status: hasBytes ? 'UPLOADING' : session.status,
      fileId: isComplete ? session.fileId : null,
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
      if (session.ownerId !== ownerId) throw new DomainError('access_denied', 'This upload is somebody else’s.');
      return statusOf(await completeIfStaged(session));
    },

    /** Gives up an upload, also one whose bytes are on their way. */
    async cancel(id: string): Promise<void> {
      const lock = await locks.acquire(id, 'work', { preempts: ['put', 'tus'] });
      try {
        if (!(await fail(deps, await requireOpenSession(id)))) throw sessionExpired();
      } finally {
        lock?.release();
      }
    },

    /** The same of an owner that is gone, and where it has ended already. */
    async abandon(id: string): Promise<void> {
      const lock = await locks.acquire(id, 'work', { preempts: ['put', 'tus'] });
      try {
        await fail(deps, await loadSession(id));
      } finally {
        lock?.release();
      }
    },

    /**
     * Call with every chunk: keeps a long transfer from looking idle, at the price of a row a minute. The first byte of a
     * stranger is recorded at once, since the reservation's life depends on it.
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
