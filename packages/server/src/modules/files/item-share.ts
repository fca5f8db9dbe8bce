import type { ShareMode } from '@drive/contract';
import { sql } from 'kysely';

/**
 * Mode and token of the multi-shares that the file `i` is in, newest first, as one column: `PUBLIC token,SHARED token`. null
 * if there is none: `exists` comes first because most rows of a listing need no more than that one look at the index.
 */
export const multiShares = sql<
  string | null
>`case when exists (select 1 from share_files as f where f.item_id = i.id) then (
  select string_agg(multi.mode || ' ' || multi.token, ',' order by multi.row_id desc)
  from share_files as f join shares as multi on multi.row_id = f.share_id
  where f.item_id = i.id and multi.revoked_at is null) end`;

export interface ItemShares {
  readonly share_mode: ShareMode | null;
  readonly share_token: string | null;
  readonly multi_shares: string | null;
}

const openness: Readonly<Record<ShareMode, number>> = { PRIVATE: 0, SHARED: 1, PUBLIC: 2 };

/** The most open mode of an item's own share and its multi-shares, and the token of its own, else of the newest. */
export function shareOf({ share_mode: own, share_token: ownToken, multi_shares: multi }: ItemShares): {
  readonly shareMode: ShareMode | null;
  readonly shareToken: string | null;
} {
  if (multi === null) return { shareMode: own, shareToken: ownToken };
  const shares = multi.split(',').map((each) => each.split(' ') as [ShareMode, string]);
  const modes = shares.map(([mode]) => mode);
  const shareMode = (own === null ? modes : [own, ...modes]).reduce((a, b) => (openness[b] > openness[a] ? b : a));
  return { shareMode, shareToken: ownToken ?? shares[0]?.[1] ?? null };
}
