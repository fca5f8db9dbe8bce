import type { Reader, Tx } from '../../platform/db/database.ts';
import { aFile, stateFromAbove } from './store.ts';

export interface Unpreviewed {
  readonly id: string;
  readonly sizeBytes: number;
  /** users.row_id */
  readonly ownerId: number;
  readonly blobKey: string;
}

/** A file that has its bytes and no thumbnail; undefined for any other, and for what is being purged. */
export async function findUnpreviewed(reader: Reader, rowId: number): Promise<Unpreviewed | undefined> {
  const row = await reader
    .selectFrom('items')
    .select(['id', 'size', 'owner_id', 'blob_key', 'state', stateFromAbove('items.parent_id').as('state_from_above')])
    .where('row_id', '=', rowId)
    .where('is_folder', '=', aFile)
    .where('state', 'in', ['alive', 'trashed'])
    .where('preview_key', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.blob_key === null) return undefined;
  if (row.state === 'alive' && row.state_from_above !== 'alive' && row.state_from_above !== 'trashed') return undefined;
  return { id: row.id, sizeBytes: row.size, ownerId: row.owner_id, blobKey: row.blob_key };
}

export interface UnpreviewedName {
  readonly rowId: number;
  readonly name: string;
  readonly mimeType: string | null;
}

/** Files without a thumbnail, whatever they are, in the order of their rows. */
export async function listUnpreviewed(
  reader: Reader,
  { afterRowId, limit }: { readonly afterRowId: number; readonly limit: number },
): Promise<UnpreviewedName[]> {
  return reader
    .selectFrom('items')
    .select(['row_id as rowId', 'name', 'mime_type as mimeType'])
    .where('row_id', '>', afterRowId)
    .where('is_folder', '=', aFile)
    .where('preview_key', 'is', null)
    .where('blob_key', 'is not', null)
    .orderBy('row_id')
    .limit(limit)
    .execute();
}

export async function setPreviewKey(tx: Tx, rowId: number, previewKey: string): Promise<void> {
  await tx
    .updateTable('items')
    .set({ preview_key: previewKey })
    .where('row_id', '=', rowId)
    .where('preview_key', 'is', null)
    .execute();
}
