import type { Selectable } from 'kysely';
import type { Reader, Schema, Tx } from '../../platform/db/index.ts';

/** Whoever sends a file, as they say. */
export interface Uploader {
  readonly name: string | null;
  readonly email: string | null;
}

/** A file that has come. */
export interface ArrivedUpload {
  readonly rowId: number;
  /** items.id */
  readonly fileId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly uploader: Uploader;
  readonly arrivedAt: number;
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

/** What the upload was for; undefined where that is long forgotten. */
export async function completeUpload(
  tx: Tx,
  { sessionId, fileId, fileName }: { readonly sessionId: string; readonly fileId: string; readonly fileName: string },
  now: number,
): Promise<{ readonly collectionRowId: number; readonly uploaderName: string | null } | undefined> {
  const row = await tx
    .updateTable('collection_uploads')
    .set({ file_id: fileId, file_name: fileName, completed_at: now })
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

/** Sessions of uploads that have not come yet, the first first. */
export async function listPending(
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

/** Those the owner was not told of yet, the first first. */
export async function listUntold(reader: Reader, collectionRowId: number, limit: number): Promise<ArrivedUpload[]> {
  const rows = await selectArrived(reader, collectionRowId)
    .where('mailed_at', 'is', null)
    .orderBy('row_id')
    .limit(limit)
    .execute();
  return rows.map(toArrived);
}

/** The newest first. */
export async function listArrived(
  reader: Reader,
  collectionRowId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ArrivedUpload[]> {
  const rows = await selectArrived(reader, collectionRowId)
    .orderBy('completed_at', 'desc')
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toArrived);
}

const selectArrived = (reader: Reader, collectionRowId: number) =>
  reader
    .selectFrom('collection_uploads')
    .selectAll()
    .where('collection_id', '=', collectionRowId)
    .where('completed_at', 'is not', null);

const toArrived = (row: Selectable<Schema['collection_uploads']>): ArrivedUpload => ({
  rowId: row.row_id,
  fileId: row.file_id ?? '',
  fileName: row.file_name ?? '',
  sizeBytes: row.size_bytes,
  uploader: { name: row.uploader_name, email: row.uploader_email },
  arrivedAt: row.completed_at ?? row.created_at,
});

export async function setTold(tx: Tx, rowIds: readonly number[], now: number): Promise<void> {
  if (rowIds.length === 0) return;
  await tx.updateTable('collection_uploads').set({ mailed_at: now }).where('row_id', 'in', rowIds).execute();
}
