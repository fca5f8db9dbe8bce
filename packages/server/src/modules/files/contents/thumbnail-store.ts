import type { Reader, Tx } from '../../../platform/db/index.ts';
import { hasKey, keyOf } from '../items/content-key.ts';
import { aFile } from '../items/item-row.ts';
import { stateFromAbove } from '../tree/ancestor-store.ts';

interface WithoutThumbnail {
  readonly id: string;
  readonly sizeBytes: number;
  readonly ownerId: number;
  readonly blobKey: string;
}

/** A file that has bytes and no thumbnail; undefined otherwise and during a purge. */
export async function findWithoutThumbnail(reader: Reader, rowId: number): Promise<WithoutThumbnail | undefined> {
  const row = await reader
    .selectFrom('items')
    .select([
      'id',
      'size',
      'owner_id',
      'blob_key',
      'shared_key',
      'state',
      stateFromAbove('items.parent_id').as('state_from_above'),
    ])
    .where('row_id', '=', rowId)
    .where('is_folder', '=', aFile)
    .where('state', 'in', ['alive', 'trashed'])
    .where('preview_key', 'is', null)
    .executeTakeFirst();
  const blobKey = row && keyOf(row);
  if (row === undefined || !blobKey) return undefined;
  if (row.state === 'alive' && row.state_from_above !== 'alive' && row.state_from_above !== 'trashed') return undefined;
  return { id: row.id, sizeBytes: row.size, ownerId: row.owner_id, blobKey };
}

/** A thumbnail that is stored, in pixels. */
export interface StoredThumbnail {
  readonly key: string;
  readonly width: number;
  readonly height: number;
}

/** Of all files with the content that have none. */
export async function setThumbnail(tx: Tx, blobKey: string, thumbnail: StoredThumbnail): Promise<void> {
  await insertSize(tx, thumbnail);
  await tx
    .updateTable('items')
    .set({ preview_key: thumbnail.key })
    .where(hasKey(blobKey))
    .where('preview_key', 'is', null)
    .execute();
}

/** Of one file. */
export async function replaceThumbnail(tx: Tx, rowId: number, thumbnail: StoredThumbnail): Promise<void> {
  await insertSize(tx, thumbnail);
  await tx.updateTable('items').set({ preview_key: thumbnail.key }).where('row_id', '=', rowId).execute();
}

/** Of all files and versions. */
export async function clearThumbnail(tx: Tx, thumbnailKey: string | null): Promise<void> {
  const none = { preview_key: null };
  await tx.updateTable('items').set(none).where('preview_key', '=', thumbnailKey).execute();
  await tx.updateTable('file_versions').set(none).where('preview_key', '=', thumbnailKey).execute();
  if (thumbnailKey !== null) await deleteThumbnailSizes(tx, [thumbnailKey]);
}

async function insertSize(tx: Tx, { key, width, height }: StoredThumbnail): Promise<void> {
  await tx.insertInto('thumbnail_sizes').values({ preview_key: key, width, height }).execute();
}

/** By items.id; without those that have no thumbnail, or one of which the size is not known. */
export async function findThumbnailSizes(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ImageSize>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom('items as i')
    .innerJoin('thumbnail_sizes as s', 's.preview_key', 'i.preview_key')
    .select(['i.id', 's.width', 's.height'])
    .where('i.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, width, height }) => [id, { width, height }]));
}

export type ImageSize = Omit<StoredThumbnail, 'key'>;

export async function deleteThumbnailSizes(tx: Tx, thumbnailKeys: readonly string[]): Promise<void> {
  if (thumbnailKeys.length > 0)
    await tx.deleteFrom('thumbnail_sizes').where('preview_key', 'in', thumbnailKeys).execute();
}
