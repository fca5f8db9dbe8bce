import { shareMark, type Audit } from '../../platform/audit/index.ts';
import { optionalIsoTime } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ShareRow } from './share-row.ts';
import type { ShareChange } from './store.ts';

/** By their names in the API. */
const namesInApi: Readonly<Partial<Record<keyof ShareChange, string>>> = {
  mode: 'shareMode',
  passwordHash: 'password',
};

const of = (share: ShareRow) =>
  ({ actor: { userId: share.ownerId }, target: { kind: 'share', id: shareMark(share.token) } }) as const;

export const recordCreated = (audit: Audit, tx: Tx, share: ShareRow, files: number): Promise<void> =>
  audit.record(tx, {
    action: 'share.created',
    ...of(share),
    details: {
      mode: share.mode,
      fileId: share.itemId,
      files,
      hasPassword: share.passwordHash !== null,
      expiresAt: optionalIsoTime(share.expiresAt),
    },
  });

/** Nothing where nothing is different. */
export async function recordChanged(audit: Audit, tx: Tx, share: ShareRow, change: ShareChange): Promise<void> {
  const changed = Object.entries(change)
    .filter(([field, value]) => value !== undefined && value !== share[field as keyof ShareChange])
    .map(([field]) => namesInApi[field as keyof ShareChange] ?? field);
  if (changed.length > 0) await recordOtherwiseChanged(audit, tx, share, changed.join(','));
}

export const recordOtherwiseChanged = (audit: Audit, tx: Tx, share: ShareRow, changed: string): Promise<void> =>
  audit.record(tx, { action: 'share.changed', ...of(share), details: { changed, fileId: share.itemId } });

export const recordRevoked = (audit: Audit, tx: Tx, share: ShareRow): Promise<void> =>
  audit.record(tx, { action: 'share.revoked', ...of(share), details: { fileId: share.itemId } });

export const recordInvited = (audit: Audit, tx: Tx, share: ShareRow, count: number): Promise<void> =>
  audit.record(tx, { action: 'share.recipients_added', ...of(share), details: { count } });

export const recordUninvited = (audit: Audit, tx: Tx, share: ShareRow): Promise<void> =>
  audit.record(tx, { action: 'share.recipient_removed', ...of(share) });
