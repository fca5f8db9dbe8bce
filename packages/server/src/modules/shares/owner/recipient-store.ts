import type { PageSlice } from '@drive/base';
import { deleteRows, isAfter, type Reader, type RowBatch, type Tx } from '../../../platform/db/index.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** The `r` parameter of a personal link. It is derived from the recipient's id, so the same link can be sent again. */
export const recipientToken = (secrets: Secrets, id: string): string => {
  const text = id.replaceAll('-', '');
  return `${text}.${secrets.sign('share-recipient', text)}`;
};

/** Returns undefined if the token was not created by this server. */
const recipientIdOf = (secrets: Secrets, token: string): string | undefined => {
  const [text = '', signature = ''] = token.split('.');
  if (!secrets.verify('share-recipient', text, signature)) return undefined;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

export interface RecipientRow {
  readonly rowId: number;
  readonly id: string;
  readonly shareRowId: number;
  readonly email: string;
  readonly sentAt: number | null;
  /** When the last mail failed for good; null once one was accepted, or another was requested. */
  readonly failedAt: number | null;
  readonly error: string | null;
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
      'failed_at as failedAt',
      'error',
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
    .onConflict((conflict) => conflict.columns(['share_id', 'email_key']).doUpdateSet({ failed_at: null, error: null }))
    .execute();
  return selectRecipients(tx)
    .where('share_id', '=', recipient.shareRowId)
    .where('email_key', '=', recipient.emailKey)
    .executeTakeFirstOrThrow();
}

export const listRecipientRows = (
  reader: Reader,
  shareRowId: number,
  { offset, limit, after }: PageSlice,
): Promise<RecipientRow[]> =>
  selectRecipients(reader)
    .where('share_id', '=', shareRowId)
    .where(isAfter(after, ['row_id'], 'desc'))
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
  await tx
    .updateTable('share_recipients')
    .set({ sent_at: now, failed_at: null, error: null })
    .where('row_id', '=', rowId)
    .execute();
}

export async function setFailed(tx: Tx, rowId: number, now: number, error: string): Promise<void> {
  await tx.updateTable('share_recipients').set({ failed_at: now, error }).where('row_id', '=', rowId).execute();
}

/** Returns true the first time. */
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

/** Returns false if the share has no such recipient. */
export async function deleteRecipient(tx: Tx, shareRowId: number, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('share_recipients')
    .where('share_id', '=', shareRowId)
    .where('id', '=', id)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRecipientByToken(
  secrets: Secrets,
  reader: Reader,
  share: { readonly rowId: number },
  token: string,
): Promise<RecipientRow | undefined> {
  const id = recipientIdOf(secrets, token);
  const row = id === undefined ? undefined : await findRecipient(reader, { id });
  return row?.shareRowId === share.rowId ? row : undefined;
}

export const recipientsOfOwner = (ownerId: number): RowBatch =>
  deleteRows('share_recipients', 'row_id', (rows) =>
    rows.where('share_id', 'in', (db) => db.selectFrom('shares').select('row_id').where('owner_id', '=', ownerId)),
  );
