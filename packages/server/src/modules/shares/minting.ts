import type { ShareMode } from '@drive/contract';
import type { Audit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Random } from '../../platform/random.ts';
import { createLinkToken } from '../links/index.ts';
import { recordCreated } from './share-records.ts';
import type { ShareRow } from './share-row.ts';
import { changeShare, findShare, insertShare, insertShareFiles, type ShareChange } from './store.ts';

/** 58 bits, without the letters and digits that are taken for each other in print. */
const SHORT_CODE_CHARACTERS = 10;
const SHORT_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

export interface ShareToMint extends ShareChange {
  /** null: a share of several files. */
  readonly itemId: string | null;
  /** items.id of these. */
  readonly fileIds?: readonly string[];
  readonly ownerId: number;
  readonly mode: ShareMode;
}

export interface MintingDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Audit;
}

/** A new share; undefined where the item has one. Where chance hits on a taken token or code, it is asked again. */
export async function mintShare(
  { clock, random, audit }: MintingDeps,
  tx: Tx,
  { itemId, fileIds = [], ownerId, mode, ...wishes }: ShareToMint,
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
      await changeShare(tx, rowId, wishes);
      const share = await findShare(tx, { rowId });
      if (share !== undefined) await recordCreated(audit, tx, share, itemId === null ? fileIds.length : 1);
      return share;
    }
    if (itemId !== null && (await findShare(tx, { itemId })) !== undefined) return undefined;
  }
}
