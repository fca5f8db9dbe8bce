import { sql } from 'kysely';
import { isAfter, isAmong, rowIdList, toNumber, type Dialect, type Reader } from '../../../platform/db/index.ts';
import { aFile, alive } from '../items/item-row.ts';

/** items.row_id of a file, and the bytes by which it is listed. */
export interface StoredFileRow {
  readonly rowId: number;
  readonly bytes: number;
}

export interface StoredFileSlice {
  readonly ownerId: number;
  /** The last of the page before. */
  readonly after: readonly [bytes: number, rowId: number] | undefined;
  readonly limit: number;
}

// A literal instead of a parameter: SQLite uses a partial index only if the statement contains its condition.
const largeBytes = sql.lit(1_048_576);

type Row = { readonly row_id: number; readonly bytes: number };
const toRow = ({ row_id: rowId, bytes }: Row): StoredFileRow => ({ rowId, bytes: toNumber(bytes) });

/** The largest files of an owner, by an index. Also files in trashed folders. */
export async function listLargest(
  reader: Reader,
  dialect: Dialect,
  { ownerId, after, limit }: StoredFileSlice,
): Promise<StoredFileRow[]> {
  // As in listings: on Postgres the index has the size of files in a column of its own.
  const column = dialect === 'postgres' ? 'file_size' : 'size';
  const size = sql.ref(column);
  const { rows } = await sql<Row>`select row_id, ${size} as bytes from items
    where owner_id = ${ownerId} and state = ${alive} and is_folder = ${aFile} and ${size} >= ${largeBytes}
      and ${isAfter(after, [column, 'row_id'], 'desc')}
    order by ${size} desc, row_id desc limit ${sql.lit(limit)}`.execute(reader);
  return rows.map(toRow);
}

/** The files of an owner whose versions are the largest together. Reads a row of an index per version. Also files in the trash. */
export async function listByVersions(
  reader: Reader,
  { ownerId, after, limit }: StoredFileSlice,
): Promise<StoredFileRow[]> {
  const { rows } = await sql<Row>`
    select row_id, bytes from (
      select item_id as row_id, cast(sum(size) as bigint) as bytes from file_versions
      where owner_id = ${ownerId} group by item_id) as sums
    where ${isAfter(after, ['bytes', 'row_id'], 'desc')}
    order by bytes desc, row_id desc limit ${sql.lit(limit)}`.execute(reader);
  return rows.map(toRow);
}

/** Number and bytes of the versions of these files (items.row_id); files without versions are left out. */
export async function sumVersionsOf(
  reader: Reader,
  dialect: Dialect,
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly versions: number; readonly versionBytes: number }>> {
  const { rows } = await sql<{ item_id: number; versions: number; bytes: number }>`
    select item_id, count(*) as versions, cast(sum(size) as bigint) as bytes from file_versions
    where ${isAmong(dialect, 'item_id', rowIdList(dialect, rowIds))} group by item_id`.execute(reader);
  return new Map(
    rows.map((row) => [row.item_id, { versions: toNumber(row.versions), versionBytes: toNumber(row.bytes) }]),
  );
}
