import type { Log } from '../../platform/log.ts';
import { fail, finalize } from './finalize.ts';
import type { LifecycleDeps } from './lifecycle.ts';
import { isPutStagingId, type Session } from './session.ts';
import { listOpenSessions } from './store.ts';

const pageSize = 200;

/** Open sessions idle since the given time, a page at a time. */
async function* openSessions({ database }: LifecycleDeps, idleSince: number): AsyncGenerator<Session> {
  let after: Session | undefined;
  for (;;) {
    const page = await listOpenSessions(database.reader, { idleSince, after, limit: pageSize });
    yield* page;
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

/** Ends what has been idle too long, unless it turns out to be complete. What is being sent right now is left alone. */
export async function expireSessions(deps: LifecycleDeps, signal: AbortSignal): Promise<void> {
  const idleSince = deps.clock.now() - deps.config.sessionMs;
  let count = 0;
  for await (const session of openSessions(deps, idleSince)) {
    if (signal.aborted) break;
    const done = await settle(deps, session, async () => {
      if ((await finalize(deps, session, session.id)) !== undefined) return false;
      return fail(deps, session);
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
    if (isPutStagingId(id) && deps.locks.find(sessionIdOf(id)) === undefined) await deps.blobs.discard(id);
  let count = 0;
  for await (const session of openSessions(deps, Number.MAX_SAFE_INTEGER)) {
    if (signal.aborted) break;
    const complete = await settle(deps, session, () => finalize(deps, session, session.id));
    if (complete !== undefined) count += 1;
  }
  if (count > 0) deps.log.info('uploads finished after a restart', { count });
}

const sessionIdOf = (putStagingId: string): string => putStagingId.slice(0, 36);

/** One session's trouble keeps nobody else from its turn. undefined where somebody has the session, or after a failure. */
async function settle<T>(
  { locks, log }: LifecycleDeps & { readonly log: Log },
  session: Session,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const hold = locks.tryHold(session.id, 'work');
  if (hold === undefined) return undefined;
  try {
    return await work();
  } catch (error) {
    log.error('upload could not be settled', { error });
    return undefined;
  } finally {
    hold.release();
  }
}
