import { setImmediate } from 'node:timers/promises';
import { hourMs } from '@drive/base';
import { isDirectStagingId, isLostMultipart, type BlobInfo, type StagedBytes } from '@drive/blobs';
import type { Reader } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { LifecycleDeps } from './session-lifecycle.ts';
import { countKeys, listOpenIds, listUsedBlobKeys } from './upload-session-store.ts';
import { sessionIdOf } from './upload-session.ts';

type SweepDeps = LifecycleDeps & Pick<Ports, 'node'> & { readonly config: { readonly sweepMs: number } };

const pageSize = 500;
/** Up to this many orphans are plausible: at most the number of known blobs, or a small share of all. */
const harmlessCount = 20;
const harmlessShare = 0.1;
const maxRemembered = 100_000;
/** Keys per query: about one millisecond. */
const keysPerQuery = 2000;
/** A run looks at one range of the store, and at further ones until it has seen so many keys. */
const keysPerRun = 50_000;

/**
 * Removes bytes that no row names and that are older than a day (a multipart upload: an hour), or than this process if it is the
 * only server. Only a crash leaves such bytes. Of a large object storage, each run looks at the next range of keys.
 *
 * If suspiciously many blobs are unknown or missing, the database probably does not belong to these blobs (an old
 * backup, another server). Then nothing is removed, and the log says so.
 */
export async function sweepOrphans(deps: SweepDeps, startedAt: number, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const oldBefore = oldBeforeOf({ isAlone: deps.node.isAlone, startedAt, now });
  await sweepStaged(deps, { oldBefore, multipartBefore: Math.max(oldBefore, now - hourMs) }, signal);
  await sweepBlobs(deps, { oldBefore, run: Math.floor(now / deps.config.sweepMs) }, signal);
}

/** Epoch milliseconds: older bytes that no row names are those of no upload in progress. */
export function oldBeforeOf(process: { readonly isAlone: boolean; readonly startedAt: number; readonly now: number }) {
  const { isAlone, startedAt, now } = process;
  // A start in the future means that the clock was set back. Bytes of other servers may be older than this process.
  return Math.max(isAlone && startedAt <= now ? startedAt : 0, now - 24 * hourMs);
}

async function sweepStaged({ blobs, log, ...deps }: LifecycleDeps, ages: StagedAges, signal: AbortSignal) {
  let count = 0;
  for await (const { id } of listStagedOrphans({ blobs, ...deps }, ages, signal)) {
    await blobs.discard(id);
    count += 1;
  }
  if (count > 0) log.warn('orphans removed from staging', { count });
}

/** Epoch milliseconds; what was written later stays. */
interface StagedAges {
  readonly oldBefore: number;
  /** Of direct uploads. Default: any, because the session of one is older than its URL, and an object that comes later counts for nobody. */
  readonly directBefore?: number;
  /** Of multipart uploads that no row names; an upload notes its own within seconds. Default: `oldBefore`. */
  readonly multipartBefore?: number;
}

/** Staged bytes of no open upload. The lock of each is held until the next one is asked for. */
export async function* listStagedOrphans(
  { database, blobs, locks }: Pick<LifecycleDeps, 'database' | 'locks'> & { readonly blobs: StagedBytes },
  { oldBefore, directBefore = Infinity, multipartBefore = oldBefore }: StagedAges,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly id: string; readonly info: BlobInfo }> {
  for await (const ids of pages(blobs.listStaged(), signal)) {
    const open = new Set(await listOpenIds(database.reader, ids.map(sessionIdOf)));
    for (const id of ids) {
      if (open.has(sessionIdOf(id))) continue;
      // Locked, so that no request writes to it.
      const lock = await locks.tryAcquire(sessionIdOf(id), 'work');
      if (lock === undefined) continue;
      try {
        const info = await blobs.findStaged(id);
        const before = isDirectStagingId(id) ? directBefore : isLostMultipart(id) ? multipartBefore : oldBefore;
        if (info === undefined || info.modifiedAt >= before) continue;
        yield { id, info };
      } finally {
        lock.release();
      }
    }
  }
}

/** Keys after one and up to another, which is included. undefined: up to the last. */
interface KeyRange {
  readonly after: string;
  readonly until: string | undefined;
}

async function sweepBlobs(
  { database, blobs, log }: SweepDeps,
  { oldBefore, run }: { readonly oldBefore: number; readonly run: number },
  signal: AbortSignal,
) {
  const orphans: string[] = [];
  let known = 0;
  const look = async (keys: readonly string[]): Promise<void> => {
    const used = new Set(await listUsedBlobKeys(database.reader, keys));
    known += used.size;
    for (const key of keys) if (!used.has(key)) orphans.push(key);
  };
  /** From a range to the last key or to `before`, unless enough was seen behind `enoughFrom`. */
  async function lookAt(after: string, before: string | undefined, enoughFrom: string | undefined): Promise<KeyRange> {
    for await (const keys of pages(blobs.list({ after }), signal)) {
      const inRange = before === undefined ? keys : keys.filter((key) => key < before);
      await look(inRange);
      const last = keys.at(-1) ?? '';
      if (inRange.length < keys.length || orphans.length > maxRemembered) break;
      if (enoughFrom !== undefined && last >= enoughFrom && known + orphans.length >= keysPerRun)
        return { after, until: last };
    }
    return { after, until: before };
  }
  const { rangeStarts } = blobs;
  const index = run % rangeStarts.length;
  const start = rangeStarts[index] ?? '';
  const ranges = [await lookAt(start, undefined, rangeStarts[index + 1])];
  const isEnough = ranges[0]?.until !== undefined || known + orphans.length >= keysPerRun;
  if (start !== '' && !isEnough) ranges.push(await lookAt('', start, ''));
  if (orphans.length === 0 || signal.aborted) return;
  if (orphans.length > maxRemembered || isMuch(orphans.length, known)) {
    log.error('too many blobs unknown to the database: none removed', { count: orphans.length });
    return;
  }
  let named = 0;
  for (const range of ranges) named += await countNamedKeys(database.reader, range, signal);
  if (isMuch(named - known, named)) {
    log.error('too many blobs missing that the database knows: none of the others removed', { count: named - known });
    return;
  }
  let count = 0;
  for (const key of orphans) {
    const info = await blobs.find(key);
    if (info === undefined || info.modifiedAt >= oldBefore) continue;
    // Checked again: it may have become a file since.
    if ((await listUsedBlobKeys(database.reader, [key])).length > 0) continue;
    await blobs.delete(key);
    count += 1;
  }
  if (count > 0) log.warn('orphans removed from blobs', { count });
}

const isMuch = (count: number, of: number): boolean =>
  count > Math.max(Math.min(harmlessCount, of), of * harmlessShare);

const namingColumns = [
  ['items', 'blob_key'],
  ['items', 'shared_key'],
  ['items', 'preview_key'],
  ['file_versions', 'blob_key'],
  ['file_versions', 'shared_key'],
  ['file_versions', 'preview_key'],
] as const;

/** Number of blobs in the range that files and their versions name. */
async function countNamedKeys(reader: Reader, range: KeyRange, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (const [table, column] of namingColumns) {
    let after: string | null = range.after;
    while (after !== null && !signal.aborted) {
      const { count, last } = await countKeys(reader, table, column, { ...range, after, limit: keysPerQuery });
      total += count;
      after = last;
      await setImmediate();
    }
  }
  return total;
}

async function* pages(ids: AsyncIterable<string>, signal?: AbortSignal): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const id of ids) {
    if (signal?.aborted === true) return;
    page.push(id);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
