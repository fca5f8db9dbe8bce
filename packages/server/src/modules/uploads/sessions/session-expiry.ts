import { fail, findAdding, settle } from './finalize.ts';
import { replaceBlobKey } from './session-lease-store.ts';
import type { Lifecycle, LifecycleDeps } from './session-lifecycle.ts';
import type { SessionLock } from './session-locks.ts';
import { findSession, listOpenSessions, type OpenSessions } from './upload-session-store.ts';
import {
  isOpen,
  isPutStagingId,
  putStagingId,
  sessionIdOf,
  visitorReservationMs,
  type Session,
} from './upload-session.ts';

const pageSize = 200;

/** Open sessions that are idle since the given time. */
async function* openSessions(
  { database }: LifecycleDeps,
  idleSince: number,
  which: OpenSessions = 'all',
): AsyncGenerator<Session> {
  let after: Session | undefined;
  for (;;) {
    const page = await listOpenSessions(database.reader, { idleSince, which, after, limit: pageSize });
    yield* page;
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

/**
 * Ends sessions that have been idle too long and are not complete; with `unstarted`, visitors' reservations without a byte.
 * Skips sessions that are receiving bytes.
 */
export async function expireSessions(
  deps: LifecycleDeps,
  signal: AbortSignal,
  { unstarted = false } = {},
): Promise<void> {
  const idleSince = deps.clock.now() - (unstarted ? visitorReservationMs : deps.config.sessionMs);
  let count = 0;
  for await (const session of openSessions(deps, idleSince, unstarted ? 'unstarted' : 'all')) {
    if (signal.aborted) break;
    const done = await withOpenSession(deps, session.id, async (now, lock) => {
      if (now.activeAt > idleSince || (unstarted && now.status !== 'PENDING')) return false;
      return (await settle(deps, now, lock)) === undefined && fail(deps, now, lock, 'expired');
    });
    if (done === true) count += 1;
  }
  if (count > 0) deps.log.info('uploads expired', { count });
}

/**
 * Recovers the only server from a crash: completes uploads whose bytes are all staged, and removes the bytes of aborted PUTs.
 * Requests need not wait for it, because each checks its own session.
 */
export async function recoverSessions(deps: LifecycleDeps, signal: AbortSignal): Promise<void> {
  for await (const id of deps.blobs.listStaged())
    if (isPutStagingId(id)) await underLock(deps, sessionIdOf(id), () => deps.blobs.discard(id));
  let count = 0;
  for await (const session of openSessions(deps, Number.MAX_SAFE_INTEGER)) {
    if (signal.aborted) break;
    const complete = await withOpenSession(deps, session.id, (now, lock) => settle(deps, now, lock));
    if (complete?.status === 'COMPLETE') count += 1;
  }
  if (count > 0) deps.log.info('uploads finished after a restart', { count });
}

/**
 * Ends the uploads of members who may no longer add to the folder, also while their bytes arrive: until then, they hold room in the
 * quota of the owner. Requests need not wait for it, because each checks its own session.
 */
export async function endForsaken(
  deps: LifecycleDeps,
  lifecycle: Pick<Lifecycle, 'abandon'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const session of openSessions(deps, Number.MAX_SAFE_INTEGER, 'of members')) {
    signal.throwIfAborted();
    if ((await findAdding(deps.files, deps.database.reader, session)).mayAdd) continue;
    await lifecycle
      .abandon(session.id)
      .catch((error: unknown) => deps.log.warn('upload of a former member not ended yet', { error }));
  }
}

/** Ends an upload without a byte. Leaves any other alone. */
export async function cancelUnstarted(deps: LifecycleDeps, sessionId: string): Promise<void> {
  await withOpenSession(
    deps,
    sessionId,
    async (session, lock) => (await deps.blobs.stagedBytes(session.id)) === 0 && fail(deps, session, lock, 'cancelled'),
  );
}

/**
 * Does the work of `recoverSessions` for one session whose holder, on another server, ended without a release. That holder may only be
 * slow, and store its object later: from now on no other upload uses that key.
 */
export async function takeOverSession(deps: LifecycleDeps, session: Session, lock: SessionLock): Promise<Session> {
  if (!isOpen(session)) return session;
  const { database, blobs } = deps;
  // Before the rest: bytes of a PUT that this process may itself have finished must not be discarded from under a file.
  await blobs.discard(putStagingId(session.id));
  const settled = await settle(deps, session, lock);
  if (settled?.status === 'COMPLETE') deps.log.info('upload of an ended server finished', { count: 1 });
  if (settled !== undefined) return settled;
  const blobKey = blobs.newKey();
  const isReplaced = await database.write((tx) => replaceBlobKey(tx, session.id, lock.turn, blobKey));
  return isReplaced ? { ...session, blobKey } : session;
}

/** Runs `work` under the session's lock. undefined if the session is locked or `work` fails, which is logged. */
async function underLock<T>(
  { locks, log }: LifecycleDeps,
  sessionId: string,
  work: (lock: SessionLock) => Promise<T>,
): Promise<T | undefined> {
  let lock: SessionLock | undefined;
  try {
    lock = await locks.tryAcquire(sessionId, 'work');
    return lock && (await work(lock));
  } catch (error) {
    log.error('upload could not be settled', { error });
    return undefined;
  } finally {
    lock?.release();
  }
}

/** Like `underLock`, if the session is open. */
function withOpenSession<T>(
  deps: LifecycleDeps,
  sessionId: string,
  work: (session: Session, lock: SessionLock) => Promise<T>,
): Promise<T | undefined> {
  return underLock(deps, sessionId, async (lock) => {
    const session = lock.session ?? (await findSession(deps.database.reader, sessionId));
    return session !== undefined && isOpen(session) ? work(session, lock) : undefined;
  });
}
