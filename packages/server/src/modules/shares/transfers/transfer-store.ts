import { minuteMs } from '@drive/base';
import { sql } from 'kysely';
import { deleteRows, type Reader, type RowBatch, type Tx } from '../../../platform/db/index.ts';

/** One response that sends bytes through a share. */
export interface Transfer {
  /** Shared by the responses of one signed URL, or of one file of a ticket: together they are one delivery. */
  readonly key: string;
  readonly bytes: number;
  readonly totalBytes: number;
  /** When the signed URL expires, in epoch milliseconds. */
  readonly expiresAt: number;
  /** The ticket whose download this is a part of. */
  readonly ticketId?: string | undefined;
}

/** For so long after a transfer what it delivered may be delivered once more, also if its URL expires meanwhile. */
const retryMs = 15 * minuteMs;

/** One eighth of the download: a client that misses less has it. */
const slackOf = (totalBytes: number): number => Math.floor(totalBytes / 8);

export interface Reserved {
  readonly isCounted: boolean;
  /** Whether an earlier range of the download holds a place. */
  readonly hasBegun: boolean;
}

/** undefined if the responses would deliver more than twice the download, or its last retry is too long ago. */
export async function reserveTransfer(
  tx: Tx,
  shareRowId: number,
  { key, bytes, totalBytes, expiresAt, ticketId }: Transfer,
  now: number,
): Promise<Reserved | undefined> {
  const row = await tx
    .insertInto('share_transfers')
    .values({
      key,
      share_id: shareRowId,
      total_bytes: totalBytes,
      lost_bytes: bytes,
      expires_at: expiresAt,
      retry_until: now + retryMs,
      in_ticket: ticketId === undefined ? 0 : 1,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((of) => ({ lost_bytes: of('share_transfers.lost_bytes', '+', bytes) }))
        .where(
          (of) => of('share_transfers.sent_bytes', '+', of.ref('share_transfers.lost_bytes')),
          '<=',
          2 * totalBytes - bytes,
        )
        .where((of) => of.or([of('share_transfers.counted', '=', 0), of('share_transfers.retry_until', '>', now)])),
    )
    .returning(['counted', 'sent_bytes', 'expires_at'])
    .executeTakeFirst();
  return row && { isCounted: row.counted === 1, hasBegun: row.sent_bytes > 0 && row.expires_at > now };
}

/** True if the download counts: its last byte was sent, or all but the slack of its bytes. */
export async function completeTransfer(
  tx: Tx,
  { key, bytes, totalBytes }: Transfer,
  isLastByte: boolean,
  now: number,
): Promise<boolean> {
  const enough = totalBytes - slackOf(totalBytes) - bytes;
  const row = await tx
    .updateTable('share_transfers')
    .set((of) => ({
      lost_bytes: of('lost_bytes', '-', bytes),
      sent_bytes: of('sent_bytes', '+', bytes),
      counted: isLastByte ? 1 : sql<0 | 1>`case when counted = 1 or sent_bytes >= ${enough} then 1 else 0 end`,
      retry_until: now + retryMs,
    }))
    .where('key', '=', key)
    .returning('counted')
    .executeTakeFirst();
  return row?.counted === 1;
}

/** What an aborted response delivered: at most `handedBytes`, which the system has accepted, and at least `receivedBytes`. */
export interface Aborted {
  readonly handedBytes: number;
  readonly receivedBytes: number;
}

/** True if the download counts: the client has received all but the slack of its bytes. */
export async function abortTransfer(
  tx: Tx,
  { key, bytes, totalBytes }: Transfer,
  { handedBytes, receivedBytes }: Aborted,
  now: number,
): Promise<boolean> {
  const enough = receivedBytes > 0 ? totalBytes - slackOf(totalBytes) - receivedBytes : Number.MAX_SAFE_INTEGER;
  const counts = sql`counted = 0 and sent_bytes >= ${enough}`;
  const row = await tx
    .updateTable('share_transfers')
    .set({
      lost_bytes: sql<number>`lost_bytes - case when ${counts} then ${bigint(bytes)} else ${bigint(bytes - handedBytes)} end`,
      sent_bytes: sql<number>`sent_bytes + case when ${counts} then ${bigint(handedBytes)} else 0 end`,
      counted: sql<0 | 1>`case when ${counts} then 1 else counted end`,
      retry_until: now + retryMs,
    })
    .where('key', '=', key)
    .returning('counted')
    .executeTakeFirst();
  return row?.counted === 1;
}

/** A parameter of which Postgres cannot infer the type. */
const bigint = (value: number) => sql<number>`cast(${value} as bigint)`;

/** Whether bytes of the URL were requested so recently that they may be requested again. */
export async function mayRetry(reader: Reader, key: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom('share_transfers')
    .select('key')
    .where('key', '=', key)
    .where('retry_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether no byte of the URL can be requested again. */
export async function isDelivered(reader: Reader, key: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom('share_transfers')
    .select('key')
    .where('key', '=', key)
    .where((of) =>
      of.or([
        of.and([of('counted', '=', 1), of('retry_until', '<=', now)]),
        of(of('sent_bytes', '+', of.ref('lost_bytes')), '>=', of('total_bytes', '*', 2)),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Keys of downloads in ranges that are neither counted nor expired: each holds a place. */
export async function listBegunDownloads(reader: Reader, shareRowId: number, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('share_transfers')
    .select('key')
    .where('share_id', '=', shareRowId)
    .where('in_ticket', '=', 0)
    .where('counted', '=', 0)
    .where('sent_bytes', '>', 0)
    .where('expires_at', '>', now)
    .execute();
  return rows.map(({ key }) => key);
}

/** Bytes that belong to no counted download, in downloads: 1.5 is one and a half times a file. Without those of `key`. */
export async function sumAborted(
  reader: Reader,
  shareRowId: number,
  { now, without }: { readonly now: number; readonly without: string | undefined },
): Promise<number> {
  const row = await reader
    .selectFrom('share_transfers')
    .select(
      sql<number | null>`sum(cast(lost_bytes + case when counted = 0 and expires_at <= ${now} then sent_bytes else 0 end
        as double precision) / total_bytes)`.as('downloads'),
    )
    .where('share_id', '=', shareRowId)
    .where('in_ticket', '=', 0)
    .where('key', '!=', without ?? '')
    .executeTakeFirstOrThrow();
  return row.downloads ?? 0;
}

/** A response that is being sent. */
export interface Place {
  readonly id: string;
  readonly nodeId: string;
  /** null: it needs no place, because its download is counted or that of a ticket. */
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
  reader: Reader,
  shareRowId: number,
  nodeIds: readonly string[],
): Promise<Pick<Place, 'key' | 'downloads'>[]> =>
  reader
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
          of('in_ticket', '=', 1),
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
