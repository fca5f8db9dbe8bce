import { errorStatus, type Item } from '@drive/contract';
import type { Context } from 'hono';
import { LockedPage } from '../../../pages/locked-page.tsx';
import { requireOwnOrigin } from '../../../pages/own-origin.ts';
import { pageResponse } from '../../../pages/layout.tsx';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { exchangeOf, readForm, type Router } from '../../../platform/http/index.ts';
import { shareUrl, type OpenShare } from '../../shares/index.ts';
import { isIndexable } from '../public-share.ts';
import type { PublicDeps, PublicFace } from '../routes.ts';
import { listShared } from '../shared-listing.ts';
import type { Visitor, Visitors } from '../visitor.ts';
import { closedBy, ClosedPage, type ClosedCode } from './closed-pages.tsx';
import { wantsBytes } from './command-line-fetcher.ts';
import { displayedName } from './displayed-name.ts';
import { ListingPage, type ListingView } from './listing-page.tsx';
import { FilePage, SharePreview } from './share-page.tsx';
import { isViewable, type EntryView, type ShareView } from './share-view.ts';

/** Rows of a page: with each some 500 bytes, it stays small on a phone. */
const entriesAtOnce = 30;

/** The pages of a share, the short way to it, and what their links lead to. They work without any script. */
export function mountSharePages(router: Router, deps: PublicDeps, face: PublicFace, visitors: Visitors): void {
  const { database, files, shares, featureLimiter } = deps;
  const { baseUrl } = deps.config;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const tokenOf = (context: Context): string => context.req.param('token') ?? '';
  const pathOf = ({ token }: OpenShare, rest = ''): string => `${basePath}/share/${token}${rest}`;

  /** For people a page of its own; for programs the envelope that follows from the error. */
  const closed = (context: Context, error: unknown, back?: string): Promise<Response> => {
    const code = isDomainError(error) && error.code in closedBy ? (error.code as ClosedCode) : undefined;
    if (code === undefined || !(context.req.header('accept') ?? '').includes('text/html')) throw error;
    const { title, text } = closedBy[code];
    const status = errorStatus[code];
    return pageResponse(context, { title, basePath, status }, <ClosedPage title={title} text={text} back={back} />);
  };

  const locked = (context: Context, share: OpenShare, refused?: DomainError): Promise<Response> => {
    if (!(context.req.header('accept') ?? '').includes('text/html'))
      throw refused ?? new DomainError('share_locked', 'This link asks for a password first.');
    const status = refused === undefined ? 401 : errorStatus[refused.code];
    const error = refused?.code === 'share_password_incorrect' ? 'This is not the password.' : refused?.message;
    return pageResponse(
      context,
      { title: 'Password needed', basePath, status },
      <LockedPage action={pathOf(share, '/unlock')} error={error} />,
    );
  };

  /** A file leads to its bytes; one that a limit counts is only ever downloaded, and one that is held back is not to be had. */
  const toEntry = (share: OpenShare, item: Item): EntryView => {
    const query = share.kind === 'file' ? '' : `?file=${item.id}`;
    const isHandedOut = item.type === 'file' && !item.quarantined;
    const opens = isHandedOut && share.maxDownloads === null && isViewable(item.contentKind);
    return {
      name: displayedName(item.name),
      sizeBytes: item.size ?? 0,
      contentKind: item.contentKind,
      previewUrl: item.previewUrl,
      openPath:
        item.type === 'folder'
          ? pathOf(share, `?folder=${item.id}`)
          : opens
            ? pathOf(share, `/view${query}`)
            : undefined,
      downloadPath: isHandedOut ? pathOf(share, `/download${query}`) : undefined,
    };
  };

  const readTrail = async (share: OpenShare, folderId: string | undefined): Promise<ListingView['trail']> => {
    if (share.kind !== 'folder' || folderId === undefined || folderId === share.item.id) return [];
    const path = await files.listPath(database.reader, folderId);
    const top = path.findIndex(({ id }) => id === share.item.id);
    return path.slice(top).map(({ id, name }, index) => ({
      name: displayedName(name),
      path: pathOf(share, index === 0 ? '' : `?folder=${id}`),
    }));
  };

  const readListing = async (context: Context, share: OpenShare): Promise<ListingView> => {
    const folderId = context.req.query('folder');
    const page = Math.min(Math.max(Number.parseInt(context.req.query('page') ?? '1', 10) || 1, 1), 999_999_999);
    const listed = await listShared(deps, share, { folderId, sort: 'type,name', page, limit: entriesAtOnce });
    const folder = folderId === undefined ? '' : `folder=${folderId}&`;
    return {
      entries: listed.files.map((item) => toEntry(share, item)),
      trail: await readTrail(share, folderId),
      page,
      totalPages: listed.pagination.totalPages,
      totalItems: listed.pagination.totalItems,
      pathOfPage: (n) => pathOf(share, `?${folder}page=${n}`),
      archivePath: share.kind === 'folder' && share.item.sizeBytes === 0 ? undefined : pathOf(share, '/archive'),
    };
  };

  const showShare = async (context: Context, share: OpenShare): Promise<Response> => {
    const described = await face.describe(share);
    const view: ShareView = {
      name: displayedName(share.name),
      sizeBytes: described.size ?? 0,
      fileCount: described.fileCount ?? 0,
      contentKind: described.contentKind ?? 'folder',
      mimeType: described.mimeType ?? null,
      previewUrl: described.previewUrl ?? null,
      expiresAt: share.expiresAt,
      ownerName: described.ownerName ?? null,
      url: shareUrl(baseUrl, share),
      isOpenToAll: share.passwordHash === null,
    };
    const shape = {
      title: view.name,
      basePath,
      indexable: isIndexable(share),
      head: view.isOpenToAll ? <SharePreview view={view} /> : undefined,
    };
    if (described.item !== undefined && share.kind === 'file')
      return pageResponse(context, shape, <FilePage view={view} entry={toEntry(share, described.item)} />);
    const listing = await readListing(context, share);
    return pageResponse(context, { ...shape, wide: true }, <ListingPage view={view} listing={listing} />);
  };

  /** Where a program that saves what it gets is sent on to: the file, or a ZIP of all. */
  const bytesPath = (share: OpenShare): string => pathOf(share, share.kind === 'file' ? '/download' : '/archive');

  router.page('GET', '/share/{token}', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    featureLimiter.take('shareResolve', clientNetwork);
    let back: string | undefined;
    try {
      const share = await shares.requireOpenShare(database.reader, { token: tokenOf(context) });
      const visitor = await visitors.of(context, share);
      if (visitor.recipient !== undefined) visitors.keepRecipient(context, share);
      if (!visitor.isUnlocked) return await locked(context, share);
      if (wantsBytes(context.req.header('user-agent'), context.req.header('accept')))
        return context.redirect(bytesPath(share), 302);
      const isTop = context.req.query('folder') === undefined && context.req.query('page') === undefined;
      if (isTop && visitor.isPerson) await shares.visits.opened(share, visitor.recipient);
      // Going about in what is shared is no guessing.
      if (!isTop) featureLimiter.refund('shareResolve', clientNetwork);
      back = pathOf(share);
      return await showShare(context, share);
    } catch (error) {
      return closed(context, error, back);
    }
  });

  router.page('POST', '/share/{token}/unlock', async (context) => {
    requireOwnOrigin(context, baseUrl);
    const { clientNetwork } = exchangeOf(context);
    const fields = await readForm(context);
    try {
      const share = await face.open(tokenOf(context), clientNetwork);
      try {
        const grant = await shares.unlocking.unlock(share, fields('password'), clientNetwork);
        visitors.keepUnlocked(context, share, grant.unlockToken);
        return context.redirect(pathOf(share), 303);
      } catch (error) {
        if (!isDomainError(error, 'share_password_incorrect') && !isDomainError(error, 'too_many_requests'))
          throw error;
        return await locked(context, share, error);
      }
    } catch (error) {
      return closed(context, error);
    }
  });

  /** What a button of the page leads to: an address is made when it is wanted, so the page may stay open. */
  const handOut = (
    path: `/${string}`,
    addressOf: (context: Context, share: OpenShare, visitor: Visitor) => Promise<string>,
  ) =>
    router.page('GET', path, async (context) => {
      let back: string | undefined;
      try {
        const share = await face.open(tokenOf(context), exchangeOf(context).clientNetwork);
        const visitor = await visitors.of(context, share);
        if (!visitor.isUnlocked) return await locked(context, share);
        back = pathOf(share);
        return context.redirect(await addressOf(context, share, visitor), 302);
      } catch (error) {
        return closed(context, error, back);
      }
    });
  const fileAddress = (inline: boolean) => async (context: Context, share: OpenShare, visitor: Visitor) =>
    face.addressOf(share, await face.requireFile(share, context.req.query('file')), visitor, inline);

  handOut('/share/{token}/download', fileAddress(false));
  handOut('/share/{token}/view', fileAddress(true));
  handOut(
    '/share/{token}/archive',
    async (_context, share, visitor) => (await face.archive(share, visitor)).downloadUrl,
  );

  router.page('GET', '/s/{code}', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    featureLimiter.take('shareResolve', clientNetwork);
    try {
      const share = await shares.requireOpenShare(database.reader, { shortCode: context.req.param('code') ?? '' });
      // The page that follows counts; only guessing counts here.
      featureLimiter.refund('shareResolve', clientNetwork);
      return context.redirect(shareUrl(baseUrl, share), 302);
    } catch (error) {
      return closed(context, error);
    }
  });
}
