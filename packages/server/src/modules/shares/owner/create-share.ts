import { optionalIsoTime } from '@drive/base';
import type { ShareMode } from '@drive/contract';
import { currentActor } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { createLinkToken } from '../../links/index.ts';
import {
  findShare,
  insertShare,
  insertShareFiles,
  updateShare,
  type ShareChange,
  type ShareRow,
} from '../share-store.ts';
import { auditOf, publishShare, type ShareRecordDeps } from './share-changes.ts';

/** 58 bits, without letters and digits that resemble each other in print. */
const SHORT_CODE_CHARACTERS = 10;
const SHORT_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

interface NewShareRow extends ShareChange {
  /** null for a multi-share. */
  readonly itemId: string | null;
  readonly fileIds?: readonly string[];
  readonly ownerId: number;
  readonly mode: ShareMode;
  /** That of the item if it has no row yet. */
  readonly itemName?: string;
  /** Whether it is added to the links that the item has. Its links must then be locked. Default: no. */
  readonly isFurther?: boolean;
}

export type CreateShareDeps = ShareRecordDeps &
  Pick<Ports, 'random'> & {
    /** `feedback` says whether a new share allows likes and comments if its owner says nothing. */
    readonly config: { readonly feedback: boolean };
  };

/** Returns undefined if the item has a share already and it is no further one. Tries again if a random token or code is taken. */
export async function createShare(
  deps: CreateShareDeps,
  tx: Tx,
  { itemId, itemName, fileIds = [], ownerId, mode, isFurther = false, ...change }: NewShareRow,
): Promise<ShareRow | undefined> {
  const { clock, random, audit, config } = deps;
  for (;;) {
    const rowId = await insertShare(tx, {
      itemId,
      ownerId,
      mode,
      token: createLinkToken(random),
      shortCode: random.code(SHORT_CODE_CHARACTERS, SHORT_CODE_ALPHABET),
      createdAt: clock.now(),
      isFurther,
      createdBy: currentActor(),
    });
    if (rowId !== undefined) {
      if (fileIds.length > 0) await insertShareFiles(tx, rowId, fileIds);
      const { commentsEnabled = config.feedback, likesEnabled = config.feedback } = change;
      await updateShare(tx, rowId, { ...change, commentsEnabled, likesEnabled });
      const share = await findShare(tx, { rowId });
      if (share !== undefined) {
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
        await publishShare(deps, tx, 'created', share, itemName);
      }
      return share;
    }
    if (itemId !== null && !isFurther && (await findShare(tx, { itemId })) !== undefined) return undefined;
  }
}
