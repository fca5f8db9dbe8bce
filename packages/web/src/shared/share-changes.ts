import { DriveError, type BatchFailure, type ListedShare } from '@drive/sdk';
import { client } from '../api/client.ts';
import { pageRows } from '../api/paged-rows.ts';
import { sharesKey } from '../api/shares.ts';

/** The server takes this many files at once. */
const batchItems = 200;

/** A page of the links of the user, or of a team drive. */
export const sharePageQuery = (driveId: string | undefined, page: number) => ({
  queryKey: [...sharesKey, 'list', driveId, page] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    client.shares
      .list({ limit: pageRows, page, driveId }, { signal })
      .then(({ items, pagination }) => ({ items, pagination })),
});

export interface SharesOutcome {
  readonly done: readonly ListedShare[];
  readonly failed: readonly BatchFailure[];
}

/** Changes many shares: those of files in batches if all become public, every other one separately. */
export async function setModeOfShares(
  shares: readonly ListedShare[],
  shareMode: ListedShare['shareMode'],
): Promise<SharesOutcome> {
  if (shareMode !== 'PUBLIC')
    return await oneByOne(shares, ({ shareToken: token }) => client.shares.setMode({ token }, shareMode));
  const files = shares.filter(({ kind }) => kind === 'file');
  const done: ListedShare[] = [];
  const failed: BatchFailure[] = [];
  for (let start = 0; start < files.length; start += batchItems) {
    const batch = files.slice(start, start + batchItems);
    const byItem = new Map(batch.map((share) => [share.itemId, share]));
    const outcome = await client.shares.setVisibility({
      ids: batch.flatMap(({ itemId }) => itemId ?? []),
      mode: 'PUBLIC',
    });
    done.push(...outcome.updated.flatMap(({ id }) => byItem.get(id) ?? []));
    failed.push(...outcome.failed.map((each) => ({ ...each, id: byItem.get(each.id)?.shareToken ?? each.id })));
  }
  const others = await oneByOne(
    shares.filter(({ kind }) => kind !== 'file'),
    ({ shareToken: token }) => client.shares.setMode({ token }, shareMode),
  );
  return { done: [...done, ...others.done], failed: [...failed, ...others.failed] };
}

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
