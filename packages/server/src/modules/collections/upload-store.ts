import type { Reader, Tx } from '../../platform/db/index.ts';

/** Whoever sends a file, as they say. */
export interface Uploader {
  readonly name: string | null;
  readonly email: string | null;
}

/** A file that has come. */
export interface ArrivedUpload {
  readonly rowId: number;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly uploader: Uploader;
}

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
        file_name: null,
        size_bytes: sizeBytes,
        created_at: createdAt,
        completed_at: null,
        mailed_at: null,
      })),
    )
    .execute();
}

/** What the upload was for; undefined where that is long forgotten. */
export async function completeUpload(
  tx: Tx,
  sessionId: string,
  fileName: string,
  now: number,
): Promise<{ readonly collectionRowId: number; readonly uploaderName: string | null } | undefined> {
  const row = await tx
    .updateTable('collection_uploads')
    .set({ file_name: fileName, completed_at: now })
    .where('session_id', '=', sessionId)
    .where('completed_at', 'is', null)
    .returning(['collection_id', 'uploader_name'])
    .executeTakeFirst();
  return row && { collectionRowId: row.collection_id, uploaderName: row.uploader_name };
}

/** collections.row_id of what it was for. */
export async function forgetUpload(tx: Tx, sessionId: string): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('collection_uploads')
    .where('session_id', '=', sessionId)
    .where('completed_at', 'is', null)
    .returning('collection_id')
    .executeTakeFirst();
  return row?.collection_id;
}

/** Those the owner was not told of yet, the first first. */
export async function listUntold(reader: Reader, collectionRowId: number, limit: number): Promise<ArrivedUpload[]> {
  const rows = await reader
    .selectFrom('collection_uploads')
    .select(['row_id', 'file_name', 'size_bytes', 'uploader_name', 'uploader_email'])
    .where('collection_id', '=', collectionRowId)
    .where('completed_at', 'is not', null)
    .where('mailed_at', 'is', null)
    .orderBy('row_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    rowId: row.row_id,
    fileName: row.file_name ?? '',
    sizeBytes: row.size_bytes,
    uploader: { name: row.uploader_name, email: row.uploader_email },
  }));
}

export async function setTold(tx: Tx, rowIds: readonly number[], now: number): Promise<void> {
  if (rowIds.length === 0) return;
  await tx.updateTable('collection_uploads').set({ mailed_at: now }).where('row_id', 'in', rowIds).execute();
}
