import type { PageSlice } from '@drive/base';
import type { ScanResult } from '@drive/contract';
import { sql } from 'kysely';
import { currentActor } from '../../../platform/access/index.ts';
import {
  compileOnce,
  converted,
  defineRow,
  isAfter,
  type Reader,
  type RowOf,
  type Tx,
} from '../../../platform/db/index.ts';
import { keyColumns, keyOf, type ContentKey, type KeyColumns } from '../items/content-key.ts';
import { alive, type FileRow } from '../items/item-row.ts';

const versionRow = defineRow('file_versions', {
  itemRowId: 'item_id',
  /** items.version while it was current. */
  version: 'version',
  ownerId: 'owner_id',
  blobKey: converted('blob_key', (key: string | null) => key ?? ''),
  isShared: converted('shared_key', (key: string | null) => key !== null),
  sizeBytes: 'size',
  mimeType: 'mime_type',
  sha256: 'sha256',
  crc32: 'crc32',
  thumbnailKey: 'preview_key',
  scan: 'scan',
  virus: 'virus',
  modifiedAt: 'modified_at',
  uploadedAt: 'uploaded_at',
  replacedAt: 'replaced_at',
});

export type VersionRow = RowOf<typeof versionRow>;

const toVersionRow = (row: Parameters<typeof versionRow.from>[0] & KeyColumns): VersionRow => ({
  ...versionRow.from(row),
  blobKey: keyOf(row) ?? '',
});

export interface Content extends ContentKey {
  readonly sizeBytes: number;
  readonly mimeType: string | null;
  readonly sha256: string | null;
  readonly crc32: number | null;
  readonly thumbnailKey: string | null;
  readonly scan: ScanResult | null;
  readonly virus: string | null;
  readonly modifiedAt: number | null;
}

const insertVersion = compileOnce((tx: Tx, version: Omit<VersionRow, 'blobKey' | 'isShared'> & KeyColumns) =>
  tx.insertInto('file_versions').values({
    item_id: version.itemRowId,
    version: version.version,
    owner_id: version.ownerId,
    blob_key: version.blob_key,
    shared_key: version.shared_key,
    size: version.sizeBytes,
    mime_type: version.mimeType,
    sha256: version.sha256,
    crc32: version.crc32,
    preview_key: version.thumbnailKey,
    scan: version.scan,
    virus: version.virus,
    modified_at: version.modifiedAt,
    uploaded_at: version.uploadedAt,
    replaced_at: version.replacedAt,
  }),
);

export async function keepAsVersion(tx: Tx, file: FileRow & ContentKey, replacedAt: number): Promise<void> {
  const { rowId: itemRowId, createdAt: uploadedAt, version, ownerId, sizeBytes, mimeType, sha256, crc32 } = file;
  const { thumbnailKey, scan, virus, modifiedAt } = file;
  const content = { ...keyColumns(file), sizeBytes, mimeType, sha256, crc32, thumbnailKey, scan, virus, modifiedAt };
  await insertVersion(tx, { itemRowId, version, ownerId, ...content, uploadedAt, replacedAt });
}

type ContentColumns = Omit<Content, 'blobKey' | 'isShared'> & KeyColumns;

const updateContent = compileOnce(
  (tx: Tx, { rowId, now, by, ...content }: ContentColumns & { rowId: number; now: number; by: number | null }) =>
    tx
      .updateTable('items')
      .set((of) => ({
        size: content.sizeBytes,
        mime_type: content.mimeType,
        sha256: content.sha256,
        crc32: content.crc32,
        blob_key: content.blob_key,
        shared_key: content.shared_key,
        preview_key: content.thumbnailKey,
        scan: content.scan,
        virus: content.virus,
        modified_at: content.modifiedAt,
        version: of('version', '+', 1),
        revision: of('revision', '+', 1),
        created_at: now,
        modified_by: by,
      }))
      .where('row_id', '=', rowId)
      .where('state', '=', alive),
);

/** Makes this the content of an alive file, under the next version number. */
export async function setContent(tx: Tx, rowId: number, content: Content, now: number): Promise<void> {
  const { blobKey: _, isShared: __, ...rest } = content;
  await updateContent(tx, { ...rest, ...keyColumns(content), rowId, now, by: currentActor() });
}

const selectExcess = compileOnce((tx: Tx, { itemRowId, keep }: { itemRowId: number; keep: number }) =>
  tx
    .selectFrom('file_versions')
    .select('version')
    .where('item_id', '=', itemRowId)
    .orderBy('version', 'desc')
    .limit(1)
    .offset(keep),
);

/** Deletes nothing if the file has moved to another owner. */
export async function deleteExcess(
  tx: Tx,
  { rowId: itemRowId, ownerId }: Pick<FileRow, 'rowId' | 'ownerId'>,
  keep: number,
): Promise<VersionRow[]> {
  const [newest] = await selectExcess(tx, { itemRowId, keep });
  if (newest === undefined) return [];
  const rows = await tx
    .deleteFrom('file_versions')
    .where('item_id', '=', itemRowId)
    .where('owner_id', '=', ownerId)
    .where('version', '<=', newest.version)
    .returning(versionRow.columns)
    .execute();
  return rows.map(toVersionRow);
}

const replacedUntil = (time: number, limit: number) =>
  sql<{ owner_id: number }>`
    select item_id, version, owner_id from file_versions where replaced_at <= ${time} order by replaced_at limit ${limit}`;

/** The owner (owners.row_id) of each version that is the next to be deleted, oldest first. */
export async function listOwnersReplacedUntil(tx: Tx, time: number, limit: number): Promise<number[]> {
  const { rows } = await replacedUntil(time, limit).execute(tx);
  return rows.map((row) => row.owner_id);
}

/** Deletes those of one owner (owners.row_id) among the next. */
export async function deleteReplacedUntil(tx: Tx, ownerId: number, time: number, limit: number): Promise<VersionRow[]> {
  const rows = await tx
    .deleteFrom('file_versions')
    .where(sql<boolean>`(item_id, version) in (select item_id, version from (${replacedUntil(time, limit)}) as due)`)
    .where('owner_id', '=', ownerId)
    .returning(versionRow.columns)
    .execute();
  return rows.map(toVersionRow);
}

export async function deleteVersionsOf(tx: Tx, rowIds: readonly number[]): Promise<VersionRow[]> {
  const rows = await tx
    .deleteFrom('file_versions')
    .where('item_id', 'in', rowIds)
    .returning(versionRow.columns)
    .execute();
  return rows.map(toVersionRow);
}

export async function listVersionsOf(reader: Reader, rowIds: readonly number[]): Promise<VersionRow[]> {
  if (rowIds.length === 0) return [];
  const rows = await reader
    .selectFrom('file_versions')
    .select(versionRow.columns)
    .where('item_id', 'in', rowIds)
    .execute();
  return rows.map(toVersionRow);
}

const selectVersion = compileOnce((reader: Reader, { itemRowId, version }: { itemRowId: number; version: number }) =>
  reader
    .selectFrom('file_versions')
    .select(versionRow.columns)
    .where('item_id', '=', itemRowId)
    .where('version', '=', version),
);

export async function findVersion(reader: Reader, itemRowId: number, version: number): Promise<VersionRow | undefined> {
  const [row] = await selectVersion(reader, { itemRowId, version });
  return row && toVersionRow(row);
}

export async function listVersions(
  reader: Reader,
  itemRowId: number,
  { offset, limit, after }: PageSlice,
): Promise<VersionRow[]> {
  const rows = await reader
    .selectFrom('file_versions')
    .select(versionRow.columns)
    .where('item_id', '=', itemRowId)
    .where(isAfter(after, ['version'], 'desc'))
    .orderBy('version', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(toVersionRow);
}

export async function countVersionsOf(reader: Reader, itemRowId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('file_versions')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('item_id', '=', itemRowId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes one version and returns it; undefined if there is none of this number. */
export async function deleteVersion(tx: Tx, itemRowId: number, version: number): Promise<VersionRow | undefined> {
  const row = await tx
    .deleteFrom('file_versions')
    .where('item_id', '=', itemRowId)
    .where('version', '=', version)
    .returning(versionRow.columns)
    .executeTakeFirst();
  return row && toVersionRow(row);
}

/** How many versions each of the next files has, in the order of items.row_id. */
export async function countVersions(
  reader: Reader,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly rowId: number; readonly ownerId: number; readonly count: number }[]> {
  return reader
    .selectFrom('file_versions')
    .select((of) => ['item_id as rowId', of.fn.max('owner_id').as('ownerId'), of.fn.countAll<number>().as('count')])
    .where('item_id', '>', after)
    .groupBy('item_id')
    .orderBy('item_id')
    .limit(limit)
    .execute();
}

/** Whether a file has versions that are not empty. */
export async function hasVersions(tx: Tx, itemRowId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('file_versions')
    .select('version')
    .where('item_id', '=', itemRowId)
    .where('size', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** For a file whose bytes have become those of another. The caller counts. */
export async function removeContent(tx: Tx, rowId: number): Promise<void> {
  await tx
    .updateTable('items')
    .set({ blob_key: null, shared_key: null, preview_key: null, size: 0 })
    .where('row_id', '=', rowId)
    .execute();
}
