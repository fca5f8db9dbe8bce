import type { Change, ChangePage, ListChangesQuery } from '../api.gen.ts';
import { isDriveError, type DriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import { backoffMs, isTransient, pause, retryAfterMs } from '../retry.ts';

export interface FollowingChanges {
  readonly cursor: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly limit: number | undefined;
  /** Seconds to wait for a change; `undefined`: end after the last one. */
  readonly wait?: number;
  /** Consecutive failures that are tolerated, before and after the first answer. */
  readonly firstRetries: number;
  readonly maxRetries: number;
  readonly onDisconnect?: ((error: DriveError) => void) | undefined;
}

/** An empty answer that came faster than this was not held: the server is stopping, or a proxy answers. */
const heldMs = 500;

/** Yields each change with the cursor to go on from once it is processed. */
export async function* followChanges(
  list: (query: ListChangesQuery, options: RequestOptions) => PromiseLike<ChangePage>,
  { cursor: start, signal, limit, wait, firstRetries, maxRetries, onDisconnect }: FollowingChanges,
): AsyncGenerator<Change & { readonly cursor: string }, void, undefined> {
  const isOver = (): boolean => signal?.aborted === true;
  let cursor = start ?? '';
  let most = firstRetries;
  let hasAnswered = false;
  for (let failures = 0; !isOver();) {
    const askedAt = performance.now();
    let failure: DriveError | undefined;
    let page: ChangePage | undefined;
    try {
      page = await list({ cursor: cursor === '' ? undefined : cursor, limit, wait }, { signal, maxRetries: 0 });
    } catch (error) {
      if (isOver()) return;
      if (!isDriveError(error)) throw error;
      failure = error;
      // The server may not have noticed yet that an earlier request is gone.
      const isFull = hasAnswered && failure.code === 'too_many_requests';
      if (failures >= most || !(isTransient(failure) || isFull)) throw failure;
      if (failures === 0) onDisconnect?.(failure);
    }
    if (page !== undefined) {
      for (const [index, change] of page.changes.entries()) {
        // All of a page have to be processed before its own cursor is safe.
        yield { ...change, cursor: index === page.changes.length - 1 ? page.cursor : cursor };
      }
      ({ cursor } = page);
      most = maxRetries;
      hasAnswered = true;
      if (wait === undefined && !page.hasMore) return;
      if (page.changes.length > 0 || page.hasMore || performance.now() - askedAt >= heldMs) {
        failures = 0;
        continue;
      }
    }
    failures += 1;
    await pause(retryAfterMs(failure?.retryAfter) ?? backoffMs(failures), signal).catch(() => {});
  }
}
