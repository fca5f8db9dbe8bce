import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FileRow } from './file-row.ts';
import { lockTree } from './root.ts';
import { deleteQuarantine, putQuarantine, setQuarantined } from './quarantine-store.ts';
import { findFile } from './store.ts';

export interface QuarantineWish {
  readonly quarantined: boolean;
  /** Why it is held back; not looked at for a release. */
  readonly reason: string | null;
}

export interface QuarantineOutcome {
  readonly file: FileRow;
  /** Whether it was held back or released by this; a new reason alone is `told`. */
  readonly change: 'done' | 'told' | 'none';
}

/**
 * Holds any owner's file back from everybody but its owner, or releases it. undefined where there is no such file;
 * `file_purged` where it is deleted for good.
 */
export async function changeQuarantine(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  id: string,
  { quarantined, reason }: QuarantineWish,
): Promise<QuarantineOutcome | undefined> {
  const file = await findFile(tx, id);
  if (file === undefined || file.isFolder) return undefined;
  // With the tree held it can't begin to be purged meanwhile.
  await lockTree(tx, file.ownerId);
  const { state } = (await findFile(tx, id)) ?? file;
  if (state !== 'alive' && state !== 'trashed')
    throw new DomainError('file_purged', 'This file has been deleted for good.');
  const { rowId } = file;
  const isDone = await setQuarantined(tx, rowId, quarantined ? 1 : 0);
  let isTold = false;
  if (quarantined) isTold = await putQuarantine(tx, { rowId, reason, now: clock.now() });
  else await deleteQuarantine(tx, rowId);
  return { file: { ...file, quarantined }, change: isDone ? 'done' : isTold ? 'told' : 'none' };
}
