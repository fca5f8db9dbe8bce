import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';

export type UnlockResult = Schema['unlock_events']['result'];

export async function insertUnlockEvent(
  tx: Tx,
  event: {
    readonly shareRowId: number;
    readonly result: UnlockResult;
    readonly networkHash: string;
    readonly createdAt: number;
  },
): Promise<void> {
  await tx
    .insertInto('unlock_events')
    .values({
      share_id: event.shareRowId,
      result: event.result,
      network_hash: event.networkHash,
      created_at: event.createdAt,
    })
    .execute();
}

/** How many went. */
export async function deleteUnlockEventsBefore(tx: Tx, time: number, limit: number): Promise<number> {
  const deleted = await tx
    .deleteFrom('unlock_events')
    .where('row_id', 'in', (db) =>
      db.selectFrom('unlock_events').select('row_id').where('created_at', '<', time).limit(limit),
    )
    .returning('row_id')
    .execute();
  return deleted.length;
}

const countUp = (column: 'view_count' | 'download_count') =>
  compileOnce((tx: Tx, { shareRowId }: { shareRowId: number }) =>
    tx
      .updateTable('shares')
      .set((of) => ({ [column]: of(column, '+', 1) }))
      .where('row_id', '=', shareRowId),
  );
const countView = countUp('view_count');
const countDownload = countUp('download_count');

export async function addView(tx: Tx, shareRowId: number): Promise<void> {
  await countView(tx, { shareRowId });
}

export async function addDownload(tx: Tx, shareRowId: number): Promise<void> {
  await countDownload(tx, { shareRowId });
}

/** True the first time. */
export async function markNotified(tx: Tx, shareRowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('shares')
    .set({ notified_at: now })
    .where('row_id', '=', shareRowId)
    .where('notified_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface RecipientRow {
  /** share_recipients.row_id */
  readonly rowId: number;
  readonly id: string;
  readonly shareRowId: number;
  readonly email: string;
  readonly sentAt: number | null;
  readonly firstOpenedAt: number | null;
  readonly downloadCount: number;
}

const selectRecipients = (reader: Reader) =>
  reader
    .selectFrom('share_recipients')
    .select([
      'row_id as rowId',
      'id',
      'share_id as shareRowId',
      'email',
      'sent_at as sentAt',
      'first_opened_at as firstOpenedAt',
      'download_count as downloadCount',
    ]);

export const findRecipient = (
  reader: Reader,
  by: { readonly id: string } | { readonly rowId: number },
): Promise<RecipientRow | undefined> =>
  ('id' in by
    ? selectRecipients(reader).where('id', '=', by.id)
    : selectRecipients(reader).where('row_id', '=', by.rowId)
  ).executeTakeFirst();

/** The recipient of the address, made where there is none. */
export async function ensureRecipient(
  tx: Tx,
  recipient: {
    readonly id: string;
    readonly shareRowId: number;
    readonly email: string;
    readonly emailKey: string;
    readonly createdAt: number;
  },
): Promise<RecipientRow> {
  await tx
    .insertInto('share_recipients')
    .values({
      id: recipient.id,
      share_id: recipient.shareRowId,
      email: recipient.email,
      email_key: recipient.emailKey,
      sent_at: null,
      first_opened_at: null,
      created_at: recipient.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['share_id', 'email_key']).doNothing())
    .execute();
  return selectRecipients(tx)
    .where('share_id', '=', recipient.shareRowId)
    .where('email_key', '=', recipient.emailKey)
    .executeTakeFirstOrThrow();
}

export const listRecipientRows = (
  reader: Reader,
  shareRowId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<RecipientRow[]> =>
  selectRecipients(reader)
    .where('share_id', '=', shareRowId)
    .orderBy('row_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countRecipients(reader: Reader, shareRowId: number): Promise<number> {
  const row = await reader
    .selectFrom('share_recipients')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('share_id', '=', shareRowId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function setSent(tx: Tx, rowId: number, now: number): Promise<void> {
  await tx.updateTable('share_recipients').set({ sent_at: now }).where('row_id', '=', rowId).execute();
}

/** True the first time. */
export async function setOpened(tx: Tx, rowId: number, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('share_recipients')
    .set({ first_opened_at: now })
    .where('row_id', '=', rowId)
    .where('first_opened_at', 'is', null)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function addRecipientDownload(tx: Tx, rowId: number): Promise<void> {
  await tx
    .updateTable('share_recipients')
    .set((of) => ({ download_count: of('download_count', '+', 1) }))
    .where('row_id', '=', rowId)
    .execute();
}

/** False where there is none of the share's. */
export async function deleteRecipient(tx: Tx, shareRowId: number, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('share_recipients')
    .where('share_id', '=', shareRowId)
    .where('id', '=', id)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}
