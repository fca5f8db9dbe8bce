import { sql } from 'kysely';
import type { Dialect, Reader } from '../../platform/db/database.ts';
import { stateFromAbove } from '../files/index.ts';

export interface PublicSearch {
  /** Folded; empty finds everything. */
  readonly text: string;
  readonly now: number;
}

/** Shares of one item that anybody may find: what each must be, `requireOpenShare` says once more. */
function publicShares(reader: Reader, dialect: Dialect, { text, now }: PublicSearch) {
  const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
  let found = reader
    .selectFrom('shares as s')
    .innerJoin('items as i', 'i.id', 's.item_id')
    .where('s.mode', '=', sql.lit<'PUBLIC'>('PUBLIC'))
    .where('s.revoked_at', 'is', null)
    .where('s.password_hash', 'is', null)
    .where((of) => of.or([of('s.expires_at', 'is', null), of('s.expires_at', '>', now)]))
    .where((of) => of.or([of('s.max_downloads', 'is', null), of('s.download_count', '<', of.ref('s.max_downloads'))]))
    .where('i.state', '=', 'alive')
    .where('i.quarantined', '=', 0)
    .where(stateFromAbove('i.parent_id'), '=', 'alive');
  if (text !== '') found = found.where(sql<boolean>`${position}(i.name_key, ${text}) > 0`);
  return found;
}

export async function countPublicShares(reader: Reader, dialect: Dialect, search: PublicSearch): Promise<number> {
  const row = await publicShares(reader, dialect, search)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** shares.row_id, the newest first. */
export async function listPublicShareIds(
  reader: Reader,
  dialect: Dialect,
  search: PublicSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<number[]> {
  const rows = await publicShares(reader, dialect, search)
    .select('s.row_id')
    .orderBy('s.row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.row_id);
}

/** Pages for search engines, the newest first. Each says itself once more whether it is open. */
export async function listPublicPages(
  reader: Reader,
  now: number,
  limit: number,
): Promise<{ readonly token: string; readonly createdAt: number }[]> {
  return publicShares(reader, 'sqlite', { text: '', now })
    .select(['s.token', 's.created_at as createdAt'])
    .orderBy('s.row_id', 'desc')
    .limit(limit)
    .execute();
}
