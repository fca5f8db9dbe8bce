import { fail, finalize } from './finalize.ts';
import type { LifecycleDeps } from './session-lifecycle.ts';
import { isOpen, isPutStagingId, sessionIdOf, visitorReservationMs, type Session } from './upload-session.ts';
import { findSession, listOpenSessions } from './upload-session-store.ts';

const pageSize = 200;

/** Open sessions idle since the given time, a page at a time. */
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
 * Ends sessions that have been idle too long, unless one turns out to be complete; with `unstarted` reservations of strangers
 * to which nothing has come. Leaves a session alone while bytes are being sent to it.
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
      return (await finalize(deps, now, now.id)) === undefined && fail(deps, now);
    });
    if (done === true) count += 1;
  }
  if (count > 0) deps.log.info('uploads expired', { count });
}

/**
 * Takes up what a crash left behind: uploads whose bytes are all there become files, and the bytes of cut PUTs go. Begun at
 * start; requests need not wait for it, since they look for themselves.
 */
export async function recoverSessions(deps: LifecycleDeps, signal: AbortSignal): Promise<void> {
  for await (const id of deps.blobs.listStaged())
    if (isPutStagingId(id)) await settle(deps, sessionIdOf(id), () => deps.blobs.discard(id));
  let count = 0;
  for await (const session of openSessions(deps, Number.MAX_SAFE_INTEGER)) {
    if (signal.aborted) break;
    const complete = await withOpenSession(deps, session.id, (now) => finalize(deps, now, now.id));
    if (complete !== undefined) count += 1;
  }
  if (count > 0) deps.log.info('uploads finished after a restart', { count });
}

/** Ends an upload of which nothing has come. What is on its way, whole or in part, is left alone. */
export async function cancelUnstarted(deps: LifecycleDeps, sessionId: string): Promise<void> {
  await withOpenSession(
    deps,
    sessionId,
    async (session) => (await deps.blobs.stagedBytes(session.id)) === 0 && fail(deps, session),
  );
}

/** One session's trouble keeps nobody else from its turn. undefined where somebody has the session, or after a failure. */
async function settle<T>(
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

/** The same for what is done to a session that is still open once it is held. */
function withOpenSession<T>(
  deps: LifecycleDeps,
  sessionId: string,
  work: (session: Session) => Promise<T>,
): Promise<T | undefined> {
  return settle(deps, sessionId, async () => {
    const session = await findSession(deps.database.reader, sessionId);
    return session !== undefined && isOpen(session) ? work(session) : undefined;
  });
}
