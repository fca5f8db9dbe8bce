import { setImmediate } from 'node:timers/promises';
import { minuteMs, type PageRequest, type PageSlice, paginationOf, readPage } from '@drive/base';
import { foldName, type FoundShare, type Pagination } from '@drive/contract';
import type { Database } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { HeldBack } from '../../files/index.ts';
import { shareUrl } from '../share-descriptor.ts';
import { listPublicNames, type PublicName } from './public-search-store.ts';
import type { PublicSharesDeps } from './public-shares.ts';
import { isIndexable, sizeOf, toSharedItem } from './shared-items.ts';

/** Rows described before the event loop serves other requests. */
const ROWS_PER_TURN = 10;

/** Finds shares that are PUBLIC and without a password by a part of a file name, the newest first. */
export async function searchShares(
  { database, accounts, files, shares, baseUrl }: PublicSharesDeps,
  publicNames: PublicNames,
  { q, ...page }: PageRequest & { readonly q: string },
): Promise<{ readonly items: FoundShare[]; readonly pagination: Pagination }> {
  const { reader } = database;
  const names = await publicNames.list();
  let total = 0;
  const { rows: rowIds, nextCursor } = await readPage(
    page,
    async (slice) => {
      const found = findNewest(names, foldName(q.trim()), slice);
      ({ total } = found);
      return found.rowIds;
    },
    (rowId) => [rowId],
  );
  const items: FoundShare[] = [];
  for (const [index, rowId] of rowIds.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
    try {
      const share = await shares.requireOpenShare(reader, { rowId });
      if (!isIndexable(share)) continue;
      const item = share.kind === 'multi' ? undefined : toSharedItem(files, share, share.item);
      const owner = await accounts.findLinkHolder(reader, share.ownerId);
      items.push({
        shareToken: share.token,
        shareUrl: shareUrl(baseUrl, share),
        name: share.name,
        kind: share.kind,
        size: sizeOf(share),
        mimeType: item?.mimeType ?? null,
        contentKind: item?.contentKind ?? 'folder',
        previewUrl: item?.previewUrl ?? null,
        ownerName: owner?.name ?? null,
      });
    } catch (error) {
      // The share was closed after the names were read.
      if (!isDomainError(error)) throw error;
    }
  }
  return { items, pagination: paginationOf(page, total, nextCursor) };
}

/** Scans the names in memory; 100,000 names take some milliseconds. */
function findNewest(names: readonly PublicName[], text: string, { offset, limit, after }: PageSlice) {
  const rowIds: number[] = [];
  const end = after === undefined ? Infinity : Number(after[0]);
  let total = 0;
  for (let at = names.length - 1; at >= 0; at -= 1) {
    const name = names[at];
    if (name === undefined || !name.nameKey.includes(text)) continue;
    if (total >= offset && name.rowId < end && rowIds.length < limit) rowIds.push(name.rowId);
    total += 1;
  }
  return { rowIds, total };
}

export interface PublicNames {
  /** Oldest share first. Up to a minute old if there are many shares. */
  list(): Promise<readonly PublicName[]>;
}

/** Up to this number of shares there is no cache, so that a new share is found immediately. */
const UNCACHED_SHARES = 1_000;
const cacheMs = minuteMs;
/** Shares per query: SQLite answers in a few milliseconds, during which no other request is served. */
const SHARES_PER_QUERY = 250;

export function createPublicNames({
  database,
  clock,
  files,
}: Pick<PublicSharesDeps, 'database' | 'clock' | 'files'>): PublicNames {
  let cached: { readonly names: readonly PublicName[]; readonly readAt: number } | undefined;
  /** The read in progress, shared by all requests meanwhile. */
  let reading: Promise<readonly PublicName[]> | undefined;

  const readAll = async (
    batches: AsyncGenerator<readonly PublicName[]>,
    names: PublicName[],
    readAt: number,
  ): Promise<readonly PublicName[]> => {
    for await (const batch of batches) names.push(...batch);
    cached = { names, readAt };
    return names;
  };

  return {
    list: async () => {
      const readAt = clock.now();
      if (cached !== undefined && readAt - cached.readAt < cacheMs) return cached.names;
      cached = undefined;
      if (reading !== undefined) return reading;
      const batches = readBatches(database, files, readAt);
      const names: PublicName[] = [];
      for (let looked = 0; looked < UNCACHED_SHARES; looked += SHARES_PER_QUERY) {
        const { done, value } = await batches.next();
        if (done === true) return names;
        names.push(...value);
      }
      reading ??= readAll(batches, names, readAt).finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

async function* readBatches(
  database: Database,
  heldBack: HeldBack,
  now: number,
): AsyncGenerator<readonly PublicName[], undefined> {
  const isFolderOpen = new Map<number, boolean>();
  for (let after: number | undefined = 0; after !== undefined;) {
    if (after !== 0) await setImmediate();
    const range = { after, limit: SHARES_PER_QUERY };
    const { names, lastRowId } = await listPublicNames(database.reader, heldBack, now, range, isFolderOpen);
    yield names;
    after = lastRowId;
  }
}
