import type { ShareMode } from '@drive/contract';

/** A share that is not revoked. */
export interface ShareRow {
  /** shares.row_id */
  readonly rowId: number;
  readonly token: string;
  readonly shortCode: string;
  /** users.row_id */
  readonly ownerId: number;
  /** items.id */
  readonly itemId: string;
  readonly mode: ShareMode;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
}

export type FindShareBy =
  | { readonly token: string }
  | { readonly shortCode: string }
  | {
      /** shares.row_id */
      readonly rowId: number;
    };
