import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/index.ts';
import { aFile } from '../items/item-row.ts';

/** Returns whether that changed anything. */
export async function setQuarantined(tx: Tx, rowId: number, quarantined: boolean): Promise<boolean> {
  const flag = quarantined ? 1 : 0;
  const row = await tx
    .updateTable('items')
    .set({ quarantined: flag })
    .where('row_id', '=', rowId)
    .where('is_folder', '=', aFile)
    .where('state', 'in', ['alive', 'trashed'])
    .where('quarantined', '<>', flag)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the reason is new. */
export async function putReason(tx: Tx, rowId: number, reason: string | null, now: number): Promise<boolean> {
  const row = await tx
    .insertInto('quarantines')
    .values({ item_id: rowId, reason, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('item_id')
        .doUpdateSet({ reason })
        .where(sql<boolean>`coalesce(quarantines.reason, '') <> ${reason ?? ''}`),
    )
    .returning('item_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeReason(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('quarantines').where('item_id', '=', rowId).execute();
}
