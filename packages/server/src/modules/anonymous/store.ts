import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';

// Written out, not bound: SQLite takes a partial index only where the statement names the same state.
const alive = sql.lit<'alive'>('alive');

/** The folder of an upload, and its file where that has come. */
export interface OldUpload {
  /** items.row_id */
  readonly folderRowId: number;
  readonly folderAt: number;
  /** null while the bytes are on their way. */
  readonly fileAt: number | null;
}

/** Folders that were made until then, the oldest first, after the one named. */
export async function listOldUploads(
  reader: Reader,
  ownerId: number,
  options: { readonly until: number; readonly after: OldUpload | undefined; readonly limit: number },
): Promise<OldUpload[]> {
  const { until, after, limit } = options;
  let query = reader
    .selectFrom('items as folder')
    .leftJoin('items as file', (join) =>
      join.onRef('file.parent_id', '=', 'folder.row_id').on('file.state', '=', alive),
    )
    .select(['folder.row_id as folderRowId', 'folder.created_at as folderAt'])
    // A file that found its folder gone lies in the root itself.
    .select(
      sql<number | null>`coalesce(file.created_at, case when folder.is_folder = 0 then folder.created_at end)`.as(
        'fileAt',
      ),
    )
    .where('folder.parent_id', '=', (of) =>
      of.selectFrom('items').select('row_id').where('owner_id', '=', ownerId).where('parent_id', 'is', null),
    )
    .where('folder.state', '=', alive)
    .where('folder.created_at', '<=', until);
  if (after !== undefined)
    query = query.where((of) =>
      of(of.refTuple('folder.created_at', 'folder.row_id'), '>', of.tuple(after.folderAt, after.folderRowId)),
    );
  return query.orderBy('folder.created_at').orderBy('folder.row_id').limit(limit).execute();
}
