import type { Viewer } from '../../../platform/access/index.ts';
import {
  compileOnce,
  isAmong,
  rowIdList,
  type Dialect,
  type OwnerKind,
  type Reader,
} from '../../../platform/db/index.ts';

export interface TreeOwner {
  /** owners.row_id */
  readonly rowId: number;
  /** owners.id: that of the user, or of the team drive. */
  readonly id: string;
  readonly kind: OwnerKind;
  /** Name of the user, if set. */
  readonly name: string | null;
  /** items.row_id and items.id of the root folder; null before anything is put there. */
  readonly rootRowId: number | null;
  readonly rootId: string | null;
}

const selectOwners = (dialect: Dialect) =>
  compileOnce((reader: Reader, { rowIds }: { rowIds: string }) =>
    reader
      .selectFrom('owners')
      .leftJoin('users', 'users.row_id', 'owners.row_id')
      .leftJoin('items as root', (join) =>
        join.onRef('root.owner_id', '=', 'owners.row_id').on('root.parent_id', 'is', null),
      )
      .select(['owners.row_id as rowId', 'owners.id', 'owners.kind', 'users.name'])
      .select(['root.row_id as rootRowId', 'root.id as rootId'])
      .where(isAmong(dialect, 'owners.row_id', rowIds)),
  );
const selectOwnersOn = { sqlite: selectOwners('sqlite'), postgres: selectOwners('postgres') };

/** Owners by owners.row_id, also users who deleted their account. */
export async function listOwners(
  reader: Reader,
  dialect: Dialect,
  rowIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, TreeOwner>> {
  if (rowIds.size === 0) return new Map();
  const rows = await selectOwnersOn[dialect](reader, { rowIds: rowIdList(dialect, [...rowIds]) });
  return new Map(rows.map((row) => [row.rowId, row]));
}

/** What tells owners apart, by owners.row_id: the name of the user or team drive, or the id without one. */
export async function listOwnerNames(
  reader: Reader,
  rowIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  if (rowIds.size === 0) return new Map();
  const rows = await reader
    .selectFrom('owners')
    .leftJoin('users', 'users.row_id', 'owners.row_id')
    .leftJoin('drives', 'drives.owner_id', 'owners.row_id')
    .select(['owners.row_id as rowId', 'owners.id', 'users.name', 'drives.name as driveName'])
    .where('owners.row_id', 'in', [...rowIds])
    .execute();
  return new Map(rows.map(({ rowId, id, name, driveName }) => [rowId, driveName ?? name ?? id]));
}

/** owners.row_id of a user or team drive by its id. */
export async function findOwnerRow(reader: Reader, id: string): Promise<number | undefined> {
  const row = await reader.selectFrom('owners').select('row_id').where('id', '=', id).executeTakeFirst();
  return row?.row_id;
}

/** A user on whose behalf the server works, as who is shown what it has done. */
export async function findViewer(reader: Reader, userId: number): Promise<Viewer> {
  const person = await reader
    .selectFrom('users')
    .select(['id', 'name'])
    .where('row_id', '=', userId)
    .executeTakeFirst();
  return { userId, accountId: person?.id ?? '', accountName: person?.name ?? null };
}

/** Those of these items (items.id) that a user has starred. */
export async function listStarred(
  reader: Reader,
  userId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await reader
    .selectFrom('item_stars')
    .innerJoin('items', 'items.row_id', 'item_stars.item_id')
    .select('items.id')
    .where('item_stars.user_id', '=', userId)
    .where('items.id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
