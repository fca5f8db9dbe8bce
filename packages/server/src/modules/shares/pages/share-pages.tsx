import { limits } from '@drive/contract';
import type { Context } from 'hono';
import { shortName } from '../../../pages/displayed-name.ts';
import { pageResponse } from '../../../pages/layout.tsx';
import { pageNumber } from '../../../pages/pager.tsx';
import { lockedPage, type Refusal, refusalPage } from '../../../pages/refusal-pages.tsx';
import { exchangeOf, pageQuery, pageText, type Router } from '../../../platform/http/index.ts';
import { Talk, TalkBar } from '../../feedback/index.ts';
import { isAutomated, mountLinkPage } from '../../links/index.ts';
import { shareUrl } from '../share-descriptor.ts';
import type { OpenShare } from '../open-share.ts';
import type { PublicShares, PublicSharesDeps } from '../visitor/public-shares.ts';
import { isIndexable, toSharedItem } from '../visitor/shared-items.ts';
import { ticketIn, type Visitor, type Visitors } from '../visitor/visitors.ts';
import { ListingPage } from './listing-page.tsx';
import { mountFeedbackPages } from './feedback-pages.tsx';
import { createFeedbackViews } from './feedback-views.ts';
import { mountReportPages, ReportLink } from './report-pages.tsx';
import { createShareViews, type EntryView, type Place } from './share-views.ts';
import { FilePage, filePageCss, SharePreview } from './share-page.tsx';
import { t } from '../../../pages/language.ts';

/** The pages of errors. Unknown, private and revoked links get the same one. */
const refusals = {
  share_not_found: {
    title: 'This link does not exist',
    text: 'It may be mistyped, or its owner has revoked it.',
  },
  share_expired: { title: 'This link has expired', text: 'Ask the sender for a new one.' },
  share_limit_reached: {
    title: 'This link has no downloads left',
    text: 'Its owner limited the number of downloads. Ask the sender for a new link.',
  },
  file_quarantined: {
    title: 'This file is not available',
    text: 'message',
  },
  file_not_found: { title: 'This file is not available', text: 'It may have been moved, or is no longer shared.' },
  folder_not_found: { title: 'This folder is not available', text: 'It may have been moved, or is no longer shared.' },
  access_denied: {
    title: 'This is not allowed here',
    text: 'The owner disabled it, or it belongs to someone else.',
  },
  comment_not_found: { title: 'This comment is not available', text: 'It may have been deleted.' },
  archive_size_exceeded: {
    title: 'This is too large for one ZIP',
    text: 'Download the files one by one, or folder by folder.',
  },
} as const satisfies Record<string, Refusal>;

const shareQuery = pageQuery({
  folder: pageText(limits.codeCharacters),
  file: pageText(limits.codeCharacters),
  page: pageText(limits.codeCharacters),
  from: pageText(limits.codeCharacters),
  r: pageText(limits.tokenCharacters),
});

export function mountSharePages(
  router: Router,
  deps: PublicSharesDeps,
  publicShares: PublicShares,
  visitors: Visitors,
): void {
  const { database, shares, featureLimiter, baseUrl, config } = deps;
  const contentOrigin = config.contentUrl === undefined ? undefined : new URL(config.contentUrl).origin;
  const content = { origin: contentOrigin };
  const script = config.pageScript;
  const scripts = script === undefined ? [] : [script];
  const basePath = baseUrl.path;
  const pathOf = ({ token }: OpenShare, rest = ''): string => `${basePath}/share/${token}${rest}`;
  const views = createShareViews(deps, publicShares, pathOf);

  const feedbackViews = createFeedbackViews(deps, pathOf);

  /** Opens the share for a page other than its own. Error pages then link to the share. */
  const opened = async (
    context: Context,
    show: (share: OpenShare, visitor: Visitor) => Promise<Response>,
    open: (token: string) => Promise<OpenShare> = (token) =>
      publicShares.open(token, exchangeOf(context).clientNetwork),
  ): Promise<Response> => {
    let back: string | undefined;
    try {
      const share = await open(tokenOf(context));
      const visitor = await visitors.of(context, share);
      if (!visitor.isUnlocked) return await lockedPage(context, { basePath, action: pathOf(share, '/unlock') });
      back = pathOf(share);
      return await show(share, visitor);
    } catch (error) {
      return refusalPage(context, { basePath, refusals, back }, error);
    }
  };

  const showShare = async (context: Context, share: OpenShare, place: Place): Promise<Response> => {
    const view = await views.share(share);
    const shape = {
      title: shortName(view.name),
      basePath,
      indexable: isIndexable(share),
      head: share.passwordHash === null ? <SharePreview view={view} /> : undefined,
    };
    const visitor = await feedbackViews.visitorOf(context, share);
    if (share.kind === 'file') {
      const entry = views.entry(share, toSharedItem(deps.files, share, share.item));
      const likes = await feedbackViews.likes(share, visitor);
      const talk = await feedbackViews.latest(share, visitor);
      const { shownAs } = entry;
      const readsText = script !== undefined && contentOrigin === undefined && isText(shownAs);
      const isPlain = likes === undefined && talk === undefined && view.previewUrl === null && shownAs === undefined;
      return pageResponse(
        context,
        {
          ...shape,
          ...(isPlain ? {} : { style: filePageCss }),
          wide: shownAs !== undefined,
          content: shownAs === undefined ? undefined : content,
          scripts: readsText ? [script] : [],
        },
        <FilePage view={view} entry={entry} readsText={readsText}>
          <Talk likes={likes} talk={talk} />
          <ReportLink path={pathOf(share, '/report')} />
        </FilePage>,
      );
    }
    const listing = await views.listing(share, place);
    const isTop = place.folderId === undefined && place.page === 1;
    const likes = isTop ? await feedbackViews.likes(share, visitor) : undefined;
    const name = shortName(listing.name);
    const title = place.page === 1 ? name : t('{name}, page {n}', { name, n: place.page });
    return pageResponse(
      context,
      { ...shape, title, wide: true, ...(listing.entries.some(isOpened) ? { content, scripts } : {}) },
      <ListingPage view={view} listing={listing}>
        {isTop && (
          <TalkBar
            likes={likes}
            path={pathOf(share)}
            commentCount={share.commentsEnabled ? share.commentCount : undefined}
          />
        )}
        <ReportLink path={pathOf(share, `/report${new URL(context.req.url).search}`)} />
      </ListingPage>,
    );
  };

  /** Redirect target of programs such as curl: the file, or a ZIP. It contains `r`, because they send no cookies. */
  const bytesPath = (context: Context, share: OpenShare): string => {
    const { folder, r } = shareQuery.of(context);
    const query = new URLSearchParams({
      ...(folder === undefined ? {} : { folder }),
      ...(r === undefined ? {} : { r }),
    });
    const path = pathOf(share, share.kind === 'file' ? '/download' : '/archive');
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  };

  const { below } = mountLinkPage<OpenShare>(router, {
    path: '/share',
    baseUrl,
    refusals,
    lock: shares.lock,
    open: async (context, token) => {
      const { clientNetwork } = exchangeOf(context);
      if (context.req.method === 'POST') return publicShares.open(token, clientNetwork);
      await featureLimiter.consume('shareResolve', clientNetwork);
      const share = await shares.requireOpenShare(database.reader, { token });
      visitors.keepRecipient(context, share, await visitors.of(context, share));
      return share;
    },
    render: async (context, share) => {
      if (wantsBytes(context)) return context.redirect(bytesPath(context, share), 302);
      const { folder, page, from } = shareQuery.of(context);
      const isTop = folder === undefined && page === undefined && from === undefined;
      const visitor = await visitors.of(context, share);
      if (isTop && visitor.isHuman) await shares.visits.opened(share, visitor.recipient);
      // Navigating within an open share is no guess.
      if (!isTop) await featureLimiter.refund('shareResolve', exchangeOf(context).clientNetwork);
      try {
        return await showShare(context, share, placeOf(context));
      } catch (error) {
        return refusalPage(context, { basePath, refusals, back: pathOf(share) }, error);
      }
    },
  });

  /** Redirects to a signed URL that is created on demand, so that a page may stay open for long. */
  const mountRedirect = (
    path: `/${string}`,
    urlOf: (context: Context, share: OpenShare, visitor: Visitor) => Promise<string>,
  ) =>
    below.page(
      'GET',
      path,
      (context) =>
        opened(
          context,
          async (share, visitor) => context.redirect(await urlOf(context, share, visitor), 302),
          async (token) => {
            const share = await publicShares.openWithTicket(context, token);
            shares.tickets.requireValid(share, ticketIn(context));
            return share;
          },
        ),
      { countsIn: 'files' },
    );
  const fileOf = (context: Context, share: OpenShare) => publicShares.requireFile(share, idIn(context, 'file'));

  mountRedirect('/share/{token}/download', async (context, share, visitor) =>
    publicShares.fileUrl(share, await fileOf(context, share), visitor, false),
  );
  mountRedirect('/share/{token}/view', async (context, share, visitor) =>
    publicShares.viewUrl(share, await fileOf(context, share), visitor),
  );
  mountRedirect('/share/{token}/archive', async (context, share, visitor) => {
    const { downloadUrl } = await publicShares.archive(share, visitor, { folderId: idIn(context, 'folder') });
    return downloadUrl;
  });

  mountFeedbackPages(below, deps, { opened, views: feedbackViews, pathOf });
  mountReportPages(below, { opened, publicShares, views, basePath, pathOf, placeOf });

  router.page('GET', '/s/{code}', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    await featureLimiter.consume('shareResolve', clientNetwork);
    try {
      const by = { shortCode: context.req.param('code') ?? '' };
      const share = await shares.requireOpenShare(database.reader, by, { orUsedUp: true });
      shares.tickets.requireOpen(share, ticketIn(context));
      // The page that follows is counted; here only guesses are.
      await featureLimiter.refund('shareResolve', clientNetwork);
      return context.redirect(shareUrl(baseUrl, share), 302);
    } catch (error) {
      return refusalPage(context, { basePath, refusals }, error);
    }
  });
}

const commandLineTools = /^(?:curl|wget2?|aria2|httpie|xh|axel|lftp|fetch libfetch)\/|powershell\//i;

/** Whether a command-line program opened the link; browsers and automated visits get the page. */
const wantsBytes = (context: Context): boolean =>
  commandLineTools.test(context.req.header('user-agent') ?? '') &&
  !(context.req.header('accept') ?? '').includes('text/html') &&
  !isAutomated(context);

/** Whether the script opens the file over the page. */
const isOpened = ({ contentKind, openPath }: EntryView): boolean => contentKind !== 'folder' && openPath !== undefined;

const isText = (shownAs: EntryView['shownAs']): boolean => shownAs === 'text' || shownAs === 'markdown';

const tokenOf = (context: Context): string => context.req.param('token') ?? '';

/** Text that cannot be an id becomes one that nothing has, because a database may refuse the text. */
function idIn(context: Context, name: 'folder' | 'file'): string | undefined {
  const id = shareQuery.of(context)[name];
  return id === undefined || /^[\w-]{1,64}$/.test(id) ? id : 'none';
}

function placeOf(context: Context): Place {
  return { folderId: idIn(context, 'folder'), page: pageNumber(shareQuery.of(context).page) };
}
