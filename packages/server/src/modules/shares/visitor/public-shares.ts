import { optionalIsoTime } from '@drive/base';
import type { ArchiveUrl, NewReport, PublicShare, SharedCopy, ShareTicket } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError } from '../../../platform/errors.ts';
import { exchangeOf, type Idempotency, type Remember } from '../../../platform/http/index.ts';
import type { FeatureLimiter } from '../../../platform/limits/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Author, FeedbackModule } from '../../feedback/index.ts';
import type { FileRow, Files, LinkOrigin, SharedSource } from '../../files/index.ts';
import { limitGuesses } from '../../links/index.ts';
import type { Reports } from '../../reports/index.ts';
import type { Uploads } from '../../uploads/index.ts';
import type { Shares } from '../create-shares.ts';
import type { OpenOptions, OpenShare } from '../open-share.ts';
import { shareUrl, shortUrl } from '../share-descriptor.ts';
import type { TicketHolder } from '../transfers/share-tickets.ts';
import type { CountryOf } from '../transfers/share-visits.ts';
import { findReceiving, type ReceivingShare } from '../uploads/share-reception.ts';
import {
  collectShared,
  collectSharedEntries,
  isIndexable,
  sizeOf,
  toSharedItem,
  visibleCounts,
  type SharedArchive,
  type SharedPart,
} from './shared-items.ts';
import { ticketIn, type Visitor } from './visitors.ts';

export type PublicSharesDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'baseUrl' | 'log'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly uploads: Uploads;
  readonly feedback: FeedbackModule;
  readonly reports: Reports;
  readonly featureLimiter: FeatureLimiter;
  readonly idempotency: Idempotency;
  readonly countryOf: CountryOf;
  /** Returns a signed URL of a file. Modules downloads and archives call this module, so they are passed in. */
  readonly signFileUrl: (
    file: FileRow,
    url: {
      readonly kind: 'inline' | 'attachment';
      readonly origin: LinkOrigin;
      readonly recipientRowId: number | undefined;
      readonly ticketId: string | undefined;
    },
  ) => string;
  readonly createArchive: (archive: SharedArchive) => Promise<ArchiveUrl>;
  readonly config: {
    readonly contentUrl: string | undefined;
    /** Script of the pages below the base URL; undefined if the web app, which contains it, is not built. */
    readonly pageScript: `/${string}` | undefined;
  };
};

type SavingCaller = Parameters<Files['copyShared']>[0];

export interface PublicShares {
  /** Throws `too_many_requests` after 40 wrong tokens a minute from one network. */
  open(token: string, network: string): Promise<OpenShare>;
  /** Opens the share also without downloads left, if the request has a ticket that took one. */
  openWithTicket(context: Context, token: string): Promise<OpenShare>;
  describe(share: OpenShare, visitor?: Author): Promise<PublicShare>;
  /** Throws `file_not_found` if it is not in the share. `fileId` may be omitted for the share of a file. */
  requireFile(share: OpenShare, fileId: string | undefined): Promise<FileRow>;
  /** A new signed URL, counted against the limit of the visitor. */
  fileUrl(share: OpenShare, file: FileRow, visitor: Visitor, inline: boolean): Promise<string>;
  /** A new inline URL for a page that shows the file. Not counted, because the page requests it without the visitor. */
  viewUrl(share: OpenShare, file: FileRow, visitor: Visitor): string;
  archive(share: OpenShare, visitor: Visitor, part?: SharedPart): Promise<ArchiveUrl>;
  /** Copies the share, or some files of it, to a tree of the caller: one download of the share. `remember` runs in the transaction that begins it. */
  save(
    share: OpenShare,
    visitor: Visitor,
    caller: SavingCaller,
    wanted: SharedCopy,
    remember?: SharedSource['remember'],
  ): ReturnType<Files['copyShared']>;
  /** Takes one download of the share, to be delivered file by file. `remember` runs in the same transaction. */
  createTicket(share: OpenShare, visitor: Visitor, remember: Remember<ShareTicket>): Promise<ShareTicket>;
  /** Throws `file_not_found` if the file is not in the share, and `too_many_requests`. */
  report(share: OpenShare, visitor: Visitor, report: NewReport): Promise<void>;
}

export function createPublicSharesService(deps: PublicSharesDeps): PublicShares {
  const { database, accounts, files, shares, feedback, reports, featureLimiter, signFileUrl, createArchive } = deps;
  const sign = (share: OpenShare, file: FileRow, { recipient, ticket }: Visitor, inline: boolean): string =>
    signFileUrl(file, {
      kind: inline ? 'inline' : 'attachment',
      origin: { kind: 'share', rowId: share.rowId, passwordVersion: share.passwordVersion },
      recipientRowId: ticket === undefined ? recipient?.rowId : (ticket.recipientRowId ?? undefined),
      ticketId: ticket?.id,
    });
  const openFor = (token: string, network: string, options?: OpenOptions): Promise<OpenShare> =>
    limitGuesses(featureLimiter, network, () => shares.requireOpenShare(database.reader, { token }, options));
  /** The thumbnail of the file that stands for a folder or several files, as long as it is one of them. */
  const findCover = async (share: OpenShare, fileId: string): Promise<Pick<PublicShare, 'previewUrl'> | undefined> => {
    const file = share.kind === 'file' ? undefined : await shares.findSharedFile(database.reader, share, fileId);
    return file && { previewUrl: toSharedItem(files, share, file).previewUrl };
  };
  const requireFile: PublicShares['requireFile'] = async (share, fileId) => {
    const id = fileId ?? (share.kind === 'file' ? share.item.id : undefined);
    const file = id === undefined ? undefined : await shares.findSharedFile(database.reader, share, id);
    if (file === undefined) throw new DomainError('file_not_found', 'There is no such file at this link.');
    files.requireReleased(file);
    return file;
  };
  return {
    open: (token, network) => openFor(token, network),
    openWithTicket: async (context, token) => {
      const share = await openFor(token, exchangeOf(context).clientNetwork, { orUsedUp: true });
      shares.tickets.requireOpen(share, ticketIn(context));
      return share;
    },
    describe: async (share, visitor) => {
      const owner = await accounts.findLinkHolder(database.reader, share.ownerId);
      const fileCount =
        share.kind === 'file'
          ? 1
          : share.kind === 'multi'
            ? share.files.length
            : await files.countFilesIn(database.reader, share.item.rowId);
      const downloadsLeft = await shares.countDownloadsLeft(share);
      const likedByMe = share.likesEnabled && (await feedback.service.isLikedBy(share, visitor));
      const shown = toPublicShare(deps, share, { ownerName: owner?.name ?? null, fileCount, downloadsLeft, likedByMe });
      const cover = share.coverItemId === null ? undefined : await findCover(share, share.coverItemId);
      return { ...shown, ...cover, ...acceptedBy(await findReceiving(deps, database.reader, share)) };
    },
    requireFile,
    fileUrl: async (share, file, visitor, inline) => {
      await featureLimiter.consume('downloadUrl', `${file.id} share ${share.rowId} ${visitor.network}`);
      if (visitor.ticket !== undefined) await shares.tickets.requireUndelivered(share, visitor.ticket, file.id);
      return sign(share, file, visitor, inline);
    },
    viewUrl: (share, file, visitor) => sign(share, file, visitor, true),
    archive: async (share, { network, recipient }, part = {}) => {
      await featureLimiter.consume('downloadUrl', `archive share ${share.rowId} ${network}`);
      const { ownerId } = share;
      const entries = await collectSharedEntries(deps, share, part);
      return createArchive({ ownerId, share, recipientRowId: recipient?.rowId ?? null, ...entries });
    },
    save: async (share, visitor, caller, { fileIds, parentId }, remember = async () => undefined) => {
      await featureLimiter.consume('downloadUrl', `save share ${share.rowId} ${visitor.network}`);
      const holder = await holderOf(visitor);
      const items = await collectShared(deps, share, fileIds ?? undefined);
      const top = share.kind === 'folder' ? [share.item] : items;
      return files.copyShared(caller, {
        ids: items.map(({ id }) => id),
        parentId: parentId ?? null,
        shared: {
          within: top.map(({ rowId }) => rowId),
          link: { rowId: share.rowId, passwordVersion: share.passwordVersion },
          begin: (tx) => shares.tickets.takeWhole(tx, share, holder),
          remember,
        },
      });
    },
    createTicket: async (share, visitor, remember) => {
      await featureLimiter.consume('downloadUrl', `ticket share ${share.rowId} ${visitor.network}`);
      return shares.tickets.create(share, await holderOf(visitor), remember);
    },
    report: async (share, { network }, report) => {
      const isOneFile = share.kind === 'file' || report.fileId !== undefined;
      const fileId = isOneFile ? (await requireFile(share, report.fileId)).id : null;
      await reports.add({ shareRowId: share.rowId, fileId, network }, report);
    },
  };
}

const holderOf = async ({ recipient, country }: Visitor): Promise<TicketHolder> => ({
  recipientRowId: recipient?.rowId ?? null,
  country: await country(),
});

/** A locked share: no name, size or count. */
export const toLockedShare = (share: OpenShare): PublicShare => ({
  shareToken: share.token,
  kind: share.kind,
  passwordProtected: true,
  locked: true,
  expiresAt: optionalIsoTime(share.expiresAt),
  indexable: false,
});

/** What visitors may add. */
const acceptedBy = (receiving: ReceivingShare | undefined): Partial<PublicShare> =>
  receiving === undefined
    ? { allowUpload: false }
    : {
        allowUpload: true,
        uploadsFull: receiving.isFull,
        uploadMaxFileBytes: receiving.mostBytes,
        uploadAllowedTypes: receiving.allowedTypes === null ? null : [...receiving.allowedTypes],
      };

/** The share for visitors: of the owner's tree, only the shared items. */
function toPublicShare(
  { files, baseUrl }: PublicSharesDeps,
  share: OpenShare,
  {
    ownerName,
    fileCount,
    downloadsLeft,
    likedByMe,
  }: Required<Pick<PublicShare, 'ownerName' | 'fileCount' | 'downloadsLeft' | 'likedByMe'>>,
): PublicShare {
  const item = share.kind === 'multi' ? undefined : toSharedItem(files, share, share.item);
  return {
    shareToken: share.token,
    shareMode: share.mode,
    shareUrl: shareUrl(baseUrl, share),
    shortUrl: shortUrl(baseUrl, share),
    kind: share.kind,
    name: share.name,
    size: sizeOf(share),
    mimeType: item?.mimeType ?? null,
    contentKind: item?.contentKind ?? 'folder',
    previewUrl: item?.previewUrl ?? null,
    fileCount,
    expiresAt: optionalIsoTime(share.expiresAt),
    passwordProtected: share.passwordHash !== null,
    locked: false,
    indexable: isIndexable(share),
    downloadsLeft,
    ownerName,
    likesEnabled: share.likesEnabled,
    commentsEnabled: share.commentsEnabled,
    ...visibleCounts(share),
    likedByMe,
    ...(item === undefined ? {} : { item }),
  };
}
