import type { Clock } from '@drive/base';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../items/item-row.ts';
import { findFile } from '../tree/item-store.ts';
import { lockTree } from '../tree/root-folder.ts';
import { putReason, removeReason, setQuarantined } from './quarantine-store.ts';
import { addRelease, removeRelease, setScan } from './scan-store.ts';

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

/** A scan calls this too. `undefined` if there is no such file. */
export async function changeQuarantine(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  id: string,
  change: QuarantineChange,
): Promise<QuarantineOutcome | undefined> {
  const file = await findFile(tx, id);
  if (file === undefined || file.isFolder) return undefined;
  // No purge of the file can begin under the lock of the tree.
  await lockTree(tx, file.ownerId);
  const current = (await findFile(tx, id)) ?? file;
  if (current.state !== 'alive' && current.state !== 'trashed')
    throw new DomainError('file_purged', 'This file has been permanently deleted.');
  const { quarantined, reason } = change;
  const isNew = await setQuarantined(tx, current.rowId, quarantined);
  let hasNewReason = false;
  if (quarantined) hasNewReason = await putReason(tx, current.rowId, reason, clock.now());
  else await removeReason(tx, current.rowId);
  return {
    file: { ...current, quarantined },
    change: isNew ? 'state' : hasNewReason ? 'reason' : 'none',
  };
}

/**
 * What an administrator decides, which outlasts scans: those of a released content have no consequences, wherever it is
 * stored, until it is put in quarantine again.
 */
export async function decideQuarantine(
  deps: { readonly clock: Clock },
  tx: Tx,
  id: string,
  change: QuarantineChange,
): Promise<QuarantineOutcome | undefined> {
  const outcome = await changeQuarantine(deps, tx, id, change);
  const { blobKey, sha256, scan } = outcome?.file ?? {};
  if (outcome === undefined || blobKey === undefined || blobKey === null) return outcome;
  const content = { blobKey, sha256: sha256 ?? null };
  if (change.quarantined) await removeRelease(tx, content);
  else if (scan === 'infected' || scan === 'skipped') {
    await addRelease(tx, content, deps.clock.now());
    await setScan(tx, blobKey, { scan: 'clean', virus: null });
    return { file: { ...outcome.file, scan: 'clean', virus: null }, change: 'state' };
  }
  return outcome;
}
