import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import { aFile, type FileRow } from './item-row.ts';
import { findFile } from './item-store.ts';
import { lockTree } from './root-folder.ts';

export interface QuarantineChange {
  readonly quarantined: boolean;
  /** Ignored for a release. */
  readonly reason: string | null;
}

export interface QuarantineOutcome {
  readonly file: FileRow;
  /** `reason`: the file was in quarantine already, for another reason. */
  readonly change: 'state' | 'reason' | 'none';
}

/** Quarantines any owner's file or releases it. undefined if there is no such file; throws `file_purged` if it is purged. */
export async function changeQuarantine(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  id: string,
  { quarantined, reason }: QuarantineChange,
): Promise<QuarantineOutcome | undefined> {
  const file = await findFile(tx, id);
  if (file === undefined || file.isFolder) return undefined;
  // No purge of the file can begin under the lock of the tree.
  await lockTree(tx, file.ownerId);
  const { state } = (await findFile(tx, id)) ?? file;
  if (state !== 'alive' && state !== 'trashed')
    throw new DomainError('file_purged', 'This file has been permanently deleted.');
  const { rowId } = file;
  const isNew = await setQuarantined(tx, rowId, quarantined);
  let hasNewReason = false;
  if (quarantined) hasNewReason = await putReason(tx, rowId, reason, clock.now());
  else await tx.deleteFrom('quarantines').where('item_id', '=', rowId).execute();
  return { file: { ...file, quarantined }, change: isNew ? 'state' : hasNewReason ? 'reason' : 'none' };
}

/** Returns whether that changed anything. */
async function setQuarantined(tx: Tx, rowId: number, quarantined: boolean): Promise<boolean> {
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
async function putReason(tx: Tx, rowId: number, reason: string | null, now: number): Promise<boolean> {
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
