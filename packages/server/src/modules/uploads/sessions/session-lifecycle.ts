import { minuteMs } from '@drive/base';
import { directStagingId } from '@drive/blobs';
import type { UploadStatus } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { isAdmitted, isEnabled } from '../../accounts/index.ts';
import { checkUpload } from './check-upload.ts';
import { fail, finalizeArrived, findAdding, isOfMember, settle, type SessionEndDeps } from './finalize.ts';
import type { SessionLock, SessionLocks } from './session-locks.ts';
import { findSession, touchSession } from './upload-session-store.ts';
import {
  alreadyComplete,
  inProgress,
  isOpen,
  sessionExpired,
  sessionNotFound,
  visitorReservationMs,
  type Session,
  type UploadPermission,
} from './upload-session.ts';

export type LifecycleDeps = SessionEndDeps &
  Pick<Ports, 'log'> & {
    readonly locks: SessionLocks;
    /** An open session that is idle for this long has expired. */
    readonly config: { readonly sessionMs: number };
  };

/** Lookup, status, expiry and cancellation of sessions. */
export class Lifecycle {
  readonly #deps: LifecycleDeps;

  constructor(deps: LifecycleDeps) {
    this.#deps = deps;
  }

  expiresAt(session: Session): number {
    return session.activeAt + (this.#isUnstartedVisitor(session) ? visitorReservationMs : this.#deps.config.sessionMs);
  }

  /**
   * The session in any state, as read with the lock if there is one. A disabled owner's sessions count as unknown, as do those that a
   * suspended owner has reserved; an open one of a member has expired once they may no longer add to its folder.
   */
  async requireSession(id: string, lock?: SessionLock): Promise<Session> {
    const session = await this.#requireKnown(id, lock);
    if (isOpen(session) && isOfMember(session)) await this.#requireMember(session);
    return session;
  }

  async #requireKnown(id: string, lock?: SessionLock): Promise<Session> {
    const session = lock?.session ?? (await this.#loadSession(id));
    const isOfOwner = session.reservedBy !== null && !isOfMember(session);
    const mayReceive = isOfOwner ? isAdmitted : isEnabled;
    checkUpload([], { isOwnerEnabled: await mayReceive(this.#deps.database.reader, session.ownerId) });
    return session;
  }

  async #requireMember(session: Session): Promise<void> {
    const { database, files } = this.#deps;
    if (!(await findAdding(files, database.reader, session)).mayAdd) throw sessionExpired();
  }

  requireOpen(session: Session): Session {
    if (session.status === 'COMPLETE') throw alreadyComplete();
    if (session.status === 'FAILED' || this.expiresAt(session) <= this.#deps.clock.now()) throw sessionExpired();
    return session;
  }

  /** The session if it accepts bytes, otherwise throws. */
  async requireOpenSession(lock: SessionLock): Promise<Session> {
    return this.requireOpen(await this.requireSession(lock.id, lock));
  }

  /**
   * The permission that the open session, as `requireOpenSession` returned it, depends on; undefined: none. Throws if it has ended.
   * `origin`: of the page that calls.
   */
  async requirePermission(session: Session, origin: string | undefined): Promise<UploadPermission | undefined> {
    if (isOfMember(session)) return { allowedTypes: null, require: () => this.#requireMember(session) };
    return this.#deps.listeners.requirePermission(session, origin);
  }

  /**
   * Completes an upload whose bytes are all there: after a crash or a fault, or because the storage received them itself.
   * Returns the current session. Throws if the name of a direct upload is taken.
   */
  async completeIfStaged(session: Session): Promise<Session> {
    if (!isOpen(session) || !(await this.#mayBeStaged(session))) return session;
    const lock = await this.#deps.locks.tryAcquire(session.id, 'work');
    if (lock === undefined) return session;
    try {
      const now = lock.session ?? (await this.#loadSession(session.id));
      if (!isOpen(now)) return now;
      return (await (now.isDirect ? finalizeArrived : settle)(this.#deps, now, lock)) ?? now;
    } finally {
      lock.release();
    }
  }

  async statusOf(session: Session): Promise<UploadStatus> {
    const isComplete = session.status === 'COMPLETE';
    const hasBytes = session.status === 'PENDING' && (await this.#deps.locks.hasBytes(session.id));
    return {
      sessionId: session.id,
      status: hasBytes ? 'UPLOADING' : session.status,
      fileId: isComplete ? (session.replacedId ?? session.fileId) : null,
      fileName: isComplete ? session.fileName : null,
    };
  }

  async getStatus(userId: number, id: string): Promise<UploadStatus> {
    const session = await this.requireSession(id);
    const isMine = session.reservedBy === userId;
    if (!isMine && !mayDo(userId, session, 'read'))
      throw new DomainError('access_denied', 'This upload belongs to another user.');
    return this.statusOf(await this.completeIfStaged(session));
  }

  /** Cancels an upload, also while bytes are arriving, and also that of a member who may no longer add to its folder. */
  async cancel(id: string): Promise<void> {
    const lock = await this.#acquireToEnd(id);
    try {
      const session = this.requireOpen(await this.#requireKnown(id, lock));
      if (!(await fail(this.#deps, session, lock, 'cancelled'))) throw sessionExpired();
    } finally {
      lock.release();
    }
  }

  /** Like `cancel`, for an owner who is deleted or a permission that has ended; does nothing if the upload has ended. */
  async abandon(id: string): Promise<void> {
    const lock = await this.#acquireToEnd(id);
    try {
      await fail(this.#deps, lock.session ?? (await this.#loadSession(id)), lock, 'cancelled');
    } finally {
      lock.release();
    }
  }

  /**
   * Call with every chunk: records at most once a minute that the session is active. A visitor's first byte is recorded at
   * once, because the reservation expires without it.
   */
  createKeepAlive(session: Session, lock: SessionLock): () => void {
    const { clock, database, log } = this.#deps;
    let touchedAt = this.#isUnstartedVisitor(session) ? -Infinity : clock.now();
    return () => {
      const now = clock.now();
      if (now - touchedAt < minuteMs) return;
      touchedAt = now;
      database
        .write((tx) => touchSession(tx, lock, now))
        .catch((error: unknown) => log.warn('upload not marked as active', { error }));
    };
  }

  #isUnstartedVisitor({ status, networkHash }: Session): boolean {
    return status === 'PENDING' && networkHash !== null;
  }

  async #loadSession(id: string): Promise<Session> {
    const session = await findSession(this.#deps.database.reader, id);
    if (session === undefined) throw sessionNotFound();
    return session;
  }

  async #mayBeStaged({ id, blobKey, sizeBytes, isDirect }: Session): Promise<boolean> {
    const { blobs } = this.#deps;
    if ((await blobs.stagedBytes(id)) === sizeBytes || (await blobs.find(blobKey))?.bytes === sizeBytes) return true;
    return isDirect && (await blobs.findStaged(directStagingId(id)))?.bytes === sizeBytes;
  }

  async #acquireToEnd(id: string): Promise<SessionLock> {
    const lock = await this.#deps.locks.acquire(id, 'work', { preempts: ['put', 'tus'] });
    if (lock === undefined) throw inProgress();
    return lock;
  }
}
