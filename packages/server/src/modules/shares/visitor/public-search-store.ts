import { sql } from 'kysely';
import type { Reader } from '../../../platform/db/index.ts';
import { ownerIsEnabled } from '../../accounts/index.ts';
import { stateFromAbove, type HeldBack } from '../../files/index.ts';

export interface PublicName {
  readonly rowId: number;
  /** Folded; of a multi-share the names of all files, one per line. */
  readonly nameKey: string;
}

/** Only among the next `limit` PUBLIC shares without a password, oldest first; `requireOpenShare` checks each again. */
export async function listPublicNames(
  reader: Reader,
  heldBack: HeldBack,
  now: number,
  { after, limit }: { readonly after: number; readonly limit: number },
  isFolderOpen: Map<number, boolean>,
): Promise<{ readonly names: PublicName[]; readonly lastRowId: number | undefined }> {
  const { isReleasedRow } = heldBack;
  const rows = await reader
    .selectFrom('shares as s')
    .leftJoin('items as i', 'i.id', 's.item_id')
    .select([
      's.row_id',
      's.item_id',
      's.expires_at',
      's.max_downloads',
      's.download_count',
      'i.parent_id',
      'i.name_key',
      'i.state',
      'i.is_folder',
      isReleasedRow('i').as('is_released'),
    ])
    .where('s.mode', '=', sql.lit<'PUBLIC'>('PUBLIC'))
    .where('s.revoked_at', 'is', null)
    .where('s.password_hash', 'is', null)
    .where(ownerIsEnabled('s.owner_id'))
    .where('s.row_id', '>', after)
    .orderBy('s.row_id')
    .limit(limit)
    .execute();
  const open = rows.filter(
    (row) =>
      (row.expires_at === null || row.expires_at > now) &&
      (row.max_downloads === null || row.download_count < row.max_downloads),
  );
  const several = open.filter((row) => row.item_id === null).map((row) => row.row_id);
  const found = [...open, ...(await listFilesOf(reader, heldBack, several))].flatMap((row) => {
    if (row.parent_id === null || row.name_key === null || row.state !== 'alive') return [];
    if (row.is_folder !== 1 && !row.is_released) return [];
    return [{ rowId: row.row_id, nameKey: row.name_key, folderRowId: row.parent_id }];
  });
  const unknown = new Set(found.map(({ folderRowId }) => folderRowId).filter((rowId) => !isFolderOpen.has(rowId)));
  if (unknown.size > 0)
    for (const { rowId, state } of await listFolderStates(reader, [...unknown]))
      isFolderOpen.set(rowId, state === 'alive');
  const keys = new Map<number, string[]>();
  for (const { rowId, nameKey, folderRowId } of found) {
    if (isFolderOpen.get(folderRowId) !== true) continue;
    const known = keys.get(rowId);
    if (known === undefined) keys.set(rowId, [nameKey]);
    else known.push(nameKey);
  }
  return {
    // In the order of the shares: the query returns files of multi-shares last.
    names: open.flatMap(({ row_id }) => {
      const nameKeys = keys.get(row_id);
      return nameKeys === undefined ? [] : [{ rowId: row_id, nameKey: nameKeys.join('\n') }];
    }),
    lastRowId: rows.length < limit ? undefined : rows.at(-1)?.row_id,
  };
}

const listFilesOf = async (reader: Reader, { isReleasedRow }: HeldBack, shareRowIds: readonly number[]) =>
  shareRowIds.length === 0
    ? []
    : reader
        .selectFrom('share_files as f')
        .innerJoin('items as i', 'i.id', 'f.item_id')
        .select(['f.share_id as row_id', 'i.parent_id', 'i.name_key', 'i.state', 'i.is_folder'])
        .select(isReleasedRow('i').as('is_released'))
        .where('f.share_id', 'in', shareRowIds)
        .orderBy('f.share_id')
        .orderBy('f.position')
        .execute();

const listFolderStates = (reader: Reader, rowIds: readonly number[]) =>
  reader
    .selectFrom('items as i')
    .select(['i.row_id as rowId', stateFromAbove('i.row_id').as('state')])
    .where('i.row_id', 'in', rowIds)
    .execute();

/** Tokens and creation times of these shares, without those of disabled users; oldest first. */
export async function listPublicPages(
  reader: Reader,
  rowIds: readonly number[],
): Promise<{ readonly token: string; readonly createdAt: number }[]> {
  return reader
    .selectFrom('shares as s')
    .select(['s.token', 's.created_at as createdAt'])
    .where('s.row_id', 'in', rowIds)
    .where(ownerIsEnabled('s.owner_id'))
    .orderBy('s.row_id')
    .execute();
}
