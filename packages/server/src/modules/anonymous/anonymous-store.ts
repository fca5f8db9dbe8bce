import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';

// A literal instead of a parameter: SQLite uses a partial index only if the statement contains its condition.
const alive = sql.lit<'alive'>('alive');

/** The folder of an upload and, if it has arrived, its file. */
export interface OldUpload {
  readonly folderRowId: number;
  readonly folderAt: number;
  /** null until the file has arrived. */
  readonly fileAt: number | null;
}

/** Folders created at `until` or before, oldest first, after `after`. */
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
    // A file whose folder was deleted meanwhile lies in the root.
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
