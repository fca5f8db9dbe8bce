import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Flag } from '../../platform/db/schema.ts';
import { aFile } from './store.ts';

/** Whether that changed anything; what is on its way out stays as it is. */
export async function setQuarantined(tx: Tx, rowId: number, quarantined: Flag): Promise<boolean> {
  const row = await tx
    .updateTable('items')
    .set({ quarantined })
    .where('row_id', '=', rowId)
    .where('is_folder', '=', aFile)
    .where('state', 'in', ['alive', 'trashed'])
    .where('quarantined', '<>', quarantined)
    .returning('row_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the reason is new. */
export async function putQuarantine(
  tx: Tx,
  { rowId, reason, now }: { readonly rowId: number; readonly reason: string | null; readonly now: number },
): Promise<boolean> {
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

export async function deleteQuarantine(tx: Tx, rowId: number): Promise<void> {
  await tx.deleteFrom('quarantines').where('item_id', '=', rowId).execute();
}
