import { DriveError, type BatchFailure, type ListedShare } from '@drive/sdk';
import { client } from '../api/client.ts';
import { pageRows } from '../api/paged-rows.ts';
import { sharesKey } from '../api/shares.ts';

/** A page of the links of the user, or of a team drive. */
export const sharePageQuery = (driveId: string | undefined, page: number) => ({
  queryKey: [...sharesKey, 'list', driveId, page] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    client.shares
      .list({ limit: pageRows, page, driveId }, { signal })
      .then(({ items, pagination }) => ({ items, pagination })),
});

interface SharesOutcome {
  readonly done: readonly ListedShare[];
  readonly failed: readonly BatchFailure[];
}

/** Each by its token: an item can have several links, and a change by the item is one of its first link. */
export const setModeOfShares = (
  shares: readonly ListedShare[],
  shareMode: ListedShare['shareMode'],
): Promise<SharesOutcome> => oneByOne(shares, ({ shareToken: token }) => client.shares.setMode({ token }, shareMode));

export const endShares = (shares: readonly ListedShare[]): Promise<SharesOutcome> =>
  oneByOne(shares, ({ shareToken: token }) => client.shares.revoke({ token }));

async function oneByOne(
  shares: readonly ListedShare[],
  change: (share: ListedShare) => PromiseLike<unknown>,
): Promise<SharesOutcome> {
  const done: ListedShare[] = [];
  const failed: BatchFailure[] = [];
  for (const share of shares)
    try {
      await change(share);
      done.push(share);
    } catch (error) {
      // Without a connection or a session every other would fail, too.
      if (!(error instanceof DriveError) || error.status === undefined || error.status === 401) throw error;
      failed.push({ id: share.shareToken, message: error.message, code: error.code, status: error.status });
    }
  return { done, failed };
}
