import type { Audit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordOtherwiseChanged, recordRevoked } from './share-records.ts';
import type { ShareRow } from './share-row.ts';
import { findNewestMultiShare, findShare, removeShareFile, revokeShare } from './store.ts';

export interface TakingBackDeps {
  readonly clock: Clock;
  readonly audit: Audit;
}

export async function takeBack({ clock, audit }: TakingBackDeps, tx: Tx, share: ShareRow): Promise<void> {
  await revokeShare(tx, share.rowId, clock.now());
  await recordRevoked(audit, tx, share);
}

/** Out of the newest share of several that the file is among; the last file takes the share with it. False: it is in none. */
export async function takeOut(deps: TakingBackDeps, tx: Tx, fileId: string): Promise<boolean> {
  const rowId = await findNewestMultiShare(tx, fileId);
  const share = rowId === undefined ? undefined : await findShare(tx, { rowId });
  if (share === undefined) return false;
  if ((await removeShareFile(tx, share.rowId, fileId)) === 0) await takeBack(deps, tx, share);
  else await recordOtherwiseChanged(deps.audit, tx, share, 'files');
  return true;
}
