import { sql } from 'kysely';
import { defineKeptCounts, deleteRows, type Reader, type RowBatch, type Tx } from '../../../platform/db/index.ts';
import { createReceivedStore } from '../../visitor-uploads/index.ts';
import { findShareName } from '../item-link-store.ts';
import { isNotPurged, sharedItemId, type ShareRow } from '../share-store.ts';

export const receivedUploads = createReceivedStore('share_uploads');

/** How many more files the share accepts; null: any number. */
export const placesLeftIn = ({ uploadMaxFiles, uploadPendingCount, uploadCount }: ShareRow): number | null =>
  uploadMaxFiles === null ? null : Math.max(0, uploadMaxFiles - uploadPendingCount - uploadCount);

/** Counts `places` more pending uploads. False, without a change, if the share is closed to files or has fewer places left. */
export async function reservePlaces(tx: Tx, rowId: number, places: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('shares')
    .set({ upload_pending_count: sql<number>`upload_pending_count + ${places}` })
    .where('row_id', '=', rowId)
    .where('revoked_at', 'is', null)
    .where('allow_upload', '=', 1)
    .where('mode', '<>', 'PRIVATE')
    .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
    .where((of) =>
      of.or([
        of('upload_max_files', 'is', null),
        of('upload_max_files', '>=', sql<number>`upload_pending_count + upload_count + ${places}`),
      ]),
    )
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function settlePlace(tx: Tx, rowId: number, hasArrived: boolean): Promise<void> {
  await tx
    .updateTable('shares')
    .set({
      upload_pending_count: sql<number>`upload_pending_count - 1`,
      ...(hasArrived ? { upload_count: sql<number>`upload_count + 1` } : {}),
    })
    .where('row_id', '=', rowId)
    .execute();
}

/** Also finds a revoked share: uploads that began before still count. */
export async function findEvenRevoked(
  reader: Reader,
  rowId: number,
): Promise<
  | {
      readonly token: string;
      readonly name: string;
      readonly itemId: string | null;
      readonly ownerId: number;
      readonly createdBy: number | null;
    }
  | undefined
> {
  const row = await reader
    .selectFrom('shares as s')
    .select(['s.token', 's.owner_id as ownerId', 's.created_by as createdBy', sharedItemId.as('itemId')])
    .where('s.row_id', '=', rowId)
    .executeTakeFirst();
  return row && { ...row, name: await findShareName(reader, { rowId, itemId: row.itemId }) };
}

/** Uploads that arrived through shares that were revoked until then: the files stay, the names of their senders go. */
export const uploadsOfRevoked = (until: number): RowBatch =>
  deleteRows('share_uploads', 'row_id', (rows) =>
    rows
      .where('completed_at', 'is not', null)
      .where('share_id', 'in', (db) =>
        db.selectFrom('shares').select('row_id').where('revoked_at', '<=', until).where('upload_count', '>', 0),
      ),
  );

export const uploadsOfOwner = (ownerId: number): RowBatch =>
  deleteRows('share_uploads', 'row_id', (rows) =>
    rows.where('share_id', 'in', (db) =>
      db.selectFrom('shares').select('row_id').where('owner_id', '=', ownerId).where('upload_count', '>', 0),
    ),
  );

/** For the doctor command: the correct counts of files from visitors. */
export const shareUploadCounts = defineKeptCounts(
  'shares',
  {
    upload_pending_count: sql`(select count(*) from share_uploads as u where u.share_id = s.row_id and u.completed_at is null)`,
    upload_count: sql`(select count(*) from share_uploads as u where u.share_id = s.row_id and u.completed_at is not null)`,
  },
  sql`s.revoked_at is null and ${isNotPurged}`,
);
