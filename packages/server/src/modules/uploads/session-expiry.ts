import { fail, settle } from './finalize.ts';
import type { LifecycleDeps } from './session-lifecycle.ts';
import { isOpen, isPutStagingId, sessionIdOf, visitorReservationMs, type Session } from './upload-session.ts';
import { findSession, listOpenSessions } from './upload-session-store.ts';

const pageSize = 200;

/** Open sessions that are idle since the given time. */
async function* openSessions(
  { database }: LifecycleDeps,
  idleSince: number,
  { unstarted = false } = {},
): AsyncGenerator<Session> {
  let after: Session | undefined;
  for (;;) {
    const page = await listOpenSessions(database.reader, { idleSince, unstarted, after, limit: pageSize });
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
  for await (const session of openSessions(deps, idleSince, { unstarted })) {
    if (signal.aborted) break;
    const done = await withOpenSession(deps, session.id, async (now) => {
      if (now.activeAt > idleSince || (unstarted && now.status !== 'PENDING')) return false;
      return (await settle(deps, now)) === undefined && fail(deps, now);
    });
    if (done === true) count += 1;
  }
  if (count > 0) deps.log.info('uploads expired', { count });
}

/**
 * Recovers from a crash: completes uploads whose bytes are all staged, and removes the bytes of aborted PUTs. Requests
 * need not wait for it, because each checks its own session.
 */
export async function recoverSessions(deps: LifecycleDeps, signal: AbortSignal): Promise<void> {
  for await (const id of deps.blobs.listStaged())
    if (isPutStagingId(id)) await underLock(deps, sessionIdOf(id), () => deps.blobs.discard(id));
  let count = 0;
  for await (const session of openSessions(deps, Number.MAX_SAFE_INTEGER)) {
    if (signal.aborted) break;
    const complete = await withOpenSession(deps, session.id, async (now) => {
      if (now.purpose !== 'room') return settle(deps, now);
      await fail(deps, now);
      return undefined;
    });
    if (complete?.status === 'COMPLETE') count += 1;
  }
  if (count > 0) deps.log.info('uploads finished after a restart', { count });
}

/** Ends an upload without a byte. Leaves any other alone. */
export async function cancelUnstarted(deps: LifecycleDeps, sessionId: string): Promise<void> {
  await withOpenSession(
    deps,
    sessionId,
    async (session) => (await deps.blobs.stagedBytes(session.id)) === 0 && fail(deps, session),
  );
}

/** Runs `work` under the session's lock. undefined if the session is locked or `work` fails, which is logged. */
async function underLock<T>(
  { locks, log }: LifecycleDeps,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const lock = locks.tryAcquire(sessionId, 'work');
  if (lock === undefined) return undefined;
  try {
    return await work();
  } catch (error) {
    log.error('upload could not be settled', { error });
    return undefined;
  } finally {
    lock.release();
  }
}

/** Like `underLock`, if the session is open. */
function withOpenSession<T>(
  deps: LifecycleDeps,
  sessionId: string,
  work: (session: Session) => Promise<T>,
): Promise<T | undefined> {
  return underLock(deps, sessionId, async () => {
    const session = await findSession(deps.database.reader, sessionId);
    return session !== undefined && isOpen(session) ? work(session) : undefined;
  });
}
