import { deleteRows, type Reader, type RowBatch, type Tx } from '../../../platform/db/index.ts';

/** True the first time: the ticket has not taken its download before. */
export async function insertTicket(
  tx: Tx,
  ticket: { readonly id: string; readonly shareRowId: number; readonly expiresAt: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('share_tickets')
    .values({ id: ticket.id, share_id: ticket.shareRowId, expires_at: ticket.expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasTicket(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.selectFrom('share_tickets').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Tickets that expired at this time or earlier (epoch milliseconds). */
export const endedTickets = (expiredBefore: number): RowBatch =>
  deleteRows('share_tickets', 'id', (rows) => rows.where('expires_at', '<=', expiredBefore));
