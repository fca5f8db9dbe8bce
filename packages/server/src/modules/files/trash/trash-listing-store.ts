import { isAfter, type Reader } from '../../../platform/db/index.ts';
import { toFileRow, type FileRow } from '../items/item-row.ts';
import { type FolderRow } from '../tree/folder-store.ts';
import { selectFiles } from '../tree/item-store.ts';
import { trashed } from './trash-store.ts';

/** Each order of the trash is that of an index of `items`, but by size on Postgres, followed by the row id. */
const orderColumns = { trashedAt: 'deleted_at', name: 'name_key', size: 'size' } as const;
export type TrashOrder = keyof typeof orderColumns;

export interface TrashPosition {
  readonly key: string | number;
  readonly rowId: number;
}

export interface TrashSlice {
  readonly order: TrashOrder;
  readonly descending: boolean;
  readonly after: TrashPosition | undefined;
  readonly limit: number;
}

export interface TrashedRow extends FileRow, FolderRow {
  readonly nameKey: string;
  /** The user who moved it to the trash; null if that is not known. */
  readonly trashedBy: { readonly id: string; readonly name: string | null } | null;
}

export const positionIn = (order: TrashOrder, row: TrashedRow): TrashPosition => ({
  key: { trashedAt: row.deletedAt ?? 0, name: row.nameKey, size: row.sizeBytes }[order],
  rowId: row.rowId,
});

/** Items that an owner trashed, each folder as one row. */
export async function listTrashed(
  reader: Reader,
  ownerId: number,
  { order, descending, after, limit }: TrashSlice,
): Promise<TrashedRow[]> {
  const direction = descending ? 'desc' : 'asc';
  const columns = [`i.${orderColumns[order]}`, 'i.row_id'] as const;
  const rows = await selectFiles(reader)
    .leftJoin('users as trasher', 'trasher.row_id', 'i.trashed_by')
    .select([
      'i.child_files',
      'i.child_folders',
      'i.name_key',
      'trasher.id as trasher_id',
      'trasher.name as trasher_name',
    ])
    .where('i.owner_id', '=', ownerId)
    .where('i.state', '=', trashed)
    .where(isAfter(after && [after.key, after.rowId], columns, direction))
    .orderBy(columns[0], direction)
    .orderBy(columns[1], direction)
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...toFileRow(row, 'trashed'),
    childFiles: row.child_files,
    childFolders: row.child_folders,
    nameKey: row.name_key,
    trashedBy: row.trasher_id === null ? null : { id: row.trasher_id, name: row.trasher_name },
  }));
}

/** Ids of items that were trashed at `until` or before, newest first. */
export async function listTrashedIds(reader: Reader, ownerId: number, until: number, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('state', '=', trashed)
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at', 'desc')
    .orderBy('row_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
