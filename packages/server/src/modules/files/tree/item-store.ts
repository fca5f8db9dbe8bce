import type { ScanResult } from '@drive/contract';
import { sql } from 'kysely';
import { currentActor } from '../../../platform/access/index.ts';
import {
  compileOnce,
  type Dialect,
  type Flag,
  isAmong,
  type Reader,
  rowIdList,
  type Tx,
} from '../../../platform/db/index.ts';
import { grantsAbove, grantsOn, linkRoleAtTop } from '../../access/index.ts';
import { hasKey } from '../items/content-key.ts';
import { alive, itemColumns, listedColumns, toFileRow, type FileRow } from '../items/item-row.ts';
import { multiShares, ownShare } from '../items/share-columns-store.ts';
import { pathOf, stateFromAbove } from './ancestor-store.ts';

/** `selectFrom` also of a statement with further tables. */
type From = Pick<Reader, 'selectFrom'>;

const selectShares = (reader: From) =>
  reader
    .selectFrom('items as i')
    .leftJoin('shares as share', (join) => join.onRef('share.item_id', '=', 'i.id').on('share.revoked_at', 'is', null))
    .select([ownShare.as('own_share'), multiShares.as('multi_shares')]);

export const selectListed = (reader: From) => selectShares(reader).select(listedColumns.columnsOf('i'));

export const selectFiles = (reader: Reader) =>
  selectShares(reader)
    .leftJoin('items as parent', 'parent.row_id', 'i.parent_id')
    .select(['parent.id as parent_uuid', 'parent.parent_id as grandparent_id'])
    .select(itemColumns.columnsOf('i'))
    .where('i.parent_id', 'is not', null);

export const selectItems = (reader: Reader) =>
  selectFiles(reader).select(stateFromAbove('i.parent_id').as('state_from_above'));

type SelectedItem = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number];

export const toItemRow = (row: SelectedItem & { readonly grants?: string | null }, userId?: number): FileRow =>
  toFileRow(row, row.state === 'alive' ? row.state_from_above : row.state, userId);

const selectItem = compileOnce((reader: Reader, { id }: { id: string }) => selectItems(reader).where('i.id', '=', id));

const selectItemFor = compileOnce((reader: Reader, { id, userId }: { id: string; userId: number }) =>
  selectItems(reader).select(grantsAbove('i', userId).as('grants')).where('i.id', '=', id),
);

/** `userId`: with what this user was given on the item. */
export async function findFile(reader: Reader, id: string, userId?: number): Promise<FileRow | undefined> {
  if (userId === undefined) {
    const [row] = await selectItem(reader, { id });
    return row && toItemRow(row);
  }
  const [row] = await selectItemFor(reader, { id, userId });
  return row && toItemRow(row, userId);
}

/** `userId`: with what this user was given on the item. */
export async function findItemAt(reader: Reader, rowId: number, userId?: number): Promise<FileRow | undefined> {
  const item = selectItems(reader).where('i.row_id', '=', rowId);
  const row = await (
    userId === undefined ? item : item.select(grantsAbove('i', userId).as('grants'))
  ).executeTakeFirst();
  return row && toItemRow(row, userId);
}

/** `userId`: with what this user was given on each. */
export async function listFiles(reader: Reader, ids: readonly string[], userId?: number): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const items = selectItems(reader).where('i.id', 'in', ids);
  if (userId === undefined) return (await items.execute()).map((row) => toItemRow(row));
  const rows = await items.select(grantsAbove('i', userId).as('grants')).execute();
  return rows.map((row) => toItemRow(row, userId));
}

export async function listInOrder(reader: Reader, ids: readonly string[], userId?: number): Promise<FileRow[]> {
  const byId = new Map((await listFiles(reader, ids, userId)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const selectPath = compileOnce((reader: Reader, { id }: { id: string }) =>
  selectFiles(reader).where('i.row_id', 'in', pathOf(id)),
);

const selectPathFor = compileOnce((reader: Reader, { id, userId }: { id: string; userId: number }) =>
  selectFiles(reader)
    .select([grantsOn('i', 'parent', userId).as('grants'), linkRoleAtTop('i', 'parent').as('link_role')])
    .where('i.row_id', 'in', pathOf(id)),
);

/** The item's folders from the root down, and the item; empty if there is none. `state` is the own state of each. */
export async function listPath(reader: Reader, id: string): Promise<FileRow[]> {
  const rows = await selectPath(reader, { id });
  return downTo(id, rows).map((row) => toFileRow(row, row.state));
}

/** Like `listPath`, with what a user was given on each: what was given on one of them counts on those below it. */
export async function listPathFor(reader: Reader, id: string, userId: number): Promise<FileRow[]> {
  const path = downTo(id, await selectPathFor(reader, { id, userId }));
  const linkRole = path[0]?.link_role ?? '';
  let given: string | null = null;
  return path.map((row) => {
    if (row.grants !== null) given = given === null ? row.grants : `${given},${row.grants}`;
    return toFileRow(row, row.state, userId, given === null ? null : given + linkRole);
  });
}

/** The rows from the topmost down to the item. */
function downTo<Row extends Pick<SelectedItem, 'id' | 'row_id' | 'parent_id'>>(
  id: string,
  rows: readonly Row[],
): Row[] {
  const byRowId = new Map<number | null, Row>(rows.map((row) => [row.row_id, row]));
  const path: Row[] = [];
  for (let at = rows.find((row) => row.id === id); at !== undefined; at = byRowId.get(at.parent_id)) path.push(at);
  return path.toReversed();
}

/** Items by items.row_id, with what a user was given on each. */
export async function listAt(
  reader: Reader,
  dialect: Dialect,
  rowIds: readonly number[],
  userId: number,
): Promise<FileRow[]> {
  if (rowIds.length === 0) return [];
  const rows = await selectItems(reader)
    .select(grantsAbove('i', userId).as('grants'))
    .where(isAmong(dialect, 'i.row_id', rowIdList(dialect, rowIds)))
    .execute();
  return rows.map((row) => toItemRow(row, userId));
}

export async function listTakenNames(reader: Reader, folderRowId: number, names: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', folderRowId)
    .where('name', 'in', names)
    .where('state', '=', alive)
    .execute();
  return rows.map((row) => row.name);
}

const selectAlive = compileOnce((reader: Reader, { rowId }: { rowId: number }) =>
  reader
    .selectFrom('items')
    .select('row_id')
    .where('row_id', '=', rowId)
    .where('state', '=', alive)
    .where(stateFromAbove('items.parent_id'), '=', alive),
);

const selectAliveOf = compileOnce((reader: Reader, { rowId, ownerId }: { rowId: number; ownerId: number }) =>
  reader
    .selectFrom('items')
    .select('row_id')
    .where('row_id', '=', rowId)
    .where('owner_id', '=', ownerId)
    .where('state', '=', alive)
    .where(stateFromAbove('items.parent_id'), '=', alive),
);

/** `ownerId`: and still one of this owner, not moved to another tree. */
export async function isAliveFolder(reader: Reader, rowId: number, ownerId?: number): Promise<boolean> {
  const found = ownerId === undefined ? selectAlive(reader, { rowId }) : selectAliveOf(reader, { rowId, ownerId });
  return (await found).length > 0;
}

/** items.row_id of the new root, or undefined if there is one already. */
export async function insertRoot(
  tx: Tx,
  { id, ownerId, createdAt }: { readonly id: string; readonly ownerId: number; readonly createdAt: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('items')
    .values({
      id,
      owner_id: ownerId,
      parent_id: null,
      is_folder: 1,
      name: '',
      name_key: '',
      size: 0,
      mime_type: null,
      sha256: null,
      blob_key: null,
      state: 'alive',
      created_at: createdAt,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('owner_id').where('parent_id', 'is', null).doNothing())
    .returning('row_id')
    .executeTakeFirst();
  return row?.row_id;
}

export interface NewItem {
  readonly id: string;
  readonly ownerId: number;
  readonly isFolder: boolean;
  readonly name: string;
  readonly nameKey: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
  readonly sha256: string | null;
  readonly crc32: number | null;
  readonly blobKey: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number | null;
  readonly scan: ScanResult | null;
}

interface NewItemRow extends Omit<NewItem, 'isFolder'> {
  readonly folderRowId: number;
  readonly isFolder: Flag;
  readonly createdBy: number | null;
}

const insertItemRow = compileOnce((tx: Tx, item: NewItemRow) =>
  tx
    .insertInto('items')
    .columns([
      'id',
      'owner_id',
      'parent_id',
      'is_folder',
      'name',
      'name_key',
      'size',
      'mime_type',
      'sha256',
      'crc32',
      'blob_key',
      'state',
      'created_at',
      'modified_at',
      'scan',
      'created_by',
    ])
    .expression((of) =>
      of
        .selectFrom('items as folder')
        .select([
          sql<string>`${item.id}`.as('id'),
          sql<number>`${item.ownerId}`.as('owner_id'),
          'folder.row_id as parent_id',
          sql<Flag>`${item.isFolder}`.as('is_folder'),
          sql<string>`${item.name}`.as('name'),
          sql<string>`${item.nameKey}`.as('name_key'),
          sql<number>`${item.sizeBytes}`.as('size'),
          sql<string | null>`${item.mimeType}`.as('mime_type'),
          sql<string | null>`${item.sha256}`.as('sha256'),
          sql<number | null>`${item.crc32}`.as('crc32'),
          sql<string | null>`${item.blobKey}`.as('blob_key'),
          alive.as('state'),
          sql<number>`${item.createdAt}`.as('created_at'),
          sql<number | null>`${item.modifiedAt}`.as('modified_at'),
          sql<ScanResult | null>`${item.scan}`.as('scan'),
          sql<number | null>`${item.createdBy}`.as('created_by'),
        ])
        .where('folder.row_id', '=', item.folderRowId)
        .where('folder.owner_id', '=', item.ownerId)
        .where('folder.state', '=', alive)
        .where(stateFromAbove('folder.parent_id'), '=', alive),
    )
    .onConflict((conflict) =>
      conflict.columns(['parent_id', 'name']).where('state', '=', alive).where('parent_id', 'is not', null).doNothing(),
    )
    .returning('row_id'),
);

/** items.row_id of the new item, or undefined if the folder is not an alive one of the owner or has a child of that name. */
export async function insertItem(tx: Tx, folderRowId: number, item: NewItem): Promise<number | undefined> {
  const [row] = await insertItemRow(tx, {
    ...item,
    folderRowId,
    isFolder: item.isFolder ? 1 : 0,
    createdBy: currentActor(),
  });
  return row?.row_id;
}

export interface Place {
  readonly rowId: number;
  readonly folderRowId: number;
  readonly name: string;
  readonly nameKey: string;
}

const updatePlace = compileOnce((tx: Tx, { rowId, folderRowId, name, nameKey, by }: Place & { by: number | null }) =>
  tx
    .updateTable('items')
    .set({
      modified_by: by,
      parent_id: folderRowId,
      name,
      name_key: nameKey,
      state: 'alive',
      deleted_at: null,
      // The same place again, from the trash, is no change.
      revision: sql<number>`revision + case when parent_id = ${folderRowId} and name = ${name} then 0 else 1 end`,
    })
    .where('row_id', '=', rowId)
    .where('state', 'in', ['alive', 'trashed'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items as sibling')
            .select('sibling.row_id')
            .where('sibling.parent_id', '=', folderRowId)
            .where('sibling.name', '=', name)
            .where('sibling.state', '=', alive)
            .where('sibling.row_id', '!=', rowId),
        ),
      ),
    )
    .returning('row_id'),
);

/** Makes the item alive. False without a change if the name is taken; the unique index enforces the same. */
export async function placeItem(tx: Tx, place: Place): Promise<boolean> {
  return (await updatePlace(tx, { ...place, by: currentActor() })).length > 0;
}

const addDownloads = compileOnce((tx: Tx, { rowId, times }: { rowId: number; times: number }) =>
  tx
    .updateTable('items')
    .set((of) => ({ download_count: of('download_count', '+', times) }))
    .where('row_id', '=', rowId),
);

export async function countDownload(tx: Tx, rowId: number, times = 1): Promise<void> {
  await addDownloads(tx, { rowId, times });
}

export async function countDownloads(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('items')
    .set((of) => ({ download_count: of('download_count', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/** A file that names the blob, now or in a version, if its SHA-256 is not known yet. */
export async function findWithoutSums(
  reader: Reader,
  blobKey: string,
): Promise<{ readonly id: string; readonly sizeBytes: number } | undefined> {
  return reader
    .selectFrom('items')
    .select(['id', 'size as sizeBytes'])
    .where(hasKey(blobKey))
    .where('sha256', 'is', null)
    .unionAll(
      reader
        .selectFrom('file_versions')
        .innerJoin('items', 'items.row_id', 'file_versions.item_id')
        .select(['items.id', 'file_versions.size as sizeBytes'])
        .where(hasKey(blobKey, 'file_versions'))
        .where('file_versions.sha256', 'is', null),
    )
    .limit(1)
    .executeTakeFirst();
}

/** Stores sums of a blob in every row that names it. */
export async function keepSums(
  tx: Tx,
  blobKey: string,
  sums: { readonly sha256?: string; readonly crc32: number },
): Promise<void> {
  for (const table of ['items', 'file_versions'] as const)
    await tx.updateTable<'items' | 'file_versions'>(table).set(sums).where(hasKey(blobKey)).execute();
}

/** False if the time is that already. */
export async function setModifiedAt(tx: Tx, rowId: number, modifiedAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('items')
    .set((of) => ({ modified_at: modifiedAt, modified_by: currentActor(), revision: of('revision', '+', 1) }))
    .where('row_id', '=', rowId)
    .where(sql<boolean>`modified_at is distinct from ${modifiedAt}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** owners.row_id of the trees that the items are in, ascending. */
export async function listOwnersOf(reader: Reader, rowIds: readonly number[]): Promise<number[]> {
  const rows = await reader.selectFrom('items').select('owner_id').distinct().where('row_id', 'in', rowIds).execute();
  return rows.map((row) => row.owner_id).toSorted((a, b) => a - b);
}
