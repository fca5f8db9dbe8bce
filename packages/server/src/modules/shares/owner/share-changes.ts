import { shareMark, type Audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import {
  findNewestMultiShare,
  findShare,
  removeShareFile,
  revokeShareRow,
  updateShare,
  type ShareChange,
  type ShareRow,
} from '../share-store.ts';

/** Returns false if the share was revoked meanwhile. */
export async function changeShare(audit: Audit, tx: Tx, share: ShareRow, change: ShareChange): Promise<boolean> {
  if (!(await updateShare(tx, share.rowId, change))) return false;
  const changed = Object.entries(change)
    .filter(([field, value]) => value !== undefined && value !== share[field as keyof ShareChange])
    .map(([field]) => namesInApi[field as keyof ShareChange] ?? field);
  if (changed.length > 0) await recordChange(audit, tx, share, changed.join(','));
  return true;
}

const namesInApi: Readonly<Partial<Record<keyof ShareChange, string>>> = {
  mode: 'shareMode',
  passwordHash: 'password',
};

export async function revokeShare(
  { clock, audit }: Pick<Ports, 'clock' | 'audit'>,
  tx: Tx,
  share: ShareRow,
): Promise<void> {
  await revokeShareRow(tx, share.rowId, clock.now());
  await audit.record(tx, { action: 'share.revoked', ...auditOf(share), details: { fileId: share.itemId } });
}

/** Revokes the newest multi-share with its last file. False if the file is in none. */
export async function removeFromMultiShare(
  deps: Pick<Ports, 'clock' | 'audit'>,
  tx: Tx,
  fileId: string,
): Promise<boolean> {
  const rowId = await findNewestMultiShare(tx, fileId);
  const share = rowId === undefined ? undefined : await findShare(tx, { rowId });
  if (share === undefined) return false;
  if ((await removeShareFile(tx, share.rowId, fileId)) === 0) await revokeShare(deps, tx, share);
  else await recordChange(deps.audit, tx, share, 'files');
  return true;
}

export const recordChange = (audit: Audit, tx: Tx, share: ShareRow, changed: string): Promise<void> =>
  audit.record(tx, { action: 'share.changed', ...auditOf(share), details: { changed, fileId: share.itemId } });

export const auditOf = (share: ShareRow) =>
  ({ actor: { userId: share.ownerId }, target: { kind: 'share', id: shareMark(share.token) } }) as const;
