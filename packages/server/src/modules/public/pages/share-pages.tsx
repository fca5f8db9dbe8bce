import type { Context } from 'hono';
import { lockedPage, refusalPage } from '../../../pages/refusal-pages.tsx';
import { pageResponse } from '../../../pages/layout.tsx';
import { pageNumber } from '../../../pages/pager.tsx';
import { isDomainError, type DomainError } from '../../../platform/errors.ts';
import { exchangeOf, readForm, type Router } from '../../../platform/http/index.ts';
import { feedbackCss, Talk, TalkBar } from '../../feedback/index.ts';
import { shareUrl, type OpenShare } from '../../shares/index.ts';
import { isIndexable, toSharedItem } from '../public-share.ts';
import type { PublicDeps, PublicFace } from '../routes.ts';
import type { Visitor, Visitors } from '../visitor.ts';
import { refusals } from './closed-by.ts';
import { wantsBytes } from './command-line-fetcher.ts';
import { shortName } from '../../../pages/displayed-name.ts';
import { ListingPage } from './listing-page.tsx';
import { mountFeedbackPages } from './feedback-pages.tsx';
import { createFeedbackViews } from './feedback-views.ts';
import { createReadViews, type Place } from './read-views.ts';
import { FilePage, SharePreview } from './share-page.tsx';

/** The pages of a share, the short way to it, and what their links lead to. They work without any script. */
export function mountSharePages(router: Router, deps: PublicDeps, face: PublicFace, visitors: Visitors): void {
  const { database, shares, featureLimiter } = deps;
  const { baseUrl } = deps.config;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const pathOf = ({ token }: OpenShare, rest = ''): string => `${basePath}/share/${token}${rest}`;
  const read = createReadViews(deps, face, pathOf);

  const feedbackViews = createFeedbackViews(deps, pathOf);

  const closed = (context: Context, error: unknown, back?: string): Promise<Response> =>
    refusalPage(context, { basePath, refusals, back }, error);
  const locked = (context: Context, share: OpenShare, refused?: DomainError): Promise<Response> =>
    lockedPage(context, { basePath, action: pathOf(share, '/unlock') }, refused);

  const showShare = async (context: Context, share: OpenShare, place: Place): Promise<Response> => {
    const view = await read.share(share);
    const shape = {
      title: shortName(view.name),
      basePath,
      indexable: isIndexable(share),
      head: share.passwordHash === null ? <SharePreview view={view} /> : undefined,
    };
    const reader = await feedbackViews.readerOf(context, share);
    if (share.kind === 'file') {
      const entry = read.entry(share, toSharedItem(deps.files, share, share.item));
      const likes = await feedbackViews.likes(share, reader);
      const talk = await feedbackViews.glimpse(share, reader);
      const style = likes === undefined && talk === undefined ? {} : { style: feedbackCss };
      return pageResponse(
        context,
        { ...shape, ...style },
        <FilePage view={view} entry={entry}>
          <Talk likes={likes} talk={talk} />
        </FilePage>,
      );
    }
    const listing = await read.listing(share, place);
    const isTop = place.folderId === undefined && place.page === 1;
    const likes = isTop ? await feedbackViews.likes(share, reader) : undefined;
    const title = `${shortName(listing.name)}${place.page === 1 ? '' : `, page ${place.page}`}`;
    return pageResponse(
      context,
      { ...shape, title, wide: true },
      <ListingPage view={view} listing={listing}>
        {isTop && (
          <TalkBar
            likes={likes}
            path={pathOf(share)}
            commentCount={share.commentsEnabled ? share.commentCount : undefined}
          />
        )}
      </ListingPage>,
    );
  };

  /** Where a program that saves what it gets is sent on to: the file, or a ZIP of all. It keeps no cookies. */
  const bytesPath = (context: Context, share: OpenShare): string => {
    const { folder, r } = { folder: context.req.query('folder'), r: context.req.query('r') };
    const query = new URLSearchParams({
      ...(folder === undefined ? {} : { folder }),
      ...(r === undefined ? {} : { r }),
    });
    const path = pathOf(share, share.kind === 'file' ? '/download' : '/archive');
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  };

  router.page('GET', '/share/{token}', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    await featureLimiter.consume('shareResolve', clientNetwork);
    let back: string | undefined;
    try {
      const share = await shares.requireOpenShare(database.reader, { token: tokenOf(context) });
      const visitor = await visitors.of(context, share);
      visitors.keepRecipient(context, share, visitor);
      if (!visitor.isUnlocked) return await locked(context, share);
      if (wantsBytes(context.req.header('user-agent'), context.req.header('accept')))
        return context.redirect(bytesPath(context, share), 302);
      const isTop = ['folder', 'page', 'from'].every((name) => context.req.query(name) === undefined);
      if (isTop && visitor.isPerson) await shares.visits.opened(share, visitor.recipient);
      // Going about in what is shared is no guessing.
      if (!isTop) await featureLimiter.refund('shareResolve', clientNetwork);
      back = pathOf(share);
      return await showShare(context, share, placeOf(context));
    } catch (error) {
      return closed(context, error, back);
    }
  });

  router.page('POST', '/share/{token}/unlock', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    const fields = await readForm(context);
    try {
      const share = await face.open(tokenOf(context), clientNetwork);
      try {
        await shares.unlocking.unlock(context, share, fields('password'));
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
  ) => {
    const redirect = async (context: Context): Promise<Response> => {
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
    };
    router.page('GET', path, redirect, { countsIn: 'files' });
  };
  const fileAddress = (inline: boolean) => async (context: Context, share: OpenShare, visitor: Visitor) =>
    face.addressOf(share, await face.requireFile(share, idIn(context, 'file')), visitor, inline);

  handOut('/share/{token}/download', fileAddress(false));
  handOut('/share/{token}/view', fileAddress(true));
  handOut('/share/{token}/archive', async (context, share, visitor) => {
    const { downloadUrl } = await face.archive(share, visitor, { folderId: idIn(context, 'folder') });
    return downloadUrl;
  });

  mountFeedbackPages(router, deps, { face, visitors, views: feedbackViews, basePath, pathOf, closed, locked });

  router.page('GET', '/s/{code}', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    await featureLimiter.consume('shareResolve', clientNetwork);
    try {
      const share = await shares.requireOpenShare(database.reader, { shortCode: context.req.param('code') ?? '' });
      // The page that follows counts; only guessing counts here.
      await featureLimiter.refund('shareResolve', clientNetwork);
      return context.redirect(shareUrl(baseUrl, share), 302);
    } catch (error) {
      return closed(context, error);
    }
  });
}

const tokenOf = (context: Context): string => context.req.param('token') ?? '';

/** What is no id is one that nothing has; a database might not even take it. */
function idIn(context: Context, name: string): string | undefined {
  const id = context.req.query(name);
  return id === undefined || /^[\w-]{1,64}$/.test(id) ? id : 'none';
}

function placeOf(context: Context): Place {
  return { folderId: idIn(context, 'folder'), page: pageNumber(context.req.query('page')) };
}
