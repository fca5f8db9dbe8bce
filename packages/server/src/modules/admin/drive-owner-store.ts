import type { Reader } from '../../platform/db/index.ts';

/** owners.row_id of a team drive that is not deleted. */
export async function findDriveOwner(reader: Reader, id: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('drives')
    .innerJoin('owners', 'owners.row_id', 'drives.owner_id')
    .select('owners.row_id as rowId')
    .where('owners.id', '=', id)
    .where('drives.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.rowId;
}
