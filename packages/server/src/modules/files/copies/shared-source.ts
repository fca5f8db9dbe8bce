import type { CopyResult } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import type { CopiedLink } from './copy-order.ts';

/** What a link shares, as it is copied. */
export interface SharedSource {
  /** items.row_id of what the link shares. */
  readonly within: readonly number[];
  readonly link: CopiedLink;
  /** Runs once, in the transaction that begins to copy, before any item is copied; undone with it. What it throws fails the whole call. */
  begin(tx: Tx): Promise<void>;
  /** Stores the answer in the transaction that copies, or that begins an operation. */
  remember(tx: Tx, answer: CopyAnswer): Promise<void>;
}

export type CopyAnswer = CopyResult | { readonly operationId: string };
