import type { FeatureLimit } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Random } from '../../platform/random.ts';
import type { Accounts } from '../accounts/index.ts';
import type { FileRow, Files } from '../files/index.ts';

/** A share that a stranger may open, and what it holds. */
export interface OpenShare {
  /** shares.row_id */
  readonly rowId: number;
  readonly token: string;
  readonly shortCode: string;
  /** users.row_id */
  readonly ownerId: number;
  readonly mode: 'SHARED' | 'PUBLIC';
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  /** Alive. */
  readonly item: FileRow;
}

export type FindShareBy = { readonly token: string } | { readonly rowId: number };

export interface SharesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly accounts: Accounts;
  readonly files: Files;
  /** Throws `too_many_requests` where the feature's limit is reached. */
  readonly takeFeatureLimit: (feature: FeatureLimit, countedBy: string) => void | Promise<void>;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    readonly maxExpiryDays: number;
  };
}

export interface Shares {
  /** The share that is answered with an upload's reservation; it opens once the file is complete. */
  shareUpload(
    tx: Tx,
    upload: { readonly fileId: string; readonly ownerId: number; readonly publicListing: boolean },
  ): Promise<{ readonly token: string; readonly shortUrl: string }>;
  /** The upload came to nothing, so its share goes too. */
  forgetUploadShare(tx: Tx, fileId: string): Promise<void>;
  /** Undefined unless the share is neither revoked nor PRIVATE nor past its expiry and its item is alive. */
  findOpenShare(reader: Reader, by: FindShareBy): Promise<OpenShare | undefined>;
  /** The same, throwing `share_expired` past the expiry and `share_not_found` for all else. */
  requireOpenShare(reader: Reader, by: FindShareBy): Promise<OpenShare>;
  routes(router: Router): void;
}

export declare function createShares(deps: SharesDeps): Shares;
