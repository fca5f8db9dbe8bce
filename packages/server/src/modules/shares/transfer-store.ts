import { sql } from 'kysely';
import { deleteRows, type Reader, type RowBatch, type Tx } from '../../platform/db/index.ts';

/** One response that sends bytes through a share. */
export interface Transfer {
  /** Shared by the responses of one signed URL: together they are one download. */
  readonly key: string;
  readonly bytes: number;
  readonly totalBytes: number;
  /** When the signed URL expires, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** One eighth of the download: the bytes that ranges may overlap or leave out. */
const slackOf = (totalBytes: number): number => Math.floor(totalBytes / 8);

/** undefined if the URL has delivered each byte once in complete responses and once more in aborted ones. */
export async function reserveTransfer(
  tx: Tx,
  shareRowId: number,
  { key, bytes, totalBytes, expiresAt }: Transfer,
): Promise<{ readonly isCounted: boolean; readonly hasSent: boolean } | undefined> {
  const slack = slackOf(totalBytes);
  const row = await tx
    .insertInto('share_transfers')
    .values({ key, share_id: shareRowId, total_bytes: totalBytes, lost_bytes: bytes, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((of) => ({ lost_bytes: of('share_transfers.lost_bytes', '+', bytes) }))
        .where('share_transfers.sent_bytes', '<=', totalBytes + slack - bytes)
        .where(
          (of) => of('share_transfers.sent_bytes', '+', of.ref('share_transfers.lost_bytes')),
          '<=',
          2 * totalBytes + slack - bytes,
        ),
    )
    .returning(['counted', 'sent_bytes'])
    .executeTakeFirst();
  return row && { isCounted: row.counted === 1, hasSent: row.sent_bytes > 0 };
}

/** True if the URL is a download: its last byte was sent, or all but the slack of its bytes. */
export async function completeTransfer(
  tx: Tx,
  { key, bytes, totalBytes }: Transfer,
  isLastByte: boolean,
): Promise<boolean> {
  const enough = totalBytes - slackOf(totalBytes) - bytes;
  const row = await tx
    .updateTable('share_transfers')
    .set((of) => ({
      lost_bytes: of('lost_bytes', '-', bytes),
      sent_bytes: of('sent_bytes', '+', bytes),
      counted: isLastByte ? 1 : sql<0 | 1>`case when counted = 1 or sent_bytes >= ${enough} then 1 else 0 end`,
    }))
    .where('key', '=', key)
    .returning('counted')
    .executeTakeFirst();
  return row?.counted === 1;
}

/** Subtracts the bytes that an aborted response did not deliver. */
export async function returnBytes(tx: Tx, key: string, bytes: number): Promise<void> {
  await tx
    .updateTable('share_transfers')
    .set((of) => ({ lost_bytes: of('lost_bytes', '-', bytes) }))
    .where('key', '=', key)
    .execute();
}

/** Keys of downloads in ranges that are neither counted nor expired: each holds a slot. */
export async function listBegunDownloads(reader: Reader, shareRowId: number, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('share_transfers')
    .select('key')
    .where('share_id', '=', shareRowId)
    .where('counted', '=', 0)
    .where('sent_bytes', '>', 0)
    .where('expires_at', '>', now)
    .execute();
  return rows.map(({ key }) => key);
}

/** Bytes that belong to no counted download, in downloads: 1.5 is one and a half times a file. */
export async function sumAborted(reader: Reader, shareRowId: number, now: number): Promise<number> {
  const row = await reader
    .selectFrom('share_transfers')
    .select(
      sql<number | null>`sum(cast(lost_bytes + case when counted = 0 and expires_at <= ${now} then sent_bytes else 0 end
        as double precision) / total_bytes)`.as('downloads'),
    )
    .where('share_id', '=', shareRowId)
    .executeTakeFirstOrThrow();
  return row.downloads ?? 0;
}

/** A response that is being sent. */
export interface Place {
  readonly id: string;
  readonly nodeId: string;
  /** null: its download is counted. */
  readonly key: string | null;
  /** Reserved bytes of the place, in downloads. */
  readonly downloads: number;
}

export async function insertPlace(tx: Tx, shareRowId: number, { nodeId, ...place }: Place): Promise<void> {
  await tx
    .insertInto('download_places')
    .values({ ...place, share_id: shareRowId, node_id: nodeId })
    .execute();
}

/** The places of a share that the given servers hold. */
export const listPlaces = (
  tx: Tx,
  shareRowId: number,
  nodeIds: readonly string[],
): Promise<Pick<Place, 'key' | 'downloads'>[]> =>
  tx
    .selectFrom('download_places')
    .select(['key', 'downloads'])
    .where('share_id', '=', shareRowId)
    .where('node_id', 'in', nodeIds)
    .execute();

export async function deletePlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('download_places').where('id', 'in', ids).execute();
}

/** Deletes the places of this server's earlier process, and of servers that are not alive. */
export async function deleteDeadPlaces(tx: Tx, nodeId: string, liveIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('download_places')
    .where((of) => of.or([of('node_id', '=', nodeId), of('node_id', 'not in', liveIds)]))
    .execute();
}

/** The download is counted: the other responses of its URL hold no slot either. */
export async function forgetKey(tx: Tx, shareRowId: number, key: string): Promise<void> {
  await tx
    .updateTable('download_places')
    .set({ key: null })
    .where('share_id', '=', shareRowId)
    .where('key', '=', key)
    .execute();
}

/** Expired URLs that no longer limit anything. Others stay: aborted downloads are limited as long as their share exists. */
export const endedTransfers = (expiredBefore: number): RowBatch =>
  deleteRows('share_transfers', 'key', (rows) =>
    rows
      .where('expires_at', '<=', expiredBefore)
      .where((of) =>
        of.or([
          of('counted', '=', 1),
          of(of('sent_bytes', '+', of.ref('lost_bytes')), '=', 0),
          of.exists(
            of
              .selectFrom('shares as s')
              .select('s.row_id')
              .whereRef('s.row_id', '=', 'share_transfers.share_id')
              .where('s.revoked_at', 'is not', null),
          ),
        ]),
      ),
  );
