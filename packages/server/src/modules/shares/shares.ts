import type { Audit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import type { Events } from '../../platform/events/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { LinkLockDeps } from '../links/index.ts';
import { shortUrl } from './descriptor.ts';
import { addFeedback, clearFeedback, listEndedWithFeedback, subtractFeedback } from './feedback-counts.ts';
import { eraseOwner } from './erase-owner.ts';
import { mintShare } from './minting.ts';
import {
  findSharedFile,
  findSharedFolder,
  requireOpenShare,
  type OpenFolderShare,
  type OpenOptions,
  type OpenShare,
} from './open-share.ts';
import { createOwnShares } from './own-share.ts';
import { mountShares } from './routes.ts';
import { createRecipients, type Recipients } from './recipients.ts';
import { createShareMails } from './share-mails.ts';
import type { FindShareBy, ShareRow } from './share-row.ts';
import { deleteShare, findShare } from './store.ts';
import { createUnlocking, type Unlocking } from './unlocking.ts';
import { createVisits, type Visits } from './visits.ts';

export interface SharesDeps extends LinkLockDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly passwords: PasswordHasher;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly audit: Audit;
  readonly events: Events;
  readonly mails: Mails;
  readonly featureLimiter: FeatureLimiter;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    /** What `expiresInDays` may be at most. */
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
  /**
   * Undefined unless the share is neither revoked nor PRIVATE nor past its expiry and its item is alive. Throws
   * `file_quarantined` where the file is held back, and `share_limit_reached`.
   */
  findOpenShare(reader: Reader, by: FindShareBy, options?: OpenOptions): Promise<OpenShare | undefined>;
  /** The same, throwing `share_expired` past the expiry and `share_not_found` for all else. */
  requireOpenShare(reader: Reader, by: FindShareBy): Promise<OpenShare>;
  /** A file that the share reaches, and nothing else of the owner's. */
  findSharedFile(reader: Reader, share: OpenShare, fileId: string): Promise<FileRow | undefined>;
  /** The shared folder or one anywhere in it. */
  findSharedFolder(reader: Reader, share: OpenFolderShare, folderId: string): Promise<FileRow | undefined>;
  /** A share of the owner's, whether or not anybody may come to it now; undefined once it is revoked. */
  findOwn(reader: Reader, ownerId: number, token: string): Promise<ShareRow | undefined>;
  readonly feedback: FeedbackCounts;
  readonly unlocking: Unlocking;
  readonly recipients: Recipients;
  readonly visits: Visits;
  /** Takes away the shares of a deleted account (users.row_id). May be called again, after a crash anywhere. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  routes(router: Router): void;
}

/** How much was left behind at a share, and what becomes of it; what it is, those keep who take it. */
export interface FeedbackCounts {
  readonly add: typeof addFeedback;
  readonly subtract: typeof subtractFeedback;
  readonly clear: typeof clearFeedback;
  readonly listEnded: typeof listEndedWithFeedback;
}

export function createShares(deps: SharesDeps): Shares {
  const { config } = deps;
  const shareMails = createShareMails(deps);
  const recipients = createRecipients({ ...deps, shareMails });
  return {
    shareUpload: async (tx, { fileId, ownerId, publicListing }) => {
      const share = await mintShare(deps, tx, {
        itemId: fileId,
        ownerId,
        mode: publicListing ? 'PUBLIC' : 'SHARED',
      });
      if (share === undefined) throw new Error('a file that is yet to come has a share already');
      return { token: share.token, shortUrl: shortUrl(config.baseUrl, share) };
    },
    forgetUploadShare: deleteShare,
    findOpenShare: async (reader, by, options) => {
      try {
        return await requireOpenShare(deps, reader, by, options);
      } catch (error) {
        if (isDomainError(error, 'share_not_found') || isDomainError(error, 'share_expired')) return undefined;
        throw error;
      }
    },
    requireOpenShare: (reader, by) => requireOpenShare(deps, reader, by),
    findSharedFile: (reader, share, fileId) => findSharedFile(deps, reader, share, fileId),
    findSharedFolder: (reader, share, folderId) => findSharedFolder(deps, reader, share, folderId),
    findOwn: async (reader, ownerId, token) => {
      const share = await findShare(reader, { token });
      return share?.ownerId === ownerId ? share : undefined;
    },
    feedback: {
      add: addFeedback,
      subtract: subtractFeedback,
      clear: clearFeedback,
      listEnded: listEndedWithFeedback,
    },
    unlocking: createUnlocking(deps),
    recipients,
    visits: createVisits({ ...deps, mails: shareMails }),
    eraseOwner: (ownerId, signal) => eraseOwner(deps, ownerId, signal),
    routes: (router) => {
      mountShares(router, deps, { own: createOwnShares(deps), recipients });
    },
  };
}
