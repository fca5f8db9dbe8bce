import type { ShareMode } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Random } from '../../platform/random.ts';
import type { ShareRow } from './share-row.ts';
import { findShare, hasShare, insertShare } from './store.ts';

/** 132 bits: who doesn't know it doesn't guess it. */
const TOKEN_CHARACTERS = 22;

/** 58 bits, without the letters and digits that are taken for each other in print. */
const SHORT_CODE_CHARACTERS = 10;
const SHORT_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

export interface ShareToMint {
  readonly itemId: string;
  readonly ownerId: number;
  readonly mode: ShareMode;
  readonly expiresAt: number | null;
}

/** A new share; undefined where the item has one. Where chance hits on a taken token or code, it is asked again. */
export async function mintShare(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  tx: Tx,
  share: ShareToMint,
): Promise<ShareRow | undefined> {
  for (;;) {
    const minted = await insertShare(tx, {
      ...share,
      token: random.token(TOKEN_CHARACTERS),
      shortCode: random.code(SHORT_CODE_CHARACTERS, SHORT_CODE_ALPHABET),
      createdAt: clock.now(),
    });
    if (minted !== undefined) return findShare(tx, { rowId: minted });
    if (await hasShare(tx, share.itemId)) return undefined;
  }
}
