import { sql } from 'kysely';

/** `PUBLIC token,SHARED token` of the multi-shares of `i`, newest first. `exists` comes first: for most rows it suffices. */
export const multiShares = sql<
  string | null
>`case when exists (select 1 from share_files as f where f.item_id = i.id) then (
  select string_agg(multi.mode || ' ' || multi.token, ',' order by multi.row_id desc)
  from share_files as f join shares as multi on multi.row_id = f.share_id
  where f.item_id = i.id and multi.revoked_at is null) end`;

/**
 * Until when the own share `share` of `i` opens it to everybody: the last date there is, if it does not expire; null unless it is
 * PUBLIC without a password and a download limit.
 */
const publicUntil = sql`case
  when share.mode = 'PUBLIC' and share.password_hash is null and share.max_downloads is null
  then coalesce(share.expires_at, 8640000000000000) end`;

/**
 * The own share `share` of `i`, null for most rows: its mode, token, likes and comments, and `publicUntil` if it has one, with spaces in
 * between. Each further column would slow a page of a listing down.
 */
export const ownShare = sql<string | null>`case when share.row_id is not null then
  share.mode || ' ' || share.token || ' ' || share.like_count || ' ' || share.comment_count
    || coalesce(' ' || (${publicUntil}), '') end`;
