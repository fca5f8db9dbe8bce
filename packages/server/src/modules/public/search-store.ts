import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { stateFromAbove } from '../files/index.ts';

export interface PublicName {
  /** shares.row_id */
  readonly rowId: number;
  /** Folded. */
  readonly nameKey: string;
}

export interface PublicNames {
  readonly names: PublicName[];
  /** Where the next ones begin; undefined: there are none. */
  readonly lastRowId: number | undefined;
}

/**
 * What anybody may find among the next `limit` PUBLIC shares after a row, the oldest first: of one item, open, without a
 * password. What each must be, `requireOpenShare` says once more.
 *
 * `isFolderOpen` keeps, by items.row_id, whether all is alive from a folder upwards: many shares lie in the same few.
 */
export async function listPublicNames(
  reader: Reader,
  now: number,
  { after, limit }: { readonly after: number; readonly limit: number },
  isFolderOpen: Map<number, boolean>,
): Promise<PublicNames> {
  const rows = await reader
    .selectFrom('shares as s')
    .leftJoin('items as i', 'i.id', 's.item_id')
    .select([
      's.row_id',
      's.expires_at',
      's.max_downloads',
      's.download_count',
      'i.parent_id',
      'i.name_key',
      'i.state',
      'i.quarantined',
    ])
    .where('s.mode', '=', sql.lit<'PUBLIC'>('PUBLIC'))
    .where('s.revoked_at', 'is', null)
    .where('s.password_hash', 'is', null)
    .where('s.row_id', '>', after)
    .orderBy('s.row_id')
    .limit(limit)
    .execute();
  const found = rows.flatMap((row) => {
    if (row.parent_id === null || row.name_key === null || row.state !== 'alive' || row.quarantined !== 0) return [];
    if (row.expires_at !== null && row.expires_at <= now) return [];
    if (row.max_downloads !== null && row.download_count >= row.max_downloads) return [];
    return [{ rowId: row.row_id, nameKey: row.name_key, folderRowId: row.parent_id }];
  });
  const unknown = new Set(found.map(({ folderRowId }) => folderRowId).filter((rowId) => !isFolderOpen.has(rowId)));
  if (unknown.size > 0)
    for (const { rowId, state } of await listFolderStates(reader, [...unknown]))
      isFolderOpen.set(rowId, state === 'alive');
  return {
    names: found.filter(({ folderRowId }) => isFolderOpen.get(folderRowId) === true),
    lastRowId: rows.length < limit ? undefined : rows.at(-1)?.row_id,
  };
}

const listFolderStates = (reader: Reader, rowIds: readonly number[]) =>
  reader
    .selectFrom('items as i')
    .select(['i.row_id as rowId', stateFromAbove('i.row_id').as('state')])
    .where('i.row_id', 'in', rowIds)
    .execute();

/** Where the pages of these shares are, and since when; the oldest first. */
export async function listPublicPages(
  reader: Reader,
  rowIds: readonly number[],
): Promise<{ readonly token: string; readonly createdAt: number }[]> {
  return reader
    .selectFrom('shares as s')
    .select(['s.token', 's.created_at as createdAt'])
    .where('s.row_id', 'in', rowIds)
    .orderBy('s.row_id')
    .execute();
}
