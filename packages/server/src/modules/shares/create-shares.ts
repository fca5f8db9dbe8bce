import { dayMs } from '@drive/base';
import { mayDo } from '../../platform/access/index.ts';
import { deleteInBatches, type Reader } from '../../platform/db/index.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { FeedbackCounts, FeedbackShares } from '../feedback/index.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { LinkLock, LinkLockDeps } from '../links/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { createEndReservations } from '../visitor-uploads/index.ts';
import { shareFeedback } from './feedback-count-store.ts';
import {
  findSharedFile,
  findSharedFolder,
  type OpenFolderShare,
  type OpenOptions,
  type OpenShare,
  requireOpenShare,
} from './open-share.ts';
import { findRecipientByToken, type RecipientRow, recipientsOfOwner } from './owner/recipient-store.ts';
import { endSharesOf, publishComment } from './owner/share-changes.ts';
import { createShareLock } from './owner/share-lock.ts';
import { createShareMails } from './owner/share-mails.ts';
import { createRecipients } from './owner/share-recipients.ts';
import { mountShareRoutes } from './owner/share-routes.ts';
import { shareUploads } from './owner/shared-uploads.ts';
import { findShare, type FindShareBy, type ShareRow, sharesOfOwner } from './share-store.ts';
import { DownloadSlots } from './transfers/download-slots.ts';
import { ShareTickets } from './transfers/share-tickets.ts';
import { ShareVisits, type Visits } from './transfers/share-visits.ts';
import { createShareReception, type ShareReception } from './uploads/share-reception.ts';
import { receivedUploads, uploadsOfOwner, uploadsOfRevoked } from './uploads/share-upload-store.ts';

export type SharesDeps = LinkLockDeps &
  Pick<Ports, 'database' | 'random' | 'jobs' | 'log' | 'audit' | 'events' | 'node'> & {
    readonly accounts: Accounts;
    readonly files: Files;
    readonly mails: Mails;
    readonly notifications: Pick<Notifications, 'add'>;
    readonly uploads: Uploads;
    readonly config: { readonly maxExpiryDays: number; readonly feedback: boolean };
  };

export interface Shares {
  /** undefined if revoked, PRIVATE, expired, or its item not alive. Throws `file_quarantined`, `share_limit_reached`. */
  findOpenShare(reader: Reader, by: FindShareBy, options?: OpenOptions): Promise<OpenShare | undefined>;
  /** Throws `share_expired` and `share_not_found` instead. */
  requireOpenShare(reader: Reader, by: FindShareBy, options?: OpenOptions): Promise<OpenShare>;
  /** A file of the share, never another file of the owner. */
  findSharedFile(reader: Reader, share: OpenShare, fileId: string): Promise<FileRow | undefined>;
  /** The shared folder or a folder anywhere in it. */
  findSharedFolder(reader: Reader, share: OpenFolderShare, folderId: string): Promise<FileRow | undefined>;
  /** A share of the owner that is not revoked, open or not. */
  findOwn(reader: Reader, ownerId: number, token: string): Promise<ShareRow | undefined>;
  readonly feedback: FeedbackCounts;
  readonly commented: FeedbackShares['commented'];
  readonly lock: LinkLock<ShareRow>;
  findRecipient(reader: Reader, share: ShareRow, token: string): Promise<RecipientRow | undefined>;
  readonly visits: Visits;
  readonly tickets: ShareTickets;
  /** Receives files of visitors. */
  readonly reception: ShareReception;
  /** Downloads that can begin; null if the share has no limit. */
  countDownloadsLeft(share: ShareRow): Promise<number | null>;
  /** Revokes the shares of a deleted account (users.row_id). Idempotent. */
  eraseOwner(ownerId: number, signal: AbortSignal): Promise<void>;
  /** Resolves when all transfers that are over are counted. */
  idle(): Promise<void>;
  routes(router: Router): void;
}

export function createShares(given: SharesDeps): Shares {
  const endReservations = createEndReservations<{ readonly shareRowId: number; readonly lastRowId?: number }>(given, {
    type: 'shares.close',
    payloadOf: (shareRowId, lastRowId) => ({ shareRowId, lastRowId }),
    linkOf: ({ shareRowId }) => shareRowId,
    received: receivedUploads,
  });
  const deps = { ...given, endReservations };
  const reception = createShareReception(deps);
  const shareMails = createShareMails(deps);
  const slots = new DownloadSlots(deps);
  const visits = new ShareVisits({ ...deps, slots, mails: shareMails });
  const recipients = createRecipients({ ...deps, shareMails });
  shareUploads(deps);
  deps.files.onLink(async (tx, { rowId, passwordVersion }) => {
    const share = await findShare(tx, { rowId });
    if (share === undefined || share.mode === 'PRIVATE' || share.passwordVersion !== passwordVersion) return false;
    return share.expiresAt === null || share.expiresAt > deps.clock.now();
  });
  deps.files.onOwnerChange((tx, { rowIds }) => endSharesOf(deps, tx, rowIds));
  deps.files.onPurge((tx, rowIds) => endSharesOf(deps, tx, rowIds));
  deps.jobs.sweep('shares.uploads', dayMs, (now) => [reception.settleEnded, uploadsOfRevoked(now - revokedKeptMs)]);
  return {
    findOpenShare: async (reader, by, options) => {
      try {
        return await requireOpenShare(deps, reader, by, options);
      } catch (error) {
        if (isDomainError(error, 'share_not_found') || isDomainError(error, 'share_expired')) return undefined;
        throw error;
      }
    },
    requireOpenShare: (reader, by, options) => requireOpenShare(deps, reader, by, options),
    findSharedFile: (reader, share, fileId) => findSharedFile(deps, reader, share, fileId),
    findSharedFolder: (reader, share, folderId) => findSharedFolder(deps, reader, share, folderId),
    findOwn: async (reader, ownerId, token) => {
      const share = await findShare(reader, { token });
      return mayDo(ownerId, share, 'share') ? share : undefined;
    },
    feedback: shareFeedback,
    commented: (tx, { token }, comment) => publishComment(deps, tx, token, comment),
    lock: createShareLock(deps),
    findRecipient: (reader, share, token) => findRecipientByToken(deps.secrets, reader, share, token),
    visits,
    tickets: new ShareTickets({ ...deps, slots, visits }),
    countDownloadsLeft: (share) => slots.countLeft(share),
    idle: () => slots.idle(),
    eraseOwner: (ownerId, signal) => eraseOwner(deps, ownerId, signal),
    reception,
    routes: (router) => mountShareRoutes(router, { ...deps, recipients, reception }),
  };
}

/** How long the senders of files are kept once their link is revoked. */
const revokedKeptMs = 30 * dayMs;

/** Each share takes several statements. */
const sharesPerTransaction = 32;

async function eraseOwner(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  ownerId: number,
  signal: AbortSignal,
): Promise<void> {
  await deleteInBatches(database, signal, sharesOfOwner(ownerId, clock.now()), sharesPerTransaction);
  await deleteInBatches(database, signal, recipientsOfOwner(ownerId));
  await deleteInBatches(database, signal, uploadsOfOwner(ownerId));
}
