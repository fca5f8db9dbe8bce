import { setImmediate } from 'node:timers/promises';
import { foldName, type FoundShare } from '@drive/contract';
import type { Database } from '../../platform/db/database.ts';
import { isDomainError } from '../../platform/errors.ts';
import { paginationOf } from '../../platform/paging.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { shareUrl, type Shares } from '../shares/index.ts';
import { isIndexable, sizeOf, toSharedItem } from './public-share.ts';
import type { PublicNamesSource } from './public-names.ts';
import type { PublicName } from './search-store.ts';

export interface SearchDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly config: { readonly baseUrl: string };
}

export interface FoundPage {
  readonly items: FoundShare[];
  readonly pagination: { readonly currentPage: number; readonly totalItems: number; readonly totalPages: number };
}

/** So many rows are made into an answer before others get their turn. */
const rowsAtOnce = 10;

/** What people share publicly and without a password, whose name contains the text; several files by the name of any of them; the newest share first. */
export async function searchShares(
  { database, accounts, files, shares, config }: SearchDeps,
  publicNames: PublicNamesSource,
  { q, page, limit }: { readonly q: string; readonly page: number; readonly limit: number },
): Promise<FoundPage> {
  const { reader } = database;
  const found = findNewest(await publicNames.list(), foldName(q.trim()), (page - 1) * limit, limit);
  const items: FoundShare[] = [];
  for (const [index, rowId] of found.rowIds.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
    try {
      const share = await shares.requireOpenShare(reader, { rowId });
      if (!isIndexable(share)) continue;
      const item = share.kind === 'multi' ? undefined : toSharedItem(files, share, share.item);
      const owner = await accounts.findUser(reader, share.ownerId);
      items.push({
        shareToken: share.token,
        shareUrl: shareUrl(config.baseUrl, share),
        name: share.name,
        kind: share.kind,
        size: sizeOf(share),
        mimeType: item?.mimeType ?? null,
        contentKind: item?.contentKind ?? 'folder',
        previewUrl: item?.previewUrl ?? null,
        ownerName: owner?.name ?? null,
      });
    } catch (error) {
      // Closed since the names were read.
      if (!isDomainError(error)) throw error;
    }
  }
  return { items, pagination: paginationOf({ page, limit }, found.total) };
}

/** One pass over names in memory: a hundred thousand take some milliseconds. */
function findNewest(names: readonly PublicName[], text: string, offset: number, limit: number) {
  const rowIds: number[] = [];
  let total = 0;
  for (let at = names.length - 1; at >= 0; at -= 1) {
    const name = names[at];
    if (name === undefined || !name.nameKey.includes(text)) continue;
    if (total >= offset && rowIds.length < limit) rowIds.push(name.rowId);
    total += 1;
  }
  return { rowIds, total };
}
