import type { PageSlice } from '@drive/base';
import { converted, defineRow, isAfter, type Reader, type RowOf, type Tx } from '../../platform/db/index.ts';

/** Name and address as the visitor gave them. */
export interface Uploader {
  readonly name: string | null;
  readonly email: string | null;
}

const arrivedRow = defineRow('collection_uploads', {
  rowId: 'row_id',
  fileId: converted('file_id', (id: string | null) => id ?? ''),
  fileName: converted('file_name', (name: string | null) => name ?? ''),
  sizeBytes: 'size_bytes',
  uploaderName: 'uploader_name',
  uploaderEmail: 'uploader_email',
  arrivedAt: converted('completed_at', (at: number | null) => at ?? 0),
});

export type ArrivedUpload = RowOf<typeof arrivedRow>;

export async function insertUploads(
  tx: Tx,
  collectionRowId: number,
  uploads: readonly { readonly sessionId: string; readonly sizeBytes: number }[],
  { name, email }: Uploader,
  createdAt: number,
): Promise<void> {
  if (uploads.length === 0) return;
  await tx
    .insertInto('collection_uploads')
    .values(
      uploads.map(({ sessionId, sizeBytes }) => ({
        session_id: sessionId,
        collection_id: collectionRowId,
        uploader_name: name,
        uploader_email: email,
        file_id: null,
        file_name: null,
        size_bytes: sizeBytes,
        created_at: createdAt,
        completed_at: null,
        mailed_at: null,
      })),
    )
    .execute();
}

/** Records the file of an upload; undefined if the upload is not known any more. */
export async function completeUpload(
  tx: Tx,
  { sessionId, fileId, fileName }: { readonly sessionId: string; readonly fileId: string; readonly fileName: string },
  now: number,
): Promise<
  { readonly rowId: number; readonly collectionRowId: number; readonly uploaderName: string | null } | undefined
> {
  const row = await tx
    .updateTable('collection_uploads')
    .set({ file_id: fileId, file_name: fileName, completed_at: now })
    .where('session_id', '=', sessionId)
    .where('completed_at', 'is', null)
    .returning(['row_id', 'collection_id', 'uploader_name'])
    .executeTakeFirst();
  return row && { rowId: row.row_id, collectionRowId: row.collection_id, uploaderName: row.uploader_name };
}

/** Deletes a failed upload; returns its collections.row_id. */
export async function forgetUpload(tx: Tx, sessionId: string): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('collection_uploads')
    .where('session_id', '=', sessionId)
    .where('completed_at', 'is', null)
    .returning('collection_id')
    .executeTakeFirst();
  return row?.collection_id;
}

export async function listPendingUploads(
  reader: Reader,
  collectionRowId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly rowId: number; readonly sessionId: string }[]> {
  const rows = await reader
    .selectFrom('collection_uploads')
    .select(['row_id', 'session_id'])
    .where('collection_id', '=', collectionRowId)
    .where('completed_at', 'is', null)
    .where('row_id', '>', after)
    .orderBy('row_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ rowId: row.row_id, sessionId: row.session_id }));
}

/** collection_uploads.row_id of the newest upload; undefined if there is none. */
export async function findNewestUpload(reader: Reader, collectionRowId: number): Promise<number | undefined> {
  const row = await reader
    .selectFrom('collection_uploads')
    .select('row_id')
    .where('collection_id', '=', collectionRowId)
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.row_id;
}

/** Uploads the owner has not been emailed about, oldest first. */
export async function listUnmailed(reader: Reader, collectionRowId: number, limit: number): Promise<ArrivedUpload[]> {
  const rows = await selectArrived(reader, collectionRowId)
    .where('mailed_at', 'is', null)
    .orderBy('row_id')
    .limit(limit)
    .execute();
  return rows.map(arrivedRow.from);
}

/** Newest first. */
export async function listArrivedUploads(
  reader: Reader,
  collectionRowId: number,
  { offset, limit, after }: PageSlice,
): Promise<ArrivedUpload[]> {
  const rows = await selectArrived(reader, collectionRowId)
    .where(isAfter(after, ['completed_at', 'row_id'], 'desc'))
    .orderBy('completed_at', 'desc')
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(arrivedRow.from);
}

const selectArrived = (reader: Reader, collectionRowId: number) =>
  reader
    .selectFrom('collection_uploads')
    .select(arrivedRow.columns)
    .where('collection_id', '=', collectionRowId)
    .where('completed_at', 'is not', null);

export async function setMailed(tx: Tx, rowIds: readonly number[], now: number): Promise<void> {
  if (rowIds.length === 0) return;
  await tx.updateTable('collection_uploads').set({ mailed_at: now }).where('row_id', 'in', rowIds).execute();
}
