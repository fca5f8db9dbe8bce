import { foldName, type FoundShare } from '@drive/contract';
import type { Database } from '../../platform/db/database.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { shareUrl, type Shares } from '../shares/index.ts';
import { toSharedItem } from './public-share.ts';
import { countPublicShares, listPublicShareIds } from './search-store.ts';

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

/** What people share publicly and without a password, whose name contains the text; the newest share first. */
export async function searchShares(
  { database, accounts, files, shares, config }: SearchDeps,
  now: number,
  { q, page, limit }: { readonly q: string; readonly page: number; readonly limit: number },
): Promise<FoundPage> {
  const { reader, dialect } = database;
  const wanted = { text: foldName(q.trim()), now };
  const totalItems = await countPublicShares(reader, dialect, wanted);
  const items: FoundShare[] = [];
  for (const rowId of await listPublicShareIds(reader, dialect, wanted, { offset: (page - 1) * limit, limit })) {
    try {
      const share = await shares.requireOpenShare(reader, { rowId });
      if (share.kind === 'multi') continue;
      const item = toSharedItem(files, share, share.item);
      const owner = await accounts.findUser(reader, share.ownerId);
      items.push({
        shareToken: share.token,
        shareUrl: shareUrl(config.baseUrl, share),
        name: item.name,
        kind: share.kind,
        size: share.item.sizeBytes,
        mimeType: item.mimeType,
        contentKind: item.contentKind,
        previewUrl: item.previewUrl,
        ownerName: owner?.name ?? null,
      });
    } catch (error) {
      // Closed since it was counted.
      if (!isDomainError(error)) throw error;
    }
  }
  return { items, pagination: { currentPage: page, totalItems, totalPages: Math.ceil(totalItems / limit) } };
}
