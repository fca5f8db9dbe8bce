import { hourMs } from '../../platform/clock.ts';
import type { LifecycleDeps } from './lifecycle.ts';
import { sessionIdOf } from './session.ts';
import { listOpenIds, listUsedBlobKeys } from './store.ts';

const pageSize = 500;
/** So few may be orphans by accident; more of them only when they are a small part of all. */
const harmlessCount = 20;
const harmlessShare = 0.1;
const maxRemembered = 100_000;

/**
 * Removes bytes that no row knows, older than this process or than a day: a crash between two steps leaves such, and
 * nothing else does.
 *
 * Where suspiciously much looks like that, the database is probably not the one that belongs to these bytes (an old
 * backup, another server's), so nothing at all is removed and the log says so.
 */
export async function sweepOrphans(deps: LifecycleDeps, startedAt: number, signal: AbortSignal): Promise<void> {
  const oldBefore = Math.max(startedAt, deps.clock.now() - 24 * hourMs);
  await sweepStaged(deps, oldBefore, signal);
  await sweepBlobs(deps, oldBefore, signal);
}

async function sweepStaged({ database, blobs, locks, log }: LifecycleDeps, oldBefore: number, signal: AbortSignal) {
  let count = 0;
  for await (const ids of pages(blobs.listStaged(), signal)) {
    const open = new Set(await listOpenIds(database.reader, ids));
    for (const id of ids) {
      if (open.has(id)) continue;
      // Held, so that nobody begins to write to what is about to go.
      const hold = locks.tryHold(sessionIdOf(id), 'work');
      if (hold === undefined) continue;
      try {
        const info = await blobs.findStaged(id);
        if (info === undefined || info.modifiedAt >= oldBefore) continue;
        await blobs.discard(id);
        count += 1;
      } finally {
        hold.release();
      }
    }
  }
  if (count > 0) log.warn('orphans removed from staging', { count });
}

async function sweepBlobs({ database, blobs, log }: LifecycleDeps, oldBefore: number, signal: AbortSignal) {
  const orphans: string[] = [];
  let known = 0;
  for await (const keys of pages(blobs.list(), signal)) {
    const used = new Set(await listUsedBlobKeys(database.reader, keys));
    known += used.size;
    for (const key of keys) if (!used.has(key)) orphans.push(key);
    if (orphans.length > maxRemembered) break;
  }
  if (orphans.length === 0 || signal.aborted) return;
  if (
    known === 0 ||
    orphans.length > maxRemembered ||
    orphans.length > Math.max(harmlessCount, known * harmlessShare)
  ) {
    log.error('too many blobs unknown to the database: none removed', { count: orphans.length });
    return;
  }
  let count = 0;
  for (const key of orphans) {
    const info = await blobs.find(key);
    if (info === undefined || info.modifiedAt >= oldBefore) continue;
    // Looked at again: it may have become a file since.
    if ((await listUsedBlobKeys(database.reader, [key])).length > 0) continue;
    await blobs.delete(key);
    count += 1;
  }
  if (count > 0) log.warn('orphans removed from blobs', { count });
}

async function* pages(ids: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const id of ids) {
    if (signal.aborted) return;
    page.push(id);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
