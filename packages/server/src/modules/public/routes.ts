import { endpoints, type ArchiveUrl, type PublicShare } from '@drive/contract';
import type { Clock } from '../../platform/clock.ts';
import type { BaseUrl } from '../../platform/base-url.ts';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import { exchangeOf, type FeatureLimiter, type Router } from '../../platform/http/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Archives } from '../archives/index.ts';
import type { Downloads } from '../downloads/index.ts';
import type { Author, FeedbackModule } from '../feedback/index.ts';
import type { FileRow, Files } from '../files/index.ts';
import type { OpenShare, Shares } from '../shares/index.ts';
import { limitGuesses } from '../links/index.ts';
import { toLockedShare, toPublicShare } from './public-share.ts';
import { createSharedArchive, type SharedPart } from './shared-archive.ts';
import { listShared } from './shared-listing.ts';
import type { PublicNamesSource } from './public-names.ts';
import { searchShares } from './search.ts';
import type { Visitor, Visitors } from './visitor.ts';

export interface PublicDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly shares: Shares;
  readonly downloads: Downloads;
  readonly archives: Archives;
  readonly feedback: FeedbackModule;
  readonly featureLimiter: FeatureLimiter;
  readonly baseUrl: BaseUrl;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
  };
}

/** What strangers do with a link, by the API as by the pages. */
export interface PublicFace {
  /** Counts a guess, and nothing where it was right: `too_many_requests` after 40 wrong ones a minute. */
  open(token: string, network: string): Promise<OpenShare>;
  describe(share: OpenShare, visitor?: Author): Promise<PublicShare>;
  /** `file_not_found` where the share doesn't reach it; the only file of a share need not be named. */
  requireFile(share: OpenShare, fileId: string | undefined): Promise<FileRow>;
  /** A fresh signed address, counted against the visitor. */
  addressOf(share: OpenShare, file: FileRow, visitor: Visitor, inline: boolean): Promise<string>;
  /** A ZIP of all that is shared, or of a part of it. */
  archive(share: OpenShare, visitor: Visitor, part?: SharedPart): Promise<ArchiveUrl>;
}

export function createPublicFace(deps: PublicDeps): PublicFace {
  const { database, accounts, files, shares, downloads, feedback, featureLimiter } = deps;
  return {
    open: (token, network) =>
      limitGuesses(featureLimiter, network, () => shares.requireOpenShare(database.reader, { token })),
    describe: async (share, visitor) => {
      const owner = await accounts.findUser(database.reader, share.ownerId);
      const fileCount =
        share.kind === 'file'
          ? 1
          : share.kind === 'multi'
            ? share.files.length
            : await files.countFilesIn(database.reader, share.item.rowId);
      const likedByMe = share.likesEnabled && (await feedback.service.isLikedBy(share, visitor));
      return toPublicShare(deps, share, { ownerName: owner?.name ?? null, fileCount, likedByMe });
    },
    requireFile: async (share, fileId) => {
      const id = fileId ?? (share.kind === 'file' ? share.item.id : undefined);
      const file = id === undefined ? undefined : await shares.findSharedFile(database.reader, share, id);
      if (file === undefined) throw new DomainError('file_not_found', 'There is no such file at this link.');
      if (file.quarantined) throw new DomainError('file_quarantined', 'This file is held back by the administrator.');
      return file;
    },
    addressOf: async (share, file, { network, recipient }, inline) => {
      await featureLimiter.consume('downloadUrl', `${file.id} share ${share.rowId} ${network}`);
      return downloads.addressOf(file, {
        kind: inline ? 'inline' : 'attachment',
        share,
        recipientRowId: recipient?.rowId,
      });
    },
    archive: async (share, { network, recipient }, part = {}) => {
      await featureLimiter.consume('downloadUrl', `archive share ${share.rowId} ${network}`);
      return createSharedArchive(deps, share, { ...part, recipientRowId: recipient?.rowId });
    },
  };
}

export interface PublicServices {
  readonly face: PublicFace;
  readonly visitors: Visitors;
  readonly publicNames: PublicNamesSource;
}

export function mountPublic(router: Router, deps: PublicDeps, { face, visitors, publicNames }: PublicServices): void {
  const { database, shares, feedback, featureLimiter } = deps;

  router.mount(endpoints.resolveShare, async ({ params, caller, context, clientNetwork }) => {
    await featureLimiter.consume('shareResolve', clientNetwork);
    const share = await shares.requireOpenShare(database.reader, { token: params.token });
    const visitor = await visitors.of(context, share);
    if (!visitor.isUnlocked) return toLockedShare(share);
    if (visitor.isPerson) await shares.visits.opened(share, visitor.recipient);
    return face.describe(share, feedback.authors.find(context, share, caller));
  });

  router.mount(endpoints.unlockShare, async ({ params, body, context, clientNetwork }) => {
    const share = await face.open(params.token, clientNetwork);
    return shares.unlocking.unlock(context, share, body.password);
  });

  router.mount(endpoints.listShareFiles, async ({ params, query, context, clientNetwork }) => {
    const share = await face.open(params.token, clientNetwork);
    await visitors.requireUnlocked(context, share);
    return listShared(deps, share, {
      folderId: query.parentId,
      sort: query.sort,
      page: query.page,
      limit: query.limit,
    });
  });

  router.mount(endpoints.getShareDownloadUrl, async ({ params, query, context, clientNetwork }) => {
    const share = await face.open(params.token, clientNetwork);
    const visitor = await visitors.requireUnlocked(context, share);
    const file = await face.requireFile(share, query.fileId);
    return { downloadUrl: await face.addressOf(share, file, visitor, query.inline) };
  });

  router.mount(endpoints.createShareArchive, async ({ params, body, context, clientNetwork }) => {
    const share = await face.open(params.token, clientNetwork);
    const visitor = await visitors.requireUnlocked(context, share);
    return face.archive(share, visitor, { fileIds: body.fileIds ?? undefined });
  });

  feedback.routes(router, async (context, token, caller) => {
    const share = await face.open(token, exchangeOf(context).clientNetwork);
    if (share.ownerId !== caller?.userId) await visitors.requireUnlocked(context, share);
    return share;
  });

  router.mount(endpoints.searchPublic, ({ query }) =>
    searchShares(deps, publicNames, {
      q: query.q ?? '',
      page: query.page,
      limit: query.limit,
    }),
  );
}
