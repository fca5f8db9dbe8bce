import type { PageSlice } from '@drive/base';
import { converted, defineRow, isAfter, type Reader, type RowOf, type Tx } from '../../platform/db/index.ts';
import type { UploadEnd } from '../uploads/index.ts';

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

/** The end of an upload, as far as its link needs it. */
export type SettledEnd = Pick<UploadEnd, 'sessionId' | 'status' | 'ownerId' | 'fileId' | 'fileName' | 'sizeBytes'>;

/** The tables of received uploads, each with the column that names the link: `row_id` of its own table. */
const linkColumns = { collection_uploads: 'collection_id', share_uploads: 'share_id' } as const;

/** The uploads that links of one kind receive, reserved or arrived. */
export class ReceivedUploadStore {
  // Typed as one of the tables; the others differ in the name of the column of the link.
  readonly #uploads: 'collection_uploads';
  readonly #linkColumn: 'collection_id';

  constructor(table: keyof typeof linkColumns) {
    this.#uploads = table as 'collection_uploads';
    this.#linkColumn = linkColumns[table] as 'collection_id';
  }

  async insert(
    tx: Tx,
    linkRowId: number,
    reserved: readonly { readonly sessionId: string; readonly sizeBytes: number }[],
    { name, email }: Uploader,
    createdAt: number,
  ): Promise<void> {
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
      ...({ [this.#linkColumn]: linkRowId } as { readonly collection_id: number }),
    }));
    await tx.insertInto(this.#uploads).values(rows).execute();
  }

  /** Records the file of an upload; undefined if the upload is not known any more. */
  async complete(
    tx: Tx,
    { sessionId, fileId, fileName }: { readonly sessionId: string; readonly fileId: string; readonly fileName: string },
    now: number,
  ): Promise<{ readonly rowId: number; readonly linkRowId: number; readonly uploaderName: string | null } | undefined> {
    const row = await tx
      .updateTable(this.#uploads)
      .set({ file_id: fileId, file_name: fileName, completed_at: now })
      .where('session_id', '=', sessionId)
      .where('completed_at', 'is', null)
      .returning(['row_id', this.#linkColumn, 'uploader_name'])
      .executeTakeFirst();
    return row && { rowId: row.row_id, linkRowId: row[this.#linkColumn], uploaderName: row.uploader_name };
  }

  /** Deletes a failed upload; returns `row_id` of its link. */
  async forget(tx: Tx, sessionId: string): Promise<number | undefined> {
    const row = await tx
      .deleteFrom(this.#uploads)
      .where('session_id', '=', sessionId)
      .where('completed_at', 'is', null)
      .returning(this.#linkColumn)
      .executeTakeFirst();
    return row?.[this.#linkColumn];
  }

  async listPending(
    reader: Reader,
    linkRowId: number,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<{ readonly rowId: number; readonly sessionId: string }[]> {
    const rows = await reader
      .selectFrom(this.#uploads)
      .select(['row_id', 'session_id'])
      .where(this.#linkColumn, '=', linkRowId)
      .where('completed_at', 'is', null)
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ rowId: row.row_id, sessionId: row.session_id }));
  }

  /** Pending uploads whose session has ended, or is gone: a server of an earlier version tells nobody of the end. */
  async listEnded(reader: Reader, limit: number): Promise<SettledEnd[]> {
    const rows = await reader
      .selectFrom(`${this.#uploads} as u`)
      .leftJoin('upload_sessions as s', 's.id', 'u.session_id')
      .select(['u.session_id', 's.status', 's.owner_id', 's.file_id', 's.file_name', 'u.size_bytes'])
      .where('u.completed_at', 'is', null)
      .where((of) => of.or([of('s.id', 'is', null), of('s.status', 'in', ['COMPLETE', 'FAILED'])]))
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      sessionId: row.session_id,
      status: row.status === 'COMPLETE' ? 'COMPLETE' : 'FAILED',
      ownerId: row.owner_id ?? 0,
      fileId: row.file_id ?? '',
      fileName: row.file_name ?? '',
      sizeBytes: row.size_bytes,
    }));
  }

  /** `row_id` of the newest upload; undefined if there is none. */
  async findNewest(reader: Reader, linkRowId: number): Promise<number | undefined> {
    const row = await reader
      .selectFrom(this.#uploads)
      .select('row_id')
      .where(this.#linkColumn, '=', linkRowId)
      .orderBy('row_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.row_id;
  }

  /** Uploads the owner has not been emailed about, oldest first. */
  async listUnmailed(reader: Reader, linkRowId: number, limit: number): Promise<ArrivedUpload[]> {
    const rows = await this.#selectArrived(reader, linkRowId)
      .where('mailed_at', 'is', null)
      .orderBy('row_id')
      .limit(limit)
      .execute();
    return rows.map(arrivedRow.from);
  }

  /** Newest first. */
  async listArrived(reader: Reader, linkRowId: number, { offset, limit, after }: PageSlice): Promise<ArrivedUpload[]> {
    const rows = await this.#selectArrived(reader, linkRowId)
      .where(isAfter(after, ['completed_at', 'row_id'], 'desc'))
      .orderBy('completed_at', 'desc')
      .orderBy('row_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(arrivedRow.from);
  }

  async setMailed(tx: Tx, rowIds: readonly number[], now: number): Promise<void> {
    if (rowIds.length === 0) return;
    await tx.updateTable(this.#uploads).set({ mailed_at: now }).where('row_id', 'in', rowIds).execute();
  }

  #selectArrived(reader: Reader, linkRowId: number) {
    return reader
      .selectFrom(this.#uploads)
      .select(arrivedRow.columns)
      .where(this.#linkColumn, '=', linkRowId)
      .where('completed_at', 'is not', null);
  }
}

/** `tools/scripts/check-sources.mjs` takes the caller for the module that writes the table. */
export const createReceivedStore = (table: keyof typeof linkColumns): ReceivedUploadStore =>
  new ReceivedUploadStore(table);
