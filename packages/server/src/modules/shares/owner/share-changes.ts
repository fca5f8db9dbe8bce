import { optionalIsoTime } from '@drive/base';
import type { ShareMode } from '@drive/contract';
import { shareMark, type Audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { createLinkToken } from '../../links/index.ts';
import {
  findNewestMultiShare,
  findShare,
  insertShare,
  insertShareFiles,
  removeShareFile,
  revokeShareRow,
  updateShare,
  type ShareChange,
  type ShareRow,
} from '../share-store.ts';

/** 58 bits, without letters and digits that resemble each other in print. */
const SHORT_CODE_CHARACTERS = 10;
const SHORT_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

export interface NewShareRow extends ShareChange {
  /** null for a multi-share. */
  readonly itemId: string | null;
  readonly fileIds?: readonly string[];
  readonly ownerId: number;
  readonly mode: ShareMode;
}

export type CreateShareDeps = Pick<Ports, 'clock' | 'random' | 'audit'> & {
  /** `feedback` says whether a new share allows likes and comments if its owner says nothing. */
  readonly config: { readonly feedback: boolean };
};

/** Returns undefined if the item has a share already. Tries again if a random token or code is taken. */
export async function createShare(
  { clock, random, audit, config }: CreateShareDeps,
  tx: Tx,
  { itemId, fileIds = [], ownerId, mode, ...change }: NewShareRow,
): Promise<ShareRow | undefined> {
  for (;;) {
    const rowId = await insertShare(tx, {
      itemId,
      ownerId,
      mode,
      token: createLinkToken(random),
      shortCode: random.code(SHORT_CODE_CHARACTERS, SHORT_CODE_ALPHABET),
      createdAt: clock.now(),
    });
    if (rowId !== undefined) {
      if (fileIds.length > 0) await insertShareFiles(tx, rowId, fileIds);
      const { commentsEnabled = config.feedback, likesEnabled = config.feedback } = change;
      await updateShare(tx, rowId, { ...change, commentsEnabled, likesEnabled });
      const share = await findShare(tx, { rowId });
      if (share !== undefined)
        await audit.record(tx, {
          action: 'share.created',
          ...auditOf(share),
          details: {
            mode: share.mode,
            fileId: share.itemId,
            files: itemId === null ? fileIds.length : 1,
            hasPassword: share.passwordHash !== null,
            expiresAt: optionalIsoTime(share.expiresAt),
          },
        });
      return share;
    }
    if (itemId !== null && (await findShare(tx, { itemId })) !== undefined) return undefined;
  }
}

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
