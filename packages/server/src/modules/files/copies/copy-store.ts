import { sql } from 'kysely';
import { currentActor } from '../../../platform/access/index.ts';
import { toNumber, type Reader, type Tx } from '../../../platform/db/index.ts';
import { alive } from '../items/item-row.ts';
import type { JudgedFile } from '../quarantine/held-back.ts';

/** An item to copy: what its copy is counted by, and what may forbid it. */
export interface SourceRow {
  readonly rowId: number;
  readonly ownerId: number;
  readonly id: string;
  readonly isFolder: boolean;
  readonly name: string;
  readonly nameKey: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
  readonly thumbnailKey: string | null;
  readonly quarantined: boolean;
  readonly scan: JudgedFile['scan'];
  readonly createdAt: number;
  /** Whether it has metadata or tags. */
  readonly isAnnotated: boolean;
}

/** A position among the children of a folder. Only items older than `untilRowId` follow. */
export interface ChildrenPage {
  readonly folderRowId: number;
  readonly afterCreatedAt: number;
  readonly afterRowId: number;
  readonly untilRowId: number;
  readonly limit: number;
}

/** The next alive children in the order of an index. */
export async function listSources(reader: Reader, page: ChildrenPage): Promise<SourceRow[]> {
  const rows = await reader
    .selectFrom('items')
    .select(['row_id', 'id', 'is_folder', 'name', 'name_key', 'size', 'mime_type', 'preview_key', 'quarantined'])
    .select(['created_at', 'annotations', 'owner_id', 'scan'])
    .where('parent_id', '=', page.folderRowId)
    .where('state', '=', alive)
    .where((of) => of(of.refTuple('created_at', 'row_id'), '>', of.tuple(page.afterCreatedAt, page.afterRowId)))
    .where('row_id', '<', page.untilRowId)
    .orderBy('created_at')
    .orderBy('row_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    rowId: row.row_id,
    ownerId: row.owner_id,
    id: row.id,
    isFolder: row.is_folder === 1,
    name: row.name,
    nameKey: row.name_key,
    sizeBytes: row.size,
    mimeType: row.mime_type,
    thumbnailKey: row.preview_key,
    quarantined: row.quarantined === 1,
    scan: row.scan,
    createdAt: row.created_at,
    isAnnotated: row.annotations !== null,
  }));
}

/** Lets other rows name the contents of these files, too. */
export async function shareContents(tx: Tx, rowIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('items')
    .set((of) => ({ shared_key: of.ref('blob_key'), blob_key: null }))
    .where('row_id', 'in', rowIds)
    .where('blob_key', 'is not', null)
    .execute();
}

export interface CopyTarget {
  /** owners.row_id */
  readonly ownerId: number;
  /** items.row_id */
  readonly folderRowId: number;
  /** Whether the copies have no metadata and no tags. */
  readonly isWithoutNotes?: boolean;
}

export interface NewCopy {
  readonly sourceRowId: number;
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
}

/**
 * Columns of a file or folder that its copy has, too. What belongs to the place (name, folder), to the row (ids, state, dates,
 * counts) and to what others did with it (downloads, quarantine) is not among them.
 */
const copiedColumns = [
  'is_folder',
  'mime_type',
  'sha256',
  'crc32',
  'shared_key',
  'preview_key',
  'scan',
  'virus',
  'modified_at',
  'annotations',
] as const;

/** Copies rows into a folder of an owner (owners.row_id). Returns the row ids of the copies by their ids, without those whose name is taken. */
export async function insertCopies(
  tx: Tx,
  { ownerId, folderRowId, isWithoutNotes = false }: CopyTarget,
  copies: readonly NewCopy[],
  now: number,
): Promise<Map<string, number>> {
  const columns = copiedColumns
    .filter((name) => !isWithoutNotes || name !== 'annotations')
    .map((name) => sql.ref(name));
  const values = copies.map(
    ({ sourceRowId, id, name, nameKey }) =>
      sql`(cast(${sourceRowId} as bigint), cast(${id} as text), cast(${name} as text), cast(${nameKey} as text))`,
  );
  const { rows } = await sql<{ row_id: number; id: string }>`
    with copies(source_id, copy_id, copy_name, copy_key) as (values ${sql.join(values)})
    insert into items (${sql.join(columns)}, id, parent_id, name, name_key, size, blob_key, state, created_at, created_by, owner_id)
    select ${sql.join(columns)}, copy_id, ${folderRowId}, copy_name, copy_key,
      case when is_folder = 1 then 0 else size end, null, 'alive', ${now},
      cast(${currentActor()} as bigint), cast(${ownerId} as bigint)
    from copies join items on items.row_id = copies.source_id
    where items.state = 'alive'
    on conflict (parent_id, name) where state = 'alive' and parent_id is not null do nothing
    returning row_id, id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.row_id]));
}

/** Bytes of the metadata and tags of items, as they count in the quota. */
export async function countAnnotations(reader: Reader, rowIds: readonly number[]): Promise<number> {
  if (rowIds.length === 0) return 0;
  const row = await reader
    .selectFrom('item_terms')
    .select((of) => of.fn.sum('bytes').as('bytes'))
    .where('item_id', 'in', rowIds)
    .executeTakeFirstOrThrow();
  return toNumber(row.bytes ?? 0);
}

/** Lets copies be found by the metadata and tags of their originals. */
export async function copyTerms(
  tx: Tx,
  { ownerId, folderRowId }: CopyTarget,
  copies: readonly { readonly sourceRowId: number; readonly rowId: number }[],
): Promise<void> {
  if (copies.length === 0) return;
  const values = copies.map(
    ({ sourceRowId, rowId }) => sql`(cast(${sourceRowId} as bigint), cast(${rowId} as bigint))`,
  );
  await sql`
    with copies(source_id, copy_id) as (values ${sql.join(values)})
    insert into item_terms (item_id, term, owner_id, folder_id, bytes)
    select copy_id, term, cast(${ownerId} as bigint), cast(${folderRowId} as bigint), bytes
    from copies join item_terms on item_terms.item_id = copies.source_id`.execute(tx);
}
