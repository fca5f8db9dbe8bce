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

/** The tables of received uploads, each with the column that names the link: `row_id` of its own table. */
const linkColumns = { collection_uploads: 'collection_id', share_uploads: 'share_id' } as const;

export type ReceivedUploadStore = ReturnType<typeof createReceivedStore>;

/** The uploads that links of one kind receive, reserved or arrived. */
export function createReceivedStore(table: keyof typeof linkColumns) {
  // Typed as one of the tables; the others differ in the name of the column of the link.
  const uploads = table as 'collection_uploads';
  const linkColumn = linkColumns[table] as 'collection_id';

  const selectArrived = (reader: Reader, linkRowId: number) =>
    reader
      .selectFrom(uploads)
      .select(arrivedRow.columns)
      .where(linkColumn, '=', linkRowId)
      .where('completed_at', 'is not', null);

  return {
    insert: async (
      tx: Tx,
      linkRowId: number,
      reserved: readonly { readonly sessionId: string; readonly sizeBytes: number }[],
      { name, email }: Uploader,
      createdAt: number,
    ): Promise<void> => {
      if (reserved.length === 0) return;
      const rows = reserved.map(({ sessionId, sizeBytes }) => ({
        session_id: sessionId,
        uploader_name: name,
        uploader_email: email,
        file_id: null,
        file_name: null,
        size_bytes: sizeBytes,
        created_at: createdAt,
        completed_at: null,
        mailed_at: null,
        ...({ [linkColumn]: linkRowId } as { readonly collection_id: number }),
      }));
      await tx.insertInto(uploads).values(rows).execute();
    },

    /** Records the file of an upload; undefined if the upload is not known any more. */
    complete: async (
      tx: Tx,
      {
        sessionId,
        fileId,
        fileName,
      }: { readonly sessionId: string; readonly fileId: string; readonly fileName: string },
      now: number,
    ): Promise<
      { readonly rowId: number; readonly linkRowId: number; readonly uploaderName: string | null } | undefined
    > => {
      const row = await tx
        .updateTable(uploads)
        .set({ file_id: fileId, file_name: fileName, completed_at: now })
        .where('session_id', '=', sessionId)
        .where('completed_at', 'is', null)
        .returning(['row_id', linkColumn, 'uploader_name'])
        .executeTakeFirst();
      return row && { rowId: row.row_id, linkRowId: row[linkColumn], uploaderName: row.uploader_name };
    },

    /** Deletes a failed upload; returns `row_id` of its link. */
    forget: async (tx: Tx, sessionId: string): Promise<number | undefined> => {
      const row = await tx
        .deleteFrom(uploads)
        .where('session_id', '=', sessionId)
        .where('completed_at', 'is', null)
        .returning(linkColumn)
        .executeTakeFirst();
      return row?.[linkColumn];
    },

    listPending: async (
      reader: Reader,
      linkRowId: number,
      { after, limit }: { readonly after: number; readonly limit: number },
    ): Promise<{ readonly rowId: number; readonly sessionId: string }[]> => {
      const rows = await reader
        .selectFrom(uploads)
        .select(['row_id', 'session_id'])
        .where(linkColumn, '=', linkRowId)
        .where('completed_at', 'is', null)
        .where('row_id', '>', after)
        .orderBy('row_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ rowId: row.row_id, sessionId: row.session_id }));
    },

    /** `row_id` of the newest upload; undefined if there is none. */
    findNewest: async (reader: Reader, linkRowId: number): Promise<number | undefined> => {
      const row = await reader
        .selectFrom(uploads)
        .select('row_id')
        .where(linkColumn, '=', linkRowId)
        .orderBy('row_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.row_id;
    },

    /** Uploads the owner has not been emailed about, oldest first. */
    listUnmailed: async (reader: Reader, linkRowId: number, limit: number): Promise<ArrivedUpload[]> => {
      const rows = await selectArrived(reader, linkRowId)
        .where('mailed_at', 'is', null)
        .orderBy('row_id')
        .limit(limit)
        .execute();
      return rows.map(arrivedRow.from);
    },

    /** Newest first. */
    listArrived: async (
      reader: Reader,
      linkRowId: number,
      { offset, limit, after }: PageSlice,
    ): Promise<ArrivedUpload[]> => {
      const rows = await selectArrived(reader, linkRowId)
        .where(isAfter(after, ['completed_at', 'row_id'], 'desc'))
        .orderBy('completed_at', 'desc')
        .orderBy('row_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(arrivedRow.from);
    },

    setMailed: async (tx: Tx, rowIds: readonly number[], now: number): Promise<void> => {
      if (rowIds.length === 0) return;
      await tx.updateTable(uploads).set({ mailed_at: now }).where('row_id', 'in', rowIds).execute();
    },
  };
}
