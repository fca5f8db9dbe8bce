import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../item-row.ts';
import { findFile } from '../item-store.ts';
import { putReason, removeReason, setQuarantined } from './quarantine-store.ts';
import { lockTree } from '../root-folder.ts';

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
  else await removeReason(tx, rowId);
  return { file: { ...file, quarantined }, change: isNew ? 'state' : hasNewReason ? 'reason' : 'none' };
}
